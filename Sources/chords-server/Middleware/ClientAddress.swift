import Hummingbird

/// Finds the client of a request through a trusted proxy.
struct ClientAddress: RequestCheck {
    let proxies: TrustedProxies

    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        context.client = proxies.client(of: request.headers, from: context.client)
    }
}
