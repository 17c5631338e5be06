import Harmony

extension Vocabulary.Name {
    /// Reads which vocabulary to use.
    package static func parse(_ text: String?) throws(InputError) -> Vocabulary.Name {
        guard let text else { return .jazz }
        guard let name = Vocabulary.Name(rawValue: text) else {
            throw InputError("“\(text)” is not a vocabulary. Use “jazz” or “classic”.")
        }
        return name
    }
}
