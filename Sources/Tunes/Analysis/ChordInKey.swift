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
    public static func all(of chords: [Chord], home: Key?, isRound: Bool) -> [ChordInKey] {
        let keys = KeyPath.keys(of: chords, home: home)
        return chords.indices.map { index in
            let next = index + 1 < chords.count ? chords[index + 1] : isRound ? chords[0] : nil
            return ChordInKey(key: keys[index], numeral: numeral(of: chords[index], before: next, in: keys[index]))
        }
    }

    private static func numeral(of chord: Chord, before next: Chord?, in key: Key) -> String {
        if ChordFunction(chord) == .dominant, let next, semitones(from: chord.root, upTo: next.root) == 5,
            let target = key.secondaryDominants.first(where: { $0.chord.root.pitchClass == chord.root.pitchClass })?.target
        {
            return "V/" + target.text
        }
        return key.numeral(of: chord).text
    }
}
