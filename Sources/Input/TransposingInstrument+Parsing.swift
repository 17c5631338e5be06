import Harmony

/// Transposes input in concert pitch to written pitch, for players of transposing instruments. Then every answer is in
/// written pitch. A text that cannot be read stays as it is, and the error names it as it was given.
extension TransposingInstrument {
    /// Chords and equations.
    public func read(chords text: String, in names: NoteNames) -> String {
        guard self != .c, let asked = try? TypedEquation(text, in: names) else { return text }
        let notation = Notation(.ma, .signs, names)
        func name(_ chord: Chord?) -> String { chord.map { reading($0).name(in: notation) } ?? "?" }
        guard asked.isEquation else { return name(asked.result) }
        let sum = name(asked.lower) + " + " + name(asked.upper)
        return asked.result == nil ? sum : sum + " = " + name(asked.result)
    }

    /// A key.
    public func read(key text: String, in names: NoteNames) -> String {
        guard self != .c, let key = try? Key(text, in: names) else { return text }
        return reading(key).name(in: Notation(.ma, .signs, names))
    }

    /// Notes with spaces or commas between them: names, names with octaves, or MIDI numbers. Octaves become numbers.
    /// Numbers that would exceed 127 are an octave lower.
    public func read(notes text: String, in names: NoteNames) -> String {
        let words = text.split { $0 == " " || $0 == "," || $0 == "\t" }.map { word in
            Tone(String(word), in: names).map { "\($0.pitch)" } ?? String(word)
        }
        let notes = words.compactMap { try? NoteName($0, in: names) }
        let pitches = words.compactMap { Int($0) }.filter { (0...127).contains($0) }
        guard self != .c, notes.count + pitches.count == words.count else { return text }
        let distance = (pitches.max() ?? 0) + semitones > 127 ? semitones - 12 : semitones
        var read = reading(notes).makeIterator()
        return words.map { word in
            Int(word).map { "\($0 + distance)" } ?? read.next().map { names.name(of: $0) } ?? word
        }.joined(separator: " ")
    }

    /// A remark below an answer: `Written for B♭, sounds as Cma13(♯11).` Nil at concert pitch.
    public func remark(sounding name: String, _ names: NoteNames) -> String? {
        self == .c ? nil : "Written for " + names.name(of: pitch) + ", sounds as " + name + "."
    }
}
