import HTTPTypes
import Hummingbird
import NIOCore

/// What requests may cost, for all that Hummingbird answers: time, and memory for what comes and goes slowly.
struct Work: Sendable {
    /// For what anybody may ask for: reading tunes, judging recordings, drawing.
    let pool = WorkPool("work")
    /// For what is stored, which would otherwise wait behind that.
    let storing = WorkPool("storing")
    /// Bodies that are being received.
    private let bodies = MemoryBudget(64 << 20, perAddress: 16 << 20)
    /// Large answers that are being sent.
    private let answers = MemoryBudget(64 << 20, perAddress: 32 << 20)

    /// Bytes of the longest answer. Only what is streamed bit by bit, such as all that is on a shelf, may have more.
    static let longestAnswer = 16 << 20
    /// What is shorter is read in less than a millisecond, which is not worth another thread.
    static let shortBody = 2048
    /// What is shorter is written at once, and is no matter for ``answers``.
    static let shortAnswer = 256 << 10

    /// The bytes of a body, whatever they are.
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

    /// The body of an answer. A large one is sent as fast as it is taken, and counts until it is.
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
    /// Who asks. The ``Gate`` says it in a header of its own, and takes away what anybody else says there.
    var client: IPAddress? { headers[.client].flatMap { IPAddress(hexadecimal: $0) } }
}

extension HTTPField.Name {
    static let client = Self("chords-client")!
}
