import Harmony

/// Plausible wrong answers: chords on the same root with a similar sound.
struct Distractors {
    private let subject: ChordToVoice
    private let numeral: String?
    /// The notes that are lit or sound. No distractor may fit them.
    private let sounding: PitchClassSet
    private let hasRoot: Bool

    init(of part: Station.Part, sounding: PitchClassSet, _ pianist: Pianist) {
        subject = part.subject!
        numeral = part.numeral
        self.sounding = sounding
        hasRoot = sounding.contains(subject.chord.root.pitchClass)
    }

    /// The number of nearest candidates for each distractor. One of them is chosen at random.
    private static let candidatesPerChoice = 3
    private static let otherGroupCost = 30

    private static func size(of group: ChordType.Group) -> Int {
        switch group {
        case .triad: 0
        case .fourNote: 1
        case .extended: 2
        }
    }

    func subjects(_ count: Int, _ random: inout PracticeRandom) -> [ChordToVoice] {
        switch subject {
        case .chord(let chord): types(like: chord, count, &random)
        case .pair(let pair): uppers(like: pair, count, &random)
        }
    }

    private func types(like chord: Chord, _ count: Int, _ random: inout PracticeRandom) -> [ChordToVoice] {
        var near: [(cost: Int, type: ChordType)] = []
        for type in Vocabulary.jazz.types where type != chord.type && !type.isRootless {
            guard let rarity = type.rarity else { continue }
            // Triads are easily confused with triads, and seventh chords with seventh chords.
            let step = abs(Distractors.size(of: type.group) - Distractors.size(of: chord.type.group))
            let distance = Distractors.distance(type.pitchClasses, chord.type.pitchClasses)
            near.append((distance + 2 * rarity + Distractors.otherGroupCost * step, type))
        }
        near = near.ordered { $0.cost < $1.cost }
        var found: [ChordToVoice] = []
        var titles = [chord.title]
        for candidate in near where found.count < Distractors.candidatesPerChoice * count {
            let other = Chord(chord.root, candidate.type, bass: chord.bass)
            // Titles omit implied degrees, so two chords may have the same title.
            guard !titles.contains(other.title), !other.essentials(hasBassPlayer: !hasRoot).areMet(by: sounding),
                other.pitchClasses != sounding
            else { continue }
            titles.append(other.title)
            found.append(.chord(other))
        }
        return Array(random.shuffled(found).prefix(count))
    }

    /// The cost of different notes. One note costs as much as a chord type half as frequent.
    private static func distance(_ one: PitchClassSet, _ other: PitchClassSet) -> Int {
        6 * (one.subtracting(other).count + other.subtracting(one).count) + 3 * abs(one.count - other.count)
    }

    private func uppers(like pair: Combination, _ count: Int, _ random: inout PracticeRandom) -> [ChordToVoice] {
        let own = pair.lower.pitchClasses.union(pair.upper.pitchClasses)
        var near: [(cost: Int, upper: Chord)] = []
        for upper in Distractors.uppers(over: pair.lower, like: pair.upper) {
            let cost = Distractors.distance(upper.pitchClasses.union(pair.lower.pitchClasses), own)
            near.append((cost, upper))
        }
        near = near.ordered { $0.cost < $1.cost }
        var found: [ChordToVoice] = []
        var sets = [own]
        var titles = [pair.upper.title]
        for candidate in near where found.count < Distractors.candidatesPerChoice * count {
            let set = pair.lower.pitchClasses.union(candidate.upper.pitchClasses)
            guard !sets.contains(set), !titles.contains(candidate.upper.title) else { continue }
            sets.append(set)
            titles.append(candidate.upper.title)
            found.append(.pair(ChordCombiner().combine(lower: pair.lower, upper: candidate.upper)))
        }
        return Array(random.shuffled(found).prefix(count))
    }

    /// Candidates for the upper chord: the known upper structures. If there are few, also chords of the same type and
    /// major and minor triads on all roots.
    private static func uppers(over lower: Chord, like upper: Chord) -> [Chord] {
        let known = lower.upperStructures.map { $0.upper }
        let isKnown = known.contains { $0.pitchClasses == upper.pitchClasses }
        return isKnown && known.count > 12 ? known : known + chords(upper, types: [upper.type] + triads)
    }

    private static var triads: [ChordType] { ["1 3 5", "1 ♭3 5"].map { ChordType(DegreeSet($0)!) } }

    /// Chords of the given types on all twelve roots, with the usual names.
    private static func chords(_ chord: Chord, types: [ChordType]) -> [Chord] {
        types.flatMap { type in
            (0..<12).map { ChordToVoice.chord(Chord(chord.root, type)).transposed(up: $0).chord }
        }
    }

    /// Wrong chords for the missing term of an equation.
    static func terms(
        in pair: Combination, missing half: Half, of result: Chord, _ count: Int, _ random: inout PracticeRandom
    ) -> [Chord] {
        let (right, given) = (pair[half], pair[half.other])
        let candidates = half == .upper ? uppers(over: given, like: right) : lowers(like: right)
        let essentials = result.essentials()
        let own = right.pitchClasses.union(given.pitchClasses)
        var near: [(cost: Int, chord: Chord)] = []
        for chord in candidates {
            near.append((distance(chord.pitchClasses.union(given.pitchClasses), own), chord))
        }
        near = near.ordered { $0.cost < $1.cost }
        var found: [Chord] = []
        var sets = [own]
        var titles = [right.title]
        for candidate in near where found.count < candidatesPerChoice * count {
            let set = given.pitchClasses.union(candidate.chord.pitchClasses)
            guard !essentials.areMet(by: set), !sets.contains(set), !titles.contains(candidate.chord.title) else {
                continue
            }
            sets.append(set)
            titles.append(candidate.chord.title)
            found.append(candidate.chord)
        }
        return Array(random.shuffled(found).prefix(count))
    }

    /// Candidates for the lower chord: all selectable types on the same root.
    private static func lowers(like lower: Chord) -> [Chord] {
        Vocabulary.jazz.selectable.map { Chord(lower.root, $0, bass: lower.bass) }
    }

    /// Scales with similar notes.
    static func scales(like type: ScaleType, _ count: Int, _ random: inout PracticeRandom) -> [ScaleType] {
        var near: [(cost: Int, type: ScaleType)] = []
        for other in ScaleType.all where other.pitchClasses != type.pitchClasses {
            near.append((distance(other.pitchClasses, type.pitchClasses), other))
        }
        near = near.ordered { $0.cost < $1.cost }
        var found: [ScaleType] = []
        for candidate in near where found.count < candidatesPerChoice * count {
            if !found.contains(where: { $0.pitchClasses == candidate.type.pitchClasses }) {
                found.append(candidate.type)
            }
        }
        return Array(random.shuffled(found).prefix(count))
    }
}
