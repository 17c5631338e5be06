extension Tension {
    /// The tension of a chord compared with all chords: five levels, each for a fifth of the types of the jazz
    /// vocabulary.
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

        /// The lowest degree tension of this level, in hundredths. A test checks it against the vocabulary.
        public var leastHundredths: Int {
            switch self {
            case .calm: Tension.calmest.hundredths
            case .mild: 10_55
            case .lively: 16_35
            case .tense: 20_80
            case .veryTense: 24_50
            }
        }
    }

    /// The suffix and degree tension of a type with the least tension in both vocabularies. Minor has the same.
    public static let calmest = (suffix: "ma", hundredths: 45)
    /// The suffix and degree tension of a type with the greatest tension in both vocabularies.
    public static let tensest = (suffix: "°11(♭13addΔ7)", hundredths: 42_60)

    public var level: Level { Level(hundredths: degreeHundredths) }

    /// The degree tension between the calmest and the tensest chord, in thousandths. Polychords can exceed every single
    /// chord and are clamped to the end.
    public var thousandths: Int { Tension.thousandths(degreeHundredths) }

    /// The position of a degree tension on this scale.
    public static func thousandths(_ hundredths: Int) -> Int {
        let place = 1000 * (hundredths - calmest.hundredths) / (tensest.hundredths - calmest.hundredths)
        return min(max(0, place), 1000)
    }
}
