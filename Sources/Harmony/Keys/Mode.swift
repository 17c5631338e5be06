/// The mode of a key: major, the three forms of minor, and the other church modes.
///
/// Major is Ionian and minor is Aeolian, so all seven modes are covered.
public enum Mode: String, CaseIterable, Sendable, Hashable {
    case major
    /// The natural minor.
    case minor
    case harmonicMinor = "harmonic minor"
    case melodicMinor = "melodic minor"
    case dorian = "Dorian"
    case phrygian = "Phrygian"
    case lydian = "Lydian"
    case mixolydian = "Mixolydian"
    case locrian = "Locrian"

    /// The seven modes of the major scale, from Ionian to Locrian.
    public static let ofMajor: [Mode] = [.major, .dorian, .phrygian, .lydian, .mixolydian, .minor, .locrian]

    /// Whether it is a church mode other than Ionian and Aeolian.
    var isModal: Bool { brightness != 0 && brightness != -3 }

    /// The name as written after the tonic: `major`, `harmonic minor`, `Dorian`.
    public var name: String { rawValue }

    /// Sharps (negative: flats) that the signature has beyond that of the major key on the same tonic.
    ///
    /// The harmonic and the melodic minor are written with the signature of the natural minor.
    public var brightness: Int {
        switch self {
        case .lydian: 1
        case .major: 0
        case .mixolydian: -1
        case .dorian: -2
        case .minor, .harmonicMinor, .melodicMinor: -3
        case .phrygian: -4
        case .locrian: -5
        }
    }

    /// The degrees of the scale: seven neighbors on the line of fifths. The harmonic minor raises the seventh, the
    /// melodic minor also the sixth.
    public var degrees: DegreeSet {
        var degrees = DegreeSet((brightness - 1...brightness + 5).map { Degree(fifths: $0) })
        let raised = self == .harmonicMinor ? [7] : self == .melodicMinor ? [6, 7] : []
        for number in raised {
            degrees.remove(Degree(number, -1))
            degrees.insert(Degree(number))
        }
        return degrees
    }

    /// The mode as a scale type, with its family and other names.
    public var scaleType: ScaleType {
        ScaleType.all.first { $0.degrees == degrees }!
    }

    /// - Returns: nil if no key is built on the scale.
    public init?(_ scaleType: ScaleType) {
        guard let mode = Mode.allCases.first(where: { $0.scaleType == scaleType }) else { return nil }
        self = mode
    }
}
