/// The input of voicing: one chord, or a lower and an upper chord.
public enum ChordToVoice: Sendable, Hashable {
    case chord(Chord)
    case pair(Combination)

    /// The chord that names all notes; for a polychord, the lower chord.
    public var chord: Chord {
        switch self {
        case .chord(let chord): chord
        case .pair(let combination): combination.result ?? combination.lower
        }
    }

    /// The chord symbol: `Cma13(♯11)`, `Ema/Cma7`.
    public func title(in notation: Notation) -> String {
        switch self {
        case .chord(let chord): chord.title(in: notation)
        case .pair(let combination): combination.title(in: notation)
        }
    }
}
