import Harmony
import Testing

@Suite struct DividingKeysBetweenTheHands {
    private func keys(of chord: Chord, from lowest: Int) -> [Int] {
        chord.pitchClasses.seen(from: lowest % 12).map { lowest + $0 }
    }

    /// C3 E3 G3 B3 D4 F♯4 A4 could be C and Bmi7, too; its gap is farther from middle C.
    @Test func aSeventhChordAndATriadAreTwoHands() {
        let keys = [48, 52, 55, 59, 62, 66, 69]
        #expect(HandDivision.leftCount(of: keys) == 4)
        #expect(HandDivision.leftCount(of: keys, standing: [[48, 52, 55, 59]]) == 4)
        #expect(HandDivision.leftCount(of: keys, standing: [[48, 52, 55], [59]]) == 3)
    }

    /// Every pair of chords of the pickers, close together around middle C, is divided where both hands have a chord.
    @Test func eachHandHasAChordIfThatIsPossible() {
        let types = Vocabulary.jazz.selectable
        func isChord(_ keys: ArraySlice<Int>) -> Bool {
            let set = PitchClassSet(Array(keys))
            return set.contains { root in
                types.contains { $0.pitchClasses == set.seen(from: root) }
            }
        }
        var divided = 0
        for lower in types {
            for upper in types {
                for root in 0..<12 {
                    let below = keys(of: Chord(NoteName(pitchClass: root), lower), from: 48 + root % 5)
                    let top = below[below.count - 1]
                    let above = keys(of: Chord(NoteName(pitchClass: (top + 3) % 12), upper), from: top + 3)
                    let all = below + above
                    let count = HandDivision.leftCount(of: all)
                    // Held before, both chords stay.
                    #expect(HandDivision.leftCount(of: all, standing: [below, above]) == below.count)
                    #expect(isChord(all[..<count]) && isChord(all[count...]), "\(all)")
                    if count == below.count { divided += 1 }
                }
            }
        }
        // The rest may as well be divided elsewhere, into more usual chords.
        #expect(divided * 100 > types.count * types.count * 12 * 90)
    }

    /// Many of these may be divided in two ways, with a chord in each hand. The likelier one is nearly always right.
    @Test(arguments: ["common", "all", "shells"])
    func generatedVoicingsAreDividedRight(_ kind: String) {
        var generator = Generator(state: 300)
        let usual: Set<String> = [
            "ma", "mi", "+", "°", "sus4", "ma7", "mi7", "7", "mi7(♭5)", "°7", "7sus4", "6", "mi6", "mi(Δ7)",
        ]
        let types = Vocabulary.jazz.selectable.filter { kind == "all" || usual.contains($0.suffix) }
        let shells = [[0, 4, 11], [0, 4, 10], [0, 3, 10], [0, 11, 16], [0, 10, 16], [0, 10, 15]]
        /// A chord in close position on one of its notes.
        func chord(from lowest: Int) -> [Int] {
            let tones = types[generator.next(types.count)].pitchClasses.seen(from: 0).map { $0 }
            let first = tones[generator.next(tones.count)]
            return tones.map { lowest + ($0 - first + 12) % 12 }.sorted()
        }
        var (count, right) = (0, 0)
        while count < 300 {
            let lowest = 41 + generator.next(14)
            let left = kind == "shells" ? shells[generator.next(6)].map { lowest + $0 } : chord(from: lowest)
            let hand = chord(from: left[left.count - 1] + 1 + generator.next(8))
            guard left[left.count - 1] <= 62, hand[0] >= 57 else { continue }
            count += 1
            if HandDivision.leftCount(of: left + hand) == left.count { right += 1 }
        }
        #expect(right >= 291, "\(right) of 300")
    }

    private struct Generator {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    /// Keys come and go at random. If the chord of a hand can stay, no fewer hands have a chord afterwards.
    @Test func aChordThatStoodIsNotReplacedByLess() {
        var generator = Generator(state: 1)
        let types = Vocabulary.jazz.selectable
        func isChord(_ keys: some Collection<Int>) -> Bool {
            let set = PitchClassSet(Array(keys))
            return set.contains { root in
                let seen = set.seen(from: root)
                return types.contains { $0.pitchClasses == seen } || seen == PitchClassSet([0, 7])
                    || [[0, 4, 11], [0, 4, 10], [0, 3, 10], [0, 3, 11]].contains { PitchClassSet($0) == seen }
            }
        }
        func isWithinReach(_ keys: some Collection<Int>) -> Bool {
            keys.isEmpty || keys.count <= 5 && keys.max()! - keys.min()! <= 16
        }
        var held: Set<Int> = []
        var standing: [[Int]] = []
        var kept = 0
        for _ in 0..<4000 {
            let key = 43 + generator.next(36)
            if held.contains(key) || held.count > 8 { held.remove(held.sorted()[generator.next(held.count)]) }
            held.insert(key)
            let all = held.sorted()
            let count = HandDivision.leftCount(of: all, standing: standing)
            let hands = [Array(all[..<count]), Array(all[count...])]
            let chords = hands.count { isChord($0) }
            for hand in standing where !hand.isEmpty && isChord(hand) && all.count >= 4 {
                for split in 0...all.count {
                    let other = [Array(all[..<split]), Array(all[split...])]
                    let isPossible = other.allSatisfy { !$0.isEmpty && isWithinReach($0) }
                    guard other.contains(hand), isPossible else { continue }
                    kept += 1
                    #expect(chords >= other.count { isChord($0) }, "\(standing) \(all)")
                }
            }
            standing = hands
        }
        #expect(kept > 200)
    }

    @Test func handsStayWithinATenthIfTwoHandsCan() {
        for span in 17...32 {
            let all = [48, 48 + span / 3, 48 + span / 2, 48 + span]
            let count = HandDivision.leftCount(of: all)
            #expect(all[count - 1] - all[0] <= 16 && all[3] - all[count] <= 16, "\(all)")
        }
        // A bass far below belongs to nobody else.
        #expect(HandDivision.leftCount(of: [36, 64, 67, 71, 74]) == 1)
    }

    @Test func oneHandPlaysOneChordAndFewNotes() {
        #expect(HandDivision.leftCount(of: []) == 0)
        #expect(HandDivision.leftCount(of: [48, 72, 90]) == 3)
        for type in Vocabulary.jazz.selectable where type.pitchClasses.count == 4 {
            for root in 0..<12 {
                let all = keys(of: Chord(NoteName(pitchClass: root), type), from: 48 + root)
                let count = HandDivision.leftCount(of: all)
                // Only two fifths are two chords.
                #expect(count == 4 || count == 2, "\(type.suffix)")
            }
        }
    }
}
