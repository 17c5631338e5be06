import Hummingbird

/// Decodes the path, and refuses targets that are too long or not percent-encoded UTF-8.
struct RequestTarget: RequestCheck {
    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        let target = request.head.path ?? ""
        guard target.utf8.count <= Limits.maximumTarget else {
            throw RequestError(.uriTooLong, "The address is longer than \(Limits.maximumTarget) bytes.")
        }
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw RequestError("The address must begin with a slash.")
        }
        guard let path = request.uri.path.percentDecoded else {
            throw RequestError("The path is not percent-encoded UTF-8 text.")
        }
        guard request.uri.query.map({ $0.percentDecoded != nil }) != false else {
            throw RequestError("The query is not percent-encoded UTF-8 text.")
        }
        context.path = path
    }
}
