import Harmony

/// A learner with a known memory, for tests of the planner.
public struct SimulatedLearner: Sendable {
    /// How memory fades after `t` days with the half-life `h`.
    public enum Law: String, CaseIterable, Sendable, Hashable {
        /// 2^(−t/h)
        case exponential
        /// 1/(1 + t/h)
        case power
        /// 1 until t = h, then 0.
        case step

        package func probability(after days: Int, halfLife: Double) -> Double {
            let part = Double(days) / halfLife
            return switch self {
            case .exponential: powerOfTwo(-part)
            case .power: 1 / (1 + part)
            case .step: part <= 1 ? 1 : 0
            }
        }
    }

    public var law = Law.exponential
    /// The half-life of a new card in days.
    public var halfLife = 1.5
    /// The factor of the half-life after a right answer, at most once a day.
    public var growth = 2.0
    /// The factor of the half-life after a wrong answer.
    public var shrink = 0.4
    /// The usual seconds of an answer.
    public var seconds = 2.5
    /// The standard deviation of the logarithm of the time.
    public var spread = 0.3
    /// The probability of a wrong answer to a card that is remembered.
    public var error = 0.03
    /// The factors of the time by the pitch class of a root.
    public var slowRoots = [Double](repeating: 1, count: 12)
    /// The factors of the time by chord type.
    public var slowTypes: [(type: ChordType, factor: Double)] = []
    /// The factor of the time of changes.
    public var slowChanges = 1.0
    /// The first and last day of each absence.
    public var absences: [ClosedRange<Int>] = []
    public var course = Course.all[0]
    public var hasInstrument = true

    public init() {}

    /// A card that is not remembered takes so many times as long.
    static let forgottenFactor = 3.0

    func isAbsent(on day: Int) -> Bool { absences.contains { $0.contains(day) } }

    /// The factor of a card's time. A change has the factors of its slower chord.
    package func factor(of card: CardID) -> Double {
        let material = card.material
        var roots = [card.root]
        var types: [ChordType] = []
        switch material {
        case .chord(let type), .voicing(let type, _): types = [type]
        case .pair(let pair): types = [pair.result?.type ?? pair.lower.type]
        case .way(_, let chord): types = [chord.type]
        case .upperStructure(let numeral):
            let dominant = PracticeMaterial.dominant(on: NoteName(.c))
            types = [PracticeMaterial.structure(numeral, over: dominant)?.result?.type ?? dominant.type]
        case .row(let row, _, _):
            roots = row.map { (PracticeMaterial.root(of: $0).pitchClass + card.root) % 12 }
            types = row.map { $0.chord.type }
        case .cadence, .scale, nil: break
        }
        let ofRoot = roots.map { slowRoots[$0] }.max() ?? 1
        let ofType = types.map { type in slowTypes.first { $0.type.degrees == type.degrees }?.factor ?? 1 }.max() ?? 1
        return ofRoot * ofType * (card.kind == .change ? slowChanges : 1)
    }
}
