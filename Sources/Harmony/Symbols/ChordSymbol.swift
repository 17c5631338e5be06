/// The meaning of a chord symbol: one chord, optionally over a bass, or one chord above another.
public enum ChordSymbol: Sendable, Hashable {
    case chord(Chord)
    case polychord(upper: Chord, lower: Chord)

    /// Reads a chord symbol as musicians type it and lead-sheet programs write it: `Cma7`, `C^7`, `F#-7b5`,
    /// `C7(b9,#11)`, `D/C`, `D|C7`.
    ///
    /// - Parameter names: the naming convention of the symbol.
    /// - Throws: ``SymbolError`` with the position of the failure and what is accepted there. A symbol that is not
    ///   understood to its end is never read as something else.
    public init(_ text: String, in names: NoteNames = .english) throws(SymbolError) {
        self = try ChordReader.read(text, in: names)
    }

    /// The precise name: that of the chord, or `Dma/C7` for D above C7.
    public var name: String {
        switch self {
        case .chord(let chord): chord.name
        case .polychord(let upper, let lower): upper.name + "/" + lower.name
        }
    }
}

extension Chord {
    /// Reads the symbol of one chord, optionally with a bass.
    ///
    /// - Parameter names: the naming convention of the symbol.
    /// - Throws: ``SymbolError`` if the symbol cannot be read or is a polychord.
    @inline(never)
    public init(_ text: String, in names: NoteNames = .english) throws(SymbolError) {
        switch try ChordSymbol(text, in: names) {
        case .chord(let chord): self = chord
        case .polychord:
            throw SymbolError(symbol: text, offset: 0, reason: .polychord, expected: ["one chord at a time"])
        }
    }
}
