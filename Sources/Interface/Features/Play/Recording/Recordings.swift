import Instruments

/// The last two recordings.
struct Recordings: Sendable {
    /// What is being recorded or was recorded last.
    private(set) var last: Recording?
    /// What was recorded before that.
    private(set) var previous: Recording?

    /// - Parameter setup: what the instruments have sent before that changes the meaning of notes.
    mutating func begin(after setup: [MIDIMessage]) {
        if let last, !last.isEmpty { previous = last }
        last = Recording(after: setup)
    }

    mutating func receive(_ message: MIDIMessage, port: Int, at seconds: Double, isEcho: Bool = false) {
        last?.receive(message, port: port, at: seconds, isEcho: isEcho)
    }

    /// Ends what is held, on one port or on all.
    mutating func end(port: Int? = nil, at seconds: Double) { last?.end(port: port, at: seconds) }

    mutating func stop(at seconds: Double) {
        last?.stop(at: seconds)
        // Pressing twice by mistake must not lose what was played.
        if last?.isEmpty == true, previous != nil {
            last = previous
            previous = nil
        }
    }

    /// Goes back to the recording before the last one, which takes its place.
    mutating func exchange() { swap(&last, &previous) }
}
