/// Things from rows and back, whatever they are.
enum Records {
    static func exists(_ shelf: OpenShelf, _ id: String, among kind: Kind) throws -> Bool {
        try shelf.int("SELECT 1 FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id) != nil
    }

    static func count(_ shelf: OpenShelf, of kind: Kind) throws -> Int {
        try shelf.int("SELECT count(*) FROM \(kind.name) WHERE shelf = ?1") ?? 0
    }

    static func all<Thing: Keepable>(_ shelf: OpenShelf) throws -> [Stored<Thing>] {
        let rows = try shelf.rows("SELECT * FROM \(Thing.kind.name) WHERE shelf = ?1 ORDER BY position, id")
        return try stored(shelf, rows, places: rows.indices)
    }

    static func one<Thing: Keepable>(_ shelf: OpenShelf, _ id: String) throws -> Stored<Thing> {
        guard let row = try row(shelf, id, of: Thing.kind) else { throw StoreError.unknown(id: id, of: Thing.kind) }
        let found: [Stored<Thing>] = try stored(shelf, [row], places: [try place(shelf, of: row, among: Thing.kind)])
        return found[0]
    }

    /// Without its place, for which the others would be counted; nil where there is none.
    static func content<Thing: Keepable>(_ shelf: OpenShelf, _ id: String) throws -> Thing? {
        try row(shelf, id, of: Thing.kind).flatMap { try Thing.things(on: shelf, of: [$0]).first }
    }

    private static func row(_ shelf: OpenShelf, _ id: String, of kind: Kind) throws -> SQLRow? {
        try shelf.rows("SELECT * FROM \(kind.name) WHERE shelf = ?1 AND id = ?2", id).first
    }

    /// Of all things that are sent at once. Usual ones have a few thousand each, so that a page is full before it is heavy.
    private static let mostBytes = 3 << 20

    /// How many of some things, at least one, are sent at once: no more than ``mostBytes`` of JSON, or the first one alone.
    static func fitting(_ rows: some Collection<SQLRow>) -> Int {
        var sum = 0
        for (place, row) in rows.enumerated() {
            sum += row.int("bytes")
            if sum > mostBytes { return max(place, 1) }
        }
        return rows.count
    }

    /// Those whose version is after one revision and up to another, in order of that.
    static func changed<Thing: Keepable>(_ shelf: OpenShelf, after: Int, to: Int) throws -> [Stored<Thing>] {
        let kind = Thing.kind
        let rows = try shelf.rows(
            "SELECT * FROM \(kind.name) WHERE shelf = ?1 AND version > ?2 AND version <= ?3 ORDER BY version, id", after, to)
        // For a few the others are counted, for many all are numbered.
        guard rows.count > 10 else { return try stored(shelf, rows, places: rows.map { try place(shelf, of: $0, among: kind) }) }
        let places = Dictionary(uniqueKeysWithValues: zip(try order(shelf, of: kind), 0...))
        return try stored(shelf, rows, places: rows.map { places[$0.text("id")] ?? 0 })
    }

    /// The ids of all, in their order.
    static func order(_ shelf: OpenShelf, of kind: Kind) throws -> [String] {
        try shelf.rows("SELECT id FROM \(kind.name) WHERE shelf = ?1 ORDER BY position, id").map { $0.text("id") }
    }

    /// Its place among the others, from 0; in the row stands only what comes before what.
    static func place(_ shelf: OpenShelf, of row: SQLRow, among kind: Kind) throws -> Int {
        try shelf.int(
            "SELECT count(*) FROM \(kind.name) WHERE shelf = ?1 AND (position, id) < (?2, ?3)", row.int("position"), row.text("id")
        ) ?? 0
    }

    /// - Parameter places: of each among all, from 0.
    static func stored<Thing: Keepable>(
        _ shelf: OpenShelf, _ rows: [SQLRow], places: some Collection<Int>
    ) throws -> [Stored<Thing>] {
        zip(zip(try Thing.things(on: shelf, of: rows), rows), places).map { found, place in
            Stored(thing: found.0, position: place, version: found.1.int("version"))
        }
    }

    /// Notes what each thing of a kind counts for, and the shelf with them. Where another program has put something there that
    /// cannot be read, nothing counts.
    static func weigh<Thing: Keepable>(_ shelf: OpenShelf, _ type: Thing.Type) throws {
        let kind = Thing.kind
        var sum = 0
        for stored in (try? all(shelf) as [Stored<Thing>]) ?? [] {
            let bytes = stored.thing.json(position: 0).text.utf8.count
            try shelf.run("UPDATE \(kind.name) SET bytes = ?2 WHERE shelf = ?1 AND id = ?3", bytes, stored.thing.id)
            sum += bytes
        }
        try shelf.run("UPDATE shelf SET bytes = bytes + ?2 WHERE number = ?1", sum)
    }
}
