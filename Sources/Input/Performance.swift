import Instruments
import JSONText
import Practice

/// A recording to be judged: keys and pedal over time. All channels of an instrument are one pair of hands. Drums, on
/// channel 10, are ignored unless the channel belongs to an MPE zone.
public struct Performance: Sendable {
    /// In order of time.
    public let strokes: [TimedStroke]
    /// The file and the tick of each stroke; nil if only seconds are known.
    private let source: (file: MIDIFile, ticks: [Int])?

    /// The maximum number of strokes. An hour of five-note chords, one per second, has fewer.
    public static let maximumStrokes = 40_000

    /// - Throws: if there are too many strokes.
    public init(_ file: MIDIFile) throws(InputError) {
        var transcript = Transcript()
        for message in file.messages {
            transcript.receive(message)
            try Performance.check(transcript.strokes.count)
        }
        strokes = transcript.strokes
        source = (file, transcript.ticks)
    }

    /// Reads a Standard MIDI File.
    /// - Throws: also if the file is damaged, because then the recording is incomplete.
    public init(reading bytes: [UInt8]) throws(InputError) {
        let file: MIDIFile
        do throws(MIDIFileError) {
            file = try MIDIFile(bytes)
        } catch {
            throw InputError(error)
        }
        try self.init(file)
    }

    /// Reads a list of strokes, each with its time: `{"seconds": 0.5, "down": 60}`, and likewise `up`, `pedal` (true if
    /// it goes down) and `allUp`.
    public init(reading json: JSON) throws(InputError) {
        guard let list = json.array else { throw InputError("“strokes” must be a JSON array.") }
        try Performance.check(list.count)
        var strokes: [TimedStroke] = []
        strokes.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            let stroke = try Performance.stroke(element, index + 1)
            if let last = strokes.last, stroke.seconds < last.seconds {
                throw InputError(
                    "Stroke \(index + 1) is earlier than the one before it. Give strokes in order of time.")
            }
            strokes.append(stroke)
        }
        self.strokes = strokes
        source = nil
    }

    private static func check(_ count: Int) throws(InputError) {
        guard count <= maximumStrokes else {
            throw InputError("A recording has at most \(maximumStrokes) strokes of keys and pedal. Send it in parts.")
        }
    }

    /// The maximum time of a stroke: a day.
    public static let maximumTime = 86_400.0

    /// The kinds of strokes.
    private enum StrokeName: String {
        case down, up, pedal, allUp
    }

    private static func stroke(_ json: JSON, _ number: Int) throws(InputError) -> TimedStroke {
        let expected = "expected an object with “seconds” and “down”, “up”, “pedal” or “allUp”"
        guard let names = json.names, names.count == 2, let seconds = json["seconds"],
            let name = names.first(where: { $0 != "seconds" })
        else { throw InputError("Stroke \(number) cannot be read: \(expected).") }
        guard let time = seconds.number, time >= 0, time <= maximumTime else {
            throw InputError(
                "“seconds” of stroke \(number) is not a time: expected a number from 0 to \(Int(maximumTime)).")
        }
        let value = json[name]
        let stroke = StrokeName(rawValue: name)
        switch stroke {
        case .down, .up:
            guard let key = value?.int, (0...127).contains(key) else {
                throw InputError("The key of stroke \(number) is not a key: expected a MIDI number from 0 to 127.")
            }
            return TimedStroke(stroke == .down ? .down(key) : .up(key), at: time)
        case .pedal:
            guard let isDown = value?.bool else {
                throw InputError("“pedal” of stroke \(number) must be true or false.")
            }
            return TimedStroke(.pedal(isDown), at: time)
        case .allUp:
            guard value?.bool == true else {
                throw InputError("“allUp” of stroke \(number) must be true, or left out.")
            }
            return TimedStroke(.allUp, at: time)
        default: throw InputError("Stroke \(number) cannot be read: \(expected).")
        }
    }

    /// The position in the music of the last stroke up to a time; nil if only seconds are known.
    package func position(atSeconds seconds: Double) -> MIDIFile.Position? {
        guard let source else { return nil }
        var low = 0
        var high = strokes.count
        // The first later stroke. Times are sums of fractions and therefore not exact.
        while low < high {
            let middle = (low + high) / 2
            if strokes[middle].seconds > seconds + 1e-9 { high = middle } else { low = middle + 1 }
        }
        return low > 0 ? source.file.position(atTick: source.ticks[low - 1]) : nil
    }
}

/// Turns MIDI messages into strokes.
private struct Transcript {
    private(set) var strokes: [TimedStroke] = []
    private(set) var ticks: [Int] = []
    private var voices = Voices()

    mutating func receive(_ message: MIDIFile.TimedMessage) {
        var struck: Int?
        if case .noteOn(let channel, let note, _) = message.message {
            // Drums, unless the channel belongs to an MPE zone.
            if channel == 10, voices.manager(ofChannel: 10) == nil { return }
            struck = note
        }
        let before = voices.held
        voices.receive(message.message)
        for stroke in Stroke.between(before, voices.held, striking: struck) {
            strokes.append(TimedStroke(stroke, at: message.seconds))
            ticks.append(message.tick)
        }
    }
}

extension Stroke {
    /// The changes of keys between two states: keys that were released or fell silent, then the key that was struck.
    /// - Parameters:
    ///   - struck: the key of a Note On, which counts as struck again if it is already down.
    ///   - semitones: how far written pitch is above sounding pitch.
    package static func between(_ before: [Voice], _ after: [Voice], striking struck: Int?, raisedBy semitones: Int = 0)
        -> [Stroke]
    {
        var strokes: [Stroke] = []
        var seen: [Int] = []
        for voice in before {
            let key = voice.key.note
            if key == struck || seen.contains(key) { continue }
            seen.append(key)
            let (old, new) = (Stroke.hold(key, before), Stroke.hold(key, after))
            guard old != new else { continue }
            strokes.append(new == .pedal ? .sustain(key + semitones) : .up(key + semitones))
        }
        if let struck { strokes.append(.down(struck + semitones)) }
        return strokes
    }

    private enum Hold { case none, pedal, finger }

    /// Identifies a finger on a key. One finger on any channel of any instrument holds the key.
    private static func hold(_ key: Int, _ voices: [Voice]) -> Hold {
        var hold = Hold.none
        for voice in voices where voice.key.note == key {
            if !voice.isSustained { return .finger }
            hold = .pedal
        }
        return hold
    }
}
