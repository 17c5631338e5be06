import Instruments
import Testing

@Suite struct GripTests {
    private func distance(_ one: LinnStrument.Pad, _ other: LinnStrument.Pad) -> Int {
        (one.row - other.row) * (one.row - other.row) + (one.column - other.column) * (one.column - other.column)
    }

    /// The distance of the outermost pads, and the sum of all distances.
    private func stretch(_ pads: [LinnStrument.Pad]) -> (Int, Int) {
        let distances = pads.indices.flatMap { index in pads[..<index].map { distance($0, pads[index]) } }
        return (distances.max() ?? 0, distances.reduce(0, +))
    }

    /// The smallest stretch by exhaustive search.
    private func smallestStretch(_ notes: [Int], on linnStrument: LinnStrument) -> (Int, Int)? {
        var grips: [[LinnStrument.Pad]] = [[]]
        for note in notes { grips = grips.flatMap { grip in linnStrument.pads(of: note).map { grip + [$0] } } }
        return grips.map { stretch($0) }.min { $0 < $1 }
    }

    private static let tunings: [LinnStrument.RowOffset] = [
        .semitones(5), .semitones(7), .semitones(0), .semitones(-4), .guitar, .noOverlap,
    ]

    @Test(arguments: tunings) func eachHandHasTheSmallestStretch(offset: LinnStrument.RowOffset) throws {
        let hands: [([Int], [Int])] = [
            ([48, 52, 58], [61, 64, 69]), ([41, 45, 48, 52], []), ([], [64, 67, 71, 74]),
            ([36, 43, 52], [58, 62, 66, 69, 74]),
            ([60], [61]), ([45, 57], [59, 60]),
        ]
        for model in LinnStrument.Model.allCases {
            for isLeftHanded in [false, true] {
                let linnStrument = LinnStrument(model, rowOffset: offset, isLeftHanded: isLeftHanded)
                for (left, right) in hands {
                    let grip = linnStrument.grip(left: left, right: right)
                    let least = (smallestStretch(left, on: linnStrument), smallestStretch(right, on: linnStrument))
                    guard let leftLeast = least.0, let rightLeast = least.1 else {
                        #expect(grip == nil)
                        continue
                    }
                    let found = try #require(grip)
                    // Each note is on a pad that plays it.
                    #expect(
                        found.left.map { linnStrument.note(at: $0) } == left
                            && found.right.map { linnStrument.note(at: $0) } == right)
                    #expect(stretch(found.left) == leftLeast && stretch(found.right) == rightLeast)
                }
            }
        }
    }

    /// On the large model in fourths, a shape has several positions. The left hand is on the left if possible.
    @Test func handsAreSideBySide() throws {
        let grip = try #require(LinnStrument().grip(left: [48, 52, 58], right: [61, 64, 69]))
        #expect(grip.left.map { $0.column }.max()! < grip.right.map { $0.column }.min()!)
        // A shape moved up a row and five columns to the left has the same notes and distances.
        let apart = { (left: [LinnStrument.Pad], right: [LinnStrument.Pad]) in
            left.reduce(0) { sum, pad in right.reduce(sum) { $0 + distance(pad, $1) } }
        }
        for rows in -7...7 where rows != 0 {
            let moved = grip.left.map { LinnStrument.Pad(row: $0.row + rows, column: $0.column - 5 * rows) }
            guard moved.allSatisfy({ 0..<8 ~= $0.row && 0..<25 ~= $0.column }),
                moved.map({ $0.column }).max()! < grip.right.map({ $0.column }).min()!
            else { continue }
            #expect(apart(moved, grip.right) >= apart(grip.left, grip.right))
        }
    }

    @Test func aNoteWithoutAPadHasNoGrip() {
        #expect(
            LinnStrument().grip(left: [29], right: []) == nil && LinnStrument().grip(left: [60], right: [128]) == nil)
    }
}
