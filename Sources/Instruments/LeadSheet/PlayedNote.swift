/// A note of a recording, in ticks.
struct PlayedNote: Sendable, Hashable {
    /// The MIDI note, 0…127.
    let pitch: Int
    var onset: Int
    /// When its key was released.
    var release: Int
    /// When it stopped sounding. The pedal may sustain it beyond its release.
    var end: Int
}

/// Collects the notes of a recording message by message. Channel 10 is ignored as drums unless it belongs to an MPE
/// zone.
struct NoteCollector: Sendable, Hashable {
    /// In the order in which they were struck. Notes that still sound end at ``PlayedNote/onset``.
    private(set) var notes: [PlayedNote] = []
    private var voices = Voices()
    /// The index of the sounding note of each key of each channel, plus one; 0 for silence.
    private var sounding = [Int32](repeating: 0, count: 16 * 128)
    /// The keys whose notes sound: indices of ``sounding``.
    private var open: [Int] = []

    mutating func receive(_ timed: MIDIFile.TimedMessage) {
        switch timed.message {
        case .noteOn(let channel, let note, _):
            voices.receive(timed.message)
            guard channel != 10 || voices.manager(ofChannel: 10) != nil else { return }
            let key = NoteCollector.key(channel, note)
            // The same key again ends the note before it.
            if sounding[key] > 0 { end(key, timed.tick) } else { open.append(key) }
            notes.append(PlayedNote(pitch: note & 127, onset: timed.tick, release: timed.tick, end: timed.tick))
            sounding[key] = Int32(notes.count)
        case .noteOff(let channel, let note, _):
            voices.receive(timed.message)
            let key = NoteCollector.key(channel, note)
            guard sounding[key] > 0 else { return }
            release(key, timed.tick)
            if !voices.held.contains(where: { NoteCollector.key($0.key.channel, $0.key.note) == key }) {
                end(key, timed.tick)
                sounding[key] = 0
                open.removeAll { $0 == key }
            }
        // These do not change which keys sound.
        case .bend, .pressure, .polyPressure: return
        default:
            let count = voices.held.count
            voices.receive(timed.message)
            if voices.held.count != count { endUnheld(timed.tick) }
        }
    }

    /// Ends the recording.
    mutating func end(at tick: Int) {
        for key in open { end(key, tick) }
        open = []
    }

    /// Ends the notes that no voice holds any more.
    private mutating func endUnheld(_ tick: Int) {
        var isHeld = [Bool](repeating: false, count: sounding.count)
        for voice in voices.held { isHeld[NoteCollector.key(voice.key.channel, voice.key.note)] = true }
        var rest: [Int] = []
        for key in open {
            if isHeld[key] {
                rest.append(key)
            } else {
                end(key, tick)
                sounding[key] = 0
            }
        }
        open = rest
    }

    private mutating func release(_ key: Int, _ tick: Int) {
        let index = Int(sounding[key]) - 1
        if notes[index].release == notes[index].onset { notes[index].release = tick }
    }

    private mutating func end(_ key: Int, _ tick: Int) {
        release(key, tick)
        notes[Int(sounding[key]) - 1].end = tick
    }

    private static func key(_ channel: Int, _ note: Int) -> Int { ((channel - 1) & 15) << 7 | (note & 127) }
}
