import Harmony

/// What is said of a chord that has landed.
public struct Verdict: Sendable, Hashable {
    /// A note that the chord has not.
    public struct Foreign: Sendable, Hashable {
        /// The lowest key on which it sounds.
        public let pitch: Int
        /// What it would be.
        public let degree: Degree
    }

    public internal(set) var outcome: Outcome
    /// Degrees that have to sound and do not. Where one of several would do, the first of them.
    public let missing: [Degree]
    /// Each foreign note once, upwards.
    public let foreign: [Foreign]
    /// What lies lowest in the place of the bass; nil where that is right.
    public let wrongBass: Degree?
    /// The notes are right, but this voicing was asked for.
    public let isRevoiced: Bool
    /// When the last of its notes was struck.
    public let landedAt: Double
    /// Seconds from when it was asked, or from its beat; negative before it.
    public let delay: Double

    public init(
        _ outcome: Outcome, missing: [Degree] = [], foreign: [Foreign] = [], wrongBass: Degree? = nil,
        isRevoiced: Bool = false, landedAt: Double, delay: Double
    ) {
        self.outcome = outcome
        self.missing = missing
        self.foreign = foreign
        self.wrongBass = wrongBass
        self.isRevoiced = isRevoiced
        self.landedAt = landedAt
        self.delay = delay
    }

    /// What is wrong, counted.
    public var faults: Int {
        missing.count + foreign.count + (wrongBass == nil ? 0 : 1) + (isRevoiced ? 1 : 0)
    }
}
