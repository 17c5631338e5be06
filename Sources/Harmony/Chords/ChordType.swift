/// A kind of chord independent of its root: major seventh, 13(♯11), half-diminished.
///
/// A chord type is its set of degrees. One grammar writes its names and reads them back (`SuffixWriter`,
/// ``ChordReader``).
public struct ChordType: Sendable, Hashable {
    /// The degrees in the lower 52 bits, the pitch classes in the others. Types are passed to most functions, and one
    /// number takes the least code.
    private let bits: UInt64

    public var degrees: DegreeSet { DegreeSet(bits: bits & (1 << 52 - 1)) }
    /// The pitch classes, relative to a root of 0.
    public var pitchClasses: PitchClassSet { PitchClassSet(bits: UInt16(truncatingIfNeeded: bits &>> 52)) }

    /// - Parameter degrees: the root is added if it is missing.
    public init(_ degrees: DegreeSet) {
        self.init(sounding: degrees.union(DegreeSet(Degree(1))))
    }

    /// - Parameter degrees: all sounding degrees; not empty. Without the root, a bass player plays it, as in C7(omit1).
    public init(sounding degrees: DegreeSet) {
        bits = degrees.bits | UInt64(degrees.pitchClasses.bits) &<< 52
    }

    /// Whether the root, from which the degrees are counted, is omitted.
    public var isRootless: Bool { !degrees.contains(1) }

    /// The same type without its root.
    public var withoutRoot: ChordType { ChordType(sounding: degrees.subtracting(DegreeSet(Degree(1)))) }

    public static func == (one: ChordType, other: ChordType) -> Bool { one.bits == other.bits }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(degrees)
    }

    /// The precise name after the root, with every degree and omission: `ma`, `13(♯11 omit9)`.
    public var suffix: String { SuffixWriter.suffix(of: degrees, .precise) }

    /// The usual short name: empty for the major triad, without `omit9`, `omit11` or the list after `alt`.
    public var shortSuffix: String { SuffixWriter.suffix(of: degrees, .short) }

    /// The degrees that extend the base chord: ninths, elevenths, thirteenths, and the major seventh added to a
    /// diminished seventh chord.
    public var extensions: DegreeSet {
        let beyondTheOctave = DegreeSet.all(of: 9).union(.all(of: 11)).union(.all(of: 13))
        let extensions = degrees.intersection(beyondTheOctave)
        return degrees.contains(7, -2) && degrees.contains(7) ? extensions.union(DegreeSet(Degree(7))) : extensions
    }

    /// The triad or four-note chord without the extensions. A chord without extensions is its own base.
    public var base: ChordType { ChordType(sounding: degrees.subtracting(extensions)) }

    /// Whether the chord has neither a fifth nor a tension that replaces it. In a sixth chord ♯11 does not: Cmi6 is no
    /// E♭6(♯11) without its fifth.
    var lacksFifth: Bool {
        let hasLoweredFifth = degrees.contains(11, 1) && degrees.contains(anyOf: 7)
        return !degrees.contains(anyOf: 5) && !hasLoweredFifth && !degrees.contains(13, -1)
    }

    /// The usual classification of chords, by the base chord without extensions.
    public enum Group: String, Sendable, Hashable {
        case triad
        case fourNote = "four-note"
        case extended
    }

    /// The group. Two or three notes count as a triad; more without an extension count as a four-note chord.
    public var group: Group {
        if !extensions.isEmpty { return .extended }
        return degrees.count <= 3 ? .triad : .fourNote
    }
}
