/// Detects duplicate messages of one instrument on two ports, for example USB and Bluetooth.
public struct PortEchoes: Sendable {
    /// Seconds within which the same message from another port is a duplicate: 15 ms, plus rounding to milliseconds.
    public static let window = 0.0155
    private var recent: [(port: Int, message: MIDIMessage, seconds: Double)] = []
    /// The maximum number of messages within the window.
    private static let limit = 64

    public init() {}

    /// The other port that sent the same message within the window; nil if this is the first one.
    public mutating func origin(of message: MIDIMessage, port: Int, at seconds: Double) -> Int? {
        if message.channel == nil { return nil }
        let first = recent.first {
            $0.port != port && $0.message == message && abs($0.seconds - seconds) < PortEchoes.window
        }
        if let first { return first.port }
        if recent.count == PortEchoes.limit { recent.removeFirst() }
        recent.append((port, message, seconds))
        return nil
    }
}
