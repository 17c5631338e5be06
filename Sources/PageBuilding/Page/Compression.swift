import Foundation

/// Compressed copies of files for hosts that serve them.
enum Compression {
    /// Formats that are compressed already.
    private static let compressed: Set = ["woff2", "png", "mp3", "gz", "br"]

    /// Writes `FILE.gz` and, if Brotli is installed, `FILE.br` next to each file in a folder.
    static func compress(_ folder: PageFolder, log: URL) throws {
        let files = try folder.paths().filter { !compressed.contains(($0 as NSString).pathExtension) }
            .map { folder.url.appending(path: $0).path }
        // Without -n there would be a date in each file.
        try Program(["gzip", "-9", "-n", "-k", "-f"] + files, log: log).wait()
        guard Program.find("brotli") != nil else { return }
        try Program(["brotli", "-q", "11", "-k", "-f"] + files, log: log).wait()
    }
}
