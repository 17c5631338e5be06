/// An interpretation of a set of notes from one root: a family with tensions and omissions.
struct Interpretation: Sendable {
    /// The index of the family in ``ChordFamily/all``.
    let family: Int
    /// All degrees, including a root that does not sound.
    let degrees: DegreeSet
    let omitted: DegreeSet
    let tensions: DegreeSet
    /// In decibels, without the cost of the bass.
    let cost: Int
    /// The properties to which the rules of ``Precedence`` refer.
    let traits: Traits

    var isRootless: Bool { omitted.contains(1) }

    /// The cheapest interpretation of each set, indexed by its bits relative to the root; nil if there is none.
    static let all: [Interpretation?] = (0..<4096).map { best(of: PitchClassSet(bits: UInt16($0))) }

    private static func best(of set: PitchClassSet) -> Interpretation? {
        var best: Interpretation?
        var least = Int.max
        // The family's cost is the minimum.
        for (index, family) in ChordFamily.all.enumerated() where family.cost < least && family.admits(set) {
            let other = Interpretation(set, as: index, family)
            if other.cost < least { (best, least) = (other, other.cost) }
        }
        return best
    }

    /// - Parameters:
    ///   - set: relative to the root, which need not sound.
    ///   - family: the family at `index`, which admits the set.
    private init(_ set: PitchClassSet, as index: Int, _ family: ChordFamily) {
        var omitted = DegreeSet()
        var cost = family.cost
        for degree in family.degrees where !set.contains(degree.pitchClass) { omitted.insert(degree) }
        var tensions = DegreeSet()
        for semitones in set.subtracting(family.pitchClasses) {
            tensions.insert(family.tension(semitones))
            cost += family.tensionCosts[semitones]
        }
        self.family = index
        self.omitted = omitted
        self.tensions = tensions
        let omissions = Interpretation.cost(of: omitted, of: family, beside: tensions)
        self.cost = cost + omissions + Interpretation.friction(among: tensions, on: family)
        let sounding = family.degrees.subtracting(omitted).union(tensions)
        degrees = Interpretation.withinOctave.first { $0.extended == sounding }?.close ?? sounding
        traits = Traits(set, family, omitted: omitted, tensions: tensions)
    }

    /// Chords of three and four notes whose extension has a number within the octave, as in the classic vocabulary:
    /// mi(♭6) and sus2.
    private static let withinOctave: [(extended: DegreeSet, close: DegreeSet)] = [
        (DegreeSet("1 ♭3 5 ♭13")!, DegreeSet("1 ♭3 5 ♭6")!), (DegreeSet("1 5 9")!, DegreeSet("1 2 5")!),
    ]

    private static func cost(of omitted: DegreeSet, of family: ChordFamily, beside tensions: DegreeSet) -> Int {
        var cost = 0
        if omitted.contains(5) {
            let isReplaced = tensions.contains(13) || (tensions.contains(11) && !family.hasMajorThird)
            // On a minor chord a ♯11 without the natural fifth is a ♭5.
            let isReplacedByAltered = (tensions.contains(11, 1) && family.hasMajorThird) || tensions.contains(13, -1)
            cost =
                switch (isReplaced, isReplacedByAltered, family.isTriad) {
                case (false, false, false):
                    omitted.contains(1) && !tensions.isEmpty ? ReadingCosts.noFifthOfRootless : ReadingCosts.noFifth
                case (false, false, true): ReadingCosts.noFifthInTriad
                case (true, _, false): ReadingCosts.fifthReplaced
                case (false, true, false): ReadingCosts.fifthReplacedByAltered
                case (_, _, true): ReadingCosts.fifthReplacedInTriad
                }
        }
        if omitted.contains(1), family.degrees.contains(6), !tensions.contains(9) {
            cost += ReadingCosts.rootlessSixth
        }
        if omitted.contains(3) {
            let altered = tensions.filter { $0.alteration != 0 }.count
            cost += ReadingCosts.noThird + altered * ReadingCosts.noThirdAltered
        }
        return cost
    }

    private static func friction(among tensions: DegreeSet, on family: ChordFamily) -> Int {
        var cost = 0
        let ninths = tensions.intersection(.all(of: 9))
        if family.isDominant ? ninths.contains(9) && ninths.count > 1 : ninths.count > 1 {
            cost += ReadingCosts.twoNinths
        }
        if tensions.contains(11), tensions.contains(11, 1) { cost += ReadingCosts.twoElevenths }
        let hasSixth = tensions.contains(13) || tensions.contains(6) || family.degrees.contains(6)
        if hasSixth, tensions.contains(13, -1) { cost += ReadingCosts.twoThirteenths }
        cost += max(tensions.count - 3, 0) * ReadingCosts.manyTensions
        let addedEleventh = tensions.contains(11) && family.third?.alteration != -1
        let additions = tensions.intersection(DegreeSet(Degree(6), Degree(7))).count + (addedEleventh ? 1 : 0)
        cost += max(additions - 1, 0) * ReadingCosts.manyAdditions
        return cost
    }

    /// The cost of this note as the bass.
    /// - Parameter semitones: the lowest note above the root.
    func cost(ofBass semitones: Int) -> Int {
        if semitones == 0 { return 0 }
        if omitted.contains(3), !isRootless { return costOfInversion(semitones) + ReadingCosts.noThirdOverBass }
        return costOfInversion(semitones)
    }

    private func costOfInversion(_ semitones: Int) -> Int {
        guard let degree = ChordFamily.all[family].degrees.degree(sounding: semitones), !omitted.contains(degree) else {
            return isRootless ? ReadingCosts.rootlessBassTension : ReadingCosts.bassTension
        }
        if isRootless {
            return switch degree.number {
            case 5: ReadingCosts.rootlessBassFifth
            case 2, 4: ReadingCosts.rootlessBassSuspension
            default: 0
            }
        }
        let cost =
            switch degree.number {
            case 3: ReadingCosts.bassThird
            case 5: ReadingCosts.bassFifth
            case 6, 7: ReadingCosts.bassSeventh
            default: ReadingCosts.bassSuspension
            }
        return cost.plain + cost.tension * tensions.count
    }
}

extension ChordType {
    /// How improbable such a chord is, in decibels as for readings: C9 comes before C13, and both before Cma7(♯5). Nil
    /// if no family names it.
    public var rarity: Int? { Interpretation.all[Int(pitchClasses.bits)]?.cost }
}
