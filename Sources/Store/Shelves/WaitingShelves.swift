import Synchronization

/// Shelves that have keys and have never held anything. They are in memory alone: who makes many and puts nothing on them fills
/// no disk. One moves into the database with the first thing that is put on it, as the very same shelf.
final class WaitingShelves: Sendable {
    let database: any KeptDatabase
    /// The numbers in the database of those that have moved, by those that they had, for anyone who listens to them.
    private let moved = Mutex<[Int: Int]>([:])
    /// So many wait at most; of more those are forgotten that were made first.
    private static let most = 10_000
    /// The numbers of shelves in a database are below this.
    private static let firstNumber = 1 << 40

    /// - Parameter database: an empty one, in memory.
    init(_ database: any KeptDatabase) { self.database = database }

    static func isWaiting(_ number: Int) -> Bool { number >= firstNumber }

    /// A number for a new one, which no stored shelf has. Where there are too many, the oldest is forgotten.
    static func nextNumber(_ db: any SQLConnection) throws -> Int {
        let number = (try db.int("SELECT max(number) FROM shelf WHERE number >= ?1", [firstNumber]) ?? firstNumber - 1) + 1
        try db.run("DELETE FROM shelf WHERE number >= ?1 AND number <= ?2", [firstNumber, number - most])
        return number
    }

    func number(movedFrom shelf: Int) -> Int? { moved.withLock { $0[shelf] } }

    /// The rows of a shelf, table by table, for another database to have them; nil where it does not wait any more.
    func rows(of shelf: Int) async throws -> [(table: String, rows: [SQLRow])]? {
        let tables = try await database.read { db in
            try ["shelf", "pastRevision"].map { ($0, try Shelves.rows(of: $0, on: shelf, db)) }
        }
        return tables[0].1.isEmpty ? nil : tables
    }

    /// It is in the database now.
    func remove(_ shelf: Int, movedTo number: Int) async throws {
        moved.withLock { moved in
            if moved.count >= Self.most { moved = [:] }
            moved[shelf] = number
        }
        try await database.edit(on: shelf) { db in _ = try db.run("DELETE FROM shelf WHERE number = ?1", [shelf]) }
    }
}
