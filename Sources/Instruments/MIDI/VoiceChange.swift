/// The change of voices by one message, or by the end of a port.
public struct VoiceChange: Sendable {
    /// The time on the page's clock.
    public let seconds: Double
    /// Nil if a port was unplugged or all notes were silenced.
    public let message: MIDIMessage?
    public let port: Int
    public let before: [Voice]
    public let after: [Voice]
    /// Whether this duplicates a message of another port.
    public let isEcho: Bool

    public init(
        at seconds: Double, _ message: MIDIMessage?, port: Int, from before: [Voice], to after: [Voice],
        isEcho: Bool = false
    ) {
        self.seconds = seconds
        self.message = message
        self.port = port
        self.before = before
        self.after = after
        self.isEcho = isEcho
    }

    /// Keys that fingers released, even if a pedal sustains their notes.
    public var releasedKeys: [VoiceKey] {
        before.filter { voice in
            !voice.isSustained && !after.contains { $0.key == voice.key && !$0.isSustained }
        }.map { $0.key }
    }
}
