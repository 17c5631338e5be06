import Harmony

/// A harmonic analysis of a tune in its local keys. It is one possible interpretation.
public struct TuneAnalysis: Sendable {
    /// A chord at its place in the tune, with its function.
    public struct PlacedChord: Sendable, Hashable {
        /// The index in ``Tune/bars``.
        public let bar: Int
        public let position: Position
        public let symbol: ChordSymbol
        public internal(set) var key: Key
        /// `ii`, `V`, `♭VII`; for secondary dominants `V/ii`.
        public internal(set) var numeral: String

        /// The analyzed chord; of a polychord, the lower one.
        public var chord: Chord { symbol.lowest }
    }

    /// A range of chords in one key.
    public struct KeyArea: Sendable, Hashable {
        public let key: Key
        /// Indices in ``chords``.
        public let chords: ClosedRange<Int>
    }

    /// In written order; a sustained chord appears once.
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
                        bar: bar, position: chord.position, symbol: symbol, key: Key(symbol.lowest.root, .major),
                        numeral: ""))
            }
        }
        // The form repeats after the last chord.
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

/// The local keys of a progression: the cheapest path through all keys. Foreign chords and key changes cost. Changes
/// cost more the further apart the keys are and the more strongly the chords are connected.
enum KeyPath {
    /// The cost of a change to a neighbouring key, as much as two common foreign chords.
    private static let change = 7
    /// The discount if a tonic follows its own dominant, or a dominant its own second degree.
    private static let arrival = 5

    /// - Parameter home: the tune's declared key; others cost a little.
    static func keys(of chords: [Chord], home: Key?) -> [Key] {
        guard !chords.isEmpty else { return [] }
        let keys = candidates(home: home)
        let functions = chords.map { ChordFunction($0) }
        var costs = keys.map { cost(of: chords[0], functions[0], in: $0, home) }
        var origins: [[Int]] = []
        for index in chords.indices.dropFirst() {
            // The key does not change between chords of which one leads to the other.
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
                let arrives = arrives(
                    chords[index - 1], functions[index - 1], at: chords[index], functions[index], in: key)
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

    /// Of two enharmonic key names, the one that spells more of its chords.
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

    /// All twelve keys of both modes, named to match the home key.
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
        // In a blues, the tonic and subdominant have sevenths.
        let isBlue = function == .dominant && (degree == 0 || degree == 5)
        return isBlue ? 1 : function.foreignness(above: degree, in: key.mode)
    }

    private static func arrives(
        _ one: Chord, _ first: ChordFunction, at other: Chord, _ second: ChordFunction, in key: Key
    ) -> Bool {
        let degrees = (semitones(from: key.tonic, upTo: one.root), semitones(from: key.tonic, upTo: other.root))
        let tonic: ChordFunction = key.mode == .major ? .major : .minor
        return degrees == (7, 0)
            ? first.isDominant && second == tonic
            : degrees == (2, 7) && first.isMinor && second.isDominant
    }
}
