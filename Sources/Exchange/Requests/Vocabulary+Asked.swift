import Harmony

extension Vocabulary.Name {
    /// The vocabulary that a person asked for.
    package static func asked(_ text: String?) throws(Refusal) -> Vocabulary.Name {
        guard let text else { return .jazz }
        guard let name = Vocabulary.Name(rawValue: text) else {
            throw Refusal("“\(text)” is not a vocabulary. Use “jazz” or “classic”.")
        }
        return name
    }
}
