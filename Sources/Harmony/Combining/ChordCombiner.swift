/// Finds the chord that two chords make together.
///
/// With the lower chord's root, they *unify*; with the root of another note, they make a *slash chord* over the lower
/// chord's root; without a name, they stay a *polychord*.
///
/// The jazz vocabulary takes the most probable root. In the classic one, all sounding pitch classes must be a chord
/// type on the root; the lower chord's root is tried first, then its other notes in degree order, then the upper
/// chord's from its root.
///
/// If the lower chord is a slash chord, its bass takes the place of the root. In the jazz vocabulary, an inversion
/// keeps its root if that names everything about as probably: C/E + G is Cma9/E.
public struct ChordCombiner: Sendable {
    public let vocabulary: Vocabulary

    public init(vocabulary: Vocabulary = .jazz) {
        self.vocabulary = vocabulary
    }

    /// Combines any two chords, in the vocabulary or not.
    public func combine(lower: Chord, upper: Chord) -> Combination {
        let outcome = outcome(lower: lower, upper: upper)
        let result = outcome.typeIndex.map { index in
            let type = spelled(vocabulary.types[index], on: outcome.root, lower, upper)
            let isRootless =
                lower.type.isRootless && lower.bass == nil && outcome.kind == .unified
                && !upper.sounds(lower.root)
            return Chord(
                outcome.root, isRootless ? type.withoutRoot : type, bass: outcome.kind == .slash ? lower.lowest : nil)
        }
        return Combination(
            lower: lower, upper: upper, kind: outcome.kind, result: result, keepsBass: vocabulary.isRanked)
    }

    /// The result of combining, without constructing a chord.
    public struct Outcome: Sendable, Hashable {
        public let kind: Combination.Kind
        /// The index in the vocabulary's types; nil for a polychord.
        public let typeIndex: Int?
        /// The root of the result; for a polychord, the lower chord's lowest note.
        public let root: NoteName
    }

    /// The outcome only: kind, type and root. Does not allocate.
    public func outcome(lower: Chord, upper: Chord) -> Outcome {
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        let ground = lower.lowest
        // A root left to the bass player cannot be the bass of a slash chord, so the chords unify or stay a polychord.
        guard sounding.contains(Int(lower.lowestPitchClass)) else {
            let index = vocabulary.typeIndex(
                of: sounding.inserting(Int(lower.lowestPitchClass)), from: Int(lower.lowestPitchClass))
            return Outcome(kind: index == nil ? .polychord : .unified, typeIndex: index, root: ground)
        }
        let found =
            vocabulary.isRanked
            ? probableRoot(of: sounding, lower: lower, upper: upper)
            : firstRoot(of: vocabulary.rootsNaming(sounding), lower: lower, upper: upper)
        guard let rootPitchClass = found, let index = vocabulary.typeIndex(of: sounding, from: rootPitchClass)
        else {
            return Outcome(kind: .polychord, typeIndex: nil, root: ground)
        }
        guard rootPitchClass != Int(lower.lowestPitchClass) else {
            return Outcome(kind: .unified, typeIndex: index, root: lower.bass == nil ? ground : ground.simplified)
        }
        let root =
            vocabulary.isRanked
            ? nameOfRoot(rootPitchClass, typeIndex: index, lower, upper)
            : vocabulary.slashRoot(typeIndex: index, pitchClass: rootPitchClass, bass: ground)
        return Outcome(kind: .slash, typeIndex: index, root: root)
    }

    /// The possible names of all notes over the same bass, the result first.
    ///
    /// In the classic vocabulary these are the names that the rules try, in their order; a polychord has none. In the
    /// jazz vocabulary readings are sorted by probability, with rootless readings last.
    public func readings(of combination: Combination) -> [Reading] {
        vocabulary.isRanked
            ? rankedReadings(of: combination) : tableReadings(of: combination).map { Reading(ofTable: $0) }
    }

    private func rankedReadings(of combination: Combination) -> [Reading] {
        let (lower, upper) = (combination.lower, combination.upper)
        let sounding = lower.pitchClasses.union(upper.pitchClasses)
        // If the root is omitted, the lowest note is the lower chord's next one.
        let bass = sounding.contains(combination.bass.pitchClass) ? combination.bass : lower.notes[0]
        let ranked = Readings.ranked(
            sounding, bass: bass.pitchClass, given: [bass, upper.root, lower.root],
            keeping: Vocabulary.classic.rootsNaming(sounding).intersection(PitchClassSet([bass.pitchClass]))
                .union(PitchClassSet(combination.result.map { [$0.root.pitchClass] } ?? [])))
        // Chords named by the user have roots, so rootless readings come last.
        let sorted = ranked.filter { !$0.isRootless } + ranked.filter { $0.isRootless }
        guard let result = combination.result else { return sorted }
        let first = sorted.first { $0.chord.root.pitchClass == result.root.pitchClass && !$0.isRootless }
        return [first?.naming(result) ?? Reading(ofTable: result)]
            + sorted.filter { $0.chord.root.pitchClass != result.root.pitchClass }
    }

    /// The classic vocabulary's name if it differs; nil for its polychords.
    public func classicReading(of combination: Combination) -> Reading? {
        let classic = ChordCombiner(vocabulary: .classic).combine(lower: combination.lower, upper: combination.upper)
        guard let result = classic.result, classic.title != combination.title else { return nil }
        let sounding = combination.lower.pitchClasses.union(combination.upper.pitchClasses)
        let candidate = Candidate(
            sounding, root: result.root.pitchClass, bass: combination.bass.pitchClass, hasBassPlayer: false)
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
            let root =
                pitchClass == ground.pitchClass
                ? ground : vocabulary.slashRoot(typeIndex: index, pitchClass: pitchClass, bass: ground)
            readings.append(Chord(root, vocabulary.types[index], bass: ground))
        }
        return readings
    }

    /// The first of the pitch classes `roots` in the order of the rules.
    @inline(__always)
    func firstRoot(of roots: PitchClassSet, lower: Chord, upper: Chord) -> Int? {
        if roots.isEmpty { return nil }
        let ground = Int(lower.lowestPitchClass)
        if roots.contains(ground) { return ground }
        return firstRoot(of: roots, in: lower) ?? firstRoot(of: roots, in: upper)
    }

    @inline(__always)
    private func firstRoot(of roots: PitchClassSet, in chord: Chord) -> Int? {
        let own = roots.intersection(chord.pitchClasses)
        // Most chords contain at most one of these notes; then their order does not matter.
        if own.count < 2 { return own.isEmpty ? nil : own.bits.trailingZeroBitCount }
        let root = Int(chord.rootPitchClass)
        let seenFromRoot = own.seen(from: root)
        for degree in chord.type.degrees where seenFromRoot.contains(degree.pitchClass) {
            return modulo(root + degree.pitchClass, 12)
        }
        return chord.foreignBass?.pitchClass
    }
}
