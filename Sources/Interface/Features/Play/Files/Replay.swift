import Exchange
import Instruments
import Rendering

/// A file that is played, and the position in it.
struct Replay: Sendable {
    let name: String
    /// Why it could not be read to its end.
    let problem: String?
    /// Its chords, with their present names.
    private(set) var track: ChordTrack
    /// Its lead sheet; nil for a file that is too long to be written out at once.
    private(set) var sheet: LeadSheet?
    let file: MIDIFile
    /// Faults of the file that were read over, each in a sentence.
    var remarks: [String] { file.remarks }
    private var recognition: RecognitionOptions
    /// Present while the chords are named again.
    private var renaming: ChordTrack.Renaming?
    /// In seconds.
    let duration: Double
    /// Whether channel 10 has drums.
    private let hasDrums: Bool
    /// Points at regular distances, the beginning first. Seeking starts at the nearest.
    private let waypoints: [Point]
    private var point: Point
    /// In seconds since the beginning of the music.
    private(set) var position = 0.0
    private(set) var isPlaying = false
    /// The time of the last frame on the page's clock; nil until the first one after playing began.
    private var lastPicture: Double?

    /// Seconds between two frames, above which the page was hidden and the music waited.
    private static let maximumPictureTime = 0.5
    /// Messages that are played in one frame. More at one time are not music, and are played in the next frames.
    private static let maximumAtOnce = 1000

    /// A point in the file, and what is held there.
    fileprivate struct Point: Sendable, Hashable {
        var messages: MIDIFile.Messages
        /// The next message.
        var next: MIDIFile.TimedMessage?
        var voices = Voices()

        init(_ file: MIDIFile) {
            messages = file.messages
            next = messages.next()
        }

        // The next message tells points apart. Hashing what is held as well would take the compiler minutes.
        func hash(into hasher: inout Hasher) {
            hasher.combine(next?.seconds)
        }

        /// Goes on by one message.
        /// - Returns: the message; nil for drums. On a channel of an MPE zone there are none.
        mutating func pass(hasDrums: Bool) -> MIDIMessage? {
            guard let message = next?.message else { return nil }
            next = messages.next()
            let isDrum = hasDrums && message.channel == 10
            if isDrum, voices.manager(ofChannel: 10, port: PlayState.file) == nil { return nil }
            voices.receive(message, port: PlayState.file)
            return message
        }
    }

    /// Chords that are named in one step, which takes about ten milliseconds.
    fileprivate static let namedAtOnce = 80

    /// The name without the ending of a file.
    var title: String {
        for ending in [".mid", ".midi"] where name.hasSuffix(ending) { return String(name.dropLast(ending.count)) }
        return name
    }

    /// The lead sheet at concert pitch; nil for a file that has none.
    func concertSheet(as recognition: RecognitionOptions) -> LeadSheet? {
        var concert = recognition
        concert.reader = .c
        return sheet == nil ? nil : LeadSheet(of: file, as: concert)
    }

    /// The lead sheet with the voicings that were played, as written for the reader.
    var score: Score? {
        guard let sheet else { return nil }
        var options = VoicedTune.Options()
        let first = sheet.bars().first?.number ?? 1
        for (entry, voicing) in zip(sheet.entries, sheet.voicings(from: track)) {
            let place = VoicedTune.Place(bar: entry.position.bar - first, position: Answers.position(of: entry))
            options.pinned[place] = voicing
        }
        return Score(chart: Answers.tune(sheet, of: file, title: title), TuneVoicing(options))
    }

    /// Names the chords again with other options, the first of them at once.
    mutating func hear(as recognition: RecognitionOptions) {
        guard recognition != self.recognition else { return }
        self.recognition = recognition
        renaming = ChordTrack.Renaming(of: track, as: recognition)
        if sheet != nil { sheet = LeadSheet(of: file, as: recognition) }
        continueNaming()
    }

    var isBeingNamed: Bool { renaming != nil }

    mutating func continueNaming() {
        guard let named = renaming?.goOn(Replay.namedAtOnce) else { return }
        track = named
        renaming = nil
    }

    mutating func play() {
        if position >= duration { seek(to: 0) }
        isPlaying = true
        lastPicture = nil
    }

    mutating func pause() { isPlaying = false }

    mutating func seek(to seconds: Double) {
        position = min(max(seconds, 0), duration)
        // What begins right here is held here.
        let isPast = { [position] (point: Point) in
            point.next.map { $0.seconds <= position + Replay.precision } ?? false
        }
        point = waypoints.last { isPast($0) } ?? waypoints[0]
        while isPast(point) { _ = point.pass(hasDrums: hasDrums) }
        lastPicture = nil
    }

    /// Whether the next frame is the first after playing began or continued.
    var isAboutToSound: Bool { isPlaying && lastPicture == nil }

    /// Half a millisecond, since positions are given in milliseconds.
    private static let precision = 0.0005

    /// The held notes at the present position, with the pedals and bends before it.
    var voices: Voices { point.voices }

    /// Plays up to a time of the page's clock.
    /// - Returns: the messages until then.
    mutating func advance(to seconds: Double) -> [MIDIMessage] {
        guard isPlaying else { return [] }
        let passed = max(0, seconds - (lastPicture ?? seconds))
        lastPicture = seconds
        if passed < Replay.maximumPictureTime { position = min(position + passed, duration) }
        var due: [MIDIMessage] = []
        var count = 0
        while let next = point.next, next.seconds <= position, count < Replay.maximumAtOnce {
            if let message = point.pass(hasDrums: hasDrums) { due.append(message) }
            count += 1
        }
        if position >= duration, point.next == nil { isPlaying = false }
        return due
    }

    /// The index of the chord at the present position: the last one that has begun.
    var present: Int? { present(among: track.entries.count) { track.entries[$0].seconds } }

    /// The same in the lead sheet.
    var presentInSheet: Int? {
        sheet.flatMap { sheet in present(among: sheet.entries.count) { sheet.entries[$0].seconds } }
    }

    @inline(never)
    private func present(among count: Int, seconds: (Int) -> Double) -> Int? {
        // A binary search: there may be thousands.
        var (begun, later) = (0, count)
        while begun < later {
            let middle = (begun + later) / 2
            if seconds(middle) <= position + Replay.precision {
                begun = middle + 1
            } else {
                later = middle
            }
        }
        return begun == 0 ? nil : begun - 1
    }
}

extension Replay {
    /// Goes through a file before it is played, for its chords and for points from which to seek.
    struct Survey: Sendable, Hashable {
        private let file: MIDIFile
        private let name: String
        private let problem: String?
        private let hasDrums: Bool
        private let recognition: RecognitionOptions
        private var finder: ChordTrack.Finder
        private var waypoints: [Point]
        private var point: Point
        /// The number of messages since the last waypoint.
        private var count = 0
        private var isAtEnd = false
        /// The number of messages of the file so far.
        private var messageCount = 0

        /// Chords and messages of a file whose lead sheet takes a few hundredths of a second.
        private static let maximumChordsOfSheet = 2_000
        private static let maximumMessagesOfSheet = 20_000
        /// Messages between two waypoints, few enough for a slider that does not stutter.
        private static let stride = 4096
        /// The work of one step, in messages with nothing held: about ten milliseconds.
        private static let effort = 25_000

        init(
            of file: MIDIFile, name: String, problem: String? = nil, hasDrums: Bool, as recognition: RecognitionOptions
        ) {
            self.file = file
            self.name = name
            self.problem = problem
            self.hasDrums = hasDrums
            self.recognition = recognition
            finder = ChordTrack.Finder(of: file, as: recognition)
            point = Point(file)
            waypoints = [point]
        }

        /// Progress from 0 to 1.
        var progress: Double {
            guard let next = point.next, file.lastTick > 0 else { return 1 }
            return Double(next.tick) / Double(file.lastTick)
        }

        mutating func step() {
            var rest = Survey.effort
            let named = finder.namedCount
            while let next = point.next {
                guard rest > Survey.effort / Replay.namedAtOnce * (finder.namedCount - named) else { return }
                // Each message costs more, the more is held.
                rest -= 1 + point.voices.held.count / 8
                finder.receive(next)
                _ = point.pass(hasDrums: hasDrums)
                count += 1
                messageCount += 1
                if count == Survey.stride {
                    waypoints.append(point)
                    count = 0
                }
            }
            if !isAtEnd { finder.end() }
            isAtEnd = true
        }

        /// The file, ready to be played; nil until all of it was gone through.
        var replay: Replay? {
            guard isAtEnd else { return nil }
            let isShort =
                finder.track.entries.count <= Survey.maximumChordsOfSheet
                && messageCount <= Survey.maximumMessagesOfSheet
            return Replay(
                name: name, problem: problem, track: finder.track,
                sheet: isShort ? LeadSheet(of: file, as: recognition) : nil, file: file, recognition: recognition,
                duration: file.duration, hasDrums: hasDrums, waypoints: waypoints, point: waypoints[0])
        }
    }
}
