import Hummingbird
import Logging
import NIOCore

/// Counts requests, measures their durations by route, and logs each at the level info.
struct RequestMetrics: ServerMiddleware {
    let metrics: HTTPMetrics
    let logger: Logger

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        let start = NIODeadline.now()
        var response = try await next(request, context)
        let duration = NIODeadline.now() - start
        let route = Route(endpoint: context.endpointPath, path: request.uri.path)
        metrics.count(route, request.method, response.status)
        metrics.durations[route]?.recordNanoseconds(duration.nanoseconds)
        if logger.logLevel <= .info {
            let address = LoggedAddress.text(of: request.head.path ?? "")
            let milliseconds = Double(duration.nanoseconds / 1000) / 1000
            logger.info("\(request.method) \(address) \(response.status.code) \(milliseconds) ms")
        }
        if route == .events, response.status == .ok, request.method == .get {
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
