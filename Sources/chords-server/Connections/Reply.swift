import NIOCore
import NIOHTTP1

/// An answer as it goes out; the date and what becomes of the connection are added on the way.
struct Reply: Sendable {
    let status: HTTPResponseStatus
    /// Also the length of the body, which is not sent where only the head was asked for.
    let headers: HTTPHeaders
    let body: ByteBuffer
}

/// Who answers a question.
enum Handling: Sendable {
    /// No one: here is the answer.
    case reply(Reply)
    /// A client who needs longer than an event loop should be kept.
    case later(@Sendable () async -> Reply)
    /// Hummingbird’s responder, which reads bodies and streams.
    case responder
}

/// What a ``Gate`` asks for answers.
protocol Answering: Sendable {
    /// Called on an event loop, which serves a thousand connections: it returns within a fraction of a millisecond.
    /// - Returns: what sort of thing is asked for, and who answers.
    func handling(of question: Question) -> (route: Traffic.Route, handling: Handling)

    /// Whether a request writes into the database what its body brings.
    func stores(_ question: Question) -> Bool

    /// An error with a sentence for anyone who asked for this path.
    func refusal(_ status: HTTPResponseStatus, _ message: String, at path: String, headers: HTTPHeaders) -> Reply
}
