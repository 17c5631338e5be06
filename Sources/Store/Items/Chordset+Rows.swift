import Chordsets
import JSONText
import Sync

extension Chordset: DatabaseItem {
    public static var kind: Kind { .chordsets }

    public static func items(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [Chordset] {
        try ChordsetRecords.chordsets(shelf, rows)
    }

    public func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws {
        try ChordsetRecords.insert(shelf, self, version: version, bytes: bytes)
    }

    public func update(on shelf: OpenShelf, from before: Chordset, version: Int, bytes: Int) throws {
        try shelf.run(
            "UPDATE chordset SET title = ?2, version = ?3, bytes = ?4 WHERE shelf = ?1 AND id = ?5", title, version,
            bytes, id)
        for (position, chord) in chords.enumerated() where chord != before.chords[position] {
            try shelf.run("DELETE FROM lightChord WHERE shelf = ?1 AND chordset = ?2 AND position = ?3", id, position)
            try ChordsetRecords.insert(shelf, chord, of: id, position: position)
        }
    }
}
