extension Voicing {
    /// The triad in the right hand above the left hand's part of the chord: the A of A/C7. Nil in styles with another
    /// division and if both hands play one chord.
    public var upperTriad: Chord? {
        guard style == .upperStructure || style == .pair, !left.isEmpty, right.count == 3 else { return nil }
        let sounding = PitchClassSet(right.map { $0.pitch })
        for tone in right {
            let root = modulo(tone.pitch, 12)
            guard let type = Voicing.triads.first(where: { $0.pitchClasses.transposed(up: root) == sounding }) else {
                continue
            }
            return Chord(NoteName.ofRoot(tone.name.simplified, of: type.degrees, advantage: 0), type)
        }
        return nil
    }

    /// The major, minor, diminished, augmented and suspended triads.
    private static var triads: [ChordType] {
        ["1 3 5", "1 ♭3 5", "1 ♭3 ♭5", "1 3 ♯5", "1 4 5"].compactMap { DegreeSet($0).map { ChordType($0) } }
    }
}
