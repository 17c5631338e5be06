import Hummingbird

/// Accepts requests only for this server’s host names, as a protection against DNS rebinding.
///
/// Another site can make its own name resolve to 127.0.0.1. Its scripts could then read and change data here, but the
/// `Host` header would still have that site's name. Only allowed names are therefore accepted. IP addresses cannot be
/// rebound, so the address of the connection is accepted too.
struct AllowedHosts: RequestCheck {
    private let names: Set<String>
    private let addresses: Set<IPAddress>

    /// - Parameters:
    ///   - host: the name or address that the server listens on.
    ///   - allowed: other names and addresses.
    init(host: String, allowed: [String]) {
        // Not “*.localhost”, because some systems resolve such names by DNS.
        let all = (["localhost", host] + allowed).map { Authority($0)?.host ?? $0.lowercased() }
        names = Set(all)
        addresses = Set(all.compactMap { IPAddress($0) })
    }

    /// Checks `Host`, which is optional in HTTP/1.0, and the host in a target of absolute form.
    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        if let host = request.head.authority { try check(host, context.local) }
        if let host = request.headers[.targetHost] { try check(host, context.local) }
    }

    private func check(_ text: String, _ local: IPAddress?) throws(RequestError) {
        guard let authority = Authority(text) else {
            throw RequestError("“\(text.prefix(80))” in “Host” is not the name of a server.")
        }
        guard accepts(authority, at: local) else {
            let name = authority.host.prefix(80)
            throw RequestError(
                .misdirectedRequest,
                """
                This server does not accept the name “\(name)”. If it is this server’s name, start it with \
                --allowed-host \(name)
                """)
        }
    }

    func accepts(_ authority: Authority, at local: IPAddress?) -> Bool {
        if names.contains(authority.host) { return true }
        guard let address = IPAddress(authority.host) else { return false }
        return address.isLoopback || address == local || addresses.contains(address)
    }
}
