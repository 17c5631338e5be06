/// The alteration of a written note from its letter, in semitones; positive is raised.
public struct Accidental: Sendable, Hashable {
    /// Semitones above the natural: −2 double flat … +2 double sharp.
    public let semitones: Int

    public init(semitones: Int) {
        self.semitones = semitones
    }

    public static let flat = Accidental(semitones: -1)
    public static let natural = Accidental(semitones: 0)
    public static let sharp = Accidental(semitones: 1)

    /// The three choices of a chord picker, in display order.
    public static let choices: [Accidental] = [.flat, .natural, .sharp]

    /// The sign: `♭ ♮ ♯`, `𝄫 𝄪`.
    public var sign: String { semitones == 0 ? "♮" : written }

    /// The sign after a letter; empty for a natural.
    public var written: String {
        switch semitones {
        case 0: ""
        case 1: "♯"
        case 2: "𝄪"
        case -1: "♭"
        case -2: "𝄫"
        // There is no sign beyond a double accidental. Displayed names never need one.
        default: String(repeating: semitones > 0 ? "♯" : "♭", count: abs(semitones))
        }
    }
}
