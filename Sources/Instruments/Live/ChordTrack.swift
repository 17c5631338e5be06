import Harmony

/// The chords of a MIDI file in order.
///
/// A chord is three or more different notes that sound together for at least 40 ms, including the pedal. Notes that
/// begin within 40 ms are struck together. Channel 10 is ignored as drums unless it belongs to an MPE zone.
///
/// Chords are named as a progression. A silence longer than ``RowNaming/maximumRest`` breaks it. Successive chords with
/// the same name are one entry. There are at most ``maximumEntries``: a chord every second for five hours.
public struct ChordTrack: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        /// The time of its first note in ticks, in seconds since the beginning, and in bars.
        public let tick: Int
        public let seconds: Double
        public let position: MIDIFile.Position
        /// Its end in seconds since the beginning.
        public fileprivate(set) var endSeconds: Double
        public let chord: ChordInRow

        public var harmony: LiveHarmony { chord.harmony }
    }

    /// A chord before it is named.
    private struct Sound: Sendable, Hashable {
        let tick: Int
        let seconds: Double
        let position: MIDIFile.Position
        let endSeconds: Double
        let keys: KeySet
        /// Whether it follows a long silence.
        let isAfterRest: Bool
    }

    public private(set) var entries: [Entry] = []
    /// Whether the entries are complete, without a limit being reached.
    public private(set) var isWhole = true
    /// All chords before naming, kept for a later ``Renaming``.
    private var sounds: [Sound] = []
    /// Whether ``sounds`` is complete.
    private var areAllFound = true

    public static let maximumEntries = 20_000
    /// The maximum number of chords to name. Several of them may be one entry.
    private static let maximumNamed = 5 * maximumEntries
    /// Seconds within which notes count as struck together: chosen, not measured.
    private static let spread = 0.04

    public init(of file: MIDIFile, as recognition: RecognitionOptions = RecognitionOptions()) {
        var finder = Finder(of: file, as: recognition)
        for message in file.messages { finder.receive(message) }
        finder.end()
        self = finder.track
    }

    private init() {}

    /// Finds the chords of a file message by message, for callers that must stay responsive.
    public struct Finder: Sendable, Hashable {
        /// The chords found so far.
        public private(set) var track = ChordTrack()
        /// The number of chords passed to naming, which takes most of the time.
        public var namedCount: Int { track.sounds.count }
        private let file: MIDIFile
        private var naming: Naming
        private var voices = Voices()
        private var latest: MIDIFile.TimedMessage?
        /// The last change of sounding keys.
        private var present: Moment?
        /// The keys before that change.
        private var before = KeySet()
        /// Recent moments with new keys, since the last chord.
        private var strikes: [Moment] = []
        /// Whether there was a long silence since the last chord.
        private var isAfterRest = false

        /// A change of the sounding keys.
        private struct Moment: Sendable, Hashable {
            let tick: Int
            let seconds: Double
            let keys: KeySet
        }

        /// The maximum number of strikes within ``ChordTrack/spread``, more than the fingers of any player.
        private static let maximumStrikes = 256

        public init(of file: MIDIFile, as recognition: RecognitionOptions) {
            self.file = file
            naming = Naming(as: recognition)
        }

        /// Takes the next message of the file.
        public mutating func receive(_ timed: MIDIFile.TimedMessage) {
            // All messages of a tick are applied before the keys are compared.
            if let latest, latest.tick != timed.tick { update() }
            latest = timed
            switch timed.message {
            // These do not change which keys sound.
            case .bend, .pressure, .polyPressure: break
            default: voices.receive(timed.message)
            }
        }

        /// Ends the file.
        public mutating func end() {
            update()
            // The last keys are a chord even if the file is cut off.
            if let present { judge(present, until: file.duration, isLast: true) }
            present = nil
            naming.end(&track)
        }

        /// Compares the sounding keys with the previous ones.
        private mutating func update() {
            guard let latest else { return }
            let drums = voices.manager(ofChannel: 10) == nil ? 10 : nil
            var keys = KeySet()
            for voice in voices.held where voice.key.channel != drums { keys.insert(voice.key.note) }
            guard keys != present?.keys ?? KeySet() else { return }
            if let present { judge(present, until: latest.seconds, isLast: false) }
            before = present?.keys ?? KeySet()
            present = Moment(tick: latest.tick, seconds: latest.seconds, keys: keys)
        }

        /// Adds a chord if the keys sound long enough.
        private mutating func judge(_ moment: Moment, until end: Double, isLast: Bool) {
            if !moment.keys.isSubset(of: before) {
                strikes.removeAll { moment.seconds - $0.seconds > ChordTrack.spread }
                if strikes.count < Finder.maximumStrikes { strikes.append(moment) }
            }
            guard isLast || end - moment.seconds >= ChordTrack.spread else { return }
            let begin = strikes.first { moment.seconds - $0.seconds <= ChordTrack.spread } ?? moment
            strikes = []
            let pitches = moment.keys.ascending
            if pitches.isEmpty, end - moment.seconds > RowNaming.maximumRest { isAfterRest = true }
            guard PitchClassSet(pitches).count >= 3 else { return }
            guard namedCount < ChordTrack.maximumNamed, track.isWhole else {
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

    /// Renames all chords in small steps after a change of options.
    public struct Renaming: Sendable, Hashable {
        private let sounds: [Sound]
        /// The number of chords already renamed.
        private var count = 0
        private var naming: Naming
        private var track = ChordTrack()

        public init(of track: ChordTrack, as recognition: RecognitionOptions) {
            sounds = track.sounds
            naming = Naming(as: recognition)
            self.track.sounds = sounds
            self.track.isWhole = track.areAllFound
            self.track.areAllFound = track.areAllFound
        }

        /// Renames the next chords.
        /// - Parameter most: their maximum number.
        /// - Returns: the track when all chords are renamed, otherwise nil.
        public mutating func goOn(_ most: Int) -> ChordTrack? {
            for sound in sounds[count...].prefix(most) { naming.add(sound, to: &track) }
            count = min(count + most, sounds.count)
            guard count == sounds.count else { return nil }
            naming.end(&track)
            return track
        }
    }

    /// Makes entries as soon as the names of chords are final.
    private struct Naming: Sendable, Hashable {
        private var row: RowNaming
        /// Chords in the row whose names are not final.
        private var open: [Sound] = []

        init(as recognition: RecognitionOptions) { row = RowNaming(as: recognition) }

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
        if let last = entries.last?.harmony, chord.harmony.continues(last) {
            entries[entries.count - 1].endSeconds = sound.endSeconds
        } else if entries.count < ChordTrack.maximumEntries {
            entries.append(
                Entry(
                    tick: sound.tick, seconds: sound.seconds, position: sound.position, endSeconds: sound.endSeconds,
                    chord: chord))
        } else {
            isWhole = false
        }
    }
}
