/// All readings of some notes, ranked: for each of twelve roots the cheapest family, tensions and omissions.
enum Readings {
    /// Returns readings, the most probable first. Without a bass player the root of the first one sounds.
    /// - Parameters:
    ///   - sounding: the sounding pitch classes; not empty.
    ///   - bass: the pitch class of the lowest note; must be in the set.
    ///   - given: note names chosen by the user.
    ///   - chosen: a root that is included however improbable.
    static func ranked(
        _ sounding: PitchClassSet, bass: Int, given: [NoteName] = [], in context: NamingContext = .none,
        keeping chosen: Int? = nil
    ) -> [Reading] {
        var found: [(root: Int, interpretation: Interpretation, isForeign: Bool, cost: Int)] = []
        for root in 0..<12 {
            guard let candidate = candidate(sounding, root: root, bass: bass, hasBassPlayer: context.hasBassPlayer)
            else { continue }
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
            cost +=
                ReadingCosts.respelled
                * respelled(given, root, candidate.interpretation.degrees, bass: bass, key: context.key)
            found.append((root, candidate.interpretation, candidate.isForeign, cost))
        }
        // Equal costs are sorted by the distance of the root above the bass.
        found = found.ordered { ($0.cost, modulo($0.root - bass, 12)) < ($1.cost, modulo($1.root - bass, 12)) }
        if !context.hasBassPlayer, let first = found.firstIndex(where: { !$0.interpretation.isRootless }), first > 0 {
            found.insert(found.remove(at: first), at: 0)
        }
        // Readings a ten-thousandth as probable are dropped.
        let most = (found.map { $0.cost }.min() ?? 0) + ReadingCosts.maximumBehindFirst
        let root = found[0].root
        found.removeAll { $0.cost > most && $0.root != root && $0.root != chosen }
        return found.map {
            reading(of: $0.interpretation, root: $0.root, bass: bass, cost: $0.cost, given: given, key: context.key)
        }
    }

    /// The cheapest reading on one root.
    static func candidate(
        _ sounding: PitchClassSet, root: Int, bass: Int, hasBassPlayer: Bool
    ) -> (interpretation: Interpretation, isForeign: Bool, cost: Int)? {
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
        // A complete chord over a foreign bass.
        let without = seen.subtracting(PitchClassSet(bits: 1 << UInt16(above)))
        if above != 0, let upper = Interpretation.all[Int(without.bits)], upper.tensions.isEmpty, upper.omitted.isEmpty
        {
            let cost = upper.cost + ReadingCosts.foreignBass
            if best.map({ cost < $0.cost }) ?? true { best = (upper, true, cost) }
        }
        return best
    }

    private static func outside(_ key: Key, _ root: Int, _ degrees: DegreeSet) -> Int {
        // Minor keys include the leading tone and the natural seventh.
        let scale =
            key.mode == .minor
            ? key.pitchClasses.union(Key(key.tonic, .harmonicMinor).pitchClasses) : key.pitchClasses
        var cost = scale.contains(root) ? 0 : ReadingCosts.outsideKey
        if let third = degrees.first(where: { $0.number == 3 }), !scale.contains(modulo(root + third.pitchClass, 12)) {
            cost += ReadingCosts.outsideKey
        }
        return cost
    }

    /// The number of notes named by the user that the reading spells differently: B D F A♭ is G7(♭9), not C♯7(♭9).
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

    /// The root's name, and the degrees with the user's spelling.
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
        let spelledBass =
            given.first { $0.pitchClass == bass } ?? degrees.degree(sounding: modulo(bass - root, 12)).map {
                name.adding($0).simplified
            }
            ?? NoteName(pitchClass: bass)
        return Reading(
            chord: Chord(name, ChordType(degrees), bass: root == bass ? nil : spelledBass),
            omitted: interpretation.omitted, cost: cost, family: interpretation.family)
    }
}

extension DegreeSet {
    /// The same pitch classes with ♯5 for ♭13 and ♭5 for ♯11, if the user spelled them this way and no natural fifth
    /// sounds.
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
