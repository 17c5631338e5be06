import Harmony

/// The judgment of one attempt: outcome, missing notes, foreign notes and timing.
public struct Verdict: Sendable, Hashable {
    /// A note that does not belong to the chord.
    public struct Foreign: Sendable, Hashable {
        /// The lowest MIDI note on which it sounds.
        public let pitch: Int
        /// Its degree, and its name as that degree.
        public let degree: Degree
        public let name: NoteName
    }

    public internal(set) var outcome: Outcome
    /// Required degrees that do not sound. If one of several is enough, the first of them.
    public let missing: [Degree]
    /// Each foreign pitch class once, in ascending order of its lowest key.
    public let foreign: [Foreign]
    /// The degree in the bass instead of the right one; nil if the bass is right.
    public let wrongBass: Degree?
    /// Whether the notes are right, but not in the required voicing.
    public let isRevoiced: Bool
    /// When the last note was struck, in seconds.
    public let landedAt: Double
    /// Seconds since the question, or since its beat; negative before the beat.
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

    /// The number of faults.
    public var faults: Int {
        missing.count + foreign.count + (wrongBass == nil ? 0 : 1) + (isRevoiced ? 1 : 0)
    }
}

extension Verdict {
    /// The same verdict with another time of the last note.
    func landed(at seconds: Double) -> Verdict {
        Verdict(
            outcome, missing: missing, foreign: foreign, wrongBass: wrongBass, isRevoiced: isRevoiced,
            landedAt: seconds,
            delay: delay)
    }

    /// Whether this attempt replaces an earlier one. Of equal attempts, the later one counts.
    func isBetter(than other: Verdict?) -> Bool {
        guard let other else { return true }
        if outcome.rank != other.outcome.rank { return outcome.rank < other.outcome.rank }
        return faults <= other.faults
    }
}

extension [Verdict] {
    /// The best attempt, of equal ones the last; nil if there is none.
    var best: Verdict? {
        var best: Verdict?
        for attempt in self where attempt.isBetter(than: best) { best = attempt }
        return best
    }
}

extension Outcome {
    /// 0 is the best.
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
