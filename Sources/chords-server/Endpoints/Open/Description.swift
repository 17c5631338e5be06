extension Endpoint {
    /// The description of this API.
    static let description = Endpoint("/api/v1/openapi.json", pace: .instant) { _ in
        String(decoding: PackageResources.openapi_json, as: UTF8.self)
    }
}
