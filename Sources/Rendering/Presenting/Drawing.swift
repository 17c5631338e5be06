/// The context of a drawing: the page, which styles it and makes it interactive, or a standalone document.
package struct Drawing: Sendable, Hashable {
    let isDocument: Bool

    /// A value for the page alone.
    func page(_ value: String?) -> String? { isDocument ? nil : value }

    /// A value for a separate document alone. On the page, the style sheet has it.
    func own(_ value: String?) -> String? { isDocument ? value : nil }

    /// The beginning of a separate document.
    package static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    static let namespace = "http://www.w3.org/2000/svg"
    static let fonts = "DejaVu Sans, Noto Sans, Arial, sans-serif"
}
