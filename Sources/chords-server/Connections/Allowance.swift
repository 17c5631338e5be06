import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// How many requests an address may make: a minute’s worth at once, and as many again each minute (a “token bucket”).
final class Allowance: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: NIODeadline
    }

    /// A change writes to the disk and wakes all who listen, so it counts as ten readings, and as one more for each KiB.
    private static let costOfChange = 10.0
    private static let bytesOfReading = 1024
    /// The most addresses that are remembered. Of more, those are forgotten that have been quiet, which have their whole
    /// allowance anyway, and if that is not enough all: then many thousands ask, and no one of them much.
    private static let mostAddresses = 10_000

    /// The most that is there at once.
    private let most: Double
    private let perMinute: Double
    private let countsLoopback: Bool
    private let buckets = NIOLockedValueBox<[IPAddress: Bucket]>([:])

    /// - Parameter countsLoopback: whether what runs on this machine is counted too. It could do worse without us.
    init(perMinute: Int, countsLoopback: Bool) {
        most = Double(perMinute)
        self.perMinute = most
        self.countsLoopback = countsLoopback
    }

    /// For what is rare: an hour’s worth at once, and as many again each hour.
    init(perHour: Int, countsLoopback: Bool) {
        most = Double(perHour)
        perMinute = most / 60
        self.countsLoopback = countsLoopback
    }

    /// Takes a request off an address’s allowance.
    /// - Returns: nil, or after how many seconds there is enough for it again.
    func secondsToWait(_ address: IPAddress?, method: HTTPMethod, now: NIODeadline) -> Int? {
        secondsToWait(address, cost: method.reads ? 1 : Self.costOfChange, now: now)
    }

    /// The same for what a change writes.
    func secondsToWait(_ address: IPAddress?, bytes: Int, now: NIODeadline) -> Int? {
        let cost = min(bytes / Self.bytesOfReading, Int(most))
        return cost > 0 ? secondsToWait(address, cost: Double(cost), now: now) : nil
    }

    func secondsToWait(_ address: IPAddress?, cost: Double, now: NIODeadline) -> Int? {
        guard let address, countsLoopback || !address.isLoopback else { return nil }
        let household = address.household
        return buckets.withLockedValue { buckets in
            var bucket = buckets[household] ?? Bucket(tokens: most, filled: now)
            bucket.tokens = tokens(of: bucket, at: now)
            bucket.filled = now
            let missing = cost - bucket.tokens
            if missing <= 0 { bucket.tokens -= cost }
            if buckets.count >= Self.mostAddresses, buckets[household] == nil {
                buckets = buckets.filter { tokens(of: $1, at: now) < most }
                if buckets.count >= Self.mostAddresses { buckets = [:] }
            }
            buckets[household] = bucket
            return missing <= 0 ? nil : Int((missing / perMinute * 60).rounded(.up))
        }
    }

    private func tokens(of bucket: Bucket, at now: NIODeadline) -> Double {
        let minutes = Double((now - bucket.filled).nanoseconds) / 60e9
        return min(most, bucket.tokens + minutes * perMinute)
    }
}
