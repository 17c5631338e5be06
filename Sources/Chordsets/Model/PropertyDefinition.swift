import JSONText

/// The definition of a numeric property: name, range and default.
public struct PropertyDefinition: Sendable, Hashable {
    public let name: String
    public let range: ClosedRange<Double>
    public let initial: Double
    /// Whether only integers are valid.
    public let isWhole: Bool

    init(_ name: String, _ range: ClosedRange<Double>, initial: Double, isWhole: Bool = false) {
        self.name = name
        self.range = range
        self.initial = initial
        self.isWhole = isWhole
    }

    /// The value rounded to thousandths, which is written and read without loss.
    /// - Throws: if the value is out of range.
    public func checked(_ value: Double) throws(ChordsetError) -> Double {
        guard range.contains(value), !isWhole || value == Double(Int(value)) else {
            let kind = isWhole ? "a whole number" : "a number"
            let given = value.isFinite ? JSON.thousandths(value).text : ""
            // A value that looks valid when it is rounded is left out.
            let isShown = value.isFinite && given != JSON.thousandths(clamped(value)).text
            throw ChordsetError("\(name)\(isShown ? " is " + given + ": it" : "") must be \(kind) from \(bounds).")
        }
        return PropertyDefinition.thousandths(value)
    }

    /// The nearest valid value; the initial one for NaN.
    public func clamped(_ value: Double) -> Double {
        if value.isNaN { return initial }
        let bounded = min(max(value, range.lowerBound), range.upperBound)
        return isWhole ? Double(PropertyDefinition.nearest(bounded)) : PropertyDefinition.thousandths(bounded)
    }

    private static func thousandths(_ value: Double) -> Double { Double(nearest(value * 1000)) / 1000 }

    /// Rounds without `rounded()`, which needs a math library that the page's engine does not have.
    private static func nearest(_ value: Double) -> Int { Int(value < 0 ? value - 0.5 : value + 0.5) }

    private var bounds: String {
        JSON.thousandths(range.lowerBound).text + " to " + JSON.thousandths(range.upperBound).text
    }
}
