/// The ways to play a chord as one chord above another: lower + upper = result, solved for what is not given.
///
/// A half is one of the 28 chords that pickers offer, on any note of the chord; below, also a shell on its root (root, third
/// and seventh, or without the root), the bass of a slash chord by itself, or the chord itself, as far as a hand has fingers
/// for it. A set of notes is told under
/// one name, as musicians would call it, so Emi7 is no second time there as G6. Nothing sounds that the chord has not.
public struct Ways: Sendable {
    /// The chord that was asked for, as the jazz vocabulary spells it.
    public let chord: Chord
    /// The best first.
    public let list: [Way]
    /// How many there are, with those beyond a limit.
    public let count: Int

    /// - Parameters:
    ///   - lower: the lower chord, where it is given; any chord.
    ///   - upper: the upper chord, where it is given.
    ///   - playable: what players leave out may be missing: the fifth, a ninth that the name only implies, and of the four
    ///     alterations of a plain `alt` one ninth and one of ♯11 and ♭13. Otherwise nothing may.
    ///   - hasBand: a bass player plays the lowest note, so that it may be missing.
    ///   - limit: at most so many are listed.
    public init(
        of chord: Chord, lower: Chord? = nil, upper: Chord? = nil, playable: Bool = false, hasBand: Bool = false,
        limit: Int = .max
    ) {
        let asked = AskedChord(chord.spelled(in: .jazz), hasBand: hasBand)
        let lowers = lower.map { asked.given($0, cost: asked.cost(ofLower: $0), isLower: true) }
            ?? asked.lowers(isUpperGiven: upper != nil)
        let uppers = upper.map { asked.given($0, cost: asked.cost(ofUpper: $0), isLower: false) }
            ?? asked.uppers()
        let open = asked.open(playable: playable)
        // Sorted as numbers: cost, place of the upper chord, place of the lower one.
        var found: [Int] = []
        for (below, lower) in lowers.enumerated() {
            for (above, upper) in uppers.enumerated() {
                let missing = asked.sounding.subtracting(lower.set.union(upper.set))
                guard missing.isSubset(of: open.bits), asked.isKept(missing, of: open) else { continue }
                let cost = lower.cost + upper.cost + asked.cost(of: missing) + lower.cost(of: upper)
                found.append((cost + 64) << 20 | above << 10 | below)
            }
        }
        found.sort()
        self.chord = asked.chord
        count = found.count
        list = found.prefix(limit).map { key in
            let (below, above) = (lowers[key & 1023], uppers[key >> 10 & 1023])
            return Way(
                asked: asked.chord, lower: below.chord, upper: above.chord,
                missing: asked.degrees(of: asked.sounding.subtracting(below.set.union(above.set))),
                adds: asked.degrees(of: above.set.subtracting(below.set)),
                known: below.knows(above) ? UpperStructure.name(of: above.chord, over: below.chord) : nil,
                cost: key >> 20 - 64)
        }
    }
}

/// A chord that could be one of the two, and what it costs there.
private struct HalfWay {
    let chord: Chord
    let set: PitchClassSet
    let cost: Int
    /// What books put above it, as it sounds.
    let knownUppers: [PitchClassSet]

    /// - Parameter structures: what books teach, for a lower chord.
    init(_ chord: Chord, cost: Int, _ structures: [UpperStructure] = []) {
        self.chord = chord
        self.cost = cost
        set = chord.pitchClasses
        let root = chord.root.pitchClass
        knownUppers = structures.flatMap { $0.uppers(over: chord) }.map { $0.transposed(up: root) }
    }

    func knows(_ upper: HalfWay) -> Bool { knownUppers.contains(upper.set) }

    /// What it costs that this lower chord and that upper one come together.
    func cost(of upper: HalfWay) -> Int {
        let common = set.intersection(upper.set).count
        let cost = WayCosts.commonTone * common + (knows(upper) ? WayCosts.known : 0)
        return upper.set.isSubset(of: set) ? cost + WayCosts.nothingNew : cost
    }
}

/// What has to be known of the chord that is asked for.
private struct AskedChord {
    let chord: Chord
    let sounding: PitchClassSet
    /// Where the lower hand's lowest note belongs.
    private let ground: Int
    /// The third or what is suspended, and the seventh or sixth.
    private let guides: PitchClassSet
    /// Beyond the octave.
    private let tensions: PitchClassSet
    /// A fifth, and a ninth, that no one misses.
    private let idleFifth: PitchClassSet
    private let idleNinth: PitchClassSet

    private let hasBand: Bool
    private let structures = UpperStructure.all()

    init(_ chord: Chord, hasBand: Bool) {
        self.chord = chord
        self.hasBand = hasBand
        let type = chord.type
        let root = chord.root.pitchClass
        func keys(_ degrees: DegreeSet) -> PitchClassSet { degrees.pitchClasses.transposed(up: root) }
        sounding = chord.pitchClasses
        ground = chord.lowest.pitchClass
        let seventh = type.degrees.contains(anyOf: 7) ? 7 : 6
        guides = keys(DegreeSet(type.degrees.filter { (2...4).contains($0.number) || $0.number == seventh }))
        tensions = keys(DegreeSet(type.degrees.filter { $0.number > 7 }))
        // A triad is no triad without its fifth.
        let hasIdleFifth = type.degrees.contains(5) && type.degrees.count > 3
        idleFifth = hasIdleFifth ? keys(DegreeSet(Degree(5))).subtracting(PitchClassSet([ground])) : .empty
        // A 13 or mi11 has a ninth of which its name says nothing.
        let isImplied = type.degrees.contains(9) && !type.suffix.unicodeScalars.contains("9")
        idleNinth = isImplied ? keys(DegreeSet(Degree(9))) : .empty
    }

    // MARK: What may be missing

    struct Open {
        let bits: PitchClassSet
        /// Of each of these sets one note has to sound.
        let oneOf: [PitchClassSet]
    }

    func open(playable: Bool) -> Open {
        var open = hasBand ? PitchClassSet([ground]) : .empty
        guard playable else { return Open(bits: open, oneOf: []) }
        open = open.union(idleFifth).union(idleNinth)
        guard chord.isPlainAlt else { return Open(bits: open, oneOf: []) }
        let root = chord.root.pitchClass
        let ninths = DegreeSet(Degree(9, -1), Degree(9, 1)).pitchClasses.transposed(up: root)
        let fifths = DegreeSet(Degree(11, 1), Degree(13, -1)).pitchClasses.transposed(up: root)
        return Open(bits: open.union(ninths).union(fifths), oneOf: [ninths, fifths])
    }

    func isKept(_ missing: PitchClassSet, of open: Open) -> Bool {
        for set in open.oneOf where set.isSubset(of: missing) { return false }
        return true
    }

    func cost(of missing: PitchClassSet) -> Int {
        var cost = 0
        for pitchClass in missing {
            cost += pitchClass == ground ? WayCosts.missingGround
                : idleFifth.contains(pitchClass) ? WayCosts.missingFifth
                : idleNinth.contains(pitchClass) ? WayCosts.missingNinth : WayCosts.missingAlteration
        }
        return cost
    }

    // MARK: Halves

    /// What was given, where the asked chord has all of its notes.
    func given(_ half: Chord, cost: Int, isLower: Bool) -> [HalfWay] {
        half.pitchClasses.isSubset(of: sounding) ? [HalfWay(half, cost: cost, isLower ? structures : [])] : []
    }

    /// The chord's notes, in degree order from the root: there the halves stand.
    private var places: [Int] { Array(sounding.seen(from: chord.root.pitchClass)).sorted(by: isBefore) }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        func place(_ semitones: Int) -> Int { chord.type.degrees.degree(sounding: semitones)?.position ?? 64 }
        return place(one) < place(other)
    }

    func uppers() -> [HalfWay] {
        named(isLower: false).map { HalfWay($0, cost: cost(ofUpper: $0)) }
    }

    func lowers(isUpperGiven: Bool) -> [HalfWay] {
        var halves = named(isLower: true).map { HalfWay($0, cost: cost(ofLower: $0), structures) }
        let root = chord.root
        let behind = isUpperGiven ? WayCosts.shellForGivenUpper : 0
        for type in shells {
            // C6(omit5) is Ami too: with both halves open it is the asked chord's own, beside a given one a chord by
            // itself.
            if let same = halves.firstIndex(where: { $0.set == type.pitchClasses.transposed(up: root.pitchClass) }) {
                if isUpperGiven { continue }
                halves.remove(at: same)
            }
            let cost = type.isRootless ? WayCosts.rootlessShell : WayCosts.shell
            halves.append(HalfWay(Chord(root, type), cost: cost + behind + costOfGround(root), structures))
        }
        if let bass = chord.bass {
            let alone = Chord(bass.simplified, ChordType(DegreeSet()))
            halves.append(HalfWay(alone, cost: WayCosts.shell + behind, structures))
        }
        if sounding.count <= 5, !halves.contains(where: { $0.set == sounding }) {
            halves.append(HalfWay(chord, cost: cost(ofLower: chord) + WayCosts.chordItself, structures))
        }
        return halves
    }

    /// Root, third and seventh of the chord, and the two without the root.
    private var shells: [ChordType] {
        let degrees = chord.type.degrees
        let third = degrees.first { (2...4).contains($0.number) }
        let seventh = degrees.first { $0.number == 7 } ?? degrees.first { $0.number == 6 }
        guard let third, let seventh else { return [] }
        let shell = ChordType(DegreeSet(Degree(1), third, seventh))
        return chord.type.isRootless ? [shell.withoutRoot] : [shell, shell.withoutRoot]
    }

    /// All selectable chords that lie inside of the chord, in the order of the pickers. Each set of notes is there once,
    /// under the first of its names, which is the one that musicians write most (Emi7 and not G6); but below, a chord on
    /// the ground has its name from there.
    private func named(isLower: Bool) -> [Chord] {
        var found: [(set: PitchClassSet, type: ChordType, semitones: Int)] = []
        let places = places
        for type in Vocabulary.jazz.selectable {
            for semitones in places {
                let root = modulo(chord.root.pitchClass + semitones, 12)
                let set = type.pitchClasses.transposed(up: root)
                guard set.isSubset(of: sounding) else { continue }
                if let same = found.firstIndex(where: { $0.set == set }) {
                    if isLower, root == ground { found[same] = (set, type, semitones) }
                } else {
                    found.append((set, type, semitones))
                }
            }
        }
        return found.map { Chord(name($0.type, at: $0.semitones), $0.type) }
    }

    /// The name of a half's root: as the asked chord spells it, unless no one says that. A raised degree, which might as
    /// well be a flat one, has no say.
    private func name(_ type: ChordType, at semitones: Int) -> NoteName {
        if semitones == 0 { return chord.root }
        let degree = chord.type.degrees.degree(sounding: semitones)
        guard let wanted = degree.map({ chord.root.adding($0).simplified }) ?? chord.bass?.simplified else {
            return NoteName(pitchClass: modulo(chord.root.pitchClass + semitones, 12))
        }
        let isRaised = degree.map { $0.alteration > 0 } ?? false
        return NoteName.ofRoot(wanted, of: type.degrees, advantage: isRaised ? 0 : WayCosts.ownSpelling)
    }

    // MARK: What halves cost

    func cost(ofUpper upper: Chord) -> Int {
        let degrees = upper.type.degrees
        if degrees.count > 3 { return WayCosts.fourNotes + rarity(of: upper) }
        if !degrees.contains(anyOf: 3) { return WayCosts.suspendedTriad }
        return degrees.contains(5) ? WayCosts.plainTriad : WayCosts.alteredTriad
    }

    func cost(ofLower lower: Chord) -> Int {
        let missing = guides.subtracting(lower.pitchClasses).count
        let below = tensions.intersection(lower.pitchClasses).count
        return costOfGround(lower.lowest) + rarity(of: lower) + WayCosts.missingGuide * missing
            + WayCosts.tensionBelow * below
    }

    private func costOfGround(_ lowest: NoteName) -> Int {
        if lowest.pitchClass == ground { return 0 }
        return lowest.pitchClass == chord.root.pitchClass ? WayCosts.rootOverBass
            : hasBand ? WayCosts.otherGroundBesideBand : WayCosts.otherGround
    }

    private func rarity(of half: Chord) -> Int {
        let interpretation = Interpretation.all[Int(half.pitchClasses.seen(from: half.root.pitchClass).bits)]
        return (interpretation?.cost ?? 99) / WayCosts.rarity
    }

    // MARK: Degrees

    /// What the asked chord calls some of its notes.
    func degrees(of set: PitchClassSet) -> DegreeSet {
        var degrees = DegreeSet()
        for semitones in set.seen(from: chord.root.pitchClass) {
            degrees.insert(chord.type.degrees.degree(sounding: semitones) ?? Degree(aboveBass: semitones))
        }
        return degrees
    }
}
