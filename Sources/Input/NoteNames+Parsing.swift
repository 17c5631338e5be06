import Harmony

extension NoteNames {
    /// Reads which note names to use.
    /// - Parameter parameter: the name of the parameter, for the error message.
    package static func parse(_ text: String?, _ parameter: String) throws(InputError) -> NoteNames {
        guard let text else { return .english }
        guard let names = NoteNames(rawValue: text) else {
            throw InputError("“\(text)” is not a value of “\(parameter)”. Use “english”, “german” or “solfege”.")
        }
        return names
    }
}
