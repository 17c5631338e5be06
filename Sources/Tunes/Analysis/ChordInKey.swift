import Harmony

/// A chord in the local key of a progression, with its function. It is one possible interpretation.
public struct ChordInKey: Sendable, Hashable {
    public let key: Key
    public let function: HarmonicFunction

    /// `ii7`, `V7/ii`, `♭VIIma7`.
    public var numeral: String { function.numeral }

    /// Analyzes each chord of a progression.
    /// - Parameters:
    ///   - bars: the duration of each chord in bars; nil if each lasts one bar.
    ///   - home: the declared key; nil to find it.
    ///   - isRound: whether the first chord follows the last one, as in a repeated form.
    /// - Returns: for each chord its key and function; nil for a chord outside all keys, such as held sus chords.
    public static func all(
        of chords: [Chord], bars: [Double]? = nil, home: Key?, isRound: Bool
    ) -> [ChordInKey?] {
        KeyAnalysis(of: chords, bars: bars, home: home, isRound: isRound).chords
    }

    /// The function of one chord in a key.
    /// - Parameters:
    ///   - previous: the chord before, if known.
    ///   - next: the chord after, if known.
    public init(_ chord: Chord, in key: Key, after previous: Chord?, before next: Chord?) {
        let chord = chord.functioning
        let row = [previous?.functioning, chord, next?.functioning].compactMap { $0 }
        let progression = Progression(
            row, bars: row.map { _ in 1 }, isRound: false)
        let index = progression.groups.firstIndex { $0.chords.contains(previous == nil ? 0 : 1) } ?? 0
        let place = KeyPlace(key)
        let reading = FunctionReader(progression: progression).reading(of: index, in: place)
        self.key = key
        function = HarmonicFunction(reading, of: chord, in: place, isInBlues: false)
    }

    init(key: Key, function: HarmonicFunction) {
        self.key = key
        self.function = function
    }
}

/// The keys of a row of chords: its main key, and the key and function of each chord.
public struct KeyAnalysis: Sendable {
    /// The main key; nil if no chord stands in a key.
    public let key: Key?
    /// How clear the main key is, from 0 (another one is as likely) to 1. A given key is certain.
    public let certainty: Double
    /// For each chord its key and function; nil for a chord outside all keys.
    public let chords: [ChordInKey?]
    /// The groups with their keys, for cadences.
    let progression: Progression
    let places: [KeyPlace?]

    /// - Parameters:
    ///   - bars: the duration of each chord in bars; nil if each lasts one bar.
    ///   - home: the declared key; nil to find it.
    ///   - isRound: whether the first chord follows the last one, as in a repeated form.
    ///   - bluesTonic: the pitch class of the tonic if the form is that of a blues.
    public init(
        of chords: [Chord], bars: [Double]? = nil, home: Key?, isRound: Bool, bluesTonic: Int? = nil
    ) {
        let chords = chords.map { $0.functioning }
        let bars = bars ?? [Double](repeating: 1, count: chords.count)
        let blues = home == nil || bluesTonic.map { KeyPlace($0, isMinor: false) } == home.map { KeyPlace($0) }
        let progression = Progression(
            chords, bars: bars, isRound: isRound, bluesTonic: blues ? bluesTonic : nil)
        self.progression = progression
        guard !chords.isEmpty else {
            key = home
            certainty = home == nil ? 0 : 1
            self.chords = []
            places = []
            return
        }
        let modes = progression.modes
        let isSuspended = progression.isOutsideKeys
        let search = KeySearch(
            progression, isFree: progression.groups.indices.map { modes[$0] != nil || isSuspended[$0] })
        let homePlace: KeyPlace
        if let home {
            homePlace = KeyPlace(home)
            certainty = 1
        } else {
            let costs = search.costsOfHomes()
            let order = KeyPlace(progression.groups[0].root, isMinor: false).order
            let sounding = order.filter { search.sounds(KeyPlace(index: $0)) }
            let candidates = sounding.isEmpty ? order : sounding
            var best = candidates[0]
            for key in candidates where costs[key] < costs[best] { best = key }
            var margin = Int.max
            for key in costs.indices where key != best { margin = min(margin, max(0, costs[key] - costs[best])) }
            homePlace = KeyPlace(index: best)
            certainty = Double(margin) / Double(margin + 6)
        }
        let path = search.path(home: homePlace).keys
        let names = KeyNames(path, progression, chords, home)
        let reader = FunctionReader(progression: progression)
        var placed: [ChordInKey?] = []
        var places: [KeyPlace?] = []
        for (index, group) in progression.groups.enumerated() {
            let mode = modes[index]
            let place = mode == nil ? path[index] : KeyPlace(group.root, isMinor: true)
            guard !isSuspended[index] else {
                places.append(nil)
                for _ in group.chords { placed.append(nil) }
                continue
            }
            places.append(place)
            let key = mode.map { Key(chords[group.chords.lowerBound].root, $0) } ?? names.key(place)
            let reading =
                mode == nil ? reader.reading(of: index, in: place) : FunctionReader.Reading(root: 0, goal: .minor)
            let isInBlues = progression.isBlues(in: place)
            for chord in group.chords {
                placed.append(
                    ChordInKey(
                        key: key,
                        function: HarmonicFunction(reading, of: chords[chord], in: place, isInBlues: isInBlues)))
            }
        }
        self.chords = placed
        self.places = places
        key = progression.mainMode(modes, home).map { index in
            Key(chords[progression.groups[index].chords.lowerBound].root, modes[index]!)
        } ?? (isSuspended.contains(false) ? home ?? names.key(homePlace) : home)
    }
}

/// The names of the keys of a path: each key is named alike wherever it occurs.
private struct KeyNames {
    private var names: [Key]

    init(_ path: [KeyPlace], _ progression: Progression, _ chords: [Chord], _ home: Key?) {
        names = (0..<KeyPlace.count).map { index in
            let place = KeyPlace(index: index)
            if let home, KeyPlace(home) == place { return home }
            let circle = CirclePlace(of: Key(NoteName(pitchClass: place.tonic), place.mode))
            let keys = circle.keys(place.mode, (home?.fifths ?? 0) < 0 ? .flats : .fewer)
            guard keys.count > 1 else { return keys[0] }
            // Of two enharmonic names, the one that spells more of the chords.
            var counts = [0, 0]
            for (group, own) in zip(progression.groups, path) where own == place {
                for chord in group.chords {
                    for number in 0...1 where keys[number].notes.contains(chords[chord].root) { counts[number] += 1 }
                }
            }
            let fewer = abs(keys[1].fifths) < abs(keys[0].fifths) ? 1 : 0
            return counts[0] == counts[1] ? keys[fewer] : keys[counts[0] > counts[1] ? 0 : 1]
        }
    }

    func key(_ place: KeyPlace) -> Key { names[place.index] }
}

extension Progression {
    /// The mode of each group that is one by itself: a minor chord held for eight bars without a dominant of its own.
    /// It is Dorian unless the chord says otherwise.
    var modes: [Mode?] {
        groups.indices.map { index in
            let group = groups[index]
            guard group.function == .minor, group.bars >= 8, !isMinorBlues(index) else { return nil }
            for step in [-1, 1] {
                if let neighbor = self.group(step, after: index), neighbor.function.isDominant,
                    (neighbor.root + 12 - group.root) % 12 == 7
                {
                    return nil
                }
            }
            let degrees = group.type.degrees
            if degrees.contains(9, -1) { return .phrygian }
            return degrees.contains(13, -1) || degrees.contains(6, -1) ? .minor : .dorian
        }
    }

    /// Whether a held minor chord is the tonic of a minor blues of 24 bars, to which it returns from four bars of the
    /// fourth degree.
    private func isMinorBlues(_ index: Int) -> Bool {
        guard let fourth = group(1, after: index), let back = group(2, after: index) else { return false }
        let root = groups[index].root
        return fourth.root == (root + 5) % 12 && fourth.bars < 8 && back.root == root && back.function == .minor
    }

    /// Whether each group is a sus chord without function: held for four bars, or moving in parallel.
    var isOutsideKeys: [Bool] {
        func isSuspended(_ group: ChordGroup?) -> Bool {
            group.map { $0.function == .suspended && $0.type.degrees.contains(7, -1) } ?? false
        }
        func falls(_ one: ChordGroup?, _ other: ChordGroup?) -> Bool {
            guard let one, let other else { return false }
            return (other.root + 12 - one.root) % 12 == 5
        }
        return groups.indices.map { index in
            let (before, group, next) = (self.group(-1, after: index), groups[index], self.group(1, after: index))
            guard isSuspended(group), !falls(group, next) else { return false }
            let isParallel =
                (isSuspended(next) && next?.root != group.root)
                || (isSuspended(before) && before?.root != group.root && !falls(before, group))
            return isParallel || group.bars >= 4
        }
    }

    /// The group whose mode is the main key: most of the tune lies in modes, and this one has the declared tonic or
    /// lasts longest.
    func mainMode(_ modes: [Mode?], _ home: Key?) -> Int? {
        var bars = 0.0, modal = 0.0
        var lengths = [Double](repeating: 0, count: 12)
        for (index, group) in groups.enumerated() {
            bars += group.bars
            guard modes[index] != nil else { continue }
            modal += group.bars
            lengths[group.root] += group.bars
        }
        guard 2 * modal > bars else { return nil }
        var best: Int?
        for index in groups.indices where modes[index] != nil {
            if groups[index].root == home?.tonic.pitchClass { return index }
            if best.map({ lengths[groups[index].root] > lengths[groups[$0].root] }) ?? true { best = index }
        }
        return best
    }
}
