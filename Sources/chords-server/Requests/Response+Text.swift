import Hummingbird
import JSONText
import NIOCore

extension Response {
    init(_ text: String, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = type
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    init(_ json: JSON, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        self.init(json.text, type: MediaTypes.json, status: status, headers: headers)
    }

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
