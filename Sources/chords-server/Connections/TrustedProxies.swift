import NIOHTTP1

/// The proxies in front of this server, and who asks through them.
struct TrustedProxies: Sendable {
    private let networks: [IPNetwork]

    /// - Parameter networks: their addresses.
    init(_ networks: [IPNetwork] = []) { self.networks = networks }

    /// Who asks: of a proxy that is trusted the last address in `X-Forwarded-For` that is not one itself. What anybody else
    /// writes into that header says nothing.
    /// - Parameter peer: whose connection it is.
    func client(of headers: HTTPHeaders, from peer: IPAddress?) -> IPAddress? {
        guard !networks.isEmpty, var client = peer, include(client) else { return peer }
        // Each proxy adds at the end whom it was asked by.
        let forwarded = headers[canonicalForm: "X-Forwarded-For"]
        for text in forwarded.reversed() {
            guard let address = Self.address(String(text)) else { return client }
            client = address
            if !include(address) { return address }
        }
        return client
    }

    private func include(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// Some write a port behind it, and brackets around IPv6.
    private static func address(_ text: String) -> IPAddress? {
        if let address = IPAddress(text) { return address }
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") { return IPAddress(text[text.index(after: text.startIndex)..<end]) }
        return text.lastIndex(of: ":").flatMap { IPAddress(text[..<$0]) }
    }
}
