import Harmony
import Instruments

/// What is being played, on instruments and on the page itself.
struct Playground: Sendable, Hashable {
    private(set) var voices = Voices()
    private var marks: [Mark] = []
    private var steady = Steady<[Int]>()
    /// The last notes that were held long enough to be named; they stay when the hands are lifted.
    private(set) var named: [Int] = []
    var access = MIDIAccess.unasked
    /// The number of the one port that is listened to; nil for all of them.
    var chosenPort: Int?

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

    /// Where pads of the page and the computer's keyboard come in.
    static let page = 0

    var pitches: [Int] { voices.pitches }

    /// The computer's keyboard plays on the first channel, each finger on a pad on one of its own.
    static func channel(ofPointer pointer: Int) -> Int { 2 + pointer % 15 }

    mutating func receive(_ message: MIDIMessage, port: Int, at seconds: Double) {
        if port != Playground.page, let chosenPort, chosenPort != port { return }
        voices.receive(message, port: port)
        settle(at: seconds)
    }

    mutating func press(_ pad: LinnStrument.Pad, note: Int, pointer: Int, at seconds: Double) {
        lift(pointer: pointer, at: seconds)
        let channel = Playground.channel(ofPointer: pointer)
        let key = VoiceKey(port: Playground.page, channel: channel, note: note)
        // On a channel outside of a zone a full bend is two semitones, so it is widened like that of an MPE zone.
        for (controller, value) in [(101, 0), (100, 0), (6, 48)] {
            voices.receive(.control(channel: channel, controller: controller, value: value), port: Playground.page)
        }
        receive(.noteOn(channel: channel, note: note, velocity: 100), port: Playground.page, at: seconds)
        for index in marks.indices where marks[index].key == key { marks[index].pad = pad }
    }

    /// - Parameter hundredths: how far a finger has slid, in hundredths of a column.
    mutating func slide(pointer: Int, hundredths: Int, at seconds: Double) {
        let value = min(max(hundredths * 8192 / 4800, -8192), 8191)
        let bend = MIDIMessage.bend(channel: Playground.channel(ofPointer: pointer), value: value)
        receive(bend, port: Playground.page, at: seconds)
    }

    mutating func lift(pointer: Int, at seconds: Double) {
        let channel = Playground.channel(ofPointer: pointer)
        for mark in marks where mark.pad != nil && mark.key.channel == channel {
            receive(.noteOff(channel: channel, note: mark.key.note, velocity: 64), port: Playground.page, at: seconds)
        }
        receive(.bend(channel: channel, value: 0), port: Playground.page, at: seconds)
    }

    /// An instrument was unplugged.
    mutating func release(port: Int, at seconds: Double) {
        voices.release(port: port)
        settle(at: seconds)
    }

    mutating func panic() {
        voices.panic()
        marks = []
    }

    /// Names what is held without waiting.
    mutating func nameNow() {
        if !pitches.isEmpty { named = pitches }
    }

    /// Looks whether what is held has been held long enough.
    mutating func look(at seconds: Double) {
        if let pitches = steady.committed(at: seconds), !pitches.isEmpty { named = pitches }
    }

    private mutating func settle(at seconds: Double) {
        let keys = voices.held.map { $0.key }
        marks.removeAll { !keys.contains($0.key) }
        for key in keys where !marks.contains(where: { $0.key == key }) {
            let taken = marks.map { $0.number }
            marks.append(Mark(key: key, number: (0...taken.count).first { !taken.contains($0) } ?? 0))
        }
        steady.see(pitches, at: seconds)
        look(at: seconds)
    }
}

/// How far the page has come with the instruments at hand.
enum MIDIAccess: Sendable, Hashable {
    case unasked
    /// The browser knows no MIDI.
    case missing
    case refused
    /// The device's own MIDI system does not answer.
    case unsupported
    /// The ports by their numbers and names.
    case granted([Port])

    struct Port: Sendable, Hashable {
        let number: Int
        let name: String
    }

    /// Reads what the host found: a word, or a line for each port with its number and its name.
    init?(_ text: String) {
        switch text {
        case "missing": self = .missing
        case "refused": self = .refused
        case "unsupported": self = .unsupported
        default:
            var ports: [Port] = []
            for line in text.split(separator: "\n").dropFirst() {
                let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
                guard let number = words.first.flatMap({ Int($0) }) else { return nil }
                ports.append(Port(number: number, name: words.count > 1 ? words[1] : "unnamed"))
            }
            self = .granted(ports)
        }
    }

    /// What a person is told, and can do about it; nil where all is well.
    var message: String? {
        switch self {
        case .unasked: nil
        case .missing:
            """
            This browser has no MIDI. Chrome, Edge, Firefox and Opera have it. Pads and keys can be played here all the same.
            """
        case .refused:
            "This page was not allowed to use MIDI. Allow it in the browser’s settings of this site, then press again."
        case .unsupported:
            """
            The device’s MIDI system does not answer. Close other music programs or restart the browser, then press again.
            """
        case .granted(let ports) where ports.isEmpty:
            "MIDI is ready, but no instrument is connected. Plug one in and switch it on: it appears here by itself."
        case .granted: nil
        }
    }
}

extension MIDIMessage {
    /// Reads a line of the host's: the number of a port and the bytes of whole messages, `1 903c64`.
    static func read(_ line: some StringProtocol) -> (port: Int, messages: [MIDIMessage])? {
        let words = line.split(separator: " ")
        guard words.count == 2, let port = Int(words[0]) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in words[1].utf8 {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        // A message each time, as the browser hands them over.
        var parser = MIDIParser()
        return (port, parser.receive(bytes))
    }
}
