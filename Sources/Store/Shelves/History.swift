/// The revisions of a shelf and its deletions.
///
/// Revisions grow by random steps. If histories diverge, for example because an older copy replaced the file, their
/// later revisions differ, with a probability of 1 in 65,536 per change that they do not. A known revision therefore
/// proves a shared history.
///
/// Revisions are even. The next odd number means that a client has read a part of the changes up to that revision: see
/// ``Changes``.
enum History {
    private static let maximumStep = 1 << 17
    /// The number of past revisions to keep. Clients with older ones must read everything again.
    private static let kept = 100_000

    /// The first revision of a new shelf, one of 2³⁹ numbers, so that shelves hardly ever share one.
    static func randomBeginning() -> Int { .random(in: 0..<1 << 39) * 2 }

    /// - Throws: ``StoreError/noShelf`` if it was deleted.
    static func revision(_ shelf: OpenShelf) throws -> Int {
        guard let revision = try shelf.int("SELECT revision FROM shelf WHERE number = ?1") else {
            throw StoreError.noShelf
        }
        return revision
    }

    static func origin(_ shelf: OpenShelf) throws -> Origin {
        guard let row = try shelf.rows("SELECT origin, epoch FROM shelf WHERE number = ?1").first else {
            throw StoreError.noShelf
        }
        return Origin(database: row.text("origin"), epoch: row.text("epoch"))
    }

    /// Begins a new revision.
    /// - Returns: its number, the unique version of the changed item.
    static func advance(_ shelf: OpenShelf) throws -> Int { try advance(shelf, from: try revision(shelf)) }

    /// Begins a new epoch after a restore. Its revisions differ from those of the previous history.
    /// - Parameter other: the last revision of the previous history.
    static func beginEpoch(_ shelf: OpenShelf, after other: Int) throws {
        try shelf.run("UPDATE shelf SET epoch = ?2 WHERE number = ?1", Origin.random())
        _ = try advance(shelf, from: max(other, try revision(shelf)))
    }

    private static func advance(_ shelf: OpenShelf, from revision: Int) throws -> Int {
        let number = (revision + .random(in: 2...maximumStep + 1)) / 2 * 2
        try shelf.run("UPDATE shelf SET revision = ?2, past = past + 1 WHERE number = ?1", number)
        try shelf.run("INSERT INTO pastRevision (shelf, number) VALUES (?1, ?2)", number)
        let past = try shelf.int("SELECT past FROM shelf WHERE number = ?1") ?? 0
        if past > kept { try forget(past - kept, on: shelf) }
        return number
    }

    /// Deletes the oldest revisions.
    /// - Parameter count: their number, usually 1.
    private static func forget(_ count: Int, on shelf: OpenShelf) throws {
        for _ in 0..<count {
            try shelf.run(
                """
                DELETE FROM pastRevision
                WHERE shelf = ?1 AND number = (SELECT min(number) FROM pastRevision WHERE shelf = ?1)
                """)
        }
        try shelf.run("UPDATE shelf SET past = past - ?2 WHERE number = ?1", count)
        // Deletions before the oldest known revision are never requested.
        for kind in Kind.all {
            try shelf.run(
                """
                DELETE FROM \(kind.tombstones)
                WHERE shelf = ?1 AND version < (SELECT min(number) FROM pastRevision WHERE shelf = ?1)
                """)
        }
    }

    /// The newest of some revisions in this shelf's history, complete or partial; nil if there is none.
    ///
    /// A partial revision may be older than all kept ones, if its item has not changed since. The version of the item
    /// then proves the shared history.
    static func shared(_ shelf: OpenShelf, _ revisions: [Int], of kind: Kind) throws -> Int? {
        func newest(of revisions: [Int], _ column: String, _ table: String) throws -> Int? {
            if revisions.isEmpty { return nil }
            let places = parameters(from: 2, count: revisions.count)
            let whole = try shelf.rows(
                "SELECT max(\(column)) FROM \(table) WHERE shelf = ?1 AND \(column) IN (\(places))",
                all: revisions.map { $0 & ~1 }
            ).first?.first.int
            return revisions.filter { $0 & ~1 == whole }.max()
        }
        let remembered = try newest(of: revisions, "number", "pastRevision")
        let parts = try newest(of: revisions.filter(isPart), "version", kind.name)
        return [remembered, parts].compactMap { $0 }.max()
    }

    /// The partial revision of a client that has read only the changes up to a revision.
    static func part(upTo revision: Int) -> Int { revision | 1 }

    static func isPart(_ revision: Int) -> Bool { revision & 1 == 1 }

    static func noteDeletion(_ shelf: OpenShelf, of id: String, version: Int, among kind: Kind) throws {
        try shelf.run("INSERT INTO \(kind.tombstones) (shelf, id, version) VALUES (?1, ?2, ?3)", id, version)
    }

    /// Removes the record of a deletion when the item comes back.
    /// - Returns: whether clients may know the deleted item.
    static func forgetDeletion(_ shelf: OpenShelf, of id: String, among kind: Kind) throws -> Bool {
        try shelf.run("DELETE FROM \(kind.tombstones) WHERE shelf = ?1 AND id = ?2", id) > 0
    }

    /// Notes a reordering that additions and deletions do not determine.
    static func noteOrder(_ shelf: OpenShelf, version: Int, of kind: Kind) throws {
        try shelf.run("UPDATE shelf SET \(kind.order) = ?2 WHERE number = ?1", version)
    }

    static func orderRevision(_ shelf: OpenShelf, of kind: Kind) throws -> Int {
        try shelf.int("SELECT \(kind.order) FROM shelf WHERE number = ?1") ?? 0
    }
}
