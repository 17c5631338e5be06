import Hummingbird
import NIOCore

/// Receives each body completely before its handler runs, within a limit of memory for all bodies together.
///
/// A handler cannot answer before a slow body has arrived or timed out, whatever it does with it.
struct RequestBodies: ServerMiddleware {
    private let memory = UsageLimit(64 << 20, perAddress: 16 << 20)

    func handle(_ request: Request, context: Context, next: Next) async throws -> Response {
        guard request.bodyLength > 0 else { return try await next(request, context) }
        guard let reservation = try? UsageLimit.Reservation(request.bodyLength, of: memory, for: context.client) else {
            throw RequestError.busy
        }
        defer { withExtendedLifetime(reservation) {} }
        var request = request
        do {
            _ = try await request.collectBody(upTo: Limits.maximumBody)
        } catch {
            throw RequestError("The request was cut off, or is not HTTP.")
        }
        return try await next(request, context)
    }
}

extension Request {
    /// The length of the body; the maximum if it is unknown.
    var bodyLength: Int {
        if let length = headers[.contentLength] { return min(Int(length) ?? 0, Limits.maximumBody) }
        return headers[.transferEncoding] == nil ? 0 : Limits.maximumBody
    }

    var bodyBytes: [UInt8] {
        get async throws { Array(try await body.collect(upTo: Limits.maximumBody).readableBytesView) }
    }
}

extension HTTPRequest.Method {
    var reads: Bool { self == .get || self == .head }

    /// Whether the method is safe (RFC 9110, 9.2.1).
    var isSafe: Bool { reads || self == .options || self == .trace }
}
