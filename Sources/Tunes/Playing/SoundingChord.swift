import Harmony

/// A chord of a tune where it begins to sound.
public struct SoundingChord: Sendable, Hashable {
    /// The index among ``Tune/bars``.
    public let bar: Int
    public let position: Position
    /// Nil for N.C.
    public let symbol: ChordSymbol?

    /// The note that the bass player has.
    var bass: NoteName? { symbol.map { $0.lowest.bass ?? $0.lowest.root } }
}

extension Tune {
    /// All that begins to sound, bar by bar as they are written, with what signs of repetition stand for.
    public var soundingChords: [SoundingChord] {
        sounding.enumerated().flatMap { bar, chords in
            chords.map { SoundingChord(bar: bar, position: $0.position, symbol: $0.symbol) }
        }
    }
}
