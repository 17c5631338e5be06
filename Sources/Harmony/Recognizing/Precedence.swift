/// The rules that rank readings before their costs.
///
/// 1. Key, neighboring chords and a bass player, if they are known.
/// 2. A complete triad with an added 9th or 4th is that triad, over its root, third or fifth.
/// 3. A dominant with its natural fifth beats an altered one without, unless a dominant stands in root position.
/// 4. A bass with its own third and seventh is the root.
/// 5. A complete triad over any bass beats a reading without a third.
/// 6. Readings with contradictions are never first while another avoids them: without third and fifth, a major seventh
///    beside ♭7, a natural 11 beside the third of a dominant, or ♭9 or ♭13 on a minor chord with a major seventh and
///    no fifth.
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
        let hasCompleteDominant =
            !candidates.contains { $0.above == 0 && $0.traits.contains(.dominant) }
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
                } else if candidate.isInRootPosition {
                    Rank.rootPosition
                } else if hasSlashTriad, candidate.traits.contains(.withoutThird) {
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

    /// The order beside a bass player. Each tier is ordered by ``Rank``, then by cost.
    private enum Tier {
        static let favoredByNeighbors = 0
        static let rootPosition = 1
        /// Triads and other plain chords with their root, and complete seventh chords with any tensions.
        static let rooted = 2
        static let other = 3
        static let contradictory = 4
    }

    /// Beside a bass player, a chord in root position comes first, then other chords whose root sounds, then rootless
    /// readings and the rest by cost.
    ///
    /// Neighboring chords may prefer a rootless reading, but a triad or shell of three notes stays on its root, unless
    /// both neighbors require another. A diminished triad without any context is the upper part of a dominant, and so
    /// is an inversion of one with a major seventh: D F A♯ B is G7(♯9).
    private func rankBesideBand(_ candidates: inout [Candidate]) {
        let hasNeighbors = context.previous != nil || context.next != nil
        let isThreeNotes = sounding.count == 3
        let favored = rootFavoredByNeighbors
        // The third and seventh of a dominant over its root say more than those of a minor chord with a major seventh.
        let hasShell = candidates.contains { !$0.isRootless && $0.hasGuideTones && $0.traits.contains(.dominant) }
        var hasSimple = false
        for index in candidates.indices {
            let candidate = candidates[index]
            let isDiminished = candidate.traits.contains(.diminished)
            let isUpperPart = isDiminished && !hasNeighbors && context.key == nil
            let isDominant = candidate.traits.contains(.dominant)
            let isBare = hasShell && !isDominant && candidate.traits.contains(.alteredWithoutFifth)
            let isComplete =
                candidate.hasGuideTones
                && (isDominant || candidate.isComplete || (candidate.above == 0 && !isBare))
            let isRooted =
                !candidate.isRootless && !isUpperPart && (candidate.traits.contains(.plain) || isComplete)
            let isSimple = isRooted && isThreeNotes && !isDiminished
            hasSimple = hasSimple || isSimple
            candidates[index].contends = isSimple
            let tier =
                if candidate.rank >= Rank.contradictory {
                    Tier.contradictory
                } else if candidate.isRootless, candidate.root == favored,
                    !isThreeNotes || candidate.isTriadOnThird
                {
                    Tier.favoredByNeighbors
                } else if isSimple || !hasNeighbors, isRooted {
                    candidate.rank <= Rank.rootPosition ? Tier.rootPosition : Tier.rooted
                } else {
                    Tier.other
                }
            candidates[index].rank = 8 * tier + (hasNeighbors && tier == Tier.other ? 0 : candidate.rank)
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

    /// The root that both neighbors require: the next chord is a fifth below it, and the previous one is its dominant
    /// or a chord on the same root. E♭ between C7 and F7 is Cmi7.
    private var rootRequiredByNeighbors: Int? {
        guard let previous = context.previous, let next = context.next else { return nil }
        let root = modulo(next.root.pitchClass + 7, 12)
        let fall = modulo(previous.root.pitchClass - root, 12)
        return fall == 0 || (fall == 7 && previous.isDominant) ? root : nil
    }

    /// The root of a rootless ninth chord that the neighbors require: before V7, the ma7 on 4 is ii9; after V7, the mi7
    /// on 3 is Ima9. A triad needs both neighbors.
    private var rootFavoredByNeighbors: Int? {
        if sounding.count == 3 { return rootRequiredByNeighbors }
        for above in sounding {
            let root = modulo(bass + above, 12)
            switch sounding.seen(from: above).bits {
            // 1 3 5 7
            case 0b1000_1001_0001:
                guard let next = context.next, next.isDominant, modulo(next.root.pitchClass - root, 12) == 2,
                    context.key.map({ modulo(root - $0.tonic.pitchClass, 12) == 5 }) ?? true
                else { continue }
                return modulo(root - 3, 12)
            // 1 ♭3 5 ♭7
            case 0b100_1000_1001:
                guard let previous = context.previous, previous.isDominant,
                    modulo(previous.root.pitchClass - root, 12) == 3,
                    context.key.map({ modulo(root - $0.tonic.pitchClass, 12) == 4 }) ?? true
                else { continue }
                return modulo(root - 4, 12)
            default: continue
            }
        }
        return nil
    }
}

extension Candidate {
    fileprivate var isRootless: Bool { interpretation.isRootless }
    /// Semitones from the bass up to the root.
    fileprivate var distance: Int { modulo(-above, 12) }
    /// Whether it is a seventh chord without its root: the triad on its third.
    fileprivate var isTriadOnThird: Bool { hasGuideTones && interpretation.tensions.isEmpty && omitsOnlyRoot }
    private var omitsOnlyRoot: Bool { interpretation.omitted == DegreeSet(Degree(1)) }
    fileprivate var isComplete: Bool { interpretation.omitted.isEmpty }
    fileprivate var traits: Interpretation.Traits { interpretation.traits }

    /// A bass with its own third, or its 4 with ♭7, and its own seventh is the root. A ♭13 on another chord than a
    /// dominant makes it an inversion of the chord a third below: E G B D C is Cma9/E.
    fileprivate var isInRootPosition: Bool { above == 0 && hasGuideTones }

    /// Whether it has a third and a seventh and is not rather another chord in inversion.
    fileprivate var hasGuideTones: Bool {
        traits.contains(.guideTones) && !traits.contains(.inversionOfAnother)
    }

    /// A complete dominant with its root in the bass may have the natural 11.
    fileprivate var isContradictory: Bool {
        traits.contains(.contradictory)
            || (traits.contains(.eleventhOnDominant) && !(above == 0 && traits.contains(.completeDominant)))
    }
}

extension Chord {
    fileprivate var isDominant: Bool { type.degrees.contains(3) && type.degrees.contains(7, -1) }
}
