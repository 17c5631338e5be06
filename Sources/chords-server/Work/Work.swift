import HTTPTypes
import Hummingbird
import NIOCore

/// Limits of time and memory for all requests that Hummingbird answers.
struct Work: Sendable {
    /// For open endpoints: parsing tunes, judging recordings, drawing.
    let pool = WorkPool("work")
    /// For storing data, which must not wait for the other pool.
    let storing = WorkPool("storing")
    /// Memory for bodies being received.
    private let bodies = MemoryBudget(64 << 20, perAddress: 16 << 20)
    /// Memory for large answers being sent.
    private let answers = MemoryBudget(64 << 20, perAddress: 32 << 20)

    /// The maximum size of an answer in bytes, except for streamed ones such as a shelf export.
    static let longestAnswer = 16 << 20
    /// Shorter bodies are parsed in less than a millisecond, without another thread.
    static let shortBody = 2048
    /// Shorter answers are written at once, and do not count towards ``answers``.
    static let shortAnswer = 256 << 10

    /// Receives a body.
    func body(of request: Request) async throws -> ByteBuffer {
        let longest = Limits().longestBody
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? longest
        let reservation = try bodies.reserve(min(length, longest), for: request.client)
        defer { withExtendedLifetime(reservation) {} }
        do {
            return try await request.body.collect(upTo: longest)
        } catch {
            throw RefusedRequest(.badRequest, "The request was cut off, or is not HTTP.")
        }
    }

    /// The body of an answer. A large one is sent as the client reads it, and counts towards ``answers`` until then.
    func responseBody(_ content: ByteBuffer, for request: Request) throws -> ResponseBody {
        guard content.readableBytes > Self.shortAnswer else { return ResponseBody(byteBuffer: content) }
        let reservation = try answers.reserve(content.readableBytes, for: request.client)
        return ResponseBody(contentLength: content.readableBytes) { writer in
            var rest = content
            while let part = rest.readSlice(length: min(rest.readableBytes, 64 << 10)), part.readableBytes > 0 {
                try await writer.write(part)
            }
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
    }
}

extension Request {
    /// The client's address, from an internal header that the ``Gate`` sets. It removes that header from requests.
    var client: IPAddress? { headers[.client].flatMap { IPAddress(hexadecimal: $0) } }
}

extension HTTPField.Name {
    static let client = Self("chords-client")!
}
