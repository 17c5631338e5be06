import Answers
import Hummingbird
import JSONText

/// Something to serve: its bytes, what they are, and how long a browser may keep them.
struct Document: Sendable {
    /// The type of nearly all that the API answers.
    static let json = "application/json; charset=utf-8"

    let status: HTTPResponse.Status
    private let body: ByteBuffer
    /// The same bytes compressed, by the name of the coding, the smallest first.
    private let codings: [(name: String, body: ByteBuffer)]
    private let headers: HTTPFields
    private let fingerprint: String

    init(
        _ body: ByteBuffer, codings: [(name: String, body: ByteBuffer)] = [], type: String,
        status: HTTPResponse.Status = .ok, caching: String = "no-cache", headers: HTTPFields = [:]
    ) {
        self.body = body
        self.codings = codings
        self.status = status
        self.headers = headers + [.contentType: type, .cacheControl: caching]
        fingerprint = Self.fingerprint(of: body)
    }

    init(_ text: String, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(ByteBuffer(string: text), type: type, status: status, headers: headers)
    }

    /// An answer of the API, which pages of other sites may read as well.
    static func answer(
        _ text: String, type: String = Document.json, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Document {
        Document(text, type: type, status: status, headers: headers + [.accessControlAllowOrigin: "*"])
    }

    /// An error, as JSON for programs and as a plain sentence for people.
    static func refusal(
        _ status: HTTPResponse.Status, _ message: String, at path: String, headers: HTTPFields = [:]
    ) -> Document {
        guard API.owns(path) else {
            return Document(message + "\n", type: "text/plain; charset=utf-8", status: status, headers: headers)
        }
        return .answer(JSON.object([("error", .string(message))]).text, status: status, headers: headers)
    }

    static func methodNotAllowed(_ method: HTTPRequest.Method, at path: String) -> Document {
        .refusal(
            .methodNotAllowed, "\(method) is not possible here: use GET.", at: path, headers: [.allow: "GET, HEAD"])
    }

    /// The response to a request: compressed where the client takes that, empty where it has the document already.
    func response(to request: Request) -> Response {
        var headers = self.headers
        var body = self.body
        var tag = fingerprint
        if !codings.isEmpty { headers[.vary] = "Accept-Encoding" }
        if let coding = codings.first(where: { request.headers.accept($0.name) }) {
            headers[.contentEncoding] = coding.name
            body = coding.body
            tag += "-" + coding.name
        }
        if status == .ok {
            headers[.eTag] = "\"\(tag)\""
            if request.headers.haveTag(tag) {
                // What a 304 says of its type and length would be read as the document's.
                headers[.contentType] = nil
                var response = Response(status: .notModified, headers: headers)
                response.headers[.contentLength] = nil
                return response
            }
        }
        let response = Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// A name for these bytes that is the same after a restart (FNV-1a; `Hasher` is seeded anew each time).
    private static func fingerprint(of bytes: ByteBuffer) -> String {
        let hash = bytes.readableBytesView.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }
}
