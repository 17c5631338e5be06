import Foundation

/// Bundles and minifies scripts and style sheets with esbuild.
struct Bundler {
    let log: URL

    /// A script that the page loads with `<script type="module">`.
    struct Entry {
        /// The chunks that it imports statically, in the order of esbuild's list.
        let chunks: [String]
    }

    /// Bundles a module with its static imports. Dynamic imports (`import()`) stay separate files.
    func bundleModule(_ source: URL, into folder: URL) throws -> Entry {
        let metafile = log.deletingLastPathComponent().appending(path: "esbuild.json")
        // Shared code would become a chunk for each set of modules that share it. Each chunk is a request of the first
        // visit. Injected into all modules, the module is one chunk with all that it imports statically.
        try run([
            source.path, "--inject:\(source.path)", "--bundle", "--splitting", "--format=esm",
            "--outdir=\(folder.path)", "--metafile=\(metafile.path)",
        ])
        return try Self.entry(source.lastPathComponent, in: Data(contentsOf: metafile))
    }

    /// Minifies a script that is not a module.
    func minifyScript(_ script: URL) throws {
        try run([script.path, "--outfile=\(script.path)", "--allow-overwrite"])
    }

    /// Bundles a style sheet with its imports. Addresses in it do not change.
    func bundleStyleSheet(_ source: URL, as output: URL) throws {
        try run([source.path, "--bundle", "--external:*.woff2", "--outfile=\(output.path)"])
    }

    private func run(_ arguments: [String]) throws {
        try Program(["esbuild"] + arguments + ["--minify", "--charset=utf8", "--log-level=warning"], log: log).wait()
        // esbuild only warns about syntax that it does not know, and may damage it.
        let warnings = try String(contentsOf: log, encoding: .utf8)
        guard warnings.isEmpty else { throw PageBuildError(warnings) }
    }

    /// The static imports of an entry point, followed through all chunks.
    static func entry(_ name: String, in metafile: Data) throws -> Entry {
        struct Metafile: Decodable {
            struct Output: Decodable {
                struct Import: Decodable {
                    let path: String
                    let kind: String
                }
                let imports: [Import]
            }
            let outputs: [String: Output]
        }
        func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }
        let outputs = try JSONDecoder().decode(Metafile.self, from: metafile).outputs
        let imports = Dictionary(
            uniqueKeysWithValues: outputs.map { path, output in
                (fileName(path), output.imports.filter { $0.kind == "import-statement" }.map { fileName($0.path) })
            })
        var chunks: [String] = []
        var unvisited = imports[name] ?? []
        while !unvisited.isEmpty {
            let chunk = unvisited.removeFirst()
            guard !chunks.contains(chunk) else { continue }
            chunks.append(chunk)
            unvisited += imports[chunk] ?? []
        }
        return Entry(chunks: chunks)
    }
}
