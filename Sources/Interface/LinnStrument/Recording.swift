import Instruments

/// What has been played since recording began.
struct Recording: Sendable, Hashable {
    private struct Moment: Sendable, Hashable {
        let seconds: Double
        let message: MIDIMessage
    }

    /// Enough for an hour of a busy player with all slides; then recording ends by itself.
    private static let limit = 500_000
    /// In pieces, since a state that is compared with the one before must not be copied whole for every message.
    private var pieces: [[Moment]] = []
    private(set) var isRunning = true
    /// From the first message to the last, in seconds.
    private(set) var duration = 0.0

    var isEmpty: Bool { pieces.isEmpty }

    mutating func receive(_ message: MIDIMessage, at seconds: Double) {
        guard isRunning else { return }
        // The silence before the first note is nobody's music.
        if let first = pieces.first?.first { duration = max(0, seconds - first.seconds) }
        let moment = Moment(seconds: seconds, message: message)
        if let last = pieces.indices.last, pieces[last].count < 512 {
            pieces[last].append(moment)
        } else {
            pieces.append([moment])
        }
        if pieces.count > Recording.limit / 512 { isRunning = false }
    }

    /// - Parameter held: the keys that are still down, which end with the recording.
    mutating func stop(_ held: [VoiceKey], at seconds: Double) {
        if !isEmpty {
            for key in held { receive(.noteOff(channel: key.channel, note: key.note, velocity: 64), at: seconds) }
        }
        isRunning = false
    }

    var file: MIDIFile {
        let begin = pieces.first?.first?.seconds ?? 0
        return MIDIFile(recording: pieces.flatMap { $0 }.map { ($0.seconds - begin, $0.message) })
    }
}
