extension Interpretation {
    /// Properties of an interpretation to which rules of naming refer.
    struct Traits: OptionSet, Sendable {
        let rawValue: UInt16

        /// A complete major or minor triad without other notes.
        static let triad = Traits(rawValue: 1)
        /// A diminished triad, alone or with a major seventh.
        static let diminished = Traits(rawValue: 1 << 1)
        /// A major third and a minor seventh.
        static let dominant = Traits(rawValue: 1 << 2)
        /// A dominant with its root and its natural fifth.
        static let completeDominant = Traits(rawValue: 1 << 3)
        /// An altered dominant, a ma7(♯5) or a minor chord with a major seventh, without the natural fifth.
        static let alteredWithoutFifth = Traits(rawValue: 1 << 4)
        /// No third, nor the 4 of a sus chord with ♭7, which counts as one.
        static let withoutThird = Traits(rawValue: 1 << 5)
        static let withoutThirdAndFifth = Traits(rawValue: 1 << 6)
        /// A major seventh beside ♭7, or ♭9 or ♭13 on a minor chord with a major seventh and without fifth.
        static let contradictory = Traits(rawValue: 1 << 7)
        /// A natural 11 beside the major third of a dominant.
        static let eleventhOnDominant = Traits(rawValue: 1 << 8)
        /// A third (or the 4 of a sus chord with ♭7) and a seventh.
        static let guideTones = Traits(rawValue: 1 << 9)
        /// A ♭13 or ♯5 on another chord than a dominant, a 13 on a half-diminished one, a natural 11 on a major seventh
        /// without its fifth, or a tension on a diminished seventh chord: it is rather another chord in inversion.
        static let inversionOfAnother = Traits(rawValue: 1 << 10)
        /// A triad, sixth, seventh or sus chord with its root, perhaps without the fifth of a seventh chord, and with
        /// natural 9, 11 or 13 only.
        static let plain = Traits(rawValue: 1 << 11)
    }

    /// A seventh chord without its fifth and without tensions.
    var isShell: Bool { tensions.isEmpty && omitted == DegreeSet(Degree(5)) && traits.contains(.guideTones) }
}

extension Interpretation.Traits {
    /// - Parameter set: relative to the root, which need not sound.
    init(_ set: PitchClassSet, _ family: ChordFamily, omitted: DegreeSet, tensions: DegreeSet) {
        let degrees = family.degrees
        let hasMajorThird = degrees.contains(3) && !omitted.contains(3)
        let hasMinorSeventh = degrees.contains(7, -1)
        let hasFifth = set.contains(7)
        let isSuspended = degrees.contains(4) && hasMinorSeventh
        let hasThird = hasMajorThird || degrees.contains(3, -1) || isSuspended
        let isDominant = hasMajorThird && hasMinorSeventh
        let isAltered =
            set.contains(8) || (isDominant && (set.contains(1) || set.contains(3) || set.contains(6)))
        let isWholeTriad = family.isTriad && omitted.isEmpty && tensions.isEmpty
        var traits: Interpretation.Traits = []
        if isWholeTriad, degrees.contains(5), degrees.contains(anyOf: 3) { traits.insert(.triad) }
        if degrees.contains(3, -1), degrees.contains(5, -1), isWholeTriad || degrees.contains(7) {
            traits.insert(.diminished)
        }
        if isDominant { traits.insert(.dominant) }
        if isDominant, hasFifth, set.contains(0) { traits.insert(.completeDominant) }
        if !hasThird { traits.insert(hasFifth ? .withoutThird : .withoutThirdAndFifth) }
        let isMinorMajor = degrees.contains(3, -1) && degrees.contains(7)
        if !hasFifth, isMinorMajor || (hasMajorThird && degrees.contains(anyOf: 7) && isAltered) {
            traits.insert(.alteredWithoutFifth)
        }
        if (hasMinorSeventh && tensions.contains(7))
            || (isMinorMajor && omitted.contains(5) && (set.contains(1) || set.contains(8)))
        {
            traits.insert(.contradictory)
        }
        if isDominant, tensions.contains(11) { traits.insert(.eleventhOnDominant) }
        if hasThird, degrees.contains(anyOf: 7) { traits.insert(.guideTones) }
        let isDiminished = degrees.contains(3, -1) && degrees.contains(5, -1)
        // The Phrygian sus chord, 7sus4(♭9♭13), is a chord of its own.
        let hasFlatThirteenth = set.contains(8) && !(isSuspended && set.contains(1))
        let hasBareEleventh = hasMajorThird && degrees.contains(7) && tensions.contains(11) && !hasFifth
        if degrees.contains(7, -2)
            ? !tensions.isEmpty
            : !isDominant && (hasFlatThirteenth || (isDiminished && tensions.contains(13)) || hasBareEleventh)
        {
            traits.insert(.inversionOfAnother)
        }
        let isUsual = hasThird || (family.isTriad && degrees.contains(5))
        let lacksLittle = omitted.isEmpty || (omitted == DegreeSet(Degree(5)) && degrees.contains(anyOf: 7))
        let natural = DegreeSet(Degree(9), Degree(11), Degree(13))
        let hasNaturalTensions =
            tensions.isEmpty
            || (degrees.contains(5) || hasMinorSeventh && degrees.contains(3, -1))
                && tensions.subtracting(natural).isEmpty && !(hasMajorThird && tensions.contains(11))
                && !(isMinorMajor && omitted.contains(5))
        if isUsual, lacksLittle, hasNaturalTensions { traits.insert(.plain) }
        self = traits
    }
}
