import Harmony

extension Key {
    /// Reads a key: `F# harmonic minor`.
    package static func parse(_ text: String, in names: NoteNames = .english) throws(InputError) -> Key {
        do throws(KeyError) {
            return try Key(text, in: names)
        } catch {
            throw InputError(error.message)
        }
    }
}
