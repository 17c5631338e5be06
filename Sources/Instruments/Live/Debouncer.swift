/// Debounces a value: a new value counts only after it has not changed for a while. Chord names then do not flicker
/// while the fingers find their keys.
public struct Debouncer<Value: Hashable & Sendable>: Sendable, Hashable {
    /// Seconds for which a value must not change.
    public let patience: Double
    private var latest: Value?
    private var since = 0.0
    private var stable: Value?

    /// - Parameter patience: seconds.
    public init(patience: Double = 0.2) {
        self.patience = patience
    }

    /// Sets the current value.
    /// - Parameter seconds: the time on any monotonic clock.
    public mutating func update(_ value: Value, at seconds: Double) {
        guard value != latest else { return }
        // The previous value may have become stable since the last call.
        _ = stableValue(at: seconds)
        latest = value
        since = seconds
    }

    /// The last stable value; nil before the first one.
    /// - Parameter seconds: the time on the same clock.
    public mutating func stableValue(at seconds: Double) -> Value? {
        if let latest, seconds >= since + patience { stable = latest }
        return stable
    }
}
