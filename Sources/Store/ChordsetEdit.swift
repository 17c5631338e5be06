import Chordsets
import GRDB
import JSONText

/// The changes that one edit makes; good only within it.
public struct ChordsetEdit {
    let db: Database

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
        let ids = try Records.ids(db)
        guard !ids.contains(chordset.id) else { throw StoreError.taken(id: chordset.id) }
        // It may have been deleted under this id and be sent again.
        let version = try forgetDeleted(chordset.id) + 1
        try Records.insert(db, chordset, version: version)
        try put(chordset.id, at: position ?? ids.count, among: ids)
        try note()
        return try Records.one(db, chordset.id)
    }

    /// Changes title or chords.
    /// - Parameter version: that on which the change rests; without it, whatever is there.
    /// - Throws: ``StoreError/unknown(id:)``, ``StoreError/conflict(version:)``, and what `change` throws.
    @discardableResult
    public func change(
        _ id: String, version: Int? = nil, _ change: (inout Chordset) throws -> Void
    ) throws -> StoredChordset {
        let before = try current(id, version)
        var chordset = before.chordset
        try change(&chordset)
        guard chordset != before.chordset else { return before }
        try db.execute(
            sql: "UPDATE chordset SET title = ?, version = version + 1 WHERE id = ?", arguments: [chordset.title, id])
        for (position, chord) in chordset.chords.enumerated() where chord != before.chordset.chords[position] {
            try db.execute(
                sql: "DELETE FROM lightChord WHERE chordset = ? AND position = ?", arguments: [id, position])
            try Records.insert(db, chord, of: id, position: position)
        }
        try note()
        return try Records.one(db, id)
    }

    /// Puts it elsewhere among the others.
    /// - Parameter position: from 0; beyond the last is the last.
    @discardableResult
    public func move(_ id: String, to position: Int) throws -> StoredChordset {
        let before = try current(id, nil)
        let ids = try Records.ids(db)
        if before.position == min(max(position, 0), ids.count - 1) { return before }
        try put(id, at: position, among: ids.filter { $0 != id })
        try note()
        return try Records.one(db, id)
    }

    /// Deletes it with its chords and their lumis; ``restore(_:)`` brings it back.
    @discardableResult
    public func delete(_ id: String, version: Int? = nil) throws -> StoredChordset {
        let deleted = try current(id, version)
        let number = try Int.fetchOne(db, sql: "SELECT max(number) FROM deletedChordset") ?? 0
        _ = try forgetDeleted(id)
        try db.execute(
            sql: "INSERT INTO deletedChordset (id, position, version, document, number) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, deleted.position, deleted.version, deleted.json.text, number + 1])
        try db.execute(
            sql: "DELETE FROM deletedChordset WHERE number <= ?", arguments: [number + 1 - ChordsetEdit.keptDeleted])
        try db.execute(sql: "DELETE FROM chordset WHERE id = ?", arguments: [id])
        try note()
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
        let count = try Records.ids(db).count
        try db.execute(sql: "DELETE FROM deletedChordset")
        if count > 0 {
            try db.execute(sql: "DELETE FROM chordset")
            try note()
        }
        return count
    }

    /// Adds what a file holds. One that is there already is left out where it is the same, and added under another id where
    /// it is not, so that nothing is overwritten.
    /// - Returns: those that were added.
    public func add(_ document: ChordsetDocument) throws -> [StoredChordset] {
        var generator = SystemRandomNumberGenerator()
        var added: [StoredChordset] = []
        for chordset in document.chordsets {
            let present = try Row.fetchOne(db, sql: "SELECT 1 FROM chordset WHERE id = ?", arguments: [chordset.id]) != nil
            if !present {
                added.append(try add(chordset))
            } else if try self.chordset(chordset.id).chordset != chordset {
                added.append(try add(chordset.copy(id: Chordset.newID(using: &generator))))
            }
        }
        return added
    }

    // MARK: Helpers

    private func current(_ id: String, _ version: Int?) throws -> StoredChordset {
        let current = try Records.one(db, id)
        if let version, version != current.version { throw StoreError.conflict(version: current.version) }
        return current
    }

    /// - Returns: the version that it had.
    private func forgetDeleted(_ id: String) throws -> Int {
        let version = try Int.fetchOne(db, sql: "SELECT version FROM deletedChordset WHERE id = ?", arguments: [id])
        if version != nil { try db.execute(sql: "DELETE FROM deletedChordset WHERE id = ?", arguments: [id]) }
        return version ?? 0
    }

    private func put(_ id: String, at position: Int, among others: [String]) throws {
        var ids = others
        ids.insert(id, at: min(max(position, 0), ids.count))
        for (position, id) in ids.enumerated() {
            try db.execute(
                sql: "UPDATE chordset SET position = ? WHERE id = ? AND position <> ?", arguments: [position, id, position])
        }
    }

    private func note() throws { try db.execute(sql: "UPDATE revision SET number = number + 1") }
}
