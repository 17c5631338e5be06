import Hummingbird

/// A refused request with a message for the client.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String
    /// Seconds until a retry may succeed, if known.
    let retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
    }
}
