/// An action of the help.
enum HelpVerb: Sendable {
    /// `search`: the text of the search field has changed.
    case search(String)

    static func read(_ words: [String], value: String?) -> HelpVerb? {
        words == ["search"] ? .search(value ?? "") : nil
    }
}

/// Carries out an action of the help.
func updateHelp(_ state: inout HelpState, _ verb: HelpVerb) -> [Effect] {
    if case .search(let text) = verb { state.search = text }
    return []
}
