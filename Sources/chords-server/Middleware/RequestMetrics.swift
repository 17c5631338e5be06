import Hummingbird
import NIOCore

/// Counts requests and measures their durations by route.
struct RequestMetrics: RouterMiddleware {
    typealias Context = ServerRequestContext

    let metrics: HTTPMetrics

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = NIODeadline.now()
        var response = try await next(request, context)
        let route = Route(endpoint: context.endpointPath, path: request.uri.path)
        metrics.count(route, request.method, response.status)
        guard route == .events else {
            metrics.durations[route]?.recordNanoseconds((NIODeadline.now() - start).nanoseconds)
            return response
        }
        if response.status == .ok, request.method == .get {
            let (stream, listeners) = (response.body, metrics.listeners)
            response.body = ResponseBody { writer in
                listeners.increment()
                defer { listeners.decrement() }
                try await stream.write(writer)
            }
        }
        return response
    }
}
