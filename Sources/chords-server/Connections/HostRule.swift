/// By which names this server may be called.
///
/// A page of another site can have its own name lead to 127.0.0.1 (“DNS rebinding”): then the browser takes what is here
/// for that site’s own, and lets its scripts read and change it. What it cannot do is say another name than its own, and so
/// names that no one has allowed are not answered. An address that is written as numbers leads where it says and nowhere
/// else, so the address at which a connection has come in will do.
struct HostRule: Sendable {
    private let names: Set<String>
    private let addresses: Set<IPAddress>

    /// - Parameters:
    ///   - host: the name or address that the server listens on.
    ///   - allowed: other names and addresses.
    init(host: String, allowed: [String]) {
        // Not “*.localhost”: some systems ask others where such a name leads.
        let all = (["localhost", host] + allowed).map { Authority($0)?.host ?? $0.lowercased() }
        names = Set(all)
        addresses = Set(all.compactMap { IPAddress($0) })
    }

    /// - Parameter local: the address of this machine at which the connection has come in.
    func answers(_ authority: Authority, at local: IPAddress?) -> Bool {
        if names.contains(authority.host) { return true }
        guard let address = IPAddress(authority.host) else { return false }
        return address.isLoopback || address == local || addresses.contains(address)
    }
}
