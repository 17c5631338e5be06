extension Tension {
    /// How tense a chord is among all: one of five words, each for a fifth of the types of the jazz vocabulary.
    public enum Level: Int, CaseIterable, Sendable, Hashable {
        case calm, mild, lively, tense, veryTense

        public var word: String {
            switch self {
            case .calm: "calm"
            case .mild: "mild"
            case .lively: "lively"
            case .tense: "tense"
            case .veryTense: "very tense"
            }
        }

        /// The level of a degree tension.
        public init(hundredths: Int) { self = Level.allCases.last { $0.leastHundredths <= hundredths } ?? .calm }

        /// The degree tension from which the word is right, in hundredths: the least of its fifth. A test counts them.
        public var leastHundredths: Int {
            switch self {
            case .calm: Tension.calmest.hundredths
            case .mild: 10_40
            case .lively: 15_80
            case .tense: 20_35
            case .veryTense: 24_50
            }
        }
    }

    /// Of all types of both vocabularies one that has the least degree tension, as its suffix. Minor is as calm.
    public static let calmest = (suffix: "ma", hundredths: 45)
    /// Likewise one that has the most.
    public static let tensest = (suffix: "°11(♭13addΔ7)", hundredths: 42_60)

    public var level: Level { Level(hundredths: degreeHundredths) }

    /// Where the degree tension stands between the calmest of all chords and the tensest, in thousandths. Two chords that are
    /// not one can be tenser than any one chord, and are at the end.
    public var thousandths: Int { Tension.thousandths(degreeHundredths) }

    /// The same of any degree tension.
    public static func thousandths(_ hundredths: Int) -> Int {
        let place = 1000 * (hundredths - calmest.hundredths) / (tensest.hundredths - calmest.hundredths)
        return min(max(0, place), 1000)
    }
}
