import Harmony

/// The function of a chord in the local key of a progression. It is one possible interpretation.
public struct ChordInKey: Sendable, Hashable {
    public let key: Key
    /// `ii`, `V`, `♭VII`; for secondary dominants `V/ii`.
    public let numeral: String

    /// Analyzes each chord of a progression.
    /// - Parameters:
    ///   - home: the declared key; other keys cost a little.
    ///   - isRound: whether the first chord follows the last one, as in a repeated form.
    ///   - isSpelled: whether root names are significant (F♯ is not G♭). Otherwise each root is spelled by its degree
    ///     in the key.
    public static func all(of chords: [Chord], home: Key?, isRound: Bool, isSpelled: Bool) -> [ChordInKey] {
        let keys = KeyPath.keys(of: chords, home: home)
        return chords.indices.map { index in
            let next = index + 1 < chords.count ? chords[index + 1] : isRound ? chords[0] : nil
            let falls = next.map { semitones(from: chords[index].root, upTo: $0.root) == 5 } ?? false
            let (chord, key) = isSpelled ? (chords[index], keys[index]) : inC(chords[index], keys[index])
            return ChordInKey(key: keys[index], numeral: numeral(of: chord, in: key, fallsAFifth: falls))
        }
    }

    /// A chord and its key transposed to C, where each of the twelve roots has one name from ♭II to ♯IV with at most
    /// one accidental.
    private static func inC(_ chord: Chord, _ key: Key) -> (Chord, Key) {
        let fifths = 7 * semitones(from: key.tonic, upTo: chord.root) % 12
        return (
            Chord(NoteName(fifths: fifths > 6 ? fifths - 12 : fifths), chord.type), Key(NoteName(fifths: 0), key.mode)
        )
    }

    private static func numeral(of chord: Chord, in key: Key, fallsAFifth: Bool) -> String {
        if fallsAFifth, ChordFunction(chord) == .dominant,
            let target = key.secondaryDominants.first(where: { $0.chord.root.pitchClass == chord.root.pitchClass })?
                .target
        {
            return "V/" + target.text
        }
        return key.numeral(of: chord).text
    }
}
