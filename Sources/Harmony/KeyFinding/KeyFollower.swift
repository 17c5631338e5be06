/// Follows the key of a progression chord by chord.
///
/// Each of the 24 major and minor keys has a cost: how foreign the chords so far are to it, in decibels. A change of
/// key costs as much as two foreign chords, so a single applied dominant does not change it, and a cadence does. A key
/// is clear if it is better than any other by ``clearMargin``.
///
/// The costs of chords and cadences are those of the analysis of tunes (`KeyCosts`). The numbers here were chosen
/// on all analyzed tunes of `Tests/commandline/fixtures`, so these do not prove them.
public struct KeyFollower: Sendable, Hashable {
    /// The cost of each key above the best one: C…B major, then C…B minor.
    private(set) var costs = [Int](repeating: 0, count: KeyPlace.count)
    /// The signature that the music is written with; its keys are more probable.
    private let signature: KeySignature?
    private var previous: Chord?

    /// The margin in decibels from which a key is clear.
    public static let clearMargin = 5
    /// The cost of a change to another key.
    private static let change = 15
    /// Costs of what may have a function by what follows, and advantages of tonics.
    private enum Expected {
        static let appliedDominant = 2
        static let substitute = 4
        static let relatedSecond = 3
        static let tonic = 2
        static let first = 2
        static let firstOfBlues = 8
        static let last = 2
    }
    /// The advantage of the keys of the written signature for each bar.
    private static let written = 2

    /// - Parameter signature: the written key signature, if any.
    public init(signature: KeySignature? = nil) {
        self.signature = signature
    }

    /// Adds a chord.
    /// - Parameter quarters: its duration in quarters of a bar.
    public mutating func add(_ chord: Chord, quarters: Int = 4) {
        let before = costs
        for key in costs.indices {
            costs[key] = KeyFollower.origin(of: key, in: before).cost
                + cost(of: chord, after: previous, quarters: quarters, in: key)
        }
        let least = costs.min() ?? 0
        for key in costs.indices { costs[key] -= least }
        previous = chord
    }

    /// The key at present; nil if none is clear.
    public var key: Key? { margin >= KeyFollower.clearMargin ? KeyFollower.key(best, near: signature) : nil }

    /// How sure the key is, from 0 to 100: 50 if another one is equally probable.
    public var confidence: Int {
        // The share of the better of two probabilities, in decibels: 0 is a half, 10 is ten elevenths.
        let shares = [50, 56, 61, 67, 72, 76, 80, 83, 86, 89, 91, 93, 94, 95, 96, 97, 98, 98, 98, 99]
        return shares[min(margin, shares.count - 1)]
    }

    private var best: Int { costs.indices.min { costs[$0] < costs[$1] } ?? 0 }

    /// By how many decibels the best key is better than the second.
    private var margin: Int { KeyFollower.margin(costs) }

    /// The relative key does not count, since it has the same notes.
    private static func margin(_ costs: [Int]) -> Int {
        let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        let relative = best < 12 ? (best + 9) % 12 + 12 : (best + 3) % 12
        let second = costs.indices.filter { $0 != best && $0 != relative }.map { costs[$0] }.min()
        return (second ?? 0) - costs[best]
    }

    /// The keys of a whole progression: for each chord its key on the cheapest path; nil where another key would be
    /// nearly as cheap, and if there are fewer than three roots, which do not show a key.
    /// - Parameter chords: the chords with their durations in quarters of a bar.
    public static func keys(
        of chords: [(chord: Chord, quarters: Int)], signature: KeySignature? = nil
    ) -> [Key?] {
        guard let last = chords.last else { return [] }
        guard PitchClassSet(chords.map { $0.chord.root.pitchClass }).count >= 3 else { return chords.map { _ in nil } }
        let follower = KeyFollower(signature: signature)
        // Costs of the best path that ends in each key, and of the best path that goes on from it.
        var ends: [[Int]] = []
        for (index, one) in chords.enumerated() {
            let before = ends.last
            let previous = index > 0 ? chords[index - 1].chord : nil
            ends.append(
                (0..<KeyPlace.count).map { key in
                    let own = follower.cost(of: one.chord, after: previous, quarters: one.quarters, in: key)
                    guard let before else { return own - advantage(ofFirst: one.chord, in: key) }
                    return own + origin(of: key, in: before).cost
                })
        }
        var goesOn = (0..<KeyPlace.count).map {
            KeyPlace(index: $0).isTonic(last.chord.root.pitchClass, ChordFunction(last.chord)) ? -Expected.last : 0
        }
        var keys: [Key?] = []
        var near = signature
        for index in chords.indices.reversed() {
            let totals = (0..<KeyPlace.count).map { ends[index][$0] + goesOn[$0] }
            let best = totals.indices.min { totals[$0] < totals[$1] } ?? 0
            let key = margin(totals) >= clearMargin ? self.key(best, near: near) : nil
            near = key?.signature ?? near
            keys.append(key)
            guard index > 0 else { break }
            let after = (0..<KeyPlace.count).map { key in
                goesOn[key]
                    + follower.cost(
                        of: chords[index].chord, after: chords[index - 1].chord, quarters: chords[index].quarters,
                        in: key)
            }
            goesOn = (0..<KeyPlace.count).map { origin(of: $0, in: after).cost }
        }
        return keys.reversed()
    }

    /// The cheapest way to a key: to stay in it, or to change to it from the cheapest one.
    private static func origin(of key: Int, in costs: [Int]) -> (key: Int, cost: Int) {
        var best = (key: key, cost: costs[key])
        for other in costs.indices where costs[other] + change < best.cost { best = (other, costs[other] + change) }
        return best
    }

    /// The cost of a chord in a key. What follows is unknown, so each dominant may yet lead to its target.
    private func cost(of chord: Chord, after previous: Chord?, quarters: Int, in key: Int) -> Int {
        let place = KeyPlace(index: key)
        let (root, function) = (chord.root.pitchClass, ChordFunction(chord))
        let degree = place.degree(of: root)
        var cost = KeyCosts.foreignness(of: function, on: degree, in: place)
        if place.isBlue(root, function) {
            cost = 0
        } else if function.isDominant, place.isDiatonicTarget((degree + 5) % 12) {
            cost = min(cost, Expected.appliedDominant)
        } else if function.isDominant, degree == 1 || place.isDiatonicTarget((degree + 11) % 12) {
            cost = min(cost, Expected.substitute)
        } else if place.isRelatedSecond(function, on: degree) {
            cost = min(cost, Expected.relatedSecond)
        }
        let isTonic = place.isTonic(root, function)
        if isTonic { cost -= Expected.tonic }
        cost = cost * min(max(quarters, 2), 8) / 4
        if let signature, !KeyFollower.isWritten(key, signature) { cost += KeyFollower.written }
        guard let previous else { return cost }
        let before = (root: previous.root.pitchClass, function: ChordFunction(previous))
        let step = KeyCosts.advantage(
            of: (before.function, function), on: (place.degree(of: before.root), degree), isResolved: isTonic,
            in: place)
        return cost - step / 2
    }

    /// Music begins with its tonic more often than not. A dominant at the beginning is that of a blues.
    private static func advantage(ofFirst chord: Chord, in key: Int) -> Int {
        let place = KeyPlace(index: key)
        guard chord.root.pitchClass == place.tonic else { return 0 }
        return ChordFunction(chord) == .dominant ? place.isMinor ? 0 : Expected.firstOfBlues : Expected.first
    }

    private static func isWritten(_ key: Int, _ signature: KeySignature) -> Bool {
        let major = key < 12 ? key : key + 3
        return modulo(7 * signature.fifths - major, 12) == 0
    }

    /// A key by its number, named with the fewest accidentals. Of two names with six accidentals, the one nearer to a
    /// signature counts, without one G♭ major and E♭ minor.
    private static func key(_ number: Int, near signature: KeySignature?) -> Key {
        let mode: Mode = number < 12 ? .major : .minor
        let place = modulo(7 * (number < 12 ? number : number + 3), 12)
        let sharps = place <= 5 || place == 6 && (signature?.fifths ?? 0) > 0
        return Key(signature: sharps ? place : place - 12, mode)
    }
}
