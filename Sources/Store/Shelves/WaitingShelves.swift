import Synchronization

/// Shelves without items, which are in memory only, so that creating many does not fill the disk. A shelf moves to the
/// database unchanged with its first item.
final class WaitingShelves: Sendable {
    let database: any ShelfDatabase
    /// The new numbers of moved shelves by their old ones, for event streams.
    private let moved = Mutex<[Int: Int]>([:])
    /// The maximum number of shelves. Beyond it, the oldest are deleted.
    private static let most = 10_000
    /// The first number. Numbers of stored shelves are lower.
    private static let firstNumber = 1 << 40

    /// - Parameter database: an empty database in memory.
    init(_ database: any ShelfDatabase) { self.database = database }

    static func isWaiting(_ number: Int) -> Bool { number >= firstNumber }

    /// The number for a new shelf. If there are too many, the oldest is deleted.
    static func nextNumber(_ db: any SQLConnection) throws -> Int {
        let number =
            (try db.int("SELECT max(number) FROM shelf WHERE number >= ?1", [firstNumber]) ?? firstNumber - 1) + 1
        try db.run("DELETE FROM shelf WHERE number >= ?1 AND number <= ?2", [firstNumber, number - most])
        return number
    }

    func number(movedFrom shelf: Int) -> Int? { moved.withLock { $0[shelf] } }

    /// The rows of a shelf by table; nil if it has moved.
    func rows(of shelf: Int) async throws -> [(table: String, rows: [SQLRow])]? {
        let tables = try await database.read { db in
            try ["shelf", "pastRevision"].map { ($0, try Shelves.rows(of: $0, on: shelf, db)) }
        }
        return tables[0].1.isEmpty ? nil : tables
    }

    /// Removes a shelf that has moved to the database.
    func remove(_ shelf: Int, movedTo number: Int) async throws {
        moved.withLock { moved in
            if moved.count >= Self.most { moved = [:] }
            moved[shelf] = number
        }
        try await database.edit(on: shelf) { db in _ = try db.run("DELETE FROM shelf WHERE number = ?1", [shelf]) }
    }
}
