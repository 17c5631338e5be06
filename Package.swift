// swift-tools-version: 6.2
import PackageDescription

// The programs have unit tests, which are built in release with everything else. No library of the theory or the page is
// compiled differently for them.
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

// The house, from the ground up. Upper floors import lower ones, never the other way round.
let package = Package(
    name: "chord-combiner",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Harmony", targets: ["Harmony"]),
        .library(name: "Instruments", targets: ["Instruments"]),
        .library(name: "Chordsets", targets: ["Chordsets"]),
        .library(name: "Tunes", targets: ["Tunes"]),
        .library(name: "Practice", targets: ["Practice"]),
        .executable(name: "chords", targets: ["chords"]),
        .executable(name: "chords-server", targets: ["chords-server"]),
        .executable(name: "WebApp", targets: ["WebApp"]),
        .executable(name: "page-builder", targets: ["page-builder"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        // Without its traits: the server is configured by its command line alone.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    ],
    targets: [
        // Floor 0: the theory. Imports nothing at all.
        .target(name: "Harmony"),
        .testTarget(name: "HarmonyTests", dependencies: ["Harmony"], resources: [.copy("Fixtures")]),

        // Also on the ground: JSON, for which Embedded Swift has nothing.
        .target(name: "JSONText"),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),

        // Floor 1: chords of light.
        .target(name: "Chordsets", dependencies: ["Harmony", "JSONText"]),
        .testTarget(name: "ChordsetsTests", dependencies: ["Chordsets", "Harmony", "JSONText"]),

        // Floor 1: what musicians read from.
        .target(name: "Tunes", dependencies: ["Harmony"]),
        .testTarget(name: "TunesTests", dependencies: ["Tunes", "Harmony", "RandomTunes"]),
        // Random tunes, for the tests of all that takes tunes.
        .target(name: "RandomTunes", dependencies: ["Tunes", "Harmony"], path: "Tests/RandomTunes"),

        // Floor 1: how notes meet hands.
        .target(name: "Instruments", dependencies: ["Harmony"]),
        .testTarget(
            name: "InstrumentsTests", dependencies: ["Instruments", "Harmony"], resources: [.copy("Fixtures")]),

        // Floor 1: what is practised, how it is judged and what is remembered of it.
        .target(name: "Practice", dependencies: ["Harmony", "JSONText"]),
        .testTarget(name: "PracticeTests", dependencies: ["Practice", "Harmony", "JSONText"]),

        // Layer 2: HTML, SVG, speech.
        .target(name: "Rendering", dependencies: ["Chordsets", "Harmony", "Instruments", "JSONText", "Practice", "Tunes"]),
        .testTarget(
            name: "RenderingTests",
            dependencies: ["Rendering", "Chordsets", "Harmony", "Instruments", "JSONText", "Practice", "RandomTunes", "Tunes"]),

        // Layer 2: requests, JSON, text, MusicXML and MIDI.
        .target(
            name: "Exchange",
            dependencies: ["Rendering", "Chordsets", "Harmony", "Instruments", "JSONText", "Practice", "Tunes"]),
        .testTarget(
            name: "ExchangeTests",
            dependencies: [
                "Exchange", "Rendering", "Chordsets", "Harmony", "Instruments", "JSONText", "Practice", "RandomTunes", "Tunes",
            ]),

        // Floor 3: what a person sees, as pure functions.
        .target(
            name: "Interface",
            dependencies: ["Chordsets", "Exchange", "Harmony", "Instruments", "JSONText", "Practice", "Rendering", "Tunes"]),
        .testTarget(
            name: "InterfaceTests",
            dependencies: ["Interface", "Chordsets", "Exchange", "Harmony", "Instruments", "JSONText", "Practice", "Rendering", "Tunes"]),

        // Floor 4: what is kept.
        .target(
            name: "Store",
            dependencies: [
                "CZlib", "Chordsets", "Harmony", "JSONText", "Tunes", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Store", "Chordsets", "Harmony", "Interface", "JSONText", "PostgresStore", "RandomTunes", "Tunes", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        // Beside it, for doors that need it: the same in PostgreSQL.
        .target(name: "PostgresStore", dependencies: ["CPostgres", "Store"]),
        // Without pkgConfig, of which SwiftPM complains where it is missing, also to those who build only what needs none of it.
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),

        // Doors.
        .executableTarget(
            name: "chords",
            dependencies: [
                "Chordsets", "Exchange", "Harmony", "Instruments", "Interface", "JSONText", "Practice", "Rendering", "Store", "Tunes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: testable
        ),
        .testTarget(name: "CommandLineTests", dependencies: ["chords", "Exchange", "Harmony", "Rendering"]),
        .executableTarget(
            name: "chords-server",
            dependencies: [
                "CCrypto", "CQREncode", "CZlib", "Chordsets", "Exchange", "Harmony", "Instruments", "Interface", "JSONText",
                "PostgresStore", "Practice", "Rendering", "Store", "Tunes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            resources: [.embedInCode("openapi.json")],
            swiftSettings: testable
        ),
        .testTarget(name: "ServerTests", dependencies: ["chords-server"]),
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .executableTarget(name: "WebApp", dependencies: ["Chordsets", "Exchange", "Interface", "Rendering", "WasmRuntime"]),
        .target(name: "WasmRuntime"),

        // The build of the page. It imports nothing of the engine, so that it is compiled in seconds.
        .target(
            name: "PageBuilding",
            dependencies: ["CCrypto", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: testable),
        .executableTarget(name: "page-builder", dependencies: ["PageBuilding"]),
        .testTarget(
            name: "PageBuildingTests",
            dependencies: ["PageBuilding", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

        .executableTarget(
            name: "Benchmarks", dependencies: ["Exchange", "Harmony", "Instruments", "Interface", "Rendering"], path: "Benchmarks",
            exclude: ["bare", "batch", "peers", "practise.py", "shelves.py", "stage.py", "tables.py", "taps.py", "tune.py"]),
        // What our server is measured against.
        .executableTarget(
            name: "BareServer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")], path: "Benchmarks/bare"),
    ],
    swiftLanguageModes: [.v6]
)

// What reads files, compiled once more with a counter in each branch, for the test that counts how many steps reading takes.
// The folders are links to those in Sources. No sanitizer is linked: Tests/StepCounting/Counter counts, and “scudo” is the one
// that changes nothing by itself.
let counted = [
    ("Harmony", []), ("JSONText", []), ("Tunes", ["Harmony"]), ("Instruments", ["Harmony"]), ("Chordsets", ["Harmony", "JSONText"]),
]
let counting = ["-suppress-warnings", "-Xfrontend", "-sanitize=scudo", "-Xfrontend", "-sanitize-coverage=edge,trace-pc-guard"]
    + counted.flatMap { ["-module-alias", "\($0.0)=Counted\($0.0)"] }
package.targets += counted.map { module, imported in
    .target(
        name: "Counted" + module, dependencies: imported.map { .target(name: "Counted" + $0) },
        path: "Tests/StepCounting/" + module, swiftSettings: [.unsafeFlags(counting)])
}
package.targets += [
    .target(name: "StepCounter", path: "Tests/StepCounting/Counter"),
    .testTarget(name: "StepTests", dependencies: counted.map { .target(name: "Counted" + $0.0) } + ["StepCounter"]),
]

// The page's engine is compiled by page-builder, which sets this variable for that build alone. In Embedded Swift a module
// emits the code of all modules that it imports into its own object file, so WebApp's object has the whole engine. Emitting
// the same code into the objects of the libraries takes two thirds of the time and the linker throws it away.
if Context.environment["CHORDS_ENGINE"] != nil {
    for target in package.targets where target.type == .regular && target.name != "WasmRuntime" {
        // Each file imports Harmony, so that it finds Array+Map.swift there.
        let imports = ["Harmony", "JSONText"].contains(target.name) ? [] : ["-import-module", "Harmony"]
        target.swiftSettings = [.unsafeFlags((["-emit-empty-object-file"] + imports).flatMap { ["-Xfrontend", $0] })]
    }
}
