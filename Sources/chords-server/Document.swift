import Exchange
import JSONText
import NIOCore
import NIOHTTP1

/// A response document: body, content type and caching.
struct Document: Sendable {
    /// The content type of most API responses.
    static let json = "application/json; charset=utf-8"

    let status: HTTPResponseStatus
    private let body: ByteBuffer
    /// The compressed body by content coding, the smallest first.
    private let codings: [(name: String, body: ByteBuffer)]
    private let headers: [(String, String)]
    private let fingerprint: String

    /// - Parameter isPart: whether only a page loads this. The page's policy then applies, and its own is omitted,
    ///   which saves 250 bytes for each of two dozen files.
    init(
        _ body: ByteBuffer, codings: [(name: String, body: ByteBuffer)] = [], type: String,
        status: HTTPResponseStatus = .ok, caching: String = "no-cache", headers: [(String, String)] = [],
        isPart: Bool = false
    ) {
        self.body = body
        self.codings = codings
        self.status = status
        self.headers =
            headers + [("Content-Type", type), ("Cache-Control", caching)]
            + SecurityHeaders.always + (isPart ? [] : SecurityHeaders.policy)
        fingerprint = status == .ok ? Self.fingerprint(of: body) : ""
    }

    init(_ text: String, type: String, status: HTTPResponseStatus = .ok, headers: [(String, String)] = []) {
        self.init(ByteBuffer(string: text), type: type, status: status, headers: headers)
    }

    /// An API response, which pages of other sites may read.
    static func answer(
        _ text: String, type: String = Document.json, status: HTTPResponseStatus = .ok, headers: [(String, String)] = []
    ) -> Document {
        Document(text, type: type, status: status, headers: headers + [("Access-Control-Allow-Origin", "*")])
    }

    /// An error response: JSON for API paths, otherwise plain text.
    static func refusal(
        _ status: HTTPResponseStatus, _ message: String, at path: String, headers: [(String, String)] = []
    ) -> Document {
        guard API.owns(path) else {
            return Document(message + "\n", type: "text/plain; charset=utf-8", status: status, headers: headers)
        }
        return .answer(JSON.object([("error", .string(message))]).text, status: status, headers: headers)
    }

    static func methodNotAllowed(_ method: HTTPMethod, at path: String) -> Document {
        .refusal(
            .methodNotAllowed, "\(method.rawValue) is not allowed here. Use GET.", at: path,
            headers: [("Allow", "GET, HEAD")])
    }

    /// A permanent redirect.
    /// - Parameters:
    ///   - route: the decoded path, from its slash on.
    ///   - query: the query as sent.
    static func moved(to route: String, query: String?) -> Document {
        // Two slashes would begin the name of another server.
        let path = "/" + route.drop { $0 == "/" }
        let address = path.percentEncoded() + (query.map { "?" + $0.percentEncoded(leaving: "%?") } ?? "")
        return Document(
            "It is at \(address)\n", type: "text/plain; charset=utf-8", status: .movedPermanently,
            headers: [("Location", address)])
    }

    /// The size in memory.
    var size: Int { codings.reduce(body.readableBytes) { $0 + $1.body.readableBytes } }

    /// The response to a request with these headers: compressed if accepted, and 304 if the client has the document.
    func reply(to request: HTTPHeaders) -> Reply {
        var headers = self.headers
        var body = self.body
        var tag = fingerprint
        if !codings.isEmpty { headers.append(("Vary", "Accept-Encoding")) }
        if !codings.isEmpty, let accepted = AcceptedCodings(request[canonicalForm: "Accept-Encoding"]),
            let coding = codings.first(where: { accepted.contains($0.name) })
        {
            headers.append(("Content-Encoding", coding.name))
            body = coding.body
            tag += "-" + coding.name
        }
        if status == .ok {
            headers.append(("ETag", "\"\(tag)\""))
            if haveTag(tag, in: request[canonicalForm: "If-None-Match"]) {
                // A 304 must not describe another type or length.
                headers.removeAll { $0.0 == "Content-Type" }
                return Reply(status: .notModified, headers: HTTPHeaders(headers), body: ByteBuffer())
            }
        }
        headers.append(("Content-Length", "\(body.readableBytes)"))
        return Reply(status: status, headers: HTTPHeaders(headers), body: body)
    }

    /// A hash that is stable across restarts, unlike `Hasher` (FNV-1a, eight bytes at a time).
    private static func fingerprint(of bytes: ByteBuffer) -> String {
        let prime: UInt64 = 0x100_0000_01b3
        let hash = bytes.withUnsafeReadableBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                hash =
                    (hash ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))) &* prime
                hash ^= hash >> 29
            }
            for byte in bytes[whole...] { hash = (hash ^ UInt64(byte)) &* prime }
            return hash
        }
        return String(hash, radix: 16)
    }
}
