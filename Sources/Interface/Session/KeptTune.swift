import Exchange
import Harmony
import JSONText
import Tunes

/// A tune as it is kept: its text, what a list shows of it, and how it is to be played.
package struct KeptTune: Sendable, Hashable {
    package let id: String
    /// What stands above the music, so that a list of many is read without reading their music.
    private(set) var title = ""
    private(set) var composer = ""
    private(set) var style = ""
    /// As people type it; empty where the tune does not say it.
    private(set) var key = ""
    /// As ``TuneText`` writes it.
    private(set) var text: String
    /// See ``TuneSetup``.
    var setup = ""

    /// What a list shows follows from the text.
    package static func == (one: KeptTune, other: KeptTune) -> Bool {
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

    /// Makes another tune of it.
    mutating func take(_ tune: Tune) {
        // As they are read from the text again.
        title = tidied(tune.title)
        composer = tidied(tune.composer)
        style = tidied(tune.style)
        key = tune.key?.typed() ?? ""
        text = TuneText.write([tune])
    }

    var tune: Tune { TuneText.read(text).tunes.first ?? Tune() }

    /// As it is told of.
    var shownTitle: String { title.isEmpty ? SessionText.untitledTune : title }

    /// Whether a search for these words, which are folded, finds it.
    func isMeant(by words: [String]) -> Bool {
        let text = folded(title + " " + composer + " " + style)
        return words.allSatisfy { text.contains(words: $0) }
    }

    // MARK: Keeping

    /// The same under another id.
    func copy(id: String) -> KeptTune {
        var copy = KeptTune(id: id, text: text)
        (copy.title, copy.composer, copy.style, copy.key, copy.setup) = (title, composer, style, key, setup)
        return copy
    }

    /// As the host keeps it.
    func json(position: Int) -> JSON {
        .object([
            ("id", .string(id)), ("title", .string(title)), ("composer", .string(composer)), ("style", .string(style)),
            ("key", .string(key)), ("text", .string(text)), ("setup", .string(setup)), ("position", .int(position)),
        ])
    }

    /// - Parameter json: as the host keeps it; the result is nil where that cannot be read.
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

/// Brings two changes of one tune together.
/// - Parameter question: `{"ask":"merge","base":…,"mine":…,"theirs":…}`, each a tune as the host keeps it.
/// - Returns: the text of both; empty where they cannot be brought together, and nil if something else is asked.
public func mergedText(_ question: String) -> String? {
    guard question.utf8.starts(with: #"{"ask":"merge""#.utf8) else { return nil }
    guard let json = try? JSON(question) else { return "" }
    let setup = json["base"]?["setup"]?.string
    var tunes: [Tune] = []
    for side in ["base", "mine", "theirs"] {
        guard let text = json[side]?["text"]?.string, json[side]?["setup"]?.string == setup else { return "" }
        let tune = TuneText.read(text).tunes.first ?? Tune()
        // What cannot be read would be lost.
        guard TuneText.write([tune]) == text else { return "" }
        tunes.append(tune)
    }
    return Tune.merged(tunes[1], tunes[2], since: tunes[0]).map { TuneText.write([$0]) } ?? ""
}

extension String {
    /// Whether it holds another text; of bytes, since the tables of all scripts would be half as large as the engine.
    func contains(words: String) -> Bool {
        let wanted = Array(words.utf8)
        let bytes = Array(utf8)
        guard wanted.count <= bytes.count else { return false }
        return wanted.isEmpty || (0...bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count] == wanted[...] }
    }
}
