import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

/// Limits the rate of requests by address.
struct RateLimit: RequestCheck {
    let limiter: RateLimiter

    /// The cost of a change, which writes to disk and notifies all listeners. Each KiB that is stored costs one more.
    static let costOfChange = 10.0
    private static let bytesOfReading = 1024

    func check(_ request: Request, _ context: inout ServerRequestContext) throws(RequestError) {
        let cost = Self.cost(of: request, at: context.path)
        guard let seconds = limiter.retryAfter(context.client, cost: cost, now: .now()) else { return }
        throw RequestError(
            .tooManyRequests, "Too many requests from your address. Try again in \(seconds) s.", retryAfter: seconds)
    }

    static func cost(of request: Request, at path: String) -> Double {
        if request.method.reads { return 1 }
        guard !request.method.isSafe, Route.isStored(path), path != Route.readingTunes else { return costOfChange }
        return costOfChange + Double(request.bodyLength / bytesOfReading)
    }
}

/// A token bucket by address. A bucket holds the requests of a period and refills at that rate.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: NIODeadline
    }

    /// The maximum number of buckets. Beyond it, full buckets are dropped and, if that is not enough, all of them.
    private static let maximumAddresses = 10_000

    private let capacity: Double
    private let perSecond: Double
    private let countsLoopback: Bool
    private let buckets = NIOLockedValueBox<[IPAddress: Bucket]>([:])

    /// - Parameters:
    ///   - requests: the capacity, which refills in `period`.
    ///   - countsLoopback: whether programs on this machine are limited too.
    init(_ requests: Int, per period: Duration, countsLoopback: Bool) {
        capacity = Double(requests)
        perSecond = capacity / Double(period.components.seconds)
        self.countsLoopback = countsLoopback
    }

    /// Charges an address. A cost above the capacity counts as the capacity.
    /// - Returns: nil if allowed, otherwise the seconds until it will be.
    func retryAfter(_ address: IPAddress?, cost: Double, now: NIODeadline) -> Int? {
        guard let address, countsLoopback || !address.isLoopback else { return nil }
        let prefix = address.prefix
        return buckets.withLockedValue { buckets in
            var bucket = buckets[prefix] ?? Bucket(tokens: capacity, filled: now)
            bucket.tokens = tokens(of: bucket, at: now)
            bucket.filled = now
            let cost = min(cost, capacity)
            let missing = cost - bucket.tokens
            if missing <= 0 { bucket.tokens -= cost }
            if buckets.count >= Self.maximumAddresses, buckets[prefix] == nil {
                buckets = buckets.filter { tokens(of: $1, at: now) < capacity }
                if buckets.count >= Self.maximumAddresses { buckets = [:] }
            }
            buckets[prefix] = bucket
            return missing <= 0 ? nil : Int((missing / perSecond).rounded(.up))
        }
    }

    private func tokens(of bucket: Bucket, at now: NIODeadline) -> Double {
        min(capacity, bucket.tokens + Double((now - bucket.filled).nanoseconds) / 1e9 * perSecond)
    }
}
