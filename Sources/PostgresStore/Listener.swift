import Foundation
import Synchronization

/// Listens to notifications of changed shelves from all servers.
final class Listener: Sendable {
    private struct State {
        /// Nil if any shelf may have changed.
        var touched: Set<Int>?
        var isOver = false
    }

    private let state = Mutex(State())

    init(_ address: String) {
        let thread = Thread { [weak self] in
            while self?.isOver == false {
                // After a lost connection, any shelf may have changed.
                try? Self.listen(address) { self?.hear($0) ?? false }
                self?.state.withLock { $0.touched = nil }
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
        thread.name = "postgres listener"
        thread.start()
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    func end() { state.withLock { $0.isOver = true } }

    func touched() -> Set<Int>? {
        state.withLock { state in
            defer { state.touched = [] }
            return state.touched
        }
    }

    /// - Parameter shelves: the numbers of changed shelves; nil for all.
    /// - Returns: whether to continue.
    private func hear(_ shelves: [Int]?) -> Bool {
        state.withLock { state in
            if let shelves { state.touched?.formUnion(shelves) } else { state.touched = nil }
            return !state.isOver
        }
    }

    private static func listen(_ address: String, _ hear: ([Int]?) -> Bool) throws {
        let connection = try PostgresConnection(address)
        try connection.script("LISTEN \(PostgresSchema.channel)")
        // Changes before LISTEN are not notified.
        var goesOn = hear(nil)
        var turns = 0
        while goesOn {
            var waiting = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 500)
            goesOn = hear(try connection.notifications().compactMap { Int($0) })
            // A query detects a dead connection, which otherwise looks like an idle one.
            turns += 1
            if turns % 20 == 0 { _ = try connection.rows("SELECT 1", []) }
        }
    }
}
