import Foundation
import Store

/// Threads with a connection each, since whoever asks libpq waits for the answer. What is to be done waits in one line.
final class Crew: @unchecked Sendable {
    typealias Task = @Sendable (inout PostgresConnection?) -> Void

    private let condition = NSCondition()
    private var tasks: [Task] = []
    private var isOver = false
    private var working: Int

    /// - Parameter size: of threads.
    init(size: Int) {
        working = size
        for number in 0..<size {
            let thread = Thread { self.work() }
            thread.name = "postgres \(number)"
            thread.start()
        }
    }

    /// Does something with a connection as soon as one is free.
    func perform<Value: Sendable>(_ task: @Sendable @escaping (inout PostgresConnection?) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let task: Task = { connection in continuation.resume(with: Result { try task(&connection) }) }
            condition.withLock {
                if isOver { return continuation.resume(throwing: StoreError.unavailable("The server is ending.")) }
                tasks.append(task)
                condition.signal()
            }
        }
    }

    /// Does what waits, and ends all connections.
    func end() {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while working > 0 { condition.wait() }
        }
    }

    private func work() {
        // Made when it is needed, and anew when it was lost.
        var connection: PostgresConnection?
        while let task = next() { task(&connection) }
        condition.withLock {
            working -= 1
            condition.broadcast()
        }
    }

    private func next() -> Task? {
        condition.withLock {
            while tasks.isEmpty {
                if isOver { return nil }
                condition.wait()
            }
            return tasks.removeFirst()
        }
    }
}
