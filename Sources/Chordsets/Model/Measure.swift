import JSONText

/// A number of a light chord or a lumi: its name, its range and its default.
public struct Measure: Sendable, Hashable {
    public let name: String
    public let range: ClosedRange<Double>
    public let initial: Double
    /// Whether only whole numbers make sense.
    public let isWhole: Bool

    init(_ name: String, _ range: ClosedRange<Double>, initial: Double, isWhole: Bool = false) {
        self.name = name
        self.range = range
        self.initial = initial
        self.isWhole = isWhole
    }

    /// A value as it is kept: to a thousandth, so that it is written and read without loss.
    /// - Throws: a message with the range, if the value lies beyond.
    public func checked(_ value: Double) throws(ChordsetError) -> Double {
        guard range.contains(value), !isWhole || value == Double(Int(value)) else {
            let kind = isWhole ? "a whole number" : "a number"
            let given = value.isFinite ? JSON.thousandths(value).text : "none"
            throw ChordsetError("\(name) is \(given): it must be \(kind) from \(bounds).")
        }
        return Measure.thousandths(value)
    }

    /// The nearest value that there may be.
    public func clamped(_ value: Double) -> Double {
        let bounded = min(max(value, range.lowerBound), range.upperBound)
        return isWhole ? Double(Measure.nearest(bounded)) : Measure.thousandths(bounded)
    }

    private static func thousandths(_ value: Double) -> Double { Double(nearest(value * 1000)) / 1000 }

    /// Not “rounded()”, which the page's engine, without a mathematical library, does not have.
    private static func nearest(_ value: Double) -> Int { Int(value < 0 ? value - 0.5 : value + 0.5) }

    private var bounds: String {
        JSON.thousandths(range.lowerBound).text + " to " + JSON.thousandths(range.upperBound).text
    }
}
