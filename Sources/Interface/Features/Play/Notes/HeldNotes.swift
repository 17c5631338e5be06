import Instruments

/// The notes that are held, on every screen.
struct HeldNotes: Sendable {
    private(set) var voices = Voices()
    /// The changes of the voices by the last action, for the screens that follow them.
    private(set) var steps: [VoiceChange] = []
    private var marks: [Mark] = []

    /// The number and the pad of a held voice.
    struct Mark: Sendable, Hashable {
        let key: VoiceKey
        /// From 0: the lowest number that was free.
        let number: Int
        /// The pad that was pressed on the page; nil for other voices.
        var pad: LinnStrument.Pad?
    }

    /// With at least this many sustained notes, the pedal may be reversed.
    static let manySustained = 20

    func mark(of voice: Voice) -> Mark {
        marks.first { $0.key == voice.key } ?? Mark(key: voice.key, number: 0)
    }

    /// The keys that a pointer holds on the page.
    /// - Parameter channel: the pointer's channel.
    func keys(ofPageChannel channel: Int) -> [VoiceKey] {
        marks.map { $0.key }.filter { $0.port == PlayState.page && $0.channel == channel }
    }

    /// Starts the steps of another action.
    mutating func beginSteps() { if !steps.isEmpty { steps = [] } }

    /// - Parameter isProgramHeard: whether a change of program counts as a step.
    mutating func receive(
        _ message: MIDIMessage, port: Int, at seconds: Double, isEcho: Bool, isProgramHeard: Bool
    ) {
        let before = voices.held
        voices.receive(message, port: port)
        switch message {
        case .noteOn, .noteOff, .control, .reset: step(from: before, message, port: port, at: seconds, isEcho: isEcho)
        case .program where isProgramHeard: step(from: before, message, port: port, at: seconds, isEcho: isEcho)
        default: break
        }
    }

    /// Receives a message that is not a step, such as one of a file.
    mutating func receiveSilently(_ message: MIDIMessage, port: Int) { voices.receive(message, port: port) }

    private mutating func step(
        from before: [Voice], _ message: MIDIMessage? = nil, port: Int = 0, at seconds: Double, isEcho: Bool = false
    ) {
        switch message {
        case .noteOn, .program: break
        default: if before == voices.held { return }
        }
        steps.append(VoiceChange(at: seconds, message, port: port, from: before, to: voices.held, isEcho: isEcho))
    }

    mutating func releasePedals() { voices.releasePedals() }

    /// Sets the range of bends of an instrument, in semitones.
    mutating func setBendRange(_ semitones: Int, port: Int) {
        for channel in 1...16 {
            for message in MIDIMessage.registeredParameter(0, value: semitones, channel: channel) {
                voices.receive(message, port: port)
            }
        }
    }

    /// Ends the notes of a port, for example when an instrument is unplugged.
    mutating func release(port: Int, at seconds: Double) {
        let before = voices.held
        voices.release(port: port)
        step(from: before, at: seconds)
    }

    /// Ends the notes of a file. This is not a step.
    mutating func releaseFile() { voices.release(port: PlayState.file) }

    /// Ends all notes.
    mutating func panic(at seconds: Double) {
        let before = voices.held
        voices.panic()
        step(from: before, at: seconds)
        marks = []
    }

    /// Replaces the held notes of a file.
    mutating func takeOver(fileFrom other: Voices) { voices.takeOver(port: PlayState.file, from: other) }

    mutating func setPad(_ pad: LinnStrument.Pad?, of key: VoiceKey) {
        for index in marks.indices where marks[index].key == key { marks[index].pad = pad }
    }

    /// Gives each of these voices a mark, and takes it from all others.
    mutating func mark(_ voices: [Voice]) {
        let keys = voices.map { $0.key }
        marks.removeAll { !keys.contains($0.key) }
        for key in keys where !marks.contains(where: { $0.key == key }) {
            let taken = marks.map { $0.number }
            marks.append(Mark(key: key, number: (0...taken.count).first { !taken.contains($0) } ?? 0))
        }
    }
}
