import Chordsets
import Sync

/// A shelf: reads and edits its chordsets and tunes.
///
/// Several programs may use one database at the same time. Each edit is one transaction, and is durable when it
/// returns.
public struct ShelfStore: Sendable {
    package let database: any ShelfDatabase
    /// The number of the shelf.
    public let shelf: Int
    /// The key by which it was found, and the key counter at that time; nil for the shelf without a key.
    var opening: Opening?
    let quotas: Quotas?
    let stored: StoredBytes
    /// The destination of an empty shelf with its first item; nil for a stored shelf.
    var home: Home?
    /// The other database whose keys must not be reused.
    var others: (any ShelfDatabase)?

    struct Home: Sendable {
        let database: any ShelfDatabase
        let key: KeyHash
    }

    struct Opening: Sendable {
        /// Nil for a key for reading.
        let owner: KeyHash?
        let keys: Int
    }

    // MARK: Reading

    /// All chordsets in order.
    public func chordsets() async throws -> [StoredChordset] {
        try await read { try Records.all($0) }
    }

    /// A page of items in order.
    /// - Parameters:
    ///   - bookmark: the end of the previous page; nil for the first page.
    ///   - limit: the page size, from 1.
    public func page<Item: DatabaseItem>(
        of type: Item.Type, after bookmark: ItemPage<Item>.Bookmark? = nil, limit: Int
    ) async throws -> ItemPage<Item> {
        try await page(of: type, after: bookmark, limit: limit) { $0 }
    }

    /// A page of items in another form, such as text. Only as many pages as the database reads at the same time are in
    /// memory as items.
    public func page<Item: DatabaseItem, Form: Sendable>(
        of type: Item.Type, after bookmark: ItemPage<Item>.Bookmark? = nil, limit: Int,
        as form: @Sendable @escaping (ItemPage<Item>) -> Form
    ) async throws -> Form {
        try await read { form(try ItemPage($0, after: bookmark, limit: limit)) }
    }

    /// The changes after the newest known revision in this shelf's history, in another form, like
    /// ``page(of:after:limit:as:)``.
    /// - Parameters:
    ///   - known: revisions that the client knows.
    ///   - limit: the maximum number of items and deletions, from 1.
    public func changes<Item: DatabaseItem, Form: Sendable>(
        of type: Item.Type, since known: [Int], limit: Int, as form: @Sendable @escaping (Changes<Item>) -> Form
    ) async throws -> Form {
        try await read { form(try Changes($0, since: known, limit: limit)) }
    }

    /// The IDs of changes after a revision.
    public func news(of kind: Kind = .chordsets, since revision: Int?) async throws -> ShelfNews {
        try await read { try ShelfNews($0, since: revision, of: kind) }
    }

    /// - Throws: ``StoreError/unknown(id:of:)``.
    public func chordset(_ id: String) async throws -> StoredChordset {
        try await one(id, of: Chordset.self)
    }

    /// - Throws: ``StoreError/unknown(id:of:)``.
    public func one<Item: DatabaseItem>(_ id: String, of type: Item.Type) async throws -> Versioned<Item> {
        try await read { try Records.one($0, id) }
    }

    public func profile() async throws -> Profile {
        try await read { shelf in
            Profile(
                chordsets: try Records.count(shelf, of: .chordsets),
                chords: try shelf.int("SELECT count(*) FROM lightChord WHERE shelf = ?1") ?? 0)
        }
    }

    /// The revision, which grows with every change by any program.
    public func revision() async throws -> Int {
        try await read(History.revision)
    }

    /// The identity and revision of the shelf, and its number of chordsets.
    public func state() async throws -> (origin: Origin, revision: Int, chordsets: Int) {
        try await read { (try History.origin($0), try History.revision($0), try Records.count($0, of: .chordsets)) }
    }

    func read<Value: Sendable>(_ value: @Sendable @escaping (OpenShelf) throws -> Value) async throws -> Value {
        try await database.read { [shelf] db in try value(OpenShelf(db: db, number: shelf)) }
    }

    // MARK: Editing

    /// Runs changes in one transaction: all are stored, or none if one fails. Edits without effect write nothing.
    /// - Parameter changes: may be called more than once if another edit interferes.
    /// - Throws: ``StoreError/unavailable(_:)`` if the database cannot be written, ``StoreError/noShelf`` if the shelf
    ///   was deleted, or the error of `changes`.
    public func edit<Value: Sendable>(
        _ changes: @Sendable @escaping (Edit) throws -> Value
    ) async throws -> Value {
        guard let home else {
            return try await onLockedShelf { [quotas, stored] in
                try changes(Edit(shelf: $0, quotas: quotas, stored: stored))
            }
        }
        let isApart = !home.database.isShared
        // Read before the edit: only another first item could move the shelf in between, and the edit checks that.
        let waiting = isApart ? try await database.read { [shelf] db in try Self.row(of: shelf, db) } : nil
        let value = try await home.database.edit(on: nil) { [quotas, stored, opening, shelf] db in
            let row = try isApart ? waiting : Self.row(of: shelf, db)
            var found = try Shelves.find(home.key, db)
            if found.map({ WaitingShelves.isWaiting($0.number) }) != false {
                guard let row, row["owner"].text == opening?.owner?.text else { throw StoreError.noShelf }
                try Shelves.checkCount(quotas, db)
                try Shelves.insert(row, into: "shelf", db, without: "number", [("past", 1)])
                try db.run("DELETE FROM shelf WHERE number = ?1", [shelf])
                found = try Shelves.find(home.key, db)
                try db.run(
                    "INSERT INTO pastRevision (shelf, number) VALUES (?1, ?2)",
                    [found?.number, row.int("revision")])
            }
            guard let found, found.access == .owner else { throw StoreError.noShelf }
            let shelf = OpenShelf(db: db, number: found.number)
            _ = try shelf.rows("SELECT owner FROM shelf WHERE number = ?1\(db.lockingClause)")
            return try changes(Edit(shelf: shelf, quotas: quotas, stored: stored))
        }
        if isApart {
            try await database.edit(on: shelf) { [shelf] db in
                _ = try db.run("DELETE FROM shelf WHERE number = ?1", [shelf])
            }
        }
        return value
    }

    /// The row of a shelf that never held an item, locked; nil if it has moved.
    private static func row(of shelf: Int, _ db: any SQLConnection) throws -> SQLRow? {
        try db.rows("SELECT * FROM shelf WHERE number = ?1\(db.lockingClause)", [shelf]).first
    }

    /// Runs work in a transaction with the shelf locked.
    ///
    /// The key is checked again in the transaction. It may have been replaced since the shelf was found, for example
    /// while the request body was arriving.
    func onLockedShelf<Value: Sendable>(_ work: @Sendable @escaping (OpenShelf) throws -> Value) async throws -> Value {
        try await database.edit(on: shelf) { [shelf, opening] db in
            let shelf = OpenShelf(db: db, number: shelf)
            let locked = try shelf.rows("SELECT owner FROM shelf WHERE number = ?1\(db.lockingClause)").first
            guard let locked, opening == nil || locked["owner"].text == opening?.owner?.text else {
                throw StoreError.noShelf
            }
            return try work(shelf)
        }
    }

    /// The key counter when the shelf was found. Long-running users compare it with ``Shelves/State/keys``.
    public var keys: Int { opening?.keys ?? 0 }

    // MARK: The database

    /// Closes the database with all shelves.
    /// - Returns: the path of a rescued copy, if the file was lost while in use.
    @discardableResult
    public func close() throws -> String? { try database.close() }
}
