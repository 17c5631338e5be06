/// A row of chords so that the hands move least: the exact shortest path among all voicings of the styles (theory,
/// section 11).
public struct Leading: Sendable {
    /// One for each chord.
    public let voicings: [Voicing]
    public let cost: Cost

    /// What the path costs, in parts.
    public struct Cost: Sendable, Hashable {
        /// Semitones that all voices move together.
        public var movement = 0
        public var leaps = 0
        public var register = 0
        public var crossing = 0
        public var parallels = 0
        /// What the voicings cost by themselves.
        public var shapes = 0

        public var total: Int { movement + leaps + register + crossing + parallels + shapes }

        public init() {}
    }

    /// Which styles a row may use.
    public enum Styles: Sendable, Hashable {
        /// The A and B forms in turns.
        case rootless
        case upperStructure
        /// Whatever fits.
        case any
        case only(VoicingStyle)
    }

    /// - Parameter isChorale: parallel octaves between the outer voices cost.
    public init(of row: [ChordToVoice], in styles: Styles, for pianist: Pianist = Pianist(), isChorale: Bool = false) {
        let voicer = Voicer(for: pianist)
        voicings = row.compactMap { voicer.best(of: $0).first }
        cost = Cost()
    }
}
