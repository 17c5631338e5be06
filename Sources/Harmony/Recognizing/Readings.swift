/// All readings of what sounds, ranked: twelve roots, each with the cheapest family, tensions and omissions from there.
enum Readings {
    /// Ranked, the most probable first. Without a band the first has a root that sounds.
    /// - Parameters:
    ///   - sounding: all that sounds; not empty.
    ///   - bass: the pitch class of the lowest note, one of those that sound.
    ///   - given: names that the user has chosen for notes.
    ///   - chosen: a root that is told of however improbable it is.
    static func ranked(
        _ sounding: PitchClassSet, bass: Int, given: [NoteName] = [], in context: NamingContext = .none,
        keeping chosen: Int? = nil
    ) -> [Reading] {
        var found: [(root: Int, interpretation: Interpretation, isForeign: Bool, cost: Int)] = []
        for root in 0..<12 {
            guard let candidate = candidate(sounding, root: root, bass: bass, hasBand: context.hasBand) else { continue }
            let kind = ChordStep.Kind(candidate.interpretation.degrees)
            var cost = candidate.cost
            if let key = context.key { cost += outside(key, root, candidate.interpretation.degrees) }
            if let previous = context.previous {
                let semitones = root - previous.root.pitchClass
                cost += ChordStep.cost(from: ChordStep.Kind(previous.type.degrees), up: semitones, to: kind)
            }
            if let next = context.next {
                let semitones = next.root.pitchClass - root
                cost += ChordStep.cost(from: kind, up: semitones, to: ChordStep.Kind(next.type.degrees))
            }
            cost += ReadingCosts.respelled * respelled(given, root, candidate.interpretation.degrees, bass: bass, key: context.key)
            found.append((root, candidate.interpretation, candidate.isForeign, cost))
        }
        // Of two that cost the same the one whose root lies nearer above the bass.
        found = found.ordered { ($0.cost, modulo($0.root - bass, 12)) < ($1.cost, modulo($1.root - bass, 12)) }
        if !context.hasBand, let first = found.firstIndex(where: { !$0.interpretation.isRootless }), first > 0 {
            found.insert(found.remove(at: first), at: 0)
        }
        // What is a ten-thousandth as probable no one hears.
        let most = (found.map { $0.cost }.min() ?? 0) + ReadingCosts.mostBehindFirst
        let root = found[0].root
        found.removeAll { $0.cost > most && $0.root != root && $0.root != chosen }
        return found.map {
            reading(of: $0.interpretation, root: $0.root, bass: bass, cost: $0.cost, given: given, key: context.key)
        }
    }

    /// The cheapest that the notes are from one root.
    static func candidate(
        _ sounding: PitchClassSet, root: Int, bass: Int, hasBand: Bool
    ) -> (interpretation: Interpretation, isForeign: Bool, cost: Int)? {
        let seen = sounding.seen(from: root)
        let above = modulo(bass - root, 12)
        var best: (interpretation: Interpretation, isForeign: Bool, cost: Int)?
        if let interpretation = Interpretation.all[Int(seen.bits)] {
            var cost = interpretation.cost(ofBass: above)
            if hasBand, !interpretation.isRootless { cost /= ReadingCosts.bassBesideBand }
            if interpretation.isRootless {
                cost += hasBand ? ReadingCosts.noRootBesideBand : ReadingCosts.noRoot
                if ChordFamily.all[interpretation.family].isTriad { cost += ReadingCosts.noRootOfTriad }
            }
            best = (interpretation, false, interpretation.cost + cost)
        }
        // A whole chord over a note of its own.
        let without = seen.subtracting(PitchClassSet(bits: 1 << UInt16(above)))
        if above != 0, let upper = Interpretation.all[Int(without.bits)], upper.tensions.isEmpty, upper.omitted.isEmpty {
            let cost = upper.cost + ReadingCosts.foreignBass
            if best.map({ cost < $0.cost }) ?? true { best = (upper, true, cost) }
        }
        return best
    }

    private static func outside(_ key: Key, _ root: Int, _ degrees: DegreeSet) -> Int {
        // A minor key has its leading note besides its natural seventh.
        let scale = key.mode == .minor
            ? key.pitchClasses.union(Key(key.tonic, .harmonicMinor).pitchClasses) : key.pitchClasses
        var cost = scale.contains(root) ? 0 : ReadingCosts.outsideKey
        if let third = degrees.first(where: { $0.number == 3 }), !scale.contains(modulo(root + third.pitchClass, 12)) {
            cost += ReadingCosts.outsideKey
        }
        return cost
    }

    /// How many of the notes that the user has named the reading calls otherwise: B D F A♭ is a G7(♭9), and no C♯7(♭9).
    private static func respelled(
        _ given: [NoteName], _ root: Int, _ degrees: DegreeSet, bass: Int, key: Key?
    ) -> Int {
        if given.isEmpty { return 0 }
        let (name, degrees) = spelled(degrees, root: root, bass: bass, given: given, key: key)
        let notes = degrees.map { name.adding($0) } + [name]
        return given.count { one in
            notes.contains { $0.pitchClass == one.pitchClass } && !notes.contains(one)
        }
    }

    /// The root's name, and the degrees as the user has named them.
    private static func spelled(
        _ degrees: DegreeSet, root: Int, bass: Int, given: [NoteName], key: Key?
    ) -> (name: NoteName, degrees: DegreeSet) {
        let lowest = given.first { $0.pitchClass == bass }
        let name = NoteName.ofRoot(root, of: degrees, given: given + (key?.notes ?? []), bass: lowest)
        return (name, degrees.named(like: given, above: name))
    }

    private static func reading(
        of interpretation: Interpretation, root: Int, bass: Int, cost: Int, given: [NoteName], key: Key?
    ) -> Reading {
        let (name, degrees) = spelled(interpretation.degrees, root: root, bass: bass, given: given, key: key)
        let spelledBass = given.first { $0.pitchClass == bass } ?? degrees.degree(sounding: modulo(bass - root, 12)).map { name.adding($0).simplified }
            ?? NoteName(pitchClass: bass)
        return Reading(
            chord: Chord(name, ChordType(degrees), bass: root == bass ? nil : spelledBass),
            omitted: interpretation.omitted, cost: cost, family: interpretation.family)
    }
}

extension DegreeSet {
    /// The same keys, with ♯5 in the place of ♭13 and ♭5 in that of ♯11 where the user has named them so and no fifth
    /// stands beside them.
    fileprivate func named(like given: [NoteName], above root: NoteName) -> DegreeSet {
        guard !contains(5), !contains(5, -1), !contains(5, 1) else { return self }
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
}
