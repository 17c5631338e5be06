import Foundation
import Interface
import Testing

/// Somebody at the page, who sees what the engine has written and presses what is there.
///
/// What an element sends is taken from the element, as the host takes it. So a button that nobody understands is found, and
/// how actions are spelled is no matter of the tests.
struct Visitor {
    private var app = App()
    /// What lies on the page, without what the host adds.
    private(set) var page = HTMLElement(
        tag: "body", attributes: [:],
        nodes: ["navigation", "tools", "asides", "screen", "notice"].map {
            .element(HTMLElement(tag: "div", attributes: ["id": $0], nodes: []))
        })
    /// What the host was told to do by the latest action.
    private(set) var effects: [[String]] = []
    /// The places whose content the latest action has changed.
    private(set) var changed: [String] = []
    /// The latest of them all.
    private(set) var address: String
    private(set) var title = ""
    private(set) var announced = ""
    /// The page's clock, in milliseconds, for whoever presses something.
    var now = 1000
    /// What was typed into fields and not yet taken over.
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
                #expect(find { $0["id"] == pair[0] } != nil, "there is no place for \(pair[0])")
                changed.append(pair[0])
                page.put([HTMLElement.Node](html: pair[1]), into: pair[0])
            }
        }
        effects = try #require(message["effects"] as? [[String]])
        for effect in effects {
            switch effect[0] {
            case "push", "replace": address = effect[1]
            case "title": title = effect[1]
            case "announce": announced = effect[1]
            default: break
            }
        }
    }

    mutating func send(_ action: String, _ value: String? = nil) throws {
        let filled = action.replacing("{now}", with: "\(now)").replacing("{seed}", with: "7").replacing("{date}", with: "1795478400")
        #expect(App.understands(action: filled, value: value), "\(filled)")
        try take(app.send(action: filled, value: value))
    }

    /// Opens a file.
    mutating func send(_ action: String, file name: String, _ bytes: [UInt8]) throws {
        #expect(App.understands(action: action, value: name, file: bytes), "\(action)")
        try take(app.send(action: action, value: name, file: bytes))
    }

    // Doing

    /// Presses what has this name or, in a group of choices, this text; in the part of the page with that name.
    mutating func press(_ name: String, in part: String? = nil) throws {
        let pressed = meant(name, in: part) { ($0["data-action"] ?? $0["data-input"]) != nil && $0["aria-disabled"] != "true" }
        try press(try #require(pressed, "there is no “\(name)” to be pressed").element)
    }

    mutating func press(where isMeant: (HTMLElement) -> Bool) throws {
        try press(try #require(find { $0["data-action"] != nil && isMeant($0) }, "there is nothing such to be pressed"))
    }

    private mutating func press(_ element: HTMLElement) throws {
        try send(element["data-action"] ?? element["data-input"] ?? "", element["value"])
    }

    /// Types a text into a field, in the place of what stands there.
    mutating func type(_ text: String, into id: String) throws {
        let field = try field(id)
        typed[id] = text
        try send(try #require(field["data-input"], "nothing listens to what is typed into \(id)"), text)
    }

    /// Types into a field that tells nobody of it until a key is pressed there.
    mutating func write(_ text: String, into id: String) throws {
        #expect(try field(id).tag == "input")
        typed[id] = text
    }

    /// Puts a text into a field and leaves it, as with numbers.
    mutating func enter(_ text: String, into isMeant: (HTMLElement) -> Bool) throws {
        let field = try #require(find { $0["data-change"] != nil && isMeant($0) }, "there is no such field")
        try send(field["data-change"] ?? "", text)
    }

    /// Presses a key while an element, or a field, has the focus.
    mutating func key(_ key: String, on id: String) throws {
        let (element, frames) = try #require(page.all().first { $0.element["id"] == id }, "there is no \(id)")
        let listener = try #require(
            ([element] + frames).first { $0["data-keys"]?.split(separator: " ").contains(Substring(key)) == true },
            "nothing listens to \(key) on \(id)")
        let value = typed[id] ?? listener["value"]
        typed[id] = nil
        try send("\(listener["data-keyed"] ?? "") \(key)", value)
    }

    /// Leaves a field.
    mutating func leave(_ id: String) throws {
        let field = try field(id)
        let text = value(of: id)
        typed[id] = nil
        try send(try #require(field["data-blur"], "nothing listens to \(id) being left"), text)
    }

    mutating func choose(lower: String? = nil, upper: String? = nil) throws {
        for (id, symbol) in [("lower-field", lower), ("upper-field", upper)] {
            guard let symbol else { continue }
            try type(symbol, into: id)
            try key("Enter", on: id)
            try leave(id)
        }
    }

    /// A key that is meant for the page: its shell listens to it, which is no matter of the engine.
    mutating func shortcut(_ key: String) throws { try send("app shortcut \(key)") }

    /// What the browser's own buttons do.
    mutating func go(to address: String) throws { try send("app go", address) }

    // Seeing

    func find(_ isMeant: (HTMLElement) -> Bool) -> HTMLElement? { page.first(where: isMeant) }

    func every(_ isMeant: (HTMLElement) -> Bool) -> [HTMLElement] { page.all().map { $0.element }.filter(isMeant) }

    func part(_ id: String) throws -> HTMLElement { try #require(find { $0["id"] == id }, "there is no \(id)") }

    /// The part of the page with a heading or name.
    func region(_ name: String) throws -> HTMLElement {
        try #require(find { $0["aria-label"] == name && $0.tag == "section" }, "there is no part “\(name)”")
    }

    private func field(_ id: String) throws -> HTMLElement { try part(id) }

    /// What stands in a field.
    func value(of id: String) -> String {
        typed[id] ?? find { $0["id"] == id }?["value"] ?? ""
    }

    /// The headings of the third order, which name its parts.
    var sections: [String] { every { $0.tag == "h3" }.map { $0.text } }

    /// The headings of the second order, which name what is shown.
    var headings: [String] { every { $0.tag == "h2" }.map { $0.text } }

    /// The title of one of the panels lower, upper and result.
    func title(of panel: String) -> String? { find { $0["id"] == panel }?.first { $0.tag == "h2" }?.text }

    func message(of half: String) -> String { find { $0["id"] == half + "-message" }?.text ?? "" }

    func suggestions(of half: String) -> [String] {
        find { $0["id"] == half + "-options" }?.all().map { $0.element }.filter { $0.tag == "b" }.map { $0.text } ?? []
    }

    /// The pitches of the lit keys of a panel, with the chords that each is lit by.
    func lit(in panel: String) -> [Int: Set<String>] {
        var lit: [Int: Set<String>] = [:]
        // Painted over a part of a key is what the other chord lights, at the key's own place.
        var keys: [String: Int] = [:]
        for rect in find({ $0["id"] == panel })?.all().map({ $0.element }) ?? [] where rect.tag == "rect" {
            let place = "\(rect["x"] ?? "") \(rect["width"] ?? "")"
            if let pitch = rect["data-pitch"].flatMap({ Int($0) }) { keys[place] = pitch }
            guard rect.classes.contains("lit"), let pitch = keys[place] else { continue }
            lit[pitch, default: []].formUnion(["lower", "upper"].filter { rect.classes.contains(Substring($0)) })
        }
        return lit
    }

    /// What is on the canvas at that time of the page's clock, as numbers: the background comes first.
    func picture(at milliseconds: Int) -> [Float] { app.picture(at: milliseconds, isStill: true) }

    func effect(_ name: String) -> [String]? { effects.first { $0[0] == name }.map { Array($0.dropFirst()) } }

    /// The pitches that the latest action plays, one after the other.
    var played: [Int]? {
        effect("play")?.dropFirst().flatMap { $0.split(separator: ",").compactMap { Int($0) } }
    }

    func has(_ name: String) -> Bool { meant(name, in: nil) { $0["data-action"] != nil } != nil }

    func isEnabled(_ name: String) -> Bool {
        meant(name, in: nil) { $0["data-action"] != nil && $0["aria-disabled"] != "true" } != nil
    }

    private func meant(
        _ name: String, in part: String?, where isMeant: (HTMLElement) -> Bool
    ) -> (element: HTMLElement, frames: [HTMLElement])? {
        page.all().first { element, frames in
            isMeant(element)
                && (element.name == name || frames.first.map { $0.tag == "label" && $0.text == name } == true)
                && (part == nil || frames.contains { $0["aria-label"] == part || $0["id"] == part })
        }
    }
}
