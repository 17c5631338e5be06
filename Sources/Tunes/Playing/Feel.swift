/// How a tune is played: what accompanies the hands, and how eighth notes lie.
public struct Feel: Sendable, Hashable {
    /// What the bass player does.
    public enum Bass: String, CaseIterable, Sendable, Hashable {
        case off
        /// The root of each chord, as long as the chord lasts.
        case roots
        /// Root and fifth in turns, a half note each.
        case fifths
        /// A note on each beat, from chord tone to chord tone, the last one leading into the next root.
        case walking
    }

    /// When the hands play a chord.
    public enum Rhythm: String, CaseIterable, Sendable, Hashable {
        /// Where it is written, as long as it lasts.
        case held
        /// On the first beat and on the “and” of the second: the rhythm of the Charleston.
        case charleston
        /// On every beat, short, as Freddie Green plays the guitar.
        case fours
    }

    /// Which beats are counted aloud.
    public enum Click: String, CaseIterable, Sendable, Hashable {
        case off
        case every
        /// Two and four, where a jazz drummer closes the hi-hat.
        case backbeat
    }

    public var bass = Bass.walking
    public var rhythm = Rhythm.held
    public var click = Click.backbeat
    /// Where the second of two eighth notes stands, in percent of the beat: 50 is even, 67 a triplet.
    public var swing = 62

    /// From even eighths to a dotted eighth with its sixteenth.
    public static let swings = 50...75

    public init() {}
}
