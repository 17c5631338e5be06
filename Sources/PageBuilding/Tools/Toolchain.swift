import Foundation

/// The commands of Swift that a build of the page calls.
struct Toolchain {
    /// A folder for logs and scratch files.
    let scratch: URL

    private static let triple = "wasm32-unknown-none-wasm"

    /// Starts building ``engine`` and ``listener``.
    func startModules(isOptimized: Bool) throws -> Program {
        try checkEmbeddedLibrary()
        let toolset = scratch.appending(path: "toolset.json")
        try Data(Self.toolset.utf8).write(to: toolset)
        return try Program(
            [
                "swift", "build", "-c", "release", "--triple", Self.triple, "--toolset", toolset.path,
                "--scratch-path", scratch.path,
                // Without it, SwiftPM would delete Package.resolved, because this build needs no other package.
                "--only-use-versions-from-resolved-file",
                // The linker would remove debug information, and compiling is faster without it. Among the options of
                // the toolset, “-gnone” would stand before the “-g” of SwiftPM, which wins.
                "-debug-info-format", "none",
            ],
            environment: [
                // Package.swift reads these two.
                "CHORDS_ENGINE": ([isOptimized ? "-Osize" : "-Onone"] + Self.engineOptions).joined(separator: " "),
                // For speed, with SIMD: three times as fast.
                "CHORDS_LISTENER": "-O -Xcc -msimd128",
                // SwiftPM writes some compiler options in the order of a set. Without this, it sometimes compiles
                // everything again.
                "SWIFT_DETERMINISTIC_HASHING": "1",
            ],
            log: scratch.appending(path: "log"))
    }

    var engine: URL { products.appending(path: "WebApp.wasm") }

    /// The module that listens to a piano.
    var listener: URL { products.appending(path: "ListenerApp.wasm") }

    private var products: URL { scratch.appending(path: "\(Self.triple)/release") }

    /// Links the module that reads tunes in a worker, from the object files of the built engine. The linker leaves out
    /// all that its exports do not need.
    func linkTuneReader() throws -> URL {
        let reader = products.appending(path: "tune-reader.wasm")
        let objects = products.appending(path: "WebApp.product/Objects.LinkFileList").path
        let options =
            Self.clangOptions + Self.linkerOptions(exports: Self.tuneReaderExports).flatMap { ["-Xlinker", $0] }
        try Program(
            [
                "swiftc", "-emit-executable", "-o", reader.path, "-target", Self.triple,
                "-enable-experimental-feature", "Embedded", "-wmo", "@\(objects)",
            ] + options,
            log: scratch.appending(path: "log")
        ).wait()
        return reader
    }

    /// Starts building the command line, which renders the first screen.
    func startCommandLine(_ configuration: String) throws -> Program {
        try Program(
            ["tools/build", "-c", configuration, "--product", "chords"], log: scratch.appending(path: "chords-log"))
    }

    /// The first screen in the template of the page.
    func renderFirstScreen(_ configuration: String, template: URL, into output: URL) throws {
        try Program(
            [".build/\(configuration)/chords", "page"], input: template, output: output,
            log: scratch.appending(path: "chords-log")
        ).wait()
    }

    /// Demangled function names. Other names do not change.
    func demangled(_ names: [String]) throws -> [String] {
        guard !names.isEmpty else { return [] }
        let output = scratch.appending(path: "demangled")
        try Program(
            ["swift", "demangle", "--compact", "--simplified"] + names, output: output,
            log: scratch.appending(path: "demangle-log")
        ).wait()
        return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func checkEmbeddedLibrary() throws {
        struct TargetInfo: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let output = scratch.appending(path: "target-info")
        try Program(["swiftc", "-print-target-info"], output: output, log: scratch.appending(path: "log")).wait()
        let info = try JSONDecoder().decode(TargetInfo.self, from: Data(contentsOf: output))
        let library = "\(info.paths.runtimeResourcePath)/embedded/Swift.swiftmodule/\(Self.triple).swiftmodule"
        guard FileManager.default.fileExists(atPath: library) else {
            throw PageBuildError(
                """
                This Swift toolchain has no Embedded standard library for \(Self.triple). Install Swift 6.3.1 for \
                Linux.
                """
            )
        }
    }

    /// The compiler and linker options of all modules of the page, as a SwiftPM toolset.
    static var toolset: String {
        let compiler =
            [
                "-enable-experimental-feature", "Embedded", "-wmo",
                // There is no C library that could report a damaged stack.
                "-Xfrontend", "-disable-stack-protector",
                // Incremental code generation leaves a checksum of every source file in the engine: 4 kB that do not
                // compress.
                "-Xfrontend", "-disable-incremental-llvm-codegen",
                // The object outliner names constant arrays after their function and a number. Each object file counts
                // for itself, so the linker may take one array for another of the same name, and chords get wrong
                // notes. See docs/ARCHITECTURE.md.
                "-Xllvm", "-sil-disable-pass=object-outliner",
            ] + clangOptions
        let linker = linkerOptions(exports: engineExports + listenerExports)
        func list(_ options: [String]) -> String { options.map { "\"\($0)\"" }.joined(separator: ", ") }
        return """
            {
              "schemaVersion": "1.0",
              "swiftCompiler": { "extraCLIOptions": [\(list(compiler))] },
              "linker": { "extraCLIOptions": [\(list(linker))] }
            }

            """
    }

    /// Options for linking. Binaryen runs later with our own options.
    private static let clangOptions = ["-Xclang-linker", "-nostdlib", "-Xclang-linker", "--no-wasm-opt"]

    /// The compiler options of the engine.
    private static let engineOptions = [
        // These passes copy code to make it faster: a copy of a function for each closure that it is called with, …
        "-Xllvm", "-sil-disable-pass=closure-specialize", "-Xllvm", "-sil-disable-pass=function-signature-opts",
        // … and of a loop for arrays that need no checks. Without all four the engine is 3 % smaller with Brotli.
        "-Xllvm", "-sil-disable-pass=array-property-opt", "-Xllvm", "-sil-disable-pass=loop-unroll",
        // These take 5 % of the time of compiling and change the size by less than 0.01 %.
        "-Xllvm", "-sil-disable-pass=loop-invariant-code-motion", "-Xllvm", "-sil-disable-pass=bcopts",
        "-Xllvm", "-enable-constraint-elimination=false", "-Xfrontend", "-disable-llvm-verify",
        // Traps of a function share one instruction, and values may be released before the end of their scope: 1 %
        // less.
        "-Xfrontend", "-mergeable-traps", "-Xfrontend", "-enable-lexical-lifetimes=false",
        // Lower estimated benefits of inlining than the defaults: another 1 % less.
        "-Xllvm", "-sil-inline-removed-closure-benefit=10", "-Xllvm", "-sil-inline-removed-call-benefit=5",
        "-Xllvm", "-sil-inline-generic-specialization-benefit=0",
        "-Xllvm", "-sil-inline-overall-caller-block-limit=100", "-Xllvm",
        "-sil-inline-trivial-function-threshold=9",
        "-Xllvm", "-sil-inline-ref-count-benefit=0", "-Xllvm", "-sil-inline-removed-load-benefit=10",
        "-Xllvm", "-sil-inline-removed-store-benefit=5", "-Xllvm", "-sil-inline-removed-terminator-benefit=5",
        // Calls instead of copies of long functions that the standard library marks as always inlined.
        "-Xllvm", "-sil-inline-never-functions=Sa6append",
        "-Xllvm", "-sil-inline-never-function=\(neverInlined.joined(separator: ","))",
    ]

    /// Functions of the standard library that are long where they are inlined: `isEmpty` of a string takes 177 bytes, a
    /// call of it 18. The option takes mangled names. `Sa6append` above is part of those of `Array.append`.
    private static let neverInlined = [
        // ==, <, isEmpty and utf8.count of String
        "$eSS2eeoiySbSS_SStFZ", "$eSS1loiySbSS_SStFZ", "$eSS7isEmptySbvg", "$eSS8UTF8ViewV5countSivg",
        // String.UnicodeScalarView.Iterator.next()
        "$eSS17UnicodeScalarViewV8IteratorV4nexts0A0O0B0VSgyF",
        // Int(String), generic and specialized
        "$es17FixedWidthIntegerPsEyxSgSScfC", "$es17FixedWidthIntegerPsEyxSgSScfCSi_Tg5",
        "$es17FixedWidthIntegerPsEyxSgSScfCSi_Tt1g5",
    ]

    /// What all modules export: see Web/loop/wasm.js.
    private static let memoryExports = ["allocate", "release", "resultLength"]
    private static let engineExports =
        memoryExports + ["start", "send", "replay", "show", "picture", "answer", "decide"]
    private static let tuneReaderExports = memoryExports + ["readTunes"]
    private static let listenerExports = ["startListening", "expect", "hear"]

    /// - Parameter exports: functions in Exports.swift of Sources/WebApp and Sources/ListenerApp. Each module exports
    ///   its own.
    private static func linkerOptions(exports: [String]) -> [String] {
        [
            "--no-entry", "--gc-sections",
            // Keeps the names of functions, which the size report needs. They are removed from the page's engine.
            "--strip-debug",
            // With the stack at the lowest addresses an overflow traps. Otherwise it would overwrite data.
            "--stack-first", "-z", "stack-size=262144",
        ] + exports.map { "--export-if-defined=\($0)" }
    }
}
