import Foundation
import Metrics
import NIOPosix

/// Runs work of more than a millisecond on a few threads of low priority, to keep event loops free. Excess work is
/// refused at once.
final class WorkPool: Sendable {
    private let threads: NIOThreadPool
    private let niceness: Int32
    private let limit: UsageLimit
    private let waiting: Meter
    private let refused: Counter

    /// - Parameters:
    ///   - name: its name in the metrics.
    ///   - threads: the maximum number of threads. One core stays free for other work.
    ///   - niceness: the niceness relative to the process, 0…19.
    ///   - limit: the maximum number of waiting and running tasks.
    init(_ name: String, threads: Int, niceness: Int32, limit: UsageLimit, metrics: any MetricsFactory) {
        self.threads = NIOThreadPool(
            numberOfThreads: min(threads, max(1, ProcessInfo.processInfo.activeProcessorCount - 1)))
        self.threads.start()
        #if os(Linux)
            self.niceness = min(19, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + niceness)
        #else
            self.niceness = 0
        #endif
        self.limit = limit
        waiting = Meter(label: "chords_\(name)_waiting", factory: metrics)
        refused = Counter(label: "chords_\(name)_refused_total", factory: metrics)
    }

    /// Whether further work would be refused.
    var isFull: Bool { limit.current >= limit.total }

    /// Runs work on the next free thread.
    /// - Throws: ``RequestError/busy``, or the error of `work`.
    func run<Value: Sendable>(
        for client: IPAddress?, _ work: @Sendable @escaping () throws -> Value
    ) async throws -> Value {
        guard let reservation = try? UsageLimit.Reservation(1, of: limit, for: client) else {
            refused.increment()
            throw RequestError.busy
        }
        waiting.increment()
        defer {
            waiting.decrement()
            withExtendedLifetime(reservation) {}
        }
        return try await withCheckedThrowingContinuation { continuation in
            threads.submit { [niceness] _ in
                #if os(Linux)  // On Linux, this applies to the calling thread only.
                    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
                #endif
                continuation.resume(with: Result { try work() })
            }
        }
    }
}
