import Chordsets
import JSONText

/// The changes that one edit makes on a shelf; good only within it.
public struct Edit {
    let shelf: OpenShelf
    let quotas: Quotas?
    let stored: StoredBytes

    /// What was deleted can be brought back as long as there are not more deleted after them.
    private static let keptDeleted = 100

    /// All, in their order, with the changes made so far.
    public func chordsets() throws -> [StoredChordset] { try Records.all(shelf) }

    public func chordset(_ id: String) throws -> StoredChordset { try Records.one(shelf, id) }

    public func one<Thing: Keepable>(_ id: String, of type: Thing.Type) throws -> Stored<Thing> { try Records.one(shelf, id) }

    /// Adds a new one.
    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    /// - Throws: ``StoreError/taken(id:of:)``.
    @discardableResult
    public func add<Thing: Keepable>(_ thing: Thing, at position: Int? = nil) throws -> Stored<Thing> {
        try insert(thing, at: position)
        return try Records.one(shelf, thing.id)
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
        let bytes = try size(of: thing)
        try count(bytes - (try self.bytes(of: thing.id, in: Thing.kind.name)))
        try thing.update(on: shelf, from: before.thing, version: try History.advance(shelf), bytes: bytes)
        return try Records.one(shelf, thing.id)
    }

    /// Puts it elsewhere among the others.
    /// - Parameters:
    ///   - position: from 0; beyond the last is the last.
    ///   - versions: those of which one must be there; without them, whatever is there is moved.
    @discardableResult
    public func move<Thing: Keepable>(
        _ id: String, of type: Thing.Type, to position: Int, versions: Set<Int>? = nil
    ) throws -> Stored<Thing> {
        let kind = Thing.kind
        let before: Stored<Thing> = try current(id, versions)
        if before.position == min(max(position, 0), try Records.count(shelf, of: kind) - 1) { return before }
        let version = try History.advance(shelf)
        try put(id, at: position, among: kind)
        try shelf.run("UPDATE \(kind.name) SET version = ?2 WHERE shelf = ?1 AND id = ?3", version, id)
        try History.noteOrder(shelf, version: version, of: kind)
        return try Records.one(shelf, id)
    }

    /// Deletes it with all that belongs to it; ``restore(_:of:)`` brings it back.
    @discardableResult
    public func delete<Thing: Keepable>(
        _ id: String, of type: Thing.Type, versions: Set<Int>? = nil
    ) throws -> Stored<Thing> {
        let kind = Thing.kind
        let deleted: Stored<Thing> = try current(id, versions)
        let number = try shelf.int("SELECT max(number) FROM \(kind.deleted) WHERE shelf = ?1") ?? 0
        try forgetDeleted(id, among: kind)
        try shelf.run(
            "INSERT INTO \(kind.deleted) (shelf, id, position, document, number) VALUES (?1, ?2, ?3, ?4, ?5)",
            id, deleted.position, deleted.json.text, number + 1)
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1 AND number <= ?2", number + 1 - Edit.keptDeleted)
        try bury(id, among: kind)
        return deleted
    }

    /// Brings back what was deleted, to where it was.
    /// - Throws: ``StoreError/unknown(id:of:)`` where nothing was deleted under this id, or too long ago.
    @discardableResult
    public func restore<Thing: Keepable>(_ id: String, of type: Thing.Type) throws -> Stored<Thing> {
        let kind = Thing.kind
        guard
            let row = try shelf.rows("SELECT position, document FROM \(kind.deleted) WHERE shelf = ?1 AND id = ?2", id).first
        else { throw StoreError.unknown(id: id, of: kind) }
        return try add(try Thing(JSON(row.text("document"))), at: row.int("position"))
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
        let kind = Kind.chordsets
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1")
        let ids = try Records.order(shelf, of: kind)
        // One revision for each, since anyone who asks what has changed is told so in parts that end at a revision.
        for id in ids { try bury(id, among: kind) }
        return ids.count
    }

    /// Adds what a file holds. One that is there already is left out where it is the same, and added under another id where
    /// it is not, so that nothing is overwritten.
    /// - Returns: those that were added.
    public func add(_ document: ChordsetDocument) throws -> [StoredChordset] {
        var generator = SystemRandomNumberGenerator()
        var ids: Set<String> = []
        for chordset in document.chordsets {
            let present: Chordset? = try Records.content(shelf, chordset.id)
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
        let current: Stored<Thing> = try Records.one(shelf, id)
        if let versions, !versions.contains(current.version) {
            throw StoreError.conflict(version: current.version, of: Thing.kind)
        }
        return current
    }

    /// - Parameter position: its place among the others; at the end without it, or where there are fewer.
    private func insert<Thing: Keepable>(_ thing: Thing, at position: Int?) throws {
        let kind = Thing.kind
        guard try !Records.exists(shelf, thing.id, among: kind) else { throw StoreError.taken(id: thing.id, of: kind) }
        let bytes = try size(of: thing)
        if let quotas, try Records.count(shelf, of: kind) >= quotas.chordsets {
            throw StoreError.full("There are \(quotas.chordsets) \(kind.plural), which is the most: delete some first.")
        }
        // It may have been deleted under this id and be sent again.
        try forgetDeleted(thing.id, among: kind)
        try count(bytes)
        let hasReturned = try History.forgetDeletion(shelf, of: thing.id, among: kind)
        let version = try History.advance(shelf)
        try thing.insert(into: shelf, version: version, bytes: bytes)
        let isLast = try put(thing.id, at: position, among: kind)
        // Anyone who has not heard that it was deleted takes it for one that stands where it stood.
        if !isLast || hasReturned { try History.noteOrder(shelf, version: version, of: kind) }
    }

    private func bury(_ id: String, among kind: Kind) throws {
        try count(-(try bytes(of: id, in: kind.name)))
        try shelf.run("DELETE FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id)
        try History.noteDeletion(shelf, of: id, version: try History.advance(shelf), among: kind)
    }

    private func forgetDeleted(_ id: String, among kind: Kind) throws {
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1 AND id = ?2", id)
    }

    /// - Parameter position: among the others; at the end without it.
    /// - Returns: whether it stands at the end.
    @discardableResult
    private func put(_ id: String, at position: Int?, among kind: Kind) throws -> Bool {
        let table = kind.name
        let next = try position.flatMap { position in
            try shelf.int(
                "SELECT position FROM \(table) WHERE shelf = ?1 AND id <> ?2 ORDER BY position, id LIMIT 1 OFFSET ?3",
                id, max(position, 0))
        }
        if let next {
            try shelf.run(
                "UPDATE \(table) SET position = position + 1 WHERE shelf = ?1 AND position >= ?2 AND id <> ?3", next, id)
        }
        // Not max(position), for which all others would be read.
        let last = try shelf.int(
            "SELECT position FROM \(table) WHERE shelf = ?1 AND id <> ?2 ORDER BY position DESC LIMIT 1", id)
        try shelf.run("UPDATE \(table) SET position = ?2 WHERE shelf = ?1 AND id = ?3", next ?? (last ?? -1) + 1, id)
        return next == nil
    }

    // MARK: Bytes

    /// What a thing counts for: it as JSON.
    private func size(of thing: some Keepable) throws -> Int {
        let size = thing.json(position: 0).text.utf8.count
        if let quotas, size > quotas.bytesPerChordset {
            throw StoreError.tooLarge(type(of: thing).kind.tooLarge(size, most: quotas.bytesPerChordset))
        }
        return size
    }

    private func bytes(of id: String, in table: String) throws -> Int {
        try shelf.int("SELECT bytes FROM \(table) WHERE shelf = ?1 AND id = ?2", id) ?? 0
    }

    /// Notes that the shelf holds more or less. What makes it less is possible also where there is too much.
    private func count(_ more: Int) throws {
        if more == 0 { return }
        if more > 0, let quotas, try (shelf.int("SELECT bytes FROM shelf WHERE number = ?1") ?? 0) + more > quotas.bytes {
            throw StoreError.full("What is kept here has \(quotas.bytes) bytes, which is the most: delete some first.")
        }
        if more > 0, let quotas {
            guard try stored.bytes(shelf.db) + more <= quotas.allBytes else {
                throw StoreError.full("All shelves of this server together have \(quotas.allBytes) bytes, which is the most.")
            }
            // Enough for the journal, and for anyone who has to make room.
            if let disk = shelf.db.disk, disk.free - more < quotas.freeBytes ?? min(256 << 20, disk.size / 20) {
                throw StoreError.unavailable("The disk of the server is nearly full: nothing was changed. Make room and try again.")
            }
        }
        stored.add(more)
        try shelf.run("UPDATE shelf SET bytes = bytes + ?2 WHERE number = ?1", more)
    }
}

extension Kind {
    fileprivate func tooLarge(_ size: Int, most: Int) -> String {
        let way = self == .chordsets ? "Take some lumis away." : "Make two of it."
        return "A \(name) has at most \(most) bytes: this one has \(size). \(way)"
    }
}
