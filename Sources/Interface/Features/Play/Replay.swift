import Instruments

/// A file that is played, and how far it has come.
struct Replay: Sendable {
    let name: String
    /// Why it could not be read to its end.
    let problem: String?
    /// Its chords, as they were heard last.
    private(set) var track: ChordTrack
    private var recognition: RecognitionOptions
    /// As long as they are named otherwise.
    private var renaming: ChordTrack.Renaming?
    /// In seconds.
    let duration: Double
    /// Whether channel 10 is what it is by custom.
    private let hasDrums: Bool
    /// Places from which any other is near, the beginning first.
    private let waypoints: [Point]
    /// Where the music has come to.
    private var point: Point
    /// In seconds since the beginning of the music.
    private(set) var position = 0.0
    private(set) var isPlaying = false
    /// When the last picture was, on the page's clock; nil until the first one after playing began.
    private var lastPicture: Double?

    /// Longer than any picture takes: so long the page was not seen, and the music waited.
    private static let maximumPictureTime = 0.5
    /// More messages than this at one time are not music, and come with the pictures that follow.
    private static let maximumAtOnce = 1000

    /// A place in the file, and what is held there.
    fileprivate struct Point: Sendable, Hashable {
        var messages: MIDIFile.Messages
        /// The first of the messages that are still to come.
        var next: MIDIFile.TimedMessage?
        var voices = Voices()

        init(_ file: MIDIFile) {
            messages = file.messages
            next = messages.next()
        }

        // Of all that is held there, too, hashes would cost the compiler minutes; what comes next tells places apart.
        func hash(into hasher: inout Hasher) {
            hasher.combine(next?.seconds)
        }

        /// Goes on by one message.
        /// - Returns: the message; nil for drums, which are no pitches unless their channel belongs to an MPE zone.
        mutating func pass(hasDrums: Bool) -> MIDIMessage? {
            guard let message = next?.message else { return nil }
            next = messages.next()
            let isDrum = hasDrums && message.channel == 10
            if isDrum, voices.manager(ofChannel: 10, port: PlayState.file) == nil { return nil }
            voices.receive(message, port: PlayState.file)
            return message
        }
    }

    /// So many chords are named in one go: about ten milliseconds.
    fileprivate static let namedAtOnce = 80

    /// Names the chords otherwise, the first of them at once.
    mutating func hear(as recognition: RecognitionOptions) {
        guard recognition != self.recognition else { return }
        self.recognition = recognition
        renaming = ChordTrack.Renaming(of: track, as: recognition)
        goOnNaming()
    }

    var isBeingNamed: Bool { renaming != nil }

    mutating func goOnNaming() {
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

    /// Whether the next picture is the first after playing began or went on.
    var isAboutToSound: Bool { isPlaying && lastPicture == nil }

    /// Positions are given in milliseconds.
    private static let precision = 0.0005

    /// What the file holds at the present position, and what it has said before of pedals and bends.
    var voices: Voices { point.voices }

    /// Goes on to a time of the page's clock.
    /// - Returns: what sounds until then.
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

    /// The chord at the present position, by its place: the last that has begun.
    var present: Int? {
        // They follow each other in time, and there may be thousands.
        var (begun, later) = (0, track.entries.count)
        while begun < later {
            let middle = (begun + later) / 2
            if track.entries[middle].seconds <= position + Replay.precision {
                begun = middle + 1
            } else {
                later = middle
            }
        }
        return begun == 0 ? nil : begun - 1
    }
}

extension Replay {
    /// Goes through a file before it is played: for its chords, and to know what is held where.
    struct Survey: Sendable, Hashable {
        private let file: MIDIFile
        private let name: String
        private let problem: String?
        private let hasDrums: Bool
        private let recognition: RecognitionOptions
        private var finder: ChordTrack.Finder
        private var waypoints: [Point]
        private var point: Point
        /// How many messages have been gone through since the last waypoint.
        private var count = 0
        private var isAtEnd = false

        /// As many messages as a slider may pass in one go without being felt.
        private static let stride = 4096
        /// How much is done in one go, with a message with nothing held as 1: about ten milliseconds.
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

        /// How much of the file lies behind, 0…1.
        var progress: Double {
            guard let next = point.next, file.lastTick > 0 else { return 1 }
            return Double(next.tick) / Double(file.lastTick)
        }

        mutating func goOn() {
            var rest = Survey.effort
            let named = finder.namedCount
            while let next = point.next {
                guard rest > Survey.effort / Replay.namedAtOnce * (finder.namedCount - named) else { return }
                // Each message looks at what is held.
                rest -= 1 + point.voices.held.count / 8
                finder.receive(next)
                _ = point.pass(hasDrums: hasDrums)
                count += 1
                if count == Survey.stride {
                    waypoints.append(point)
                    count = 0
                }
            }
            if !isAtEnd { finder.end() }
            isAtEnd = true
        }

        /// What can be played; nil as long as it has not been gone through.
        var replay: Replay? {
            guard isAtEnd else { return nil }
            return Replay(
                name: name, problem: problem, track: finder.track, recognition: recognition, duration: file.duration,
                hasDrums: hasDrums,
                waypoints: waypoints, point: waypoints[0])
        }
    }
}
