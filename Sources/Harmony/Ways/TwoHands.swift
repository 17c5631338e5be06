/// The positions of two chords under two hands.
enum TwoHands {
    /// The lower chord from its lowest note between C3 (48) and B3 upwards: stacked in thirds if a hand can play it
    /// without strain, otherwise in close position.
    static func lower(_ chord: Chord) -> [Int] {
        let pitches = chord.voicing.map { $0.pitch }
        let lowest = 48 + modulo(pitches[0], 12)
        let lift = lowest - pitches[0]
        return Reach.isComfortable(span: pitches[pitches.count - 1] - pitches[0], count: pitches.count)
            ? pitches.map { $0 + lift } : close(chord.pitchClasses, from: lowest)
    }

    /// The upper chord in close position above a lower one: the nearest inversion, avoiding a semitone between the
    /// chords if possible.
    static func upper(_ chord: Chord, above lower: [Int]) -> [Int] {
        let top = lower[lower.count - 1]
        // Every chord has a note within the next twelve semitones; if it is a single one a semitone away, it is used.
        let distance = (2...13).first { chord.pitchClasses.contains(modulo(top + $0, 12)) } ?? 1
        return close(chord.pitchClasses, from: top + distance)
    }

    private static func close(_ set: PitchClassSet, from lowest: Int) -> [Int] {
        set.seen(from: modulo(lowest, 12)).map { lowest + $0 }
    }
}
