import Harmony

/// One question of an exercise: all that is needed to show, to sound and to judge it.
public struct Question: Sendable, Hashable {
    /// Keys that sound together, each hand's by itself.
    public struct Sound: Sendable, Hashable {
        /// MIDI numbers, the lowest first.
        public let left: [Int]
        public let right: [Int]

        public var pitches: [Int] { left + right }
    }

    public let card: CardID
    public let task: Exercise.Task
    /// What is judged, where it is played.
    public let asked: Asked
    /// The chord or the two chords; nil for a note of a scale.
    public let subject: ChordToVoice?
    /// What sounds beside it, to be compared with it; nil where nothing is compared.
    public let other: ChordToVoice?
    /// The scale; nil for chords.
    public let scale: Scale?
    /// Of a scale that is played note after note this note.
    public let tone: Tone?
    /// By which numeral books call what stands above the dominant.
    public let numeral: String?
    /// What the station is called by: the root, of a cadence its tonic.
    public let key: NoteName
    /// Which of the keys in turn, from 0.
    public let station: Int
    /// Which of the station's questions, from 0.
    public let index: Int
    /// How it lies under the hands: shown, sounded, and what is right as written.
    public let voicing: Voicing?
    /// The style that is asked for by name; nil where any voicing will do.
    public let style: VoicingStyle?
    /// Of an equation the half that is missing.
    public let term: Half?
    /// What stands behind the equals sign.
    public let result: Chord?
    /// Several answers of which one is right, where one chooses; they stand in no order.
    public let choices: [Choice]
    /// What is heard, one after the other: one chord, two that are compared, or the notes of a scale.
    public let sounds: [Sound]

    /// The half of an equation that is given.
    public var given: Chord? {
        guard let term, case .pair(let pair) = subject else { return nil }
        return pair[term.other]
    }

    /// The half of an equation that is missing.
    public var missing: Chord? {
        guard let term, case .pair(let pair) = subject else { return nil }
        return pair[term]
    }

    /// What is asked, as it is read and said: `C7 with A on top`, `C7 + ? = C13(♭9)`, `Dmi7, rootless A`. For what is to be
    /// named it is the answer.
    public func title(in notation: Notation = Notation()) -> String {
        if let scale { return scale.name(in: notation) }
        switch subject {
        case .chord(let chord):
            let title = chord.title(in: notation)
            return style.map { title + ", " + $0.title } ?? title
        case .pair(let pair):
            let (lower, upper) = (pair.lower.title(in: notation), pair.upper.title(in: notation))
            if let term, let result {
                return (term == .lower ? "? + " + upper : lower + " + ?") + " = " + result.title(in: notation)
            }
            return lower + " with " + upper + " on top"
        case nil: return ""
        }
    }
}
