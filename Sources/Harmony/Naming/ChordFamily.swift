/// A chord without tensions: 7, ma7, mi7, 6, sus4. About two dozen families name all sounding sets.
struct ChordFamily: Sendable {
    let degrees: DegreeSet
    let pitchClasses: PitchClassSet
    /// In decibels, as in ``ReadingCosts``.
    let cost: Int
    /// The cost of a tension, by semitones above the root; −1 if the family does not allow it.
    let tensionCosts: [Int]
    /// The notes that identify the family: all except the root, the natural fifth and an optional third.
    private let needed: PitchClassSet
    /// The family's notes and its tensions.
    private let usable: PitchClassSet

    /// The third, or the degree in its place.
    var third: Degree? { degrees.first { (2...4).contains($0.number) } }
    /// The seventh or sixth.
    var seventh: Degree? { degrees.first { $0.number == 7 || $0.number == 6 } }
    var hasMajorThird: Bool { degrees.contains(3) }
    /// Whether it is a dominant, which allows both altered ninths.
    var isDominant: Bool { hasMajorThird && degrees.contains(7, -1) }
    var isTriad: Bool { degrees.count <= 3 && third != nil }

    static let all = ReadingCosts.families.map { ChordFamily($0) }

    private init(_ row: ReadingCosts.Row) {
        degrees = DegreeSet(row.degrees)!
        pitchClasses = degrees.pitchClasses
        cost = row.cost
        var costs = [Int](repeating: -1, count: 12)
        for (semitones, text) in zip([1, 2, 3, 5, 6, 8, 9, 11], row.tensions.parts(at: " ")) {
            costs[semitones] = text == "-" ? -1 : text.bytes.reduce(0) { 10 * $0 + Int($1) - 48 }
        }
        tensionCosts = costs
        // Only dominants and major sevenths are recognizable without their third.
        let mayLackThird = degrees.contains(3) && degrees.contains(anyOf: 7) && degrees.contains(5)
        let missable = DegreeSet(Degree(1), Degree(5)).union(mayLackThird ? DegreeSet(Degree(3)) : DegreeSet())
        needed = degrees.subtracting(missable).pitchClasses
        usable = PitchClassSet(costs.indices.filter { costs[$0] >= 0 }).union(pitchClasses)
    }

    /// Whether a set can belong to this family: it has all needed notes and no disallowed ones.
    /// - Parameter set: relative to the root.
    func admits(_ set: PitchClassSet) -> Bool {
        // Without the major third, a ♯9 is a minor third.
        if hasMajorThird, !set.contains(4), set.contains(3) { return false }
        return needed.isSubset(of: set) && set.isSubset(of: usable)
    }

    /// The degree of a tension on this family.
    /// - Parameter semitones: above the root; must be an allowed tension.
    func tension(_ semitones: Int) -> Degree {
        switch semitones {
        case 1: Degree(9, -1)
        case 2: Degree(9)
        case 3: Degree(9, 1)
        case 5: Degree(11)
        case 6: Degree(11, 1)
        case 8: Degree(13, -1)
        // Without a seventh it is a sixth.
        case 9: degrees.contains(anyOf: 7) ? Degree(13) : Degree(6)
        default: Degree(7)
        }
    }
}
