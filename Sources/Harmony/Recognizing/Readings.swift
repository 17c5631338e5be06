/// All readings of some notes, ranked: for each of twelve roots the cheapest family, tensions and omissions.
enum Readings {
    /// Returns readings, the best first: by the rules of ``Precedence``, then by cost. Without a bass player the root
    /// of the first one sounds, except for a tritone alone.
    /// - Parameters:
    ///   - sounding: the sounding pitch classes; not empty.
    ///   - bass: the pitch class of the lowest note; must be in the set.
    ///   - given: note names chosen by the user.
    ///   - pitches: MIDI numbers, lowest first, if octaves are known. They distinguish add2 and add9.
    ///   - kept: roots that are included however improbable.
    static func ranked(
        _ sounding: PitchClassSet, bass: Int, given: [NoteName] = [], pitches: [Int] = [],
        in context: NamingContext = .none, keeping kept: PitchClassSet = .empty
    ) -> [Reading] {
        var found: [Candidate] = []
        found.reserveCapacity(12)
        let keySounding = context.key?.sounding
        for root in 0..<12 {
            guard var candidate = Candidate(sounding, root: root, bass: bass, hasBassPlayer: context.hasBassPlayer)
            else { continue }
            let degrees = candidate.interpretation.degrees
            let kind = ChordStep.Kind(degrees)
            if let key = context.key, let keySounding {
                candidate.cost += cost(of: degrees, on: root, in: key, sounding: keySounding)
            }
            if let previous = context.previous {
                let semitones = root - previous.root.pitchClass
                candidate.cost += ChordStep.cost(from: ChordStep.Kind(previous.type.degrees), up: semitones, to: kind)
            }
            if let next = context.next {
                let semitones = next.root.pitchClass - root
                candidate.cost += ChordStep.cost(from: kind, up: semitones, to: ChordStep.Kind(next.type.degrees))
            }
            if !given.isEmpty {
                candidate.cost += ReadingCosts.respelled * respelled(given, candidate, bass: bass, in: context)
            }
            found.append(candidate)
        }
        Precedence(sounding, bass: bass, in: context).rank(&found)
        found = found.ordered { $0.precedes($1) }
        let isTritone = sounding.seen(from: bass).bits == 0b100_0001
        if !context.hasBassPlayer, !isTritone,
            let first = found.firstIndex(where: { !$0.interpretation.isRootless }), first > 0
        {
            found.insert(found.remove(at: first), at: 0)
        }
        // Readings a ten-thousandth as probable are dropped.
        let most = (found.map { $0.cost }.min() ?? 0) + ReadingCosts.maximumBehindFirst
        let root = found[0].root
        found.removeAll { $0.cost > most && $0.root != root && !kept.contains($0.root) }
        return found.map { reading(of: $0, bass: bass, given: given, pitches: pitches, in: context) }
    }

    /// The first reading without context whose root sounds.
    /// - Parameters:
    ///   - bass: the pitch class of the lowest note; must be in the set.
    ///   - pitches: MIDI numbers, lowest first. They distinguish add2 and add9.
    static func first(_ sounding: PitchClassSet, bass: Int, pitches: [Int]) -> Chord? {
        firstCandidate(sounding, bass: bass).map { candidate in
            reading(of: candidate, bass: bass, given: [], pitches: pitches, in: .none).chord
        }
    }

    /// The same, unspelled.
    static func firstCandidate(_ sounding: PitchClassSet, bass: Int) -> Candidate? {
        var candidates = sounding.compactMap { Candidate(sounding, root: $0, bass: bass, hasBassPlayer: false) }
        Precedence(sounding, bass: bass, in: .none).rank(&candidates)
        return candidates.min { $0.precedes($1) }
    }

    /// The cost of a chord in a key: of a root and third outside it, and of kinds that are usual on few degrees.
    private static func cost(of degrees: DegreeSet, on root: Int, in key: Key, sounding: PitchClassSet) -> Int {
        var cost = sounding.contains(root) ? 0 : ReadingCosts.outsideKey
        if let third = degrees.first(where: { $0.number == 3 }), !sounding.contains(modulo(root + third.pitchClass, 12))
        {
            cost += ReadingCosts.outsideKey
        }
        let degree = modulo(root - key.tonic.pitchClass, 12)
        // On the leading tone of a minor key stand only diminished chords.
        if degree == 11, key.mode == .minor, !degrees.contains(5, -1) { cost += 2 * ReadingCosts.outsideKey }
        let isMinor = degrees.contains(3, -1) && !degrees.contains(5, -1)
        if degree == 0, key.mode.degrees.contains(3) ? degrees.contains(3) : isMinor {
            cost -= ReadingCosts.tonicOfKey
        } else if degree == 7, degrees.contains(3), degrees.contains(7, -1) {
            cost -= ReadingCosts.dominantOfKey
        } else if degrees.contains(4) ? degree != 7 : isMinor && degrees.isMinorSixth && degree != 5 {
            cost += ReadingCosts.unusualInKey
        }
        return cost
    }

    /// The number of notes named by the user that the reading spells differently: B D F A♭ is G7(♭9), not C♯7(♭9).
    private static func respelled(
        _ given: [NoteName], _ candidate: Candidate, bass: Int, in context: NamingContext
    ) -> Int {
        let (name, degrees) = spelled(candidate, bass: bass, given: given, in: context)
        let notes = degrees.map { name.adding($0) } + [name]
        return given.count { one in
            notes.contains { $0.pitchClass == one.pitchClass } && !notes.contains(one)
        }
    }

    /// The root's name, and the degrees with the user's spelling.
    private static func spelled(
        _ candidate: Candidate, bass: Int, given: [NoteName], in context: NamingContext
    ) -> (name: NoteName, degrees: DegreeSet) {
        let degrees = candidate.interpretation.degrees
        let lowest = given.first { $0.pitchClass == bass }
        let name = NoteName.ofRoot(candidate.root, of: degrees, given: given, bass: lowest, over: bass, in: context)
        return (name, degrees.named(like: given, above: name))
    }

    private static func reading(
        of candidate: Candidate, bass: Int, given: [NoteName], pitches: [Int], in context: NamingContext
    ) -> Reading {
        let root = candidate.root
        var (name, degrees) = spelled(candidate, bass: bass, given: given, in: context)
        if root == bass, let lowest = pitches.first { degrees = degrees.withAdditionsInOctave(pitches, above: lowest) }
        let spelledBass =
            given.first { $0.pitchClass == bass } ?? degrees.degree(sounding: modulo(bass - root, 12)).map {
                name.adding($0).simplified
            }
            ?? name.foreignBass(bass, in: context.key)
        return Reading(
            chord: Chord(name, ChordType(degrees), bass: root == bass ? nil : spelledBass),
            omitted: candidate.interpretation.omitted, cost: candidate.cost, family: candidate.interpretation.family,
            namesBass: !context.hasBassPlayer, contends: candidate.contends)
    }
}

/// The cheapest reading on one root.
struct Candidate: Sendable {
    /// A pitch class.
    let root: Int
    /// Semitones from the root up to the bass.
    let above: Int
    let interpretation: Interpretation
    /// Whether it is a complete chord over a foreign bass.
    let isForeign: Bool
    /// In decibels.
    var cost: Int
    /// The order by rules, before cost; the lowest is the best.
    var rank = 0
    /// Whether neighboring chords may choose it.
    var contends = true

    init?(_ sounding: PitchClassSet, root: Int, bass: Int, hasBassPlayer: Bool) {
        let seen = sounding.seen(from: root)
        let above = modulo(bass - root, 12)
        var best: (interpretation: Interpretation, isForeign: Bool, cost: Int)?
        if let interpretation = Interpretation.all[Int(seen.bits)] {
            var cost = interpretation.cost(ofBass: above)
            if hasBassPlayer, !interpretation.isRootless { cost /= ReadingCosts.bassBesideBand }
            if interpretation.isRootless {
                cost += hasBassPlayer ? ReadingCosts.noRootBesideBand : ReadingCosts.noRoot
                if ChordFamily.all[interpretation.family].isTriad { cost += ReadingCosts.noRootOfTriad }
            }
            best = (interpretation, false, interpretation.cost + cost)
        }
        // A complete chord or shell over a foreign bass. Beside a bass player no note of the pianist is the bass.
        let without = seen.subtracting(PitchClassSet(bits: 1 << UInt16(above)))
        if above != 0, !hasBassPlayer || best == nil, let upper = Interpretation.all[Int(without.bits)],
            upper.tensions.isEmpty, upper.omitted.isEmpty || upper.isShell
        {
            let cost = upper.cost + ReadingCosts.foreignBass
            if best.map({ cost < $0.cost }) ?? true { best = (upper, true, cost) }
        }
        guard let best else { return nil }
        self.root = root
        self.above = above
        interpretation = best.interpretation
        isForeign = best.isForeign
        cost = best.cost
    }

    /// Whether it is the better reading. Equal costs are sorted by the distance of the root above the bass.
    func precedes(_ other: Candidate) -> Bool {
        (rank, cost, modulo(-above, 12)) < (other.rank, other.cost, modulo(-other.above, 12))
    }
}

extension DegreeSet {
    /// Whether it has a sixth or major seventh, and no minor or diminished one.
    fileprivate var isMinorSixth: Bool {
        (contains(6) || contains(7)) && !contains(7, -1) && !contains(7, -2)
    }

    /// The same pitch classes with ♯5 for ♭13 and ♭5 for ♯11, if the user spelled them this way and no natural fifth
    /// sounds.
    fileprivate func named(like given: [NoteName], above root: NoteName) -> DegreeSet {
        guard !given.isEmpty, !contains(5), !contains(5, -1), !contains(5, 1) else { return self }
        var degrees = self
        for (extended, fifth) in [(Degree(13, -1), Degree(5, 1)), (Degree(11, 1), Degree(5, -1))] {
            guard degrees.contains(extended), !degrees.contains(anyOf: 5) else { continue }
            let isFifth = given.contains { $0 == root.adding(fifth) } && !given.contains { $0 == root.adding(extended) }
            if isFifth {
                degrees.remove(extended)
                degrees.insert(fifth)
            }
        }
        return degrees
    }

    /// An added 9 or 11 of a triad is a 2 or 4 if it lies within the octave above the root in the bass: F G A C is
    /// Fadd2, F C G A is Fadd9.
    /// - Parameters:
    ///   - pitches: MIDI numbers.
    ///   - lowest: the lowest of them.
    func withAdditionsInOctave(_ pitches: [Int], above lowest: Int) -> DegreeSet {
        guard contains(anyOf: 3), !contains(anyOf: 7), !contains(6) else { return self }
        var degrees = self
        for (extended, close) in [(Degree(9), Degree(2)), (Degree(11), Degree(4))]
        where degrees.contains(extended) && pitches.contains(lowest + close.semitones) {
            degrees.remove(extended)
            degrees.insert(close)
        }
        return degrees
    }
}
