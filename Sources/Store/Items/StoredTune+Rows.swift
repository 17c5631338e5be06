import JSONText
import Tunes

extension StoredTune: DatabaseItem {
    public static var kind: Kind { .tunes }

    /// Reads tunes. An invalid text from another program becomes an empty tune.
    public static func items(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [StoredTune] {
        rows.map { row in
            StoredTune(
                id: row.text("id"), TuneText.read(row.text("text")).tunes.first ?? Tune(), setup: row.text("setup"))
        }
    }

    public func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws {
        try shelf.run(
            """
            INSERT INTO tune (shelf, id, title, position, version, bytes, text, setup)
            VALUES (?1, ?2, ?3, 0, ?4, ?5, ?6, ?7)
            """, id, title, version, bytes, text, setup)
    }

    public func update(on shelf: OpenShelf, from before: StoredTune, version: Int, bytes: Int) throws {
        try shelf.run(
            "UPDATE tune SET title = ?2, version = ?3, bytes = ?4, text = ?5, setup = ?6 WHERE shelf = ?1 AND id = ?7",
            title, version, bytes, text, setup, id)
    }
}
