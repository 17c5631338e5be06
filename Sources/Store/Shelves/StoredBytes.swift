import Synchronization

/// The approximate size of all shelves. It is recounted every ten seconds, because counting takes time, and updated
/// with each edit in between.
final class StoredBytes: Sendable {
    private struct Count {
        var bytes = 0
        var counted: ContinuousClock.Instant?
    }

    private static let interval = Duration.seconds(10)
    private let count = Mutex(Count())

    func bytes(_ db: any SQLConnection) throws -> Int {
        if let bytes = count.withLock({ count in
            count.counted.map { ContinuousClock.now - $0 < Self.interval } == true ? count.bytes : nil
        }) {
            return bytes
        }
        let bytes = try db.int("SELECT CAST(sum(bytes) AS bigint) FROM shelf") ?? 0
        count.withLock { $0 = Count(bytes: bytes, counted: .now) }
        return bytes
    }

    func add(_ more: Int) { count.withLock { $0.bytes += more } }
}
