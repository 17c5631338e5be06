import Hummingbird

/// The kind of a request, for metrics and headers. Full paths would be too many, and private.
enum Route: String, CaseIterable {
    case page, asset, api
    /// Chordsets, tunes and shelves.
    case kept
    /// Streams of changes.
    case events
    /// Health checks and metrics.
    case probe
    /// Refused before routing.
    case none

    /// - Parameters:
    ///   - endpoint: the route that the router found, or Hummingbird’s name of another responder; nil if refused.
    ///   - path: the path of the request.
    init(endpoint: String?, path: String) {
        switch endpoint {
        case nil: self = .none
        case "FileMiddleware": self = .asset
        case _ where ["/healthz", "/readyz", Route.metrics].contains(path): self = .probe
        case _ where Route.isStored(path): self = path.hasSuffix("/events") ? .events : .kept
        default: self = Route.isAPI(path) ? .api : .page
        }
    }

    static let chordsets = "/api/v1/chordsets"
    static let tunes = "/api/v1/tunes"
    /// Converts tunes without storing them.
    static let readingTunes = tunes + "/read"
    static let shelf = "/api/v1/shelf"
    static let metrics = "/metrics"
    /// The folder of files whose path contains a hash, so that their content never changes.
    static let assets = "/assets/"

    /// Whether responses at a path depend on a shelf.
    static func isStored(_ path: String) -> Bool {
        [chordsets, tunes, shelf].contains { path == $0 || path.hasPrefix($0 + "/") }
    }

    /// Whether errors at a path are JSON.
    static func isAPI(_ path: String) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/healthz" || path == "/readyz"
    }
}
