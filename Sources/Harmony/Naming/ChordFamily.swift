/// What a chord is before any tension: 7, ma7, mi7, 6, sus4 …. Two dozen families name everything that sounds.
struct ChordFamily: Sendable {
    let degrees: DegreeSet
    let pitchClasses: PitchClassSet
    /// In decibels, as all that ``ReadingCosts`` says.
    let cost: Int
    /// By semitones above the root: what a tension there costs; −1 where the family has no use for it.
    let tensionCosts: [Int]
    /// Without one of these it is another family: all but the root, the natural fifth and a third that may be missing.
    private let needed: PitchClassSet
    /// Its own notes and its tensions.
    private let usable: PitchClassSet

    /// Degrees that tell a family from others: its third, or what stands in the place of it.
    var third: Degree? { degrees.first { (2...4).contains($0.number) } }
    /// Sevenths and sixths.
    var seventh: Degree? { degrees.first { $0.number == 7 || $0.number == 6 } }
    var hasMajorThird: Bool { degrees.contains(3) }
    /// A dominant bears both altered ninths.
    var isDominant: Bool { hasMajorThird && degrees.contains(7, -1) }
    var isTriad: Bool { degrees.count <= 3 && third != nil }

    static let all = ReadingCosts.families.map { ChordFamily($0) }

    private init(_ row: ReadingCosts.Row) {
        degrees = DegreeSet(row.degrees)!
        pitchClasses = degrees.pitchClasses
        cost = row.cost
        var costs = [Int](repeating: -1, count: 12)
        for (semitones, text) in zip([1, 2, 3, 5, 6, 8, 9, 11], row.tensions.split(separator: " ")) {
            costs[semitones] = text == "-" ? -1 : text.utf8.reduce(0) { 10 * $0 + Int($1) - 48 }
        }
        tensionCosts = costs
        // Only dominants and major sevenths are known without their third.
        let mayLackThird = degrees.contains(3) && degrees.contains(anyOf: 7) && degrees.contains(5)
        let missable = DegreeSet(Degree(1), Degree(5)).union(mayLackThird ? DegreeSet(Degree(3)) : DegreeSet())
        needed = degrees.subtracting(missable).pitchClasses
        usable = PitchClassSet(costs.indices.filter { costs[$0] >= 0 }).union(pitchClasses)
    }

    /// Whether a set can be this family from its root: nothing that it needs is missing, and it has use for all of it.
    /// - Parameter set: seen from the root.
    func admits(_ set: PitchClassSet) -> Bool { needed.isSubset(of: set) && set.isSubset(of: usable) }

    /// The name of a tension on this family.
    /// - Parameter semitones: above the root; one that the family has use for.
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
