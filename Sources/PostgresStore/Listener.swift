import Foundation
import Synchronization

/// Hears from the database which shelves have changed, whichever server did it.
final class Listener: Sendable {
    private struct State {
        /// nil: any may have changed.
        var touched: Set<Int>?
        var isOver = false
    }

    private let state = Mutex(State())

    init(_ address: String) {
        let thread = Thread { [weak self] in
            while self?.isOver == false {
                // Whatever ends it, the next connection begins with all of them in doubt.
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

    /// - Parameter shelves: numbers; nil for all.
    /// - Returns: whether to go on.
    private func hear(_ shelves: [Int]?) -> Bool {
        state.withLock { state in
            if let shelves { state.touched?.formUnion(shelves) } else { state.touched = nil }
            return !state.isOver
        }
    }

    private static func listen(_ address: String, _ hear: ([Int]?) -> Bool) throws {
        let connection = try PostgresConnection(address)
        try connection.script("LISTEN \(PostgresSchema.channel)")
        // What changed before this is heard of by no one.
        var goesOn = hear(nil)
        var turns = 0
        while goesOn {
            var waiting = pollfd(fd: connection.socket, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, 500)
            goesOn = hear(try connection.notifications().compactMap { Int($0) })
            // A connection that was cut without a word looks like one on which there is no news.
            turns += 1
            if turns % 20 == 0 { _ = try connection.rows("SELECT 1", []) }
        }
    }
}
