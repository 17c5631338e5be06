/// What hands and feet do, as a keyboard tells it.
public enum Stroke: Sendable, Hashable {
    /// A key goes down, by its MIDI number 0…127; others are overlooked.
    case down(Int)
    case up(Int)
    /// A key comes up, and a pedal goes on holding its note.
    case sustain(Int)
    /// The sustaining pedal goes down or up.
    case pedal(Bool)
    /// Everything is let go: the keyboard was unplugged, or said so.
    case allUp
}

/// A stroke and when it came.
public struct TimedStroke: Sendable, Hashable {
    public let stroke: Stroke
    /// On any clock that does not go backwards.
    public let seconds: Double

    public init(_ stroke: Stroke, at seconds: Double) {
        self.stroke = stroke
        self.seconds = seconds
    }
}
