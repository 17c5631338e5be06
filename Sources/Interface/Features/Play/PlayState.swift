import Exchange
import Harmony
import Instruments

/// What is being played, on instruments and on the page itself.
struct PlayState: Sendable {
    /// All that is held, on every screen.
    private(set) var voices = Voices()
    /// What the last action has done to the voices, for the screens that follow them.
    private(set) var steps: [VoiceChange] = []
    private var echoes = PortEchoes()
    /// Two ports that send the same notes.
    private(set) var echoing: [Int] = []
    /// How messages are taken, as the settings and the browser say.
    var manner = Manner()
    private var marks: [Mark] = []
    private var steady = Debouncer<[Int]>()
    /// The last notes that were held long enough to be named; they stay when the hands are lifted.
    private(set) var named: [Int] = []
    /// Whether a key was put down since the last notes were named: letting go of some says nothing new.
    private var isStruck = false
    /// What was held a moment ago.
    private var held: [Int] = []
    /// What was named and not taken yet, after a key was put down.
    private var isUntaken = false
    /// The last of them that were chords.
    private(set) var row = ChordRow()
    /// Since when nothing is held, on the page's clock; nil while something is.
    private var silentSince: Double?
    /// When something was played last, on the same clock.
    private var latest = 0.0
    var access = MIDIAccess.unasked {
        didSet {
            // What is unplugged does not answer, and when it is plugged in again it shines no longer.
            if access.outputs.isEmpty { dialogue = nil }
            if echoing.contains(where: { port in !access.inputs.contains { $0.number == port } }) { echoing = [] }
            if !isShiningPortThere { shining?.lights = PadLights() }
        }
    }
    /// The number of the one port that was chosen to be listened to; nil for all of them.
    var chosenPort: Int? { didSet { echoing = [] } }
    /// The chosen one as long as it is there. A cable that was loose for a moment must not cost the choice.
    var presentPort: Int? { access.inputs.contains { $0.number == chosenPort } ? chosenPort : nil }
    var isShiningPortThere: Bool { access.outputs.contains { $0.number == shining?.port } }
    var monitor = Monitor()
    /// What is being recorded or was recorded last.
    private(set) var recording: Recording?
    /// What was recorded before that.
    private(set) var earlierRecording: Recording?
    /// The file that was opened last.
    var replay: Replay?
    /// The file that is being opened.
    var opening: Opening?
    /// As long as an instrument is asked how it is set.
    var dialogue: SettingsQuery?
    /// What came of asking, in a sentence.
    var answer = ""
    /// What alone is lit on the grid, where an address asks for it.
    var shape: HeldShape?
    /// Pads of a connected instrument that shine on our behalf.
    var shining: Shining?

    /// How messages of instruments are taken.
    struct Manner: Sendable, Hashable {
        let isPedalReversed: Bool
        let hasNotesOnTen: Bool
        /// Whether the page is hidden: then it ignores what is played, for another page or program, unless it records.
        var isHidden = false

        init(_ settings: Settings = Settings()) {
            isPedalReversed = settings.isPedalReversed
            hasNotesOnTen = settings.hasNotesOnTen
        }
    }

    struct Shining: Sendable, Hashable {
        /// The number of the output.
        let port: Int
        var lights = PadLights()
    }

    /// What tells a voice from others as long as it is held.
    struct Mark: Sendable, Hashable {
        let key: VoiceKey
        /// From 0: the lowest that was free.
        let number: Int
        /// The pad that was pressed, where that was on the page itself.
        var pad: LinnStrument.Pad?
    }

    func mark(of voice: Voice) -> Mark {
        marks.first { $0.key == voice.key } ?? Mark(key: voice.key, number: 0)
    }

    /// So many notes without fingers are more than music has: the pedal may be reversed.
    static let manySustained = 20

    /// Where pads of the page and the computer's keyboard come in.
    static let page = 0
    /// Where the messages of a file come in.
    static let file = -1

    /// What a port is called; those of instruments have a number from 1.
    func name(ofPort number: Int) -> String {
        switch number {
        case PlayState.page: PlayText.thisPage
        default: access.inputs.first { $0.number == number }?.name ?? PlayText.unplugged
        }
    }

    /// Where a LinnStrument can be spoken to: the output that is called so, or like the chosen input, or else the
    /// first.
    var output: MIDIAccess.Port? {
        let outputs = access.outputs
        let chosen = access.inputs.first { $0.number == presentPort }
        return outputs.first { PlayState.isLinnStrument($0.name) }
            ?? outputs.first { $0.name == chosen?.name } ?? outputs.first
    }

    /// The voices that make harmony: all but drums.
    var notes: [Voice] { voices.held.filter { !isDrum($0.key) } }

    /// The voices of instruments that make harmony.
    func played(_ voices: [Voice]) -> [Voice] { voices.filter { $0.key.port > PlayState.page && !isDrum($0.key) } }

    /// Channel 10 has drums, unless it belongs to an MPE zone, or to a LinnStrument, or its notes are wanted.
    func isDrum(_ key: VoiceKey) -> Bool {
        key.channel == 10 && key.port > PlayState.page && !manner.hasNotesOnTen
            && voices.manager(ofChannel: 10, port: key.port) == nil && !PlayState.isLinnStrument(name(ofPort: key.port))
    }

    private static func isLinnStrument(_ name: String) -> Bool { name.split(separator: " ").contains("LinnStrument") }

    /// The keys that sound, as MIDI numbers, each once and the lowest first.
    var pitches: [Int] { voices.held.contains { isDrum($0.key) } ? Voices.pitches(of: notes) : voices.pitches }

    /// From here on steps belong to another action.
    mutating func beginSteps() { if !steps.isEmpty { steps = [] } }

    /// The computer's keyboard plays on the first channel, each finger on a pad on one of its own.
    static func channel(ofPointer pointer: Int) -> Int {
        // But not on the drums' channel.
        let channel = 2 + pointer % 14
        return channel < 10 ? channel : channel + 1
    }

    func isListening(to port: Int) -> Bool {
        port <= PlayState.page || presentPort == nil || presentPort == port
    }

    /// - Parameter hex: the bytes as they came, where that was from outside.
    mutating func receive(_ message: MIDIMessage, hex: String? = nil, port: Int, at seconds: Double) {
        var message = message
        var isEcho = false
        let isHidden = manner.isHidden && port > PlayState.page
        if isListening(to: port) {
            if !isHidden { monitor.note(message, hex: hex, port: port, at: seconds) }
            if port > PlayState.page {
                if manner.isPedalReversed, case .control(let channel, 64, let value) = message {
                    message = .control(channel: channel, controller: 64, value: 127 - value)
                }
                if let origin = echoes.origin(of: message, port: port, at: seconds) {
                    isEcho = true
                    if case .noteOn = message { echoing = [origin, port] }
                }
            }
            recording?.receive(message, port: port, at: seconds, isEcho: isEcho)
            if isHidden, case .noteOn = message { return }
        } else if case .noteOn = message {
            // Its other messages are heeded: keys that are still down get their end, and its zones are known if it is
            // chosen again.
            return
        } else if case .noteOff = message {
            recording?.receive(message, port: port, at: seconds)
        }
        let before = voices.held
        voices.receive(message, port: port)
        switch message {
        case .noteOn, .noteOff, .control, .reset: step(from: before, message, port: port, at: seconds, isEcho: isEcho)
        case .program where isListening(to: port) && !isHidden:
            step(from: before, message, port: port, at: seconds, isEcho: isEcho)
        default: break
        }
        settle(at: seconds)
    }

    private mutating func step(
        from before: [Voice], _ message: MIDIMessage? = nil, port: Int = 0, at seconds: Double, isEcho: Bool = false
    ) {
        switch message {
        case .noteOn, .program: break
        default: if before == voices.held { return }
        }
        steps.append(VoiceChange(at: seconds, message, port: port, from: before, to: voices.held, isEcho: isEcho))
    }

    /// Takes messages as the settings say from now on.
    mutating func follow(_ settings: Settings) {
        let wasReversed = manner.isPedalReversed
        manner = Manner(settings)
        // What a pedal held may have been held by one that was up.
        if manner.isPedalReversed != wasReversed { voices.releasePedals() }
        settle(at: latest)
    }

    mutating func press(_ pad: LinnStrument.Pad?, note: Int, pointer: Int, at seconds: Double) {
        lift(pointer: pointer, at: seconds)
        let channel = PlayState.channel(ofPointer: pointer)
        let key = VoiceKey(port: PlayState.page, channel: channel, note: note)
        // On a channel outside of a zone a full bend is two semitones, so it is widened like that of an MPE zone.
        for message in MIDIMessage.registeredParameter(0, value: 48, channel: channel) {
            receive(message, port: PlayState.page, at: seconds)
        }
        receive(.noteOn(channel: channel, note: note, velocity: 100), port: PlayState.page, at: seconds)
        for index in marks.indices where marks[index].key == key { marks[index].pad = pad }
    }

    /// - Parameter hundredths: how far a finger has slid, in hundredths of a column.
    mutating func slide(pointer: Int, hundredths: Int, at seconds: Double) {
        // 48 semitones are a full bend, as is usual for the members of an MPE zone.
        let value = min(max(hundredths * 8192 / 4800, -8192), 8191)
        let bend = MIDIMessage.bend(channel: PlayState.channel(ofPointer: pointer), value: value)
        receive(bend, port: PlayState.page, at: seconds)
    }

    mutating func lift(pointer: Int, at seconds: Double) {
        let channel = PlayState.channel(ofPointer: pointer)
        for mark in marks where mark.key.port == PlayState.page && mark.key.channel == channel {
            receive(.noteOff(channel: channel, note: mark.key.note, velocity: 64), port: PlayState.page, at: seconds)
        }
        receive(.bend(channel: channel, value: 0), port: PlayState.page, at: seconds)
    }

    /// An instrument has told how wide its bends are, in semitones.
    mutating func setBendRange(_ semitones: Int, port: Int) {
        for channel in 1...16 {
            for message in MIDIMessage.registeredParameter(0, value: semitones, channel: channel) {
                voices.receive(message, port: port)
            }
        }
    }

    /// An instrument was unplugged.
    mutating func release(port: Int, at seconds: Double) {
        let before = voices.held
        voices.release(port: port)
        recording?.end(port: port, at: seconds)
        step(from: before, at: seconds)
        settle(at: seconds)
    }

    mutating func panic(at seconds: Double) {
        let before = voices.held
        voices.panic()
        step(from: before, at: seconds)
        marks = []
        steady = Debouncer()
        replay?.pause()
        recording?.end(at: seconds)
    }

    mutating func record(at seconds: Double) {
        if let recording, !recording.isEmpty { earlierRecording = recording }
        let ports = voices.knownPorts.filter { $0 != PlayState.file && isListening(to: $0) }
        recording = Recording(after: ports.flatMap { voices.setup(ofPort: $0) })
        // Keys that are down already sound on in what is recorded.
        for voice in voices.held where voice.key.port != PlayState.file {
            let key = voice.key
            let strike = MIDIMessage.noteOn(channel: key.channel, note: key.note, velocity: voice.velocity)
            recording?.receive(strike, port: key.port, at: seconds)
        }
    }

    /// Takes up the recording before the last one; the last one takes its place.
    mutating func exchangeRecordings() { swap(&recording, &earlierRecording) }

    mutating func stopRecording(at seconds: Double) {
        recording?.stop(at: seconds)
        // Pressing twice by mistake must not lose what was played.
        if recording?.isEmpty == true, earlierRecording != nil {
            recording = earlierRecording
            earlierRecording = nil
        }
    }

    /// What is done with the file that plays.
    enum Winding {
        /// nil closes it.
        case open(Replay?)
        case play
        case seek(seconds: Double)
    }

    /// Opens, closes or winds a file: what it held is let go, and what it holds at the new place is seen at once.
    mutating func wind(_ step: Winding) {
        switch step {
        case .open(let file): replay = file
        case .play: replay?.play()
        case .seek(let seconds): replay?.seek(to: seconds)
        }
        // Pedals and bends that were moved before belong to what sounds here, too.
        voices.takeOver(port: PlayState.file, from: replay?.voices ?? Voices())
        steady = Debouncer()
        // What is struck there is no step from what was played before.
        row.rest()
        mark()
        nameNow()
    }

    /// Goes on with the file.
    /// - Returns: the keys that were struck meanwhile.
    mutating func advance(to seconds: Double) -> [Strike] {
        // What was held when the music stopped, or is held where it was wound to, sounds again.
        var strikes: [Strike] = []
        if replay?.isAboutToSound == true {
            strikes = replayedVoices.map { Strike(note: $0.key.note, velocity: $0.velocity) }
        }
        for message in replay?.advance(to: seconds) ?? [] {
            voices.receive(message, port: PlayState.file)
            if case .noteOn(_, let note, let velocity) = message {
                strikes.append(Strike(note: note, velocity: velocity))
            }
        }
        // A pedal that is never lifted must not hold for ever.
        if replay?.isPlaying == false { voices.release(port: PlayState.file) }
        settle(at: seconds)
        return strikes
    }

    /// The keys that the file holds down.
    var replayed: [Int] { replayedVoices.map { $0.key.note } }
    private var replayedVoices: [Voice] { voices.held.filter { $0.key.port == PlayState.file } }

    /// Names what is held without waiting.
    mutating func nameNow() { name(pitches) }

    private mutating func name(_ pitches: [Int]) {
        guard !pitches.isEmpty else { return }
        named = pitches
        row.add(pitches)
        // Until what was struck is steady, what was named before it goes on being so.
        if isStruck, pitches == held {
            isUntaken = true
            isStruck = false
        }
    }

    /// What was named last, as the chords before it let it be heard.
    /// - Parameter chords: the row of chords, named.
    func harmony(in chords: [ChordInRow], as recognition: RecognitionOptions) -> LiveHarmony {
        if row.last == named, let last = chords.last { return last.harmony }
        return LiveHarmony(pitches: named, as: recognition)
    }

    /// Looks whether what is held has been held long enough.
    mutating func look(at seconds: Double) {
        if let pitches = steady.stableValue(at: seconds) { name(pitches) }
    }

    /// Whether there is something newly played to be taken, which is so once.
    mutating func takeNamed() -> Bool {
        defer { isUntaken = false }
        return isUntaken
    }

    private mutating func settle(at seconds: Double) {
        latest = seconds
        mark()
        let pitches = pitches
        if pitches.contains(where: { !held.contains($0) }) { isStruck = true }
        held = pitches
        if pitches.isEmpty {
            silentSince = silentSince ?? seconds
        } else {
            if let since = silentSince, seconds - since > RowNaming.maximumRest { row.rest() }
            silentSince = nil
        }
        steady.update(pitches, at: seconds)
        look(at: seconds)
    }

    private mutating func mark() {
        let keys = notes.map { $0.key }
        marks.removeAll { !keys.contains($0.key) }
        for key in keys where !marks.contains(where: { $0.key == key }) {
            let taken = marks.map { $0.number }
            marks.append(Mark(key: key, number: (0...taken.count).first { !taken.contains($0) } ?? 0))
        }
    }
}
