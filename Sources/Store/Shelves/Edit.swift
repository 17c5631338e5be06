import Chordsets
import JSONText
import Sync

/// The operations of one edit of a shelf. Valid only within it.
public struct Edit {
    let shelf: OpenShelf
    let quotas: Quotas?
    let stored: StoredBytes

    /// The number of deleted items per kind that can be restored.
    private static let keptDeleted = 100

    public func one<Item: DatabaseItem>(_ id: String, of type: Item.Type) throws -> Versioned<Item> {
        try Records.one(shelf, id)
    }

    /// Adds a new item.
    /// - Parameter position: its index; nil or a large number for the end.
    /// - Throws: ``StoreError/taken(id:of:)``.
    @discardableResult
    public func add<Item: DatabaseItem>(_ item: Item, at position: Int? = nil) throws -> Versioned<Item> {
        try insert(item, at: position)
        return try Records.one(shelf, item.id)
    }

    /// Changes title or chords of a chordset.
    /// - Parameter versions: the expected versions; nil for any.
    /// - Throws: ``StoreError/unknown(id:of:)``, ``StoreError/conflict(version:of:)``, and what `change` throws.
    @discardableResult
    public func change(
        _ id: String, versions: Set<Int>? = nil, _ change: (inout Chordset) throws -> Void
    ) throws -> StoredChordset {
        let before: StoredChordset = try current(id, versions)
        var chordset = before.item
        try change(&chordset)
        return try replace(before, with: chordset)
    }

    /// Replaces the content of an item.
    /// - Throws: ``StoreError/unknown(id:of:)``, ``StoreError/conflict(version:of:)``.
    @discardableResult
    public func replace<Item: DatabaseItem>(_ item: Item, versions: Set<Int>? = nil) throws -> Versioned<Item> {
        try replace(try current(item.id, versions), with: item)
    }

    private func replace<Item: DatabaseItem>(_ before: Versioned<Item>, with item: Item) throws -> Versioned<Item> {
        guard item != before.item else { return before }
        let bytes = try size(of: item)
        try count(bytes - (try self.bytes(of: item.id, in: Item.kind.name)))
        try item.update(on: shelf, from: before.item, version: try History.advance(shelf), bytes: bytes)
        return try Records.one(shelf, item.id)
    }

    /// Moves an item.
    /// - Parameters:
    ///   - position: the new index, clamped to the end.
    ///   - versions: the expected versions; nil for any.
    @discardableResult
    public func move<Item: DatabaseItem>(
        _ id: String, of type: Item.Type, to position: Int, versions: Set<Int>? = nil
    ) throws -> Versioned<Item> {
        let kind = Item.kind
        let before: Versioned<Item> = try current(id, versions)
        if before.position == min(max(position, 0), try Records.count(shelf, of: kind) - 1) { return before }
        let version = try History.advance(shelf)
        try put(id, at: position, among: kind)
        try shelf.run("UPDATE \(kind.name) SET version = ?2 WHERE shelf = ?1 AND id = ?3", version, id)
        try History.noteOrder(shelf, version: version, of: kind)
        return try Records.one(shelf, id)
    }

    /// Deletes an item. ``restore(_:of:)`` brings it back.
    @discardableResult
    public func delete<Item: DatabaseItem>(
        _ id: String, of type: Item.Type, versions: Set<Int>? = nil
    ) throws -> Versioned<Item> {
        let kind = Item.kind
        let deleted: Versioned<Item> = try current(id, versions)
        let number = try shelf.int("SELECT max(number) FROM \(kind.deleted) WHERE shelf = ?1") ?? 0
        try forgetDeleted(id, among: kind)
        try shelf.run(
            "INSERT INTO \(kind.deleted) (shelf, id, position, document, number) VALUES (?1, ?2, ?3, ?4, ?5)",
            id, deleted.position, deleted.json.text, number + 1)
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1 AND number <= ?2", number + 1 - Edit.keptDeleted)
        try recordDeletion(id, among: kind)
        return deleted
    }

    /// Restores a deleted item at its former position.
    /// - Throws: ``StoreError/unknown(id:of:)`` if it was not deleted, or too many others were deleted since.
    @discardableResult
    public func restore<Item: DatabaseItem>(_ id: String, of type: Item.Type) throws -> Versioned<Item> {
        let kind = Item.kind
        guard
            let row = try shelf.rows("SELECT position, document FROM \(kind.deleted) WHERE shelf = ?1 AND id = ?2", id)
                .first
        else { throw StoreError.unknown(id: id, of: kind) }
        return try add(try Item(JSON(row.text("document"))), at: row.int("position"))
    }

    /// Deletes all chordsets permanently, including deleted ones.
    /// - Returns: their number.
    @discardableResult
    public func deleteAll() throws -> Int {
        let kind = Kind.chordsets
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1")
        let ids = try Records.order(shelf, of: kind)
        // One revision each, because parts of changes end at a revision.
        for id in ids { try recordDeletion(id, among: kind) }
        return ids.count
    }

    /// Imports a file. Identical chordsets are skipped; different ones with a known ID get a new ID.
    /// - Returns: the added chordsets.
    public func add(_ document: ChordsetDocument) throws -> [StoredChordset] {
        var generator = SystemRandomNumberGenerator()
        var ids: Set<String> = []
        for chordset in document.chordsets {
            let present: Chordset? = try Records.content(shelf, chordset.id)
            if present == nil {
                try insert(chordset, at: nil)
                ids.insert(chordset.id)
            } else if present != chordset {
                let copy = try chordset.copy(id: ItemID.random(using: &generator))
                try insert(copy, at: nil)
                ids.insert(copy.id)
            }
        }
        let all: [StoredChordset] = try Records.all(shelf)
        return all.filter { ids.contains($0.chordset.id) }
    }

    // MARK: Helpers

    private func current<Item: DatabaseItem>(_ id: String, _ versions: Set<Int>?) throws -> Versioned<Item> {
        let current: Versioned<Item> = try Records.one(shelf, id)
        if let versions, !versions.contains(current.version) {
            throw StoreError.conflict(version: current.version, of: Item.kind)
        }
        return current
    }

    /// - Parameter position: its index; nil or a large number for the end.
    private func insert<Item: DatabaseItem>(_ item: Item, at position: Int?) throws {
        let kind = Item.kind
        guard try !Records.exists(shelf, item.id, among: kind) else { throw StoreError.taken(id: item.id, of: kind) }
        let bytes = try size(of: item)
        if let maximum = quotas?.maximumItems, try Records.count(shelf, of: kind) >= maximum {
            throw StoreError.full(
                "There are \(maximum) \(kind.plural), which is the maximum. To add more, delete some first.")
        }
        // A deleted item may be sent again with its ID.
        try forgetDeleted(item.id, among: kind)
        try count(bytes)
        let hasReturned = try History.forgetDeletion(shelf, of: item.id, among: kind)
        let version = try History.advance(shelf)
        try item.insert(into: shelf, version: version, bytes: bytes)
        let isLast = try put(item.id, at: position, among: kind)
        // A client that missed the deletion would keep its old position.
        if !isLast || hasReturned { try History.noteOrder(shelf, version: version, of: kind) }
    }

    private func recordDeletion(_ id: String, among kind: Kind) throws {
        try count(-(try bytes(of: id, in: kind.name)))
        try shelf.run("DELETE FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id)
        try History.noteDeletion(shelf, of: id, version: try History.advance(shelf), among: kind)
    }

    private func forgetDeleted(_ id: String, among kind: Kind) throws {
        try shelf.run("DELETE FROM \(kind.deleted) WHERE shelf = ?1 AND id = ?2", id)
    }

    /// - Parameter position: the index; nil for the end.
    /// - Returns: whether it is at the end.
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
                "UPDATE \(table) SET position = position + 1 WHERE shelf = ?1 AND position >= ?2 AND id <> ?3", next, id
            )
        }
        // Not max(position), which would read all rows.
        let last = try shelf.int(
            "SELECT position FROM \(table) WHERE shelf = ?1 AND id <> ?2 ORDER BY position DESC LIMIT 1", id)
        try shelf.run("UPDATE \(table) SET position = ?2 WHERE shelf = ?1 AND id = ?3", next ?? (last ?? -1) + 1, id)
        return next == nil
    }

    // MARK: Bytes

    /// The size of an item as JSON.
    private func size(of item: some DatabaseItem) throws -> Int {
        let size = item.json(position: 0).text.utf8.count
        if let quotas, size > quotas.maximumBytesPerItem {
            throw StoreError.tooLarge(type(of: item).kind.tooLarge(size, most: quotas.maximumBytesPerItem))
        }
        return size
    }

    func bytes(of id: String, in table: String) throws -> Int {
        try shelf.int("SELECT bytes FROM \(table) WHERE shelf = ?1 AND id = ?2", id) ?? 0
    }

    /// Changes the size of the shelf. A decrease is always possible.
    func count(_ more: Int) throws {
        if more == 0 { return }
        if more > 0, let quotas, try (shelf.int("SELECT bytes FROM shelf WHERE number = ?1") ?? 0) + more > quotas.bytes
        {
            throw StoreError.full(
                "This shelf has \(quotas.bytes) bytes, which is the maximum. To add more, delete something first.")
        }
        if more > 0, let quotas {
            guard try stored.bytes(shelf.db) + more <= quotas.allBytes else {
                throw StoreError.full("All shelves on this server have \(quotas.allBytes) bytes, which is the maximum.")
            }
            // Leaves space for the journal, and for the operator.
            if let disk = shelf.db.disk, disk.free - more < quotas.freeBytes ?? min(256 << 20, disk.size / 20) {
                throw StoreError.unavailable(
                    "The disk of the server is nearly full. Nothing was changed. Make room and try again.")
            }
        }
        stored.add(more)
        try shelf.run("UPDATE shelf SET bytes = bytes + ?2 WHERE number = ?1", more)
    }
}

extension Kind {
    fileprivate func tooLarge(_ size: Int, most: Int) -> String {
        let advice = self == .chordsets ? "Remove some lumis." : "Split it in two."
        return "A \(name) has at most \(most) bytes: this one has \(size). \(advice)"
    }
}
