/// What came of a question that was played.
public enum Outcome: String, CaseIterable, Sendable, Hashable {
    /// The very voicing that is written, in whatever octave.
    case asWritten = "as-written"
    /// All notes are right.
    case right
    /// Right, but behind the beat.
    case late
    /// Two faults at most, and at least half of what has to sound.
    case almost
    case wrong
    /// Nothing landed.
    case missed

    /// Whether one goes on.
    public var isRight: Bool { self == .asWritten || self == .right || self == .late }
}
