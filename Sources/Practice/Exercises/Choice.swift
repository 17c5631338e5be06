import Harmony

/// One of several possible answers, of which one is right.
public struct Choice: Sendable, Hashable {
    public enum Answer: Sendable, Hashable {
        /// The chord or pair that is lit or sounds.
        case subject(ChordToVoice)
        /// The missing chord of an equation.
        case term(Chord)
        case scale(Scale)
        /// The tone that changed, before the change.
        case tone(NoteName, Degree)
        /// One of two chords.
        case first, second
        /// The direction of tension.
        case rises, falls
    }

    public let answer: Answer
    public let isRight: Bool

    /// The label of its button.
    public func title(in notation: Notation = Notation()) -> String {
        switch answer {
        case .subject(.chord(let chord)): chord.title(in: notation)
        // Two different pairs can make the same chord, so the label names both chords of the pair.
        case .subject(.pair(let pair)): pair.lower.title(in: notation) + " + " + pair.upper.title(in: notation)
        case .term(let chord): chord.title(in: notation)
        case .scale(let scale): scale.name(in: notation)
        case .tone(let name, let degree): notation.written(degree.name) + " (" + notation.written(name) + ")"
        case .first: "the first"
        case .second: "the second"
        case .rises: "up"
        case .falls: "down"
        }
    }
}
