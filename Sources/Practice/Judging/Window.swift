/// How far from its beat a chord may land that is played in time.
public struct Window: Sendable, Hashable {
    /// Seconds before the beat from which a chord counts for it.
    public let early: Double
    /// Seconds after the beat until which it is in time; later ones are late.
    public let late: Double

    public init(early: Double = 0.25, late: Double = 0.15) {
        self.early = early
        self.late = late
    }

    /// A window for chords that follow each other so quickly: never more than a third of a chord on either side.
    public init(chordsEach seconds: Double) {
        self.init(early: min(0.25, seconds / 3), late: min(0.15, seconds / 3))
    }
}
