import Harmony

extension NoteName {
    /// The note that a person named: `F#`.
    package static func asked(_ text: String) throws(Refusal) -> NoteName {
        do throws(SymbolError) {
            return try NoteName(text)
        } catch {
            throw Refusal("“\(text)” is not a note name: expected a letter from A to G, perhaps with ♭ or ♯.")
        }
    }
}

extension Scale {
    /// The scale that a person named: `C`, `Lydian Dominant`.
    package static func asked(root: String, name: String) throws(Refusal) -> Scale {
        let note = try NoteName.asked(root)
        guard let type = ScaleType(named: name) else {
            var names = ""
            for (index, type) in ScaleType.all.enumerated() { names += (index > 0 ? ", " : "") + type.name }
            throw Refusal("“\(name)” is not a scale: there are \(names).")
        }
        return Scale(note, type)
    }
}
