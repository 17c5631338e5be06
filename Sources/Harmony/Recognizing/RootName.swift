extension NoteName {
    /// How rarely a root is written with this name rather than its enharmonic one, in decibels, by kind of third. From
    /// 457,287 chord symbols.
    static func rarity(_ root: NoteName, third: Degree?) -> Int {
        // Positions on the line of fifths: D♭ −5, E♭ −3, G♭ −6, A♭ −4, B♭ −2, C♯ 7, D♯ 9, F♯ 6, G♯ 8, A♯ 10.
        switch (root.fifths, third?.alteration) {
        case (-5...(-2), 0), (-4...(-2), _), (-6, 0), (7, -1), (6, -1), (6, nil), (-5, nil): 0
        case (-5, -1): 3  // 1,387 D♭mi, 2,416 C♯mi
        case (-6, -1): 7  // 926 G♭mi, 4,617 F♯mi
        case (-6, nil): 3  // 61, 128
        case (6, 0): 4  // 2,058 F♯, 4,933 G♭
        case (7, 0): 13  // 517 C♯, 10,916 D♭
        case (8, -1): 7  // 963 G♯mi, 4,542 A♭mi
        case (9, -1): 13  // 285 D♯mi, 6,347 E♭mi
        case (7, nil): 9  // 31, 253
        case (8, _): 20  // 204, 18,185
        case (9, _), (10, _): 22  // 131, 30,140; 11, 36,857
        case (-1...5, _): 0
        default: unsaid  // C♭, F♭, E♯, B♯
        }
    }

    /// The rarity of unusual root names.
    static let unsaid = 26

    /// The cost of a root name: its rarity and the accidentals in the chord.
    fileprivate static func cost(ofRoot root: NoteName, of degrees: DegreeSet, third: Degree?) -> Int {
        var cost = 2 * rarity(root, third: third)
        for degree in degrees {
            let size = abs(root.adding(degree).accidental.semitones)
            cost += size < 2 ? size : 22
        }
        return cost
    }

    /// The root name for one that exists already, which may cost up to `advantage` more than the alternative.
    static func ofRoot(_ wanted: NoteName, of degrees: DegreeSet, advantage: Int) -> NoteName {
        let third = degrees.first { $0.number == 3 }
        return simple(wanted.pitchClass).min { one, other in
            cost(ofRoot: one, of: degrees, third: third) - (one == wanted ? advantage : 0)
                < cost(ofRoot: other, of: degrees, third: third) - (other == wanted ? advantage : 0)
        } ?? wanted
    }

    /// The same for any chord type on the root: the sum of major and minor triad.
    static func ofRoot(_ wanted: NoteName, advantage: Int) -> NoteName {
        func together(_ root: NoteName) -> Int {
            [Degree(3), Degree(3, -1)].reduce(root == wanted ? -2 * advantage : 0) { sum, third in
                sum + cost(ofRoot: root, of: DegreeSet(Degree(1), third, Degree(5)), third: third)
            }
        }
        return simple(wanted.pitchClass).min { together($0) < together($1) } ?? wanted
    }

    /// The names of a piano key with at most one accidental, the better first. White keys have one usual name and one
    /// that only a bass can require.
    struct RootNames: Sendable {
        let first: NoteName
        let second: NoteName
        /// The additional cost of the second name.
        let advantage: Int

        init(_ pitchClass: Int, of degrees: DegreeSet) {
            let third = degrees.first { $0.number == 3 }
            var best: (name: NoteName, cost: Int)?
            var next: (name: NoteName, cost: Int)?
            for root in NoteName.simple(pitchClass) {
                let cost = NoteName.cost(ofRoot: root, of: degrees, third: third)
                if best.map({ cost < $0.cost }) ?? true {
                    (best, next) = ((root, cost), best)
                } else {
                    next = (root, cost)
                }
            }
            // Each of the twelve has at least one name.
            first = best!.name
            second = next?.name ?? best!.name
            advantage = (next?.cost ?? 0) - best!.cost
        }

        /// - Parameter wanted: the name that would match the written bass.
        func name(wanted: NoteName?) -> NoteName {
            // Matching the bass outweighs a few accidentals, but not an unusual name.
            wanted == second && advantage < 12 ? second : first
        }
    }

    /// The name of a root given only as a piano key, or with two possible names.
    /// - Parameters:
    ///   - given: note names chosen by the user; a root among them keeps its name.
    ///   - bass: the written bass, if any; a root that spells it this way is preferred.
    ///   - lowest: the pitch class of the lowest note, if it is known.
    ///   - context: the key and the neighboring chords.
    static func ofRoot(
        _ pitchClass: Int, of degrees: DegreeSet, given: [NoteName] = [], bass: NoteName? = nil,
        over lowest: Int? = nil, in context: NamingContext = .none
    ) -> NoteName {
        for name in given where name.pitchClass == pitchClass && simpleFifths.contains(name.fifths) { return name }
        if let name = ofRoot(pitchClass, of: degrees, inLineWith: context) { return name }
        if let key = context.key { return key.nameOfRoot(pitchClass, of: degrees) }
        if bass == nil, whiteKeys.contains(pitchClass) { return NoteName(pitchClass: pitchClass) }
        let wanted = bass.flatMap { bass in
            degrees.degree(sounding: modulo(bass.pitchClass - pitchClass, 12)).map {
                NoteName(fifths: bass.fifths - $0.fifths)
            }
        }
        let name = RootNames(pitchClass, of: degrees).name(wanted: wanted)
        guard bass == nil, let lowest else { return name }
        return name.over(lowest)
    }

    /// This root over a lowest note without a name. The seventh of G♭ would be F♭, so it is F♯7/E.
    func over(_ bass: Int) -> NoteName { fifths == -6 && bass == 4 ? NoteName(fifths: 6) : self }

    /// The name of a root that moves by a half step; nil if it does not.
    ///
    /// A diminished chord takes the sharp of the note that it left upwards, or the flat of the one that it left
    /// downwards: Dmi7 D♯°7 Emi7, Emi7 E♭°7 Dmi7. Another chord a half step above its target takes the next letter up:
    /// D♭7 before C7. Roots of the key and minor chords have no such target: C♯mi7 C7 Bmi7 in A.
    private static func ofRoot(
        _ pitchClass: Int, of degrees: DegreeSet, inLineWith context: NamingContext
    ) -> NoteName? {
        let isDiminished = degrees.contains(3, -1) && degrees.contains(5, -1) && !degrees.contains(7, -1)
        func isOfKey() -> Bool { context.key.map { $0.has($0.name(of: pitchClass)) } ?? false }
        func steps(_ other: Chord?) -> Int? { other.map { modulo(pitchClass - $0.root.pitchClass, 12) } }
        let line: NoteName? =
            if isDiminished, let previous = context.previous, steps(previous) == 1 {
                NoteName(fifths: previous.root.fifths + 7)
            } else if isDiminished, let previous = context.previous, steps(previous) == 11 {
                NoteName(fifths: previous.root.fifths - 7)
            } else if let next = context.next, steps(next) == 1,
                isDiminished || (!degrees.contains(3, -1) && !isOfKey())
            {
                NoteName(fifths: next.root.fifths - 5)
            } else if isDiminished, let next = context.next, steps(next) == 11 {
                NoteName(fifths: next.root.fifths + 5)
            } else {
                nil
            }
        return line?.plainRoot(of: degrees, in: context.key)
    }

    /// This name, but a white key’s natural name for C♭, F♭, B♯, E♯ and double accidentals, unless the key has the note
    /// and the chord on it needs no double accidental.
    package func plainRoot(of degrees: DegreeSet, in key: Key?) -> NoteName {
        let natural = NoteName(pitchClass: pitchClass)
        guard self != natural, natural.accidental == .natural || !NoteName.simpleFifths.contains(fifths) else {
            return self
        }
        guard let key, key.has(self), NoteName.simpleFifths.contains(fifths),
            degrees.allSatisfy({ abs(adding($0).accidental.semitones) < 2 })
        else { return natural }
        return self
    }

    /// The name of a bass that is not a note of the chord on this root: the nearest on the line of fifths. For a
    /// tritone, the key decides, without a key the flat. C♭, F♭, B♯ and E♯ become simple.
    package func foreignBass(_ pitchClass: Int, in key: Key? = nil) -> NoteName {
        var bass = NoteName(fifths: fifths + modulo(7 * pitchClass - fifths + 6, 12) - 6)
        if bass.fifths == fifths - 6, let key, bass != key.name(of: pitchClass) {
            bass = NoteName(fifths: bass.fifths + 12)
        }
        let natural = NoteName(pitchClass: pitchClass)
        return natural.accidental == .natural || abs(bass.accidental.semitones) > 1 ? natural : bass
    }

    private static let whiteKeys = PitchClassSet([0, 2, 4, 5, 7, 9, 11])
}

extension Key {
    /// The name of a pitch class in this key: ♭2 to ♯4 on the line of fifths, from k − 5 to k + 6 around a tonic at k.
    func name(of pitchClass: Int) -> NoteName {
        let flattest = tonic.fifths - 5
        return NoteName(fifths: flattest + modulo(7 * pitchClass - flattest, 12))
    }

    /// The name of a root in this key. C♭, F♭, B♯, E♯ and double accidentals become simple, unless the key has them and
    /// the chord needs no double accidental.
    func nameOfRoot(_ pitchClass: Int, of degrees: DegreeSet) -> NoteName {
        name(of: pitchClass).plainRoot(of: degrees, in: self)
    }

    /// Whether the key has this note as spelled. A minor key has its leading tone, too.
    func has(_ note: NoteName) -> Bool {
        notes.contains(note) || (mode == .minor && note == tonic.adding(Degree(7)))
    }

    /// The pitch classes of the key, in minor with its leading tone.
    var sounding: PitchClassSet {
        mode == .minor ? pitchClasses.inserting(modulo(tonic.pitchClass - 1, 12)) : pitchClasses
    }
}

extension Chord {
    /// The cost of the spelling: the rarity of the root's name, and the accidentals in the chord.
    var costOfSpelling: Int {
        NoteName.cost(ofRoot: root, of: type.degrees, third: type.degrees.first { $0.number == 3 })
    }
}
