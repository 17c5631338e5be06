import Hummingbird

/// One or more paths with the handlers of their methods.
struct Resource: Sendable {
    typealias Handler = @Sendable (Request, ServerRequestContext) async throws -> Response

    /// The paths as in `openapi.json`.
    let paths: [String]
    private let pattern: String
    private let handlers: [HTTPRequest.Method: Handler]

    /// - Parameter handlers: by method. HEAD is answered like GET.
    init(_ path: String, _ handlers: [HTTPRequest.Method: Handler]) {
        // The router ignores additional slashes.
        let exact = handlers.mapValues { handler -> Handler in
            { request, context in
                guard !context.path.hasSuffix("/"), !context.path.contains("//") else { throw HTTPError(.notFound) }
                return try await handler(request, context)
            }
        }
        self.init(paths: [path], pattern: path, exact)
    }

    /// - Parameter pattern: the path for the router, which cannot express parameters with slashes.
    init(paths: [String], pattern: String, _ handlers: [HTTPRequest.Method: Handler]) {
        self.paths = paths
        self.pattern = pattern
        self.handlers = handlers
    }

    /// Adds all handlers. Other methods answer 405.
    func add(to router: Router<ServerRequestContext>) {
        var handlers = handlers
        handlers[.head] = handlers[.get]
        let allowed = Self.methods.filter { handlers[$0] != nil }
        for method in Self.methods {
            let handler =
                handlers[method] ?? { request, _ in
                    throw RequestError.methodNotAllowed(request.method, allowed)
                }
            router.on(RouterPath(pattern), method: method) { request, context in try await handler(request, context) }
        }
    }

    /// All methods that the parser of HTTP accepts.
    private static let methods = """
        GET HEAD POST PATCH PUT DELETE OPTIONS TRACE CONNECT ACL BIND CHECKOUT COPY LINK LOCK MSEARCH MERGE \
        MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY PROPFIND PROPPATCH PURGE QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE \
        UNBIND UNLINK UNLOCK UNSUBSCRIBE
        """.split(separator: " ").compactMap { HTTPRequest.Method(String($0)) }
}
