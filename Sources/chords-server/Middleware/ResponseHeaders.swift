import Hummingbird
import Logging

/// Completes the headers of every response: security, caching and access by other sites. Drops the body for HEAD.
struct ResponseHeaders: ServerMiddleware {
    private static let always: HTTPFields = [
        .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
    ]
    /// The page may load from and connect to its own server only.
    private static let policy = """
        default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
        font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'; \
        manifest-src 'self'
        """

    /// The page may use the microphone, and sites that embed something may not.
    private static let permissions = "microphone=(self), camera=(), geolocation=()"

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        var response = try await next(request, context)
        let path = request.uri.path
        let isPart = context.endpointPath == "FileMiddleware" && path.hasPrefix(Route.assets)
        Self.complete(&response, at: path, isPart: isPart, hasKey: request.headers[.authorization] != nil)
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// - Parameters:
    ///   - isPart: whether only a page loads this. The page's policies then apply, and its own are omitted, which saves
    ///     300 bytes for each of two dozen files.
    ///   - hasKey: whether the request has a shelf key. Its response must not be in shared caches.
    static func complete(_ response: inout Response, at path: String, isPart: Bool = false, hasKey: Bool = false) {
        response.headers.append(contentsOf: always)
        if !isPart {
            response.headers[.contentSecurityPolicy] = policy
            response.headers[.permissionsPolicy] = permissions
        }
        let isStored = Route.isStored(path)
        if response.headers[.cacheControl] == nil {
            response.headers[.cacheControl] = isStored && hasKey ? "private, no-cache" : "no-cache"
        }
        if isStored {
            response.headers[.vary] = "Authorization"
        } else if Route.isAPI(path) {
            // Pages of other sites may read it.
            response.headers[.accessControlAllowOrigin] = "*"
        }
        // Hummingbird adds a length of 0, which would describe another body.
        if response.status == .notModified || response.status == .noContent { response.headers[.contentLength] = nil }
    }
}

/// Converts the errors of handlers to responses, and logs the server’s own ones: not quotas, nor too much work.
struct ErrorResponses: ServerMiddleware {
    let logger: Logger

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let answer = RequestError(error)
            if [.internalServerError, .serviceUnavailable].contains(answer.status),
                answer.message != RequestError.busy.message
            {
                let address = LoggedAddress.text(of: request.head.path ?? "")
                logger.error("\(request.method) \(address) \(answer.status.code): \(error)")
            }
            return answer.response(at: request.uri.path)
        }
    }
}
