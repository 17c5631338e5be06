/// Where a drawing stands: in the page, which styles it and lets it be used, or by itself as a document of its own.
package struct Drawing: Sendable, Hashable {
    let isDocument: Bool

    /// Only for the page.
    func page(_ value: String?) -> String? { isDocument ? nil : value }

    /// Only for a drawing of its own: on the page these things come from the style sheet.
    func own(_ value: String?) -> String? { isDocument ? value : nil }

    /// What such a document begins with.
    package static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    static let namespace = "http://www.w3.org/2000/svg"
    static let fonts = "DejaVu Sans, Noto Sans, Arial, sans-serif"
}
