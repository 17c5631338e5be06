import Harmony

/// The chords of a file, one after the other.
///
/// A chord is three or more different notes that sound together, pedal included, for 40 ms at least. Notes that begin
/// within 40 ms of each other are struck together; a chord that goes on under the same name is one. Drums, on
/// channel 10, have no part in it, unless the channel belongs to an MPE zone.
///
/// There are at most ``mostEntries``, which is a chord every second for five hours.
public struct ChordTrack: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// When the first of its notes is struck, in ticks and in seconds since the beginning and in bars.
        public let tick: Int
        public let seconds: Double
        public let position: MIDIFile.Position
        /// When it ends, in seconds since the beginning.
        public fileprivate(set) var endSeconds: Double
        public let harmony: LiveHarmony
    }

    public private(set) var entries: [Entry] = []
    /// Whether all chords of the file are there, and not only as many as are found in any.
    public private(set) var isWhole = true

    public static let mostEntries = 20_000
    /// How many harmonies are named to find them: those that go on under the same name are no chords of their own.
    private static let mostNamed = 5 * mostEntries
    /// How long, in seconds, notes may take to be struck together: chosen, not measured.
    private static let spread = 0.04

    /// - Parameter split: how the notes are divided between the hands.
    public init(of file: MIDIFile, split: HandSplit = .widestGap) {
        var finder = Finder(of: file, split: split)
        for message in file.messages { finder.receive(message) }
        finder.end()
        self = finder.track
    }

    private init() {}

    /// Finds the chords of a file message by message, for who must not be away for long.
    public struct Finder: Sendable, Hashable {
        /// The chords that have been found.
        public private(set) var track = ChordTrack()
        /// How many harmonies have been named for it, which takes longer than all the rest.
        public private(set) var namedCount = 0
        private let file: MIDIFile
        private let split: HandSplit
        private var voices = Voices()
        /// The last message.
        private var latest: MIDIFile.TimedMessage?
        /// The last time at which other keys sounded than before, and which those were.
        private var present: Moment?
        private var before = KeySet()
        /// Where keys were struck since something has last stayed, as far as it is not too long ago.
        private var strikes: [Moment] = []

        /// A time at which other keys sound than before.
        private struct Moment: Sendable, Hashable {
            let tick: Int
            let seconds: Double
            let keys: KeySet
        }

        /// More strikes than this are not told apart within ``ChordTrack/spread``: nobody has so many fingers.
        private static let mostStrikes = 256

        /// - Parameter split: how the notes are divided between the hands.
        public init(of file: MIDIFile, split: HandSplit) {
            self.file = file
            self.split = split
        }

        /// What comes next in the file.
        public mutating func receive(_ timed: MIDIFile.TimedMessage) {
            // All that happens at one time has happened before anything is heard.
            if let latest, latest.tick != timed.tick { listen() }
            latest = timed
            switch timed.message {
            // These change how keys sound, and not which ones.
            case .bend, .pressure, .polyPressure: break
            default: voices.receive(timed.message)
            }
        }

        /// There are no more messages.
        public mutating func end() {
            listen()
            // Nothing contradicts the last keys, in a file that is cut off say.
            if let present { judge(present, until: file.duration, isLast: true) }
            present = nil
        }

        /// Hears what is held now.
        private mutating func listen() {
            guard let latest else { return }
            let drums = voices.manager(ofChannel: 10) == nil ? 10 : nil
            var keys = KeySet()
            for voice in voices.held where voice.key.channel != drums { keys.insert(voice.key.note) }
            guard keys != present?.keys ?? KeySet() else { return }
            if let present { judge(present, until: latest.seconds, isLast: false) }
            before = present?.keys ?? KeySet()
            present = Moment(tick: latest.tick, seconds: latest.seconds, keys: keys)
        }

        /// Whether keys stay long enough to be a chord.
        private mutating func judge(_ moment: Moment, until end: Double, isLast: Bool) {
            if !moment.keys.isSubset(of: before) {
                strikes.removeAll { moment.seconds - $0.seconds > ChordTrack.spread }
                if strikes.count < Finder.mostStrikes { strikes.append(moment) }
            }
            guard isLast || end - moment.seconds >= ChordTrack.spread else { return }
            let begin = strikes.first { moment.seconds - $0.seconds <= ChordTrack.spread } ?? moment
            strikes = []
            let pitches = moment.keys.ascending
            guard PitchClassSet(pitches).count >= 3 else { return }
            guard namedCount < ChordTrack.mostNamed, track.isWhole else {
                track.isWhole = false
                return
            }
            namedCount += 1
            let harmony = LiveHarmony(pitches: pitches, split: split)
            if let last = track.entries.last?.harmony,
                harmony.name == nil ? harmony.pitches == last.pitches : harmony.name == last.name
            {
                track.entries[track.entries.count - 1].endSeconds = end
            } else if track.entries.count < ChordTrack.mostEntries {
                track.entries.append(
                    Entry(
                        tick: begin.tick, seconds: begin.seconds, position: file.position(atTick: begin.tick),
                        endSeconds: end, harmony: harmony))
            } else {
                track.isWhole = false
            }
        }
    }
}
