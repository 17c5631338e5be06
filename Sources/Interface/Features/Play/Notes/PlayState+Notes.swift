import Instruments

// How messages become held notes. They come from instruments, the page's own pads and keys, and files.
extension PlayState {
    /// The held voices that make harmony: all but drums.
    var harmonicVoices: [Voice] { notes.voices.held.filter { !isDrum($0.key) } }

    /// The voices of instruments that make harmony.
    func played(_ voices: [Voice]) -> [Voice] { voices.filter { $0.key.port > PlayState.page && !isDrum($0.key) } }

    /// Whether a key is a drum. Channel 10 has drums, unless it belongs to an MPE zone or a LinnStrument, or a setting
    /// says that it has notes.
    func isDrum(_ key: VoiceKey) -> Bool {
        key.channel == 10 && key.port > PlayState.page && !instruments.manner.hasNotesOnTen
            && notes.voices.manager(ofChannel: 10, port: key.port) == nil && !instruments.isLinnStrument(port: key.port)
    }

    /// The keys that sound, as MIDI numbers, each once and the lowest first.
    var pitches: [Int] {
        notes.voices.held.contains { isDrum($0.key) } ? Voices.pitches(of: harmonicVoices) : notes.voices.pitches
    }

    /// The keys of each hand, as written.
    func hands(_ session: Session) -> Hands { session.recognition.hands(pitches, after: chords.standing) }

    /// - Parameter hex: the bytes as received; nil for messages of the page itself.
    mutating func receive(_ message: MIDIMessage, hex: String? = nil, port: Int, at seconds: Double) {
        var message = message
        var isEcho = false
        let isListening = instruments.isListening(to: port)
        let isHidden = instruments.manner.isHidden && port > PlayState.page
        if isListening {
            if !isHidden { monitor.note(message, hex: hex, port: port, at: seconds) }
            if port > PlayState.page {
                message = instruments.manner.applied(to: message)
                isEcho = instruments.isEcho(message, port: port, at: seconds)
            }
            recordings.receive(recorded(message, port: port), port: port, at: seconds, isEcho: isEcho)
            if isHidden, case .noteOn = message { return }
        } else if case .noteOn = message {
            // Its other messages count: held keys are released, and its MPE zones are known if it is chosen again.
            return
        } else if case .noteOff = message {
            recordings.receive(recorded(message, port: port), port: port, at: seconds)
        }
        notes.receive(message, port: port, at: seconds, isEcho: isEcho, isProgramHeard: isListening && !isHidden)
        settle(at: seconds)
    }

    /// A message as it is recorded. Files have drums on channel 10, so its notes go to the first one.
    func recorded(_ message: MIDIMessage, port: Int) -> MIDIMessage {
        let isNote = message.channel == 10 && port > PlayState.page && instruments.manner.hasNotesOnTen
        return isNote && notes.voices.manager(ofChannel: 10, port: port) == nil ? message.onChannel(1) : message
    }

    // MARK: Pads and keys of the page

    /// The channel of a pointer: the computer's keyboard plays on the first one, each finger on another.
    private static func channel(ofPointer pointer: Int) -> Int {
        // But not on the drums' channel.
        let channel = 2 + pointer % 14
        return channel < 10 ? channel : channel + 1
    }

    mutating func press(_ pad: LinnStrument.Pad?, note: Int, pointer: Int, at seconds: Double) {
        lift(pointer: pointer, at: seconds)
        let channel = PlayState.channel(ofPointer: pointer)
        // On a channel outside of a zone a full bend is two semitones, so it is widened like that of an MPE zone.
        for message in MIDIMessage.registeredParameter(0, value: 48, channel: channel) {
            receive(message, port: PlayState.page, at: seconds)
        }
        receive(.noteOn(channel: channel, note: note, velocity: 100), port: PlayState.page, at: seconds)
        notes.setPad(pad, of: VoiceKey(port: PlayState.page, channel: channel, note: note))
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
        for key in notes.keys(ofPageChannel: channel) {
            receive(.noteOff(channel: channel, note: key.note, velocity: 64), port: PlayState.page, at: seconds)
        }
        receive(.bend(channel: channel, value: 0), port: PlayState.page, at: seconds)
    }

    // MARK: Everything at once

    /// Ends what an instrument holds when it is unplugged.
    mutating func release(port: Int, at seconds: Double) {
        notes.release(port: port, at: seconds)
        recordings.end(port: port, at: seconds)
        settle(at: seconds)
    }

    mutating func panic(at seconds: Double) {
        notes.panic(at: seconds)
        chords.reset()
        files.replay?.pause()
        recordings.end(at: seconds)
    }

    /// Takes messages as the settings say from now on.
    mutating func follow(_ settings: Settings) {
        let wasReversed = instruments.manner.isPedalReversed
        instruments.manner = ConnectedInstruments.Manner(settings)
        // What a pedal held may have been held by one that was up.
        if instruments.manner.isPedalReversed != wasReversed { notes.releasePedals() }
        settle(at: latest)
    }

    /// Names what is held without waiting.
    mutating func nameNow() { chords.name(pitches) }

    /// Brings marks and names up to date after a change of what is held.
    mutating func settle(at seconds: Double) {
        latest = seconds
        notes.mark(harmonicVoices)
        chords.update(pitches, at: seconds)
    }
}
