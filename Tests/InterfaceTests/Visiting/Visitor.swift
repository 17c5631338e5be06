import Exchange
import Foundation
import Harmony
import Interface
import Testing
import Tunes

/// A simulated user, who sees the HTML of the engine and uses its controls.
///
/// Actions are taken from the elements, as the host does. So buttons with invalid actions are found, and tests do not
/// depend on the spelling of actions.
struct Visitor {
    private var app = App()
    /// The document, without what the host adds.
    private(set) var page = HTMLElement(
        tag: "body", attributes: [:],
        nodes: ["navigation", "tools", "asides", "screen", "notice"].map {
            .element(HTMLElement(tag: "div", attributes: ["id": $0], nodes: []))
        })
    /// The effects of the last action.
    private(set) var effects: [[String]] = []
    /// The ids of the regions that the last action has changed.
    private(set) var changed: [String] = []
    /// The last address.
    private(set) var address: String
    private(set) var title = ""
    private(set) var announced = ""
    /// The page's clock, in milliseconds.
    var now = 1000
    /// The time of the clock, in seconds since 1970 with the offset from UTC in minutes.
    var date = "1795478400"
    /// Text in fields that was not sent yet.
    private var typed: [String: String] = [:]

    init(_ route: String = "/", remembered: [(key: String, value: String)] = []) throws {
        address = route
        try take(app.start(route: route, inFragment: false, remembered: remembered))
    }

    private mutating func take(_ update: Update) throws {
        let message = try #require(JSONSerialization.jsonObject(with: Data(update.json.utf8)) as? [String: Any])
        changed = []
        for key in ["regions", "late"] {
            for pair in try #require(message[key] as? [[String]]) {
                #expect(find { $0["id"] == pair[0] } != nil, "there is no element \(pair[0])")
                changed.append(pair[0])
                page.put([HTMLElement.Node](html: pair[1]), into: pair[0])
            }
        }
        effects = try #require(message["effects"] as? [[String]])
        for effect in effects {
            #expect(effect.allSatisfy { $0.withoutMarks == $0 }, "a name is marked outside of HTML: \(effect)")
            switch effect[0] {
            case "push", "replace": address = effect[1]
            case "title": title = effect[1]
            case "announce": announced = effect[1]
            default: break
            }
        }
    }

    mutating func send(_ action: String, _ value: String? = nil) throws {
        let filled = action.replacing("{now}", with: "\(now)").replacing("{seed}", with: "7").replacing(
            "{date}", with: date)
        #expect(App.understands(action: filled, value: value), "\(filled)")
        try take(app.send(action: filled, value: value))
    }

    /// Opens a file. Tunes are read first, as the host lets the tune reader do.
    mutating func send(_ action: String, file name: String, _ bytes: [UInt8]) throws {
        try send(action, value: name, read: action.hasPrefix("tunes") ? imported(bytes) : bytes)
    }

    /// Pastes a text on the list of tunes.
    mutating func paste(_ text: String, seed: Int = 7) throws {
        let action = find { $0["data-paste"] != nil }?["data-paste"] ?? "tunes paste {seed} english"
        let names = try #require(action.split(separator: " ").last.flatMap { NoteNames(rawValue: String($0)) })
        let filled = action.replacing("{seed}", with: "\(seed)")
        try send(filled, value: "", read: imported(Array(text.utf8), in: names))
    }

    /// The message of the tune reader.
    private func imported(_ bytes: [UInt8], in names: NoteNames = .english) -> [UInt8] {
        Array(ImportedTunes(TuneBook(reading: bytes, in: names)).message.utf8)
    }

    private mutating func send(_ action: String, value name: String, read bytes: [UInt8]) throws {
        #expect(App.understands(action: action, value: name, file: bytes), "\(action)")
        try take(app.send(action: action, value: name, file: bytes))
    }

    // MARK: Actions

    /// Presses the control with this name or, for options, this text, in the part with that name.
    mutating func press(_ name: String, in part: String? = nil) throws {
        let pressed = control(name, in: part) {
            ($0["data-action"] ?? $0["data-input"]) != nil && $0["aria-disabled"] != "true"
        }
        try press(try #require(pressed, "there is no control “\(name)”").element)
    }

    mutating func press(where predicate: (HTMLElement) -> Bool) throws {
        try press(try #require(find { $0["data-action"] != nil && predicate($0) }, "there is no such control"))
    }

    private mutating func press(_ element: HTMLElement) throws {
        try send(element["data-action"] ?? element["data-input"] ?? "", element["value"])
    }

    /// Replaces the text of a field.
    mutating func type(_ text: String, into id: String) throws {
        let field = try field(id)
        typed[id] = text
        try send(try #require(field["data-input"], "no action for typing into \(id)"), text)
    }

    /// Types into a field that sends its text only with a key.
    mutating func write(_ text: String, into id: String) throws {
        #expect(try field(id).tag == "input")
        typed[id] = text
    }

    /// Types into a field that sends its text when it loses focus.
    mutating func enter(_ text: String, into predicate: (HTMLElement) -> Bool) throws {
        let field = try #require(find { $0["data-change"] != nil && predicate($0) }, "there is no such field")
        try send(field["data-change"] ?? "", text)
    }

    /// Presses a key while an element has focus.
    mutating func key(_ key: String, on id: String) throws {
        let (element, ancestors) = try #require(page.all().first { $0.element["id"] == id }, "there is no \(id)")
        let listener = try #require(
            ([element] + ancestors).first { $0["data-keys"]?.split(separator: " ").contains(Substring(key)) == true },
            "no action for \(key) on \(id)")
        let value = typed[id] ?? listener["value"]
        typed[id] = nil
        try send("\(listener["data-keyed"] ?? "") \(key)", value)
    }

    /// Takes the focus from a field.
    mutating func leave(_ id: String) throws {
        let field = try field(id)
        let text = value(of: id)
        typed[id] = nil
        try send(try #require(field["data-blur"], "no action for leaving \(id)"), text)
    }

    mutating func choose(lower: String? = nil, upper: String? = nil) throws {
        for (id, symbol) in [("lower-field", lower), ("upper-field", upper)] {
            guard let symbol else { continue }
            try type(symbol, into: id)
            try key("Enter", on: id)
            try leave(id)
        }
    }

    /// A shortcut of the page. The host listens to it.
    mutating func shortcut(_ key: String) throws { try send("app shortcut \(key)") }

    /// Navigates by the browser's buttons.
    mutating func go(to address: String) throws { try send("app go", address) }

    // MARK: Queries

    func find(_ predicate: (HTMLElement) -> Bool) -> HTMLElement? { page.first(where: predicate) }

    func every(_ predicate: (HTMLElement) -> Bool) -> [HTMLElement] { page.all().map { $0.element }.filter(predicate) }

    func part(_ id: String) throws -> HTMLElement { try #require(find { $0["id"] == id }, "there is no \(id)") }

    /// The part of the page with a heading or name.
    func region(_ name: String) throws -> HTMLElement {
        try #require(find { $0["aria-label"] == name && $0.tag == "section" }, "there is no part “\(name)”")
    }

    private func field(_ id: String) throws -> HTMLElement { try part(id) }

    /// The text of a field.
    func value(of id: String) -> String {
        typed[id] ?? find { $0["id"] == id }?["value"] ?? ""
    }

    /// The texts of all `h3`.
    var sections: [String] { every { $0.tag == "h3" }.map { $0.text } }

    /// The texts of all `h2`.
    var headings: [String] { every { $0.tag == "h2" }.map { $0.text } }

    /// The title of one of the panels lower, upper and result.
    func title(of panel: String) -> String? { find { $0["id"] == panel }?.first { $0.tag == "h2" }?.text }

    func message(of half: String) -> String { find { $0["id"] == half + "-message" }?.text ?? "" }

    func suggestions(of half: String) -> [String] {
        find { $0["id"] == half + "-options" }?.all().map { $0.element }.filter { $0.tag == "b" }.map { $0.text } ?? []
    }

    /// The pitches of the lit keys of a panel, with the chords that light them.
    func lit(in panel: String) -> [Int: Set<String>] {
        var lit: [Int: Set<String>] = [:]
        var pitch: Int?
        for key in find({ $0["id"] == panel })?.all().map({ $0.element }) ?? [] where key.classes.contains("key") {
            // The color of the other chord is painted over a part of the key before it.
            pitch = key["data-pitch"].flatMap { Int($0) } ?? pitch
            guard key.classes.contains("lit"), let pitch else { continue }
            lit[pitch, default: []].formUnion(["lower", "upper"].filter { key.classes.contains(Substring($0)) })
        }
        return lit
    }

    /// The picture at a time of the page's clock, as numbers, background first.
    func picture(at milliseconds: Int) -> [Float] { app.picture(at: milliseconds, isStill: true) }

    func effect(_ name: String) -> [String]? { effects.first { $0[0] == name }.map { Array($0.dropFirst()) } }

    /// The pitches that the last action plays, in order.
    var played: [Int]? {
        effect("play")?.dropFirst().flatMap { $0.split(separator: ",").compactMap { Int($0) } }
    }

    func has(_ name: String) -> Bool { control(name, in: nil) { $0["data-action"] != nil } != nil }

    func isEnabled(_ name: String) -> Bool {
        control(name, in: nil) { $0["data-action"] != nil && $0["aria-disabled"] != "true" } != nil
    }

    private func control(
        _ name: String, in part: String?, where predicate: (HTMLElement) -> Bool
    ) -> (element: HTMLElement, ancestors: [HTMLElement])? {
        page.all().first { element, ancestors in
            predicate(element)
                && (element.name == name || ancestors.first.map { $0.tag == "label" && $0.text == name } == true)
                && (part == nil || ancestors.contains { $0["aria-label"] == part || $0["id"] == part })
        }
    }
}
