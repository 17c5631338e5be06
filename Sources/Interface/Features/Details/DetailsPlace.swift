import Exchange
import Harmony
import Rendering

/// What is looked at closely.
package indirect enum DetailsPlace: Sendable, Hashable {
    /// What the two chords are together: `/details/Cma7/D`.
    case combination
    /// The graph of that: `/details/Cma7/D/graph`.
    case combinationGraph
    /// One chord: `/chord/Cma13(♯11)`. What belongs to the upper one of two has its colour: `/chord/_/D`.
    case chord(Chord, as: Half)
    /// Its graph: `/graph/Cma9`, `/graph/_/D`.
    case graph(Chord, as: Half)
    /// A scale: `/scale/C/Lydian_Dominant`.
    case scale(Scale)

    /// The chord of an address.
    static func asked(chord parts: ArraySlice<String>) throws(Refusal) -> DetailsPlace {
        let (chord, half) = try chordAndRole(parts)
        return .chord(chord, as: half)
    }

    /// The chord of the address of a graph.
    static func asked(graph parts: ArraySlice<String>) throws(Refusal) -> DetailsPlace {
        let (chord, half) = try chordAndRole(parts)
        return .graph(chord, as: half)
    }

    /// - Parameter parts: the chord, in two where the user has typed the slash of C6/9 as it is; before an upper one a place
    ///   for the lower one.
    private static func chordAndRole(_ parts: ArraySlice<String>) throws(Refusal) -> (Chord, Half) {
        let isUpper = parts.count > 1 && parts.first == Address.Pair.absent
        let symbol = (isUpper ? parts.dropFirst() : parts).joined(separator: "⁄")
        return (try .asked(symbol), isUpper ? .upper : .lower)
    }

    /// The scale of an address.
    static func asked(scale name: String, root: String) throws(Refusal) -> DetailsPlace {
        .scale(try .asked(root: root, name: name))
    }

    /// Without two chords there is nothing that they are together.
    func address(_ session: Session) -> Address {
        switch self {
        case .combination: session.combination == nil ? .combine(session.pair) : .details(session.pair)
        case .combinationGraph: session.combination == nil ? .combine(session.pair) : .graph(session.pair)
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
    var ofGraph: DetailsPlace? {
        switch self {
        case .combinationGraph: .combination
        case .graph(let chord, let half): .chord(chord, as: half)
        default: nil
        }
    }

    /// Where one is really: what two chords are together has to be there, and a polychord has no graph.
    func settled(_ session: Session) -> DetailsPlace? {
        switch self {
        case .combination: session.combination == nil ? nil : self
        case .combinationGraph: session.combination.map { $0.result == nil ? .combination : self }
        default: self
        }
    }
}
