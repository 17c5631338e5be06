import Chordsets
import Hummingbird
import Interface
import JSONText
import Store

/// Answers what no route and no file does: screens of the page, and errors for API paths.
struct Screens: ServerMiddleware {
    let template: String
    let cache: DocumentCache
    let work: Work
    /// All paths of the API, for the error at others.
    let paths: [String]
    /// The chordsets for rendering screens; nil if shelves need keys, because browsers do not send a key when they load
    /// a screen.
    let chordsets: FirstChordsets?

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard !Route.isAPI(context.path) else {
                let list = paths.joined(separator: ", ")
                throw RequestError(.notFound, "This path does not exist. The paths are \(list).")
            }
            guard request.method.reads else { throw RequestError.methodNotAllowed(request.method, [.get, .head]) }
            return try await screen(request, context)
        }
    }

    private func screen(_ request: Request, _ context: Context) async throws -> Response {
        let asked = Self.route(request, context), route = Page.readable(asked)
        // An escaped fragment may contain a shelf key, which only the page can handle.
        let losesFragment = ["#", "%23", "%2523"].contains { asked.hasPrefix(route + $0) }
        guard route == asked || losesFragment else { return Self.moved(to: route, query: request.uri.query) }
        // If the database fails, the page loads its data itself.
        if Page.showsChordsets(route), let chordsets, let revision = try? await chordsets.revision() {
            let name = "\(revision) \(route)"
            if let document = cache[name] { return document.response(to: request) }
            // Without room for rendering, skip reading from the database.
            guard !work.rendering.isFull else { throw RequestError.busy }
            if let shown = try? await chordsets.shown(at: route, revision: revision) {
                return try await render(Page(route: route, chordsets: shown), as: name, request, context)
            }
        }
        return try await render(Page(route: route), as: route, request, context)
    }

    private func render(
        _ page: @autoclosure @escaping @Sendable () -> Page, as name: String, _ request: Request, _ context: Context
    ) async throws -> Response {
        let document = try await cache.document(name, in: work.rendering, for: context.client) { [template] in
            let page = page()
            return Document(
                page.document(template: template), type: "text/html; charset=utf-8",
                status: page.isKnown ? .ok : .notFound, isCompressed: true)
        }
        return document.response(to: request)
    }

    /// The requested route. Some programs escape the slash of a symbol such as C/E in links; our addresses have ⁄
    /// instead.
    private static func route(_ request: Request, _ context: Context) -> String {
        if context.path == "/index.html" { return "/" }
        let encoded = request.uri.path
        guard encoded.utf8.contains(UInt8(ascii: "%")) else { return context.path }
        return encoded.replacing("%2F", with: "⁄").replacing("%2f", with: "⁄").percentDecoded ?? context.path
    }

    /// - Parameters:
    ///   - route: the decoded path, from its slash on.
    ///   - query: the query as sent.
    private static func moved(to route: String, query: String?) -> Response {
        // Two slashes would begin the name of another server.
        let path = "/" + route.drop { $0 == "/" }
        let address = path.percentEncoded() + (query.map { "?" + $0.percentEncoded(leaving: "%?") } ?? "")
        return Response(
            "Moved to \(address)\n", type: MediaTypes.text, status: .movedPermanently, headers: [.location: address])
    }
}
