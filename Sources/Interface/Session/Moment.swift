import Practice

/// The time of an action: by the page's clock, and as a date.
struct Moment: Sendable, Hashable {
    let milliseconds: Int
    let stamp: Timestamp

    var seconds: Double { Double(milliseconds) / 1000 }

    init(milliseconds: Int = 0, stamp: Timestamp = Timestamp(at: 0)) {
        self.milliseconds = milliseconds
        self.stamp = stamp
    }

    /// Reads what the host fills in for `{now} {date}`: `4711 1790000000+60`. Nil if it is invalid.
    init?(_ milliseconds: String, _ stamp: String) {
        guard let milliseconds = Int(milliseconds), milliseconds >= 0, let stamp = Timestamp(stamp) else { return nil }
        self.init(milliseconds: milliseconds, stamp: stamp)
    }
}
