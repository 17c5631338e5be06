extension ChordCombiner {
    /// The root, as a pitch class, on which the ranked vocabulary names both chords as one; nil for a polychord.
    ///
    /// Chords that the classic vocabulary unifies stay unified, unless they are an inversion of a ninth chord on the
    /// upper root. A complete seventh chord has rules of its own (`rootOverSeventhChord`). Otherwise the lower chord's
    /// root is used if its reading costs about as little as the best on another root.
    ///
    /// Else the best other root is used if it costs less than the polychord. The mean cost of both orders decides. A
    /// minor third chosen by the user stays minor. A chord with a classic name always matches.
    @inline(__always)
    func probableRoot(of sounding: PitchClassSet, lower: Chord, upper: Chord) -> Int? {
        let ground = Int(lower.lowestPitchClass)
        let choice = vocabulary.choice(of: sounding, over: ground)
        if let root = rootOfInversion(choice, of: sounding, lower: lower, upper: upper) { return root }
        let classic = Vocabulary.classic
        let classicRoots = classic.rootsNaming(sounding)
        if classicRoots.contains(ground) {
            return isInversionOfNinthChord(sounding, over: ground, upper) ? Int(upper.rootPitchClass) : ground
        }
        if lower.bass == nil, lower.type.isCompleteSeventhChord {
            return rootOverSeventhChord(
                of: sounding, lower: lower, upper: upper,
                classicRoot: firstRoot(of: classicRoots, lower: lower, upper: upper))
        }
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
            // The more probable order decides for both.
            let isThisSo = choice.cost > turnedRound.cost || keepsHere
            let isThatSo = turnedRound.cost > choice.cost || keepsThere
            return isThisSo && isThatSo ? keepsHere ? root : other : nil
        } else if choice.semitones == 0, isGuidedByUpper(lower, upper, classicRoots) {
            return Int(upper.rootPitchClass)
        }
        return root(choice, of: sounding, over: ground, upper)
    }

    /// Whether everything is a ninth or thirteenth chord on the upper root, while the classic name on the lower root
    /// has a ♭13 on a minor or fully diminished chord: Emi7 + Cma7 is Cma9/E, not Emi7(♭13).
    private func isInversionOfNinthChord(_ sounding: PitchClassSet, over ground: Int, _ upper: Chord) -> Bool {
        let root = Int(upper.rootPitchClass)
        guard root != ground, let classic = Vocabulary.classic.type(of: sounding, from: ground)?.degrees,
            classic.contains(13, -1), classic.contains(3, -1), classic.contains(5) || classic.contains(7, -2),
            let degrees = vocabulary.type(of: sounding, from: root)?.degrees
        else { return false }
        let isMinor = degrees.contains(3, -1)
        let isDominant = degrees.contains(3) && degrees.contains(7, -1)
        let ninths = degrees.intersection(.all(of: 9))
        let hasNinth = degrees.contains(9) || (isDominant && !ninths.isEmpty)
        return (isMinor || degrees.contains(3)) && degrees.contains(5)
            && (degrees.contains(7, -1) || degrees.contains(7)) && ninths.count < 2
            && (hasNinth || degrees.contains(13))
            && (!degrees.contains(11) || (isMinor && degrees.contains(13)))
    }

    /// A complete seventh chord below keeps its root if the vocabulary names everything on it. Else the upper root may
    /// name it if the classic vocabulary does so or if it costs less than the polychord, but no third root: Cma7 + Dmi
    /// is Dmi/Cma7.
    ///
    /// Chords without a classic name must also cost less than the polychord, as the mean of both orders.
    /// - Parameter classicRoot: the root of the classic name, if there is one.
    private func rootOverSeventhChord(
        of sounding: PitchClassSet, lower: Chord, upper: Chord, classicRoot: Int?
    ) -> Int? {
        let ground = Int(lower.rootPitchClass)
        let other = Int(upper.rootPitchClass)
        let shared = lower.pitchClasses.intersection(upper.pitchClasses).count
        let sayingBoth = ReadingCosts.polychord + ReadingCosts.sharedNote * shared
        func cost(on root: Int) -> Int? {
            guard keepsThirds(of: lower, upper, in: sounding, from: root) else { return nil }
            return self.cost(of: sounding, on: root, over: ground)
        }
        let own = cost(on: ground).map { $0 - ReadingCosts.ownRootAdvantage }
        if classicRoot != nil, own != nil { return ground }
        if classicRoot == other { return other }
        guard let least = own ?? cost(on: other) else { return nil }
        let turnedRound = vocabulary.choice(of: sounding, over: Int(upper.lowestPitchClass)).cost
        let most = classicRoot != nil ? sayingBoth : 2 * sayingBoth - Int(turnedRound)
        return least > most ? nil : own == nil ? other : ground
    }

    /// The root of an inversion that the user chose as the lower chord, if it names everything about as probably as the
    /// best root does: C/E + G is Cma9/E. A seventh in the bass belongs to the chord, too: Ami/G + C is Ami7/G.
    private func rootOfInversion(
        _ choice: Vocabulary.Choice, of sounding: PitchClassSet, lower: Chord, upper: Chord
    ) -> Int? {
        guard let bass = lower.bass else { return nil }
        let root = Int(lower.rootPitchClass)
        let isSeventh = [10, 11].contains(modulo(bass.pitchClass - root, 12))
        guard root != bass.pitchClass, isSeventh || lower.foreignBass == nil, sounding.contains(root),
            keepsThirds(of: lower, upper, in: sounding, from: root),
            let cost = cost(of: sounding, on: root, over: bass.pitchClass),
            cost <= Int(choice.cost) + ReadingCosts.ownRootAdvantage
        else { return nil }
        return root
    }

    /// What everything costs on a root, with its bass; nil if it has no name there.
    private func cost(of sounding: PitchClassSet, on root: Int, over ground: Int) -> Int? {
        let interpretation = Interpretation.all[Int(sounding.seen(from: root).bits)]
        return interpretation.map { $0.cost + $0.cost(ofBass: modulo(ground - root, 12)) }
    }

    /// If the lower chord's root is rejected, the upper chord's root may cost slightly more than the best other root,
    /// because the user chose it too.
    private func root(_ choice: Vocabulary.Choice, of sounding: PitchClassSet, over ground: Int, _ upper: Chord) -> Int
    {
        let root = Int(upper.rootPitchClass)
        if choice.semitones != 0, vocabulary.typeIndex(of: sounding, from: root) != nil,
            let cost = cost(of: sounding, on: root, over: ground),
            cost <= Int(choice.cost) + ReadingCosts.ownRootAdvantage
        {
            return root
        }
        return modulo(ground + Int(choice.semitones), 12)
    }

    /// Whether the vocabulary names everything on a root and chosen minor thirds stay minor: Cmi + Emi is not Cma7(♯9),
    /// and C+ + Emi7 is not E7(♯9♭13)/C. The third may become ♯9 only on a dominant that was not chosen as a minor
    /// seventh chord.
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

    /// Whether the upper chord is the only dominant and the classic vocabulary names the whole on its root. Then its
    /// root wins: C + E7(♭5) is an E chord over C.
    private func isGuidedByUpper(
        _ lower: Chord, _ upper: Chord, _ classicRoots: PitchClassSet
    ) -> Bool {
        guard classicRoots.contains(Int(upper.rootPitchClass)) else { return false }
        let (below, above) = (lower.type.degrees, upper.type.degrees)
        return !below.contains(anyOf: 7) && !below.contains(6) && above.contains(3) && above.contains(7, -1)
    }

    /// Keeps a ♯5 or ♭5 that the user chose on this root. If the chosen chord has no fifth, as in a shell, the note is
    /// ♭13 or ♯11: C7(omit5) + A♭ is C7(♯9♭13).
    func spelled(_ type: ChordType, on root: NoteName, _ lower: Chord, _ upper: Chord) -> ChordType {
        var degrees = type.degrees
        guard vocabulary.isRanked, degrees.contains(3), degrees.contains(anyOf: 7), !degrees.contains(5) else {
            return type
        }
        let isOnLower = lower.rootPitchClass == root.pitchClass
        let isOnUpper = upper.rootPitchClass == root.pitchClass
        let isChosen =
            (isOnLower && lower.type.degrees.contains(anyOf: 5))
            || (isOnUpper && upper.type.degrees.contains(anyOf: 5))
        guard isOnLower || isOnUpper, !isChosen else { return type }
        if degrees.remove(Degree(5, 1)) { degrees.insert(Degree(13, -1)) }
        if degrees.remove(Degree(5, -1)) { degrees.insert(Degree(11, 1)) }
        return ChordType(degrees)
    }

    /// A root chosen by the user keeps its name; any other gets its usual name.
    @inline(__always)
    func nameOfRoot(_ pitchClass: Int, typeIndex: Int, _ lower: Chord, _ upper: Chord) -> NoteName {
        if pitchClass == Int(upper.rootPitchClass) { return upper.root }
        if pitchClass == Int(lower.rootPitchClass) { return lower.root }
        return vocabulary.probableRoot(typeIndex: typeIndex, pitchClass: pitchClass, bass: lower.lowest)
    }
}

extension ChordType {
    /// Whether it has a third or suspension, a fifth, and a seventh or sixth. Triads and add chords do not.
    fileprivate var isCompleteSeventhChord: Bool {
        let third = degrees.contains(anyOf: 3) || degrees.contains(4) || degrees.contains(2)
        return third && degrees.contains(anyOf: 5) && (degrees.contains(anyOf: 7) || degrees.contains(6))
    }
}
