/// The playing style: accompaniment parts and swing.
public struct Feel: Sendable, Hashable {
    /// The kind of bass line.
    public enum Bass: String, CaseIterable, Sendable, Hashable {
        case off
        /// The root of each chord, sustained.
        case roots
        /// Root and fifth alternating, in half notes.
        case fifths
        /// One note per beat through chord tones, the last one leading into the next root.
        case walking
    }

    /// The comping rhythm.
    public enum Rhythm: String, CaseIterable, Sendable, Hashable {
        /// Sustained from where it is written.
        case held
        /// On the first beat and on the “and” of the second: the Charleston rhythm.
        case charleston
        /// Short on every beat, in the manner of Freddie Green.
        case fours
    }

    /// The beats with a click.
    public enum Click: String, CaseIterable, Sendable, Hashable {
        case off
        case every
        /// Two and four, where a jazz drummer closes the hi-hat.
        case backbeat
    }

    public var bass = Bass.walking
    public var rhythm = Rhythm.held
    public var click = Click.backbeat
    /// The position of the second eighth note in percent of the beat: 50 is even, 67 a triplet.
    public var swing = 62

    /// From even eighths to a dotted eighth with a sixteenth.
    public static let swings = 50...75

    public init() {}
}
