import Harmony

extension ChordType {
    /// On C, since a type needs a root to be heard.
    package var example: Chord { Chord(NoteName(fifths: 0), self) }

    /// Behind the root in the three hands: `ma7`, `maj7`, `Δ7`.
    package var suffixes: [(qualities: Notation.Qualities, text: String)] {
        Notation.Qualities.allCases.map { qualities in
            (qualities, String(example.name(in: Notation(qualities)).dropFirst()))
        }
    }
}
