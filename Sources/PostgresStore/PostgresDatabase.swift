import Foundation
import Store

/// Shelves in PostgreSQL, which several servers can use at once, on several machines.
///
/// Every edit of a shelf begins by locking its row, so that edits of one shelf come one after the other and those of
/// different shelves do not wait for each other. What an edit wrote is on the database’s disk when it returns.
public final class PostgresDatabase: KeptDatabase {
    private let address: String
    private let crew: Crew
    private let listener: Listener

    /// How often something is tried once more because another transaction was in its way.
    private static let mostTries = 20

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
            try PostgresSchema.bringUpToDate(try PostgresConnection(address))
        } catch let error as PostgresError {
            // The address may hold a password.
            throw StoreError.unusable("The PostgreSQL database cannot be used: \(error.message)")
        }
        crew = Crew(size: connections)
        listener = Listener(address)
    }

    /// Reads in one transaction, once more where the connection was lost.
    public func read<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value {
        try await inTransaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work)
    }

    public func edit<Value: Sendable>(_ work: @Sendable @escaping (any SQLConnection) throws -> Value) async throws -> Value {
        try await inTransaction("BEGIN ISOLATION LEVEL READ COMMITTED", work)
    }

    private func inTransaction<Value: Sendable>(
        _ begin: String, _ work: @Sendable @escaping (any SQLConnection) throws -> Value
    ) async throws -> Value {
        do {
            return try await crew.perform { [address] connection in
                for tries in 1... {
                    var isSent = false
                    do {
                        let open = try connection ?? PostgresConnection(address)
                        connection = open
                        try open.script(begin)
                        let value = try work(open)
                        isSent = true
                        try open.script("COMMIT")
                        return value
                    } catch {
                        let fault = error as? PostgresError
                        if fault?.isLoss == true {
                            connection = nil
                        } else if (try? connection?.script("ROLLBACK")) == nil {
                            connection = nil
                        }
                        // Of a commit without an answer nobody knows whether it was done. Nor is it worth while to wait for a
                        // server that is not there: who has asked will ask again.
                        let isWorthATry = fault.map { $0.isCollision || $0.isLoss && !isSent && tries == 1 } ?? false
                        guard isWorthATry, tries < Self.mostTries else { throw error }
                        if fault?.isCollision == true { usleep(.random(in: 0..<2000 * UInt32(tries))) }
                    }
                }
                fatalError("An endless loop has ended.")
            }
        } catch let error as PostgresError {
            throw StoreError.unavailable("The database does not answer (\(error.message)): try again.")
        }
    }

    public func touched() -> Set<Int>? { listener.touched() }

    public func close() -> String? {
        listener.end()
        crew.end()
        return nil
    }
}
