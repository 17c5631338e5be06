import Harmony

extension NoteNames {
    /// The names that a person asked for.
    /// - Parameter parameter: what was asked for them.
    package static func asked(_ text: String?, _ parameter: String) throws(Refusal) -> NoteNames {
        guard let text else { return .english }
        guard let names = NoteNames(rawValue: text) else {
            throw Refusal("“\(text)” is not a value of “\(parameter)”. Use “english”, “german” or “solfege”.")
        }
        return names
    }
}
