/// Divides keys that sound together between the two hands.
public enum HandDivision {
    /// The number of keys that the left hand plays, counted from the lowest.
    ///
    /// A hand has five fingers and reaches a tenth. Among the divisions within reach, the first is one with a chord in
    /// each hand, then one that keeps the chord of a hand, then the one whose gap is nearest to middle C. The left hand
    /// also plays fewer than four keys, and a single chord that one hand holds. So a chord that stood is never replaced
    /// by a division in which fewer hands have a chord.
    /// - Parameters:
    ///   - pitches: MIDI numbers in ascending order, without duplicates.
    ///   - standing: the keys of each hand before the last change; empty if unknown.
    public static func leftCount(of pitches: [Int], standing: [[Int]] = []) -> Int {
        guard pitches.count >= 4 else { return pitches.count }
        var best = (count: 1, cost: Int.max)
        var hasTwoChords = false
        for count in 1..<pitches.count {
            let hands = [pitches[..<count], pitches[count...]]
            var excess = 0
            var chords = 0
            var kept = 0
            for hand in hands {
                let beyond = HandDivision.excess(of: hand)
                excess += beyond
                guard beyond == 0, isChord(hand) else { continue }
                chords += 1
                if standing.contains(where: { $0.elementsEqual(hand) }) { kept += 1 }
            }
            if excess == 0, chords == 2 { hasTwoChords = true }
            // Each criterion outweighs all later ones: a distance is less than 256, twice that of two keys.
            let distance = abs(pitches[count - 1] + pitches[count] - 2 * middleC)
            let cost = ((excess * 2 + (chords == 2 ? 0 : 1)) * 4 + 2 - kept) * 256 + distance
            if cost < best.cost { best = (count, cost) }
        }
        let isOneHand = Reach.isComfortable(span: pitches[pitches.count - 1] - pitches[0], count: pitches.count)
        return isOneHand && !hasTwoChords && isChord(pitches[...]) ? pitches.count : best.count
    }

    private static let middleC = 60

    /// What a hand lacks: semitones beyond a tenth, and an octave for each finger beyond five.
    private static func excess(of keys: ArraySlice<Int>) -> Int {
        let span = keys[keys.endIndex - 1] - keys[keys.startIndex]
        return max(0, span - Reach.tenth.semitones) + 12 * max(0, keys.count - 5)
    }

    /// Whether a hand has a chord of the pickers, a shell or a fifth.
    private static func isChord(_ keys: ArraySlice<Int>) -> Bool {
        var sounding: UInt16 = 0
        for key in keys { sounding |= 1 << UInt16(modulo(key, 12)) }
        let set = PitchClassSet(bits: sounding)
        for root in set {
            let bits = set.seen(from: root).bits
            if shells.contains(bits) { return true }
            for type in Vocabulary.jazz.selectable where type.pitchClasses.bits == bits { return true }
        }
        return false
    }

    /// The fifth, and root, third and seventh of ma7, 7, mi7 and mi(Δ7), as pitch classes above the root.
    private static let shells: [UInt16] = [
        1 << 7 | 1, 1 << 11 | 1 << 4 | 1, 1 << 10 | 1 << 4 | 1, 1 << 10 | 1 << 3 | 1, 1 << 11 | 1 << 3 | 1,
    ]
}
