import Hummingbird
import NIOCore
import Store

/// A complete text response that can be cached.
struct Document: Sendable {
    let status: HTTPResponse.Status
    private let type: String
    private let body: ByteBuffer
    /// The body compressed with gzip; nil if it is always sent plain.
    private let compressed: ByteBuffer?
    private let tag: String

    /// - Parameter isCompressed: whether it is compressed for clients that accept that. Screens shrink to a tenth.
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok, isCompressed: Bool = false) {
        self.status = status
        self.type = type
        let bytes = Array(text.utf8)
        body = ByteBuffer(bytes: bytes)
        compressed = isCompressed ? Zlib.gzipped(bytes).map { ByteBuffer(bytes: $0) } : nil
        tag = status == .ok ? Digest.bytes(of: bytes).prefix(8).map { String($0, radix: 16) }.joined() : ""
    }

    /// The size in memory.
    var size: Int { body.readableBytes + (compressed?.readableBytes ?? 0) }

    /// The response to a request: compressed if accepted, and 304 if the client has the document.
    func response(to request: Request) -> Response {
        var headers: HTTPFields = [.contentType: type]
        var (body, tag) = (body, tag)
        if let compressed {
            headers[.vary] = "Accept-Encoding"
            if AcceptedCodings(request.headers.list(.acceptEncoding)).contains("gzip") {
                headers[.contentEncoding] = "gzip"
                (body, tag) = (compressed, tag + "-gzip")
            }
        }
        if status == .ok { headers[.eTag] = "\"\(tag)\"" }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body)).comparable(to: request)
    }
}
