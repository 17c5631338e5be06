import Foundation

/// The SHA-256 hash of a shelf key. The key itself is never stored.
public struct KeyHash: Sendable, Hashable {
    /// The hash in hexadecimal.
    let text: String

    /// - Parameter bytes: the hash.
    public init(_ bytes: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef")
        text = String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// The access that a key gives.
public enum ShelfAccess: String, Sendable, Hashable {
    /// Full access, including the shelf itself.
    case owner
    case reader
}

/// All shelves of a database. Each shelf belongs to the holder of its key.
public struct Shelves: Sendable {
    let database: any ShelfDatabase
    private let quotas: Quotas?
    /// Shelves that never held an item; nil if they are stored at once.
    private let waiting: WaitingShelves?
    /// The size of all shelves.
    private let stored = StoredBytes()
    /// The first shelf of each database, which needs no key: for a single user.
    private static let keylessNumber = 1

    public init(_ database: any ShelfDatabase, quotas: Quotas? = nil) { self.init(database, quotas, nil) }

    private init(_ database: any ShelfDatabase, _ quotas: Quotas?, _ waiting: WaitingShelves?) {
        self.database = database
        self.quotas = quotas
        self.waiting = waiting
    }

    /// The same shelves, but new ones wait elsewhere until they have an item.
    func storingEmptyOnes(in waiting: WaitingShelves) -> Shelves { Shelves(database, quotas, waiting) }

    /// The database in memory, if there is one.
    private var memory: (any ShelfDatabase)? { database.isShared ? nil : waiting?.database }

    public var keyless: ShelfStore {
        ShelfStore(database: database, shelf: Shelves.keylessNumber, quotas: quotas, stored: stored)
    }

    /// The shelf of a key.
    struct Found: Sendable {
        let number: Int
        let access: ShelfAccess
        let keys: Int
    }

    private func store(_ found: Found, _ key: KeyHash) -> ShelfStore {
        let opening = ShelfStore.Opening(owner: found.access == .owner ? key : nil, keys: found.keys)
        guard let waiting, WaitingShelves.isWaiting(found.number) else {
            return ShelfStore(
                database: database, shelf: found.number, opening: opening, quotas: quotas, stored: stored,
                others: memory)
        }
        let home = ShelfStore.Home(database: database, key: key)
        return ShelfStore(
            database: waiting.database, shelf: found.number, opening: opening, quotas: quotas, stored: stored,
            home: home, others: memory == nil ? nil : database)
    }

    /// The stored shelf that an empty shelf has become with its first item; nil if it has not.
    public func moved(_ store: ShelfStore) async throws -> ShelfStore? {
        guard let key = store.home?.key else { return nil }
        return try await shelf(with: key)?.store
    }

    /// - Returns: nil if no shelf has this key.
    public func shelf(with key: KeyHash) async throws -> (store: ShelfStore, access: ShelfAccess)? {
        try await find(key).map { (store($0, key), $0.access) }
    }

    private func find(_ key: KeyHash) async throws -> Found? {
        if let found = try await database.read({ db in try Shelves.find(key, db) }) { return found }
        guard let memory else { return nil }
        if let found = try await memory.read({ db in try Shelves.find(key, db) }) { return found }
        // It may just have moved with its first item.
        return try await database.read { db in try Shelves.find(key, db) }
    }

    static func find(_ key: KeyHash, _ db: any SQLConnection) throws -> Found? {
        // Two index lookups. A stored shelf goes before an empty one.
        for (column, access) in [("owner", ShelfAccess.owner), ("reader", .reader)] {
            let sql = "SELECT number, keys FROM shelf WHERE \(column) = ?1 ORDER BY number"
            if let row = try db.rows(sql, [key.text]).first {
                return Found(number: row.int("number"), access: access, keys: row.int("keys"))
            }
        }
        return nil
    }

    /// Creates a shelf for a key, or returns the existing one.
    /// - Throws: ``StoreError/full(_:)`` if there are too many.
    public func make(
        for key: KeyHash, name: String
    ) async throws -> (store: ShelfStore, access: ShelfAccess, isNew: Bool) {
        if waiting != nil {
            if let found = try await find(key) { return (store(found, key), found.access, false) }
            try await database.read { [quotas] db in try Shelves.checkCount(quotas, db) }
        }
        let table = waiting?.table
        let (found, isNew) = try await (waiting?.database ?? database).edit(on: nil) { [quotas] db in
            if let found = try Shelves.find(key, db) { return (found, false) }
            if table == nil { try Shelves.checkCount(quotas, db) }
            let number = table == nil ? [] : [WaitingShelves.newNumber()]
            try db.run(
                """
                INSERT INTO \(table ?? "shelf") (owner, name, origin, epoch, revision, past, made\(
                    table == nil ? "" : ", number"))
                    VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6\(table == nil ? "" : ", ?7"))
                """,
                [
                    key.text, name, Origin.random(), Origin.random(), History.randomBeginning(),
                    Int(Date().timeIntervalSince1970),
                ] + number)
            if table != nil { try WaitingShelves.forgetOldest(db) }
            guard let found = try Shelves.find(key, db) else { throw StoreError.noShelf }
            if table == nil { _ = try History.advance(OpenShelf(db: db, number: found.number)) }
            return (found, true)
        }
        return (store(found, key), found.access, isNew)
    }

    /// The shelves that have held an item.
    static let used = "shelf WHERE number < \(WaitingShelves.firstNumber)"

    static func checkCount(_ quotas: Quotas?, _ db: any SQLConnection) throws {
        if let most = quotas?.shelves, try db.int("SELECT count(owner) FROM \(Shelves.used)") ?? 0 >= most {
            throw StoreError.full("There are \(most) shelves here, which is the maximum.")
        }
    }

    /// The totals of all shelves.
    public struct Totals: Sendable, Hashable, CustomStringConvertible {
        /// The number of shelves with a key.
        public let shelves: Int
        public let chordsets: Int
        public let tunes: Int
        /// The size of all items as JSON.
        public let bytes: Int

        init(_ db: any SQLConnection) throws {
            let row = try db.rows(
                "SELECT count(owner) AS shelves, CAST(sum(bytes) AS bigint) AS bytes FROM \(Shelves.used)", []
            ).first
            shelves = row?.int("shelves") ?? 0
            chordsets = try db.int("SELECT count(*) FROM chordset") ?? 0
            tunes = try db.int("SELECT count(*) FROM tune") ?? 0
            bytes = row?.int("bytes") ?? 0
        }

        public var description: String { "shelves: \(shelves), chordsets: \(chordsets), tunes: \(tunes)" }
    }

    public func totals() async throws -> Totals { try await database.read { try Totals($0) } }

    /// The counters of changes of a shelf.
    public struct State: Sendable, Hashable {
        public let revision: Int
        /// A counter of replaced and removed keys.
        public let keys: Int
    }

    /// - Parameter numbers: shelf numbers.
    /// - Returns: the states of existing shelves.
    public func states(of numbers: some Collection<Int>) async throws -> [Int: State] {
        guard let memory else { return try await Shelves.states(of: Array(numbers), in: database) }
        let stored = try await Shelves.states(of: numbers.filter { !WaitingShelves.isWaiting($0) }, in: database)
        let others = try await Shelves.states(of: numbers.filter { WaitingShelves.isWaiting($0) }, in: memory)
        return stored.merging(others) { $1 }
    }

    private static func states(of numbers: [Int], in database: any ShelfDatabase) async throws -> [Int: State] {
        if numbers.isEmpty { return [:] }
        return try await database.read { db in
            var states: [Int: State] = [:]
            for start in stride(from: 0, to: numbers.count, by: 500) {
                let some = Array(numbers[start...].prefix(500))
                let rows = try db.rows(
                    """
                    SELECT number, revision, keys FROM shelf WHERE number IN \
                    (\(parameters(from: 1, count: some.count)))
                    """,
                    some)
                for row in rows {
                    states[row.int("number")] = State(revision: row.int("revision"), keys: row.int("keys"))
                }
            }
            return states
        }
    }

    /// The numbers of shelves that may have changed since the last call; nil if any may have.
    public func touched() -> Set<Int>? {
        let others = memory.map { $0.touched() } ?? []
        guard let stored = database.touched(), let others else { return nil }
        return stored.union(others)
    }

    static func revisions(_ db: any SQLConnection) throws -> [Int: Int] {
        let rows = try db.rows("SELECT number, revision FROM shelf", [])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.int("number"), $0.int("revision")) })
    }

    /// Does deferred maintenance, unless there were writes since the last call.
    public func tidy() async throws { try await database.tidy(onlyIfQuiet: true) }

    /// - Returns: the path of a rescued copy, if the file was lost.
    @discardableResult
    public func close() throws -> String? { try database.close() }
}
