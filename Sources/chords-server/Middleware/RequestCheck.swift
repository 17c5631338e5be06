import Hummingbird

protocol ServerMiddleware: RouterMiddleware where Context == ServerRequestContext {
    typealias Next = (Request, ServerRequestContext) async throws -> Response
}

/// Middleware that refuses requests, or adds to their context.
protocol RequestCheck: ServerMiddleware {
    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError)
}

extension RequestCheck {
    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var context = context
        do {
            try check(request, &context)
        } catch {
            // In the metrics, refused requests have no route.
            context.coreContext.endpointPath.value = nil
            // A client that is still sending may not read the response.
            for try await _ in request.body {}
            throw error
        }
        return try await next(request, context)
    }
}
