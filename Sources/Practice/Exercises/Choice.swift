import Harmony

/// One of several answers, of which one is right.
public struct Choice: Sendable, Hashable {
    public enum Answer: Sendable, Hashable {
        /// What is lit or sounds is this.
        case subject(ChordToVoice)
        /// The chord that is missing in an equation.
        case term(Chord)
        case scale(Scale)
        /// The tone that changed, as it was before.
        case tone(NoteName, Degree)
        /// Of two chords this one.
        case first, second
        /// Tension rises or falls.
        case rises, falls
    }

    public let answer: Answer
    public let isRight: Bool

    /// As it stands on a button.
    public func title(in notation: Notation = Notation()) -> String {
        switch answer {
        case .subject(.chord(let chord)): chord.title(in: notation)
        // What two chords make can have one name for two ways to play it; the two chords themselves have not.
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
