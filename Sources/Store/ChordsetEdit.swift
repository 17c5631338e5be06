import Chordsets
import GRDB
import JSONText

/// The changes that one edit makes; good only within it.
public struct ChordsetEdit {
    let db: Database
    let quotas: Quotas?

    /// Chordsets that were deleted can be brought back as long as there are not more deleted after them.
    private static let keptDeleted = 100

    /// All, in their order, with the changes made so far.
    public func chordsets() throws -> [StoredChordset] { try Records.all(db) }

    public func chordset(_ id: String) throws -> StoredChordset { try Records.one(db, id) }

    /// Adds a new one.
    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    /// - Throws: ``StoreError/taken(id:)``.
    @discardableResult
    public func add(_ chordset: Chordset, at position: Int? = nil) throws -> StoredChordset {
        try insert(chordset, at: position)
        return try Records.one(db, chordset.id)
    }

    /// Changes title or chords.
    /// - Parameter versions: those of which one must be there; without them, whatever is there is changed.
    /// - Throws: ``StoreError/unknown(id:)``, ``StoreError/conflict(version:)``, and what `change` throws.
    @discardableResult
    public func change(
        _ id: String, versions: Set<Int>? = nil, _ change: (inout Chordset) throws -> Void
    ) throws -> StoredChordset {
        let before = try current(id, versions)
        var chordset = before.chordset
        try change(&chordset)
        guard chordset != before.chordset else { return before }
        let used = try checkSize(of: chordset)
        try db.run(
            "UPDATE chordset SET title = ?, version = ? WHERE id = ?", [chordset.title, try History.advance(db), id])
        for (position, chord) in chordset.chords.enumerated() where chord != before.chordset.chords[position] {
            try db.execute(
                sql: "DELETE FROM lightChord WHERE chordset = ? AND position = ?", arguments: [id, position])
            try Records.insert(db, chord, of: id, position: position)
        }
        try checkBytes(before: used)
        return try Records.one(db, id)
    }

    /// Puts it elsewhere among the others.
    /// - Parameter position: from 0; beyond the last is the last.
    @discardableResult
    public func move(_ id: String, to position: Int) throws -> StoredChordset {
        let before = try current(id, nil)
        if before.position == min(max(position, 0), try Records.count(db) - 1) { return before }
        let version = try History.advance(db)
        try put(id, at: position)
        try db.run("UPDATE chordset SET version = ? WHERE id = ?", [version, id])
        try History.noteOrder(db, version: version)
        return try Records.one(db, id)
    }

    /// Deletes it with its chords and their lumis; ``restore(_:)`` brings it back.
    @discardableResult
    public func delete(_ id: String, versions: Set<Int>? = nil) throws -> StoredChordset {
        let deleted = try current(id, versions)
        let number = try Int.fetchOne(db, sql: "SELECT max(number) FROM deletedChordset") ?? 0
        try forgetDeleted(id)
        try db.execute(
            sql: "INSERT INTO deletedChordset (id, position, document, number) VALUES (?, ?, ?, ?)",
            arguments: [id, deleted.position, deleted.json.text, number + 1])
        try db.execute(
            sql: "DELETE FROM deletedChordset WHERE number <= ?", arguments: [number + 1 - ChordsetEdit.keptDeleted])
        try bury(id)
        return deleted
    }

    /// Brings back what was deleted, to where it was.
    /// - Throws: ``StoreError/unknown(id:)`` where nothing was deleted under this id, or too long ago.
    @discardableResult
    public func restore(_ id: String) throws -> StoredChordset {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT position, document FROM deletedChordset WHERE id = ?", arguments: [id])
        else { throw StoreError.unknown(id: id) }
        return try add(try Chordset(JSON(row["document"] as String)), at: row["position"])
    }

    /// Deletes all that there is and was.
    /// - Returns: how many chordsets that were.
    @discardableResult
    public func deleteAll() throws -> Int {
        try db.execute(sql: "DELETE FROM deletedChordset")
        let ids = try Records.order(db)
        // One revision for each, since whoever asks what has changed is told so in parts that end at a revision.
        for id in ids { try bury(id) }
        return ids.count
    }

    /// Adds what a file holds. One that is there already is left out where it is the same, and added under another id where
    /// it is not, so that nothing is overwritten.
    /// - Returns: those that were added.
    public func add(_ document: ChordsetDocument) throws -> [StoredChordset] {
        var generator = SystemRandomNumberGenerator()
        var ids: Set<String> = []
        for chordset in document.chordsets {
            let present = try Records.content(db, chordset.id)
            if present == nil {
                try insert(chordset, at: nil)
                ids.insert(chordset.id)
            } else if present != chordset {
                let copy = try chordset.copy(id: Chordset.newID(using: &generator))
                try insert(copy, at: nil)
                ids.insert(copy.id)
            }
        }
        return try chordsets().filter { ids.contains($0.chordset.id) }
    }

    // MARK: Helpers

    private func current(_ id: String, _ versions: Set<Int>?) throws -> StoredChordset {
        let current = try Records.one(db, id)
        if let versions, !versions.contains(current.version) { throw StoreError.conflict(version: current.version) }
        return current
    }

    private func forgetDeleted(_ id: String) throws {
        try db.execute(sql: "DELETE FROM deletedChordset WHERE id = ?", arguments: [id])
    }

    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    private func insert(_ chordset: Chordset, at position: Int?) throws {
        guard try !Records.exists(db, chordset.id) else { throw StoreError.taken(id: chordset.id) }
        let used = try checkSize(of: chordset)
        if let quotas, try Records.count(db) >= quotas.chordsets {
            throw StoreError.full("There are \(quotas.chordsets) chordsets, which is the most: delete some first.")
        }
        // It may have been deleted under this id and be sent again.
        try forgetDeleted(chordset.id)
        let hasReturned = try History.forgetDeletion(db, of: chordset.id)
        let version = try History.advance(db)
        try Records.insert(db, chordset, version: version)
        let isLast = try put(chordset.id, at: position)
        // Whoever has not heard that it was deleted takes it for one that stands where it stood.
        if !isLast || hasReturned { try History.noteOrder(db, version: version) }
        try checkBytes(before: used)
    }

    /// - Returns: the bytes of all that is kept so far; 0 where they do not matter.
    private func checkSize(of chordset: Chordset) throws -> Int {
        guard let quotas else { return 0 }
        let size = chordset.json(position: 0).text.utf8.count
        guard size <= quotas.bytesPerChordset else {
            throw StoreError.tooLarge(
                "A chordset has at most \(quotas.bytesPerChordset) bytes: this one has \(size). Take some lumis away.")
        }
        return try Quotas.bytes(db)
    }

    /// What makes all smaller is possible also where there is too much.
    private func checkBytes(before used: Int) throws {
        guard let quotas else { return }
        let bytes = try Quotas.bytes(db)
        guard bytes <= max(quotas.bytes, used) else {
            throw StoreError.full("All chordsets have \(quotas.bytes) bytes, which is the most: delete some first.")
        }
    }

    private func bury(_ id: String) throws {
        try db.run("DELETE FROM chordset WHERE id = ?", [id])
        try History.noteDeletion(db, of: id, version: try History.advance(db))
    }

    /// - Parameter position: among the others; at the end without it.
    /// - Returns: whether it stands at the end.
    @discardableResult
    private func put(_ id: String, at position: Int?) throws -> Bool {
        let next = try position.flatMap { position in
            try Int.fetchOne(
                db, sql: "SELECT position FROM chordset WHERE id <> ? ORDER BY position, id LIMIT 1 OFFSET ?",
                arguments: [id, max(position, 0)])
        }
        if let next {
            try db.run("UPDATE chordset SET position = position + 1 WHERE position >= ? AND id <> ?", [next, id])
        }
        // Not max(position), for which all others would be read.
        let others = try db.cachedStatement(
            sql: "SELECT position FROM chordset WHERE id <> ? ORDER BY position DESC LIMIT 1")
        let last = try Int.fetchOne(others, arguments: [id])
        try db.run("UPDATE chordset SET position = ? WHERE id = ?", [next ?? (last ?? -1) + 1, id])
        return next == nil
    }
}
