/// Something that is played and that is believed only once it has stayed the same for a while, so that what is said of
/// it does not flicker while the fingers find their keys.
public struct Steady<Value: Hashable & Sendable>: Sendable, Hashable {
    /// For how many seconds a value must stay.
    public let patience: Double
    private var seen: Value?
    private var since = 0.0
    private var believed: Value?

    /// - Parameter patience: in seconds.
    public init(patience: Double = 0.2) {
        self.patience = patience
    }

    /// What is played now.
    /// - Parameter seconds: the time on any clock that does not go backwards.
    public mutating func see(_ value: Value, at seconds: Double) {
        guard value != seen else { return }
        // It may have stayed long enough since the last look.
        _ = committed(at: seconds)
        seen = value
        since = seconds
    }

    /// The last value that had stayed long enough by now; nil before there was one.
    /// - Parameter seconds: the time on the same clock.
    public mutating func committed(at seconds: Double) -> Value? {
        if let seen, seconds >= since + patience { believed = seen }
        return believed
    }
}
