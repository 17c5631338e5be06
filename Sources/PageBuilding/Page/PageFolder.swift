import CCrypto
import Foundation

/// A folder with a built page: `index.html`, the service worker, and `assets/HASH/` with all that the page loads.
public struct PageFolder {
    public let url: URL

    public init(_ url: URL) {
        self.url = url
    }

    /// Throws an error if a build would replace something other than a page.
    public func checkIsReplaceable() throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let content = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        if let content, content.isEmpty || content.contains("assets") && content.contains("index.html") { return }
        throw PageBuildError(
            "\(url.path) holds something else than a page built by this command. Choose another folder.")
    }

    /// Moves another folder here. The page that was here is deleted after the new one has taken its place.
    public func replace(with new: PageFolder) throws {
        let files = FileManager.default
        let old = url.deletingLastPathComponent().appending(path: ".\(url.lastPathComponent).old")
        try? files.removeItem(at: old)
        if files.fileExists(atPath: url.path) { try files.moveItem(at: url, to: old) }
        try files.moveItem(at: new.url, to: url)
        try? files.removeItem(at: old)
    }

    /// The paths of all files relative to the folder, sorted by their bytes: the same order on every machine.
    public func paths() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.appending(path: path).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The SHA-256 of each file that browsers may store, in hexadecimal digits.
    public func sums() throws -> [String: String] {
        var sums: [String: String] = [:]
        for path in try paths() where ServiceWorker.areStored(path) {
            let content = [UInt8](try Data(contentsOf: url.appending(path: path)))
            var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
            _ = SHA256(content, content.count, &digest)
            sums[path] = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return sums
    }

    /// A hash of the paths and contents of all files, and of a text.
    public func hash(with text: String = "") throws -> String {
        var hash = ContentHash()
        for path in try paths() {
            hash.add(path: path, content: [UInt8](try Data(contentsOf: url.appending(path: path))))
        }
        hash.add(text.utf8)
        return hash.text
    }
}

/// Writes a text as UTF-8, in place of what the file holds.
func write(_ text: String, to url: URL) throws {
    try Data(text.utf8).write(to: url)
}
