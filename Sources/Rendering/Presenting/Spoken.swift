import Harmony

/// Names in words, for screen readers.
package enum Spoken {
    package static func note(_ note: NoteName, _ names: NoteNames) -> String {
        let (letter, accidental) = names.parts(of: note)
        let word =
            switch accidental.semitones {
            case 1: " sharp"
            case 2: " double sharp"
            case -1: " flat"
            case -2: " double flat"
            default: ""
            }
        return letter + word
    }

    package static func chord(_ chord: Chord, _ names: NoteNames) -> String {
        var spoken = note(chord.root, names)
        let suffix = words(chord.type.suffix)
        if !suffix.isEmpty { spoken += " " + suffix }
        if let bass = chord.bass { spoken += " over " + note(bass, names) }
        return spoken
    }

    /// A chord, or one chord over another.
    package static func chord(_ subject: ChordToVoice, _ names: NoteNames) -> String {
        switch subject {
        case .chord(let chord): self.chord(chord, names)
        case .pair(let pair):
            pair.result.map { chord($0, names) } ?? chord(pair.upper, names) + " above " + chord(pair.lower, names)
        }
    }

    /// A key with its octave: `C4`, `B flat 3`.
    static func tone(_ tone: Tone, _ presentation: Presentation) -> String {
        let names = presentation.notation.names
        let gap = names.parts(of: tone.name).accidental == .natural ? "" : " "
        return note(tone.name, names) + gap + "\(presentation.middleC.octave(of: tone.natural))"
    }

    package static func degree(_ degree: Degree) -> String { words(degree.name) }

    /// The result of two chords in one sentence.
    /// - Parameter asked: the result that the user wants, if any.
    package static func combination(
        _ combination: Combination, as asked: Chord? = nil, _ names: NoteNames
    ) -> String {
        let sum = chord(combination.lower, names) + " and " + chord(combination.upper, names)
        guard let result = asked ?? combination.result else { return sum + " are a polychord" }
        return sum + " make " + chord(result, names)
    }

    /// `six sharps`, `one flat`, `no sharps or flats`.
    /// - Precondition: the key can be written with a signature, like all on the circle.
    package static func signature(_ signature: KeySignature) -> String {
        let count = signature.count
        guard count > 0 else { return "no sharps or flats" }
        let numbers = ["one", "two", "three", "four", "five", "six", "seven"]
        return numbers[count - 1] + (signature.fifths > 0 ? " sharp" : " flat")
            + (count == 1 ? "" : "s")
    }

    /// All keys of one hour of the circle: `F sharp or G flat major, D sharp or E flat minor, six sharps or six flats`.
    package static func place(_ place: CirclePlace, _ presentation: Presentation) -> String {
        let order = presentation.order
        func tonics(_ mode: Mode) -> String {
            place.keys(mode, order).map { note($0.tonic, presentation.notation.names) }.joined(separator: " or ") + " "
                + mode.name
        }
        let signatures = place.signatures(order).map { signature($0) }.joined(separator: " or ")
        return tonics(.major) + ", " + tonics(.minor) + ", " + signatures
    }

    /// The parts of suffixes that are spoken in full.
    private enum Abbreviation: String {
        case ma, mi, sus, alt
    }

    private static func words(_ suffix: String) -> String {
        var words: [String] = []
        var word = ""
        func finish() {
            guard !word.isEmpty else { return }
            let spoken =
                switch Abbreviation(rawValue: word) {
                case .ma: "major"
                case .mi: "minor"
                case .sus: "suspended"
                case .alt: "altered"
                case nil: word
                }
            words.append(spoken)
            word = ""
        }
        var isNumber = false
        for scalar in suffix.unicodeScalars {
            let isDigit = ("0"..."9").contains(scalar)
            let isLetter = ("a"..."z").contains(scalar)
            if isDigit != isNumber || !(isDigit || isLetter) { finish() }
            isNumber = isDigit
            switch scalar {
            case "♭": words.append("flat")
            case "♯": words.append("sharp")
            case "°": words.append("diminished")
            case "+": words.append("augmented")
            case "Δ": words.append("major")
            default: if isDigit || isLetter { word.unicodeScalars.append(scalar) }
            }
        }
        finish()
        return words.joined(separator: " ")
    }
}
