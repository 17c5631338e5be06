import Harmony

/// A chord of a tune at the place where it begins.
public struct SoundingChord: Sendable, Hashable {
    /// The index in ``Tune/bars``.
    public let bar: Int
    public let position: Position
    /// Nil for N.C.
    public let symbol: ChordSymbol?

    /// The bass player's note.
    var bass: NoteName? { symbol.map { $0.lowest.bass ?? $0.lowest.root } }
}

extension Tune {
    /// All chords in order of the written bars, with repetition signs resolved.
    public var soundingChords: [SoundingChord] {
        sounding.enumerated().flatMap { bar, chords in
            chords.map { SoundingChord(bar: bar, position: $0.position, symbol: $0.symbol) }
        }
    }
}
