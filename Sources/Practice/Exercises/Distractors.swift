import Harmony

/// Answers that are wrong and could be believed: of the same root, and near in sound.
struct Distractors {
    private let subject: ChordToVoice
    private let numeral: String?
    /// What is lit or sounds, which may be none of the others too.
    private let sounding: PitchClassSet
    private let hasRoot: Bool

    init(of part: Station.Part, sounding: PitchClassSet, _ pianist: Pianist) {
        subject = part.subject!
        numeral = part.numeral
        self.sounding = sounding
        hasRoot = sounding.contains(subject.chord.root.pitchClass)
    }

    /// So many of the nearest are drawn from for each that is wanted.
    private static let choice = 3
    private static let otherGroup = 30

    private static func place(of group: ChordType.Group) -> Int {
        switch group {
        case .triad: 0
        case .fourNote: 1
        case .extended: 2
        }
    }

    func subjects(_ count: Int, _ chance: inout Chance) -> [ChordToVoice] {
        switch subject {
        case .chord(let chord): types(like: chord, count, &chance)
        case .pair(let pair): uppers(like: pair, count, &chance)
        }
    }

    private func types(like chord: Chord, _ count: Int, _ chance: inout Chance) -> [ChordToVoice] {
        var near: [(cost: Int, type: ChordType)] = []
        for type in Vocabulary.jazz.types where type != chord.type && !type.isRootless {
            guard let rarity = type.rarity else { continue }
            // A triad is rather taken for a triad, and a seventh chord for a seventh chord.
            let other = Distractors.otherGroup * abs(Distractors.place(of: type.group) - Distractors.place(of: chord.type.group))
            let distance = Distractors.distance(type.pitchClasses, chord.type.pitchClasses)
            near.append((distance + 2 * rarity + other, type))
        }
        near.sort { $0.cost < $1.cost }
        var found: [ChordToVoice] = []
        var titles = [chord.title]
        for candidate in near where found.count < Distractors.choice * count {
            let other = Chord(chord.root, candidate.type, bass: chord.bass)
            // The title leaves out what the ear supplies, so two chords may share one.
            guard !titles.contains(other.title), !other.essentials(hasBand: !hasRoot).areMet(by: sounding),
                other.pitchClasses != sounding
            else { continue }
            titles.append(other.title)
            found.append(.chord(other))
        }
        return Array(chance.shuffled(found).prefix(count))
    }

    /// A tone that differs weighs as much as a chord that is written half as often.
    private static func distance(_ one: PitchClassSet, _ other: PitchClassSet) -> Int {
        6 * (one.subtracting(other).count + other.subtracting(one).count) + 3 * abs(one.count - other.count)
    }

    private func uppers(like pair: Combination, _ count: Int, _ chance: inout Chance) -> [ChordToVoice] {
        let own = pair.lower.pitchClasses.union(pair.upper.pitchClasses)
        var near: [(cost: Int, upper: Chord)] = []
        for upper in Distractors.uppers(over: pair.lower, like: pair.upper) {
            let cost = Distractors.distance(upper.pitchClasses.union(pair.lower.pitchClasses), own)
            near.append((cost, upper))
        }
        near.sort { $0.cost < $1.cost }
        var found: [ChordToVoice] = []
        var sets = [own]
        var titles = [pair.upper.title]
        for candidate in near where found.count < Distractors.choice * count {
            let set = pair.lower.pitchClasses.union(candidate.upper.pitchClasses)
            guard !sets.contains(set), !titles.contains(candidate.upper.title) else { continue }
            sets.append(set)
            titles.append(candidate.upper.title)
            found.append(.pair(ChordCombiner().combine(lower: pair.lower, upper: candidate.upper)))
        }
        return Array(chance.shuffled(found).prefix(count))
    }

    /// What could stand above a chord: what books put there, or where they have little, the same kind of chord on the other
    /// notes, and major and minor triads.
    private static func uppers(over lower: Chord, like upper: Chord) -> [Chord] {
        let known = lower.upperStructures.map { $0.upper }
        let isKnown = known.contains { $0.pitchClasses == upper.pitchClasses }
        return isKnown && known.count > 12 ? known : known + chords(upper, types: [upper.type] + triads)
    }

    private static var triads: [ChordType] { ["1 3 5", "1 ♭3 5"].map { ChordType(DegreeSet($0)!) } }

    /// Chords of some types on all notes, named as chords there are.
    private static func chords(_ chord: Chord, types: [ChordType]) -> [Chord] {
        types.flatMap { type in
            (0..<12).map { ChordToVoice.chord(Chord(chord.root, type)).transposed(up: $0).chord }
        }
    }

    /// The other terms that an equation could have and has not.
    static func terms(
        in pair: Combination, missing half: Half, of result: Chord, _ count: Int, _ chance: inout Chance
    ) -> [Chord] {
        let (right, given) = (pair[half], pair[half.other])
        let candidates = half == .upper ? uppers(over: given, like: right) : lowers(like: right)
        let essentials = result.essentials()
        let own = right.pitchClasses.union(given.pitchClasses)
        var near: [(cost: Int, chord: Chord)] = []
        for chord in candidates {
            near.append((distance(chord.pitchClasses.union(given.pitchClasses), own), chord))
        }
        near.sort { $0.cost < $1.cost }
        var found: [Chord] = []
        var sets = [own]
        var titles = [right.title]
        for candidate in near where found.count < choice * count {
            let set = given.pitchClasses.union(candidate.chord.pitchClasses)
            guard !essentials.areMet(by: set), !sets.contains(set), !titles.contains(candidate.chord.title) else { continue }
            sets.append(set)
            titles.append(candidate.chord.title)
            found.append(candidate.chord)
        }
        return Array(chance.shuffled(found).prefix(count))
    }

    /// What could stand below: other seventh chords and triads on the same root.
    private static func lowers(like lower: Chord) -> [Chord] {
        Vocabulary.jazz.selectable.map { Chord(lower.root, $0, bass: lower.bass) }
    }

    /// Scales with nearly the same notes.
    static func scales(like type: ScaleType, _ count: Int, _ chance: inout Chance) -> [ScaleType] {
        var near: [(cost: Int, type: ScaleType)] = []
        for other in ScaleType.all where other.pitchClasses != type.pitchClasses {
            near.append((distance(other.pitchClasses, type.pitchClasses), other))
        }
        near.sort { $0.cost < $1.cost }
        var found: [ScaleType] = []
        for candidate in near where found.count < choice * count {
            if !found.contains(where: { $0.pitchClasses == candidate.type.pitchClasses }) { found.append(candidate.type) }
        }
        return Array(chance.shuffled(found).prefix(count))
    }
}
