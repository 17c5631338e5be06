import Hummingbird

/// A request that is refused, with a sentence for anyone who sent it.
struct RefusedRequest: Error {
    let status: HTTPResponse.Status
    let message: String
    /// After how many seconds it is worth while to ask again, where that is known.
    let retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ message: String, retryAfter: Int? = nil) {
        self.status = status
        self.message = message
        self.retryAfter = retryAfter
    }
}
