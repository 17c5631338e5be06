import Chordsets
import GRDB
import Harmony

/// Chordsets from rows and back. What a row lacks reads as its initial value, and what another program has put beyond its
/// range as the nearest there may be.
enum ChordsetRecords {
    /// How many of some chordsets, at least one, are sent at once: about ``mostLumis``, which are some megabytes of JSON.
    static func fitting(_ db: Database, _ ids: [String]) throws -> Int {
        let rows = try Row.fetchAll(
            db, sql: """
                SELECT chordset, count(*) FROM lumi JOIN lightChord ON lightChord.id = lumi.lightChord
                WHERE chordset IN (\(databaseQuestionMarks(count: ids.count))) GROUP BY chordset
                """,
            arguments: StatementArguments(ids))
        let lumis = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        var sum = 0
        for (place, id) in ids.enumerated() {
            sum += lumis[id] ?? 0
            if sum > mostLumis { return max(place, 1) }
        }
        return ids.count
    }

    /// Of all chordsets that are sent at once. A usual one has a few dozen, so that a page is full before it is heavy.
    private static let mostLumis = 25_000

    static func chordsets(_ db: Database, _ sets: [Row]) throws -> [Chordset] {
        // All chords of all chordsets are found soonest without naming any.
        let named = sets.count <= 1000
        let filter = named ? "WHERE lightChord.chordset IN (\(databaseQuestionMarks(count: sets.count)))" : ""
        let arguments = StatementArguments(named ? sets.map { $0["id"] as String } : [])
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

        let empty = Array(repeating: LightChord(), count: Chordset.size)
        return try sets.map { row in
            let id: String = row["id"]
            return try Chordset(id: id, title: Chordset.line(of: row["title"]), chords: chords[id] ?? empty)
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
        try db.run(
            "INSERT INTO chordset (id, title, position, version) VALUES (?, ?, 0, ?)",
            [chordset.id, chordset.title, version])
        for (position, chord) in chordset.chords.enumerated() {
            try insert(db, chord, of: chordset.id, position: position)
        }
    }

    static func insert(_ db: Database, _ chord: LightChord, of id: String, position: Int) throws {
        let values = LightChord.Property.allCases.map { chord[$0] }
        try db.run(
            chordInsertion,
            [id, position, chord.music?.lower.name, chord.music?.upper?.name, chord.music?.colorsLight ?? false]
                + StatementArguments(values))
        let owner = db.lastInsertedRowID
        for (place, lumi) in chord.lumis.enumerated() {
            try db.run(lumiInsertion, [owner, place] + StatementArguments(Lumi.Property.allCases.map { lumi[$0] }))
        }
    }

    private static let chordInsertion = insertion(
        into: "lightChord",
        ["chordset", "position", "lower", "upper", "colorsLight"] + LightChord.Property.allCases.map { $0.measure.name })
    private static let lumiInsertion = insertion(
        into: "lumi", ["lightChord", "place"] + Lumi.Property.allCases.map { $0.measure.name })

    private static func insertion(into table: String, _ columns: [String]) -> String {
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(databaseQuestionMarks(count: columns.count)))"
    }
}
