import Foundation
import NIOHTTP1

/// A request without its body.
struct Question: Sendable {
    let method: HTTPMethod
    let headers: HTTPHeaders
    /// The client's address from the connection or a trusted proxy. It may be that of another proxy.
    let client: IPAddress?
    /// The percent-encoded path, from the slash on.
    let encodedPath: String
    /// The decoded path.
    let path: String
    /// The query as sent, which is valid percent-encoded UTF-8.
    let query: String?

    /// The reason for refusing a request before routing.
    struct Refused: Error {
        let status: HTTPResponseStatus
        let message: String
        var headers: HTTPHeaders = [:]
    }

    /// The maximum length of an address in bytes, more than any screen or endpoint needs.
    private static let longestTarget = 8192

    /// - Parameter target: the request target from its slash on.
    init(_ target: Substring, of head: HTTPRequestHead, from client: IPAddress?) throws(Refused) {
        guard target.utf8.count <= Self.longestTarget else {
            throw Refused(status: .uriTooLong, message: "The address is longer than \(Self.longestTarget) bytes.")
        }
        guard target.utf8.first == UInt8(ascii: "/") else {
            throw Refused(status: .badRequest, message: "The address must begin with a slash.")
        }
        let end = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        let encodedPath = target[..<(end ?? target.endIndex)]
        guard let path = encodedPath.percentDecoded else {
            throw Refused(status: .badRequest, message: "The path is not percent-encoded UTF-8 text.")
        }
        let query = end.map { String(target[target.utf8.index(after: $0)...]) }
        guard query == nil || query?.percentDecoded != nil else {
            throw Refused(status: .badRequest, message: "The query is not percent-encoded UTF-8 text.")
        }
        method = head.method
        headers = head.headers
        self.client = client
        self.encodedPath = String(encodedPath)
        self.path = path
        self.query = query
    }
}

extension HTTPRequestHead {
    /// The request target from its slash on, and its authority in absolute form, which clients send to proxies.
    var target: (address: Substring, authority: Substring?) {
        let whole = uri[...]
        guard whole.utf8.first != UInt8(ascii: "/"), let scheme = whole.range(of: "://") else { return (whole, nil) }
        let rest = whole[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let address = rest[end...]
        return (address.first == "/" ? address : "/" + address, rest[..<end])
    }
}
