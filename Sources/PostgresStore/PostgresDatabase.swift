import Foundation
import Store
import Synchronization

/// Shelves in PostgreSQL, which several servers on several machines can share.
///
/// An edit first locks the row of its shelf, so edits of one shelf are serialized. Edits of different shelves run in
/// parallel, except for their commits, which PostgreSQL serializes because of notifications. An edit is on disk when it
/// returns.
public final class PostgresDatabase: ShelfDatabase {
    private let address: String
    private let pool: ConnectionPool
    private let listener: Listener
    /// The time of the last timeout.
    private let lastTimeout = Mutex<ContinuousClock.Instant?>(nil)
    /// The time after a timeout in which no new connection is opened, and requests fail at once.
    private static let pause = Duration.seconds(1)

    /// The maximum number of tries if other transactions interfere.
    private static let maximumTries = 5

    /// Whether this is the address of a PostgreSQL database.
    public static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")
    }

    /// Connects, and creates missing tables.
    /// - Parameters:
    ///   - address: `postgres://user@host/database`, with all parameters of libpq. Put a password in `.pgpass` or
    ///     `PGPASSWORD` instead.
    ///   - connections: the maximum number of connections.
    /// - Throws: ``Store/StoreError/unusable(_:)``.
    public init(_ address: String, connections: Int = 8) throws {
        self.address = address
        do {
            // A longer timeout, because another server may be creating the tables.
            try PostgresSchema.bringUpToDate(try PostgresConnection(address, timeout: 30))
        } catch let error as PostgresError {
            throw StoreError.unusable("The PostgreSQL database cannot be used: \(error.message)")
        }
        pool = ConnectionPool(size: connections)
        listener = Listener(address)
    }

    deinit { _ = close() }

    /// Reads in one transaction, with one retry if the connection was lost.
    public func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws
        -> Value
    {
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
            return try await pool.perform(on: shelf) { [self] connection in
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
                        // No retry after a commit without an answer, which may have succeeded, or after a timeout.
                        let isWorthATry =
                            fault.map {
                                $0.isCollision
                                    || ($0.isLoss || $0.spoilsConnection) && !$0.isTimeout && !isSent && tries == 1
                            } ?? false
                        guard isWorthATry, tries < Self.maximumTries else { throw error }
                        if fault?.isCollision == true { usleep(.random(in: 0..<2000 * UInt32(tries))) }
                    }
                }
                fatalError("An endless loop has ended.")
            }
        } catch let error as PostgresError {
            // PostgreSQL's message may contain host names, so clients get only a general one. 55P03: a lock was not
            // available in time; 57014: the statement took too long.
            throw StoreError.unavailable(
                error.isLoss || error.isCollision || ["55P03", "57014"].contains(error.code)
                    ? "The database does not answer, or is too busy. Try again."
                    : "The database has an error (\(error.code)). The operator must fix it.")
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
        pool.end()
        return nil
    }
}
