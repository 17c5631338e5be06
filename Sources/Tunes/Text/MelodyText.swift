import Harmony

/// The text format of a melody, below a line of bars: `Melody: r:8 D5 E5 F5 G5:4 A5 | B4:1~ | B4:2. | .`
///
/// A note is its name and octave (octave 4 begins with middle C), then a colon and its length: 4 is a quarter note, 8
/// an eighth, 4. a dotted quarter, 12 an eighth triplet (a twelfth of a whole note), 5/8 a length that no single note
/// has.
///
/// Without a length, the last one is used; each line starts with a quarter. `r` is a rest, `~` a tie, and `.` a bar
/// without melody.
enum MelodyText {
    /// The beginning of a melody line.
    static let opening = "Melody:"
    /// Longer lines are broken between two bars.
    static let maximumLineLength = 1_000

    /// The text after the opening, in any case; nil for other lines.
    static func body(of line: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
        let begin = String(scalars: line.prefix(opening.utf8.count))
        return isSameWord(begin, opening) ? line.dropFirst(opening.utf8.count) : nil
    }

    /// The parts between bar lines. Outer bar lines are optional.
    static func bars(in body: ArraySlice<Unicode.Scalar>) -> [[String]] {
        var bars = body.split(separator: "|", omittingEmptySubsequences: false).map { part -> [String] in
            return tidied(String(scalars: part)).parts(at: " ")
        }
        if bars.count > 1, bars[0].isEmpty { bars.removeFirst() }
        if bars.count > 1, bars[bars.count - 1].isEmpty { bars.removeLast() }
        return bars
    }

    // MARK: Notes

    /// A written note or rest.
    struct Entry {
        /// Nil for a rest.
        let tone: Tone?
        /// In ticks; nil to use the previous length.
        let length: Int?
        let isTied: Bool

        init?(_ word: String, in names: NoteNames) {
            var signs = word.scalars[...]
            isTied = signs.last == "~"
            if isTied { signs.removeLast() }
            if let colon = signs.firstIndex(of: ":") {
                guard let length = MelodyText.length(Array(signs[(colon + 1)...])) else { return nil }
                self.length = length
                signs = signs[..<colon]
            } else {
                length = nil
            }
            if signs.count == 1, signs.first == "r" || signs.first == "R" {
                guard !isTied else { return nil }
                tone = nil
                return
            }
            guard let digit = signs.popLast(), ("0"..."9").contains(digit) else { return nil }
            guard let name = try? NoteName(String(scalars: signs), in: names), abs(name.accidental.semitones) <= 2
            else { return nil }
            let tone = Tone(name, octave: Int(digit.value) - 48)
            guard tone.isWritten else { return nil }
            self.tone = tone
        }
    }

    /// `4`, `8.`, `2..`, `5/8`
    private static func length(_ signs: [Unicode.Scalar]) -> Int? {
        var (count, part, dots) = (0, 0, 0)
        var hasStroke = false
        for sign in signs {
            switch sign {
            case "0"..."9" where dots == 0 && part < 1_000_000: part = 10 * part + Int(sign.value) - 48
            case "/" where !hasStroke && dots == 0:
                (count, part, hasStroke) = (part, 0, true)
            case "." where !hasStroke && dots < 2: dots += 1
            default: return nil
            }
        }
        if !hasStroke { count = 1 }
        guard part > 0, count > 0 else { return nil }
        // A dot adds a half, a second one a quarter.
        let (numerator, denominator) = dots == 0 ? (count, 1) : dots == 1 ? (3, 2) : (7, 4)
        let (ticks, rest) = (Int64(Melody.whole) * Int64(numerator)).quotientAndRemainder(
            dividingBy: Int64(part * denominator))
        return rest == 0 && 1...Int64(Meter.maximumBeats * Melody.whole) ~= ticks ? Int(ticks) : nil
    }

    // MARK: Writing

    /// - Parameter last: the length of the previous note or rest.
    static func text(of melody: Melody, in names: NoteNames, _ last: inout Int) -> String {
        guard !melody.isEmpty else { return "." }
        var words: [String] = []
        func add(_ word: String, _ length: Int) {
            words.append(length == last ? word : word + ":" + text(of: length))
            last = length
        }
        var now = 0
        for note in melody.notes {
            if note.start > now { add("r", note.start - now) }
            add(ASCIISymbol.text(of: names.name(of: note.tone.name)) + "\(note.tone.octave)", note.length)
            now = note.end
        }
        return words.joined(separator: " ") + (melody.isTied ? "~" : "")
    }

    private static func text(of length: Int) -> String {
        var (common, rest) = (Melody.whole, length)
        while rest != 0 { (common, rest) = (rest, common % rest) }
        let (count, part) = (length / common, Melody.whole / common)
        // Dots are only used for values that are halves, as in common notation.
        let isPlain = part & (part - 1) == 0
        switch count {
        case 1: return "\(part)"
        case 3 where part > 1 && isPlain: return "\(part / 2)."
        case 7 where part > 2 && isPlain: return "\(part / 4).."
        default: return "\(count)/\(part)"
        }
    }
}
