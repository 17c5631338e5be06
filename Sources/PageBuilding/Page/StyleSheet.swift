import Foundation

/// A style sheet that imports others from its folder.
enum StyleSheet {
    /// The imported files, one after the other.
    static func joined(_ url: URL) throws -> String {
        try imports(of: String(contentsOf: url, encoding: .utf8)).map { name in
            try String(contentsOf: url.deletingLastPathComponent().appending(path: name), encoding: .utf8)
        }.joined()
    }

    /// The file names of its lines `@import "NAME";`.
    static func imports(of text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("@import \""), line.hasSuffix("\";") else { return nil }
            return String(line.dropFirst("@import \"".count).dropLast(2))
        }
    }
}
