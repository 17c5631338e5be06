import Harmony

extension NoteName {
    /// Reads a note name: `F#`.
    package static func parse(_ text: String, in names: NoteNames = .english) throws(InputError) -> NoteName {
        do throws(SymbolError) {
            return try NoteName(text, in: names)
        } catch {
            throw InputError("“\(text)” is not a note name: expected \(names.expectation).")
        }
    }
}

extension Scale {
    /// Reads a scale: `C`, `Lydian Dominant`.
    package static func parse(
        root: String, name: String, in names: NoteNames = .english
    ) throws(InputError) -> Scale {
        let note = try NoteName.parse(root, in: names)
        guard let type = ScaleType(named: name) else {
            var all = ""
            for (index, type) in ScaleType.all.enumerated() { all += (index > 0 ? ", " : "") + type.name }
            throw InputError("“\(name)” is not a scale. The scales are \(all).")
        }
        return Scale(note, type)
    }
}
