/// The rules that rank readings before their costs.
///
/// 1. Key, neighboring chords and a bass player, if they are known.
/// 2. A complete triad with an added 9th or 4th is that triad, over its root, third or fifth.
/// 3. A dominant with its natural fifth beats an altered one without, unless a dominant stands in root position.
/// 4. A bass with its own third and seventh is the root.
/// 5. A complete triad over any bass, and a dominant in root position with a natural 11 and without its fifth, beat a
///    reading without a third.
/// 6. Readings with contradictions are never first while another avoids them: without third and fifth, a major seventh
///    beside ♭7, a natural 11 beside the third of a dominant that is not in root position, or ♭9 or ♭13 on a minor
///    chord with a major seventh and no fifth.
///
/// Among readings of equal rank the cheapest is first.
struct Precedence {
    private let context: NamingContext
    /// The sounding notes relative to the bass.
    private let sounding: PitchClassSet
    private let bass: Int

    private enum Rank {
        static let addedNoteTriad = 0
        static let rootPosition = 1
        static let usual = 2
        static let withoutNaturalFifth = 3
        static let withoutThird = 4
        static let contradictory = 5
        static let withoutThirdAndFifth = 6
    }

    init(_ sounding: PitchClassSet, bass: Int, in context: NamingContext) {
        self.sounding = sounding.seen(from: bass)
        self.bass = bass
        self.context = context
    }

    /// Ranks the readings of the notes, and marks those that neighboring chords may choose.
    func rank(_ candidates: inout [Candidate]) {
        let addedNoteRoot = addedNoteRoot
        let hasSlashTriad = candidates.contains { $0.above != 0 && $0.traits.contains(.triad) }
        let hasThird = hasSlashTriad || candidates.contains { $0.hasEleventhWithoutFifth }
        let hasCompleteDominant =
            !candidates.contains {
                $0.above == 0 && $0.traits.contains(.dominant) && !$0.hasEleventhWithoutFifth
            }
            && candidates.contains { !$0.isForeign && $0.traits.contains(.completeDominant) }
        var best = Int.max
        for index in candidates.indices {
            let candidate = candidates[index]
            let rank =
                if candidate.root == addedNoteRoot {
                    Rank.addedNoteTriad
                } else if candidate.traits.contains(.withoutThirdAndFifth) {
                    Rank.withoutThirdAndFifth
                } else if candidate.isContradictory {
                    Rank.contradictory
                } else if hasCompleteDominant, candidate.traits.contains(.alteredWithoutFifth) {
                    Rank.withoutNaturalFifth
                } else if candidate.isInRootPosition,
                    !(context.hasBassPlayer && candidate.isUpperPartOfDominant)
                {
                    Rank.rootPosition
                } else if hasThird && candidate.traits.contains(.withoutThird)
                    || hasSlashTriad && candidate.isInvertedSus
                {
                    Rank.withoutThird
                } else {
                    Rank.usual
                }
            candidates[index].rank = rank
            if !candidate.isRootless { best = min(best, rank) }
        }
        if context.hasBassPlayer { return rankBesideBand(&candidates) }
        for index in candidates.indices { candidates[index].contends = candidates[index].rank == best }
    }

    // MARK: Triads with an added note

    /// The pitch class of the root of a triad with an added 9th or 4th and no other note, over its root, third or
    /// fifth. A minor triad with its 4th over its third is the 6/9 chord of the bass: B♭ G D C is B♭6/9.
    private var addedNoteRoot: Int? {
        guard sounding.count == 4 else { return nil }
        for above in [0, 3, 4, 7] {
            let root = modulo(-above, 12)
            switch sounding.seen(from: root).bits {
            // 1 9 3 5 and 1 3 11 5
            case 0b1001_0101, 0b1011_0001: if above != 3 { return modulo(bass + root, 12) }
            // 1 9 ♭3 5
            case 0b1000_1101: if above != 4 { return modulo(bass + root, 12) }
            // 1 ♭3 11 5
            case 0b1010_1001: if above != 4 { return above == 3 ? bass : modulo(bass + root, 12) }
            default: continue
            }
        }
        return nil
    }

    // MARK: Beside a bass player

    /// The order beside a bass player. Each tier is ordered by ``Rank``, then by cost; beside neighbors some by cost
    /// alone.
    private enum Tier {
        static let expected = 0
        static let rootPosition = 1
        /// Triads and other plain chords with their root, and complete seventh chords with any tensions.
        static let rooted = 2
        static let other = 3
        static let contradictory = 4
    }

    /// Beside a bass player, a chord in root position comes first, then other chords whose root sounds, then rootless
    /// readings and the rest by cost.
    ///
    /// A chord that the neighbors lead to comes before all, with or without its root. But a passing diminished seventh
    /// chord comes before the dominant that has its notes, and a triad or shell of three notes stays on its root unless
    /// both neighbors require another. A plain chord with all its notes stays on its root unless the neighbors lead to
    /// a dominant or to a chord without altered notes: before F7, E♭ma7 is Cmi9. A diminished triad without any context
    /// is the upper part of a dominant.
    private func rankBesideBand(_ candidates: inout [Candidate]) {
        let hasNeighbors = context.previous != nil || context.next != nil
        let required = rootRequiredByNeighbors
        // The third and seventh of a dominant over its root say more than those of a minor chord with a major seventh.
        let hasShell = candidates.contains { !$0.isRootless && $0.isDominantWithGuideTones }
        let hasWhole = candidates.contains { isWhole($0) && isRooted($0, besideShell: hasShell) }
        let passing = passingRoot.flatMap { root in
            candidates.contains { $0.root == root && $0.hasDiminishedSeventh && !($0.isRootless && hasWhole) }
                ? root : nil
        }
        let dominant = dominantOfKey(among: candidates, besideShell: hasShell)
        var hasSimple = false
        for index in candidates.indices {
            candidates[index].contends = isSimple(candidates[index], besideShell: hasShell)
            hasSimple = hasSimple || candidates[index].contends
        }
        for index in candidates.indices {
            let candidate = candidates[index]
            let isRooted = isRooted(candidate, besideShell: hasShell)
            let isExpected =
                if hasSimple {
                    candidate.isTriadOnThird && candidate.root == required
                } else if let passing {
                    candidate.root == passing
                } else {
                    (candidate.isRootless ? !hasWhole || candidate.isUsualWithoutRoot : isRooted)
                        && (candidate.isExpected(in: context)
                            || (candidate.root == dominant && candidate.isDominantWithGuideTones))
                }
            let tier =
                if candidate.rank >= Rank.contradictory, sounding.count > 2 {
                    Tier.contradictory
                } else if isExpected {
                    Tier.expected
                } else if isRooted, candidate.contends || isWhole(candidate) || !hasNeighbors {
                    candidate.rank <= Rank.rootPosition ? Tier.rootPosition : Tier.rooted
                } else {
                    Tier.other
                }
            let isByCost = hasNeighbors && (tier == Tier.expected || tier == Tier.other)
            candidates[index].rank = 8 * tier + (isByCost ? 0 : candidate.rank)
        }
        let best = candidates.reduce(Int.max) { min($0, $1.rank) }
        let last = max(best, 8 * Tier.contradictory - 1)
        let first = candidates.indices.min {
            let (one, other) = (candidates[$0], candidates[$1])
            return (one.rank, one.cost, one.distance) < (other.rank, other.cost, other.distance)
        }
        // The rules choose the first reading. The others follow by cost, so that rootless ones are near.
        for index in candidates.indices {
            if !hasSimple { candidates[index].contends = candidates[index].rank <= last }
            if index != first, candidates[index].rank <= last { candidates[index].rank = last }
        }
    }

    /// Whether it is a plain or complete chord whose root sounds. One or two notes are, unless they are a tritone.
    private func isRooted(_ candidate: Candidate, besideShell hasShell: Bool) -> Bool {
        if candidate.isRootless || candidate.isUpperPartOfDominant { return false }
        if candidate.above == 0, candidate.rank == Rank.addedNoteTriad { return true }
        if sounding.count < 3, !sounding.contains(6) { return true }
        if candidate.isTriadWithTensions { return true }
        let hasContext = context.key != nil || context.previous != nil || context.next != nil
        if candidate.traits.contains(.diminished), !hasContext { return false }
        if candidate.traits.contains(.plain) { return true }
        let isDominant = candidate.traits.contains(.dominant)
        let isBare = hasShell && !isDominant && candidate.traits.contains(.alteredWithoutFifth)
        return candidate.hasGuideTones
            && (isDominant || candidate.isComplete
                || (candidate.above == 0 && !isBare))
    }

    /// Whether it is a plain chord of four notes or more, or a diminished triad, that lacks nothing: F A♭ C E♭ is Fmi7.
    /// The notes of a sus chord are as often parts of another: E A D G after G7 is C6/9.
    private func isWhole(_ candidate: Candidate) -> Bool {
        candidate.isComplete && candidate.traits.contains(.plain)
            && candidate.interpretation.degrees.contains(anyOf: 3)
            && (sounding.count > 3 || candidate.traits.contains(.diminished))
    }

    /// Whether it is a triad or shell of three notes on its root. Beside neighbors, an augmented triad and notes a
    /// fourth apart are as often parts of another chord: E A D after G7 is C6/9.
    private func isSimple(_ candidate: Candidate, besideShell hasShell: Bool) -> Bool {
        guard sounding.count == 3, !candidate.traits.contains(.diminished),
            isRooted(candidate, besideShell: hasShell)
        else { return false }
        if context.previous == nil, context.next == nil { return true }
        return candidate.traits.contains(.triad)
            || (candidate.interpretation.isShell && candidate.interpretation.degrees.contains(anyOf: 3))
    }

    /// The root between those of both neighbors, a half step from each.
    private var passingRoot: Int? {
        guard let previous = context.previous?.root.pitchClass, let next = context.next?.root.pitchClass else {
            return nil
        }
        switch modulo(next - previous, 12) {
        case 2: return modulo(previous + 1, 12)
        case 10: return modulo(previous - 1, 12)
        default: return nil
        }
    }

    /// The root a fifth above the next chord, if the previous one is its dominant or a chord on the same root, or if
    /// the next chord is a dominant and the notes are foreign to the key: E♭ between C7 and F7 is Cmi7, and in C,
    /// G B♭ D before A7 is Emi7(♭5).
    private var rootRequiredByNeighbors: Int? {
        guard let next = context.next else { return nil }
        let root = modulo(next.root.pitchClass + 7, 12)
        if next.isDominant, let key = context.key, !isInKey(key) { return root }
        guard let previous = context.previous else { return nil }
        let fall = modulo(previous.root.pitchClass - root, 12)
        return fall == 0 || (fall == 7 && previous.isDominant) ? root : nil
    }

    /// Whether all notes are in the key; in minor, without the leading tone.
    private func isInKey(_ key: Key) -> Bool {
        sounding.subtracting(key.pitchClasses.seen(from: bass)).isEmpty
    }

    /// The root of the key's dominant, if no neighbors are known and the notes are foreign to the key, unless another
    /// dominant or a diminished seventh chord has its root: in E♭, D A♭ B F♯ is B♭7(♭9♭13), not A♭mi7(♭5).
    private func dominantOfKey(among candidates: [Candidate], besideShell hasShell: Bool) -> Int? {
        guard let key = context.key, context.previous == nil, context.next == nil, !isInKey(key) else { return nil }
        let hasOther = candidates.contains {
            ($0.traits.contains(.dominant) || $0.hasDiminishedSeventh) && isRooted($0, besideShell: hasShell)
        }
        return hasOther ? nil : modulo(key.tonic.pitchClass + 7, 12)
    }
}

extension Candidate {
    /// Whether the neighbors lead to this chord, which has a third and a seventh or sixth: a dominant before its goal
    /// or after its second degree, a second degree before its dominant, and the goal of a dominant.
    ///
    /// The goal lies a fifth or a half step below. The tonic of the key may also lie a whole step above (♭VII7) or a
    /// fifth above (IV7 in a blues). A sus chord is expected only before the dominant on its own root, since elsewhere
    /// its notes are as often those of the second degree.
    fileprivate func isExpected(in context: NamingContext) -> Bool {
        let degrees = interpretation.degrees
        if degrees.contains(4), degrees.contains(7, -1), let next = context.next, next.isDominant {
            return next.root.pitchClass == root
        }
        guard degrees.contains(anyOf: 3), degrees.contains(anyOf: 7) || degrees.contains(6),
            !traits.contains(.inversionOfAnother)
        else { return false }
        let isDominant = traits.contains(.dominant)
        if let next = context.next {
            let fall = modulo(root - next.root.pitchClass, 12)
            if isDominant, fall == 7 || fall == 1 { return true }
            if degrees.isMinorSeventh, next.isDominant, fall == 7 || (fall == 1 && next.hasMajorThird) { return true }
        }
        guard let previous = context.previous else { return false }
        let fall = modulo(previous.root.pitchClass - root, 12)
        if isDominant, fall == 7, previous.type.degrees.isMinorSeventh { return true }
        // Half-diminished chords are no goals.
        guard previous.isDominant, !degrees.contains(5, -1) else { return false }
        if !isDominant, fall == 7 || (fall == 1 && previous.hasMajorThird) {
            return context.key?.sounding.contains(root) ?? true
        }
        return (fall == 10 || fall == 5) && context.key?.tonic.pitchClass == root
    }
}

extension Candidate {
    fileprivate var isRootless: Bool { interpretation.isRootless }
    /// Semitones from the bass up to the root.
    fileprivate var distance: Int { modulo(-above, 12) }
    /// Whether it is a seventh chord without its root: the triad on its third.
    fileprivate var isTriadOnThird: Bool { hasGuideTones && interpretation.tensions.isEmpty && omitsOnlyRoot }
    private var omitsOnlyRoot: Bool { interpretation.omitted == DegreeSet(Degree(1)) }
    fileprivate var isDominantWithGuideTones: Bool { hasGuideTones && traits.contains(.dominant) }
    /// Whether it is a complete major or minor triad with tensions: E♭(♯9). With a ♭9, it is rather a part of a
    /// dominant: B♭ D F B is G7(♯9).
    fileprivate var isTriadWithTensions: Bool {
        let family = ChordFamily.all[interpretation.family]
        return family.isTriad && isComplete && family.degrees.contains(5) && family.degrees.contains(anyOf: 3)
            && !interpretation.tensions.contains(9, -1)
    }
    fileprivate var isComplete: Bool { interpretation.omitted.isEmpty }
    /// Whether a pianist plays it without its root beside a bass: a dominant, or a chord with natural tensions or ♯11
    /// only. E♭ G B♭ D is Cmi9.
    fileprivate var isUsualWithoutRoot: Bool {
        let usual = DegreeSet(Degree(9), Degree(11), Degree(11, 1), Degree(13))
        return traits.contains(.dominant) || interpretation.tensions.subtracting(usual).isEmpty
    }
    /// Whether it is a diminished seventh chord, with or without its root and tensions.
    fileprivate var hasDiminishedSeventh: Bool {
        interpretation.degrees.contains(7, -2) && (isComplete || omitsOnlyRoot)
    }
    /// A major seventh with ♯11 and without its fifth and ninth, or a diminished triad with a major seventh: beside a
    /// bass player, D♭ F G C is rather E♭13 in form B, and B D F A♯ is G7(♯9).
    fileprivate var isUpperPartOfDominant: Bool {
        let degrees = interpretation.degrees
        guard degrees.contains(7) else { return false }
        // The ninth would be the root of the dominant.
        return degrees.contains(11, 1) ? !isComplete && !degrees.contains(9) : traits.contains(.diminished)
    }
    fileprivate var traits: Interpretation.Traits { interpretation.traits }

    /// A bass with its own third, or its 4 with ♭7, and its own seventh is the root. A ♭13 on another chord than a
    /// dominant makes it an inversion of the chord a third below: E G B D C is Cma9/E.
    fileprivate var isInRootPosition: Bool { above == 0 && hasGuideTones && !hasEleventhWithoutFifth }

    /// Whether it has a third and a seventh and is not rather another chord in inversion.
    fileprivate var hasGuideTones: Bool {
        traits.contains(.guideTones) && !traits.contains(.inversionOfAnother)
    }

    /// Beside a slash triad, the 4 of a sus chord counts as a third only over its root: F C E G is C/F, not G13sus4/F.
    fileprivate var isInvertedSus: Bool { above != 0 && interpretation.degrees.contains(4) }

    /// A natural 11 beside the major third of a dominant belongs to root position.
    fileprivate var isContradictory: Bool {
        traits.contains(.contradictory) || (traits.contains(.eleventhOnDominant) && above != 0)
    }

    /// A dominant in root position with a natural 11 in place of its fifth. Its costs decide, not its position: other
    /// readings with a third avoid the 11.
    fileprivate var hasEleventhWithoutFifth: Bool {
        traits.contains(.eleventhOnDominant) && above == 0 && !traits.contains(.completeDominant)
    }
}

extension Chord {
    /// Whether it is a dominant or a sus chord with ♭7.
    fileprivate var isDominant: Bool { (hasMajorThird || type.degrees.contains(4)) && type.degrees.contains(7, -1) }
    /// A sus chord is no tritone substitute.
    fileprivate var hasMajorThird: Bool { type.degrees.contains(3) }
}

extension DegreeSet {
    /// Whether it has a minor third and a minor seventh.
    fileprivate var isMinorSeventh: Bool { contains(3, -1) && contains(7, -1) }
}
