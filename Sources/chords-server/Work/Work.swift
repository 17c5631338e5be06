import Hummingbird
import JSONText
import Metrics
import NIOCore

/// The threads and memory for requests that take more than a millisecond.
struct Work: Sendable {
    /// For screens and details, which take milliseconds.
    let rendering: WorkPool
    /// For longer work at open endpoints: reading tunes, judging recordings, drawing.
    let pool: WorkPool
    /// For storing data, which must not wait for the others.
    let storing: WorkPool
    /// Memory for large responses being sent.
    private let responses = UsageLimit(64 << 20, perAddress: 32 << 20)

    /// The maximum size of a response in bytes, except for streamed ones such as a shelf export.
    static let maximumResponse = 16 << 20
    /// Smaller bodies are parsed in less than a millisecond, without another thread.
    private static let smallBody = 2048
    /// Smaller responses are written at once, and do not count towards ``responses``.
    static let smallResponse = 256 << 10

    init(_ metrics: any MetricsFactory) {
        rendering = WorkPool(
            "renderer", threads: .max, niceness: 4, limit: UsageLimit(512, perAddress: 512), metrics: metrics)
        // Few threads, because each may hold a complete response.
        func pool(_ name: String) -> WorkPool {
            WorkPool(name, threads: 4, niceness: 8, limit: UsageLimit(32, perAddress: 12), metrics: metrics)
        }
        self.pool = pool("work")
        storing = pool("storing")
    }

    /// Parses a JSON body and converts it.
    /// - Parameters:
    ///   - orEmpty: whether an empty body counts as an empty object.
    ///   - pool: the threads for a body of any size; nil if converting a small body takes less than a millisecond.
    func json<Value: Sendable>(
        of request: Request, _ context: ServerRequestContext, orEmpty: Bool = false, in pool: WorkPool? = nil,
        _ make: @Sendable @escaping (JSON) throws -> Value
    ) async throws -> Value {
        let bytes = try await request.bodyBytes
        let type = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        // This also blocks pages of other sites, which need a preflight request for this content type.
        guard orEmpty && bytes.isEmpty || type?.filter({ $0 != " " }) == "application/json" else {
            throw RequestError(.unsupportedMediaType, "Send JSON, with “Content-Type: application/json”.")
        }
        let value: @Sendable () throws -> Value = {
            try make(orEmpty && bytes.isEmpty ? .object([]) : try JSON(bytes))
        }
        if pool == nil, bytes.count <= Self.smallBody { return try value() }
        return try await (pool ?? storing).run(for: context.client, value)
    }

    /// A response whose large body is sent as the client reads it, and counts towards the memory limit until then.
    func response(
        _ body: ByteBuffer, type: String, headers: HTTPFields = [:], to client: IPAddress?
    ) throws -> Response {
        let length = body.readableBytes
        guard length <= Self.maximumResponse else {
            throw RequestError(
                .contentTooLarge,
                """
                The answer would have \(length) bytes; the maximum is \(Self.maximumResponse). Ask for less at once.
                """)
        }
        var headers = headers
        headers[.contentType] = type
        guard length > Self.smallResponse else {
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
        }
        guard let reservation = try? UsageLimit.Reservation(length, of: responses, for: client) else {
            throw RequestError.busy
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(inParts: body, holding: reservation))
    }
}

extension ResponseBody {
    /// A body of which only a part waits in the channel while the client reads, so that a slow client is not idle.
    /// - Parameter reservation: is released at the end.
    init(inParts body: ByteBuffer, holding reservation: UsageLimit.Reservation? = nil) {
        self.init(contentLength: body.readableBytes) { writer in
            var rest = body
            while let part = rest.readSlice(length: min(rest.readableBytes, 64 << 10)), part.readableBytes > 0 {
                try await writer.write(part)
            }
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
    }
}
