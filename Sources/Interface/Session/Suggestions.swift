import Harmony

/// Completions of a chord symbol that is being typed.
enum Suggestions {
    static let most = 8

    /// The vocabulary, with the most frequent types of lead sheets first.
    private static let types: [ChordType] = {
        let common = [
            "ma", "mi", "7", "ma7", "mi7", "mi7(♭5)", "6", "9", "°7", "7sus4", "mi6", "7(♭9)", "ma9", "mi9", "13",
            "sus4", "6/9",
        ]
        let types = Vocabulary.classic.types
        let suffixes = types.map { $0.suffix }
        let first = common.compactMap { suffix in suffixes.firstIndex(of: suffix).map { types[$0] } }
        return first + types.filter { !first.contains($0) }
    }()

    /// The jazz vocabulary, with the most frequent types first.
    private static func written() -> [ChordType] {
        let common = [
            "", "mi", "7", "ma7", "mi7", "9", "13", "mi9", "ma9", "13(♭9)", "7alt", "7(♭9)", "7(♯9)", "7(♯11)",
            "13(♯11)",
            "ma13(♯11)", "mi11", "6/9", "mi7(♭5)", "9sus4", "13sus4", "7(♯9♭13)", "7(♭9♭13)",
        ]
        return common.compactMap { try? Chord("C" + $0).spelled(in: .jazz).type } + Vocabulary.jazz.types
    }

    /// Completions of a result: the chord itself if the text is one, then chords of the jazz vocabulary.
    static func results(for text: String, _ names: NoteNames) -> [Chord] {
        guard let (root, rest) = splitRoot(text, names) else { return [] }
        var chords: [Chord] = []
        if let chord = try? Chord(text, in: names).spelled(in: .jazz) { chords.append(chord) }
        let typed = plain(rest)
        let meant = canonical(typed)
        // Chords that differ only in an omitted fifth have the same name.
        var found: [String] = []
        for type in written() {
            guard chords.count < most else { break }
            let chord = Chord(root, type)
            let name = plain(String(scalars: chord.title.scalars.dropFirst(root.text.unicodeScalars.count)))
            let isWritten = typed != "m" && name.hasPrefix(typed)
            guard isWritten || canonical(name).hasPrefix(meant), !found.contains(name) else { continue }
            found.append(name)
            if !chords.contains(chord) { chords.append(chord) }
        }
        return chords
    }

    /// Whether the text is the beginning of a word that chord symbols use.
    static func isBeginningOfWord(_ text: String, _ names: NoteNames) -> Bool {
        if names == .solfege, isBeginningOfSyllable(text) { return true }
        let words = ["aug", "dim", "dom", "sus", "add", "omit", "no", "maj", "min", "alt", "half-dim", "flat", "sharp"]
        return words.contains { $0.hasPrefix(text) }
    }

    /// Whether the text is the beginning of a solfège syllable.
    private static func isBeginningOfSyllable(_ text: String) -> Bool {
        ["D", "R", "M", "F", "S", "So", "L", "U", "d", "r", "m", "f", "s", "so", "l", "u"].contains(text)
    }

    /// Completions of a chord: the chord itself if the text is one, then chords of the classic vocabulary.
    static func chords(for text: String, _ names: NoteNames) -> [Chord] {
        guard let (root, rest) = splitRoot(text, names) else { return [] }
        var chords: [Chord] = []
        if let chord = try? Chord(text, in: names) { chords.append(chord) }
        let typed = plain(rest)
        let meant = canonical(typed)
        for type in types {
            guard chords.count < most else { break }
            let chord = Chord(root, type)
            if chords.contains(chord) { continue }
            let suffix = plain(type.suffix)
            // `m` alone is minor, although `ma` starts with it.
            let isWritten = typed != "m" && (suffix.hasPrefix(typed) || plain(type.shortSuffix).hasPrefix(typed))
            if isWritten || canonical(suffix).hasPrefix(meant) {
                chords.append(chord)
            }
        }
        return chords
    }

    /// The longest note name at the beginning, and the rest.
    private static func splitRoot(_ text: String, _ names: NoteNames) -> (NoteName, String)? {
        let scalars = Array(text.withoutInvisible.scalars.drop { $0 == " " })
        for length in names == .english ? [3, 2, 1] : [5, 4, 3, 2, 1] where scalars.count >= length {
            if let root = try? NoteName(String(scalars: scalars[..<length]), in: names) {
                return (root, String(scalars: scalars[length...]))
            }
        }
        return nil
    }

    /// Removes parentheses, spaces and commas, and writes accidentals as letters.
    private static func plain(_ suffix: String) -> String {
        suffix.replacingSigns { sign in
            switch sign {
            case "(", ")", " ", ",": ""
            case "♭": "b"
            case "♯": "#"
            default: nil
            }
        }
    }

    /// Replaces all spellings of a quality by the same sign.
    private static func canonical(_ plain: String) -> String {
        let dialects: [(sign: String, words: [String])] = [
            ("M", ["maj", "Maj", "ma", "M", "^", "Δ", "∆", "j"]), ("m", ["min", "mi", "m", "-"]),
            ("°", ["dim", "o", "°"]),
            ("+", ["aug", "+"]), ("m7b5", ["ø", "h"]),
        ]
        for (sign, words) in dialects {
            for word in words where plain.hasPrefix(word) && !plain.hasPrefix("madd") && !plain.hasPrefix("omit") {
                return sign + canonical(String(scalars: plain.scalars.dropFirst(word.unicodeScalars.count)))
            }
        }
        return plain
    }
}
