/// The timing of an exercise.
public enum Pace: Sendable, Hashable {
    /// Each question waits for its answer.
    case waiting
    /// Questions follow a metronome: the tempo in beats per minute, and the beats per chord.
    case inTime(tempo: Int, beats: Int)

    public static let tempos = 30...300
    public static let beats = 1...16

    /// Seconds per chord; nil if the exercise waits.
    public var secondsForEach: Double? {
        switch self {
        case .waiting: nil
        case .inTime(let tempo, let beats): 60 * Double(beats) / Double(tempo)
        }
    }
}
