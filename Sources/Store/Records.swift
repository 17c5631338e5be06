import GRDB

/// Things from rows and back, whatever they are.
enum Records {
    static func exists(_ db: Database, _ id: String, on shelf: Shelf) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM \(shelf.name) WHERE id = ?", arguments: [id]) != nil
    }

    static func count(_ db: Database, on shelf: Shelf) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(shelf.name)") ?? 0
    }

    static func all<Thing: Keepable>(_ db: Database) throws -> [Stored<Thing>] {
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(Thing.shelf.name) ORDER BY position, id")
        return try stored(db, rows, places: rows.indices)
    }

    static func one<Thing: Keepable>(_ db: Database, _ id: String) throws -> Stored<Thing> {
        guard let row = try row(db, id, on: Thing.shelf) else { throw StoreError.unknown(id: id, of: Thing.shelf) }
        let found: [Stored<Thing>] = try stored(db, [row], places: [try place(db, of: row, on: Thing.shelf)])
        return found[0]
    }

    /// Without its place, for which the others would be counted; nil where there is none.
    static func content<Thing: Keepable>(_ db: Database, _ id: String) throws -> Thing? {
        try row(db, id, on: Thing.shelf).flatMap { try Thing.things(db, of: [$0]).first }
    }

    private static func row(_ db: Database, _ id: String, on shelf: Shelf) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM \(shelf.name) WHERE id = ?"), arguments: [id])
    }

    /// Those whose version is after one revision and up to another, in order of that.
    static func changed<Thing: Keepable>(_ db: Database, after: Int, to: Int) throws -> [Stored<Thing>] {
        let shelf = Thing.shelf
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM \(shelf.name) WHERE version > ? AND version <= ? ORDER BY version, id",
            arguments: [after, to])
        // For a few the others are counted, for many all are numbered.
        guard rows.count > 10 else { return try stored(db, rows, places: rows.map { try place(db, of: $0, on: shelf) }) }
        let places = Dictionary(uniqueKeysWithValues: zip(try order(db, on: shelf), 0...))
        return try stored(db, rows, places: rows.map { places[$0["id"]] ?? 0 })
    }

    /// The ids of all, in their order.
    static func order(_ db: Database, on shelf: Shelf) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT id FROM \(shelf.name) ORDER BY position, id")
    }

    /// Its place among the others, from 0; in the row stands only what comes before what.
    static func place(_ db: Database, of row: Row, on shelf: Shelf) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(shelf.name) WHERE (position, id) < (?, ?)",
            arguments: [row["position"] as Int, row["id"] as String]) ?? 0
    }

    /// - Parameter places: of each among all, from 0.
    static func stored<Thing: Keepable>(
        _ db: Database, _ rows: [Row], places: some Collection<Int>
    ) throws -> [Stored<Thing>] {
        zip(zip(try Thing.things(db, of: rows), rows), places).map { found, place in
            Stored(thing: found.0, position: place, version: found.1["version"])
        }
    }
}
