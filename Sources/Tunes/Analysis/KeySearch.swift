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
        static let noOpening = 4
        /// A home key that is not given, into which the last cadence does not lead.
        static let noClosing = 12
    }

    private let progression: Progression
    private let reader: FunctionReader
    private let isFree: [Bool]
    /// By stride and key.
    private var costs: [Int] = []
    private var bonuses: [Int] = []
    private var begins: [Int] = []

    /// - Parameter isFree: strides outside all keys, which cost nothing.
    init(_ progression: Progression, isFree: [Bool]) {
        self.progression = progression
        self.isFree = isFree
        reader = FunctionReader(progression: progression)
        let count = progression.strides.count * KeyPlace.count
        costs = [Int](repeating: 0, count: count)
        bonuses = costs
        begins = [Int](repeating: Change.without, count: count)
        for index in progression.strides.indices where !isFree[index] {
            for key in 0..<KeyPlace.count {
                let place = KeyPlace(index: key)
                costs[index * KeyPlace.count + key] = cost(of: index, in: place)
                if index > 0 {
                    bonuses[index * KeyPlace.count + key] = bonus(
                        from: progression.strides[index - 1], to: progression.strides[index], in: place)
                }
            }
            findBeginnings(at: index)
        }
    }

    /// The cheapest path with a home key.
    /// - Returns: the key of each stride, and the cost of the path.
    func path(home: KeyPlace) -> (keys: [KeyPlace], cost: Int) {
        let size = KeyPlace.count
        var line = [Int](repeating: 0, count: size)
        var origins: [UInt8] = []
        origins.reserveCapacity(progression.strides.count * size)
        for index in progression.strides.indices {
            var best = 0
            for key in 0..<size where line[key] < line[best] { best = key }
            let cheapest = line[best]
            for key in 0..<size {
                let place = index * size + key
                let away = isFree[index] || key == home.index ? 0 : Away.chord
                let isBlue = key == home.index && isBlue(progression.strides[index], in: home)
                let own = (isBlue ? min(costs[place], 1) : costs[place]) + away
                if index == 0 {
                    line[key] = own + (key == home.index ? 0 : Away.start)
                    origins.append(UInt8(key))
                    continue
                }
                let stays = line[key] - bonuses[place]
                let enters = cheapest + entry(at: place, isHome: key == home.index)
                line[key] = own + min(stays, enters)
                origins.append(UInt8(stays <= enters ? key : best))
            }
        }
        for key in 0..<size {
            // In a round form the last dominant leads to the first tonic.
            if progression.isRound, let first = progression.strides.first, let last = progression.strides.last {
                line[key] -= bonus(from: last, to: first, in: KeyPlace(index: key))
            }
            if key != home.index { line[key] += Away.end }
        }
        var last = home.index
        for key in 0..<size where line[key] < line[last] { last = key }
        let cost = line[last]
        var path = [KeyPlace](repeating: home, count: progression.strides.count)
        for index in progression.strides.indices.reversed() {
            path[index] = KeyPlace(index: last)
            last = Int(origins[index * size + last])
        }
        return (path, cost)
    }

    /// The cost of the path with each possible home key.
    func costsOfHomes() -> [Int] {
        let cadences = progression.strides.indices.compactMap { cadence(after: $0) }
        let wrapped = progression.strides.isEmpty ? nil : cadence(after: progression.strides.count - 1)
        let last = wrapped == nil ? cadences.last : cadences.dropLast().last
        return (0..<KeyPlace.count).map { key in
            let home = KeyPlace(index: key)
            let opens =
                progression.strides.first.map {
                    isTonic($0, in: home) || (isBlue($0, in: home) && $0.root == home.tonic)
                } ?? false
            var cost = path(home: home).cost
            if !opens, cadences.first != home { cost += Away.noOpening }
            if !cadences.isEmpty, last != home { cost += wrapped == home ? Away.noClosing / 2 : Away.noClosing }
            return cost
        }
    }

    /// The key in which a stride leads to its tonic; of the last stride of a round form, to the first one.
    private func cadence(after index: Int) -> KeyPlace? {
        guard let goal = progression.stride(1, after: index) else { return nil }
        for isMinor in [false, true] {
            let place = KeyPlace(goal.root, isMinor: isMinor)
            if isTonic(goal, in: place), bonus(from: progression.strides[index], to: goal, in: place) > 0 {
                return place
            }
        }
        return nil
    }

    private func entry(at place: Int, isHome: Bool) -> Int {
        guard isHome else { return begins[place] }
        return begins[place] == Change.withCadence ? Change.homeWithCadence : Change.home
    }

    /// Whether a stride is the tonic or subdominant of a major key with a minor seventh, as in blues and rock. In the
    /// home key they belong to it.
    private func isBlue(_ stride: Stride, in home: KeyPlace) -> Bool {
        stride.function == .dominant && !home.isMinor && [0, 5].contains(home.degree(of: stride.root))
    }

    private func isTonic(_ stride: Stride, in place: KeyPlace) -> Bool {
        guard stride.root == place.tonic else { return false }
        switch stride.function {
        case .major: return !place.isMinor
        case .minor: return place.isMinor
        case .dominant: return progression.isBlues(in: place)
        default: return false
        }
    }

    /// Marks the keys that a cadence or a held tonic may begin at a stride.
    private mutating func findBeginnings(at index: Int) {
        let size = KeyPlace.count
        let strides = progression.strides
        func mark(_ start: Int, _ place: KeyPlace, _ cost: Int) {
            begins[start * size + place.index] = min(begins[start * size + place.index], cost)
        }
        let stride = strides[index]
        for isMinor in [false, true] {
            let place = KeyPlace(stride.root, isMinor: isMinor)
            guard isTonic(stride, in: place) else { continue }
            let next = progression.stride(2, after: index)
            if stride.bars >= 2 || (next.map { isTonic($0, in: place) } ?? false) {
                mark(index, place, Change.withTonic)
            }
        }
        // The dominant of a tonic, with the second or fourth degree before it.
        guard stride.function.isDominant, let goal = progression.stride(1, after: index),
            goal.function == .major || goal.function == .minor
        else { return }
        let place = KeyPlace(goal.root, isMinor: goal.function == .minor)
        let degree = place.degree(of: stride.root)
        guard degree == 7 || degree == 1 || (degree == 10 && !place.isMinor) else { return }
        if degree != 10 { mark(index, place, Change.withCadence) }
        // The tonic itself, a few diatonic chords before its cadence: I vi ii V I.
        for start in (max(0, index - 4)..<index).reversed() {
            guard cost(of: start, in: place) == 0 else { break }
            if isTonic(strides[start], in: place) { mark(start, place, Change.withCadence) }
        }
        guard index > 0 else { return }
        let before = strides[index - 1]
        switch place.degree(of: before.root) {
        case 2 where degree != 10 && before.function.isMinor: break
        case 5 where degree == 10 && before.function == .minor: break
        case 5 where degree == 7 && before.function == goal.function: break
        default: return
        }
        mark(index - 1, place, Change.withCadence)
        // The sixth degree of the new key before its second.
        if degree == 7, !place.isMinor, index > 1, strides[index - 2].function == .minor,
            place.degree(of: strides[index - 2].root) == 9
        {
            mark(index - 2, place, Change.withCadence)
        }
    }

    /// The reward for a step between two strides in a key: second degree to dominant, dominant to tonic.
    private func bonus(from before: Stride, to stride: Stride, in place: KeyPlace) -> Int {
        let degrees = (place.degree(of: before.root), place.degree(of: stride.root))
        if isTonic(stride, in: place), before.function.isDominant {
            switch degrees.0 {
            case 7: return 8
            case 1: return 6
            case 10 where !place.isMinor: return 4
            default: return 0
            }
        }
        if degrees.0 == 2, before.function.isMinor, stride.function.isDominant {
            return degrees.1 == 7 ? 6 : degrees.1 == 1 ? 4 : 0
        }
        if !place.isMinor, degrees == (5, 10), before.function == .minor, stride.function == .dominant { return 4 }
        // The relative major of a minor key.
        if place.isMinor, degrees == (10, 3), before.function == .dominant, stride.function == .major { return 4 }
        if place.isMinor, degrees == (5, 10), before.function == .minor, stride.function == .dominant { return 3 }
        return 0
    }

    /// How foreign a stride is to a key. Longer strides count more.
    private func cost(of index: Int, in place: KeyPlace) -> Int {
        let stride = progression.strides[index]
        let degree = place.degree(of: stride.root)
        if progression.isBlues(in: place), stride.function == .dominant, degree == 0 || degree == 5 { return 0 }
        let row = 2 * stride.function.rawValue + (place.isMinor ? 1 : 0)
        let foreign = Int(KeySearch.foreignness[12 * row + degree])
        let reading = reader.reading(of: index, in: place)
        var cost = foreign
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
        if stride.type.degrees.contains(7), stride.function == .major, degree == 7 { cost += 5 }
        return stride.bars >= 2 ? cost * 3 / 2 : cost
    }

    /// Costs by kind of chord and mode, for each degree from the tonic upwards: 0 for diatonic chords, 3 for common
    /// borrowed chords, 12 for foreign ones.
    private static let foreignness: [Int8] = [
        // I ♭II II ♭III III IV ♯IV V ♭VI VI ♭VII VII, in major and minor
        0, 8, 10, 7, 12, 0, 12, 1, 7, 12, 8, 12,  // major
        10, 8, 12, 1, 12, 9, 12, 3, 1, 12, 3, 12,
        6, 7, 5, 11, 6, 5, 14, 0, 9, 5, 6, 9,  // dominant
        6, 7, 6, 9, 12, 6, 11, 0, 5, 9, 3, 11,
        11, 12, 0, 10, 1, 4, 12, 8, 12, 0, 12, 11,  // minor
        0, 12, 8, 12, 12, 0, 12, 6, 12, 12, 12, 12,
        11, 12, 5, 12, 8, 12, 6, 12, 12, 9, 12, 3,  // half-diminished
        12, 12, 0, 12, 12, 11, 9, 8, 12, 5, 12, 9,
        5, 5, 5, 5, 6, 8, 4, 8, 5, 8, 8, 4,  // diminished
        5, 8, 4, 8, 6, 8, 5, 8, 5, 6, 8, 1,
        5, 12, 6, 12, 10, 8, 12, 0, 12, 8, 8, 12,  // suspended
        5, 12, 8, 12, 12, 8, 12, 0, 12, 12, 6, 12,
    ]
}
