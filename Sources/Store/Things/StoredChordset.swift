import Chordsets
import JSONText

public typealias StoredChordset = Stored<Chordset>

extension StoredChordset {
    public var chordset: Chordset { thing }
}

extension Chordset: Keepable {
    public static var kind: Kind { .chordsets }

    public static func things(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [Chordset] {
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

/// The number of stored chordsets and chords.
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
