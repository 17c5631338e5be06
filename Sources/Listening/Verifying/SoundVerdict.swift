/// The answer to the question whether a chord was heard.
public struct SoundVerdict: Sendable {
    public enum Answer: String, Sendable {
        case right
        /// A note is surely missing, or a foreign note surely sounds.
        case notYet = "not yet"
        /// It may be right or wrong.
        case unsure
    }

    public let answer: Answer
    /// How well the sound fits, from 0 to 1. From 0.5 it is right.
    public let score: Double
    /// MIDI numbers of expected notes that are surely missing, in ascending order. If any voicing is right, they are
    /// pitch classes.
    public let missing: [Int]
    /// MIDI numbers of notes that surely sound and are not expected, in ascending order.
    public let extra: [Int]
}
