import Harmony

extension ChordSymbol {
    /// How it is written in a tune, in a hand: as it is usually shown.
    public func written(in notation: Notation) -> String {
        switch self {
        case .chord(let chord): chord.shortName(in: notation)
        case .polychord(let upper, let lower): upper.shortName(in: notation) + "/" + lower.name(in: notation)
        }
    }

    /// In plain ASCII, so that ``Harmony/ChordReader`` reads the very same again: `F#mi7(b5)`.
    /// - Parameter names: what notes are called in it.
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

    /// The chord; of two the one below.
    package var lowest: Chord {
        switch self {
        case .chord(let chord): chord
        case .polychord(_, let lower): lower
        }
    }
}
