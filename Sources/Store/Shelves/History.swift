/// The revisions of a shelf, and what was deleted at which of them.
///
/// Revisions grow by steps of random length. So two histories that part, because an older copy of a file was put in its
/// place or because there are two files, have different numbers from there on (but for one chance in 65,536 with each
/// change): a number that a shelf has had proves that anyone who names it knows this very shelf.
///
/// They are even. The odd number after one stands for that revision as far as a client has read it part by part who has not
/// come to the end: see ``Changes``.
enum History {
    private static let longestStep = 1 << 17
    /// How many past revisions are known. Anyone who comes back after more is treated as one who knew another shelf.
    private static let kept = 100_000

    /// Where the history of a new shelf begins: one of 2³⁹ numbers, so that hardly two shelves ever share one.
    static func randomBeginning() -> Int { .random(in: 0..<1 << 39) * 2 }

    /// - Throws: ``StoreError/noShelf`` where it was deleted meanwhile.
    static func revision(_ shelf: OpenShelf) throws -> Int {
        guard let revision = try shelf.int("SELECT revision FROM shelf WHERE number = ?1") else { throw StoreError.noShelf }
        return revision
    }

    static func origin(_ shelf: OpenShelf) throws -> Origin {
        guard let row = try shelf.rows("SELECT origin, epoch FROM shelf WHERE number = ?1").first else { throw StoreError.noShelf }
        return Origin(database: row.text("origin"), epoch: row.text("epoch"))
    }

    /// Begins a new revision.
    /// - Returns: its number, which is the version of what is changed with it. Nothing ever had it.
    static func advance(_ shelf: OpenShelf) throws -> Int { try advance(shelf, from: try revision(shelf)) }

    /// Begins the history that parts from another one here: no one will know its revisions who has known only that.
    /// - Parameter other: the last revision of the other.
    static func beginEpoch(_ shelf: OpenShelf, after other: Int) throws {
        try shelf.run("UPDATE shelf SET epoch = ?2 WHERE number = ?1", Origin.random())
        _ = try advance(shelf, from: max(other, try revision(shelf)))
    }

    private static func advance(_ shelf: OpenShelf, from revision: Int) throws -> Int {
        let number = (revision + .random(in: 2...longestStep + 1)) / 2 * 2
        try shelf.run("UPDATE shelf SET revision = ?2, past = past + 1 WHERE number = ?1", number)
        try shelf.run("INSERT INTO pastRevision (shelf, number) VALUES (?1, ?2)", number)
        let past = try shelf.int("SELECT past FROM shelf WHERE number = ?1") ?? 0
        if past > kept { try forget(past - kept, on: shelf) }
        return number
    }

    /// - Parameter count: of the oldest revisions, which is usually one.
    private static func forget(_ count: Int, on shelf: OpenShelf) throws {
        for _ in 0..<count {
            try shelf.run("""
                DELETE FROM pastRevision
                WHERE shelf = ?1 AND number = (SELECT min(number) FROM pastRevision WHERE shelf = ?1)
                """)
        }
        try shelf.run("UPDATE shelf SET past = past - ?2 WHERE number = ?1", count)
        // No one can ask what was deleted since a revision that is forgotten.
        for kind in Kind.all {
            try shelf.run("""
                DELETE FROM \(kind.gravestones)
                WHERE shelf = ?1 AND version < (SELECT min(number) FROM pastRevision WHERE shelf = ?1)
                """)
        }
    }

    /// The newest of some revisions that this shelf has had, read wholly or in part; nil where it shares none of them.
    ///
    /// A part may end at a thing that no one has touched for so long that its revision is forgotten. Its version proves
    /// as well that this is the same history.
    static func shared(_ shelf: OpenShelf, _ revisions: [Int], of kind: Kind) throws -> Int? {
        func newest(of revisions: [Int], _ column: String, _ table: String) throws -> Int? {
            if revisions.isEmpty { return nil }
            let places = parameters(from: 2, count: revisions.count)
            let whole = try shelf.rows(
                "SELECT max(\(column)) FROM \(table) WHERE shelf = ?1 AND \(column) IN (\(places))", all: revisions.map { $0 & ~1 }
            ).first?.first.int
            return revisions.filter { $0 & ~1 == whole }.max()
        }
        let remembered = try newest(of: revisions, "number", "pastRevision")
        let parts = try newest(of: revisions.filter(isPart), "version", kind.name)
        return [remembered, parts].compactMap { $0 }.max()
    }

    /// What a client knows who has read what has changed up to a revision and not what came after it.
    static func part(upTo revision: Int) -> Int { revision | 1 }

    static func isPart(_ revision: Int) -> Bool { revision & 1 == 1 }

    static func noteDeletion(_ shelf: OpenShelf, of id: String, version: Int, among kind: Kind) throws {
        try shelf.run("INSERT INTO \(kind.gravestones) (shelf, id, version) VALUES (?1, ?2, ?3)", id, version)
    }

    /// What was deleted is there again.
    /// - Returns: whether anybody may know that it was there before.
    static func forgetDeletion(_ shelf: OpenShelf, of id: String, among kind: Kind) throws -> Bool {
        try shelf.run("DELETE FROM \(kind.gravestones) WHERE shelf = ?1 AND id = ?2", id) > 0
    }

    /// Others cannot tell the order from what was added and deleted.
    static func noteOrder(_ shelf: OpenShelf, version: Int, of kind: Kind) throws {
        try shelf.run("UPDATE shelf SET \(kind.order) = ?2 WHERE number = ?1", version)
    }

    static func orderRevision(_ shelf: OpenShelf, of kind: Kind) throws -> Int {
        try shelf.int("SELECT \(kind.order) FROM shelf WHERE number = ?1") ?? 0
    }
}
