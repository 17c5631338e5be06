import Harmony

/// The note lights of a LinnStrument: the notes of a scale in the main color, its root in the accent color.
public struct NoteLights: Sendable, Hashable {
    public let scale: PitchClassSet
    /// The pitch class in the accent color.
    public let accent: Int

    /// - Parameter accent: a pitch class of the scale.
    public init(_ scale: PitchClassSet, accent: Int) {
        self.scale = scale
        self.accent = accent
    }

    /// The notes of a key, with its tonic in the accent color.
    public init(_ key: Key) {
        self.init(key.pitchClasses, accent: key.tonic.pitchClass)
    }

    public enum Light: String, Sendable, Hashable {
        case main, accent
    }

    /// - Returns: nil for a dark pad.
    public func light(of pitchClass: Int) -> Light? {
        guard scale.contains(pitchClass) else { return nil }
        return pitchClass == accent ? .accent : .main
    }

    /// The scales stored in the instrument, all on C.
    public enum Preset: String, CaseIterable, Sendable, Hashable {
        case major, naturalMinor, harmonicMinor, majorPentatonic, minorPentatonic, majorBlues, minorBlues, diminished
        case wholeTone, spanish, gypsy, arabic

        public var lights: NoteLights { NoteLights(PitchClassSet(semitones), accent: 0) }

        public var name: String {
            switch self {
            case .major: "Major"
            case .naturalMinor: "Natural minor"
            case .harmonicMinor: "Harmonic minor"
            case .majorPentatonic: "Major pentatonic"
            case .minorPentatonic: "Minor pentatonic"
            case .majorBlues: "Major blues"
            case .minorBlues: "Minor blues"
            case .diminished: "Diminished"
            case .wholeTone: "Whole tone"
            case .spanish: "Spanish"
            case .gypsy: "Gypsy"
            case .arabic: "Arabic"
            }
        }

        /// The firmware's scales. Its Gypsy scale has a minor seventh; the Hungarian minor of textbooks has a major
        /// one.
        private var semitones: [Int] {
            switch self {
            case .major: [0, 2, 4, 5, 7, 9, 11]
            case .naturalMinor: [0, 2, 3, 5, 7, 8, 10]
            case .harmonicMinor: [0, 2, 3, 5, 7, 8, 11]
            case .majorPentatonic: [0, 2, 4, 7, 9]
            case .minorPentatonic: [0, 3, 5, 7, 10]
            case .majorBlues: [0, 3, 4, 7, 9, 10]
            case .minorBlues: [0, 3, 5, 6, 7, 10]
            case .diminished: [0, 2, 3, 5, 6, 8, 9, 11]
            case .wholeTone: [0, 2, 4, 6, 8, 10]
            case .spanish: [0, 1, 4, 5, 7, 8, 10]
            case .gypsy: [0, 2, 3, 6, 7, 8, 10]
            case .arabic: [0, 2, 4, 5, 6, 8, 10]
            }
        }
    }
}
