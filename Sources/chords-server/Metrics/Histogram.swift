/// A histogram of durations.
struct Histogram: Sendable {
    /// The bucket bounds in seconds. Direct answers take microseconds and screens milliseconds.
    private static let bounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    private static let nanoseconds = bounds.map { Int64(($0 * 1e9).rounded()) }

    /// The count of each bucket; the last one has no bound.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var sum: Int64 = 0

    mutating func observe(nanoseconds: Int64) {
        counts[Self.nanoseconds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count] += 1
        sum += nanoseconds
    }

    /// Cumulative counts by bound in seconds.
    var buckets: [(bound: Double, count: Int)] {
        var count = 0
        return zip(Self.bounds + [.infinity], counts).map { bound, more in
            count += more
            return (bound, count)
        }
    }

    var count: Int { counts.reduce(0, +) }

    /// The sum of all durations.
    var seconds: Double { Double(sum) / 1e9 }

    static func += (sum: inout Histogram, other: Histogram) {
        for bucket in sum.counts.indices { sum.counts[bucket] += other.counts[bucket] }
        sum.sum += other.sum
    }
}
