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

    /// The tones of a hand as players read them. A hand that plays a chord of its own is spelled as that chord: above
    /// C7, an A triad reads C♯ E A. Others are spelled by their degrees, without double accidentals.
    public func written(_ hand: Hand) -> [Tone] {
        guard let names = ownChord(of: hand)?.notes else { return self[hand].map { $0.forPlayers } }
        return self[hand].map { tone in
            (names.first { $0.pitchClass == tone.name.pitchClass }.map { tone.named($0) } ?? tone).forPlayers
        }
    }

    /// The chord that a hand plays, if all its tones belong to it: a chord of the pair, or a triad above the left hand
    /// that the degrees, without double accidentals, do not spell as one. On the root of the chord it keeps that name.
    private func ownChord(of hand: Hand) -> Chord? {
        guard case .pair(let pair) = subject else {
            guard hand == .right, let triad = upperTriad else { return nil }
            let names = right.map { $0.name.simplified }
            let isSpelled = names.contains { name in
                Chord(name, triad.type).notes.allSatisfy { names.contains($0) }
            }
            if isSpelled { return nil }
            let root = subject.chord.root
            return triad.root.pitchClass == root.pitchClass ? Chord(root, triad.type) : triad
        }
        let chord = hand == .left ? pair.lower : pair.upper
        let sounding = PitchClassSet(self[hand].map { $0.pitch })
        return pair.spellsHands && sounding.count > 1 && sounding.isSubset(of: chord.pitchClasses) ? chord : nil
    }

    /// The major, minor, diminished, augmented and suspended triads.
    private static var triads: [ChordType] {
        ["1 3 5", "1 ♭3 5", "1 ♭3 ♭5", "1 3 ♯5", "1 4 5"].compactMap { DegreeSet($0).map { ChordType($0) } }
    }
}
