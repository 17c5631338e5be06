import Chordsets
import Foundation
import Testing

@Suite struct LightChordEditor {
    /// Opens the first chord of a chordset whose first chords have this music.
    private func editor(
        _ symbols: [String] = [], lumis: Int = 0, remembered: [(key: String, value: String)] = []
    ) throws -> Visitor {
        let chords: [[String: Any]] = (0..<8).map { position in
            var chord: [String: Any] = [
                "position": position, "background": ["hue": 45, "purity": 1, "brightness": 0.8], "bpm": 90,
                "lumis": [[String: Any]](repeating: ["hue": 120, "sides": 3], count: lumis),
            ]
            if position < symbols.count { chord["music"] = ["lower": symbols[position], "colorsLight": false] }
            return chord
        }
        let sets: [String: Any] = [
            "chordsets": [["id": "a", "title": "Dusk", "position": 0, "chords": chords]], "state": "alone",
            "waiting": 0, "returned": [String](),
        ]
        var visitor = try Visitor("/lights/a/1", remembered: remembered)
        try visitor.send(
            "chordsets adopt", String(decoding: JSONSerialization.data(withJSONObject: sets), as: UTF8.self))
        return visitor
    }

    /// The chords that the host has to store.
    private func stored(_ visitor: Visitor) throws -> [[String: Any]] {
        let text = try #require(visitor.effect("keepChordset"))[0]
        let set = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(set["chords"] as? [[String: Any]])
    }

    @Test(arguments: [
        ("background", "hue", ["400", "-1", "360.5"], "0 to 360"),
        ("background", "bpm", ["0", "601", "-60", "1e99"], "0.001 to 600"),
        ("lumi", "sides", ["13", "2.5", "0"], "1 to 12"), ("lumi", "spin", ["-1.5"], "-1 to 1"),
    ])
    func numberOutOfRangeIsRefusedWithTheRange(form: String, name: String, wrong: [String], bounds: String) throws {
        var visitor = try editor(lumis: 1)
        try visitor.press("Lumi 1")
        // Lumi and background have a hue; the ids of the sliders differ.
        let action = try #require(visitor.find { $0["id"] == "\(form)-\(name)" }?["data-input"])
        for number in wrong {
            try visitor.enter(number) { $0["data-change"] == action }
            #expect(
                visitor.announced.contains("\(name) is") && visitor.announced.contains("from \(bounds)."),
                "\(visitor.announced)")
            #expect(visitor.effect("keepChordset") == nil)
        }
        // Valid numbers are still accepted.
        try visitor.enter("1") { $0["data-change"] == action }
        #expect(visitor.effect("keepChordset") != nil)
    }

    /// More digits would not fit the field. The chord keeps them.
    @Test func hueIsShownInTenthsOfADegree() throws {
        var visitor = try editor(lumis: 1)
        let action = try #require(visitor.find { $0["id"] == "background-hue" }?["data-input"])
        try visitor.enter("224.949") { $0["data-change"] == action }
        #expect(visitor.find { $0["data-change"] == action }?["value"] == "224.9")
        #expect(visitor.effect("keepChordset")?.joined().contains("224.949") == true)
    }

    @Test func hueFollowsTheRootIfSwitchedOn() throws {
        // One step of the circle of fifths is 30 degrees.
        let hues = [
            ("C", 0.0), ("G", 30), ("D7", 60), ("A", 90), ("F♯mi7", 180), ("A♭ma7", 240), ("B♭", 300), ("F", 330),
        ]
        var visitor = try editor(hues.map { $0.0 })
        func fills() throws -> [String] {
            try visitor.part("editor-head").all().compactMap { $0.element.tag == "rect" ? $0.element["fill"] : nil }
        }
        let before = try fills()
        #expect(Set(before).count == 1 && before.count == 8)
        for (number, (symbol, hue)) in hues.enumerated() {
            try visitor.press("Edit chord \(number + 1)")
            #expect(try visitor.part("music").first { $0.classes.contains("music-name") }?.text == symbol)
            try visitor.press("Colour follows the chord")
            #expect(
                abs((hueOf(try fills()[number]) - hue + 540).truncatingRemainder(dividingBy: 360) - 180) < 3,
                "\(symbol)")
        }
        try visitor.press("Colour follows the chord")
        #expect(try fills()[7] == before[7])
        let music = try #require(try stored(visitor)[7]["music"] as? [String: Any])
        #expect(music["colorsLight"] as? Bool == false)
    }

    /// The hue of a color such as `#cc9900`.
    private func hueOf(_ fill: String) -> Double {
        let number = Int(fill.dropFirst(), radix: 16) ?? 0
        let (red, green, blue) = (Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
        let most = max(red, green, blue), span = most - min(red, green, blue)
        let sixth =
            most == red ? (green - blue) / span : most == green ? 2 + (blue - red) / span : 4 + (red - green) / span
        return (60 * sixth + 360).truncatingRemainder(dividingBy: 360)
    }

    @Test func invalidSeedIsRefused() throws {
        var visitor = try editor()
        for text in ["abc", "-1", "1.5"] {
            try visitor.write(text, into: "seed")
            try visitor.key("Enter", on: "seed")
            #expect(
                visitor.announced.contains("is not a seed. Type a whole number")
                    && visitor.effect("keepChordset") == nil)
        }
    }

    @Test func sameSeedGivesTheSameLightChord() throws {
        var visitor = try editor(["Cma7"])
        try visitor.press("Randomise")
        let drawn = try stored(visitor)[0]
        let seed = visitor.value(of: "seed")
        #expect(drawn["bpm"] as? Double == 90 && drawn["music"] != nil && !seed.isEmpty)
        try visitor.press("Edit chord 3")
        try visitor.write(seed, into: "seed")
        try visitor.key("Enter", on: "seed")
        let other = try stored(visitor)[2]
        for part in ["background", "lumis"] { #expect(other[part] as? NSObject == drawn[part] as? NSObject) }
        try visitor.write(seed + "1", into: "seed")
        try visitor.key("Enter", on: "seed")
        #expect(try stored(visitor)[2]["lumis"] as? NSObject != drawn["lumis"] as? NSObject)
    }

    // MARK: Main sliders

    /// The ids of the sliders before and in “More”.
    private func sliders(_ visitor: Visitor) -> (leading: [String], others: [String]) {
        let all = visitor.page.all().filter { $0.element["type"] == "range" && $0.element["id"] != nil }
        func ids(areBehind: Bool) -> [String] {
            all.filter { found in found.ancestors.contains { $0.classes.contains("more") } == areBehind }
                .compactMap { $0.element["id"] }
        }
        return (ids(areBehind: false), ids(areBehind: true))
    }

    @Test func mainSlidersChangeThePictureMost() throws {
        let (leading, others) = sliders(try editor(lumis: 2))
        #expect(
            leading.count == 6
                && leading.count + others.count == Lumi.Property.allCases.count + LightChord.Property.allCases.count)
        let effects = Effects(of: 40)
        func mean(_ ids: some Sequence<String>) -> [Double] { ids.map { effects.all[$0] ?? 0 } }
        let ofBackground = leading.filter { $0.hasPrefix("background") }
        #expect(Set(ofBackground) == ["background-brightness", "background-hue", "background-purity"])
        // Each of them changes more than any property of a single lumi.
        let lumi = effects.all.filter { $0.key.hasPrefix("lumi") }
        #expect(mean(ofBackground).allSatisfy { $0 > 3 * (lumi.values.max() ?? 0) })
        // Color, form and motion of a lumi have one main slider each. Others of the group exceed it by at most a fifth,
        // because hue and opacity are nearly equal. Position is set in the picture.
        let groups = [
            ["hue", "purity", "opacity"], ["sides", "size", "thickness"], ["heading", "speed", "spin", "phase"],
        ]
        for group in groups.map({ $0.map { "lumi-" + $0 } }) {
            let first = group.filter { leading.contains($0) }
            #expect(first.count == 1 && mean(first)[0] > 0.8 * (mean(group).max() ?? 1))
        }
    }

    @Test func unfoldedSlidersAreRemembered() throws {
        var visitor = try editor(lumis: 1)
        func isOpen() -> Bool { visitor.find { $0.tag == "details" && $0.classes.contains("more") }?["open"] != nil }
        #expect(!isOpen())
        try visitor.press { $0.tag == "summary" && $0.text == "More" }
        #expect(isOpen())
        let settings = try #require(visitor.effect("settings"))
        try visitor.press("Edit chord 4")
        #expect(isOpen())
        // Also at the next visit.
        let remembered = stride(from: 0, to: settings.count, by: 2).map { (key: settings[$0], value: settings[$0 + 1]) }
        visitor = try editor(lumis: 1, remembered: remembered)
        #expect(isOpen())
        try visitor.press { $0.tag == "summary" && $0.text == "More" }
        #expect(!isOpen())
    }

    @Test func firstLumiIsChosenInitially() throws {
        var visitor = try editor(lumis: 2)
        #expect(visitor.find { $0["id"] == "lumi-size" } != nil)
        try visitor.enter("0.5") { $0["data-change"] == "editor lumi size" }
        let lumis = try #require(try stored(visitor)[0]["lumis"] as? [[String: Any]])
        #expect(lumis.map { $0["size"] as? Double } == [0.5, 0.2])
        // Without a lumi there are no sliders for it.
        let empty = try editor()
        #expect(empty.find { $0["id"] == "lumi-size" } == nil && empty.find { $0["id"] == "background-hue" } != nil)
    }

    // MARK: Randomizing

    @Test func randomizingOffersUndo() throws {
        var visitor = try editor(["Cma7"], lumis: 3)
        func bar() -> String? { visitor.find { $0.classes.contains("undo-bar") }?.text }
        #expect(bar() == nil)
        try visitor.press("Randomise")
        #expect(bar()?.contains("Undo restores what was there.") == true)
        #expect(visitor.announced.contains("Undo restores what was there."))
        // The message is about this chord.
        try visitor.press("Edit chord 2")
        #expect(bar() == nil)
        try visitor.press("Edit chord 1")
        try visitor.press("Undo", in: "background")
        let lumis = try #require(try stored(visitor)[0]["lumis"] as? [[String: Any]])
        #expect(lumis.count == 3 && lumis.allSatisfy { $0["hue"] as? Double == 120 && $0["sides"] as? Int == 3 })
        #expect(bar() == nil)
        // It disappears with the next action.
        try visitor.press("Randomise")
        try visitor.enter("0.5") { $0["data-change"] == "editor background purity" }
        #expect(bar() == nil)
    }
}

/// The mean change of the picture when a property goes through its range; 1 if black becomes white everywhere.
private struct Effects {
    private(set) var all: [String: Double] = [:]

    /// - Parameter count: the number of random chords.
    init(of count: UInt64) {
        for seed in 0..<count {
            let chord = LightChord.random(seed: seed)
            for property in LightChord.Property.allCases {
                let range = property == .bpm ? 20...240 : property.definition.range
                measure("background-" + property.definition.name, range) { value in
                    var changed = chord
                    changed.set(property, near: value)
                    return changed
                }
            }
            for property in Lumi.Property.allCases {
                measure("lumi-" + property.definition.name, property.definition.range) { value in
                    var changed = chord
                    var lumi = chord.lumis[2]
                    lumi.set(property, near: value)
                    try? changed.replaceLumi(at: 2, with: lumi)
                    return changed
                }
            }
        }
        for id in all.keys { all[id]? /= Double(count) }
    }

    private static let times = [0.0, 3, 8]

    private mutating func measure(_ id: String, _ range: ClosedRange<Double>, _ changed: (Double) -> LightChord) {
        let chords = (0...4).map { changed(range.lowerBound + (range.upperBound - range.lowerBound) * Double($0) / 4) }
        var sum = 0.0
        for time in Effects.times {
            let pictures = chords.map { Effects.painted(Picture(of: $0, at: time)) }
            for one in 0..<5 {
                for other in 0..<one {
                    let parts = zip(pictures[one], pictures[other])
                    sum += parts.reduce(0) { $0 + abs($1.0 - $1.1) } / Double(pictures[one].count)
                }
            }
        }
        all[id, default: 0] += sum / Double(10 * Effects.times.count)
    }

    /// Red, green and blue of 24 × 15 points.
    private static func painted(_ picture: Picture) -> [Double] {
        let (width, height) = (24, 15)
        func parts(_ color: LightColor) -> [Double] {
            [color.rgb.red, color.rgb.green, color.rgb.blue].map { Double($0) / 255 }
        }
        let ground = parts(picture.background)
        var painted = [Double]()
        for _ in 0..<width * height { painted += ground }
        for shape in picture.shapes {
            let color = parts(shape.color)
            for place in 0..<width * height {
                let x = ((Double(place % width) + 0.5) / Double(width) - shape.x) * 2 * Double(width) / Double(height)
                let y = ((Double(place / width) + 0.5) / Double(height) - shape.y) * 2
                guard covers(shape, x, y) else { continue }
                for part in 0..<3 {
                    painted[3 * place + part] += (color[part] - painted[3 * place + part]) * shape.opacity
                }
            }
        }
        return painted
    }

    /// - Parameters: the offset from the center of the shape, right and down, in halves of the picture’s height.
    private static func covers(_ shape: Picture.Shape, _ x: Double, _ y: Double) -> Bool {
        let distance = (x * x + y * y).squareRoot()
        guard distance <= 1.5 * shape.size else { return false }
        let turn = 2 * Double.pi * shape.turn
        if shape.sides == 2 {
            let along = x * sin(turn) - y * cos(turn), across = x * cos(turn) + y * sin(turn)
            return abs(along) <= shape.size && abs(across) <= shape.size * shape.thickness / 2
        }
        var part = distance / shape.size
        if shape.sides > 2 {
            let half = Double.pi / Double(shape.sides)
            let angle = (atan2(x, -y) - turn + 8 * Double.pi).truncatingRemainder(dividingBy: 2 * half) - half
            part *= cos(angle) / cos(half)
        }
        return part <= 1 && (shape.thickness >= 1 || part >= 1 - shape.thickness)
    }
}
