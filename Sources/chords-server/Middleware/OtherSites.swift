import Hummingbird

/// Refuses changes by pages of other sites. Reading is open to all.
struct OtherSites: RequestCheck {
    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        guard !request.method.isSafe else { return }
        // Browsers always send `Sec-Fetch-Site`; other programs need not.
        if request.headers[.secFetchSite]?.lowercased() == "cross-site" {
            throw RequestError(.forbidden, "Pages of other sites may only read: \(request.method) is refused.")
        }
        guard Route.isStored(context.path), let origin = request.headers[.origin], let host = request.head.authority
        else { return }
        guard origin == "http://" + host || origin == "https://" + host else {
            let things = context.path.split(separator: "/").dropFirst(2).first ?? ""
            throw RequestError(.forbidden, "Pages of other sites may not change \(things) here.")
        }
    }
}
