import Foundation
import Hummingbird
import JSONText

/// The built page in memory. Serving needs no disk, and no address can leave the folder.
struct Site: Sendable {
    /// The reason why a folder cannot be served.
    struct Unusable: Error {
        let reason: String
    }

    /// The template of all screens: the built `index.html`, changed to routes in the path.
    let template: String
    /// The other files by path, such as `/assets/1f3a/app.wasm`, without hidden files and links.
    let files: [String: Document]

    init(folder: String) throws(Unusable) {
        guard let index = FileManager.default.contents(atPath: folder + "/index.html") else {
            throw Unusable(
                reason: "There is no page in “\(folder)”. Build it with: swift run -c release page-builder \(folder)")
        }
        guard let template = Self.servedTemplate(String(decoding: index, as: UTF8.self)) else {
            throw Unusable(reason: "“\(folder)/index.html” is not a page built by page-builder.")
        }
        self.template = template
        files = Dictionary(
            uniqueKeysWithValues: Self.paths(in: folder).compactMap { path in
                Self.document(folder: folder, path: path).map { ("/" + path, $0) }
            })
    }

    /// The version of the API, and the build of the page by the name of its assets folder.
    var family: MetricFamily {
        let build = files.keys.first { $0.hasPrefix("/assets/") }?.split(separator: "/").dropFirst().first ?? ""
        let description = try? JSON(Array(PackageResources.openapi_json))
        return MetricFamily(
            .gauge, "chords_build_info", "The API version and the page’s build as labels; always 1.",
            [([("version", description?["info"]?["version"]?.string ?? ""), ("page", String(build))], 1)])
    }

    /// The suffixes of compressed files, the smallest first.
    private static let codings = [(name: "br", suffix: ".br"), (name: "gzip", suffix: ".gz")]

    private static func paths(in folder: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { path in
            let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
            return !isHidden && path != "index.html" && !codings.contains { path.hasSuffix($0.suffix) }
        }
    }

    private static func document(folder: String, path: String) -> Document? {
        let place = "\(folder)/\(path)"
        let kind = try? FileManager.default.attributesOfItem(atPath: place)[.type] as? FileAttributeType
        guard kind == .typeRegular, let bytes = FileManager.default.contents(atPath: place) else { return nil }
        return Document(
            ByteBuffer(bytes: bytes),
            codings: codings.compactMap { name, suffix in
                FileManager.default.contents(atPath: place + suffix).map { (name, ByteBuffer(bytes: $0)) }
            },
            type: contentType(of: path),
            // Addresses under assets contain a hash, so their content never changes.
            caching: path.hasPrefix("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
            isPart: path.hasPrefix("assets/")
        )
    }

    /// Changes the built page from fragment routes, which work on any web host, to path routes. Relative links then
    /// need a base.
    private static func servedTemplate(_ built: String) -> String? {
        let fragment = #"<html lang="en" data-routes="fragment">"#
        let base = "<!--base-->"
        // A page of an older version would show its first screen at every address.
        let places = ["<!--region screen-->", "<!--region asides-->", "<!--region tools-->", "<!--end-->"]
        guard built.contains(fragment), built.contains(base), places.allSatisfy({ built.contains($0) }) else {
            return nil
        }
        return
            built
            .replacing(fragment, with: #"<html lang="en" data-routes="path">"#, maxReplacements: 1)
            .replacing(base, with: #"<base href="/">"#, maxReplacements: 1)
    }

    private static func contentType(of path: String) -> String {
        let suffix = path.split(separator: ".").last.map(String.init) ?? ""
        guard let type = MediaType.getMediaType(forExtension: suffix) else { return "application/octet-stream" }
        let isText = type.type == .text || ["json", "manifest+json", "svg+xml"].contains(type.subType)
        return "\(type.type)/\(type.subType)" + (isText ? "; charset=utf-8" : "")
    }
}
