/// The cheapest path through the readings of a row of chords, found while the row grows: what each costs by itself, and
/// what the steps between them cost. What follows may so correct what went before.
///
/// What is struck again is the chord that it was, and no step leads to it. A chord is settled as soon as all paths that can
/// still become the cheapest have the same reading of it, mostly with the next chord or the one after.
public struct ChordPath: Sendable, Hashable {
    /// What a reading is to the steps from it and to it.
    private struct Place: Sendable, Hashable {
        let kind: ChordStep.Kind
        let root: Int

        init(_ chord: Chord) {
            kind = ChordStep.Kind(chord.type.degrees)
            root = chord.root.pitchClass
        }

        func step(to other: Place) -> Int { ChordStep.cost(from: kind, up: other.root - root, to: other.kind) }
    }

    /// One way to hear a chord, and the cheapest way to it.
    private struct Option: Sendable, Hashable {
        /// The index among the readings of its chord.
        let reading: Int
        let place: Place
        /// The index among the ways to the chord before.
        let origin: Int
        let cost: Int
    }

    /// A chord that is not settled.
    private struct Step: Sendable, Hashable {
        let ways: [Option]
        /// How often it is struck.
        var count = 1
    }

    /// Before the first chord.
    private let previous: Place?
    private let hasBand: Bool
    /// The chords that are not settled. The origins of the first are settled.
    private var open: [Step] = []
    /// What the last of them can be.
    private var latest: [Reading] = []

    /// So many chords are left open at most; then the path that is the cheapest so far has the first of them. Only
    /// readings that cost exactly the same, such as those of one diminished chord over and over, are told apart so late.
    private static let mostOpen = 64

    /// - Parameters:
    ///   - previous: the chord before the first one.
    ///   - hasBand: whether a bass player plays the bass; otherwise each chord has a root that sounds.
    public init(after previous: Chord? = nil, hasBand: Bool = false) {
        self.previous = previous.map { Place($0) }
        self.hasBand = hasBand
    }

    /// Goes on by a chord.
    /// - Parameter readings: what it can be; one at least, and without a band one with a root that sounds.
    /// - Returns: for each chord that is settled by it, the first ones first, the index of its reading.
    public mutating func add(_ readings: [Reading]) -> [Int] {
        if readings == latest, !open.isEmpty {
            open[open.count - 1].count += 1
            return []
        }
        latest = readings
        let before = open.last?.ways
        var ways: [Option] = []
        for index in readings.indices where hasBand || !readings[index].isRootless {
            let place = Place(readings[index].chord)
            var best = (origin: 0, cost: before == nil ? previous?.step(to: place) ?? 0 : Int.max)
            for (origin, way) in (before ?? []).enumerated() {
                let cost = way.cost + way.place.step(to: place)
                if cost < best.cost { best = (origin, cost) }
            }
            ways.append(
                Option(reading: index, place: place, origin: best.origin, cost: best.cost + readings[index].cost))
        }
        open.append(Step(ways: ways))
        return settle()
    }

    /// There are no more chords.
    /// - Parameter next: the chord after the last one.
    /// - Returns: for each chord that was not settled the index of its reading.
    public mutating func end(before next: Chord? = nil) -> [Int] {
        defer { open = [] }
        guard let last = open.last?.ways else { return [] }
        let place = next.map { Place($0) }
        let costs = last.map { way in way.cost + (place.map { way.place.step(to: $0) } ?? 0) }
        guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return [] }
        return path(to: best, of: open.count - 1)
    }

    private mutating func settle() -> [Int] {
        // Back from the last chord, with the ways that are still gone.
        let last = open[open.count - 1].ways
        var gone = Set(last.indices)
        var place = open.count - 1
        while place > 0, gone.count > 1 {
            gone = Set(gone.map { open[place].ways[$0].origin })
            place -= 1
        }
        if gone.count == 1, let only = gone.first {
            // The way to the last one that is settled is known; those to the next one begin there.
            guard place > 0 else { return [] }
            defer { open.removeFirst(place) }
            return path(to: only, of: place).dropLast(open[place].count)
        }
        guard open.count > ChordPath.mostOpen else { return [] }
        let best = last.indices.min { last[$0].cost < last[$1].cost } ?? 0
        defer { open.removeFirst() }
        return Array(path(to: best, of: open.count - 1).prefix(open[0].count))
    }

    /// The indices of the readings on the cheapest path to one of the ways to an open chord.
    private func path(to way: Int, of chord: Int) -> [Int] {
        var path: [Int] = []
        var way = way
        for step in open[...chord].reversed() {
            for _ in 0..<step.count { path.append(step.ways[way].reading) }
            way = step.ways[way].origin
        }
        return path.reversed()
    }
}

extension ChordFinder {
    /// Names a row of chords by the best path through the readings of all of them.
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
        var path = ChordPath(after: context.previous, hasBand: context.hasBand)
        var settled: [Int] = []
        for readings in rows {
            if readings.isEmpty {
                settled += path.end() + [0]
                path = ChordPath(hasBand: context.hasBand)
            } else {
                settled += path.add(readings)
            }
        }
        settled += path.end(before: context.next)
        for (index, choice) in settled.enumerated() where choice > 0 {
            rows[index].insert(rows[index].remove(at: choice), at: 0)
        }
        return rows
    }
}
