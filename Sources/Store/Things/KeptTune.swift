import Chordsets
import JSONText
import Tunes

/// A stored tune: ID, plain text, and playback settings.
public struct KeptTune: Keepable {
    public let id: String
    public let tune: Tune
    /// Playback settings such as voicings, feel and tempo, in the page's own format. Empty for the defaults.
    public let setup: String

    public init(id: String, _ tune: Tune, setup: String = "") {
        self.id = id
        self.tune = tune
        self.setup = setup
    }

    public var text: String { TuneText.write([tune]) }

    public static var kind: Kind { .tunes }

    /// The document. It has the title and other fields of lists, so that clients need not parse the text.
    public func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(tune.title)), ("composer", .string(tune.composer)),
            ("style", .string(tune.style)), ("key", .string(tune.key?.typed() ?? "")), ("position", .int(position)),
            ("text", .string(text)), ("setup", .string(setup)),
        ])
    }

    /// - Throws: ``TuneError`` without a completely readable tune.
    public init(_ document: JSON) throws {
        try self.init(
            id: document["id"]?.string ?? "", reading: document["text"]?.string, setup: document["setup"]?.string ?? "")
    }

    /// - Parameters:
    ///   - text: one tune in any text format.
    ///   - setup: see ``setup``.
    public init(id: String, reading text: String?, setup: String = "") throws {
        guard KeptTune.isID(id) else {
            throw TuneError("“\(id.prefix(80))” is not a tune id: expected 1 to 64 letters, digits and hyphens.")
        }
        guard setup.utf8.count <= KeptTune.longestSetup, setup.utf8.allSatisfy({ (32...126).contains($0) }) else {
            throw TuneError(
                "The setup of a tune must have at most \(KeptTune.longestSetup) printable ASCII characters.")
        }
        guard let text else { throw TuneError("A tune must be an object with “text”.") }
        // Our own format first, because a title may look like another format.
        let written = TuneText.read(text).tunes
        if written.count == 1, TuneText.write(written) == text {
            self.init(id: id, written[0], setup: setup)
            return
        }
        let book = TuneBook(reading: Array(text.utf8))
        // Unreadable parts would be lost.
        if let problem = book.problems.first {
            throw TuneError((problem.bar.map { "Bar \($0): " } ?? "") + problem.message)
        }
        guard book.tunes.count == 1 else {
            throw TuneError(
                book.tunes.isEmpty
                    ? "There is no tune in the text: expected bars such as | Dm7 | G7 | Cmaj7 |."
                    : "There are \(book.tunes.count) tunes in the text. Send one at a time.")
        }
        self.init(id: id, book.tunes[0], setup: setup)
    }

    /// The maximum setup in bytes: about a thousand chords with pinned voicings.
    private static let longestSetup = 32 << 10

    /// Whether an ID can be part of an address.
    private static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
            }
    }

    // MARK: Rows

    /// Reads tunes. An invalid text from another program becomes an empty tune.
    public static func things(on shelf: OpenShelf, of rows: [SQLRow]) throws -> [KeptTune] {
        rows.map { row in
            KeptTune(
                id: row.text("id"), TuneText.read(row.text("text")).tunes.first ?? Tune(), setup: row.text("setup"))
        }
    }

    public func insert(into shelf: OpenShelf, version: Int, bytes: Int) throws {
        try shelf.run(
            """
            INSERT INTO tune (shelf, id, title, position, version, bytes, text, setup) VALUES (?1, ?2, ?3, 0, ?4, ?5, \
            ?6, ?7)
            """, id, tune.title, version, bytes, text, setup)
    }

    public func update(on shelf: OpenShelf, from before: KeptTune, version: Int, bytes: Int) throws {
        try shelf.run(
            """
            UPDATE tune SET title = ?2, version = ?3, bytes = ?4, text = ?5, setup = ?6 WHERE shelf = ?1 AND id = ?7
            """, tune.title, version, bytes, text, setup, id)
    }
}

/// The reason why a text cannot be stored as a tune.
public struct TuneError: Error, Sendable, Hashable {
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
