/// What is laid under two hands: one chord, or a lower and an upper one.
public enum ChordToVoice: Sendable, Hashable {
    case chord(Chord)
    case pair(Combination)

    /// What names all notes together; of a polychord, which has no such name, the lower chord.
    public var chord: Chord {
        switch self {
        case .chord(let chord): chord
        case .pair(let combination): combination.result ?? combination.lower
        }
    }

    /// The symbol as it is written above the staff: `Cma13(♯11)`, `Ema/Cma7`.
    public func title(in notation: Notation) -> String {
        switch self {
        case .chord(let chord): chord.title(in: notation)
        case .pair(let combination): combination.title(in: notation)
        }
    }
}
