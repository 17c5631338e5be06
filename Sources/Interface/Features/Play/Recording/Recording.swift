import Instruments

/// The music played since recording began.
struct Recording: Sendable, Hashable {
    private struct Moment: Sendable, Hashable {
        let seconds: Double
        let message: MIDIMessage
    }

    /// Messages after which recording ends by itself: a quarter of an hour of slides, or an evening of plain playing.
    private static let limit = 500_000
    /// Earlier messages of the instruments that change the meaning of notes.
    private let setup: [MIDIMessage]
    /// In pieces: the state before an action is kept, so a single array would be copied for every message.
    private var pieces: [[Moment]] = []
    /// The messages that will end held keys and pedals.
    private var open: [Ending] = []
    private(set) var isRunning = true
    /// The time of the first note. Silence before it is not recorded.
    private var beginning: Double?
    private var latest = 0.0

    private struct Ending: Sendable, Hashable {
        let port: Int
        let message: MIDIMessage
    }

    init(after setup: [MIDIMessage]) { self.setup = setup }

    var isEmpty: Bool { beginning == nil }
    /// In seconds.
    var duration: Double { beginning.map { max(0, latest - $0) } ?? 0 }

    /// Records a message, unless it concerns the whole system, as a clock does.
    /// - Parameter isEcho: whether another port has just sent the same message, which is recorded once.
    mutating func receive(_ message: MIDIMessage, port: Int, at seconds: Double, isEcho: Bool = false) {
        guard isRunning, message.channel != nil else { return }
        switch message {
        // Its Note Off on this port ends nothing.
        case .noteOn where isEcho: return
        case .noteOn(let channel, let note, _):
            if beginning == nil { beginning = seconds }
            open.append(Ending(port: port, message: .noteOff(channel: channel, note: note, velocity: 64)))
        case .noteOff(let channel, let note, _):
            let ending = Ending(port: port, message: .noteOff(channel: channel, note: note, velocity: 64))
            // The note was struck before recording began.
            guard open.contains(ending) else { return }
            open.removeAll { $0 == ending }
        case .control(let channel, 64, let value):
            let ending = Ending(port: port, message: .control(channel: channel, controller: 64, value: 0))
            open.removeAll { $0 == ending }
            if isEcho { return }
            if value >= 64 { open.append(ending) }
        default: if isEcho { return }
        }
        append(message, at: seconds)
        if pieces.count > Recording.limit / 512 { stop(at: seconds) }
    }

    private mutating func append(_ message: MIDIMessage, at seconds: Double) {
        latest = max(latest, seconds)
        let moment = Moment(seconds: seconds, message: message)
        if let last = pieces.indices.last, pieces[last].count < 512 {
            pieces[last].append(moment)
        } else {
            pieces.append([moment])
        }
    }

    /// Ends held keys and pedals on one port or on all, for example when an instrument is unplugged.
    mutating func end(port: Int? = nil, at seconds: Double) {
        guard isRunning else { return }
        for ending in open where port == nil || ending.port == port { append(ending.message, at: seconds) }
        open.removeAll { port == nil || $0.port == port }
    }

    mutating func stop(at seconds: Double) {
        end(at: seconds)
        isRunning = false
    }

    var file: MIDIFile {
        let beginning = beginning ?? 0
        let moments = pieces.flatMap { $0 }.map { (seconds: $0.seconds - beginning, message: $0.message) }
        return MIDIFile(recording: setup.map { (0, $0) } + moments)
    }
}
