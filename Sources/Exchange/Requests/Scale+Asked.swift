import Harmony

extension NoteName {
    /// The note that a person named: `F#`.
    package static func asked(_ text: String, in names: NoteNames = .english) throws(Refusal) -> NoteName {
        do throws(SymbolError) {
            return try NoteName(text, in: names)
        } catch {
            throw Refusal("“\(text)” is not a note name: expected \(names.expectation).")
        }
    }
}

extension Scale {
    /// The scale that a person named: `C`, `Lydian Dominant`.
    package static func asked(
        root: String, name: String, in names: NoteNames = .english
    ) throws(Refusal) -> Scale {
        let note = try NoteName.asked(root, in: names)
        guard let type = ScaleType(named: name) else {
            var all = ""
            for (index, type) in ScaleType.all.enumerated() { all += (index > 0 ? ", " : "") + type.name }
            throw Refusal("“\(name)” is not a scale. The scales are \(all).")
        }
        return Scale(note, type)
    }
}
