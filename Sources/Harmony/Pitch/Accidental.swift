/// How far a written note is raised (positive) or lowered (negative) from its letter, in semitones.
public struct Accidental: Sendable, Hashable {
    /// Semitones above the natural: −2 double flat … +2 double sharp.
    public let semitones: Int

    public init(semitones: Int) {
        self.semitones = semitones
    }

    public static let flat = Accidental(semitones: -1)
    public static let natural = Accidental(semitones: 0)
    public static let sharp = Accidental(semitones: 1)

    /// The three that a chord picker offers, in the order in which musicians say them.
    public static let choices: [Accidental] = [.flat, .natural, .sharp]

    /// The sign itself: `♭ ♮ ♯`, `𝄫 𝄪`.
    public var sign: String { semitones == 0 ? "♮" : written }

    /// What stands behind a letter: nothing for a natural.
    public var written: String {
        switch semitones {
        case 0: ""
        case 1: "♯"
        case 2: "𝄪"
        case -1: "♭"
        case -2: "𝄫"
        // Beyond a double accidental there is no sign; nothing shown to a musician goes that far.
        default: String(repeating: semitones > 0 ? "♯" : "♭", count: abs(semitones))
        }
    }
}
