import Exchange
import Harmony
import JSONText
import Tunes

/// A tune as it is stored: its text, the fields that a list shows, and its playing setup.
package struct StoredTune: Sendable, Hashable {
    package let id: String
    // The head of the tune, so that lists need not parse the music.
    private(set) var title = ""
    private(set) var composer = ""
    private(set) var style = ""
    /// As it is typed; empty if the tune names no key.
    private(set) var key = ""
    /// In the format of ``TuneText``.
    private(set) var text: String
    /// See ``TuneSetup``.
    var setup = ""

    /// The fields of the head follow from the text.
    package static func == (one: StoredTune, other: StoredTune) -> Bool {
        one.id == other.id && one.text == other.text && one.setup == other.setup
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(text)
    }

    init(id: String, _ tune: Tune, setup: String = "") {
        self.id = id
        self.setup = setup
        text = ""
        take(tune)
    }

    /// Replaces the tune.
    mutating func take(_ tune: Tune) {
        // As a parser of the text would read them.
        title = tidied(tune.title)
        composer = tidied(tune.composer)
        style = tidied(tune.style)
        key = tune.key?.typed() ?? ""
        text = TuneText.write([tune])
    }

    var tune: Tune { TuneText.read(text).tunes.first ?? Tune() }

    var shownTitle: String { title.isEmpty ? SessionText.untitledTune : title }

    /// Whether a search finds it.
    /// - Parameter words: the folded words of the search.
    func matches(_ words: [String]) -> Bool {
        let text = folded(title + " " + composer + " " + style)
        return words.allSatisfy { text.contains(words: $0) }
    }

    // MARK: Storage

    /// A copy with another id.
    func copy(id: String) -> StoredTune {
        var copy = StoredTune(id: id, text: text)
        (copy.title, copy.composer, copy.style, copy.key, copy.setup) = (title, composer, style, key, setup)
        return copy
    }

    /// The record of the host.
    func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(title)), ("composer", .string(composer)), ("style", .string(style)),
            ("key", .string(key)), ("text", .string(text)), ("setup", .string(setup)), ("position", .int(position)),
        ])
    }

    /// - Parameter json: the record of the host. The result is nil if it is invalid.
    init?(_ json: JSON) {
        guard let id = json["id"]?.string, let text = json["text"]?.string else { return nil }
        self.init(id: id, text: text)
        title = json["title"]?.string ?? ""
        composer = json["composer"]?.string ?? ""
        style = json["style"]?.string ?? ""
        key = json["key"]?.string ?? ""
        setup = json["setup"]?.string ?? ""
    }

    private init(id: String, text: String) {
        self.id = id
        self.text = text
    }
}

/// Merges two changes of a tune.
/// - Parameter question: `{"ask":"merge","base":…,"mine":…,"theirs":…}` with three records of the host.
/// - Returns: the merged text; empty if the changes conflict, nil if this is another question.
public func mergedText(_ question: String) -> String? {
    guard question.utf8.starts(with: #"{"ask":"merge""#.utf8) else { return nil }
    guard let json = try? JSON(question) else { return "" }
    let setup = json["base"]?["setup"]?.string
    var tunes: [Tune] = []
    for side in ["base", "mine", "theirs"] {
        guard let text = json[side]?["text"]?.string, json[side]?["setup"]?.string == setup else { return "" }
        let tune = TuneText.read(text).tunes.first ?? Tune()
        // Text that cannot be parsed would be lost.
        guard TuneText.write([tune]) == text else { return "" }
        tunes.append(tune)
    }
    return Tune.merged(tunes[1], tunes[2], since: tunes[0]).map { TuneText.write([$0]) } ?? ""
}

extension String {
    /// Whether it contains another text. Compares bytes, because Unicode's tables would be half as large as the engine.
    func contains(words: String) -> Bool {
        let wanted = Array(words.utf8)
        let bytes = Array(utf8)
        guard wanted.count <= bytes.count else { return false }
        return wanted.isEmpty
            || (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count] == wanted[...] }
    }
}
