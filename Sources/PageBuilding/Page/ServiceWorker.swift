import Foundation

/// Fills in the template of the service worker: `"{version}"`, `"{assets}"`, `"{files}"` and `"{later}"`.
public struct ServiceWorker {
    /// Files without which the page is not installed.
    public let files: [String]
    /// Files that are fetched after the installation.
    public let later: [String]

    /// - Parameter paths: all files of the page, relative to its folder.
    public init(paths: [String]) {
        // The piano is fetched when the page is idle. Another timbre is kept after the user has chosen it.
        later = paths.filter { $0.hasSuffix("/piano.mp3") }
        files = paths.filter { path in
            let name = (path as NSString).lastPathComponent
            // The start page is kept under the address of its folder. Browsers fetch icons when they install the app.
            return path != "index.html" && path != "service-worker.js" && !name.hasPrefix("LICENSE")
                && !name.hasSuffix(".mp3") && !name.hasSuffix(".png")
        }
    }

    /// - Parameter assets: the folder whose name changes with its content, such as `assets/0123456789abcdef/`.
    public func script(template: String, version: String, assets: String) throws -> String {
        var script = template
        for (name, value) in [
            ("version", version), ("assets", assets), ("files", files.joined(separator: " ")),
            ("later", later.joined(separator: " ")),
        ] {
            let place = "\"{\(name)}\""
            guard script.contains(place) else {
                throw PageBuildError("The template of the service worker does not contain \(place).")
            }
            script = script.replacingOccurrences(of: place, with: "\"\(value)\"")
        }
        return script
    }
}
