import Foundation
import Store

/// A connection pool with one thread per connection, because libpq blocks.
///
/// Tasks wait in one queue. Tasks that lock the same shelf run one at a time, so that a busy shelf does not occupy all
/// connections.
final class ConnectionPool: @unchecked Sendable {
    private struct Task {
        let shelf: Int?
        let start = ContinuousClock.now
        /// - Parameter isLate: whether the task waited too long and must fail.
        let work: @Sendable (_ connection: inout PostgresConnection?, _ isLate: Bool) -> Void
    }

    private let condition = NSCondition()
    private var tasks: [Task] = []
    private var busyShelves: Set<Int> = []
    private var isOver = false
    private var working: Int
    /// The maximum length of the queue.
    private static let maximumQueueLength = 2000
    /// The maximum time in the queue, less than the lock timeout of ``PostgresConnection``. Tasks queued during a lock
    /// timeout therefore fail at once.
    private static let maximumWait = Duration.seconds(3)
    private static let overworked = StoreError.unavailable("The database is too busy. Try again.")

    /// - Parameter size: the number of threads.
    init(size: Int) {
        working = size
        for number in 0..<size {
            let thread = Thread { self.run() }
            thread.name = "postgres \(number)"
            thread.start()
        }
    }

    /// Runs a task with the next free connection.
    /// - Parameter shelf: the shelf that the task locks.
    /// - Throws: ``Store/StoreError/unavailable(_:)`` if the queue is full or too slow, or the error of `task`.
    func perform<Value: Sendable>(
        on shelf: Int?, _ task: @Sendable @escaping (inout PostgresConnection?) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            condition.withLock {
                guard !isOver, tasks.count < Self.maximumQueueLength else {
                    return continuation.resume(throwing: Self.overworked)
                }
                tasks.append(
                    Task(shelf: shelf) { connection, isLate in
                        continuation.resume(
                            with: Result { if isLate { throw Self.overworked } else { try task(&connection) } })
                    })
                condition.signal()
            }
        }
    }

    /// Finishes all tasks and closes all connections.
    func end() {
        condition.withLock {
            isOver = true
            condition.broadcast()
            while working > 0 { condition.wait() }
        }
    }

    private func run() {
        // Opened when needed, and again after a loss.
        var connection: PostgresConnection?
        while let task = next() {
            task.work(&connection, ContinuousClock.now - task.start > Self.maximumWait)
            guard let shelf = task.shelf else { continue }
            condition.withLock {
                busyShelves.remove(shelf)
                condition.broadcast()
            }
        }
        condition.withLock {
            working -= 1
            condition.broadcast()
        }
    }

    private func next() -> Task? {
        condition.withLock {
            while true {
                let place = tasks.firstIndex { task in task.shelf.map { !busyShelves.contains($0) } ?? true }
                if let place {
                    let task = tasks.remove(at: place)
                    if let shelf = task.shelf { busyShelves.insert(shelf) }
                    return task
                }
                if isOver, tasks.isEmpty { return nil }
                condition.wait()
            }
        }
    }
}
