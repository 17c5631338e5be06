import NIOConcurrencyHelpers

/// An asynchronous value with at most one request at a time, shared by all callers, and with a timeout.
final class Shared<Value: Sendable>: Sendable {
    struct TimedOut: Error {}

    private let request: @Sendable () async throws -> Value
    private let running = NIOLockedValueBox<Task<Value, any Error>?>(nil)

    init(_ request: @Sendable @escaping () async throws -> Value) { self.request = request }

    /// - Throws: ``TimedOut``, or the error of the request.
    func value(within time: Duration) async throws -> Value {
        let task = running.withLockedValue { running in
            if let running { return running }
            let task = Task {
                defer { self.running.withLockedValue { $0 = nil } }
                return try await self.request()
            }
            running = task
            return task
        }
        // Not a task group, which would wait for its cancelled task.
        let (results, result) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        let clock = Task {
            try await Task.sleep(for: time)
            result.yield(.failure(TimedOut()))
        }
        defer { clock.cancel() }
        Task { result.yield(await task.result) }
        for await first in results { return try first.get() }
        throw CancellationError()
    }
}
