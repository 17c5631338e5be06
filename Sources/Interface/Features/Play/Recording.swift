import Instruments

/// What has been played since recording began.
struct Recording: Sendable, Hashable {
    private struct Moment: Sendable, Hashable {
        let seconds: Double
        let message: MIDIMessage
    }

    /// A quarter of an hour of slides without a pause, or a whole evening of plain playing; then recording ends by
    /// itself.
    private static let limit = 500_000
    /// What the instruments had said before, without which the notes would not mean the same.
    private let setup: [MIDIMessage]
    /// In pieces, since a state that is compared with the one before must not be copied whole for every message.
    private var pieces: [[Moment]] = []
    /// Keys that are down and pedals too, each with what will end it.
    private var open: [Ending] = []
    private(set) var isRunning = true
    /// When the first note was struck: the silence before it is not recorded.
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

    /// Messages to the whole system, such as a clock, are no music.
    /// - Parameter isEcho: whether another port has just sent the same; it is recorded once.
    mutating func receive(_ message: MIDIMessage, port: Int, at seconds: Double, isEcho: Bool = false) {
        guard isRunning, message.channel != nil else { return }
        switch message {
        // Its end on this port ends nothing.
        case .noteOn where isEcho: return
        case .noteOn(let channel, let note, _):
            if beginning == nil { beginning = seconds }
            open.append(Ending(port: port, message: .noteOff(channel: channel, note: note, velocity: 64)))
        case .noteOff(let channel, let note, _):
            let ending = Ending(port: port, message: .noteOff(channel: channel, note: note, velocity: 64))
            // One that was struck before recording began.
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

    /// Ends what is down, on one port or on all, as when an instrument is unplugged.
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
