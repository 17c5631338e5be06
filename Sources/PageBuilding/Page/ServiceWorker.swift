import Foundation

/// Fills in the template of the service worker: `"{version}"`, `"{assets}"`, `"{files}"`, `"{later}"` and `"{hashes}"`.
public struct ServiceWorker {
    /// Files without which the page is not installed.
    public let files: [String]
    /// Recordings of instruments, and what listens to a piano, which are stored when they are first used.
    public let later: [String]

    /// - Parameter paths: all files of the page, relative to its folder.
    public init(paths: [String]) {
        let later = paths.filter {
            $0.hasSuffix(".mp3") || ($0 as NSString).lastPathComponent.hasPrefix("listener")
        }
        self.later = later
        files = paths.filter { path in
            // The start page is kept under the address of its folder. Browsers fetch icons when they install the app.
            ServiceWorker.areStored(path) && !later.contains(path) && !path.hasSuffix(".png")
        }
    }

    /// Files that may be stored: all but the start page, the worker and licenses.
    public static func areStored(_ path: String) -> Bool {
        let name = (path as NSString).lastPathComponent
        return path != "index.html" && path != "service-worker.js" && !name.hasPrefix("LICENSE")
            && !name.hasPrefix("NOTICE")
    }

    /// - Parameters:
    ///   - assets: the folder whose name changes with its content, such as `assets/0123456789abcdef/`.
    ///   - hashes: the SHA-256 of each file that may be stored, in hexadecimal digits.
    public func script(template: String, version: String, assets: String, hashes: [String: String] = [:]) throws
        -> String
    {
        var script = template
        let sums = hashes.map { "\($0):\($1)" }.sorted().joined(separator: " ")
        for (name, value) in [
            ("version", version), ("assets", assets), ("files", files.joined(separator: " ")),
            ("later", later.joined(separator: " ")),
            ("hashes", sums),
        ] where name != "hashes" || !sums.isEmpty {
            let place = "\"{\(name)}\""
            guard script.contains(place) else {
                throw PageBuildError("The template of the service worker does not contain \(place).")
            }
            script = script.replacingOccurrences(of: place, with: "\"\(value)\"")
        }
        return script
    }
}
