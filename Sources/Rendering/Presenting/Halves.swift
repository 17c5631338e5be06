import Harmony

/// The same for each of the two chords.
package struct Halves<Value: Sendable & Hashable>: Sendable, Hashable {
    package var lower: Value
    package var upper: Value

    package init(lower: Value, upper: Value) {
        self.lower = lower
        self.upper = upper
    }

    package subscript(half: Half) -> Value {
        get { half == .lower ? lower : upper }
        set {
            switch half {
            case .lower: lower = newValue
            case .upper: upper = newValue
            }
        }
    }

    package mutating func swap() { (lower, upper) = (upper, lower) }
}
