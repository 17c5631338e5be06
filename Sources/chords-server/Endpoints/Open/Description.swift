import OpenAPIDocument

extension Endpoint {
    /// The description of this API.
    static let description = Endpoint("/api/v1/openapi.json", pool: nil, type: MediaTypes.json) { _ in document }

    /// The text of `openapi.json`.
    static var document: String {
        String(
            decoding: UnsafeBufferPointer(start: openapi_document, count: openapi_document_length), as: UTF8.self)
    }
}
