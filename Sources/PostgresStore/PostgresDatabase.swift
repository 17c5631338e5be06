import Foundation
import Store
import Synchronization

/// Shelves in PostgreSQL, which several servers can use at once, on several machines.
///
/// Every edit of a shelf begins by locking its row, so that edits of one shelf come one after the other. Those of different
/// shelves go on side by side, but for their commits, which PostgreSQL does one after the other since each notifies others.
/// What an edit wrote is on the database’s disk when it returns.
public final class PostgresDatabase: KeptDatabase {
    private let address: String
    private let crew: Crew
    private let listener: Listener
    /// When a connection was waited for in vain.
    private let lastTimeout = Mutex<ContinuousClock.Instant?>(nil)
    /// For so long no other one is made: who asks meanwhile hears at once that the database does not answer.
    private static let pause = Duration.seconds(1)

    /// How often something is tried where another transaction was in its way.
    private static let mostTries = 5

    /// Whether an address is one of PostgreSQL.
    public static func isAddress(_ text: String) -> Bool { text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") }

    /// Connects, and makes the tables where there are none.
    /// - Parameters:
    ///   - address: `postgres://user@host/database`, with all that libpq understands; a password is better kept in its
    ///     `.pgpass` file or in `PGPASSWORD`.
    ///   - connections: at most, at once.
    /// - Throws: ``Store/StoreError/unusable(_:)``.
    public init(_ address: String, connections: Int = 8) throws {
        self.address = address
        do {
            // Another server may be making the tables.
            try PostgresSchema.bringUpToDate(try PostgresConnection(address, patience: 30))
        } catch let error as PostgresError {
            throw StoreError.unusable("The PostgreSQL database cannot be used: \(error.message)")
        }
        crew = Crew(size: connections)
        listener = Listener(address)
    }

    deinit { _ = close() }

    /// Reads in one transaction, once more where the connection was lost.
    public func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value {
        try await inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", on: nil, work)
    }

    public func edit<Value: Sendable>(
        on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await inTransaction("BEGIN ISOLATION LEVEL READ COMMITTED", on: shelf, work)
    }

    private func inTransaction<Value: Sendable>(
        _ begin: String, on shelf: Int?, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await crew.perform(on: shelf) { [self] connection in
                for tries in 1... {
                    var isSent = false
                    do {
                        let open = try connection ?? connected()
                        connection = open
                        try open.script(begin)
                        let value = try work(open)
                        isSent = true
                        try open.script("COMMIT")
                        return value
                    } catch {
                        let fault = error as? PostgresError
                        if fault?.isTimeout == true { lastTimeout.withLock { $0 = .now } }
                        if fault?.isLoss == true || fault?.spoilsConnection == true {
                            connection = nil
                        } else if (try? connection?.script("ROLLBACK")) == nil {
                            connection = nil
                        }
                        // Of a commit without an answer no one knows whether it was done. Nor is it worth while to wait for a
                        // server that is not there: who has asked will ask again.
                        let isWorthATry = fault.map { $0.isCollision || ($0.isLoss || $0.spoilsConnection) && !$0.isTimeout && !isSent && tries == 1 } ?? false
                        guard isWorthATry, tries < Self.mostTries else { throw error }
                        if fault?.isCollision == true { usleep(.random(in: 0..<2000 * UInt32(tries))) }
                    }
                }
                fatalError("An endless loop has ended.")
            }
        } catch let error as PostgresError {
            // What it says is for who runs it, and has names of machines in it: for others only whether it is worth while to wait.
            throw StoreError.unavailable(
                error.isLoss || error.isCollision || error.code == "55P03"
                    ? "The database does not answer, or is too busy: try again."
                    : "The database refuses this (\(error.code)): it has to be looked after.")
        }
    }

    private func connected() throws -> PostgresConnection {
        if let last = lastTimeout.withLock({ $0 }), ContinuousClock.now - last < Self.pause {
            throw PostgresError(code: "", message: "The server does not answer.", isTimeout: false)
        }
        return try PostgresConnection(address)
    }

    public var isShared: Bool { true }

    public func touched() -> Set<Int>? { listener.touched() }

    public func close() -> String? {
        listener.end()
        crew.end()
        return nil
    }
}
