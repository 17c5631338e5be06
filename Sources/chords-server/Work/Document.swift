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
        body = ByteBuffer(string: text)
        compressed = isCompressed ? Zlib.gzipped(Array(text.utf8)).map { ByteBuffer(bytes: $0) } : nil
        tag = status == .ok ? Self.fingerprint(of: body) : ""
    }

    /// The size in memory.
    var size: Int { body.readableBytes + (compressed?.readableBytes ?? 0) }

    /// The response without compression.
    var response: Response {
        Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: body))
    }

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

    /// A hash that is stable across restarts, unlike `Hasher` (FNV-1a, eight bytes at a time).
    private static func fingerprint(of bytes: ByteBuffer) -> String {
        let prime: UInt64 = 0x100_0000_01b3
        let hash = bytes.withUnsafeReadableBytes { bytes in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
                hash = (hash ^ word) &* prime
                hash ^= hash >> 29
            }
            for byte in bytes[whole...] { hash = (hash ^ UInt64(byte)) &* prime }
            return hash
        }
        return String(hash, radix: 16)
    }
}

extension Response {
    /// 304 instead of what the client already has, by its entity tag.
    func comparable(to request: Request) -> Response {
        guard status == .ok, request.method.reads, let tag = headers[.eTag], request.headers.match(tag) else {
            return self
        }
        var headers = headers
        // A 304 must not describe another type or length.
        headers[.contentType] = nil
        headers[.contentLength] = nil
        return Response(status: .notModified, headers: headers)
    }
}
