import Harmony

/// A Standard MIDI File: music written down as messages in tracks that sound together. Time is counted in ticks, so
/// many to a quarter note, and the tempi say how long a quarter note is.
///
/// A file is as large as it says itself, so what is read of one has limits: ``mostEvents``, ``mostTracks`` and
/// ``longestTick``. No music comes near them.
///
/// What is read and written again is the same file, though perhaps not the same bytes: running status is written out,
/// and chunks that are no tracks are left behind.
public struct MIDIFile: Sendable, Hashable {
    /// Something in a track and when it comes.
    public struct Event: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            case message(MIDIMessage)
            /// How long a quarter note lasts from here on: 500 000 at 120 quarter notes a minute.
            case tempo(microsecondsPerQuarter: Int)
            case timeSignature(TimeSignature)
            /// Any other remark that no instrument hears, by its number: 1…15 are texts, 89 is a key signature.
            case meta(type: UInt8, bytes: [UInt8])
            /// Raw bytes for the instrument: a system exclusive message in pieces, of which the first says so.
            case fragment([UInt8], isFirst: Bool)
            case endOfTrack
        }

        /// Ticks since the beginning.
        public let tick: Int
        public let kind: Kind

        public init(tick: Int, kind: Kind) {
            self.tick = tick
            self.kind = kind
        }
    }

    /// How many beats are in a bar, and of what kind: 6 eighths.
    public struct TimeSignature: Sendable, Hashable {
        public let numerator: Int
        /// The note that is a beat: 1, 2, 4, 8 … 128.
        public let denominator: Int
        /// How often the metronome clicks, in 24ths of a quarter note.
        public let clocksPerClick: Int
        /// How many written 32nds make a quarter note; nearly always 8.
        public let thirtySecondsPerQuarter: Int

        /// - Parameters:
        ///   - numerator: brought into 1…255.
        ///   - denominator: brought to the power of two below, up to 128.
        public init(
            _ numerator: Int, _ denominator: Int, clocksPerClick: Int = 24, thirtySecondsPerQuarter: Int = 8
        ) {
            self.numerator = min(max(numerator, 1), 255)
            let limited = min(max(denominator, 1), 128)
            self.denominator = 1 << (Int.bitWidth - 1 - limited.leadingZeroBitCount)
            self.clocksPerClick = clocksPerClick
            self.thirtySecondsPerQuarter = thirtySecondsPerQuarter
        }
    }

    /// A place in the music as musicians count it.
    public struct Position: Sendable, Hashable {
        /// Bars are counted from 1, up to ``MIDIFile/mostBars``.
        public let bar: Int
        /// Beats of the time signature are counted from 1: the last eighth of a 4/4 bar begins at 4.5.
        public let beat: Double

        public init(bar: Int, beat: Double) {
            self.bar = bar
            self.beat = beat
        }
    }

    /// A message and when it sounds.
    public struct TimedMessage: Sendable, Hashable {
        /// Ticks since the beginning.
        public let tick: Int
        /// Seconds since the beginning.
        public let seconds: Double
        public let message: MIDIMessage
    }

    /// 1…32 767.
    public let ticksPerQuarter: Int
    /// The events of each track in time order, its end last.
    public let tracks: [[Event]]
    /// When the last track ends, in ticks.
    public let lastTick: Int
    let clock: Clock

    /// - Parameters:
    ///   - ticksPerQuarter: brought into 1…32 767.
    ///   - tracks: put in time order, their ticks brought into 0…``longestTick``; a track that does not say where it ends
    ///     does so with its last event.
    public init(ticksPerQuarter: Int = 480, tracks: [[Event]]) {
        self.init(ticksPerQuarter: ticksPerQuarter, inOrder: tracks.map(MIDIFile.ordered))
    }

    /// - Parameter tracks: in time order already, each with its end.
    init(ticksPerQuarter: Int, inOrder tracks: [[Event]]) {
        self.ticksPerQuarter = min(max(ticksPerQuarter, 1), 32_767)
        self.tracks = tracks
        lastTick = tracks.map { $0[$0.count - 1].tick }.max() ?? 0
        clock = Clock(ticksPerQuarter: self.ticksPerQuarter, tracks: tracks)
    }

    private static func ordered(_ events: [Event]) -> [Event] {
        var ordered = events.filter { $0.kind != .endOfTrack }
        let isOrdered = zip(ordered, ordered.dropFirst()).allSatisfy { $0.tick <= $1.tick }
        if !isOrdered { ordered = ordered.inTimeOrder }
        if let first = ordered.first, let last = ordered.last, first.tick < 0 || last.tick > longestTick {
            ordered = ordered.map { Event(tick: min(max(0, $0.tick), longestTick), kind: $0.kind) }
        }
        let end = events.last.map { $0.kind == .endOfTrack ? min($0.tick, longestTick) : 0 } ?? 0
        return ordered + [Event(tick: max(end, ordered.last?.tick ?? 0), kind: .endOfTrack)]
    }

    // MARK: Limits

    /// How many events are read, of all tracks together: five times as many as an hour of an orchestra with all its
    /// bends and pedals. The page has room for them.
    public static let mostEvents = 1_000_000
    /// How many tracks are read: an orchestra has fifty, and sequencers end at a thousand.
    public static let mostTracks = 1024
    /// As far as time is counted, the same on every machine: two weeks at 120 quarter notes a minute and 960 ticks each.
    public static let longestTick = 0x7FFF_FFFF
    /// As far as bars are counted; what comes later is in this one.
    public static let mostBars = 1_000_000_000

    // MARK: Time

    /// Seconds from the beginning to a tick, through all changes of tempo. Without any, a quarter note lasts half a
    /// second.
    public func seconds(atTick tick: Int) -> Double { clock.seconds(atTick: tick) }

    /// Bar and beat of a tick, through all changes of time signature. Without any, a bar has four quarter notes. A bar
    /// that a new signature cuts short still counts as one.
    public func position(atTick tick: Int) -> Position { clock.position(atTick: tick) }

    /// How long the music lasts, in seconds.
    public var duration: Double { seconds(atTick: lastTick) }

    /// A recording, as one track.
    /// - Parameters:
    ///   - recording: messages and when they came, in seconds since the recording began.
    ///   - beatsPerMinute: the tempo that is written down, 4…60 000; the messages keep their times with any.
    public init(
        recording: [(seconds: Double, message: MIDIMessage)], ticksPerQuarter: Int = 480, beatsPerMinute: Int = 120
    ) {
        let ticksPerQuarter = min(max(ticksPerQuarter, 1), 32_767)
        // A tempo has three bytes, which is why there is a slowest one.
        let microseconds = 60_000_000 / min(max(beatsPerMinute, 4), 60_000)
        let ticksPerSecond = 1e6 * Double(ticksPerQuarter) / Double(microseconds)
        var events = [Event(tick: 0, kind: .tempo(microsecondsPerQuarter: microseconds))]
        for moment in recording {
            // As far as a single delta time reaches. Comparisons with what is no number are false.
            let ticks = moment.seconds * ticksPerSecond + 0.5
            let tick = ticks > 0 ? (ticks < Double(MIDIFile.longestDelta) ? Int(ticks) : MIDIFile.longestDelta) : 0
            events.append(Event(tick: tick, kind: .message(moment.message)))
        }
        self.init(ticksPerQuarter: ticksPerQuarter, tracks: [events])
    }

    /// The most ticks that can be written between two events: four times seven bits.
    static let longestDelta = 0xFFF_FFFF
}

extension [MIDIFile.Event] {
    /// Events of one moment keep their order: a bend comes before the note that it bends.
    fileprivate var inTimeOrder: [MIDIFile.Event] {
        ordered { $0.tick < $1.tick }
    }
}
