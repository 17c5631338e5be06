import Harmony
import Rendering

/// A screen of details.
package indirect enum DetailsRoute: Sendable, Hashable {
    /// The result of the two chords: `/details/Cma7/D`.
    case combination
    /// The graph of the result: `/details/Cma7/D/graph`.
    case combinationGraph
    /// One chord: `/chord/Cma13(♯11)`. The upper chord of two has its own color: `/chord/_/D`.
    case chord(Chord, as: Half)
    /// The graph of a chord: `/graph/Cma9`, `/graph/_/D`.
    case graph(Chord, as: Half)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(Scale)

    /// The address. Without two chords there is no result, so it is that of the combiner.
    func address(_ session: Session) -> Address {
        switch self {
        case .combination: session.combination == nil ? .combine(session.pair) : .details(session.pair)
        case .combinationGraph: session.combination == nil ? .combine(session.pair) : .combinationGraph(session.pair)
        case .chord(let chord, let half): .chord(chord, as: half)
        case .graph(let chord, let half): .graph(chord, as: half)
        case .scale(let scale): .scale(scale)
        }
    }

    /// The words for the title of the browser tab.
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

    /// The details that a graph belongs to; nil for other screens.
    var ofGraph: DetailsRoute? {
        switch self {
        case .combinationGraph: .combination
        case .graph(let chord, let half): .chord(chord, as: half)
        default: nil
        }
    }

    /// The screen to show: nil without two chords, and the details for a polychord, which has no graph.
    func settled(_ session: Session) -> DetailsRoute? {
        switch self {
        case .combination: session.combination == nil ? nil : self
        case .combinationGraph: session.combination.map { $0.result == nil ? .combination : self }
        default: self
        }
    }
}
