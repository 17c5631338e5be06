import Foundation

/// SHA-256 of the key of a shelf: all that is kept of it.
public struct KeyHash: Sendable, Hashable {
    /// In hexadecimal digits.
    let text: String

    /// - Parameter bytes: the hash.
    public init(_ bytes: some Sequence<UInt8>) {
        let digits = Array("0123456789abcdef")
        text = String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

/// What a key opens a shelf for.
public enum ShelfAccess: String, Sendable, Hashable {
    /// For reading and changing, and for all that concerns the shelf itself.
    case owner
    case reader
}

/// All shelves of a database: each belongs to whoever has its key.
public struct Shelves: Sendable {
    let database: any KeptDatabase
    private let quotas: Quotas?
    /// The first one of each database, which needs no key: for who is alone on a machine.
    private static let keylessNumber = 1

    public init(_ database: any KeptDatabase, quotas: Quotas? = nil) {
        self.database = database
        self.quotas = quotas
    }

    public var keyless: ChordsetStore { store(Shelves.keylessNumber) }

    private func store(_ number: Int) -> ChordsetStore { ChordsetStore(database, shelf: number, quotas: quotas) }

    /// - Returns: nil where no shelf has this key.
    public func shelf(with key: KeyHash) async throws -> (store: ChordsetStore, access: ShelfAccess)? {
        try await database.read { db in try Shelves.find(key, db) }.map { (store($0.number), $0.access) }
    }

    private static func find(_ key: KeyHash, _ db: any SQLConnection) throws -> (number: Int, access: ShelfAccess)? {
        // Each of the two is a look-up in an index.
        if let number = try db.int("SELECT number FROM shelf WHERE owner = ?1", [key.text]) { return (number, .owner) }
        return try db.int("SELECT number FROM shelf WHERE reader = ?1", [key.text]).map { ($0, .reader) }
    }

    /// Makes a shelf for a key; one that is there already is given as it is.
    /// - Throws: ``StoreError/full(_:)`` where there are too many.
    public func make(for key: KeyHash, name: String) async throws -> (store: ChordsetStore, access: ShelfAccess, isNew: Bool) {
        let made = try await database.edit { [quotas] db in
            if let found = try Shelves.find(key, db) { return (found.number, found.access, false) }
            if let most = quotas?.shelves, try db.int("SELECT count(*) FROM shelf") ?? 0 >= most {
                throw StoreError.full("There are \(most) shelves here, which is the most.")
            }
            try db.run(
                "INSERT INTO shelf (owner, name, origin, epoch, revision, past, made) VALUES (?1, ?2, ?3, ?4, 0, 0, ?5)",
                [key.text, name, Origin.random(), Origin.random(), Int(Date().timeIntervalSince1970)])
            guard let found = try Shelves.find(key, db) else { throw StoreError.noShelf }
            _ = try History.advance(OpenShelf(db: db, number: found.number))
            return (found.number, found.access, true)
        }
        return (store(made.0), made.1, made.2)
    }

    /// Deletes those that nobody has ever put anything on.
    /// - Parameter date: when they were made at the latest.
    /// - Returns: how many that were.
    @discardableResult
    public func forgetUnused(madeBefore date: Date) async throws -> Int {
        try await database.edit { db in
            // The first revision is that of the shelf itself.
            try db.run(
                "DELETE FROM shelf WHERE number <> ?1 AND past = 1 AND made < ?2",
                [Shelves.keylessNumber, Int(date.timeIntervalSince1970)])
        }
    }

    /// What all shelves have together.
    public struct Totals: Sendable, Hashable {
        public let shelves: Int
        public let chordsets: Int
        public let tunes: Int
        /// Of all things, each as JSON, with what was deleted and can be brought back.
        public let bytes: Int
    }

    public func totals() async throws -> Totals {
        try await database.read { db in
            let row = try db.rows("SELECT count(*) AS shelves, CAST(sum(bytes) AS bigint) AS bytes FROM shelf", []).first
            return Totals(
                shelves: row?.int("shelves") ?? 0, chordsets: try db.int("SELECT count(*) FROM chordset") ?? 0,
                tunes: try db.int("SELECT count(*) FROM tune") ?? 0, bytes: row?.int("bytes") ?? 0)
        }
    }

    /// What tells whether something has happened on a shelf.
    public struct State: Sendable, Hashable {
        public let revision: Int
        /// Grows whenever a key is renewed or taken away.
        public let keys: Int
    }

    /// - Parameter numbers: of shelves.
    /// - Returns: the state of each that is there.
    public func states(of numbers: some Collection<Int>) async throws -> [Int: State] {
        let numbers = Array(numbers)
        if numbers.isEmpty { return [:] }
        return try await database.read { db in
            // Some are found by their numbers, many by reading all.
            let filter = numbers.count > 500 ? "" : "WHERE number IN (\(parameters(from: 1, count: numbers.count)))"
            let rows = try db.rows("SELECT number, revision, keys FROM shelf \(filter)", filter.isEmpty ? [] : numbers)
            let wanted = Set(numbers)
            return Dictionary(uniqueKeysWithValues: rows.compactMap { row in
                let number = row.int("number")
                return wanted.contains(number) ? (number, State(revision: row.int("revision"), keys: row.int("keys"))) : nil
            })
        }
    }

    /// The numbers of shelves that may have changed since this was asked last; nil where that may be any.
    public func touched() -> Set<Int>? { database.touched() }

    static func revisions(_ db: any SQLConnection) throws -> [Int: Int] {
        let rows = try db.rows("SELECT number, revision FROM shelf", [])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.int("number"), $0.int("revision")) })
    }

    /// Where there is something to be tidied up when nobody is at work, does it.
    public func tidy() async throws { try await database.tidy() }

    /// - Returns: where what was kept is now, where it had to be put elsewhere.
    @discardableResult
    public func close() throws -> String? { try database.close() }
}
