/// Something done in the help.
enum HelpVerb: Sendable {
    /// `search`: with the text of the field.
    case search(String)

    static func read(_ words: [String], value: String?) -> HelpVerb? {
        words == ["search"] ? .search(value ?? "") : nil
    }
}

/// Keeps what is searched for.
func updateHelp(_ state: inout HelpState, _ verb: HelpVerb) -> [Effect] {
    if case .search(let text) = verb { state.search = text }
    return []
}
