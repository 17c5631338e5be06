/// An event of a keyboard or its sustain pedal.
public enum Stroke: Sendable, Hashable {
    /// A key goes down. MIDI note 0…127; other numbers are ignored.
    case down(Int)
    case up(Int)
    /// A key comes up, but a pedal sustains its note.
    case sustain(Int)
    /// The sustain pedal goes down (true) or up.
    case pedal(Bool)
    /// All keys and pedals are released: the keyboard was unplugged, or it sent “all notes off”.
    case allUp
}

/// A stroke with its time.
public struct TimedStroke: Sendable, Hashable {
    public let stroke: Stroke
    /// Seconds on any monotonic clock.
    public let seconds: Double

    public init(_ stroke: Stroke, at seconds: Double) {
        self.stroke = stroke
        self.seconds = seconds
    }
}
