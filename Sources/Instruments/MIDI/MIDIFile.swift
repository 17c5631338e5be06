import Harmony

/// A Standard MIDI File: messages in simultaneous tracks. Time is in ticks, with a fixed number per quarter note; tempo
/// events give their duration.
///
/// Reading has limits, because a file may claim any size: ``maximumEvents``, ``maximumTracks`` and ``maximumTick``.
/// Real music stays far below them.
///
/// Reading and writing keeps all events, but not all bytes: running status is expanded, and chunks other than tracks
/// are dropped.
public struct MIDIFile: Sendable, Hashable {
    /// An event in a track.
    public struct Event: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            case message(MIDIMessage)
            /// The duration of a quarter note from here on: 500 000 at 120 quarter notes per minute.
            case tempo(microsecondsPerQuarter: Int)
            case timeSignature(TimeSignature)
            /// Another meta event by its type: 1…15 are texts, 89 is a key signature.
            case meta(type: UInt8, bytes: [UInt8])
            /// Raw bytes for the instrument: a piece of a system exclusive message.
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

    /// A time signature: number and kind of beats per bar.
    public struct TimeSignature: Sendable, Hashable {
        public let numerator: Int
        /// The note value of a beat: 1, 2, 4, 8 … 128.
        public let denominator: Int
        /// The interval of metronome clicks in 24ths of a quarter note.
        public let clocksPerClick: Int
        /// The number of written 32nds per quarter note, nearly always 8.
        public let thirtySecondsPerQuarter: Int

        /// - Parameters:
        ///   - numerator: clamped to 1…255.
        ///   - denominator: rounded down to a power of two, at most 128.
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

    /// A position in bars and beats.
    public struct Position: Sendable, Hashable {
        /// From 1 to ``MIDIFile/maximumBars``.
        public let bar: Int
        /// The beat of the time signature, from 1: the last eighth of a 4/4 bar begins at 4.5.
        public let beat: Double

        public init(bar: Int, beat: Double) {
            self.bar = bar
            self.beat = beat
        }
    }

    /// A message with its time.
    public struct TimedMessage: Sendable, Hashable {
        /// Ticks since the beginning.
        public let tick: Int
        /// Seconds since the beginning.
        public let seconds: Double
        public let message: MIDIMessage
    }

    /// 1…32 767.
    public let ticksPerQuarter: Int
    /// The events of each track in order of time, each ending with an end of track.
    public let tracks: [[Event]]
    /// The end of the longest track in ticks.
    public let lastTick: Int
    let clock: Clock
    /// Small faults of the file that were skipped, in sentences. They are not part of the music.
    public internal(set) var remarks: [String] = []

    public static func == (one: MIDIFile, other: MIDIFile) -> Bool {
        one.ticksPerQuarter == other.ticksPerQuarter && one.tracks == other.tracks
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ticksPerQuarter)
        hasher.combine(tracks)
    }

    /// - Parameters:
    ///   - ticksPerQuarter: clamped to 1…32 767.
    ///   - tracks: sorted by time, and ticks are clamped to 0…``maximumTick``. A track without an end of track ends
    ///     with its last event.
    public init(ticksPerQuarter: Int = 480, tracks: [[Event]]) {
        self.init(ticksPerQuarter: ticksPerQuarter, inOrder: tracks.map(MIDIFile.ordered))
    }

    /// - Parameter tracks: sorted tracks, each with an end of track.
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
        if let first = ordered.first, let last = ordered.last, first.tick < 0 || last.tick > maximumTick {
            ordered = ordered.map { Event(tick: min(max(0, $0.tick), maximumTick), kind: $0.kind) }
        }
        let end = events.last.map { $0.kind == .endOfTrack ? min($0.tick, maximumTick) : 0 } ?? 0
        return ordered + [Event(tick: max(end, ordered.last?.tick ?? 0), kind: .endOfTrack)]
    }

    // MARK: Limits

    /// The maximum number of events in all tracks: five times an hour of orchestral music with all bends and pedals.
    /// The page has memory for them.
    public static let maximumEvents = 1_000_000
    /// The maximum number of tracks. An orchestra has fifty, and sequencers have at most a thousand.
    public static let maximumTracks = 1024
    /// The maximum time, the same on every machine: two weeks at 120 quarter notes per minute and 960 ticks each.
    public static let maximumTick = 0x7FFF_FFFF
    /// The maximum bar number. Later positions are in this bar.
    public static let maximumBars = 1_000_000_000

    // MARK: Time

    /// Seconds from the beginning to a tick, with all tempo changes. The default is 120 quarter notes per minute.
    public func seconds(atTick tick: Int) -> Double { clock.seconds(atTick: tick) }

    /// Bar and beat of a tick, with all changes of time signature. The default is 4/4. A bar that a new signature cuts
    /// short counts as a bar.
    public func position(atTick tick: Int) -> Position { clock.position(atTick: tick) }

    /// The duration in seconds.
    public var duration: Double { seconds(atTick: lastTick) }

    /// Makes a file with one track from a recording.
    /// - Parameters:
    ///   - recording: messages with their times in seconds since the beginning.
    ///   - beatsPerMinute: the written tempo, 4…60 000. It does not change the times of messages.
    public init(
        recording: [(seconds: Double, message: MIDIMessage)], ticksPerQuarter: Int = 480, beatsPerMinute: Int = 120
    ) {
        let ticksPerQuarter = min(max(ticksPerQuarter, 1), 32_767)
        // A tempo has three bytes, which limits the slowest tempo.
        let microseconds = 60_000_000 / min(max(beatsPerMinute, 4), 60_000)
        let ticksPerSecond = 1e6 * Double(ticksPerQuarter) / Double(microseconds)
        var events = [Event(tick: 0, kind: .tempo(microsecondsPerQuarter: microseconds))]
        for moment in recording {
            // At most one delta time. Comparisons with NaN are false.
            let ticks = moment.seconds * ticksPerSecond + 0.5
            let tick = ticks > 0 ? (ticks < Double(MIDIFile.maximumDelta) ? Int(ticks) : MIDIFile.maximumDelta) : 0
            events.append(Event(tick: tick, kind: .message(moment.message)))
        }
        self.init(ticksPerQuarter: ticksPerQuarter, tracks: [events])
    }

    /// The maximum delta time: four times seven bits.
    static let maximumDelta = 0xFFF_FFFF
}

extension [MIDIFile.Event] {
    /// Stably sorted by time: a bend stays before the note that it bends.
    fileprivate var inTimeOrder: [MIDIFile.Event] {
        ordered { $0.tick < $1.tick }
    }
}
