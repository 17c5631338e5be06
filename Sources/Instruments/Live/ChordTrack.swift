import Harmony

/// The chords of a file, one after the other.
///
/// A chord is three or more different notes that sound together, pedal included, for 40 ms at least. Notes that begin
/// within 40 ms of each other are struck together. Drums, on channel 10, have no part in it, unless the channel belongs to
/// an MPE zone. The chords are named together, as a row that a silence of more than ``RowNaming/longestRest`` breaks; a
/// chord that goes on under the same name is one.
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
        public let chord: ChordInRow

        public var harmony: LiveHarmony { chord.harmony }
    }

    /// A chord as it is found, before it has a name.
    private struct Sound: Sendable, Hashable {
        let tick: Int
        let seconds: Double
        let position: MIDIFile.Position
        let endSeconds: Double
        let keys: KeySet
        /// Whether a long silence lies before it.
        let isAfterRest: Bool
    }

    public private(set) var entries: [Entry] = []
    /// Whether all chords of the file are there, and not only as many as are found in any.
    public private(set) var isWhole = true
    /// All that was found, to be named otherwise.
    private var sounds: [Sound] = []
    /// Whether they are all that the file has.
    private var areAllFound = true

    public static let mostEntries = 20_000
    /// How many harmonies are named to find them: those that go on under the same name are no chords of their own.
    private static let mostNamed = 5 * mostEntries
    /// How long, in seconds, notes may take to be struck together: chosen, not measured.
    private static let spread = 0.04

    public init(of file: MIDIFile, as hearing: Hearing = Hearing()) {
        var finder = Finder(of: file, as: hearing)
        for message in file.messages { finder.receive(message) }
        finder.end()
        self = finder.track
    }

    private init() {}

    /// Finds the chords of a file message by message, for callers that must stay responsive.
    public struct Finder: Sendable, Hashable {
        /// The chords that have been found.
        public private(set) var track = ChordTrack()
        /// How many harmonies have been named for it, which takes longer than all the rest.
        public var namedCount: Int { track.sounds.count }
        private let file: MIDIFile
        private var naming: Naming
        private var voices = Voices()
        /// The last message.
        private var latest: MIDIFile.TimedMessage?
        /// The last time at which other keys sounded than before, and which those were.
        private var present: Moment?
        private var before = KeySet()
        /// Where keys were struck since something has last stayed, as far as it is not too long ago.
        private var strikes: [Moment] = []
        /// Whether nothing was held for long since the last chord.
        private var isAfterRest = false

        /// A time at which other keys sound than before.
        private struct Moment: Sendable, Hashable {
            let tick: Int
            let seconds: Double
            let keys: KeySet
        }

        /// More strikes than this are not told apart within ``ChordTrack/spread``: there are not so many fingers.
        private static let mostStrikes = 256

        public init(of file: MIDIFile, as hearing: Hearing) {
            self.file = file
            naming = Naming(as: hearing)
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
            naming.end(&track)
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
            if pitches.isEmpty, end - moment.seconds > RowNaming.longestRest { isAfterRest = true }
            guard PitchClassSet(pitches).count >= 3 else { return }
            guard namedCount < ChordTrack.mostNamed, track.isWhole else {
                track.isWhole = false
                track.areAllFound = false
                return
            }
            let sound = Sound(
                tick: begin.tick, seconds: begin.seconds, position: file.position(atTick: begin.tick), endSeconds: end,
                keys: moment.keys, isAfterRest: isAfterRest)
            isAfterRest = false
            track.sounds.append(sound)
            naming.add(sound, to: &track)
        }
    }

    /// Names the chords that were found once more, in small steps, after the naming has changed.
    public struct Renaming: Sendable, Hashable {
        private let sounds: [Sound]
        /// How many of them are behind.
        private var count = 0
        private var naming: Naming
        private var track = ChordTrack()

        public init(of track: ChordTrack, as hearing: Hearing) {
            sounds = track.sounds
            naming = Naming(as: hearing)
            self.track.sounds = sounds
            self.track.isWhole = track.areAllFound
            self.track.areAllFound = track.areAllFound
        }

        /// Names so many more.
        /// - Returns: the track, once all are named.
        public mutating func goOn(_ most: Int) -> ChordTrack? {
            for sound in sounds[count...].prefix(most) { naming.add(sound, to: &track) }
            count = min(count + most, sounds.count)
            guard count == sounds.count else { return nil }
            naming.end(&track)
            return track
        }
    }

    /// Turns what was found into entries as soon as it is settled what each is called.
    private struct Naming: Sendable, Hashable {
        private var row: RowNaming
        /// What has been handed to the row and is not settled.
        private var open: [Sound] = []

        init(as hearing: Hearing) { row = RowNaming(as: hearing) }

        mutating func add(_ sound: Sound, to track: inout ChordTrack) {
            if sound.isAfterRest { end(&track) }
            open.append(sound)
            settle(row.add(sound.keys.ascending), &track)
        }

        mutating func end(_ track: inout ChordTrack) { settle(row.end(), &track) }

        private mutating func settle(_ chords: [ChordInRow], _ track: inout ChordTrack) {
            for (sound, chord) in zip(open, chords) { track.add(sound, chord) }
            open.removeFirst(chords.count)
        }
    }

    private mutating func add(_ sound: Sound, _ chord: ChordInRow) {
        if let last = entries.last?.harmony, chord.harmony.goesOn(as: last) {
            entries[entries.count - 1].endSeconds = sound.endSeconds
        } else if entries.count < ChordTrack.mostEntries {
            entries.append(
                Entry(
                    tick: sound.tick, seconds: sound.seconds, position: sound.position, endSeconds: sound.endSeconds,
                    chord: chord))
        } else {
            isWhole = false
        }
    }
}
