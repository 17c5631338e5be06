import Chordsets
import GRDB
import JSONText

public typealias StoredChordset = Stored<Chordset>

extension StoredChordset {
    public var chordset: Chordset { thing }
}

extension Chordset: Keepable {
    public static var shelf: Shelf { .chordsets }

    public static func things(_ db: Database, of rows: [Row]) throws -> [Chordset] { try ChordsetRecords.chordsets(db, rows) }

    public func insert(into db: Database, version: Int) throws { try ChordsetRecords.insert(db, self, version: version) }

    public func update(_ db: Database, from before: Chordset, version: Int) throws {
        try db.run("UPDATE chordset SET title = ?, version = ? WHERE id = ?", [title, version, id])
        for (position, chord) in chords.enumerated() where chord != before.chords[position] {
            try db.execute(
                sql: "DELETE FROM lightChord WHERE chordset = ? AND position = ?", arguments: [id, position])
            try ChordsetRecords.insert(db, chord, of: id, position: position)
        }
    }

    public static func fitting(_ db: Database, _ ids: [String]) throws -> Int { try ChordsetRecords.fitting(db, ids) }
}

/// How much is kept.
public struct Profile: Sendable, Hashable, CustomStringConvertible {
    public let chordsets: Int
    public let chords: Int

    public init(chordsets: Int, chords: Int) {
        self.chordsets = chordsets
        self.chords = chords
    }

    public var json: JSON { .object([("chordsets", .int(chordsets)), ("chords", .int(chords))]) }

    public var description: String { "chordsets: \(chordsets), chords: \(chords)" }
}
