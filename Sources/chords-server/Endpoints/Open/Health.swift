import JSONText

extension Endpoint {
    /// Whether the server runs.
    static let health = Endpoint("/healthz", pool: nil) { _ in .object([("status", .string("ok"))]) }
}
