import Harmony

/// The local keys of a progression: the cheapest path through all 24 keys.
///
/// A chord costs more the more foreign it is to the key. A cadence in its key is rewarded. A change of key costs much
/// unless a cadence or a held tonic begins there; the home key costs less to enter.
struct KeySearch {
    /// Costs of a change of key.
    private enum Change {
        static let withCadence = 12
        static let withTonic = 14
        static let without = 24
        static let homeWithCadence = 9
        static let home = 14
    }

    private enum Away {
        /// A chord outside the home key.
        static let chord = 1
        static let start = 6
        static let end = 14
        /// A home key that is not given, whose tonic does not begin the tune.
        static let withoutFirstTonic = 4
        /// A home key that is not given, into which the last cadence does not lead.
        static let withoutLastCadence = 12
        /// The advantage of a home key that is not given, if the tune begins and ends with its tonic, or if its first
        /// cadence is in it and the last dominant leads back there.
        static let framed = 12
    }

    private let progression: Progression
    private let reader: FunctionReader
    private let isFree: [Bool]
    /// By group and key.
    private var costs: [Int] = []
    private var bonuses: [Int] = []
    private var begins: [Int] = []

    /// - Parameter isFree: groups outside all keys, which cost nothing.
    init(_ progression: Progression, isFree: [Bool]) {
        self.progression = progression
        self.isFree = isFree
        reader = FunctionReader(progression: progression)
        let count = progression.groups.count * KeyPlace.count
        costs = [Int](repeating: 0, count: count)
        bonuses = costs
        begins = [Int](repeating: Change.without, count: count)
        for index in progression.groups.indices where !isFree[index] {
            for key in 0..<KeyPlace.count {
                let place = KeyPlace(index: key)
                costs[index * KeyPlace.count + key] = cost(of: index, in: place)
                if index > 0 {
                    bonuses[index * KeyPlace.count + key] = bonus(
                        from: progression.groups[index - 1], to: progression.groups[index], in: place)
                }
            }
            findBeginnings(at: index)
        }
    }

    /// The cheapest path with a home key. It leaves another key only after the tonic of that key has sounded.
    /// - Returns: the key of each group, and the cost of the path.
    func path(home: KeyPlace) -> (keys: [KeyPlace], cost: Int) {
        let size = KeyPlace.count
        let order = home.order
        let opensUnresolved = opensUnresolved
        // Each key twice: before its tonic, and from its tonic on. The home key needs none.
        let unreachable = 1 << 28
        var line = [Int](repeating: unreachable, count: 2 * size)
        var origins: [UInt8] = []
        origins.reserveCapacity(progression.groups.count * line.count)
        for index in progression.groups.indices {
            var best = 2 * order[0] + 1
            for key in order where line[2 * key + 1] < line[best] { best = 2 * key + 1 }
            let cheapest = line[best]
            let isVamp = isVamp(index, in: home)
            let group = progression.groups[index]
            for key in 0..<size {
                let place = index * size + key
                let isHome = key == home.index
                let away = isFree[index] || isHome ? 0 : Away.chord
                let isOwn = isHome && (isVamp || home.isBlue(group.root, group.function))
                let own = (isOwn ? min(costs[place], 1) : costs[place]) + away
                // A tonic with which the tune begins is that of its home key.
                let starts = isHome ? 0 : opensUnresolved || isTonic(group, in: home) ? Change.without : Away.start
                let enters = index == 0 ? starts : cheapest + entry(at: place, isHome: isHome)
                let bonus = isVamp && !isHome ? 0 : bonuses[place]
                let (early, late) = (2 * key, 2 * key + 1)
                let hasTonic = isHome || isTonic(group, in: KeyPlace(index: key))
                let entered = hasTonic ? late : early
                let stayed = hasTonic && line[late] <= line[early] ? late : early
                let stays = line[stayed] - bonus
                line[late] += own - bonus
                if hasTonic { line[early] = unreachable }
                line[entered] = own + min(stays, enters)
                origins += [UInt8(early), UInt8(late)]
                origins[index * line.count + entered] = UInt8(stays <= enters ? stayed : best)
            }
        }
        for key in 0..<size {
            // In a round form the last dominant leads to the first tonic.
            if progression.isRound, let first = progression.groups.first, let last = progression.groups.last {
                line[2 * key + 1] -= bonus(from: last, to: first, in: KeyPlace(index: key))
            }
            if key != home.index { line[2 * key + 1] += Away.end }
        }
        var last = 2 * home.index + 1
        for key in order where line[2 * key + 1] < line[last] { last = 2 * key + 1 }
        let cost = line[last]
        var path = [KeyPlace](repeating: home, count: progression.groups.count)
        for index in progression.groups.indices.reversed() {
            path[index] = KeyPlace(index: last / 2)
            last = Int(origins[index * line.count + last])
        }
        return (path, cost)
    }

    /// Whether the tune begins with a second degree and a dominant that do not resolve, which are no area.
    private var opensUnresolved: Bool {
        let groups = progression.groups
        return groups.count > 1 && groups[0].function.isMinor && groups[1].function.isDominant
            && (groups[1].root + 12 - groups[0].root) % 12 == 5
            && begins.prefix(KeyPlace.count).allSatisfy { $0 == Change.without }
    }

    /// Whether a group is the fourth degree of a Dorian vamp on the home tonic, i7 IV7 i7 IV7, and not the dominant of
    /// what follows.
    private func isVamp(_ index: Int, in home: KeyPlace) -> Bool {
        let groups = progression.groups
        guard index > 0, home.isMinor, groups[index].function == .dominant, home.degree(of: groups[index].root) == 5,
            isTonic(groups[index - 1], in: home)
        else { return false }
        let next = progression.group(1, after: index)
        let isRepeated = index > 1 && groups[index - 2].root == groups[index].root
        return next.map { isTonic($0, in: home) || isRepeated && home.degree(of: $0.root) != 10 } ?? isRepeated
    }

    /// The cost of the path with each possible home key.
    func costsOfHomes() -> [Int] {
        let cadences = progression.groups.indices.compactMap { cadence(after: $0) }
        let wrapped = progression.groups.isEmpty ? nil : cadence(after: progression.groups.count - 1)
        let last = wrapped == nil ? cadences.last : cadences.dropLast().last
        return (0..<KeyPlace.count).map { key in
            let home = KeyPlace(index: key)
            let opens =
                progression.groups.first.map {
                    isTonic($0, in: home) || ($0.root == home.tonic && home.isBlue($0.root, $0.function))
                } ?? false
            var cost = path(home: home).cost
            let ends = opens ? progression.groups.last.map { isTonic($0, in: home) } ?? false : wrapped == home
            if !opens, cadences.first != home {
                cost += Away.withoutFirstTonic
            } else if ends {
                cost -= Away.framed
            }
            if !cadences.isEmpty, last != home {
                cost += wrapped == home ? Away.withoutLastCadence / 2 : Away.withoutLastCadence
            }
            return cost
        }
    }

    /// Whether the tonic of a key sounds, or its dominant seventh or the substitute of that.
    func sounds(_ home: KeyPlace) -> Bool {
        progression.groups.contains {
            isTonic($0, in: home) || ($0.root == home.tonic && home.isBlue($0.root, $0.function))
                || ($0.function.isDominant && [1, 7].contains(home.degree(of: $0.root)))
        }
    }

    /// The key in which a group leads to its tonic; of the last group of a round form, to the first one.
    private func cadence(after index: Int) -> KeyPlace? {
        guard let goal = reader.following(index).first else { return nil }
        for isMinor in [false, true] {
            let place = KeyPlace(goal.root, isMinor: isMinor)
            if isTonic(goal, in: place), bonus(from: progression.groups[index], to: goal, in: place) > 0 {
                return place
            }
        }
        return nil
    }

    private func entry(at place: Int, isHome: Bool) -> Int {
        guard isHome else { return begins[place] }
        return begins[place] == Change.withCadence ? Change.homeWithCadence : Change.home
    }

    private func isTonic(_ group: ChordGroup, in place: KeyPlace) -> Bool {
        place.isTonic(group.root, group.function)
            || (group.root == place.tonic && group.function == .dominant && progression.isBlues(in: place))
    }

    /// Marks the keys that a cadence or a held tonic may begin at a group.
    private mutating func findBeginnings(at index: Int) {
        let size = KeyPlace.count
        let groups = progression.groups
        func mark(_ start: Int, _ place: KeyPlace, _ cost: Int) {
            begins[start * size + place.index] = min(begins[start * size + place.index], cost)
        }
        let group = groups[index]
        for isMinor in [false, true] {
            let place = KeyPlace(group.root, isMinor: isMinor)
            guard isTonic(group, in: place) else { continue }
            let next = progression.group(2, after: index)
            if group.bars >= 2 || (next.map { isTonic($0, in: place) } ?? false) {
                mark(index, place, Change.withTonic)
            }
        }
        // The dominant of a tonic, with the second or fourth degree before it.
        guard group.function.isDominant, let goal = reader.following(index).first,
            goal.function == .major || goal.function == .minor
        else { return }
        let place = KeyPlace(goal.root, isMinor: goal.function == .minor)
        let degree = place.degree(of: group.root)
        guard degree == 7 || degree == 1 || (degree == 10 && !place.isMinor) else { return }
        if degree != 10 { mark(index, place, Change.withCadence) }
        // The tonic itself, a few diatonic chords before its cadence: I vi ii V I.
        for start in (max(0, index - 4)..<index).reversed() {
            guard cost(of: start, in: place) == 0 else { break }
            if isTonic(groups[start], in: place) { mark(start, place, Change.withCadence) }
        }
        guard index > 0 else { return }
        let before = groups[index - 1]
        switch place.degree(of: before.root) {
        case 2 where degree != 10 && before.function.isMinor: break
        case 5 where degree == 10 && before.function == .minor: break
        case 5 where degree == 7 && before.function == goal.function: break
        default: return
        }
        mark(index - 1, place, Change.withCadence)
        // The sixth degree of the new key before its second.
        if degree == 7, !place.isMinor, index > 1, groups[index - 2].function == .minor,
            place.degree(of: groups[index - 2].root) == 9
        {
            mark(index - 2, place, Change.withCadence)
        }
    }

    /// What the step between two groups is worth in a key.
    private func bonus(from before: ChordGroup, to group: ChordGroup, in place: KeyPlace) -> Int {
        KeyCosts.advantage(
            of: (before.function, group.function), on: (place.degree(of: before.root), place.degree(of: group.root)),
            isResolved: isTonic(group, in: place), in: place)
    }

    /// How foreign a group is to a key. Longer groups count more.
    private func cost(of index: Int, in place: KeyPlace) -> Int {
        let group = progression.groups[index]
        let degree = place.degree(of: group.root)
        if progression.isBlues(in: place), group.function == .dominant, degree == 0 || degree == 5 { return 0 }
        let reading = reader.reading(of: index, in: place)
        var cost = KeyCosts.foreignness(of: group.function, on: degree, in: place)
        if reading.isResolved {
            switch reading.role {
            case .appliedDominant: cost = min(cost, place.isDiatonicTarget(reading.target) ? 1 : 9)
            case .substitute: cost = min(cost, 3)
            case .relatedSecond: cost = min(cost, place.isDiatonicTarget(reading.target) ? 2 : 9)
            case .degree: break
            }
        } else if reading.role == .relatedSecond {
            cost = min(cost, 5)
        }
        if group.function == .major, degree == 7, soundsLikeTonic(index) { cost += 5 }
        return group.bars >= 2 ? cost * 3 / 2 : cost
    }

    /// Whether a major chord is a tonic rather than a dominant: it has a sixth or a major seventh, or ends a ii–V–I.
    private func soundsLikeTonic(_ index: Int) -> Bool {
        let group = progression.groups[index]
        if group.type.degrees.contains(6) || group.type.degrees.contains(7) { return true }
        guard index > 1 else { return false }
        let place = KeyPlace(group.root, isMinor: false)
        return progression.groups[index - 1].function.isDominant
            && bonus(from: progression.groups[index - 2], to: progression.groups[index - 1], in: place) >= 4
    }
}

extension KeyPlace {
    /// The indices of all keys, this one first. The order decides between equal costs, alike in all keys.
    var order: [Int] {
        (0..<KeyPlace.count).map { KeyPlace((tonic + $0) % 12, isMinor: ($0 >= 12) != isMinor).index }
    }
}
