/// The host names that this server accepts, as a protection against DNS rebinding.
///
/// Another site can make its own name resolve to 127.0.0.1. Its scripts could then read and change data here, but the
/// `Host` header would still have that site's name. Only allowed names are therefore accepted. IP addresses cannot be
/// rebound, so the address of the connection is accepted too.
struct HostRule: Sendable {
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

    /// - Parameter local: the local address of the connection.
    func answers(_ authority: Authority, at local: IPAddress?) -> Bool {
        if names.contains(authority.host) { return true }
        guard let address = IPAddress(authority.host) else { return false }
        return address.isLoopback || address == local || addresses.contains(address)
    }
}
