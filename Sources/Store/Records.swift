import Chordsets
import GRDB
import Harmony

/// Chordsets from rows and back. What a row lacks reads as its initial value, and what another program has put beyond its
/// range as the nearest there may be.
enum Records {
    static func revision(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT number FROM revision") ?? 0 }

    static func exists(_ db: Database, _ id: String) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM chordset WHERE id = ?", arguments: [id]) != nil
    }

    static func count(_ db: Database) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM chordset") ?? 0 }

    static func all(_ db: Database) throws -> [StoredChordset] {
        try stored(db, Row.fetchAll(db, sql: "SELECT * FROM chordset ORDER BY position, id"), filter: "")
    }

    static func one(_ db: Database, _ id: String) throws -> StoredChordset {
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM chordset WHERE id = ?", arguments: [id]),
            let one = try stored(db, [row], filter: "WHERE lightChord.chordset = ?", [id]).first
        else { throw StoreError.unknown(id: id) }
        let position: Int = row["position"]
        let place = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM chordset WHERE (position, id) < (?, ?)", arguments: [position, id]) ?? 0
        return StoredChordset(chordset: one.chordset, position: place, version: one.version)
    }

    private static func stored(
        _ db: Database, _ sets: [Row], filter: String, _ arguments: StatementArguments = []
    ) throws -> [StoredChordset] {
        var lumis: [Int64: [Lumi]] = [:]
        let lumiRows = try Row.fetchCursor(
            db, sql: "SELECT lumi.* FROM lumi JOIN lightChord ON lightChord.id = lumi.lightChord \(filter) ORDER BY place",
            arguments: arguments)
        while let row = try lumiRows.next() { lumis[row["lightChord"], default: []].append(lumi(row)) }

        var chords: [String: [LightChord]] = [:]
        let chordRows = try Row.fetchCursor(
            db, sql: "SELECT * FROM lightChord \(filter)", arguments: arguments)
        while let row = try chordRows.next() {
            let id: String = row["chordset"]
            let position: Int = row["position"]
            chords[id, default: Array(repeating: LightChord(), count: Chordset.size)][position] =
                lightChord(row, lumis[row["id"]] ?? [])
        }

        return try sets.enumerated().map { position, row in
            let id: String = row["id"]
            let empty = Array(repeating: LightChord(), count: Chordset.size)
            let chordset = try Chordset(id: id, title: Chordset.line(of: row["title"]), chords: chords[id] ?? empty)
            return StoredChordset(chordset: chordset, position: position, version: row["version"])
        }
    }

    private static func lumi(_ row: Row) -> Lumi {
        var lumi = Lumi()
        for property in Lumi.Property.allCases {
            if let value = row[property.measure.name] as Double? { lumi.set(property, near: value) }
        }
        return lumi
    }

    private static func lightChord(_ row: Row, _ lumis: [Lumi]) -> LightChord {
        var chord = LightChord()
        for property in LightChord.Property.allCases {
            if let value = row[property.measure.name] as Double? { chord.set(property, near: value) }
        }
        try? chord.setLumis(Array(lumis.prefix(LightChord.mostLumis)))
        if let symbol = row["lower"] as String?, let lower = try? Chord(symbol) {
            let upper = (row["upper"] as String?).flatMap { try? Chord($0) }
            chord.music = Music(lower: lower, upper: upper, colorsLight: row["colorsLight"] ?? false)
        }
        return chord
    }

    // MARK: Writing

    static func insert(_ db: Database, _ chordset: Chordset, version: Int) throws {
        try db.execute(
            sql: "INSERT INTO chordset (id, title, position, version) VALUES (?, ?, 0, ?)",
            arguments: [chordset.id, chordset.title, version])
        for (position, chord) in chordset.chords.enumerated() {
            try insert(db, chord, of: chordset.id, position: position)
        }
    }

    static func insert(_ db: Database, _ chord: LightChord, of id: String, position: Int) throws {
        let names = LightChord.Property.allCases.map { $0.measure.name }
        let values = LightChord.Property.allCases.map { chord[$0] }
        try db.execute(
            sql: """
                INSERT INTO lightChord (chordset, position, lower, upper, colorsLight, \(names.joined(separator: ", ")))
                VALUES (?, ?, ?, ?, ?\(String(repeating: ", ?", count: names.count)))
                """,
            arguments: [id, position, chord.music?.lower.name, chord.music?.upper?.name, chord.music?.colorsLight ?? false]
                + StatementArguments(values))
        let owner = db.lastInsertedRowID
        let properties = Lumi.Property.allCases
        for (place, lumi) in chord.lumis.enumerated() {
            try db.execute(
                sql: """
                    INSERT INTO lumi (lightChord, place, \(properties.map { $0.measure.name }.joined(separator: ", ")))
                    VALUES (?, ?\(String(repeating: ", ?", count: properties.count)))
                    """,
                arguments: [owner, place] + StatementArguments(properties.map { lumi[$0] }))
        }
    }
}
