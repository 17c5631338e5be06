import Harmony

extension ChordType {
    /// Plays the type on C.
    package var example: Chord { Chord(NoteName(fifths: 0), self) }

    /// The suffix in the three notations: `ma7`, `maj7`, `Δ7`.
    package var suffixes: [(qualities: Notation.Qualities, text: String)] {
        Notation.Qualities.allCases.map { qualities in
            (qualities, String(example.name(in: Notation(qualities)).dropFirst()))
        }
    }
}
