/// Whether the music waits.
public enum Pace: Sendable, Hashable {
    /// It stands until the chord is there.
    case waiting
    /// It goes on: so many beats a minute, and so many beats for each chord.
    case inTime(tempo: Int, beats: Int)

    public static let tempos = 30...300
    public static let beats = 1...16

    /// Seconds that a chord has; nil where the music waits.
    public var secondsForEach: Double? {
        switch self {
        case .waiting: nil
        case .inTime(let tempo, let beats): 60 * Double(beats) / Double(tempo)
        }
    }
}
