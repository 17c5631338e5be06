import Harmony

extension Tone {
    /// Reads a note name with its octave: `C4`, which is middle C, `Bb2`, `F#-1`.
    /// - Returns: nil for anything else.
    package init?(_ text: String, in names: NoteNames) {
        let text = text.withoutInvisible
        let name = text.prefix { !("0"..."9").contains($0) && $0 != "-" }
        guard let octave = Int(text.dropFirst(name.count)), (-1...9).contains(octave),
            let note = try? NoteName(String(name), in: names)
        else { return nil }
        self.init(note, octave: octave)
    }
}
