import Harmony

extension Key {
    /// Reads a key: `F# harmonic minor`.
    package static func asked(_ text: String, in names: NoteNames = .english) throws(Refusal) -> Key {
        do throws(KeyError) {
            return try Key(text, in: names)
        } catch {
            throw Refusal(error.message)
        }
    }
}
