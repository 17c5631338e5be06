import Foundation

/// Builds the page as a folder of static files that any web host can serve.
///
/// All that the page loads is in `assets/HASH/`, so it can be cached for ever. `index.html` and the service worker name
/// that folder.
public struct PageBuild {
    public enum Kind: Sendable {
        /// Small files for a host: optimized, bundled, compressed.
        case release
        /// Files for this machine that are quick to build.
        case local
        /// As `local`, with an engine that the compiler does not optimize.
        case debug
    }

    private let kind: Kind
    private let output: PageFolder
    private let sizeTable: URL?
    private let files = FileManager.default
    private let toolchain: Toolchain
    private let web = URL(filePath: "Web")

    /// - Parameters:
    ///   - output: The folder to create or to replace.
    ///   - sizeTable: A file for the size of each module as a Markdown table.
    public init(_ kind: Kind, output: URL, sizeTable: URL? = nil) {
        self.kind = kind
        self.output = PageFolder(output)
        self.sizeTable = sizeTable
        toolchain = Toolchain(
            scratch: URL(filePath: kind == .debug ? ".build-wasm-debug" : ".build-wasm"))
    }

    /// Builds the page and puts it in place.
    public func run() throws {
        guard files.fileExists(atPath: web.appending(path: "index.html").path) else {
            throw PageBuildError("There is no Web/index.html here. Run page-builder in the folder of Package.swift.")
        }
        try output.checkIsReplaceable()
        try files.createDirectory(at: toolchain.scratch, withIntermediateDirectories: true)
        // In the parent of the target, so that putting it in place is only a change of names.
        let parent = output.url.deletingLastPathComponent()
        let new = PageFolder(parent.appending(path: "\(output.url.lastPathComponent).new"))
        try? files.removeItem(at: new.url)
        try files.createDirectory(at: new.url, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: new.url) }

        try buildPrograms()
        say("Collecting files …")
        let content = new.url.appending(path: "content")
        let chunks = try collectFiles(in: content)
        let hash = try PageFolder(content).hash()
        let assets = "assets/\(hash)/"
        try files.createDirectory(at: new.url.appending(path: "assets"), withIntermediateDirectories: true)
        try files.moveItem(at: content, to: new.url.appending(path: "assets/\(hash)"))
        try writeIndex(assets: assets, in: new)
        try writeServiceWorker(assets: assets, in: new)
        if kind == .release {
            say("Compressing …")
            try Compression.compress(new, log: log)
            say(try FirstVisit(assets: assets, chunks: chunks).summary(in: new.url))
        }
        try output.replace(with: new)
        say("The page is in \(output.url.path).")
    }

    private var log: URL { toolchain.scratch.appending(path: "tool-log") }
    /// The command line is built like page-builder itself, so nothing is compiled in two ways.
    private var configuration: String {
        #if DEBUG
            "debug"
        #else
            "release"
        #endif
    }

    /// Builds the modules and the command line side by side.
    private func buildPrograms() throws {
        say("Compiling the engine …")
        let modules = try toolchain.startModules(isOptimized: kind != .debug)
        let commandLine: Program
        do {
            commandLine = try toolchain.startCommandLine(configuration)
        } catch {
            modules.stop()
            throw error
        }
        do {
            try modules.wait()
        } catch {
            commandLine.stop()
            throw error
        }
        try reportSize()
        say("Compiling the command line, which renders the first screen …")
        try commandLine.wait()
    }

    private func reportSize() throws {
        let module = try WasmModule([UInt8](Data(contentsOf: toolchain.engine)))
        let report = SizeReport(of: try module.functions())
        if kind == .release {
            say(report.text(names: try toolchain.demangled(report.largest.map { $0.name ?? "unnamed" })))
        } else {
            say("The engine has \(grouped(report.size)) bytes of code.")
        }
        if let sizeTable { try write(report.markdown, to: sizeTable) }
    }

    /// Collects what belongs in the assets folder.
    ///
    /// - Returns: the chunks that main.js imports statically; none if the scripts are not bundled.
    private func collectFiles(in folder: URL) throws -> [String] {
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        try collect(toolchain.engine, as: folder.appending(path: "chord-combiner.wasm"))
        try collect(toolchain.linkTuneReader(), as: folder.appending(path: "tune-reader.wasm"))
        try collect(toolchain.listener, as: folder.appending(path: "listener.wasm"), isFast: true)
        for (name, types) in [("sound", ["mp3", "txt"]), ("fonts", ["woff2", "txt"])] {
            try copyFiles(of: types, from: web.appending(path: name), to: folder.appending(path: name))
        }
        // The license of the model's weights, which are in the module that listens.
        try copyFiles(
            of: ["txt"], from: URL(filePath: "Sources/Listening/Model"), to: folder.appending(path: "listening"))

        // Classic scripts before the first paint are joined, because each file delays it.
        let early = folder.appending(path: "early.js")
        let scripts = try PageFolder(web.appending(path: "early")).paths().map {
            try String(contentsOf: web.appending(path: "early/\($0)"), encoding: .utf8)
        }
        try write(scripts.joined(separator: "\n"), to: early)

        let style = folder.appending(path: "style/page.css")
        try files.createDirectory(at: style.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard kind == .release, Program.find("esbuild") != nil else {
            try write(StyleSheet.joined(web.appending(path: "style/page.css")), to: style)
            try copyModules(to: folder)
            return []
        }
        let bundler = Bundler(log: log)
        try bundler.minifyScript(early)
        try bundler.bundleStyleSheet(web.appending(path: "style/page.css"), as: style)
        let workers = web.appending(path: "workers")
        for worker in try PageFolder(workers).paths() {
            // Workers are scripts of their own.
            _ = try bundler.bundleModule(workers.appending(path: worker), into: folder.appending(path: "workers"))
        }
        return try bundler.bundleModule(web.appending(path: "main.js"), into: folder).chunks
    }

    /// Writes a WebAssembly module without names, and optimized by Binaryen for a release.
    /// - Parameter isFast: whether it is optimized for speed and has SIMD instructions.
    private func collect(_ module: URL, as url: URL, isFast: Bool = false) throws {
        try Data(WasmModule([UInt8](Data(contentsOf: module))).stripped).write(to: url)
        guard kind == .release else { return }
        if Program.find("wasm-opt") != nil {
            say("Optimizing \(url.lastPathComponent) …")
            // What Binaryen has written can be optimized further: 1 kB less with Brotli. A third time changes nothing.
            for _ in 0..<2 { try optimize(url, isFast: isFast) }
        }
        try Data(WasmModule([UInt8](Data(contentsOf: url))).compressible()).write(to: url)
    }

    private func optimize(_ url: URL, isFast: Bool) throws {
        try Program(
            ["wasm-opt"] + (isFast ? ["-O3", "--enable-simd"] : ["-Oz"]) + [
                // No inlining of functions with one caller: the engine would be 1 % smaller, but 5 % larger with
                // Brotli, which finds fewer repetitions.
                "--one-caller-inline-max-function-size=0", "--flexible-inline-max-function-size=0",
                // The lowest addresses are the end of the stack, and never the target of pointers.
                "--low-memory-unused",
                "--enable-bulk-memory", "--enable-sign-ext", "--enable-nontrapping-float-to-int", "--enable-multivalue",
                "--enable-reference-types", "--enable-mutable-globals",
                // No other passes, such as --strip-debug: they would undo the last one of -Oz, which saves 3 kB.
                url.path, "-o", url.path,
            ],
            log: log
        ).wait()
    }

    /// Copies all modules as they are.
    private func copyModules(to folder: URL) throws {
        for path in try PageFolder(web).paths() where path.hasSuffix(".js") {
            guard !path.hasPrefix("root/"), !path.hasPrefix("early/") else { continue }
            let target = folder.appending(path: path)
            try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files.copyItem(at: web.appending(path: path), to: target)
        }
    }

    private func copyFiles(of types: [String], from source: URL, to target: URL) throws {
        try files.createDirectory(at: target, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source.path)
        where types.contains((name as NSString).pathExtension) {
            try files.copyItem(at: source.appending(path: name), to: target.appending(path: name))
        }
    }

    private func writeIndex(assets: String, in folder: PageFolder) throws {
        let template = try String(contentsOf: web.appending(path: "index.html"), encoding: .utf8)
        let file = toolchain.scratch.appending(path: "index.html")
        try write(filledIndex(template: template, assets: assets), to: file)
        try toolchain.renderFirstScreen(configuration, template: file, into: folder.url.appending(path: "index.html"))
    }

    private func writeServiceWorker(assets: String, in folder: PageFolder) throws {
        let root = web.appending(path: "root")
        try copyFiles(of: ["svg", "png"], from: root.appending(path: "icons"), to: folder.url.appending(path: "icons"))
        try copyFiles(of: ["webmanifest"], from: root, to: folder.url)
        let template = try String(contentsOf: root.appending(path: "service-worker.js"), encoding: .utf8)
        let script = try ServiceWorker(paths: folder.paths()).script(
            template: template, version: folder.hash(with: template), assets: assets, hashes: folder.sums())
        try write(script, to: folder.url.appending(path: "service-worker.js"))
    }
}

/// Fills in the template of index.html.
///
/// The imports of main.js get no preload links. On a slow network they would share it with the style sheet, and the
/// first paint would be a tenth of a second later; the engine takes longer than they do.
///
/// - Parameter assets: the folder whose name changes with its content, with a slash at the end.
func filledIndex(template: String, assets: String) throws -> String {
    guard template.contains("{assets}") else { throw PageBuildError("Web/index.html must contain {assets}.") }
    return template.replacingOccurrences(of: "{assets}", with: assets)
}

/// Prints a line without buffering, because ./run shows the last line of a log file.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
