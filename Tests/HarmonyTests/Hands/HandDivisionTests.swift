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
                    // Four notes may be a shell or a fifth besides.
                    #expect(count == below.count || count >= 2 && all.count - count >= 2)
                    let distance = abs(all[count - 1] + all[count] - 120)
                    let isNearer = distance <= abs(top + above[0] - 120)
                    #expect(isNearer, "\(all)")
                    if isChord(all[..<count]), isChord(all[count...]) { divided += 1 }
                }
            }
        }
        #expect(divided > 8000)
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
