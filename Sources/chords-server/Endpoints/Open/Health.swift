extension Endpoint {
    /// Whether the server runs.
    static let health = Endpoint("/healthz", pace: .instant) { _ in #"{"status":"ok"}"# }
}
