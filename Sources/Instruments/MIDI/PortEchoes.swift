/// Finds messages that one instrument sends on two ports, as a piano does that is connected by USB and by Bluetooth.
public struct PortEchoes: Sendable {
    /// Seconds within which the same message from another port is the same key: about 15 ms, in whole milliseconds.
    public static let window = 0.0155
    private var recent: [(port: Int, message: MIDIMessage, seconds: Double)] = []
    /// More messages than that do not come within the window.
    private static let limit = 64

    public init() {}

    /// The port that has sent the same message within the window; nil where the message is the first of its kind.
    public mutating func origin(of message: MIDIMessage, port: Int, at seconds: Double) -> Int? {
        if message.channel == nil { return nil }
        let first = recent.first { $0.port != port && $0.message == message && abs($0.seconds - seconds) < PortEchoes.window }
        if let first { return first.port }
        if recent.count == PortEchoes.limit { recent.removeFirst() }
        recent.append((port, message, seconds))
        return nil
    }
}
