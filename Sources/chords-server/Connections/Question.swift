import Foundation
import NIOHTTP1

/// What a request asks, without its body.
struct Question: Sendable {
    let method: HTTPMethod
    let headers: HTTPHeaders
    /// Who asks, as far as the connection tells, and proxies that are trusted; it may be another proxy.
    let client: IPAddress?
    /// As it was sent, percent-encoded, from the slash on.
    let encodedPath: String
    /// Decoded.
    let path: String
    /// As it was sent, and known to be percent-encoded UTF-8.
    let query: String?

    /// Why a request is refused before anybody looks at what it asks.
    struct Refused: Error {
        let status: HTTPResponseStatus
        let message: String
        var headers: HTTPHeaders = [:]
    }

    /// Longer addresses than any screen or question needs are not even read.
    private static let longestTarget = 8192

    /// - Parameter target: an address from its slash on.
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
    /// The address that is asked for, from its slash on, and whom it is asked of where the address says that too
    /// (“absolute-form”, as proxies are asked).
    var target: (address: Substring, authority: Substring?) {
        let whole = uri[...]
        guard whole.utf8.first != UInt8(ascii: "/"), let scheme = whole.range(of: "://") else { return (whole, nil) }
        let rest = whole[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let address = rest[end...]
        return (address.first == "/" ? address : "/" + address, rest[..<end])
    }
}
