import Harmony
import Instruments

/// A log of incoming MIDI messages.
struct Monitor: Sendable, Hashable {
    /// Kinds of messages that can be hidden. Fingers send a hundred movements for every note.
    enum Kind: String, CaseIterable, Sendable, Hashable {
        case notes, controls, expression, system, clock

        var name: String {
            switch self {
            case .notes: PlayText.notes
            case .controls: PlayText.controls
            case .expression: PlayText.expression
            case .system: PlayText.system
            case .clock: PlayText.clock
            }
        }

        init(_ message: MIDIMessage) {
            self =
                switch message {
                case .noteOn, .noteOff: .notes
                case .control, .program: .controls
                case .bend, .pressure, .polyPressure: .expression
                case .clock, .activeSensing, .timeCode: .clock
                default: .system
                }
        }
    }

    struct Entry: Sendable, Hashable {
        /// Counted from 0 since the monitor was opened.
        let number: Int
        let seconds: Double
        let port: Int
        let message: MIDIMessage
        /// Its bytes as received, two digits each.
        let hex: String
    }

    /// Maximum number of messages of each kind that are kept.
    static let maximumKept = 60
    /// Maximum number of messages that are shown.
    static let maximumShown = 30

    private(set) var isOpen = false
    var isPaused = false
    /// A clock alone fills the list in half a second.
    private(set) var hidden: [Kind] = [.clock]
    /// By kind: many messages of one kind do not displace the others.
    private var entries: [[Entry]] = Kind.allCases.map { _ in [] }
    private var count = 0

    mutating func open(_ isOpen: Bool) {
        self = Monitor()
        self.isOpen = isOpen
    }

    mutating func toggle(_ kind: Kind) {
        if hidden.contains(kind) { hidden.removeAll { $0 == kind } } else { hidden.append(kind) }
    }

    mutating func clear() { entries = Kind.allCases.map { _ in [] } }

    /// Adds a message, unless the monitor is closed or paused.
    /// - Parameter hex: its bytes as received; nil if it was not received from outside.
    mutating func note(_ message: MIDIMessage, hex: String?, port: Int, at seconds: Double) {
        guard isOpen, !isPaused, let place = Kind.allCases.firstIndex(of: Kind(message)) else { return }
        let hex = hex ?? message.bytes.hex
        entries[place].append(Entry(number: count, seconds: seconds, port: port, message: message, hex: hex))
        if entries[place].count > Monitor.maximumKept { entries[place].removeFirst() }
        count += 1
    }

    /// The messages of the visible kinds, newest first.
    var latest: [Entry] {
        let seen = zip(Kind.allCases, entries).flatMap { hidden.contains($0) ? [] : $1 }
        return Array(seen.ordered { $0.number > $1.number }.prefix(Monitor.maximumShown))
    }
}
