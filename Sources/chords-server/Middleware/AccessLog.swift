import Hummingbird
import Logging
import NIOCore

/// Logs each request at the level info.
struct AccessLog: RouterMiddleware {
    typealias Context = ServerRequestContext

    let logger: Logger

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard logger.logLevel <= .info else { return try await next(request, context) }
        let start = NIODeadline.now()
        let response = try await next(request, context)
        let microseconds = (NIODeadline.now() - start).nanoseconds / 1000
        let address = LoggedAddress.text(of: request.head.path ?? "")
        logger.info("\(request.method) \(address) \(response.status.code) \(Double(microseconds) / 1000) ms")
        return response
    }
}
