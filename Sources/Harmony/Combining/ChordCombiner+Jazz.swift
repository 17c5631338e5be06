extension ChordCombiner {
    /// The root on which two chords are one in the ranked vocabulary, as a pitch class; nil where they stay a polychord.
    ///
    /// What the classic vocabulary unifies stays so. Otherwise the lower chord's root has it where its reading is about
    /// as cheap as the best on another root; else the best on another root, where that is cheaper than saying the two
    /// chords one above the other: the mean of both orders tells, so that whether two chords match is symmetric, and
    /// a minor third that was chosen stays one. What has a classic name always matches.
    @inline(__always)
    func probableRoot(of sounding: PitchClassSet, lower: Chord, upper: Chord) -> Int? {
        let ground = Int(lower.lowestPitchClass)
        let classic = Vocabulary.classic
        let classicRoots = classic.rootsNaming(sounding)
        if classicRoots.contains(ground) { return ground }
        let choice = vocabulary.choice(of: sounding, over: ground)
        guard choice.cost < Vocabulary.Choice.unheard else { return nil }
        if classicRoots.isEmpty {
            let shared = lower.pitchClasses.intersection(upper.pitchClasses).count
            let sayingBoth = ReadingCosts.polychord + ReadingCosts.sharedNote * shared
            let otherGround = Int(upper.lowestPitchClass)
            let turnedRound = vocabulary.choice(of: sounding, over: otherGround)
            if Int(choice.cost) + Int(turnedRound.cost) > 2 * sayingBoth { return nil }
            let root = root(choice, of: sounding, over: ground, upper)
            let other = modulo(otherGround + Int(turnedRound.semitones), 12)
            let keepsHere = keepsThirds(of: lower, upper, in: sounding, from: root)
            let keepsThere = keepsThirds(of: lower, upper, in: sounding, from: other)
            // The more probable of the two decides for both.
            let isThisSo = choice.cost > turnedRound.cost || keepsHere
            let isThatSo = turnedRound.cost > choice.cost || keepsThere
            return isThisSo && isThatSo ? keepsHere ? root : other : nil
        } else if choice.semitones == 0, isGuidedByUpper(lower, upper, classicRoots) {
            return Int(upper.rootPitchClass)
        }
        return root(choice, of: sounding, over: ground, upper)
    }

    /// Where the lower chord's root does not have it, the upper chord's may be a little dearer than the best of others:
    /// the user chose it too.
    private func root(_ choice: Vocabulary.Choice, of sounding: PitchClassSet, over ground: Int, _ upper: Chord) -> Int {
        let root = Int(upper.rootPitchClass)
        if choice.semitones != 0, vocabulary.typeIndex(of: sounding, from: root) != nil,
            let interpretation = Interpretation.all[Int(sounding.seen(from: root).bits)],
            interpretation.cost + interpretation.cost(ofBass: modulo(ground - root, 12))
                <= Int(choice.cost) + ReadingCosts.ownRootAdvantage
        {
            return root
        }
        return modulo(ground + Int(choice.semitones), 12)
    }

    /// Whether a minor third that was chosen stays one: Cmi + Emi is no Cma7(♯9), and C+ + Emi7 no E7(♯9♭13)/C. Only on a
    /// dominant that no one has chosen to be a minor seventh chord it may be the ♯9.
    private func keepsThirds(of lower: Chord, _ upper: Chord, in sounding: PitchClassSet, from root: Int) -> Bool {
        guard let index = vocabulary.typeIndex(of: sounding, from: root) else { return false }
        let degrees = vocabulary.types[index].degrees
        func isLost(_ chord: Chord) -> Bool {
            let own = chord.type.degrees
            return Int(chord.rootPitchClass) == root && own.contains(3, -1) && degrees.contains(3)
                && (own.contains(7, -1) || !degrees.contains(7, -1))
        }
        return !isLost(lower) && !isLost(upper)
    }

    /// Where only the upper chord is a dominant, and the classic vocabulary names the whole on its root, that chord is what
    /// was chosen: C + E7(♭5) is an E chord over C.
    private func isGuidedByUpper(
        _ lower: Chord, _ upper: Chord, _ classicRoots: PitchClassSet
    ) -> Bool {
        guard classicRoots.contains(Int(upper.rootPitchClass)) else { return false }
        let (below, above) = (lower.type.degrees, upper.type.degrees)
        return !below.contains(anyOf: 7) && !below.contains(6) && above.contains(3) && above.contains(7, -1)
    }

    /// A chord that the user chose with a ♯5 or ♭5 keeps it. Where the fifth was left out of what was chosen on this root,
    /// as in a shell, no one has: then it is the ♭13 or ♯11, and C7(omit5) + A♭ is C7(♯9♭13).
    func spelled(_ type: ChordType, on root: NoteName, _ lower: Chord, _ upper: Chord) -> ChordType {
        var degrees = type.degrees
        guard vocabulary.isRanked, degrees.contains(3), degrees.contains(anyOf: 7), !degrees.contains(5) else { return type }
        let isOnLower = lower.rootPitchClass == root.pitchClass
        let isOnUpper = upper.rootPitchClass == root.pitchClass
        let isChosen = (isOnLower && lower.type.degrees.contains(anyOf: 5))
            || (isOnUpper && upper.type.degrees.contains(anyOf: 5))
        guard isOnLower || isOnUpper, !isChosen else { return type }
        if degrees.remove(Degree(5, 1)) { degrees.insert(Degree(13, -1)) }
        if degrees.remove(Degree(5, -1)) { degrees.insert(Degree(11, 1)) }
        return ChordType(degrees)
    }

    /// A root that the user has chosen keeps its name; any other is named as such roots are written.
    @inline(__always)
    func nameOfRoot(_ pitchClass: Int, typeIndex: Int, _ lower: Chord, _ upper: Chord) -> NoteName {
        if pitchClass == Int(upper.rootPitchClass) { return upper.root }
        if pitchClass == Int(lower.rootPitchClass) { return lower.root }
        return vocabulary.probableRoot(typeIndex: typeIndex, pitchClass: pitchClass, bass: lower.lowest)
    }
}
