extension ChordFinder {
    /// Names a row of chords by the best path through the readings of all of them: what each costs by itself, and what
    /// the steps between them cost. What follows may so correct what went before.
    ///
    /// - Parameters:
    ///   - sets: what sounds, lowest first, as MIDI numbers; an empty one breaks the row.
    ///   - context: its chords before and after stand at the ends of the row.
    /// - Returns: for each chord its readings, the one on the path first; empty where nothing sounds.
    public func findRow(_ sets: [[Int]], in context: NamingContext = .none) -> [[Reading]] {
        var alone = context
        alone.previous = nil
        alone.next = nil
        var rows = sets.map { find(pitches: $0, in: alone).readings }
        guard vocabulary.isRanked else { return rows }
        var start = 0
        while start < rows.count {
            var end = start
            while end < rows.count, !rows[end].isEmpty { end += 1 }
            let path = ChordFinder.cheapestPath(
                rows[start..<end], from: start == 0 ? context.previous : nil,
                to: end == rows.count ? context.next : nil)
            for (index, choice) in zip(start..<end, path) { rows[index].insert(rows[index].remove(at: choice), at: 0) }
            start = end + 1
        }
        return rows
    }

    /// A shortest path, exactly: for each reading the cheapest way to it.
    private static func cheapestPath(
        _ rows: ArraySlice<[Reading]>, from previous: Chord?, to next: Chord?
    ) -> [Int] {
        guard let first = rows.first else { return [] }
        var costs = first.map { reading in reading.cost + (previous.map { step($0, reading.chord) } ?? 0) }
        var origins: [[Int]] = []
        var before = first
        for row in rows.dropFirst() {
            var origin: [Int] = []
            var reached: [Int] = []
            for reading in row {
                var best = (from: 0, cost: Int.max)
                for index in before.indices {
                    let cost = costs[index] + step(before[index].chord, reading.chord)
                    if cost < best.cost { best = (index, cost) }
                }
                origin.append(best.from)
                reached.append(best.cost + reading.cost)
            }
            origins.append(origin)
            (costs, before) = (reached, row)
        }
        if let next { for index in costs.indices { costs[index] += step(before[index].chord, next) } }
        var place = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        var path = [place]
        for origin in origins.reversed() {
            place = origin[place]
            path.append(place)
        }
        return path.reversed()
    }

    private static func step(_ one: Chord, _ other: Chord) -> Int {
        ChordStep.cost(
            from: ChordStep.Kind(one.type.degrees), up: other.root.pitchClass - one.root.pitchClass,
            to: ChordStep.Kind(other.type.degrees))
    }
}
