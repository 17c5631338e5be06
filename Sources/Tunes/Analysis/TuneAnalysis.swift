import Harmony

/// What the chords of a tune are in the keys that it goes through. It is one way to hear them, and a proposal.
public struct TuneAnalysis: Sendable {
    /// A chord where it sounds, and what it is there.
    public struct PlacedChord: Sendable, Hashable {
        /// The index among ``Tune/bars``.
        public let bar: Int
        public let position: Position
        public let symbol: ChordSymbol
        public internal(set) var key: Key
        /// `ii`, `V`, `♭VII`, of a dominant that leads to another degree `V/ii`.
        public internal(set) var numeral: String

        /// The chord by which it is heard; of two the lower one.
        public var chord: Chord { symbol.lowest }
    }

    /// A stretch of bars in one key.
    public struct KeyArea: Sendable, Hashable {
        public let key: Key
        /// Indices among ``chords``.
        public let chords: ClosedRange<Int>
    }

    /// In the order in which they are written, each once as long as it sounds.
    public let chords: [PlacedChord]
    public let areas: [KeyArea]
    public let cadences: [Cadence]

    public init(of tune: Tune) {
        var chords: [PlacedChord] = []
        for (bar, sounding) in tune.sounding.enumerated() {
            for chord in sounding {
                guard let symbol = chord.symbol, symbol != chords.last?.symbol else { continue }
                chords.append(
                    PlacedChord(
                        bar: bar, position: chord.position, symbol: symbol, key: Key(symbol.lowest.root, .major), numeral: ""))
            }
        }
        // Behind the last chord the form begins again.
        let placed = ChordInKey.all(of: chords.map { $0.chord }, home: tune.key, isRound: true, isSpelled: true)
        var areas: [KeyArea] = []
        for (index, place) in placed.enumerated() {
            chords[index].key = place.key
            chords[index].numeral = place.numeral
            if let last = areas.last, last.key == place.key {
                areas[areas.count - 1] = KeyArea(key: last.key, chords: last.chords.lowerBound...index)
            } else {
                areas.append(KeyArea(key: place.key, chords: index...index))
            }
        }
        self.chords = chords
        self.areas = areas
        cadences = Cadence.all(in: chords)
    }
}

/// The keys that a row of chords goes through: the cheapest path through all keys, where foreign chords cost, and so do
/// changes of key, the more the further the keys lie apart and the more the chords lead into each other.
enum KeyPath {
    /// What a change costs even to a neighbour: two chords of every day that would be foreign.
    private static let change = 7
    /// What it saves that a tonic is reached from its own dominant, or a dominant from its own second degree.
    private static let arrival = 5

    /// - Parameter home: the key that the tune says; others cost a little.
    static func keys(of chords: [Chord], home: Key?) -> [Key] {
        guard !chords.isEmpty else { return [] }
        let keys = candidates(home: home)
        let functions = chords.map { ChordFunction($0) }
        var costs = keys.map { cost(of: chords[0], functions[0], in: $0, home) }
        var origins: [[Int]] = []
        for index in chords.indices.dropFirst() {
            // Where one chord leads to the next, the key does not change between them.
            let bond = max(0, -chords[index - 1].cost(ofStepTo: chords[index])) / 2
            var next: [Int] = []
            var from: [Int] = []
            for (number, key) in keys.enumerated() {
                var best = (origin: number, cost: costs[number])
                for (other, origin) in keys.enumerated() where other != number {
                    let far = abs(CirclePlace(of: origin).steps(to: CirclePlace(of: key)))
                    let through = costs[other] + change + far + bond
                    if through < best.cost { best = (other, through) }
                }
                let arrives = arrives(chords[index - 1], functions[index - 1], at: chords[index], functions[index], in: key)
                next.append(
                    best.cost + cost(of: chords[index], functions[index], in: key, home)
                        - (arrives && best.origin == number ? arrival : 0))
                from.append(best.origin)
            }
            costs = next
            origins.append(from)
        }
        var last = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        var path = [last]
        for from in origins.reversed() {
            last = from[last]
            path.append(last)
        }
        return named(path.reversed().map { keys[$0] }, as: chords, home)
    }

    /// Of the two names that a key may have, the one in which more of its chords are spelled.
    private static func named(_ keys: [Key], as chords: [Chord], _ home: Key?) -> [Key] {
        var named = keys
        var start = 0
        while start < keys.count {
            let end = keys[start...].firstIndex { $0 != keys[start] } ?? keys.count
            defer { start = end }
            guard keys[start] != home, let other = keys[start].enharmonic else { continue }
            func spelled(_ key: Key) -> Int { chords[start..<end].count { key.notes.contains($0.root) } }
            if spelled(other) > spelled(keys[start]) { for index in start..<end { named[index] = other } }
        }
        return named
    }

    /// All twelve keys of both modes, by the names that go with the home key.
    private static func candidates(home: Key?) -> [Key] {
        [Mode.major, .minor].flatMap { mode in
            CirclePlace.all.map { place in
                let names = place.keys(mode, (home?.fifths ?? 0) < 0 ? .flats : .fewer)
                let same = names.first { $0.tonic == home?.tonic }
                return same ?? names.min { abs($0.fifths) < abs($1.fifths) } ?? names[0]
            }
        }
    }

    private static func cost(of chord: Chord, _ function: ChordFunction, in key: Key, _ home: Key?) -> Int {
        let degree = semitones(from: key.tonic, upTo: chord.root)
        guard let home else { return function.foreignness(above: degree, in: key.mode) }
        guard home.tonic == key.tonic, home.mode == key.mode else {
            return function.foreignness(above: degree, in: key.mode) + 1
        }
        // In a blues the seventh belongs to the tonic and the subdominant.
        let isBlue = function == .dominant && (degree == 0 || degree == 5)
        return isBlue ? 1 : function.foreignness(above: degree, in: key.mode)
    }

    private static func arrives(
        _ one: Chord, _ first: ChordFunction, at other: Chord, _ second: ChordFunction, in key: Key
    ) -> Bool {
        let degrees = (semitones(from: key.tonic, upTo: one.root), semitones(from: key.tonic, upTo: other.root))
        let tonic: ChordFunction = key.mode == .major ? .major : .minor
        return degrees == (7, 0) ? first.isDominant && second == tonic
            : degrees == (2, 7) && first.isMinor && second.isDominant
    }
}
