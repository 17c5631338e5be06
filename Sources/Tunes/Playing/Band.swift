/// How a band plays: its feel, and what was chosen for each player.
public struct Band: Sendable, Hashable {
    /// The kind of bass line.
    public enum Bass: String, CaseIterable, Sendable, Hashable {
        /// The line of the feel.
        case feel
        case off
        /// The root of each chord, sustained.
        case roots
        /// Root and fifth alternating, in half notes.
        case twoFeel = "fifths"
        /// One note per beat through chord tones, the last one leading into the next root.
        case walking
        /// Root and fifth in dotted rhythm, with even eighth notes.
        case bossa
        /// On the “and” of two, and on four with the root of the next bar.
        case tumbao
        /// The fifth of the key under all chords.
        case pedal
    }

    /// The comping rhythm.
    public enum Comping: String, CaseIterable, Sendable, Hashable {
        /// The patterns of the feel, a different one in each bar.
        case feel
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

    public var feel: Feel
    public var bass = Bass.feel
    public var comping = Comping.feel
    public var click = Click.off
    public var hasDrums = true
    /// The position of the second eighth note in percent of the beat, one of ``swings``: 50 is even, 67 a triplet. Nil
    /// follows feel and tempo.
    public var swing: Int?
    /// The number of bars that are counted in, 0 or more.
    public var countIn = 1
    /// Whether the count-in clicks on two and four only.
    public var countsBackbeat = false
    /// Whether all choruses are the same.
    public var isSteady = false

    /// From even eighths to a dotted eighth with a sixteenth.
    public static let swings = 50...75

    public init(_ feel: Feel = .swing) { self.feel = feel }

    /// The bars of a loop that grows, in a pass from 1: two in the first two passes, four in the next two, then eight.
    public static func growing(_ loop: ClosedRange<Int>, inPass number: Int) -> ClosedRange<Int> {
        let length = 2 << min((number - 1) / 2, 10)
        return loop.lowerBound...min(loop.upperBound, loop.lowerBound + length - 1)
    }

    /// How many times longer the first eighth note of a beat is than the second, in thousandths.
    func swingRatio(tempo: Int) -> Int { swing.map { 1000 * $0 / (100 - $0) } ?? feel.swingRatio(tempo: tempo) }

    /// One time through the form, or through a loop.
    public struct Pass: Sendable, Hashable {
        /// From 1.
        public var number = 1
        /// The number of passes; nil plays on until it is stopped.
        public var count: Int?
        /// Beats per minute.
        public var tempo = 120
        /// The same seed gives the same notes.
        public var seed: UInt64 = 0
        /// The looped bars, as indices of the playing order.
        public var loop: ClosedRange<Int>?
        /// The index in playing order of the first played bar.
        public var first = 0
        /// The number of bars of the pass before, if it was another one.
        public var lengthBefore: Int?

        public init() {}

        /// The number may be higher than the count after a loop.
        var isLast: Bool { loop == nil && number >= count ?? Int.max }
    }
}
