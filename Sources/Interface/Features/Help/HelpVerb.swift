/// An action of the help.
enum HelpVerb: Sendable {
    /// `search`: the text of the search field has changed.
    case search(String)

    static func read(_ words: [String], value: String?) -> HelpVerb? {
        words == ["search"] ? .search(value ?? "") : nil
    }
}
