import Hummingbird

/// One or more paths with their handler.
struct Resource: Sendable {
    typealias Handler = @Sendable (Request, ServerRequestContext) async throws -> Response

    /// The paths as in `openapi.json`.
    let paths: [String]
    /// The path for the router, which cannot express parameters with slashes.
    let pattern: String
    let handler: Handler

    func add(to router: Router<ServerRequestContext>) {
        for method in Self.methods {
            router.on(RouterPath(pattern), method: method) { try await handler($0, $1) }
        }
    }

    /// All methods that the parser of HTTP accepts.
    private static let methods = """
        GET HEAD POST PATCH PUT DELETE OPTIONS TRACE CONNECT ACL BIND CHECKOUT COPY LINK LOCK MSEARCH MERGE \
        MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE \
        UNBIND UNLINK UNLOCK UNSUBSCRIBE
        """.split(separator: " ").compactMap { HTTPRequest.Method(String($0)) }
}

extension Resource {
    /// - Parameter handlers: by method. HEAD is answered like GET, and others with 405.
    init(_ path: String, _ handlers: [HTTPRequest.Method: Handler]) {
        var handlers = handlers
        handlers[.head] = handlers[.get]
        let allowed = Self.methods.filter { handlers[$0] != nil }
        self.init(paths: [path], pattern: path) { [handlers] request, context in
            // The router ignores additional slashes.
            guard !context.path.hasSuffix("/"), !context.path.contains("//") else { throw HTTPError(.notFound) }
            guard let handler = handlers[request.method] else {
                throw RequestError.methodNotAllowed(request.method, allowed)
            }
            return try await handler(request, context)
        }
    }
}
