/// The cheapest path through the readings of a chord progression, computed incrementally. The cost includes each
/// reading and each step, which means that later chords can correct earlier ones.
/// A repeated chord keeps its reading without a step. A chord is settled when all paths that can still be the cheapest
/// agree on it, usually one or two chords later.
///
/// Rules restrict the readings: a chord in root position, for example, keeps its root (`Reading.contends`).
public struct ChordPath: Sendable, Hashable {
    /// The parts of a reading that affect steps.
    private struct Place: Sendable, Hashable {
        let kind: ChordStep.Kind
        let root: Int

        init(_ chord: Chord) {
            kind = ChordStep.Kind(chord.type.degrees)
            root = chord.root.pitchClass
        }

        func step(to other: Place) -> Int { ChordStep.cost(from: kind, up: other.root - root, to: other.kind) }
    }

    /// A reading of a chord with the cheapest path to it.
    private struct Option: Sendable, Hashable {
        /// The index among the chord's readings.
        let reading: Int
        let place: Place
        /// The index among the options of the previous chord.
        let origin: Int
        let cost: Int
    }

    /// A chord that is not settled.
    private struct Step: Sendable, Hashable {
        let ways: [Option]
        /// How many times it is repeated.
        var count = 1
    }

    /// The chord before the first one.
    private let previous: Place?
    private let hasBassPlayer: Bool
    /// The open chords. The origins of the first one are settled.
    private var open: [Step] = []
    /// The readings of the last open chord.
    private var latest: [Reading] = []

    /// The maximum number of open chords; beyond it the currently cheapest path decides. It is reached only with
    /// readings of equal cost, such as those of one diminished chord repeated.
    private static let maximumOpen = 64

    /// - Parameters:
    ///   - previous: the chord before the first one.
    ///   - hasBassPlayer: whether a bass player plays the bass; otherwise the root of each chord sounds.
    public init(after previous: Chord? = nil, hasBassPlayer: Bool = false) {
        self.previous = previous.map { Place($0) }
        self.hasBassPlayer = hasBassPlayer
    }

    /// Adds a chord.
    /// - Parameter readings: its readings, at least one; without a bass player, at least one with a sounding root.
    /// - Returns: the reading index of each chord settled by this one, in order.
    public mutating func add(_ readings: [Reading]) -> [Int] {
        if readings == latest, !open.isEmpty {
            open[open.count - 1].count += 1
            return []
        }
        latest = readings
        let before = open.last?.ways
        var ways: [Option] = []
        let choices = readings.indices.filter { index in
            readings[index].contends && (hasBassPlayer || !readings[index].isRootless)
        }
        // A tritone alone has a first reading without root.
        for index in choices.isEmpty ? [0] : choices {
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

    /// Ends the progression.
    /// - Parameter next: the chord after the last one.
    /// - Returns: the reading index of each remaining chord.
    public mutating func end(before next: Chord? = nil) -> [Int] {
        defer { open = [] }
        guard let last = open.last?.ways else { return [] }
        let place = next.map { Place($0) }
        let costs = last.map { way in way.cost + (place.map { way.place.step(to: $0) } ?? 0) }
        guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return [] }
        return path(to: best, of: open.count - 1)
    }

    private mutating func settle() -> [Int] {
        // Backwards from the last chord, along options that are still in use.
        let last = open[open.count - 1].ways
        var gone = Set(last.indices)
        var place = open.count - 1
        while place > 0, gone.count > 1 {
            gone = Set(gone.map { open[place].ways[$0].origin })
            place -= 1
        }
        if gone.count == 1, let only = gone.first {
            // The option of the last settled chord is known; options of the next one begin there.
            guard place > 0 else { return [] }
            defer { open.removeFirst(place) }
            return path(to: only, of: place).dropLast(open[place].count)
        }
        guard open.count > ChordPath.maximumOpen else { return [] }
        let best = last.indices.min { last[$0].cost < last[$1].cost } ?? 0
        defer { open.removeFirst() }
        return Array(path(to: best, of: open.count - 1).prefix(open[0].count))
    }

    /// The reading indices on the cheapest path to an option of an open chord.
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
    /// Names a chord progression by the best path through all readings.
    ///
    /// - Parameters:
    ///   - sets: sounding MIDI numbers, lowest first; an empty set breaks the progression.
    ///   - context: its previous and next chord are the ends of the progression.
    /// - Returns: the readings of each chord, beginning with the one on the path; empty if nothing sounds.
    public func find(progression sets: [[Int]], in context: NamingContext = .none) -> [[Reading]] {
        var alone = context
        alone.previous = nil
        alone.next = nil
        var rows = sets.map { find(pitches: $0, in: alone).readings }
        guard vocabulary.isRanked else { return rows }
        var path = ChordPath(after: context.previous, hasBassPlayer: context.hasBassPlayer)
        var settled: [Int] = []
        for readings in rows {
            if readings.isEmpty {
                settled += path.end() + [0]
                path = ChordPath(hasBassPlayer: context.hasBassPlayer)
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
