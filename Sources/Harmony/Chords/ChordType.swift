/// A kind of chord regardless of its root: major seventh, 13(♯11), half-diminished …. It *is* its set of degrees; names
/// are written from them and read back by one grammar (`SuffixWriter`, ``ChordReader``).
public struct ChordType: Sendable, Hashable {
    public let degrees: DegreeSet
    /// What sounds above a root taken as 0.
    public let pitchClasses: PitchClassSet

    /// - Parameter degrees: the root belongs to every chord and is added where it is missing.
    public init(_ degrees: DegreeSet) {
        self.init(sounding: degrees.union(DegreeSet(Degree(1))))
    }

    /// - Parameter degrees: all that sounds. Without the root it is a chord whose root a bass player plays, as C7(omit1).
    public init(sounding degrees: DegreeSet) {
        self.degrees = degrees
        pitchClasses = degrees.pitchClasses
    }

    /// Whether the root, from which the degrees are counted, does not sound.
    public var isRootless: Bool { !degrees.contains(1) }

    /// The same with its root left out.
    public var withoutRoot: ChordType { ChordType(sounding: degrees.subtracting(DegreeSet(Degree(1)))) }

    public static func == (one: ChordType, other: ChordType) -> Bool {
        one.degrees == other.degrees
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(degrees)
    }

    /// The precise name after the root, in which no degree is left unsaid: `ma`, `13(♯11 omit9)`.
    public var suffix: String { SuffixWriter.suffix(of: degrees, .precise) }

    /// The name that is usually shown: empty for the major triad, and without `omit9`, `omit11` and what stands behind
    /// `alt`.
    public var shortSuffix: String { SuffixWriter.suffix(of: degrees, .short) }

    /// The degrees that extend a base chord: ninths, elevenths and thirteenths, and the major seventh that is added to
    /// a diminished seventh chord.
    public var extensions: DegreeSet {
        let beyondTheOctave = DegreeSet.all(of: 9).union(.all(of: 11)).union(.all(of: 13))
        let extensions = degrees.intersection(beyondTheOctave)
        return degrees.contains(7, -2) && degrees.contains(7) ? extensions.union(DegreeSet(Degree(7))) : extensions
    }

    /// The triad or four-note chord that remains when the extensions are taken away; a chord without extensions is its
    /// own base.
    public var base: ChordType { ChordType(sounding: degrees.subtracting(extensions)) }

    /// Whether neither a fifth nor a tension that stands in for it sounds.
    var lacksFifth: Bool {
        !degrees.contains(anyOf: 5) && !degrees.contains(11, 1) && !degrees.contains(13, -1)
    }

    /// How teachers sort chords: by what stands on the root before anything is extended.
    public enum Group: String, Sendable, Hashable {
        case triad
        case fourNote = "four-note"
        case extended
    }

    /// Two or three notes count as a triad; what has no extension, however many notes were added, as a four-note chord.
    public var group: Group {
        if !extensions.isEmpty { return .extended }
        return degrees.count <= 3 ? .triad : .fourNote
    }
}
