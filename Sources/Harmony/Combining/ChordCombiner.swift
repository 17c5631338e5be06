/// Says what two chords are together.
///
/// Let P be everything that sounds. If P is a chord type on the lower chord's root, the two *unify*; otherwise, if it is
/// one on another of their notes, they make a *slash chord* over the lower chord's root; otherwise they stay a
/// *polychord*. Other notes are tried in the order in which a player meets them: the lower chord's in degree order, then
/// the upper chord's from its root.
///
/// A lower chord that is itself a slash chord is treated as standing on its bass: that note takes the place of the root.
public struct ChordCombiner: Sendable {
    public let vocabulary: Vocabulary

    public init(vocabulary: Vocabulary = .jazz) {
        self.vocabulary = vocabulary
    }

    /// Any two chords, in the vocabulary or not.
    public func combine(lower: Chord, upper: Chord) -> Combination {
        let outcome = outcome(lower: lower, upper: upper)
        let result = outcome.typeIndex.map { index in
            let type = spelled(vocabulary.types[index], on: outcome.root, lower, upper)
            let isRootless = lower.type.isRootless && lower.bass == nil && outcome.kind == .unified
                && !upper.sounds(lower.root)
            return Chord(
                outcome.root, isRootless ? type.withoutRoot : type, bass: outcome.kind == .slash ? lower.lowest : nil)
        }
        return Combination(
            lower: lower, upper: upper, kind: outcome.kind, result: result, keepsBass: vocabulary.isRanked)
    }

    /// The bare decision, without a chord made of it.
    public struct Outcome: Sendable, Hashable {
        public let kind: Combination.Kind
        /// Index in the vocabulary's types; nil for a polychord.
        public let typeIndex: Int?
        /// The root of the result; for a polychord the lower chord's lowest note.
        public let root: NoteName
    }

    /// The decision alone: kind, type and root, without allocating anything.
    public func outcome(lower: Chord, upper: Chord) -> Outcome {
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        let ground = lower.lowest
        // A root that is left to a bass player is no bass to put another chord over: it has all, or nothing has.
        guard sounding.contains(Int(lower.lowestPitchClass)) else {
            let index = vocabulary.typeIndex(
                of: sounding.inserting(Int(lower.lowestPitchClass)), from: Int(lower.lowestPitchClass))
            return Outcome(kind: index == nil ? .polychord : .unified, typeIndex: index, root: ground)
        }
        let found = vocabulary.isRanked
            ? probableRoot(of: sounding, lower: lower, upper: upper)
            : firstRoot(of: vocabulary.rootsNaming(sounding), lower: lower, upper: upper)
        guard let rootPitchClass = found, let index = vocabulary.typeIndex(of: sounding, from: rootPitchClass)
        else {
            return Outcome(kind: .polychord, typeIndex: nil, root: ground)
        }
        guard rootPitchClass != Int(lower.lowestPitchClass) else {
            return Outcome(kind: .unified, typeIndex: index, root: lower.bass == nil ? ground : ground.simplified)
        }
        let root = vocabulary.isRanked
            ? nameOfRoot(rootPitchClass, typeIndex: index, lower, upper)
            : vocabulary.slashRoot(typeIndex: index, pitchClass: rootPitchClass, bass: ground)
        return Outcome(kind: .slash, typeIndex: index, root: root)
    }

    /// What all notes together can be called over the same bass, the result first. In the classic vocabulary those that
    /// the rules try, in their order, and nothing for a polychord; in the jazz vocabulary all that a musician could hear,
    /// after the result the most probable first, and those that need a bass player's root last.
    public func readings(of combination: Combination) -> [Reading] {
        vocabulary.isRanked ? rankedReadings(of: combination) : tableReadings(of: combination).map { Reading(ofTable: $0) }
    }

    private func rankedReadings(of combination: Combination) -> [Reading] {
        let (lower, upper) = (combination.lower, combination.upper)
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        // Where the root is left out, the lowest note is the lower chord's next.
        let bass = sounding.contains(combination.bass.pitchClass) ? combination.bass : lower.notes[0]
        let ranked = Readings.ranked(
            sounding, bass: bass.pitchClass, given: [bass, upper.root, lower.root],
            keeping: combination.result?.root.pitchClass)
        // Two chords that the user names have their roots; readings without any come last.
        let sorted = ranked.filter { !$0.isRootless } + ranked.filter { $0.isRootless }
        guard let result = combination.result else { return sorted }
        let first = sorted.first { $0.chord.root.pitchClass == result.root.pitchClass && !$0.isRootless }
        return [first?.naming(result) ?? Reading(ofTable: result)]
            + sorted.filter { $0.chord.root.pitchClass != result.root.pitchClass }
    }

    /// What the classic vocabulary says where that is something else; nil for its polychords.
    public func classicReading(of combination: Combination) -> Reading? {
        let classic = ChordCombiner(vocabulary: .classic).combine(lower: combination.lower, upper: combination.upper)
        guard let result = classic.result, classic.title != combination.title else { return nil }
        let sounding = combination.lower.pitchClasses.union(combination.upper.pitchClasses)
        let candidate = Readings.candidate(
            sounding, root: result.root.pitchClass, bass: combination.bass.pitchClass, hasBand: false)
        return Reading(ofTable: result, cost: candidate?.cost ?? 0)
    }

    private func tableReadings(of combination: Combination) -> [Chord] {
        let lower = combination.lower
        let upper = combination.upper
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        guard sounding.contains(Int(lower.lowestPitchClass)) else { return combination.result.map { [$0] } ?? [] }
        var roots = vocabulary.rootsNaming(sounding)
        var readings: [Chord] = []
        while let pitchClass = firstRoot(of: roots, lower: lower, upper: upper),
            let index = vocabulary.typeIndex(of: sounding, from: pitchClass)
        {
            roots = roots.subtracting(PitchClassSet(bits: 1 << UInt16(pitchClass)))
            let ground = lower.lowest
            let root = pitchClass == ground.pitchClass
                ? ground : vocabulary.slashRoot(typeIndex: index, pitchClass: pitchClass, bass: ground)
            readings.append(Chord(root, vocabulary.types[index], bass: ground))
        }
        return readings
    }

    /// Of the pitch classes `roots`, the first that a player meets.
    @inline(__always)
    private func firstRoot(of roots: PitchClassSet, lower: Chord, upper: Chord) -> Int? {
        if roots.isEmpty { return nil }
        let ground = Int(lower.lowestPitchClass)
        if roots.contains(ground) { return ground }
        return firstRoot(of: roots, in: lower) ?? firstRoot(of: roots, in: upper)
    }

    @inline(__always)
    private func firstRoot(of roots: PitchClassSet, in chord: Chord) -> Int? {
        let own = roots.intersection(chord.pitchClasses)
        // Most chords hold one such note or none, and then its order among the others does not matter.
        if own.count < 2 { return own.isEmpty ? nil : own.bits.trailingZeroBitCount }
        let root = Int(chord.rootPitchClass)
        let seenFromRoot = own.seen(from: root)
        for degree in chord.type.degrees where seenFromRoot.contains(degree.pitchClass) {
            return modulo(root + degree.pitchClass, 12)
        }
        return chord.foreignBass?.pitchClass
    }
}
