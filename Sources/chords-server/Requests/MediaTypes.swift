/// Content types of several endpoints.
enum MediaTypes {
    static let json = "application/json; charset=utf-8"
    static let text = "text/plain; charset=utf-8"
    static let svg = "image/svg+xml; charset=utf-8"
}
