import Harmony

extension Scale {
    /// The scale that a person named: `C`, `Lydian Dominant`.
    static func asked(root: String, name: String) throws(Refusal) -> Scale {
        let note: NoteName
        do throws(SymbolError) {
            note = try NoteName(root)
        } catch {
            throw Refusal("“\(root)” is not a note name: expected a letter from A to G, perhaps with ♭ or ♯.")
        }
        guard let type = ScaleType(named: name) else {
            var names = ""
            for (index, type) in ScaleType.all.enumerated() { names += (index > 0 ? ", " : "") + type.name }
            throw Refusal("“\(name)” is not a scale: there are \(names).")
        }
        return Scale(note, type)
    }
}
