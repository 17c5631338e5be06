import Harmony

/// What a chord of a row is in the key that the row goes through there. It is one way to hear it, and a proposal.
public struct ChordInKey: Sendable, Hashable {
    public let key: Key
    /// `ii`, `V`, `♭VII`, of a dominant that leads to another degree `V/ii`.
    public let numeral: String

    /// What each chord of a row is.
    /// - Parameters:
    ///   - home: the key that they are said to be in; others cost a little.
    ///   - isRound: whether the first chord follows the last one, as in a form that begins again.
    ///   - isSpelled: whether the names of the roots were written, so that F♯ is not G♭. Where they only sound,
    ///     each is the degree that the key has there.
    public static func all(of chords: [Chord], home: Key?, isRound: Bool, isSpelled: Bool) -> [ChordInKey] {
        let keys = KeyPath.keys(of: chords, home: home)
        return chords.indices.map { index in
            let next = index + 1 < chords.count ? chords[index + 1] : isRound ? chords[0] : nil
            let falls = next.map { semitones(from: chords[index].root, upTo: $0.root) == 5 } ?? false
            let (chord, key) = isSpelled ? (chords[index], keys[index]) : inC(chords[index], keys[index])
            return ChordInKey(key: keys[index], numeral: numeral(of: chord, in: key, fallsAFifth: falls))
        }
    }

    /// A chord and its key above C, where each of the twelve roots has one name from ♭II to ♯IV, and none of them two
    /// accidentals.
    private static func inC(_ chord: Chord, _ key: Key) -> (Chord, Key) {
        let fifths = 7 * semitones(from: key.tonic, upTo: chord.root) % 12
        return (Chord(NoteName(fifths: fifths > 6 ? fifths - 12 : fifths), chord.type), Key(NoteName(fifths: 0), key.mode))
    }

    private static func numeral(of chord: Chord, in key: Key, fallsAFifth: Bool) -> String {
        if fallsAFifth, ChordFunction(chord) == .dominant,
            let target = key.secondaryDominants.first(where: { $0.chord.root.pitchClass == chord.root.pitchClass })?.target
        {
            return "V/" + target.text
        }
        return key.numeral(of: chord).text
    }
}
