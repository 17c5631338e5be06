import ArgumentParser
import Foundation
import Hummingbird
import JSONText
import NIOCore

/// The built page in memory. Serving needs no disk, and no address can leave the folder.
struct Site: Sendable {
    /// The template of all screens: the built `index.html`, changed to routes in the path.
    let template: String
    /// The other files and their compressed copies by path, such as `/assets/1f3a/app.wasm.br`, without hidden files
    /// and links.
    let files: [String: File]

    init(folder: String) throws(ValidationError) {
        guard let index = FileManager.default.contents(atPath: folder + "/index.html") else {
            throw ValidationError(
                "There is no page in “\(folder)”. Build it with: swift run -c release page-builder \(folder)")
        }
        guard let template = Self.servedTemplate(String(decoding: index, as: UTF8.self)) else {
            throw ValidationError("“\(folder)/index.html” is not a page built by page-builder.")
        }
        self.template = template
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        files = Dictionary(
            uniqueKeysWithValues: paths.filter { !$0.hasPrefix("index.html") && !$0.hasPrefix(".") }.compactMap {
                path in
                path.contains("/.") ? nil : File(folder + "/" + path).map { ("/" + path, $0) }
            })
    }

    /// Records the version of the API, and the build of the page by the name of its assets folder.
    func record(_ exporter: PrometheusExporter) {
        let build = files.keys.first { $0.hasPrefix(Route.assets) }?.split(separator: "/").dropFirst().first ?? ""
        let version = (try? JSON(Array(Endpoint.document.utf8)))?["info"]?["version"]?.string ?? ""
        exporter.set("chords_build_info", [("version", version), ("page", String(build))], to: 1)
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
}

struct File: FileMiddlewareFileAttributes, Sendable {
    let bytes: ByteBuffer
    let modificationDate: Date
    var isFolder: Bool { false }
    var size: Int { bytes.readableBytes }

    /// - Returns: nil for links and folders.
    init?(_ path: String) {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let content = FileManager.default.contents(atPath: path)
        else { return nil }
        bytes = ByteBuffer(bytes: content)
        modificationDate = attributes[.modificationDate] as? Date ?? .distantPast
    }
}

extension Site: FileProvider {
    func getFileIdentifier(_ path: String) -> String? { path }

    func getAttributes(id: String) -> File? { files[id] }

    func loadFile(id: String, context: some RequestContext) throws -> ResponseBody {
        guard let file = files[id] else { throw HTTPError(.notFound) }
        return file.size <= Work.smallResponse
            ? ResponseBody(byteBuffer: file.bytes) : ResponseBody(inParts: file.bytes)
    }

    func loadFile(id: String, range: ClosedRange<Int>, context: some RequestContext) throws -> ResponseBody {
        guard let bytes = files[id]?.bytes else { throw HTTPError(.notFound) }
        let range = range.clamped(to: 0...max(0, bytes.readableBytes - 1))
        guard let part = bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count) else {
            throw HTTPError(.rangeNotSatisfiable)
        }
        return ResponseBody(inParts: part)
    }
}

/// Serves the files of the page by Hummingbird’s file middleware. It chooses the compressed copy that the client
/// accepts, and adds the headers.
struct SiteFiles: ServerMiddleware {
    let site: Site
    private let middleware: FileMiddleware<Context, Site>

    private static let immutable = "public, max-age=31536000, immutable"
    /// The suffixes of compressed copies, the smallest first.
    private static let codings = [(name: "br", suffix: ".br"), (name: "gzip", suffix: ".gz")]

    init(_ site: Site) {
        self.site = site
        middleware = FileMiddleware(fileProvider: site)
    }

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        let path = context.path
        guard request.method.reads, site.files[path] != nil,
            !Self.codings.contains(where: { path.hasSuffix($0.suffix) })
        else { return try await next(request, context) }
        let copies = Self.codings.filter { site.files[path + $0.suffix] != nil }
        let accepted = copies.isEmpty ? nil : AcceptedCodings(request.headers.list(.acceptEncoding))
        let coding = copies.first { accepted?.contains($0.name) == true }
        var head = request.head
        head.path = request.uri.path + (coding?.suffix ?? "")
        // Entity tags are compared below, because the file middleware knows no lists of them. Dates and ranges are
        // ignored: a former version of the page may be older than the file that the browser has.
        head.headerFields[.ifNoneMatch] = nil
        head.headerFields[.ifModifiedSince] = nil
        head.headerFields[.range] = nil
        var response = try await middleware.handle(Request(head: head, body: request.body), context: context) { _, _ in
            throw HTTPError(.notFound)
        }
        // The tag is strong, because files do not change while the server runs.
        response.headers[.eTag] = response.headers[.eTag].map { String($0.dropFirst("W/".count)) }
        response.headers[.acceptRanges] = nil
        response.headers[.contentType] = Self.contentType(of: path)
        response.headers[.contentEncoding] = coding?.name
        if !copies.isEmpty { response.headers[.vary] = "Accept-Encoding" }
        response.headers[.cacheControl] = path.hasPrefix(Route.assets) ? Self.immutable : "no-cache"
        return response.comparable(to: request)
    }

    private static func contentType(of path: String) -> String {
        let suffix = path.split(separator: ".").last.map(String.init) ?? ""
        guard let type = MediaType.getMediaType(forExtension: suffix) else { return "application/octet-stream" }
        let isText = type.type == .text || ["json", "manifest+json", "svg+xml"].contains(type.subType)
        return "\(type.type)/\(type.subType)" + (isText ? "; charset=utf-8" : "")
    }
}
