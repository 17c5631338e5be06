import Harmony

/// What is said of a chord that has landed.
public struct Verdict: Sendable, Hashable {
    /// A note that the chord has not.
    public struct Foreign: Sendable, Hashable {
        /// The lowest key on which it sounds.
        public let pitch: Int
        /// What it would be, and how it is called as that.
        public let degree: Degree
        public let name: NoteName
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

extension Verdict {
    /// The same, struck at another time.
    func landed(at seconds: Double) -> Verdict {
        Verdict(
            outcome, missing: missing, foreign: foreign, wrongBass: wrongBass, isRevoiced: isRevoiced, landedAt: seconds,
            delay: delay)
    }

    /// Which of two attempts a question has come to: the better one, and of equals the later one.
    func isBetter(than other: Verdict?) -> Bool {
        guard let other else { return true }
        if outcome.rank != other.outcome.rank { return outcome.rank < other.outcome.rank }
        return faults <= other.faults
    }
}

extension Outcome {
    /// The best is the first.
    fileprivate var rank: Int {
        switch self {
        case .asWritten: 0
        case .right: 1
        case .late: 2
        case .almost: 3
        case .wrong: 4
        case .missed: 5
        }
    }
}
