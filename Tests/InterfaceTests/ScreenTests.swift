import Chordsets
import Foundation
import Harmony
import Interface
import Sync
import Testing

/// A chordset as a server would send it.
private let stored: Chordset = {
    var generator = SeededGenerator(seed: 3)
    return Chordset(id: "kept", using: &generator)
}()

private let paths = Page.examples.map { $0.path.replacing("{id}", with: stored.id) }

/// The cases of an enumeration in its source.
private func cases(of name: String, in file: String) throws -> [String] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
    let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
    let declaration = try #require(text.range(of: "enum \(name)"))
    let body = text[declaration.upperBound...].prefix(while: { $0 != "}" })
    return body.matches(of: /\n    case (\w+)/).map { String($0.output.1) }
}

/// A visit to the page, with all HTML and effects so far.
private struct Seen {
    private var app = App()
    private(set) var html: [String] = []
    private(set) var effects: [[String]] = []

    init(_ path: String) throws {
        try take(app.start(route: path, inFragment: false, remembered: [("lower", "Cma7"), ("upper", "D")]))
        if path.contains("chordset") || path.contains("lights") {
            let json = stored.json(position: 0).text
            try send("chordsets adopt", "{\"chordsets\":[\(json)],\"state\":\"sent\"}")
        }
    }

    mutating func send(_ action: String, _ value: String? = nil) throws {
        #expect(App.understands(action: action, value: value), "\(action)")
        try take(app.send(action: action, value: value))
    }

    private mutating func take(_ update: Update) throws {
        let message = try #require(JSONSerialization.jsonObject(with: Data(update.json.utf8)) as? [String: Any])
        effects = try #require(message["effects"] as? [[String]])
        for key in ["regions", "late"] {
            html += try #require(message[key] as? [[String]]).map { $0[1] }
        }
    }

    func effect(_ name: String) -> [String]? { effects.first { $0[0] == name }.map { Array($0.dropFirst()) } }
}

@Suite struct Screens {
    @Test func detailsWithoutChordsOpenTheCombiner() throws {
        var app = App()
        let json = app.start(route: "/details/_/_", inFragment: false, remembered: []).json
        #expect(json.contains("Select Lower Chord"))
    }

    @Test func goingBackShowsTheFormerType() throws {
        var seen = try Seen("/select/lower/Cma7/D")
        try seen.send("choosing chord-type lower 27")
        try seen.send("app go", "/select/lower/Cma7/D")
        #expect(seen.effect("reveal") != nil)
    }

    @Test func everyKindOfScreenHasAnExample() throws {
        // `details(Interface.DetailsRoute.chord(C))`: the case of the screen, then nested cases with their types.
        let shown = Set(
            paths.flatMap { path -> [String] in
                let text = String(describing: Visit(path)?.screen ?? .missing(""))
                return ["Screen." + text.prefix(while: { $0.isLetter })]
                    + text.matches(of: /\w+Route\.\w+/).map { String($0.output) }
            })
        let screens = try cases(of: "Screen", in: "Interface/App/Screen.swift")
        let details = try cases(of: "DetailsRoute", in: "Interface/Features/Details/DetailsRoute.swift")
        let chordsets = try cases(of: "ChordsetsRoute", in: "Rendering/Presenting/Addresses/ChordsetsRoute.swift")
        let tunes = try cases(of: "TunesRoute", in: "Rendering/Presenting/Addresses/TunesRoute.swift")
        #expect(screens.count >= 9 && details.count >= 3 && chordsets.count >= 5 && tunes.count >= 5)
        for (type, kinds) in [
            ("Screen", screens), ("DetailsRoute", details), ("ChordsetsRoute", chordsets), ("TunesRoute", tunes),
        ] {
            for kind in kinds { #expect(shown.contains(type + "." + kind), "\(kind) has no example") }
        }
        #expect(Set(Page.examples.map { $0.name }).count == Page.examples.count)
    }

    /// Stand and stage hide the navigation.
    @Test(arguments: paths.filter { $0.hasSuffix("/stand") || $0.hasSuffix("/stage") })
    func screensWithoutNavigationHaveTheirOwnLinkToHelp(path: String) throws {
        let seen = try Seen(path)
        let own = try #require(seen.html.last { $0.contains("stand-line") || $0.contains("stage-head") })
        #expect(own.contains("href=\"/help\"") || own.contains("href='/help'"))
    }

    @Test(arguments: paths.filter { $0.hasSuffix("/stand") }) func helpLeadsBackToTheStand(path: String) throws {
        var seen = try Seen(path)
        for help in ["app shortcut ?", "app visit /help"] {
            try seen.send(help)
            let link = try #require(seen.html.last { $0.contains("Back to ") })
            #expect(link.contains("app visit " + path))
            try seen.send("app shortcut Escape")
            try seen.send("app copy-link")
            #expect(seen.effect("copyLink") == [path])
        }
        try seen.send("app shortcut Escape")
        try seen.send("app copy-link")
        #expect(seen.effect("copyLink") == [String(path.dropLast("/stand".count))])
    }

    @Test(arguments: paths) func addressIsWrittenAsItIsRead(path: String) throws {
        var seen = try Seen(path)
        try seen.send("app copy-link")
        let isMissing = Visit(path) == nil
        // There is no screen, so the remembered chords are shown.
        let expected =
            isMissing || path == "/" ? "/combine/Cma7/D" : path == "/select/upper" ? "/select/upper/Cma7/D" : path
        #expect(seen.effect("copyLink") == [expected])
    }

    @Test(arguments: paths) func escapeLeadsToTheCombiner(path: String) throws {
        var seen = try Seen(path)
        // From a tune of a set list: to the set list, all set lists, the tunes and the combiner.
        for _ in 0..<4 { try seen.send("app shortcut Escape") }
        try seen.send("app copy-link")
        #expect(try #require(seen.effect("copyLink"))[0].hasPrefix("/combine"))
        // The combiner has no parent.
        try seen.send("app shortcut Escape")
        #expect(seen.effects.isEmpty)
    }

    @Test(arguments: [
        "/combine/C/D/E", "/graph", "/details/C/D/E", "/select", "/select/middle/C/D", "/details/C", "/chord",
        "/scale/C", "/circle/C/D", "/linnstrument/1",
        "/play/nothing", "/play/linnstrument/1", "/lights/a/0", "/lights/a/9", "/lights/a/stage/1", "/chordsets/a/0",
        "/chordset", "/chordset/a/b", "/tunes/a/b", "/tunes/a/staff/1", "/tune", "/tune/a/b", "/help/me", "/settings/1",
        "/x",
    ])
    func otherAddressesHaveNoScreen(path: String) {
        #expect(Visit(path) == nil)
    }

    @Test(arguments: [
        "/chord/H", "/chord/_/H", "/chord/_", "/graph/H", "/graph/_", "/scale/C/Nonsense", "/circle/H",
        "/chordset/nonsense", "/tune/nonsense", "/board/H", "/board/_", "/board/_/_", "/board/C/D/E",
    ])
    func unreadableAddressShowsAnError(path: String) {
        guard case .missing(let reason) = Visit(path)?.screen else { return #expect(Bool(false), "\(path)") }
        #expect(!reason.contains("no screen") && reason.count > 20)
    }
}

/// The texts that browsers translate, each with its element.
private func translated(in node: HTMLElement.Node, of parent: HTMLElement) -> [(text: String, element: HTMLElement)] {
    switch node {
    case .text(let text): [(text, parent)]
    case .element(let element):
        // Users’ texts have the direction of their own letters. An option cannot contain elements.
        element["translate"] == "no" || element["dir"] == "auto" || ["option", "kbd", "svg"].contains(element.tag)
            ? [] : element.nodes.flatMap { translated(in: $0, of: element) }
    }
}

@Suite struct Translation {
    /// Chords, notes, degrees and numerals. “A” is a note only before a comma or at the end.
    private let name: NSRegularExpression
    /// Letters that are not notes: the forms of rootless voicings.
    private let form = /(?i)\b(form|rootless) [AB]\b( and B\b)?|\bA, B, A\b|\bB, A, B\b/

    init() throws {
        let quality = "(?:ma|mi|m|Δ|°|ø|−|\\+|dim|aug|sus|alt|add|[2-79]|1[13])"
        let note = "[A-G][♭♯𝄫𝄪]|[A-G]\(quality)|[B-G]|A(?=[,;:)]|\\.?$)"
        let degree = "[♭♯𝄫]+(?:[2-79]|1[13])"
        let numeral = "[♭♯]?(?:III|II|IV|VII|VI|V|iii|ii|iv|vii|vi|v)[0-9°ø+]*"
        name = try NSRegularExpression(
            pattern: "(?<![\\p{L}\\p{N}’])(?:\(note)|\(degree)|\(numeral))(?![\\p{L}’])")
    }

    @Test(arguments: paths) func namesAreNotTranslated(path: String) throws {
        let body = HTMLElement(tag: "body", attributes: [:], nodes: [])
        for html in try Seen(path).html {
            for (text, element) in [HTMLElement.Node](html: html).flatMap({ translated(in: $0, of: body) }) {
                let words = text.replacing(form, with: "")
                let range = NSRange(words.startIndex..., in: words)
                let place = "\(element.tag) \(element.attributes)"
                #expect(name.firstMatch(in: words, range: range) == nil, "“\(text)” in \(place)")
            }
        }
    }

    /// Messages, hints and explanations that examples do not show.
    @Test func namesInMessagesAreNotTranslated() throws {
        var seen = try Seen("/combine/Cma7")
        try seen.send("choosing type upper", "")
        try seen.send("combiner type", "C13")
        try seen.send("combiner key Enter", "C13")
        #expect(seen.html.joined().contains("<span translate=\"no\">C13</span> has no <span translate=\"no\">B</span>"))
    }
}

/// The actions of all elements, with placeholders filled in as the host does.
private func actions(_ html: String) throws -> [(attribute: String, action: String, value: String?)] {
    let attribute = try Regex(
        "data-(action|alternate|press|input|change|blur|keyed|drag|file)=\"([^\"]*)\"",
        as: (Substring, Substring, Substring).self)
    return html.matches(of: attribute).map { match in
        let kind = String(match.output.1)
        var action = String(match.output.2)
        for (escaped, sign) in [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
            action = action.replacing(escaped, with: sign)
        }
        action = action.replacing("{now}", with: "1200").replacing("{seed}", with: "18446744073709551615").replacing(
            "{date}", with: "1790000000")
        // A pressed key, or a target of dragging.
        if kind == "keyed" { action += " Enter" }
        if kind == "drag" { action += " 2" }
        // A typed text, or the first option.
        let rest = html[match.range.upperBound...].drop { $0 != ">" }.dropFirst()
        let option =
            rest.hasPrefix("<option value=\"") ? rest.dropFirst("<option value=\"".count).prefix { $0 != "\"" } : nil
        let typed = kind == "input" || kind == "change" ? option.map { String($0) } ?? "1" : nil
        return (kind, action, kind == "file" ? "a" : typed)
    }
}

@Suite struct Verbs {
    @Test(arguments: paths) func actionsOfEveryElementAreUnderstood(path: String) throws {
        var seen = try Seen(path)
        for (action, value) in busyness { try seen.send(action, value) }
        var count = 0
        for (attribute, text, value) in try Set(seen.html).flatMap(actions) {
            count += 1
            // A field loses focus whatever the user does next.
            let file: [UInt8]? = attribute == "file" ? [0] : nil
            let isUserInitiated = App.isUserInitiated(action: text, value: value, file: file)
            #expect(isUserInitiated == (attribute != "blur"), "\(attribute): \(text)")
        }
        #expect(count >= 12)
    }

    /// Actions that show more on the screens.
    private let busyness: [(String, String?)] = [
        ("play access", "granted\nin 1 Keys\nout 1 Keys"), ("play monitor open", nil),
        ("play record 1000", nil), ("play press 3 4 60 1 1100", nil), ("play lift 1 1900", nil),
        ("play stop-recording 2000", nil), ("play record 3000", nil),
        ("play press -1 -1 64 1 3100", nil), ("play stop-recording 4000", nil),
        ("play replay-recording", nil), ("play shine on", nil),
        ("editor add-lumi 7", nil), ("editor take-music", nil), ("choosing type upper", "Dm"),
        ("chordsets rename kept", "Dawn"), ("chordsets delete kept", nil),
    ]

    @Test func actionsOfTheHostAreUnderstood() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Web").standardized
        let modules = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        // Every string with a feature and a verb that is sent or compared: “stage press ${…} ${…}”.
        let sent = try Regex(
            """
            ["`]((?:app|choosing|settings|details|circle|play|chordsets|editor|stage|sheet|tunes) [a-z-]+[A-Za-z \
            -]*)((?: ?\\$\\{[^}]*\\})*)["`]
            """,
            as: (Substring, Substring, Substring).self)
        let values = [
            "access": "missing", "adopt": "{}", "unfetched": "piano", "save-more": "tunes", "save-all": "tunes",
        ]
        func verbOf(_ text: String) -> String { text.split(separator: " ").dropFirst().first.map { String($0) } ?? "" }
        var seen = 0
        for case let file as URL in modules where ["js", "html"].contains(file.pathExtension) {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: sent) {
                var text = String(match.output.1)
                // Placeholders become numbers: three for a pad or a place, one otherwise. A timbre becomes its name.
                for hole in match.output.2.split(separator: "}") {
                    text +=
                        hole.contains("pad.dataset")
                        ? "1 2 60 "
                        : hole.contains("place(") ? "500 500 " : verbOf(text) == "unfetched" ? "organ " : "1 "
                }
                seen += 1
                let verb = verbOf(text)
                // Only the beginning of an action, in a comparison.
                let isUnderstood =
                    ["", " 1"].contains { App.understands(action: text + $0, value: values[verb] ?? "") }
                    || App.understands(action: text, value: "file", file: [])
                #expect(isUnderstood, "\(file.lastPathComponent): \(text)")
            }
        }
        #expect(seen >= 20)
    }

    @Test(arguments: [
        "circle", "circle fly", "nothing turn 1", "turn 1", "🎹", "", "choosing letter lower H", "stage press 8 1 1 1",
        "tunes set-turn \(Int.min)", "tunes set-move a \(Int.min)",
    ])
    func otherActionsAreNotUnderstood(text: String) {
        #expect(!App.understands(action: text, value: nil))
    }
}
