extension LinnStrument {
    /// What two hands hold on the grid: for each note one of its pads.
    public struct Grip: Sendable, Hashable {
        /// In the order of the notes.
        public let left: [Pad]
        public let right: [Pad]
    }

    /// Where two hands hold some notes so that each of them stretches least. Of several such places it is one with the
    /// left hand on the left, the hands near each other and in the middle of the grid.
    /// - Parameters:
    ///   - left: MIDI numbers of the left hand, five at most; perhaps none.
    ///   - right: the same of the right hand.
    /// - Returns: nil where a note has no pad.
    public func grip(left: [Int], right: [Int]) -> Grip? {
        let (lefts, rights) = (tightest(left), tightest(right))
        guard var best = lefts.first.flatMap({ one in rights.first.map { Grip(left: one, right: $0) } }) else { return nil }
        var least = discomfort(best)
        for one in lefts {
            for other in rights {
                let grip = Grip(left: one, right: other)
                let found = discomfort(grip)
                if found < least { (best, least) = (grip, found) }
            }
        }
        return best
    }

    /// The ways to hold some notes in which the two pads farthest apart are nearest, and of those the ones in which all
    /// are nearest to each other; none where a note has no pad.
    private func tightest(_ notes: [Int]) -> [[Pad]] {
        let choices = notes.map { pads(of: $0) }
        var found: [[Pad]] = []
        var least = (widest: Int.max, sum: Int.max)
        func hold(_ held: [Pad], _ widest: Int, _ sum: Int) {
            guard (widest, sum) <= least else { return }
            guard held.count < choices.count else {
                if (widest, sum) < least { found = [] }
                least = (widest, sum)
                return found.append(held)
            }
            for pad in choices[held.count] {
                let distances = held.map { LinnStrument.distance($0, pad) }
                hold(held + [pad], max(widest, distances.max() ?? 0), distances.reduce(sum, +))
            }
        }
        hold([], 0, 0)
        return found
    }

    /// What speaks against one of two grips that stretch alike, the weightiest first: hands that are not side by side,
    /// hands far from each other, and pads far from the middle, the lower ones less.
    private func discomfort(_ grip: Grip) -> (Int, Int, Int, Int) {
        let edges = (grip.left.map { $0.column }.max() ?? -1, grip.right.map { $0.column }.min() ?? model.columns)
        let apart = grip.left.reduce(0) { sum, pad in
            grip.right.reduce(sum) { $0 + LinnStrument.distance(pad, $1) }
        }
        let pads = grip.left + grip.right
        // In halves of a pad, since the middle lies between two.
        let (row, column) = (LinnStrument.rows - 1, model.columns - 1)
        let outside = pads.reduce(0) { $0 + abs(2 * $1.row - row) + abs(2 * $1.column - column) }
        return (edges.0 < edges.1 ? 0 : 1, apart, outside, pads.reduce(0) { $0 + $1.row })
    }

    /// The square of it, since pads are squares.
    private static func distance(_ one: Pad, _ other: Pad) -> Int {
        let (rows, columns) = (one.row - other.row, one.column - other.column)
        return rows * rows + columns * columns
    }
}
