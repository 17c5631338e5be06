import Harmony

extension Verdict {
    /// One sentence for display and speech: “B♭, the seventh, is missing; A, a thirteenth, does not belong.”
    public func sentence(of expected: ExpectedNotes, in notation: Notation = Notation()) -> String {
        switch outcome {
        case .asWritten: return "Right, as written."
        case .right: return "Right."
        case .late: return "Right, but late."
        case .missed: return "Nothing was played."
        case .almost, .wrong: break
        }
        if isRevoiced { return "The notes are right, but this is another voicing." }
        var parts: [String] = []
        if !missing.isEmpty {
            let notes = missing.map { described($0, of: expected, notation) }
            parts.append(Verdict.list(notes) + (notes.count > 1 ? " are missing" : " is missing"))
        }
        if !foreign.isEmpty {
            let notes = foreign.map { Verdict.described($0.name, $0.degree.withArticle, notation) }
            parts.append(Verdict.list(notes) + (notes.count > 1 ? " do not belong" : " does not belong"))
        }
        if let wrongBass, let bass = expected.bass {
            let pitch = expected.root.pitchClass + wrongBass.pitchClass
            let lowest = notation.written(
                foreign.first { ($0.pitch - pitch) % 12 == 0 }?.name ?? expected.name(of: pitch))
            parts.append("\(lowest) is in the bass instead of \(notation.written(expected.name(of: bass)))")
        }
        var sentence = ""
        for part in parts {
            if !sentence.isEmpty { sentence += "; " }
            sentence += part
        }
        return sentence + "."
    }

    /// A missing note; if one of several is enough, all of them.
    private func described(_ missing: Degree, of expected: ExpectedNotes, _ notation: Notation) -> String {
        let pitch = (expected.root.pitchClass + missing.pitchClass) % 12
        let choice = expected.oneOf.first { $0.contains(pitch) } ?? PitchClassSet([pitch])
        var text = ""
        for degree in choice.map({ expected.degree(of: $0) }).sorted() {
            if !text.isEmpty { text += " or " }
            let words = expected.isAmbiguous(degree) ? degree.fullWords : degree.words
            let name = expected.name(of: expected.root.pitchClass + degree.pitchClass)
            text += Verdict.described(name, "the " + words, notation)
        }
        return text
    }

    /// A note and its degree: `B♭, the seventh,`.
    private static func described(_ note: NoteName, _ degree: String, _ notation: Notation) -> String {
        notation.written(note) + ", " + degree + ","
    }

    private static func list(_ notes: [String]) -> String {
        guard let last = notes.last, notes.count > 1 else { return notes.first ?? "" }
        var text = ""
        for note in notes.dropLast() { text += text.isEmpty ? note : " " + note }
        return text + " and " + last
    }
}

extension Degree {
    /// The short name if there is only one degree with this number: `third`, `seventh`, `flat ninth`.
    var words: String {
        switch (number, alteration) {
        case (3, _), (7, -1), (7, 0): ordinal
        default: fullWords
        }
    }

    /// The full name: `minor third`, `major seventh`.
    var fullWords: String {
        switch (number, alteration) {
        case (1, _): "root"
        case (3, -1), (7, -1): "minor " + ordinal
        case (3, 0), (7, 0): "major " + ordinal
        case (7, -2): "diminished seventh"
        case (_, -1): "flat " + ordinal
        case (_, 1): "sharp " + ordinal
        default: ordinal
        }
    }

    /// The name of a foreign note: `a minor third`, `an eleventh`.
    var withArticle: String {
        number == 1 ? "the root" : (number == 11 && alteration == 0 ? "an " : "a ") + fullWords
    }

    private var ordinal: String {
        [
            "root", "second", "third", "fourth", "fifth", "sixth", "seventh", "octave", "ninth", "tenth", "eleventh",
            "twelfth", "thirteenth",
        ][number - 1]
    }
}
