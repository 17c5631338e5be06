import Chordsets
import Harmony

/// Reads and writes chordsets. Missing values become initial values, and values out of range are clamped.
enum ChordsetRecords {
    static func chordsets(_ shelf: OpenShelf, _ sets: [SQLRow]) throws -> [Chordset] {
        if sets.isEmpty { return [] }
        // For very many chordsets, reading all chords is faster than a list of IDs.
        let named = sets.count <= 1000 ? sets.map { $0.text("id") } : []
        let filter = named.isEmpty ? "" : "AND chordset IN (\(parameters(from: 2, count: named.count)))"
        var lumis: [String: [Int: [Lumi]]] = [:]
        for row in try shelf.rows("SELECT * FROM lumi WHERE shelf = ?1 \(filter) ORDER BY place", all: named) {
            lumis[row.text("chordset"), default: [:]][row.int("position"), default: []].append(lumi(row))
        }
        var chords: [String: [LightChord]] = [:]
        for row in try shelf.rows("SELECT * FROM lightChord WHERE shelf = ?1 \(filter)", all: named) {
            let (id, position) = (row.text("chordset"), row.int("position"))
            chords[id, default: Array(repeating: LightChord(), count: Chordset.size)][position] =
                lightChord(row, lumis[id]?[position] ?? [])
        }
        let empty = Array(repeating: LightChord(), count: Chordset.size)
        return try sets.map { row in
            let id = row.text("id")
            return try Chordset(id: id, title: Chordset.line(of: row.text("title")), chords: chords[id] ?? empty)
        }
    }

    private static func lumi(_ row: SQLRow) -> Lumi {
        var lumi = Lumi()
        for property in Lumi.Property.allCases {
            if let value = row[property.definition.name].real { lumi.set(property, near: value) }
        }
        return lumi
    }

    private static func lightChord(_ row: SQLRow, _ lumis: [Lumi]) -> LightChord {
        var chord = LightChord()
        for property in LightChord.Property.allCases {
            if let value = row[property.definition.name].real { chord.set(property, near: value) }
        }
        try? chord.setLumis(Array(lumis.prefix(LightChord.maximumLumis)))
        if let symbol = row["lower"].text, let lower = try? Chord(symbol) {
            let upper = row["upper"].text.flatMap { try? Chord($0) }
            chord.music = Music(lower: lower, upper: upper, colorsLight: row.int("colorsLight") != 0)
        }
        return chord
    }

    // MARK: Writing

    static func insert(_ shelf: OpenShelf, _ chordset: Chordset, version: Int, bytes: Int) throws {
        try shelf.run(
            "INSERT INTO chordset (shelf, id, title, position, version, bytes) VALUES (?1, ?2, ?3, 0, ?4, ?5)",
            chordset.id, chordset.title, version, bytes)
        for (position, chord) in chordset.chords.enumerated() {
            try insert(shelf, chord, of: chordset.id, position: position)
        }
    }

    static func insert(_ shelf: OpenShelf, _ chord: LightChord, of id: String, position: Int) throws {
        let music = chord.music
        let named: [any SQLConvertible] = [
            id, position, music?.lower.name, music?.upper?.name, music?.colorsLight ?? false,
        ]
        try shelf.run(chordInsertion, all: named + LightChord.Property.allCases.map { chord[$0] })
        for (place, lumi) in chord.lumis.enumerated() {
            let named: [any SQLConvertible] = [id, position, place]
            try shelf.run(lumiInsertion, all: named + Lumi.Property.allCases.map { lumi[$0] })
        }
    }

    private static let chordInsertion = insertion(
        into: "lightChord",
        ["shelf", "chordset", "position", "lower", "upper", "colorsLight"]
            + LightChord.Property.allCases.map { $0.definition.name })
    private static let lumiInsertion = insertion(
        into: "lumi", ["shelf", "chordset", "position", "place"] + Lumi.Property.allCases.map { $0.definition.name })

    private static func insertion(into table: String, _ columns: [String]) -> String {
        """
            INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \
            (\(parameters(from: 1, count: columns.count)))
            """
    }
}
