import Sync

/// Reads items of any kind from rows.
enum Records {
    static func exists(_ shelf: OpenShelf, _ id: String, among kind: Kind) throws -> Bool {
        try shelf.int("SELECT 1 FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id) != nil
    }

    static func count(_ shelf: OpenShelf, of kind: Kind) throws -> Int {
        try shelf.int("SELECT count(*) FROM \(kind.name) WHERE shelf = ?1") ?? 0
    }

    static func all<Item: DatabaseItem>(_ shelf: OpenShelf) throws -> [Versioned<Item>] {
        let rows = try shelf.rows("SELECT * FROM \(Item.kind.name) WHERE shelf = ?1 ORDER BY position, id")
        return try stored(shelf, rows, places: rows.indices)
    }

    static func one<Item: DatabaseItem>(_ shelf: OpenShelf, _ id: String) throws -> Versioned<Item> {
        guard let row = try row(shelf, id, of: Item.kind) else { throw StoreError.unknown(id: id, of: Item.kind) }
        let found: [Versioned<Item>] = try stored(shelf, [row], places: [try place(shelf, of: row, among: Item.kind)])
        return found[0]
    }

    /// An item without its position, which would need counting; nil if there is none.
    static func content<Item: DatabaseItem>(_ shelf: OpenShelf, _ id: String) throws -> Item? {
        try row(shelf, id, of: Item.kind).flatMap { try Item.items(on: shelf, of: [$0]).first }
    }

    private static func row(_ shelf: OpenShelf, _ id: String, of kind: Kind) throws -> SQLRow? {
        try shelf.rows("SELECT * FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id).first
    }

    /// The maximum size of a page in bytes. Usual items have a few thousand, so most pages are full first. While a page
    /// is read, it takes ten times as much memory.
    private static let maximumPageBytes = 1 << 20

    /// The number of items that fit into ``maximumPageBytes``, at least one.
    static func fitting(_ rows: some Collection<SQLRow>) -> Int {
        var sum = 0
        for (place, row) in rows.enumerated() {
            sum += row.int("bytes")
            if sum > maximumPageBytes { return max(place, 1) }
        }
        return rows.count
    }

    /// The items with versions in a range of revisions, in order of version.
    static func changed<Item: DatabaseItem>(_ shelf: OpenShelf, after: Int, to: Int) throws -> [Versioned<Item>] {
        let kind = Item.kind
        let rows = try shelf.rows(
            "SELECT * FROM \(kind.name) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, id",
            after, to)
        // For few items, count each position; for many, number all items.
        guard rows.count > 10 else {
            return try stored(shelf, rows, places: rows.map { try place(shelf, of: $0, among: kind) })
        }
        let places = Dictionary(uniqueKeysWithValues: zip(try order(shelf, of: kind), 0...))
        return try stored(shelf, rows, places: rows.map { places[$0.text("id")] ?? 0 })
    }

    /// The IDs of all items in order.
    static func order(_ shelf: OpenShelf, of kind: Kind) throws -> [String] {
        try shelf.rows("SELECT id FROM \(kind.name) WHERE shelf = ?1 ORDER BY position, id").map { $0.text("id") }
    }

    /// The index of an item, from 0. The column `position` has gaps.
    static func place(_ shelf: OpenShelf, of row: SQLRow, among kind: Kind) throws -> Int {
        try shelf.int(
            "SELECT count(*) FROM \(kind.name) WHERE shelf = ?1 AND (position, id) < (?2, ?3)", row.int("position"),
            row.text("id")
        ) ?? 0
    }

    /// - Parameter places: the index of each item, from 0.
    static func stored<Item: DatabaseItem>(
        _ shelf: OpenShelf, _ rows: [SQLRow], places: some Collection<Int>
    ) throws -> [Versioned<Item>] {
        zip(zip(try Item.items(on: shelf, of: rows), rows), places).map { found, place in
            Versioned(found.0, position: place, version: found.1.int("version"))
        }
    }

    /// Computes the sizes of all items of a kind, and adds them to the shelf. If any item is unreadable, none counts.
    static func weigh<Item: DatabaseItem>(_ shelf: OpenShelf, _ type: Item.Type) throws {
        let kind = Item.kind
        var sum = 0
        for stored in (try? all(shelf) as [Versioned<Item>]) ?? [] {
            let bytes = stored.item.json(position: 0).text.utf8.count
            try shelf.run("UPDATE \(kind.name) SET bytes = ?2 WHERE shelf = ?1 AND id = ?3", bytes, stored.item.id)
            sum += bytes
        }
        try shelf.run("UPDATE shelf SET bytes = bytes + ?2 WHERE number = ?1", sum)
    }
}
