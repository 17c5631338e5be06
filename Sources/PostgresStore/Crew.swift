import Foundation
import Store

/// Threads with a connection each, since anyone who asks libpq waits for the answer. What is to be done waits in one line; of
/// what locks the same shelf only one is done at a time, so that a shelf at which many write leaves the others theirs.
final class Crew: @unchecked Sendable {
    private struct Task {
        let shelf: Int?
        let start = ContinuousClock.now
        /// - Parameter isLate: whether it has waited for too long, and is only to say so.
        let work: @Sendable (_ connection: inout PostgresConnection?, _ isLate: Bool) -> Void
    }

    private let condition = NSCondition()
    private var tasks: [Task] = []
    private var busyShelves: Set<Int> = []
    private var isOver = false
    private var working: Int
    /// Who comes when so many are waiting is sent away.
    private static let mostWaiting = 2000
    /// Less than a lock is waited for (``PostgresConnection``): where one had to, those behind do not wait once more.
    private static let patience = Duration.seconds(3)
    private static let overworked = StoreError.unavailable("More is asked of the database than it can do: try again.")

    /// - Parameter size: of threads.
    init(size: Int) {
        working = size
        for number in 0..<size {
            let thread = Thread { self.workForLong() }
            thread.name = "postgres \(number)"
            thread.start()
        }
    }

    /// Does something with a connection as soon as one is free.
    /// - Parameter shelf: the one that it locks.
    /// - Throws: ``Store/StoreError/unavailable(_:)`` where too many are waiting; what `task` throws.
    func perform<Value: Sendable>(
        on shelf: Int?, _ task: @Sendable @escaping (inout PostgresConnection?) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            condition.withLock {
                guard !isOver, tasks.count < Self.mostWaiting else {
                    return continuation.resume(throwing: Self.overworked)
                }
                tasks.append(Task(shelf: shelf) { connection, isLate in
                    continuation.resume(with: Result { if isLate { throw Self.overworked } else { try task(&connection) } })
                })
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

    private func workForLong() {
        // Made when it is needed, and anew when it was lost.
        var connection: PostgresConnection?
        while let task = next() {
            task.work(&connection, ContinuousClock.now - task.start > Self.patience)
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
