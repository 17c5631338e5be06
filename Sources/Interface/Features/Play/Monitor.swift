import Harmony
import Instruments

/// A log of incoming MIDI messages.
struct Monitor: Sendable, Hashable {
    /// Kinds that can be hidden, for a player's fingers send a hundred movements for every note.
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
        /// How many came before it since the monitor was opened.
        let number: Int
        let seconds: Double
        let port: Int
        let message: MIDIMessage
        /// Its bytes as they came, two digits each.
        let hex: String
    }

    /// How many of each kind are kept.
    static let kept = 60
    /// How many are shown.
    static let shown = 30

    private(set) var isOpen = false
    var isPaused = false
    /// A clock alone would fill the list in half a second.
    private(set) var hidden: [Kind] = [.clock]
    /// Of each kind, so that a storm of one does not drive out the others.
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

    /// Nothing is noted while the monitor is closed or paused.
    /// - Parameter hex: its bytes as they came, where that was from outside.
    mutating func note(_ message: MIDIMessage, hex: String?, port: Int, at seconds: Double) {
        guard isOpen, !isPaused, let place = Kind.allCases.firstIndex(of: Kind(message)) else { return }
        let hex = hex ?? message.bytes.hex
        entries[place].append(Entry(number: count, seconds: seconds, port: port, message: message, hex: hex))
        if entries[place].count > Monitor.kept { entries[place].removeFirst() }
        count += 1
    }

    /// The latest first, without the kinds that are hidden.
    var latest: [Entry] {
        let seen = zip(Kind.allCases, entries).flatMap { hidden.contains($0) ? [] : $1 }
        return Array(seen.ordered { $0.number > $1.number }.prefix(Monitor.shown))
    }
}
