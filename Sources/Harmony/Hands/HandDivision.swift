/// Divides keys that sound together between the two hands.
public enum HandDivision {
    /// The number of keys that the left hand plays, counted from the lowest.
    ///
    /// A hand has five fingers and reaches a tenth. Among the divisions within reach, the first is one with a chord in
    /// each hand, then one that keeps the chord of a hand, then the one that is likeliest in music: with usual chords
    /// and its gap near middle C. The left hand also plays fewer than four keys, and a single chord of one hand. So a
    /// chord that stood is never replaced by a division in which fewer hands have a chord.
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
            // The distance of the gap from middle C, in half semitones.
            var unlikely = abs(pitches[count - 1] + pitches[count] - 2 * middleC)
            var oddity = Oddity.imbalance * abs(2 * count - pitches.count)
            for hand in hands {
                let beyond = HandDivision.excess(of: hand)
                excess += beyond
                guard beyond == 0, let odd = HandDivision.oddity(of: hand) else { continue }
                chords += 1
                oddity += odd
                if standing.contains(where: { $0.elementsEqual(hand) }) { kept += 1 }
            }
            if chords == 2 {
                unlikely += oddity
                if excess == 0 { hasTwoChords = true }
            }
            // Each criterion outweighs all later ones: the last is less than 2048.
            let cost = ((excess * 2 + (chords == 2 ? 0 : 1)) * 4 + 2 - kept) * 2048 + unlikely
            if cost < best.cost { best = (count, cost) }
        }
        let isOneHand = Reach.isComfortable(span: pitches[pitches.count - 1] - pitches[0], count: pitches.count)
        return isOneHand && !hasTwoChords && oddity(of: pitches[...]) != nil ? pitches.count : best.count
    }

    private static let middleC = 60

    /// What makes a division with two chords less likely, in half semitones of its gap's distance from middle C. Chosen
    /// so that most of some thousand generated voicings are divided right: close and open, inverted, shells and with
    /// doubled roots.
    private enum Oddity {
        /// A chord of a rare type, a shell, and a mere fifth.
        static let rare = 20
        static let shell = 80
        static let fifth = 200
        static let inversion = 10
        /// For each key by which the hands differ.
        static let imbalance = 30
        /// For each note that a hand plays twice.
        static let doubling = 30
        /// For each semitone beyond an octave.
        static let width = 12
    }

    /// What a hand lacks: semitones beyond a tenth, and an octave for each finger beyond five.
    private static func excess(of keys: ArraySlice<Int>) -> Int {
        let span = keys[keys.endIndex - 1] - keys[keys.startIndex]
        return max(0, span - Reach.tenth.semitones) + 12 * max(0, keys.count - 5)
    }

    /// How unusual the chord of a hand is; nil if the hand has no chord of the pickers, no shell and no fifth.
    private static func oddity(of keys: ArraySlice<Int>) -> Int? {
        var sounding: UInt16 = 0
        for key in keys { sounding |= 1 << UInt16(modulo(key, 12)) }
        let set = PitchClassSet(bits: sounding)
        let lowest = modulo(keys[keys.startIndex], 12)
        var best: Int?
        for root in set {
            guard let kind = oddity(ofType: set.seen(from: root).bits) else { continue }
            best = min(best ?? Int.max, kind + (root == lowest ? 0 : Oddity.inversion))
        }
        let span = keys[keys.endIndex - 1] - keys[keys.startIndex]
        return best.map {
            $0 + Oddity.doubling * (keys.count - set.count) + Oddity.width * max(0, span - 12)
        }
    }

    private static func oddity(ofType bits: UInt16) -> Int? {
        if common.contains(bits) { return 0 }
        if bits == fifth { return Oddity.fifth }
        if shells.contains(bits) { return Oddity.shell }
        for type in Vocabulary.jazz.selectable where type.pitchClasses.bits == bits { return Oddity.rare }
        return nil
    }

    // Pitch classes above the root.

    /// ma mi + ° sus4; ma7 7 7sus4 mi7 mi7(♭5) °7 mi(Δ7) 6 mi6.
    private static let common: [UInt16] = [
        0b0000_1001_0001, 0b0000_1000_1001, 0b0001_0001_0001, 0b0000_0100_1001, 0b0000_1010_0001,
        0b1000_1001_0001, 0b0100_1001_0001, 0b0100_1010_0001, 0b0100_1000_1001, 0b0100_0100_1001, 0b0010_0100_1001,
        0b1000_1000_1001, 0b0010_1001_0001, 0b0010_1000_1001,
    ]
    /// Root, third and seventh of ma7, 7, mi7 and mi(Δ7).
    private static let shells: [UInt16] = [
        1 << 11 | 1 << 4 | 1, 1 << 10 | 1 << 4 | 1, 1 << 10 | 1 << 3 | 1, 1 << 11 | 1 << 3 | 1,
    ]
    private static let fifth: UInt16 = 1 << 7 | 1
}
