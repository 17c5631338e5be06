import Instruments

/// A file that is played, and how far it has come.
struct Replay: Sendable, Hashable {
    let name: String
    /// Why it could not be read to its end.
    let problem: String?
    let chords: [ChordTrack.Entry]
    /// In seconds.
    let duration: Double
    private let messages: [MIDIFile.TimedMessage]
    /// The first of the messages that are still to come.
    private var next = 0
    /// In seconds since the beginning of the music.
    private(set) var position = 0.0
    private(set) var isPlaying = false
    /// When the last picture was, on the page's clock; nil until the first one after playing began.
    private var lastPicture: Double?

    /// Longer than any picture takes: so long the page was not seen, and the music waited.
    private static let longestPicture = 0.5

    /// - Parameter hasDrums: whether channel 10 is what it is by custom.
    init(_ file: MIDIFile, name: String, problem: String? = nil, hasDrums: Bool = true, split: HandSplit) {
        self.name = name
        self.problem = problem
        chords = ChordTrack(of: file, split: split).entries
        duration = file.duration
        // Drums are no pitches, unless their channel belongs to an MPE zone.
        var voices = Voices()
        messages = file.messages.filter { timed in
            voices.receive(timed.message)
            return !hasDrums || timed.message.channel != 10 || voices.manager(ofChannel: 10) != nil
        }
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
        next = messages.firstIndex { $0.seconds > position + Replay.precision } ?? messages.count
        lastPicture = nil
    }

    /// Whether the next picture is the first after playing began or went on.
    var isAboutToSound: Bool { isPlaying && lastPicture == nil }

    /// Positions are given in milliseconds.
    private static let precision = 0.0005

    /// What comes before the present position, and what begins there.
    var past: some Sequence<MIDIMessage> { messages[..<next].lazy.map { $0.message } }

    /// Goes on to a time of the page's clock.
    /// - Returns: what sounds until then.
    mutating func advance(to seconds: Double) -> [MIDIMessage] {
        guard isPlaying else { return [] }
        let passed = max(0, seconds - (lastPicture ?? seconds))
        lastPicture = seconds
        if passed < Replay.longestPicture { position = min(position + passed, duration) }
        var due: [MIDIMessage] = []
        while next < messages.count, messages[next].seconds <= position {
            due.append(messages[next].message)
            next += 1
        }
        if position >= duration, next == messages.count { isPlaying = false }
        return due
    }

    /// The chord at the present position, by its place: the last that has begun.
    var present: Int? { chords.lastIndex { $0.seconds <= position + Replay.precision } }
}
