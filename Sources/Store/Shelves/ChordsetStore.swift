import Chordsets

/// The one controller of what is kept on a shelf: adding, changing, deleting and reading chordsets and tunes.
///
/// Several programs may use one database at a time; each edit is one transaction, and what it wrote is kept for good when it
/// returns.
public struct ChordsetStore: Sendable {
    package let database: any KeptDatabase
    /// The number of the shelf.
    public let shelf: Int
    /// The owner’s key by which it was found, and how often keys had been renewed by then; nil for the one without a key.
    let opening: Opening?
    private let quotas: Quotas?
    private let stored: StoredBytes
    /// Where it moves with the first thing on it; nil for a shelf that is stored.
    private let home: Home?
    /// Where other shelves are, whose keys no one may take.
    let others: (any KeptDatabase)?

    struct Home: Sendable {
        let database: any KeptDatabase
        let waiting: WaitingShelves
        let key: KeyHash
    }

    struct Opening: Sendable {
        /// nil for a reader.
        let owner: KeyHash?
        let keys: Int
    }

    init(
        _ database: any KeptDatabase, shelf: Int, opening: Opening? = nil, quotas: Quotas?, stored: StoredBytes,
        home: Home? = nil, others: (any KeptDatabase)? = nil
    ) {
        self.others = others
        self.stored = stored
        self.home = home
        self.database = database
        self.shelf = shelf
        self.opening = opening
        self.quotas = quotas
    }

    // MARK: Reading

    /// All, in their order.
    public func chordsets() async throws -> [StoredChordset] {
        try await read { try Records.all($0) }
    }

    /// Some things of a kind, in their order.
    /// - Parameters:
    ///   - bookmark: where the page before this one ended; nil for the first.
    ///   - limit: how many at most, from 1.
    public func page<Thing: Keepable>(
        of type: Thing.Type, after bookmark: KeptPage<Thing>.Bookmark? = nil, limit: Int
    ) async throws -> KeptPage<Thing> {
        try await read { try KeptPage($0, after: bookmark, limit: limit) }
    }

    public func page(after bookmark: ChordsetPage.Bookmark? = nil, limit: Int) async throws -> ChordsetPage {
        try await page(of: Chordset.self, after: bookmark, limit: limit)
    }

    /// What became different after the newest of some revisions that this shelf has had.
    /// - Parameters:
    ///   - known: revisions that anyone who asks has known.
    ///   - limit: how many things and deletions at most, from 1.
    public func changes<Thing: Keepable>(
        of type: Thing.Type, since known: [Int], limit: Int
    ) async throws -> Changes<Thing> {
        try await read { try Changes($0, since: known, limit: limit) }
    }

    public func changes(since known: [Int], limit: Int) async throws -> ChordsetChanges {
        try await changes(of: Chordset.self, since: known, limit: limit)
    }

    /// What became different after a revision, by name.
    public func news(of kind: Kind = .chordsets, since revision: Int?) async throws -> ShelfNews {
        try await read { try ShelfNews($0, since: revision, of: kind) }
    }

    /// - Throws: ``StoreError/unknown(id:of:)``.
    public func chordset(_ id: String) async throws -> StoredChordset {
        try await one(id, of: Chordset.self)
    }

    /// - Throws: ``StoreError/unknown(id:of:)``.
    public func one<Thing: Keepable>(_ id: String, of type: Thing.Type) async throws -> Stored<Thing> {
        try await read { try Records.one($0, id) }
    }

    public func profile() async throws -> Profile {
        try await read { shelf in
            Profile(
                chordsets: try Records.count(shelf, of: .chordsets),
                chords: try shelf.int("SELECT count(*) FROM lightChord WHERE shelf = ?1") ?? 0)
        }
    }

    /// Grows with every change, whichever program made it.
    public func revision() async throws -> Int {
        try await read(History.revision)
    }

    /// Which shelf this is, what it is at, and how many chordsets it keeps.
    public func state() async throws -> (origin: Origin, revision: Int, chordsets: Int) {
        try await read { (try History.origin($0), try History.revision($0), try Records.count($0, of: .chordsets)) }
    }

    func read<Value: Sendable>(_ value: @Sendable @escaping (OpenShelf) throws -> Value) async throws -> Value {
        try await database.read { [shelf] db in try value(OpenShelf(db: db, number: shelf)) }
    }

    // MARK: Editing

    /// Carries out some changes as one: all of them are kept, or none where one of them fails. Changes that change nothing
    /// write nothing.
    /// - Parameter changes: may be asked for more than once, where another edit was in the way.
    /// - Throws: ``StoreError/unavailable(_:)`` where the database cannot be written; ``StoreError/noShelf`` where the shelf was
    ///   deleted; what `changes` throws.
    public func edit<Value: Sendable>(
        _ changes: @Sendable @escaping (Edit) throws -> Value
    ) async throws -> Value {
        guard let home else {
            return try await onLockedShelf { [quotas, stored] in try changes(Edit(shelf: $0, quotas: quotas, stored: stored)) }
        }
        // Read before the edit begins: meanwhile only another first thing moves it, which the edit finds out.
        let tables = try await home.waiting.rows(of: shelf)
        let (value, number) = try await home.database.edit(on: nil) { [quotas, stored, opening] db in
            let moved = try Shelves.find(home.key, db)
            if moved == nil {
                guard let tables, tables[0].rows[0]["owner"].text == opening?.owner?.text else { throw StoreError.noShelf }
                try Shelves.checkCount(quotas, db)
                try Shelves.insert(tables[0].rows[0], into: "shelf", db, without: "number")
            }
            guard let found = try moved ?? Shelves.find(home.key, db), found.access == .owner else { throw StoreError.noShelf }
            if moved == nil {
                for row in tables?[1].rows ?? [] { try Shelves.insert(row, into: "pastRevision", db, [("shelf", found.number)]) }
            }
            let shelf = OpenShelf(db: db, number: found.number)
            _ = try shelf.rows("SELECT owner FROM shelf WHERE number = ?1\(db.lockingClause)")
            return (try changes(Edit(shelf: shelf, quotas: quotas, stored: stored)), found.number)
        }
        try await home.waiting.remove(shelf, movedTo: number)
        return value
    }

    /// Does something in a transaction while no one else changes the shelf.
    ///
    /// The key is asked for once more, in the same transaction: it may have been renewed since the shelf was found by it, for
    /// instance while the rest of a request was on its way.
    func onLockedShelf<Value: Sendable>(_ work: @Sendable @escaping (OpenShelf) throws -> Value) async throws -> Value {
        try await database.edit(on: shelf) { [shelf, opening] db in
            let shelf = OpenShelf(db: db, number: shelf)
            let locked = try shelf.rows("SELECT owner FROM shelf WHERE number = ?1\(db.lockingClause)").first
            guard let locked, opening == nil || locked["owner"].text == opening?.owner?.text else { throw StoreError.noShelf }
            return try work(shelf)
        }
    }

    /// How often keys had been renewed or taken away when the shelf was found: anyone who goes on for long compares that with
    /// ``Shelves/State/keys``.
    public var keys: Int { opening?.keys ?? 0 }

    // MARK: The database

    /// Closes the database, all shelves with it.
    /// - Returns: where what it kept was saved instead, because its file was deleted or replaced while it was in use.
    @discardableResult
    public func close() throws -> String? { try database.close() }
}
