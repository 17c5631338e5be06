import Harmony

extension ChordSymbol {
    /// The short name in a tune, in a notation.
    public func written(in notation: Notation) -> String {
        switch self {
        case .chord(let chord): chord.shortName(in: notation)
        case .polychord(let upper, let lower): upper.shortName(in: notation) + "/" + lower.name(in: notation)
        }
    }

    /// The ASCII name, which ``Harmony/ChordReader`` reads as the same chord: `F#mi7(b5)`.
    /// - Parameter names: the naming convention of the result.
    public func ascii(in names: NoteNames = .english) -> String {
        let notation = Notation(.ma, .signs, names)
        switch self {
        case .chord(let chord):
            let short = ASCIISymbol.text(of: chord.shortName(in: notation))
            if let read = try? ChordSymbol(short, in: names), read == self { return short }
            return ASCIISymbol.text(of: chord.name(in: notation))
        case .polychord(let upper, let lower):
            return ASCIISymbol.text(of: upper.name(in: notation) + "/" + lower.name(in: notation))
        }
    }

    /// The chord; of a polychord, the lower one.
    package var lowest: Chord {
        switch self {
        case .chord(let chord): chord
        case .polychord(_, let lower): lower
        }
    }
}
