// swift-tools-version: 6.2
import PackageDescription

// The executables are tested in release builds, which need `-enable-testing`. The libraries are built without it.
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

// Modules from the lowest layer to the highest. A module imports only lower ones.
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
    traits: [
        .trait(name: "PostgreSQL", description: "The server can store data in PostgreSQL, which needs libpq."),
        .default(enabledTraits: ["PostgreSQL"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
        // Without its default traits: the server is configured only by its command line.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1", traits: []),
    ],
    targets: [
        // Layer 0: music theory. Imports nothing.
        .target(name: "Harmony"),
        .testTarget(name: "HarmonyTests", dependencies: ["Harmony"], resources: [.copy("Fixtures")]),

        // Layer 0: JSON, because Embedded Swift has no Codable.
        .target(name: "JSONText"),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),

        // Layer 0: synchronization of stored items, whatever they are.
        .target(name: "Sync", dependencies: ["JSONText"]),
        .testTarget(name: "SyncTests", dependencies: ["Sync", "JSONText"]),

        // Layer 1: chordsets of light chords.
        .target(name: "Chordsets", dependencies: ["Harmony", "JSONText", "Sync"]),
        .testTarget(name: "ChordsetsTests", dependencies: ["Chordsets", "Harmony", "JSONText", "Sync"]),

        // Layer 1: tunes.
        .target(name: "Tunes", dependencies: ["Harmony", "JSONText", "Sync"]),
        .testTarget(name: "TunesTests", dependencies: ["Tunes", "Harmony", "RandomTunes"]),
        // Random tunes for tests.
        .target(name: "RandomTunes", dependencies: ["Tunes", "Harmony"], path: "Tests/RandomTunes"),

        // Layer 1: MIDI and LinnStrument.
        .target(name: "Instruments", dependencies: ["Harmony"]),
        .testTarget(
            name: "InstrumentsTests", dependencies: ["Instruments", "Harmony"], resources: [.copy("Fixtures")]),

        // Layer 1: exercises, judging and spaced repetition.
        .target(name: "Practice", dependencies: ["Harmony", "JSONText", "Sync"]),
        .testTarget(name: "PracticeTests", dependencies: ["Practice", "Harmony", "JSONText"]),

        // Layer 1: hearing a piano through a microphone. It is optimized in debug builds, too: without, a second of
        // sound would take a minute.
        .target(
            name: "Listening", dependencies: ["Harmony"],
            exclude: ["Model/LICENSE-basic-pitch.txt", "Model/NOTICE-basic-pitch.txt"],
            swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .testTarget(name: "ListeningTests", dependencies: ["Listening", "Harmony"], resources: [.copy("Fixtures")]),
        // The same for the page, where it is a module of its own: see page-builder's Toolchain.swift.
        .executableTarget(name: "ListenerApp", dependencies: ["Listening", "WasmRuntime"]),
        // Prints what the model hears, for tools/listening.
        .executableTarget(
            name: "listening-probe", dependencies: ["Harmony", "Listening"], path: "tools/listening/probe"),

        // Layer 2: what people type and programs ask for.
        .target(name: "Input", dependencies: ["Chordsets", "Harmony", "Instruments", "JSONText", "Practice", "Tunes"]),

        // Layer 2: HTML, SVG, speech.
        .target(
            name: "Rendering",
            dependencies: ["Chordsets", "Harmony", "Input", "Instruments", "JSONText", "Practice", "Tunes"]),
        .testTarget(
            name: "RenderingTests",
            dependencies: [
                "Rendering", "Chordsets", "Harmony", "Input", "Instruments", "JSONText", "Practice", "RandomTunes",
                "Sync", "Tunes",
            ]),

        // Layer 2: requests, JSON, text, MusicXML and MIDI.
        .target(
            name: "Exchange",
            dependencies: [
                "Rendering", "Chordsets", "Harmony", "Input", "Instruments", "JSONText", "Practice", "Tunes",
            ]),
        .testTarget(
            name: "ExchangeTests",
            dependencies: [
                "Exchange", "Rendering", "Chordsets", "Harmony", "Input", "Instruments", "JSONText", "Practice",
                "RandomTunes", "Tunes",
            ]),

        // Layer 3: the user interface as pure functions.
        .target(
            name: "Interface",
            dependencies: [
                "Chordsets", "Exchange", "Harmony", "Input", "Instruments", "JSONText", "Practice", "Rendering", "Sync",
                "Tunes",
            ]),
        .testTarget(
            name: "InterfaceTests",
            dependencies: [
                "Interface", "Chordsets", "Exchange", "Harmony", "Input", "Instruments", "JSONText", "Practice",
                "Rendering", "Sync", "Tunes",
            ]),

        // Layer 4: the database.
        .target(
            name: "Store",
            dependencies: [
                "CZlib", "Chordsets", "Harmony", "JSONText", "Sync", "Tunes",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .testTarget(
            name: "StoreTests",
            dependencies: [
                "Store", "Chordsets", "Exchange", "Harmony", "Interface", "JSONText", "PostgresStore", "RandomTunes",
                "Sync", "Tunes", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        // Layer 5: the database in PostgreSQL, only for the server.
        .target(name: "PostgresStore", dependencies: ["CPostgres", "Store"]),
        // Without pkgConfig, because SwiftPM warns in every build if the package is missing.
        .systemLibrary(name: "CPostgres", providers: [.apt(["libpq-dev"])]),

        // Executables.
        .executableTarget(
            name: "chords",
            dependencies: [
                "Chordsets", "Exchange", "Harmony", "Input", "Instruments", "Interface", "JSONText", "Listening",
                "Practice", "Rendering", "Store", "Sync", "Tunes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: testable
        ),
        .testTarget(name: "CommandLineTests", dependencies: ["chords", "Exchange", "Harmony", "Input", "Rendering"]),
        .executableTarget(
            name: "chords-server",
            dependencies: [
                "CCrypto", "CQREncode", "Chordsets", "Exchange", "Harmony", "Input", "Instruments", "Interface",
                "JSONText", "OpenAPIDocument", "Practice", "Rendering", "Store", "Sync", "Tunes",
                .target(name: "PostgresStore", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            swiftSettings: testable
        ),
        .testTarget(name: "ServerTests", dependencies: ["chords-server"]),
        .target(name: "OpenAPIDocument", exclude: ["openapi.json"], cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
        .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .executableTarget(
            name: "WebApp",
            dependencies: ["Chordsets", "Exchange", "Input", "Interface", "Rendering", "Sync", "Tunes", "WasmRuntime"]),
        .target(name: "WasmRuntime"),

        // The build of the page. It does not import the engine and compiles in seconds. It is optimized in debug
        // builds, too: without, ordering the functions of the engine would take minutes.
        .target(
            name: "PageBuilding",
            dependencies: ["CCrypto", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: testable + [.unsafeFlags(["-O"], .when(configuration: .debug))]),
        .executableTarget(name: "page-builder", dependencies: ["PageBuilding"]),
        .testTarget(
            name: "PageBuildingTests",
            dependencies: ["PageBuilding", .product(name: "ArgumentParser", package: "swift-argument-parser")]),

        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Exchange", "Harmony", "Input", "Instruments", "Interface", "Rendering", "Tunes"],
            path: "Benchmarks",
            exclude: [
                "batch", "first_paint.py", "listening.py", "peers", "practice.py", "shelves.py", "stage.py",
                "tables.py", "taps.py", "tune.py",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The modules that read files, compiled again with a counter in each branch. StepTests counts the steps of reading.
//
// The folders link to those in Sources. Coverage instrumentation needs a sanitizer; “scudo” is the one without effects
// of its own. Tests/StepCounting/Counter replaces its runtime. All of it takes two minutes of processor time to
// compile, and belongs to the second lane of ./test, which sets this variable.
let counted = [
    ("Harmony", []), ("JSONText", []), ("Sync", ["JSONText"]), ("Tunes", ["Harmony", "JSONText", "Sync"]),
    ("Instruments", ["Harmony"]), ("Chordsets", ["Harmony", "JSONText", "Sync"]),
]
let counting =
    ["-suppress-warnings", "-Xfrontend", "-sanitize=scudo", "-Xfrontend", "-sanitize-coverage=edge,trace-pc-guard"]
    + counted.flatMap { ["-module-alias", "\($0.0)=Counted\($0.0)"] }
if Context.environment["CHORDS_TEST_ALL"] != nil {
    package.targets += counted.map { module, imported in
        .target(
            name: "Counted" + module, dependencies: imported.map { .target(name: "Counted" + $0) },
            path: "Tests/StepCounting/" + module, swiftSettings: [.unsafeFlags(counting)])
    }
    package.targets += [
        .target(name: "StepCounter", path: "Tests/StepCounting/Counter"),
        .testTarget(name: "StepTests", dependencies: counted.map { .target(name: "Counted" + $0.0) } + ["StepCounter"]),
    ]
}

// Tests compile in half the time without the optimizer. Those of Sync compute for minutes, and keep it.
for target in package.targets where target.type == .test && target.name != "SyncTests" {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// page-builder sets these variables to compile the page's modules: the engine, and the module that listens. They
// contain compiler options. In Embedded Swift, an object file includes the code of all imported modules, so that of
// WebApp is the whole engine. Object files of the libraries would take two thirds of the time, and the linker would
// drop them.
if let engine = Context.environment["CHORDS_ENGINE"], let listener = Context.environment["CHORDS_LISTENER"] {
    let options = ["WebApp": engine, "ListenerApp": listener].mapValues { $0.split(separator: " ").map(String.init) }
    // Without the server's libraries, which would be downloaded and read first, compiling begins half a minute earlier.
    // In the reverse order, a module comes before those that it imports.
    var needed = Set(options.keys)
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
    package.dependencies = []
    for target in package.targets where target.name != "WasmRuntime" {
        if let options = options[target.name] {
            target.swiftSettings = [.unsafeFlags(options)]
        } else {
            // Each file imports Harmony because of its Collection+Embedded.swift.
            let imports = ["Harmony", "JSONText", "Sync"].contains(target.name) ? [] : ["-import-module", "Harmony"]
            // As the engine, but not optimized, because the importing modules optimize all of it again: a minute less,
            // and an engine that is 0.3 % larger.
            target.swiftSettings = [
                .unsafeFlags(options["WebApp"]! + ["-Onone", "-no-emit-module-separately-wmo"]),
                .unsafeFlags((["-emit-empty-object-file"] + imports).flatMap { ["-Xfrontend", $0] }),
            ]
        }
    }
}
