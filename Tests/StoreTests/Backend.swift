import Foundation
import GRDB
import PostgresStore
import Store
import Testing

/// Which database the tests run against: SQLite, in memory; or PostgreSQL, where `CHORDS_TEST_POSTGRES` is the address of one.
enum Backend {
    static let address = ProcessInfo.processInfo.environment["CHORDS_TEST_POSTGRES"]
    static var isPostgres: Bool { address != nil }

    /// Runs a statement with psql.
    fileprivate static func psql(_ sql: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["psql", "-q", address ?? "", "-c", sql]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

extension Trait where Self == ConditionTrait {
    /// A test of what only SQLite has: files, its own settings.
    static var ofSQLite: Self { .disabled(if: Backend.isPostgres, "This is about SQLite.") }
}

/// Shelves of which the first, without a key, is empty, and the only one.
func emptyShelves(quotas: Quotas? = nil) throws -> Shelves {
    guard let address = Backend.address else { return try Shelves(path: ChordsetStore.inMemoryPath, quotas: quotas) }
    // A schema of its own is as good as a database of its own.
    let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    try Backend.psql("CREATE SCHEMA \(schema)")
    let separator = address.contains("?") ? "&" : "?"
    return Shelves(try PostgresDatabase("\(address)\(separator)options=-csearch_path%3D\(schema)", connections: 2), quotas: quotas)
}

func emptyStore(quotas: Quotas? = nil) throws -> ChordsetStore { try emptyShelves(quotas: quotas).keyless }

extension ChordsetStore {
    /// The database behind it, where it is one of SQLite.
    var sqlite: any DatabaseWriter {
        guard let file = database as? SQLiteFile else { fatalError("This is no SQLite.") }
        return file.database
    }

    /// The first column of what the database answers.
    func asked(_ sql: String, _ values: any SQLConvertible...) async throws -> [Int] {
        try await database.read { try $0.rows(sql, values).map { $0.first.int ?? 0 } }
    }

    /// Has the database do something behind the store’s back.
    func told(_ sql: String, _ values: any SQLConvertible...) async throws {
        try await database.edit { try $0.run(sql, values) }
    }
}
