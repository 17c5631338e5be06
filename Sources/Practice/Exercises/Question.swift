import Harmony

/// One question of an exercise, with the data for display, sound and judging.
///
/// It is large and never changes. As a class, its many copies are references, which saves 15 kB of the engine.
public final class Question: Sendable {
    /// Notes that sound together, by hand.
    public struct Sound: Sendable, Hashable {
        /// MIDI notes in ascending order.
        public let left: [Int]
        public let right: [Int]

        public var pitches: [Int] { left + right }
    }

    public let card: CardID
    public let task: Exercise.Task
    /// The notes that a played answer needs.
    public let expected: ExpectedNotes
    /// The chord or pair; nil for a note of a scale.
    public let subject: ChordToVoice?
    /// The second chord of a comparison.
    public let other: ChordToVoice?
    /// The scale; nil for chords.
    public let scale: Scale?
    /// The note of a scale that is played note by note.
    public let tone: Tone?
    /// The Roman numeral of an upper structure.
    public let numeral: String?
    /// The key: the root, or the tonic of a cadence.
    public let key: NoteName
    /// The index of the key in the exercise.
    public let station: Int
    /// The index of the question in its key.
    public let index: Int
    /// The voicing to show and play. It is the right one if only the written voicing counts.
    public let voicing: Voicing?
    /// The required style; nil if any voicing is right.
    public let style: VoicingStyle?
    /// The missing half of an equation.
    public let term: Half?
    /// The right side of an equation.
    public let result: Chord?
    /// Multiple-choice answers in random order.
    public let choices: [Choice]
    /// The sounds in order: one chord, two chords to compare, or the notes of a scale.
    public let sounds: [Sound]

    init(
        _ draft: QuestionDraft, of part: Station.Part, task: Exercise.Task, key: NoteName, station: Int, index: Int,
        tone: Tone? = nil
    ) {
        card = draft.card
        self.task = task
        expected = draft.expected
        subject = draft.subject
        other = draft.other
        scale = part.scale
        self.tone = tone
        numeral = part.numeral
        self.key = key
        self.station = station
        self.index = index
        voicing = draft.voicing ?? part.voicing
        style = part.style
        term = draft.term
        result = draft.term == nil ? nil : part.result
        choices = draft.choices
        sounds = draft.sounds
    }

    /// The given chord of an equation.
    public var given: Chord? {
        guard let term, case .pair(let pair) = subject else { return nil }
        return pair[term.other]
    }

    /// The missing chord of an equation.
    public var missing: Chord? {
        guard let term, case .pair(let pair) = subject else { return nil }
        return pair[term]
    }

    /// The question for display and speech: `C7 with A on top`, `C7 + ? = C13(♭9)`, `Dmi7, rootless A`. If the task is
    /// to name a chord, this is the answer.
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
