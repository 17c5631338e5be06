import Harmony
import JSONText
import Sync

/// A tune as it is stored: its text, the fields that a list shows, and its playback settings.
public struct StoredTune: Storable {
    public typealias DocumentError = TuneError

    public let id: String
    // The head of the tune, so that lists need not parse the music.
    public private(set) var title = ""
    public private(set) var composer = ""
    public private(set) var style = ""
    /// As it is typed; empty if the tune names no key.
    public private(set) var key = ""
    /// In the format of ``TuneText``.
    public private(set) var text: String
    /// Playback settings such as voicings, feel and tempo, in the page's own format. Empty for the defaults.
    public var setup = ""

    /// Compares texts by bytes: é as one scalar differs from é as two. The fields of the head follow from the text.
    public static func == (one: StoredTune, other: StoredTune) -> Bool {
        one.id == other.id && one.setup == other.setup && one.text.isIdentical(to: other.text)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(text)
    }

    /// - Parameter id: valid as an ``ItemID``, unless the tune will not be stored. It is not checked.
    public init(id: String, _ tune: Tune, setup: String = "") {
        self.id = id
        self.setup = setup
        text = ""
        take(tune)
    }

    /// Replaces the tune.
    public mutating func take(_ tune: Tune) {
        // As a parser of the text would read them.
        title = tidied(tune.title)
        composer = tidied(tune.composer)
        style = tidied(tune.style)
        key = tune.key?.typed() ?? ""
        text = TuneText.write([tune])
    }

    /// The parsed text.
    public var tune: Tune { TuneText.read(text).tunes.first ?? Tune() }

    /// A copy with another id.
    public func copy(id: String) -> StoredTune {
        var copy = StoredTune(id: id, text: text)
        (copy.title, copy.composer, copy.style, copy.key, copy.setup) = (title, composer, style, key, setup)
        return copy
    }

    private init(id: String, text: String) {
        self.id = id
        self.text = text
    }

    // MARK: Records

    /// The record for the page's storage, for clients and for files. It has the fields of lists, so that none of them
    /// need to parse the text.
    public func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(title)), ("composer", .string(composer)), ("style", .string(style)),
            ("key", .string(key)), ("position", .int(position)), ("text", .string(text)), ("setup", .string(setup)),
        ])
    }

    /// Reads a record as it is, without parsing the text. The result is nil without an id or a text.
    package init?(record: JSON) {
        guard let id = record["id"]?.string, let text = record["text"]?.string else { return nil }
        self.init(id: id, text: text)
        title = record["title"]?.string ?? ""
        composer = record["composer"]?.string ?? ""
        style = record["style"]?.string ?? ""
        key = record["key"]?.string ?? ""
        setup = record["setup"]?.string ?? ""
    }

    /// Reads a document of a client, and checks it.
    /// - Throws: ``TuneError`` without a completely readable tune.
    public init(_ document: JSON) throws(TuneError) {
        try self.init(
            id: document["id"]?.string ?? "", reading: document["text"]?.string, setup: document["setup"]?.string ?? "")
    }

    /// The maximum length of the playback settings in bytes: about a thousand chords with pinned voicings.
    private static let maximumSetupLength = 32 << 10

    /// - Parameters:
    ///   - text: one tune in any text format.
    ///   - setup: see ``setup``.
    /// - Throws: ``TuneError`` for an invalid ID or setup, and without a completely readable tune.
    public init(id: String, reading text: String?, setup: String = "") throws(TuneError) {
        guard ItemID.isValid(id) else {
            throw TuneError("“\(id.prefix(80))” is not a tune id: expected 1 to 64 letters, digits and hyphens.")
        }
        let maximum = StoredTune.maximumSetupLength
        guard setup.utf8.count <= maximum, setup.utf8.allSatisfy({ (32...126).contains($0) }) else {
            throw TuneError("The setup of a tune must have at most \(maximum) printable ASCII characters.")
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
}

/// The reason why a text cannot be stored as a tune.
public struct TuneError: Error, Sendable, Hashable {
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
