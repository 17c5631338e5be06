/// A kind of scale independent of its root: Lydian, Half-Whole diminished.
public struct ScaleType: Sendable, Hashable {
    public let name: String
    /// Other names.
    public let alternateNames: [String]
    public let degrees: DegreeSet
    /// The pitch classes, relative to a root of 0.
    public let pitchClasses: PitchClassSet
    /// The family to which this mode belongs.
    public let parent: Parent
    /// The mode's number: the note of the parent scale on which it begins, from 1.
    public let mode: Int
    /// The mode's number as a Roman numeral, lowercase for a minor third.
    public let roman: String

    /// A scale and its modes. The first seven are searched for scales that fit a chord; the others are named by chords'
    /// functions.
    public enum Parent: String, CaseIterable, Sendable, Hashable {
        case blues = "Blues"
        case diminished = "Diminished"
        case harmonicMajor = "Harmonic Major"
        case harmonicMinor = "Harmonic minor"
        case major = "Major"
        case majorPentatonic = "Major pentatonic"
        case melodicMinor = "Melodic minor"
        case wholeTone = "Whole tone"
        case bebopDominant = "Bebop dominant"
        case bebopMajor = "Bebop major"
        case bebopMelodicMinor = "Bebop melodic minor"

        /// The families in which scales that fit a chord are searched, sorted by name, in display order.
        package static let fitting: [Parent] = [
            .blues, .diminished, .harmonicMajor, .harmonicMinor, .major, .majorPentatonic, .melodicMinor,
        ]

        /// The family's modes in table order.
        public var types: [ScaleType] { ScaleType.all.filter { $0.parent == self } }
    }

    init(
        _ name: String, _ alternateNames: [String], _ degrees: String, _ parent: Parent, mode: Int, _ roman: String
    ) {
        self.name = name
        self.alternateNames = alternateNames
        self.degrees = DegreeSet(degrees)!
        pitchClasses = self.degrees.pitchClasses
        self.parent = parent
        self.mode = mode
        self.roman = roman
    }

    /// Whether this is the parent scale of its family.
    public var isParent: Bool { mode == 1 }

    public static func == (one: ScaleType, other: ScaleType) -> Bool {
        one.degrees == other.degrees && one.parent == other.parent
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(degrees)
        hasher.combine(parent)
    }
}
