/// The tolerance around the beat for chords played in time.
public struct Window: Sendable, Hashable {
    /// Seconds before the beat from which a chord counts.
    public let early: Double
    /// Seconds after the beat until which a chord is in time. Later ones are late.
    public let late: Double

    public init(early: Double = 0.25, late: Double = 0.15) {
        self.early = early
        self.late = late
    }

    /// A window for chords of a given length: at most a third of it on either side.
    /// - Parameter seconds: the time from one chord to the next.
    public init(chordsEach seconds: Double) {
        self.init(early: min(0.25, seconds / 3), late: min(0.15, seconds / 3))
    }
}
