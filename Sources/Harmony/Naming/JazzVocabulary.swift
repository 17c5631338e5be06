extension Vocabulary {
    /// The vocabulary of musicians: the 144 of the ``classic`` one, the altered dominants spelled so that their upper
    /// triads can be seen, and every type that a musician would write besides.
    public static let jazz: Vocabulary = {
        let classic = Vocabulary.classic.types.map { ChordType($0.degrees.withAlteredThirteenth) }
        let plausible = (0..<2048).compactMap { half in
            Interpretation.all[2 * half + 1].flatMap { $0.isPlausible ? $0 : nil }
        }
        let sorted = plausible.ordered { ($0.family, $0.cost, $0.degrees.bits) < ($1.family, $1.cost, $1.degrees.bits) }
        return Vocabulary(
            classic + sorted.map { ChordType($0.degrees) }, selectable: Vocabulary.classic.selectable, isRanked: true)
    }()
}

extension Vocabulary {
    /// The two vocabularies by name, as people choose them.
    public enum Name: String, CaseIterable, Sendable, Hashable {
        /// As jazz musicians say.
        case jazz
        /// As in the original table.
        case classic

        public var vocabulary: Vocabulary { self == .jazz ? .jazz : .classic }
    }
}

extension Chord {
    /// Whether it is what `alt` alone says in the jazz vocabulary, so that its name needs no list of what it means.
    public var isPlainAlt: Bool { type.degrees == .jazzAlt }

    /// The chord as a vocabulary spells it: in the jazz vocabulary a plain `alt` has ♭13 for ♯5, so that its upper triads
    /// can be seen (G7alt: G B F A♭ A♯ C♯ E♭).
    public func spelled(in vocabulary: Vocabulary) -> Chord {
        let (old, new) = vocabulary.isRanked
            ? (DegreeSet.classicAlt, DegreeSet.jazzAlt) : (DegreeSet.jazzAlt, DegreeSet.classicAlt)
        return type.degrees == old ? Chord(root, ChordType(new), bass: bass) : self
    }
}

extension DegreeSet {
    fileprivate static let classicAlt = DegreeSet("1 3 ♯5 ♭7 ♭9 ♯9 ♯11")!
    fileprivate static let jazzAlt = DegreeSet("1 3 ♭7 ♭9 ♯9 ♯11 ♭13")!

    /// G7alt has ♭13 for ♯5: then its upper triads E♭ and D♭ can be read from its notes.
    var withAlteredThirteenth: DegreeSet {
        let altered = DegreeSet(Degree(9, -1), Degree(9, 1), Degree(11, 1)).intersection(self)
        guard contains(3), contains(7, -1), contains(5, 1), altered.count >= 2, altered.contains(11, 1) else {
            return self
        }
        var degrees = self
        degrees.remove(Degree(5, 1))
        degrees.insert(Degree(13, -1))
        return degrees
    }
}

extension Interpretation {
    /// Whether a musician would write such a type: it has its guide tones, its tensions do not disturb each other, and it
    /// costs no more than the rarest that books print. (What only sounds may go beyond that.)
    fileprivate var isPlausible: Bool {
        let family = ChordFamily.all[family]
        let hasGuideTones = family.third != nil && !omitted.contains(1) && !omitted.contains(anyOf: 3)
            && (family.seventh != nil || (omitted.isEmpty && family.third?.number == 3))
        let ninths = tensions.intersection(.all(of: 9))
        let hasMinorSeventh = family.degrees.contains(7, -1)
        // ♭9 and ♯9 together are for dominants, a ♭9 by itself for chords with ♭7, and neither stands beside 9.
        let areNinthsFine = ninths.count < 2 ? hasMinorSeventh || !ninths.contains(9, -1)
            : family.isDominant && !ninths.contains(9)
        // A sixth, major or raised fifth or thirteenth, is there once.
        let sixths = [degrees.contains(5, 1), degrees.contains(6), tensions.contains(13, -1), tensions.contains(13)]
        // Beside a major third an eleventh is an added note of seventh chords.
        let isEleventhFine = !tensions.contains(11) || family.third?.alteration == -1
            || (family.third == Degree(3) && !degrees.contains(6))
        return hasGuideTones && areNinthsFine && isEleventhFine && sixths.filter { $0 }.count < 2
            && !(tensions.contains(11) && tensions.contains(11, 1)) && !tensions.contains(7)
            && cost <= ReadingCosts.mostOfType
    }
}
