import Harmony

/// The same for each of the two chords.
struct Halves<Value: Sendable & Hashable>: Sendable, Hashable {
    var lower: Value
    var upper: Value

    subscript(half: Half) -> Value {
        get { half == .lower ? lower : upper }
        set {
            switch half {
            case .lower: lower = newValue
            case .upper: upper = newValue
            }
        }
    }

    mutating func swap() { (lower, upper) = (upper, lower) }
}
