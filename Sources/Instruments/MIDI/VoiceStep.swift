/// What one message, or the end of a port, has done to the voices: for screens that follow what is held.
public struct VoiceStep: Sendable {
    /// When it came, on the page's clock.
    public let seconds: Double
    /// Nil where a port was unplugged or everything was silenced.
    public let message: MIDIMessage?
    public let port: Int
    /// The voices before and after it.
    public let before: [Voice]
    public let after: [Voice]
    /// Whether another port has just sent the same message, so that it counts once.
    public let isEcho: Bool

    public init(at seconds: Double, _ message: MIDIMessage?, port: Int, from before: [Voice], to after: [Voice], isEcho: Bool = false) {
        self.seconds = seconds
        self.message = message
        self.port = port
        self.before = before
        self.after = after
        self.isEcho = isEcho
    }

    /// Keys that were under a finger before and are not any more, whether or not a pedal holds their notes.
    public var letGo: [VoiceKey] {
        before.filter { voice in !voice.isSustained && !after.contains { $0.key == voice.key && !$0.isSustained } }.map { $0.key }
    }
}
