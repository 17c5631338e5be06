import Practice

/// When something is done: by the page's clock, and by the calendar.
struct Moment: Sendable, Hashable {
    let milliseconds: Int
    let stamp: Stamp

    var seconds: Double { Double(milliseconds) / 1000 }

    init(milliseconds: Int = 0, stamp: Stamp = Stamp(at: 0)) {
        self.milliseconds = milliseconds
        self.stamp = stamp
    }

    /// Reads what the host puts for `{now} {date}`: `4711 1790000000+60`; nil for what no clock says.
    init?(_ milliseconds: String, _ stamp: String) {
        guard let milliseconds = Int(milliseconds), milliseconds >= 0, let stamp = Stamp(stamp) else { return nil }
        self.init(milliseconds: milliseconds, stamp: stamp)
    }
}
