import Harmony
import Rendering

/// What is looked at closely.
package indirect enum DetailsRoute: Sendable, Hashable {
    /// What the two chords are together: `/details/Cma7/D`.
    case combination
    /// The graph of that: `/details/Cma7/D/graph`.
    case combinationGraph
    /// One chord: `/chord/Cma13(♯11)`. What belongs to the upper one of two has its color: `/chord/_/D`.
    case chord(Chord, as: Half)
    /// Its graph: `/graph/Cma9`, `/graph/_/D`.
    case graph(Chord, as: Half)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(Scale)

    /// Without two chords there is nothing that they are together.
    func address(_ session: Session) -> Address {
        switch self {
        case .combination: session.combination == nil ? .combine(session.pair) : .details(session.pair)
        case .combinationGraph: session.combination == nil ? .combine(session.pair) : .combinationGraph(session.pair)
        case .chord(let chord, let half): .chord(chord, as: half)
        case .graph(let chord, let half): .graph(chord, as: half)
        case .scale(let scale): .scale(scale)
        }
    }

    /// What is seen, for the title of the browser's tab.
    func title(_ session: Session) -> [String] {
        let presentation = session.presentation
        switch self {
        case .combination: return []
        case .combinationGraph: return [session.combination.map { presentation.title($0) } ?? "", DetailsText.graph]
        case .chord(let chord, _): return [presentation.shortName(chord)]
        case .graph(let chord, _): return [presentation.shortName(chord), DetailsText.graph]
        case .scale(let scale): return [presentation.name(scale)]
        }
    }

    /// The details that a graph belongs to; nil of what is no graph.
    var ofGraph: DetailsRoute? {
        switch self {
        case .combinationGraph: .combination
        case .graph(let chord, let half): .chord(chord, as: half)
        default: nil
        }
    }

    /// Where one is really: what two chords are together has to be there, and a polychord has no graph.
    func settled(_ session: Session) -> DetailsRoute? {
        switch self {
        case .combination: session.combination == nil ? nil : self
        case .combinationGraph: session.combination.map { $0.result == nil ? .combination : self }
        default: self
        }
    }
}
