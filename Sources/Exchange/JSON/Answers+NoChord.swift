import Harmony
import JSONText
import Tunes

extension Answers {
    /// What a symbol without notes means, as research corpora have it: `N` for no chord, `X` for a chord that the
    /// annotators could not name.
    /// - Returns: nil for a chord.
    public static func withoutNotes(_ symbol: String) -> (name: String, meaning: String)? {
        if Sound.wordsForNoChord.contains(symbol) { return ("N.C.", "No chord: nothing is played.") }
        return symbol == "X" ? ("X", "A chord without a name, in Harte’s notation.") : nil
    }

    /// The answer for a symbol without notes, with the fields of ``chord(_:key:previous:next:in:notation:)``.
    static func chordWithoutNotes(_ symbol: String) -> JSON? {
        guard let (name, meaning) = withoutNotes(symbol) else { return nil }
        let lists = [
            "notes", "degreeNames", "degrees", "pitches", "extensions", "equivalents", "scales", "primaryScales",
            "parentScales", "pentatonicScales", "fourNoteChords", "triads",
        ]
        let missing = ["root", "bass", "base", "degreeTension", "voicingTension", "numeral", "function"]
        return .object(
            [("symbol", .string(symbol)), ("precise", .string(name)), ("short", .string(name))]
                + missing.map { ($0, .null) } + lists.map { ($0, .array([])) } + readAs(meaning))
    }
}
