import Chordsets
import GRDB
import JSONText
import Tunes

/// A tune as it is kept: with an id, as plain text, which is read as the very same tune again.
public struct KeptTune: Keepable {
    public let id: String
    public let tune: Tune

    public init(id: String, _ tune: Tune) {
        self.id = id
        self.tune = tune
    }

    public var text: String { TuneText.write([tune]) }

    public static var shelf: Shelf { .tunes }

    public func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(tune.title)), ("position", .int(position)), ("text", .string(text)),
        ])
    }

    /// - Throws: ``TuneError`` where there is no tune in it, or not one that can be read whole.
    public init(_ document: JSON) throws {
        try self.init(id: document["id"]?.string ?? "", reading: document["text"]?.string)
    }

    /// - Parameter text: one tune in any format that is text.
    public init(id: String, reading text: String?) throws {
        guard KeptTune.isID(id) else {
            throw TuneError("“\(id.prefix(80))” is no id of a tune: expected 1 to 64 letters, digits and hyphens.")
        }
        guard let text else { throw TuneError("A tune is an object with its “text”.") }
        let book = TuneBook(reading: Array(text.utf8))
        // What could not be read would be lost.
        if let problem = book.problems.first {
            throw TuneError((problem.bar.map { "Bar \($0): " } ?? "") + problem.message)
        }
        guard book.tunes.count == 1 else {
            throw TuneError(
                book.tunes.isEmpty ? "There is no tune in the text: expected bars such as | Dm7 | G7 | Cmaj7 |."
                    : "There are \(book.tunes.count) tunes in the text: send one at a time.")
        }
        self.init(id: id, book.tunes[0])
    }

    /// What an address can name.
    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
        }
    }

    // MARK: Rows

    /// A text that another program has put there, and that is no tune, reads as an empty one.
    public static func things(_ db: Database, of rows: [Row]) throws -> [KeptTune] {
        rows.map { row in
            let text: String = row["text"]
            return KeptTune(id: row["id"], TuneBook(reading: Array(text.utf8)).tunes.first ?? Tune())
        }
    }

    public func insert(into db: Database, version: Int) throws {
        try db.run(
            "INSERT INTO tune (id, title, position, version, text) VALUES (?, ?, 0, ?, ?)", [id, tune.title, version, text])
    }

    public func update(_ db: Database, from before: KeptTune, version: Int) throws {
        try db.run("UPDATE tune SET title = ?, version = ?, text = ? WHERE id = ?", [tune.title, version, text, id])
    }

    /// About ``mostBytes``, which are some megabytes of JSON with what is escaped in it.
    public static func fitting(_ db: Database, _ ids: [String]) throws -> Int {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, length(text) FROM tune WHERE id IN (\(databaseQuestionMarks(count: ids.count)))",
            arguments: StatementArguments(ids))
        let lengths = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        var sum = 0
        for (place, id) in ids.enumerated() {
            sum += lengths[id] ?? 0
            if sum > mostBytes { return max(place, 1) }
        }
        return ids.count
    }

    private static let mostBytes = 2 << 20
}

/// What keeps a text from being kept as a tune, in one sentence.
public struct TuneError: Error, Sendable, Hashable {
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
