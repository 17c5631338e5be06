extension LinnStrument {
    /// The fingering of two hands on the grid, with one pad for each note.
    public struct Grip: Sendable, Hashable {
        /// The pads in the order of the notes.
        public let left: [Pad]
        public let right: [Pad]
    }

    /// The fingering with the smallest stretch of each hand. Of equal ones, it prefers the left hand on the left, hands
    /// near each other, and the middle of the grid.
    /// - Parameters:
    ///   - left: the MIDI notes of the left hand, five at most.
    ///   - right: the MIDI notes of the right hand, five at most.
    /// - Returns: nil if a note has no pad.
    public func grip(left: [Int], right: [Int]) -> Grip? {
        let (lefts, rights) = (tightest(left), tightest(right))
        guard var best = lefts.first.flatMap({ one in rights.first.map { Grip(left: one, right: $0) } }) else {
            return nil
        }
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

    /// The fingerings of one hand with the smallest distance between its outermost pads, then with the smallest sum of
    /// distances. Empty if a note has no pad.
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

    /// The cost of a fingering, to compare equal stretches. In descending weight: hands not side by side, distance of
    /// the hands, distance from the middle, height on the grid.
    private func discomfort(_ grip: Grip) -> (Int, Int, Int, Int) {
        let edges = (grip.left.map { $0.column }.max() ?? -1, grip.right.map { $0.column }.min() ?? model.columns)
        let apart = grip.left.reduce(0) { sum, pad in
            grip.right.reduce(sum) { $0 + LinnStrument.distance(pad, $1) }
        }
        let pads = grip.left + grip.right
        // In half pads, because the middle is between two pads.
        let (row, column) = (LinnStrument.rows - 1, model.columns - 1)
        let outside = pads.reduce(0) { $0 + abs(2 * $1.row - row) + abs(2 * $1.column - column) }
        return (edges.0 < edges.1 ? 0 : 1, apart, outside, pads.reduce(0) { $0 + $1.row })
    }

    /// The squared distance in pads.
    private static func distance(_ one: Pad, _ other: Pad) -> Int {
        let (rows, columns) = (one.row - other.row, one.column - other.column)
        return rows * rows + columns * columns
    }
}
