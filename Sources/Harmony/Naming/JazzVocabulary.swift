extension Vocabulary {
    /// The jazz vocabulary: the 144 types of the ``classic`` one and all other plausible types. Altered dominants are
    /// spelled to show their upper triads.
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
    /// The vocabularies by name, as users choose them.
    public enum Name: String, CaseIterable, Sendable, Hashable {
        /// Jazz names.
        case jazz
        /// Names from the original table.
        case classic

        public var vocabulary: Vocabulary { self == .jazz ? .jazz : .classic }
    }
}

extension Chord {
    /// Whether it is the chord that `alt` alone means in the jazz vocabulary.
    public var isPlainAlt: Bool { type.degrees == .jazzAlt }

    /// The chord in a vocabulary's spelling. The jazz vocabulary spells a plain `alt` with ♭13 instead of ♯5, which
    /// shows its upper triads (G7alt: G B F A♭ A♯ C♯ E♭).
    public func spelled(in vocabulary: Vocabulary) -> Chord {
        let (old, new) =
            vocabulary.isRanked
            ? (DegreeSet.classicAlt, DegreeSet.jazzAlt) : (DegreeSet.jazzAlt, DegreeSet.classicAlt)
        return type.degrees == old ? Chord(root, ChordType(new), bass: bass) : self
    }
}

extension DegreeSet {
    fileprivate static let classicAlt = DegreeSet("1 3 ♯5 ♭7 ♭9 ♯9 ♯11")!
    fileprivate static let jazzAlt = DegreeSet("1 3 ♭7 ♭9 ♯9 ♯11 ♭13")!

    /// The degrees with ♭13 instead of ♯5, which shows the upper triads E♭ and D♭ of G7alt.
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
    /// Whether musicians write such a type: it has its guide tones, no conflicting tensions, and costs at most as much
    /// as the rarest printed type. (Sounding notes may exceed this.)
    fileprivate var isPlausible: Bool {
        let family = ChordFamily.all[family]
        let hasGuideTones =
            family.third != nil && !omitted.contains(1) && !omitted.contains(anyOf: 3)
            && (family.seventh != nil || (omitted.isEmpty && family.third?.number == 3))
        let ninths = tensions.intersection(.all(of: 9))
        let hasMinorSeventh = family.degrees.contains(7, -1)
        // Dominants may have ♭9 and ♯9 together, and chords with ♭7 a ♭9. Neither occurs with 9.
        let areNinthsFine =
            ninths.count < 2
            ? hasMinorSeventh || !ninths.contains(9, -1)
            : family.isDominant && !ninths.contains(9)
        // At most one of sixth, raised fifth and thirteenth.
        let sixths = [degrees.contains(5, 1), degrees.contains(6), tensions.contains(13, -1), tensions.contains(13)]
        // With a major third, an eleventh is an added note of seventh chords.
        let isEleventhFine =
            !tensions.contains(11) || family.third?.alteration == -1
            || (family.third == Degree(3) && !degrees.contains(6))
        return hasGuideTones && areNinthsFine && isEleventhFine && sixths.filter { $0 }.count < 2
            && !(tensions.contains(11) && tensions.contains(11, 1)) && !tensions.contains(7)
            && cost <= ReadingCosts.maximumOfType
    }
}
