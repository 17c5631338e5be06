import Hummingbird

/// The state of a request that checks determine once for all handlers.
struct ServerRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The client’s address from the connection or a trusted proxy. It may be that of another proxy.
    var client: IPAddress?
    /// The local address of the connection.
    let local: IPAddress?
    /// The percent-decoded path.
    var path = ""

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        client = IPAddress(source.channel.remoteAddress)
        local = IPAddress(source.channel.localAddress)
    }

    /// The decoded parameter of a path; empty if missing.
    func parameter(_ name: String) -> String { parameters.get(name)?.percentDecoded ?? "" }
}
