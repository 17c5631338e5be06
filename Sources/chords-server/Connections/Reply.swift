import NIOCore
import NIOHTTP1

/// A response. The `Date` and `Connection` headers are added later.
struct Reply: Sendable {
    let status: HTTPResponseStatus
    /// The headers with the length of the body, which is not sent for HEAD.
    let headers: HTTPHeaders
    let body: ByteBuffer
}

/// How to answer a request.
enum Handling: Sendable {
    /// Immediately.
    case reply(Reply)
    /// In a task, because it takes too long for an event loop.
    case later(@Sendable () async -> Reply)
    /// By Hummingbird’s responder, which handles bodies and streams.
    case responder
}

/// The source of answers for a ``Gate``.
protocol Answering: Sendable {
    /// Routes a request. Called on an event loop with thousands of connections, so it must return in less than a
    /// millisecond.
    func handling(of question: Question) -> (route: Traffic.Route, handling: Handling)

    /// Whether a request stores its body in the database.
    func stores(_ question: Question) -> Bool

    /// An error response for a path.
    func refusal(_ status: HTTPResponseStatus, _ message: String, at path: String, headers: HTTPHeaders) -> Reply
}
