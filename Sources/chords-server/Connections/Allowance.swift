import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// A rate limiter by address (token bucket). A bucket holds one minute's requests and refills at that rate.
final class Allowance: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: NIODeadline
    }

    /// The cost of a change, which writes to disk and notifies all listeners. Each KiB of its body costs one more.
    private static let costOfChange = 10.0
    private static let bytesOfReading = 1024
    /// The maximum number of buckets. Beyond it, full buckets are dropped and, if that is not enough, all of them.
    private static let mostAddresses = 10_000

    /// The capacity of a bucket.
    private let most: Double
    private let perMinute: Double
    private let countsLoopback: Bool
    private let buckets = NIOLockedValueBox<[IPAddress: Bucket]>([:])

    /// - Parameter countsLoopback: whether programs on this machine are limited too.
    init(perMinute: Int, countsLoopback: Bool) {
        most = Double(perMinute)
        self.perMinute = most
        self.countsLoopback = countsLoopback
    }

    /// A limiter for rare requests. A bucket holds one hour's requests and refills at that rate.
    init(perHour: Int, countsLoopback: Bool) {
        most = Double(perHour)
        perMinute = most / 60
        self.countsLoopback = countsLoopback
    }

    /// Charges a request to an address.
    /// - Returns: nil if allowed, otherwise the seconds until it will be.
    func secondsToWait(_ address: IPAddress?, method: HTTPMethod, now: NIODeadline) -> Int? {
        secondsToWait(address, cost: method.reads ? 1 : Self.costOfChange, now: now)
    }

    /// Charges the body of a change.
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
