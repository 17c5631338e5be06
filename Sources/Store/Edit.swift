import Chordsets
import GRDB
import JSONText

/// The changes that one edit makes; good only within it.
public struct Edit {
    let db: Database
    let quotas: Quotas?

    /// What was deleted can be brought back as long as there are not more deleted after them.
    private static let keptDeleted = 100

    /// All, in their order, with the changes made so far.
    public func chordsets() throws -> [StoredChordset] { try Records.all(db) }

    public func chordset(_ id: String) throws -> StoredChordset { try Records.one(db, id) }

    public func one<Thing: Keepable>(_ id: String, of type: Thing.Type) throws -> Stored<Thing> { try Records.one(db, id) }

    /// Adds a new one.
    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    /// - Throws: ``StoreError/taken(id:of:)``.
    @discardableResult
    public func add<Thing: Keepable>(_ thing: Thing, at position: Int? = nil) throws -> Stored<Thing> {
        try insert(thing, at: position)
        return try Records.one(db, thing.id)
    }

    /// Changes title or chords.
    /// - Parameter versions: those of which one must be there; without them, whatever is there is changed.
    /// - Throws: ``StoreError/unknown(id:of:)``, ``StoreError/conflict(version:of:)``, and what `change` throws.
    @discardableResult
    public func change(
        _ id: String, versions: Set<Int>? = nil, _ change: (inout Chordset) throws -> Void
    ) throws -> StoredChordset {
        let before: StoredChordset = try current(id, versions)
        var chordset = before.thing
        try change(&chordset)
        return try replace(before, with: chordset)
    }

    /// Puts another content under the same id.
    /// - Throws: ``StoreError/unknown(id:of:)``, ``StoreError/conflict(version:of:)``.
    @discardableResult
    public func replace<Thing: Keepable>(_ thing: Thing, versions: Set<Int>? = nil) throws -> Stored<Thing> {
        try replace(try current(thing.id, versions), with: thing)
    }

    private func replace<Thing: Keepable>(_ before: Stored<Thing>, with thing: Thing) throws -> Stored<Thing> {
        guard thing != before.thing else { return before }
        let used = try checkSize(of: thing)
        try thing.update(db, from: before.thing, version: try History.advance(db))
        try checkBytes(before: used, on: Thing.shelf)
        return try Records.one(db, thing.id)
    }

    /// Puts it elsewhere among the others.
    /// - Parameters:
    ///   - position: from 0; beyond the last is the last.
    ///   - versions: those of which one must be there; without them, whatever is there is moved.
    @discardableResult
    public func move<Thing: Keepable>(
        _ id: String, of type: Thing.Type, to position: Int, versions: Set<Int>? = nil
    ) throws -> Stored<Thing> {
        let shelf = Thing.shelf
        let before: Stored<Thing> = try current(id, versions)
        if before.position == min(max(position, 0), try Records.count(db, on: shelf) - 1) { return before }
        let version = try History.advance(db)
        try put(id, at: position, on: shelf)
        try db.run("UPDATE \(shelf.name) SET version = ? WHERE id = ?", [version, id])
        try History.noteOrder(db, version: version, on: shelf)
        return try Records.one(db, id)
    }

    /// Deletes it with all that belongs to it; ``restore(_:of:)`` brings it back.
    @discardableResult
    public func delete<Thing: Keepable>(
        _ id: String, of type: Thing.Type, versions: Set<Int>? = nil
    ) throws -> Stored<Thing> {
        let shelf = Thing.shelf
        let deleted: Stored<Thing> = try current(id, versions)
        let number = try Int.fetchOne(db, sql: "SELECT max(number) FROM \(shelf.deleted)") ?? 0
        try forgetDeleted(id, on: shelf)
        try db.execute(
            sql: "INSERT INTO \(shelf.deleted) (id, position, document, number) VALUES (?, ?, ?, ?)",
            arguments: [id, deleted.position, deleted.json.text, number + 1])
        try db.execute(
            sql: "DELETE FROM \(shelf.deleted) WHERE number <= ?", arguments: [number + 1 - Edit.keptDeleted])
        try bury(id, on: shelf)
        return deleted
    }

    /// Brings back what was deleted, to where it was.
    /// - Throws: ``StoreError/unknown(id:of:)`` where nothing was deleted under this id, or too long ago.
    @discardableResult
    public func restore<Thing: Keepable>(_ id: String, of type: Thing.Type) throws -> Stored<Thing> {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT position, document FROM \(Thing.shelf.deleted) WHERE id = ?", arguments: [id])
        else { throw StoreError.unknown(id: id, of: Thing.shelf) }
        return try add(try Thing(JSON(row["document"] as String)), at: row["position"])
    }

    @discardableResult
    public func move(_ id: String, to position: Int) throws -> StoredChordset { try move(id, of: Chordset.self, to: position) }

    @discardableResult
    public func delete(_ id: String, versions: Set<Int>? = nil) throws -> StoredChordset {
        try delete(id, of: Chordset.self, versions: versions)
    }

    @discardableResult
    public func restore(_ id: String) throws -> StoredChordset { try restore(id, of: Chordset.self) }

    /// Deletes all chordsets that there are and were.
    /// - Returns: how many that were.
    @discardableResult
    public func deleteAll() throws -> Int {
        try db.execute(sql: "DELETE FROM deletedChordset")
        let ids = try Records.order(db, on: .chordsets)
        // One revision for each, since whoever asks what has changed is told so in parts that end at a revision.
        for id in ids { try bury(id, on: .chordsets) }
        return ids.count
    }

    /// Adds what a file holds. One that is there already is left out where it is the same, and added under another id where
    /// it is not, so that nothing is overwritten.
    /// - Returns: those that were added.
    public func add(_ document: ChordsetDocument) throws -> [StoredChordset] {
        var generator = SystemRandomNumberGenerator()
        var ids: Set<String> = []
        for chordset in document.chordsets {
            let present: Chordset? = try Records.content(db, chordset.id)
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

    private func current<Thing: Keepable>(_ id: String, _ versions: Set<Int>?) throws -> Stored<Thing> {
        let current: Stored<Thing> = try Records.one(db, id)
        if let versions, !versions.contains(current.version) {
            throw StoreError.conflict(version: current.version, of: Thing.shelf)
        }
        return current
    }

    private func forgetDeleted(_ id: String, on shelf: Shelf) throws {
        try db.execute(sql: "DELETE FROM \(shelf.deleted) WHERE id = ?", arguments: [id])
    }

    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    private func insert<Thing: Keepable>(_ thing: Thing, at position: Int?) throws {
        let shelf = Thing.shelf
        guard try !Records.exists(db, thing.id, on: shelf) else { throw StoreError.taken(id: thing.id, of: shelf) }
        let used = try checkSize(of: thing)
        if let quotas, try Records.count(db, on: shelf) >= quotas.chordsets {
            throw StoreError.full("There are \(quotas.chordsets) \(shelf.plural), which is the most: delete some first.")
        }
        // It may have been deleted under this id and be sent again.
        try forgetDeleted(thing.id, on: shelf)
        let hasReturned = try History.forgetDeletion(db, of: thing.id, on: shelf)
        let version = try History.advance(db)
        try thing.insert(into: db, version: version)
        let isLast = try put(thing.id, at: position, on: shelf)
        // Whoever has not heard that it was deleted takes it for one that stands where it stood.
        if !isLast || hasReturned { try History.noteOrder(db, version: version, on: shelf) }
        try checkBytes(before: used, on: shelf)
    }

    /// - Returns: the bytes of all that is kept so far; 0 where they do not matter.
    private func checkSize(of thing: some Keepable) throws -> Int {
        guard let quotas else { return 0 }
        let size = thing.json(position: 0).text.utf8.count
        guard size <= quotas.bytesPerChordset else {
            throw StoreError.tooLarge(type(of: thing).shelf.tooLarge(size, most: quotas.bytesPerChordset))
        }
        return try Quotas.bytes(db)
    }

    /// What makes all smaller is possible also where there is too much.
    private func checkBytes(before used: Int, on shelf: Shelf) throws {
        guard let quotas else { return }
        let bytes = try Quotas.bytes(db)
        guard bytes <= max(quotas.bytes, used) else {
            throw StoreError.full("All \(shelf.plural) have \(quotas.bytes) bytes, which is the most: delete some first.")
        }
    }

    private func bury(_ id: String, on shelf: Shelf) throws {
        try db.run("DELETE FROM \(shelf.name) WHERE id = ?", [id])
        try History.noteDeletion(db, of: id, version: try History.advance(db), on: shelf)
    }

    /// - Parameter position: among the others; at the end without it.
    /// - Returns: whether it stands at the end.
    @discardableResult
    private func put(_ id: String, at position: Int?, on shelf: Shelf) throws -> Bool {
        let table = shelf.name
        let next = try position.flatMap { position in
            try Int.fetchOne(
                db, sql: "SELECT position FROM \(table) WHERE id <> ? ORDER BY position, id LIMIT 1 OFFSET ?",
                arguments: [id, max(position, 0)])
        }
        if let next {
            try db.run("UPDATE \(table) SET position = position + 1 WHERE position >= ? AND id <> ?", [next, id])
        }
        // Not max(position), for which all others would be read.
        let others = try db.cachedStatement(
            sql: "SELECT position FROM \(table) WHERE id <> ? ORDER BY position DESC LIMIT 1")
        let last = try Int.fetchOne(others, arguments: [id])
        try db.run("UPDATE \(table) SET position = ? WHERE id = ?", [next ?? (last ?? -1) + 1, id])
        return next == nil
    }
}

extension Shelf {
    fileprivate func tooLarge(_ size: Int, most: Int) -> String {
        let way = self == .chordsets ? "Take some lumis away." : "Make two of it."
        return "A \(name) has at most \(most) bytes: this one has \(size). \(way)"
    }
}
