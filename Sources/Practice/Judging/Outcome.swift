/// The result of a played answer.
public enum Outcome: String, CaseIterable, Sendable, Hashable {
    /// Exactly the written voicing, in any octave.
    case asWritten = "as-written"
    /// All notes are right.
    case right
    /// Right, but after the beat.
    case late
    /// At most two faults, and at least half of the required notes.
    case almost
    case wrong
    /// No chord was played.
    case missed

    /// Whether the exercise goes on to the next question.
    public var isRight: Bool { self == .asWritten || self == .right || self == .late }
}
