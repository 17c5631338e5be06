import NIOConcurrencyHelpers

/// An asynchronous value with at most one request at a time, shared by all callers, and with a timeout.
final class Shared<Value: Sendable>: Sendable {
    /// The timeout passed.
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
        return try await withCheckedThrowingContinuation { continuation in
            let waiting = NIOLockedValueBox<CheckedContinuation<Value, any Error>?>(continuation)
            @Sendable func end(_ result: Result<Value, any Error>) {
                let continuation = waiting.withLockedValue { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                continuation?.resume(with: result)
            }
            let clock = Task {
                try await Task.sleep(for: time)
                end(.failure(TimedOut()))
            }
            Task {
                end(await task.result)
                clock.cancel()
            }
        }
    }
}
