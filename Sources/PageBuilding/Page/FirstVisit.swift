import Foundation

/// What a browser loads before the page can be used.
struct FirstVisit {
    /// Paths in the folder of the page.
    let paths: [String]

    init(assets: String, chunks: [String]) {
        paths =
            ["index.html", "manifest.webmanifest", "icons/icon.svg"]
            + (["early.js", "style/page.css", "main.js"] + chunks + ["chord-combiner.wasm", "fonts/symbols.woff2"])
            .map { assets + $0 }
    }

    /// The bytes that travel: the smallest compressed copy of each file.
    func size(in folder: URL) throws -> Int {
        try paths.reduce(0) { try $0 + size(of: folder.appending(path: $1)) }
    }

    /// One line for the terminal.
    func summary(in folder: URL) throws -> String {
        let engine = folder.appending(path: paths.first { $0.hasSuffix(".wasm") }!)
        return try "A first visit loads \(grouped(size(in: folder))) bytes in \(paths.count) requests. "
            + "The engine is \(grouped(size(of: engine))) of them, \(grouped(bytes(engine) ?? 0)) uncompressed."
    }

    private func size(of file: URL) throws -> Int {
        let sizes = ["", ".br", ".gz"].compactMap { bytes(URL(filePath: file.path + $0)) }
        guard let smallest = sizes.min() else { throw PageBuildError("The page lacks \(file.lastPathComponent).") }
        return smallest
    }

    private func bytes(_ file: URL) -> Int? {
        try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    }
}
