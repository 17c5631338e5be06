/// The pairs of chords that make a chord: lower + upper = result, solved for the chords that are not given.
///
/// Each half is one of the 28 selectable chords on any note of the chord. The lower half may also be a shell on its
/// root, the bass of a slash chord alone, or the whole chord if a hand can play it. A shell is root, third and seventh,
/// or the latter two. The root alone is a lower half below a major or minor triad without that root, as in F/G for
/// G9sus4; the fifth of the chord may then be missing.
///
/// A set of notes appears once, under its usual name: Emi7, not also G6. All sounding notes belong to the chord.
public struct Ways: Sendable {
    /// The chord to be played, as the jazz vocabulary spells it.
    public let chord: Chord
    /// The pairs, best first.
    public let list: [Way]
    /// The total number, including pairs beyond the limit.
    public let count: Int

    /// - Parameters:
    ///   - lower: the lower chord, if given; any chord.
    ///   - upper: the upper chord, if given.
    ///   - playable: whether optional notes may be missing: the fifth, and a ninth implied by the name. A plain `alt`
    ///     always needs only one ninth and one of ♯11 and ♭13.
    ///   - hasBassPlayer: whether a bass player plays the lowest note, which may then be missing. Pairs over guide
    ///     tones come first.
    ///   - limit: the maximum number of pairs listed.
    public init(
        of chord: Chord, lower: Chord? = nil, upper: Chord? = nil, playable: Bool = false, hasBassPlayer: Bool = false,
        limit: Int = .max
    ) {
        let target = TargetChord(chord.spelled(in: .jazz), hasBassPlayer: hasBassPlayer)
        let lowers =
            lower.map { target.given($0, cost: target.cost(ofLower: $0), isLower: true) }
            ?? target.lowers(isUpperGiven: upper != nil)
        let uppers =
            upper.map { target.given($0, cost: target.cost(ofUpper: $0), isLower: false) }
            ?? target.uppers()
        let open = target.open(playable: playable)
        // Sorted as integers: cost, index of the upper chord, index of the lower one.
        var found: [Int] = []
        for (below, lower) in lowers.enumerated() {
            for (above, upper) in uppers.enumerated() {
                let missing = target.sounding.subtracting(lower.set.union(upper.set))
                let optional = lower.isBareRoot ? open.bits.union(target.idleFifth) : open.bits
                guard missing.isSubset(of: optional), target.isKept(missing, of: open),
                    !lower.isBareRoot || upper.isPlainTriad && !lower.set.isSubset(of: upper.set)
                else { continue }
                let cost =
                    lower.cost + upper.cost + target.cost(of: missing) + lower.cost(of: upper)
                    + target.cost(ofAlteration: upper, over: lower)
                found.append((cost + 64) << 20 | above << 10 | below)
            }
        }
        found.sort()
        self.chord = target.chord
        count = found.count
        list = found.prefix(limit).map { key in
            let (below, above) = (lowers[key & 1023], uppers[key >> 10 & 1023])
            return Way(
                asked: target.chord, lower: below.chord, upper: above.chord,
                missing: target.degrees(of: target.sounding.subtracting(below.set.union(above.set))),
                adds: target.degrees(of: above.set.subtracting(below.set)),
                known: below.nameOfKnown(above),
                cost: key >> 20 - 64)
        }
    }
}

/// A candidate for one half, with its cost.
private struct HalfWay {
    let chord: Chord
    let set: PitchClassSet
    let cost: Int
    /// Whether it is the root alone, which needs a plain triad above.
    let isBareRoot: Bool
    /// The usual upper chords above it.
    private let uppers: [UpperStructure.Upper]
    /// Their pitch classes.
    private let knownUppers: [PitchClassSet]

    /// - Parameter structures: the upper structures, for a lower chord.
    init(_ chord: Chord, cost: Int, _ structures: [UpperStructure] = [], isBareRoot: Bool = false) {
        self.chord = chord
        self.cost = cost
        self.isBareRoot = isBareRoot
        set = chord.pitchClasses
        let root = chord.root.pitchClass
        uppers = structures.flatMap { $0.uppers(over: chord) }
        knownUppers = uppers.map { $0.pitchClasses.transposed(up: root) }
    }

    func knows(_ upper: HalfWay) -> Bool { knownUppers.contains(upper.set) }

    /// The name under which an upper chord is taught; nil if it is none of the usual ones.
    func nameOfKnown(_ upper: HalfWay) -> String? {
        guard knows(upper) else { return nil }
        let distance = modulo(upper.chord.root.pitchClass - chord.root.pitchClass, 12)
        let degree = knownUppers.indices.first {
            knownUppers[$0] == upper.set && uppers[$0].degree.pitchClass == distance
        }
        return UpperStructure.name(of: upper.chord, on: degree.map { uppers[$0].degree }, over: chord)
    }

    /// Whether it is a major or minor triad.
    var isPlainTriad: Bool {
        let degrees = chord.type.degrees
        return degrees.count == 3 && degrees.contains(5) && degrees.contains(anyOf: 3)
    }

    /// The cost of combining this lower chord with an upper one.
    func cost(of upper: HalfWay) -> Int {
        let common = set.intersection(upper.set).count
        let cost = WayCosts.commonTone * common + (knows(upper) ? WayCosts.known : 0)
        return upper.set.isSubset(of: set) ? cost + WayCosts.nothingNew : cost
    }
}

/// The properties of the chord to be played.
private struct TargetChord {
    let chord: Chord
    let sounding: PitchClassSet
    /// The lowest note of the left hand.
    private let ground: Int
    /// The third or suspended note, and the seventh or sixth.
    private let guides: PitchClassSet
    /// Degrees beyond the octave.
    private let tensions: PitchClassSet
    /// An optional fifth and ninth.
    let idleFifth: PitchClassSet
    private let idleNinth: PitchClassSet
    /// For a plain `alt`, the usual triads in the order of teaching: on ♭VI, ♭V, ♭ii and ♭iii.
    private let alteredTriads: [PitchClassSet]
    /// The shell below them: third and seventh, and the root unless a bass player plays it.
    private let ownShell: PitchClassSet

    private let hasBassPlayer: Bool
    private let structures = UpperStructure.all()

    init(_ chord: Chord, hasBassPlayer: Bool) {
        self.chord = chord
        self.hasBassPlayer = hasBassPlayer
        let type = chord.type
        let root = chord.root.pitchClass
        func keys(_ degrees: DegreeSet) -> PitchClassSet { degrees.pitchClasses.transposed(up: root) }
        sounding = chord.pitchClasses
        ground = chord.lowest.pitchClass
        let seventh = type.degrees.contains(anyOf: 7) ? 7 : 6
        guides = keys(DegreeSet(type.degrees.filter { (2...4).contains($0.number) || $0.number == seventh }))
        tensions = keys(DegreeSet(type.degrees.filter { $0.number > 7 }))
        // A triad needs its fifth.
        idleFifth =
            type.degrees.hasOptionalFifth
            ? keys(DegreeSet(Degree(5))).subtracting(PitchClassSet([ground])) : .empty
        // The names 13 and mi11 imply the ninth.
        let isImplied =
            type.degrees.contains(9) && !type.suffix.scalars.contains("9") && !type.degrees.isSuspendedByEleventh
        idleNinth = isImplied ? keys(DegreeSet(Degree(9))) : .empty
        alteredTriads =
            chord.isPlainAlt
            ? [[8, 0, 3], [6, 10, 1], [1, 4, 8], [3, 6, 10]].map {
                PitchClassSet($0).transposed(up: root)
            } : []
        ownShell = hasBassPlayer ? guides : guides.union(PitchClassSet([root]))
    }

    // MARK: What may be missing

    struct Open {
        let bits: PitchClassSet
        /// Sets of which at least one note must sound.
        let oneOf: [PitchClassSet]
    }

    func open(playable: Bool) -> Open {
        var open = hasBassPlayer ? PitchClassSet([ground]) : .empty
        if playable { open = open.union(idleFifth).union(idleNinth) }
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
            cost +=
                pitchClass == ground
                ? WayCosts.missingGround
                : idleFifth.contains(pitchClass)
                    ? WayCosts.missingFifth
                    : idleNinth.contains(pitchClass) ? WayCosts.missingNinth : WayCosts.missingAlteration
        }
        return cost
    }

    /// The order of the usual triads over the shell of a plain `alt`.
    func cost(ofAlteration upper: HalfWay, over lower: HalfWay) -> Int {
        guard lower.set == ownShell, let place = alteredTriads.firstIndex(of: upper.set) else { return 0 }
        return WayCosts.alteredTriadOverShell + place
    }

    // MARK: Halves

    /// The given half, if all its notes are in the chord.
    func given(_ half: Chord, cost: Int, isLower: Bool) -> [HalfWay] {
        half.pitchClasses.isSubset(of: sounding) ? [HalfWay(half, cost: cost, isLower ? structures : [])] : []
    }

    /// The roots of the halves: the chord's notes in degree order.
    private var places: [Int] { Array(sounding.seen(from: chord.root.pitchClass)).sorted(by: isBefore) }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        func place(_ semitones: Int) -> Int { chord.type.degrees.degree(sounding: semitones)?.position ?? 64 }
        return place(one) < place(other)
    }

    func uppers() -> [HalfWay] {
        named(isLower: false).map { HalfWay($0, cost: cost(ofUpper: $0)) }
    }

    func lowers(isUpperGiven: Bool) -> [HalfWay] {
        let behind = isUpperGiven ? WayCosts.shellForGivenUpper : 0
        let besideGuides = hasBassPlayer && !isUpperGiven ? WayCosts.besideGuideTones : 0
        var halves = named(isLower: true).map { HalfWay($0, cost: cost(ofLower: $0) + besideGuides, structures) }
        let root = chord.root
        for type in shells {
            // C6(omit5) is also Ami. With both halves open it counts as part of the chord; with one given, as a chord
            // by itself.
            if let same = halves.firstIndex(where: { $0.set == type.pitchClasses.transposed(up: root.pitchClass) }) {
                if isUpperGiven { continue }
                halves.remove(at: same)
            }
            let cost = type.isRootless ? WayCosts.rootlessShell : WayCosts.shell + besideGuides
            halves.append(HalfWay(Chord(root, type), cost: cost + behind + costOfGround(root), structures))
        }
        if let bass = chord.bass {
            let alone = Chord(bass.simplified, ChordType(DegreeSet()))
            halves.append(HalfWay(alone, cost: WayCosts.shell + behind + besideGuides, structures))
        } else if !hasBassPlayer, !chord.type.isRootless {
            let alone = Chord(root, ChordType(DegreeSet()))
            halves.append(HalfWay(alone, cost: WayCosts.bareRoot + behind, structures, isBareRoot: true))
        }
        if sounding.count <= 5, !halves.contains(where: { $0.set == sounding }) {
            let cost = cost(ofLower: chord) + WayCosts.chordItself + besideGuides
            halves.append(HalfWay(chord, cost: cost, structures))
        }
        return halves
    }

    /// The shells: root, third and seventh, and third and seventh alone.
    private var shells: [ChordType] {
        let degrees = chord.type.degrees
        let third = degrees.first { (2...4).contains($0.number) }
        let seventh = degrees.first { $0.number == 7 } ?? degrees.first { $0.number == 6 }
        guard let third, let seventh else { return [] }
        let shell = ChordType(DegreeSet(Degree(1), third, seventh))
        return chord.type.isRootless ? [shell.withoutRoot] : [shell, shell.withoutRoot]
    }

    /// All selectable chords contained in the chord, in picker order. Each set of notes appears once, under its most
    /// common name (Emi7, not G6). A lower chord on the lowest note keeps its name from there.
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

    /// The root's name in the chord's spelling unless it is unusual.
    private func name(_ type: ChordType, at semitones: Int) -> NoteName {
        if semitones == 0 { return chord.root }
        let degree = chord.type.degrees.degree(sounding: semitones)
        guard let wanted = degree.map({ chord.root.adding($0).simplified }) ?? chord.bass?.simplified else {
            return NoteName(pitchClass: modulo(chord.root.pitchClass + semitones, 12))
        }
        return NoteName.ofRoot(wanted, of: type.degrees, advantage: WayCosts.ownSpelling(of: degree))
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
        return lowest.pitchClass == chord.root.pitchClass
            ? WayCosts.rootOverBass
            : hasBassPlayer ? WayCosts.otherGroundBesideBand : WayCosts.otherGround
    }

    private func rarity(of half: Chord) -> Int {
        let interpretation = Interpretation.all[Int(half.pitchClasses.seen(from: half.root.pitchClass).bits)]
        return (interpretation?.cost ?? 99) / WayCosts.rarity
    }

    // MARK: Degrees

    /// The degrees of some notes in the chord.
    func degrees(of set: PitchClassSet) -> DegreeSet {
        var degrees = DegreeSet()
        for semitones in set.seen(from: chord.root.pitchClass) {
            degrees.insert(chord.type.degrees.degree(sounding: semitones) ?? Degree(aboveBass: semitones))
        }
        return degrees
    }
}
