/// A kind of scale regardless of its root: Lydian, Half-Whole diminished ….
public struct ScaleType: Sendable, Hashable {
    public let name: String
    /// What else musicians call it.
    public let alternateNames: [String]
    public let degrees: DegreeSet
    /// What sounds above a root taken as 0.
    public let pitchClasses: PitchClassSet
    /// The family of which this is a mode.
    public let parent: Parent
    /// On which note of the parent scale this mode begins, counted from 1.
    public let mode: Int
    /// The mode's number as a roman numeral, small where its third is minor.
    public let roman: String

    /// The seven families, in the order of their names, in which scales are listed.
    public enum Parent: String, CaseIterable, Sendable, Hashable {
        case blues = "Blues"
        case diminished = "Diminished"
        case harmonicMajor = "Harmonic Major"
        case harmonicMinor = "Harmonic minor"
        case major = "Major"
        case majorPentatonic = "Major pentatonic"
        case melodicMinor = "Melodic minor"

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

    /// Whether this is the scale that gives its family the name.
    public var isParent: Bool { mode == 1 }

    public static func == (one: ScaleType, other: ScaleType) -> Bool {
        one.degrees == other.degrees && one.parent == other.parent
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(degrees)
        hasher.combine(parent)
    }
}
