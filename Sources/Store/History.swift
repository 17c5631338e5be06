import GRDB

/// The revisions of a database, and what was deleted at which of them.
///
/// Revisions grow by steps of random length. So two histories that part, because an older copy of a file was put in its
/// place or because there are two files, have different numbers from there on (but for one chance in 65,536 with each
/// change): a number that a database has had proves that whoever names it knows this very database.
///
/// They are even. The odd number after one stands for that revision as far as somebody has read it part by part who has not
/// come to the end: see ``Changes``.
enum History {
    private static let longestStep = 1 << 17
    /// How many past revisions are known. Whoever comes back after more is treated as one who knew another database.
    private static let kept = 100_000

    static func revision(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT number FROM revision") ?? 0 }

    static func origin(_ db: Database) throws -> Origin {
        guard let row = try Row.fetchOne(db, sql: "SELECT database, epoch FROM origin") else {
            throw StoreError.unusable("The database has lost its identity: restore a backup.")
        }
        return Origin(database: row["database"], epoch: row["epoch"])
    }

    /// Begins a new revision.
    /// - Returns: its number, which is the version of what is changed with it. Nothing ever had it.
    static func advance(_ db: Database) throws -> Int { try advance(db, from: try revision(db)) }

    /// Begins the history that parts from another one here: nobody will know its revisions who has known only that.
    /// - Parameter other: the last revision of the other.
    static func beginEpoch(_ db: Database, after other: Int) throws {
        try db.execute(sql: "UPDATE origin SET epoch = lower(hex(randomblob(16)))")
        _ = try advance(db, from: max(other, try revision(db)))
    }

    private static func advance(_ db: Database, from revision: Int) throws -> Int {
        let number = (revision + .random(in: 2...longestStep + 1)) / 2 * 2
        try db.run("UPDATE revision SET number = ?", [number])
        try db.run("INSERT INTO pastRevision (number) VALUES (?)", [number])
        let turn = Int(db.lastInsertedRowID)
        if turn > kept {
            try db.run("DELETE FROM pastRevision WHERE turn <= ?", [turn - kept])
            // Nobody can ask what was deleted since a revision that is forgotten.
            for shelf in Shelf.all {
                try db.run("DELETE FROM \(shelf.gravestones) WHERE version < (SELECT min(number) FROM pastRevision)")
            }
        }
        return number
    }

    /// The newest of some revisions that this database has had, read wholly or in part; nil where it shares none of them.
    ///
    /// A part may end at a thing that nobody has touched for so long that its revision is forgotten. Its version proves
    /// as well that this is the same history.
    static func shared(_ db: Database, _ revisions: [Int], on shelf: Shelf) throws -> Int? {
        func newest(of revisions: [Int], _ numbers: String) throws -> Int? {
            let places = databaseQuestionMarks(count: revisions.count)
            let whole = try Int.fetchOne(
                db, sql: "\(numbers) IN (\(places))", arguments: StatementArguments(revisions.map { $0 & ~1 }))
            return revisions.filter { $0 & ~1 == whole }.max()
        }
        let remembered = try newest(of: revisions, "SELECT max(number) FROM pastRevision WHERE number")
        let parts = try newest(of: revisions.filter(isPart), "SELECT max(version) FROM \(shelf.name) WHERE version")
        return [remembered, parts].compactMap { $0 }.max()
    }

    /// What somebody knows who has read what has changed up to a revision and not what came after it.
    static func part(upTo revision: Int) -> Int { revision | 1 }

    static func isPart(_ revision: Int) -> Bool { revision & 1 == 1 }

    static func noteDeletion(_ db: Database, of id: String, version: Int, on shelf: Shelf) throws {
        try db.run("INSERT INTO \(shelf.gravestones) VALUES (?, ?)", [id, version])
    }

    /// What was deleted is there again.
    /// - Returns: whether anybody may know that it was there before.
    static func forgetDeletion(_ db: Database, of id: String, on shelf: Shelf) throws -> Bool {
        try db.run("DELETE FROM \(shelf.gravestones) WHERE id = ?", [id])
        return db.changesCount > 0
    }

    /// Others cannot tell the order from what was added and deleted.
    static func noteOrder(_ db: Database, version: Int, on shelf: Shelf) throws {
        try db.run("UPDATE origin SET \(shelf.order) = ?", [version])
    }

    static func orderRevision(_ db: Database, on shelf: Shelf) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT \(shelf.order) FROM origin") ?? 0
    }
}

extension Database {
    /// Executes a statement that is compiled once for all times.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
