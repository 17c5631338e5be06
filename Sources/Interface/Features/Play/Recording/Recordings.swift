import Instruments

/// The last two recordings.
struct Recordings: Sendable {
    /// The current or latest recording.
    private(set) var last: Recording?
    /// The recording before it.
    private(set) var previous: Recording?
    /// The recording of an earlier visit, as a file; empty if there is none.
    var earlier: [UInt8] = []
    /// The file of the latest recording, or of the one of an earlier visit; empty if there is none.
    var file: [UInt8] {
        if let last, !last.isEmpty { return last.file.bytes }
        return earlier
    }

    /// What the host keeps of the last minutes; nil until it has reported that.
    var kept: Kept?

    /// Whether the last minutes of MIDI are kept, and whether there are any.
    enum Kept: String, Sendable {
        case off, none, some
    }

    /// - Parameter setup: earlier messages of the instruments that change the meaning of notes.
    mutating func begin(after setup: [MIDIMessage]) {
        if let last, !last.isEmpty { previous = last }
        last = Recording(after: setup)
    }

    mutating func receive(_ message: MIDIMessage, port: Int, at seconds: Double, isEcho: Bool = false) {
        last?.receive(message, port: port, at: seconds, isEcho: isEcho)
    }

    /// Ends held notes, on one port or on all.
    mutating func end(port: Int? = nil, at seconds: Double) { last?.end(port: port, at: seconds) }

    mutating func stop(at seconds: Double) {
        last?.stop(at: seconds)
        // Pressing twice by mistake must not lose what was played.
        if last?.isEmpty == true, previous != nil {
            last = previous
            previous = nil
        }
    }

    /// Exchanges the last recording and the one before it.
    mutating func exchange() { swap(&last, &previous) }
}
