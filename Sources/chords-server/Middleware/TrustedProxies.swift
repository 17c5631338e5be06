import HTTPTypes
import Hummingbird

/// Finds the client of a request through the trusted proxies in front of this server.
struct TrustedProxies: RequestCheck {
    private let networks: [IPNetwork]

    init(_ networks: [IPNetwork] = []) { self.networks = networks }

    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        context.client = client(of: request.headers, from: context.client)
    }

    /// The client's address. Behind a trusted proxy, it is the last address in `X-Forwarded-For` that is not a trusted
    /// proxy. Without one, the header is ignored.
    func client(of headers: HTTPFields, from peer: IPAddress?) -> IPAddress? {
        guard !networks.isEmpty, var client = peer, include(client) else { return peer }
        // Each proxy appends the address of its own client.
        for text in headers.list(.xForwardedFor).reversed() {
            guard let address = Self.address(String(text)) else { return client }
            client = address
            if !include(address) { return address }
        }
        return client
    }

    private func include(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Parses an address with an optional port, and with optional brackets around IPv6.
    private static func address(_ text: String) -> IPAddress? {
        if let address = IPAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            return IPAddress(text[text.index(after: text.startIndex)..<end])
        }
        return text.lastIndex(of: ":").flatMap { IPAddress(text[..<$0]) }
    }
}
