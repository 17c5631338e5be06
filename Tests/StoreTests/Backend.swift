import Chordsets
import Foundation
import GRDB
import JSONText
import PostgresStore
import Store
import Sync
import Testing
import Tunes

/// The database of the tests: SQLite in memory, or PostgreSQL at the address in `CHORDS_TEST_POSTGRES`.
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
    /// A test of SQLite features: files and settings.
    static var ofSQLite: Self { .disabled(if: Backend.isPostgres, "This is about SQLite.") }
}

/// Shelves with only the empty shelf without a key.
func emptyShelves(quotas: Quotas? = nil) throws -> Shelves {
    guard let address = Backend.address else { return try Shelves(path: ShelfStore.inMemoryPath, quotas: quotas) }
    // A separate schema replaces a separate database.
    let schema = "test_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    try Backend.psql("CREATE SCHEMA \(schema)")
    let separator = address.contains("?") ? "&" : "?"
    return Shelves(
        try PostgresDatabase("\(address)\(separator)options=-csearch_path%3D\(schema)", connections: 2), quotas: quotas)
}

func emptyStore(quotas: Quotas? = nil) throws -> ShelfStore { try emptyShelves(quotas: quotas).keyless }

extension ShelfStore {
    /// The SQLite database, if it is one.
    var sqlite: any DatabaseWriter {
        guard let file = database as? SQLiteFile else { fatalError("This is no SQLite.") }
        return file.database
    }

    /// The first column of a query.
    func asked(_ sql: String, _ values: any SQLConvertible...) async throws -> [Int] {
        try await database.read { try $0.rows(sql, values).map { $0.first.int ?? 0 } }
    }

    /// All content of the shelf.
    func export() async throws -> JSON {
        let tunes = try await page(of: StoredTune.self, limit: 1000).items
        return .object([
            ("name", .string(try await shelfProfile().name)),
            ("chordsets", .array(try await chordsets().map(\.versioned))),
            ("tunes", .array(tunes.map(\.versioned))),
        ])
    }

    /// Changes the database without the store.
    func told(_ sql: String, _ values: any SQLConvertible...) async throws {
        _ = try await database.edit(on: nil) { try $0.run(sql, values) }
    }
}

// MARK: Short forms for chordsets

extension ShelfStore {
    static func inMemory(quotas: Quotas? = nil) throws -> ShelfStore {
        try ShelfStore(path: inMemoryPath, quotas: quotas)
    }

    func page(after bookmark: ItemPage<Chordset>.Bookmark? = nil, limit: Int) async throws -> ItemPage<Chordset> {
        try await page(of: Chordset.self, after: bookmark, limit: limit)
    }

    func changes<Item: DatabaseItem>(of type: Item.Type, since known: [Int], limit: Int) async throws -> Changes<Item> {
        try await changes(of: type, since: known, limit: limit) { $0 }
    }

    func changes(since known: [Int], limit: Int) async throws -> Changes<Chordset> {
        try await changes(of: Chordset.self, since: known, limit: limit)
    }
}

extension Edit {
    @discardableResult
    func move(_ id: String, to position: Int) throws -> StoredChordset {
        try move(id, of: Chordset.self, to: position)
    }

    @discardableResult
    func delete(_ id: String, versions: Set<Int>? = nil) throws -> StoredChordset {
        try delete(id, of: Chordset.self, versions: versions)
    }

    @discardableResult
    func restore(_ id: String) throws -> StoredChordset { try restore(id, of: Chordset.self) }
}

extension ItemPage<Chordset> {
    var chordsets: [StoredChordset] { items }
}

extension Changes<Chordset> {
    var chordsets: [StoredChordset] { items }
}
