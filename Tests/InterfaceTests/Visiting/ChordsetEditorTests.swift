import Foundation
import Testing

@Suite struct TheEditorOfALightChord {
    /// A chordset of which the first chords carry these notes, opened at its first chord.
    private func editor(_ symbols: [String] = [], lumis: Int = 0) throws -> Visitor {
        let chords: [[String: Any]] = (0..<8).map { position in
            var chord: [String: Any] = [
                "position": position, "background": ["hue": 45, "purity": 1, "brightness": 0.8], "bpm": 90,
                "lumis": [[String: Any]](repeating: ["hue": 120, "sides": 3], count: lumis),
            ]
            if position < symbols.count { chord["music"] = ["lower": symbols[position], "colorsLight": false] }
            return chord
        }
        let sets: [String: Any] = ["chordsets": [["id": "a", "title": "Dusk", "position": 0, "chords": chords]], "state": "alone", "waiting": 0, "returned": [String]()]
        var visitor = try Visitor("/chordsets/a/1")
        try visitor.send("chordsets adopt", String(decoding: JSONSerialization.data(withJSONObject: sets), as: UTF8.self))
        return visitor
    }

    /// What the host was told to keep, chord by chord.
    private func kept(_ visitor: Visitor) throws -> [[String: Any]] {
        let text = try #require(visitor.effect("keepChordset"))[0]
        let set = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(set["chords"] as? [[String: Any]])
    }

    @Test(arguments: [
        ("background", "hue", ["400", "-1", "360.5"], "0 to 360"), ("background", "bpm", ["0", "601", "-60", "1e99"], "0.001 to 600"),
        ("lumi", "sides", ["13", "2.5", "0"], "1 to 12"), ("lumi", "spin", ["-1.5"], "-1 to 1"),
    ])
    func aNumberOutOfRangeIsRefusedWithTheRange(form: String, name: String, wrong: [String], bounds: String) throws {
        var visitor = try editor(lumis: 1)
        try visitor.press("Lumi 1")
        // Both forms have a hue; the sliders are told apart by their identities.
        let action = try #require(visitor.find { $0["id"] == "\(form)-\(name)" }?["data-input"])
        for number in wrong {
            try visitor.enter(number) { $0["data-change"] == action && $0["aria-label"] == name }
            #expect(visitor.announced.contains("\(name) is") && visitor.announced.contains("from \(bounds)."), "\(visitor.announced)")
            #expect(visitor.effect("keepChordset") == nil)
        }
        // What is right is taken all the same.
        try visitor.enter("1") { $0["data-change"] == action && $0["aria-label"] == name }
        #expect(visitor.effect("keepChordset") != nil)
    }

    @Test func bySwitchTheRootGivesTheHue() throws {
        // One hour of the circle of fifths is 30 degrees.
        let hues = [("C", 0.0), ("G", 30), ("D7", 60), ("A", 90), ("F♯mi7", 180), ("A♭ma7", 240), ("B♭", 300), ("F", 330)]
        var visitor = try editor(hues.map { $0.0 })
        func fills() throws -> [String] {
            try visitor.part("editor-head").all().compactMap { $0.element.tag == "rect" ? $0.element["fill"] : nil }
        }
        let before = try fills()
        #expect(Set(before).count == 1 && before.count == 8)
        for (number, (symbol, hue)) in hues.enumerated() {
            try visitor.press("Edit chord \(number + 1)")
            #expect(try visitor.part("music").first { $0.classes.contains("music-name") }?.text == symbol)
            try visitor.press("Takes its colour from the music")
            #expect(abs((hueOf(try fills()[number]) - hue + 540).truncatingRemainder(dividingBy: 360) - 180) < 3, "\(symbol)")
        }
        try visitor.press("Takes its colour from the music")
        #expect(try fills()[7] == before[7])
        let music = try #require(try kept(visitor)[7]["music"] as? [String: Any])
        #expect(music["colorsLight"] as? Bool == false)
    }

    /// The hue of a colour such as `#cc9900`.
    private func hueOf(_ fill: String) -> Double {
        let number = Int(fill.dropFirst(), radix: 16) ?? 0
        let (red, green, blue) = (Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
        let most = max(red, green, blue), span = most - min(red, green, blue)
        let sixth = most == red ? (green - blue) / span : most == green ? 2 + (blue - red) / span : 4 + (red - green) / span
        return (60 * sixth + 360).truncatingRemainder(dividingBy: 360)
    }

    @Test func aSeedThatIsNoNumberIsRefused() throws {
        var visitor = try editor()
        for text in ["abc", "-1", "1.5"] {
            try visitor.write(text, into: "seed")
            try visitor.key("Enter", on: "seed")
            #expect(visitor.announced.contains("A seed is a whole number") && visitor.effect("keepChordset") == nil)
        }
    }

    @Test func theSameSeedDrawsTheSameChord() throws {
        var visitor = try editor(["Cma7"])
        try visitor.press("Randomize")
        let drawn = try kept(visitor)[0]
        let seed = visitor.value(of: "seed")
        #expect(drawn["bpm"] as? Double == 90 && drawn["music"] != nil && !seed.isEmpty)
        try visitor.press("Edit chord 3")
        try visitor.write(seed, into: "seed")
        try visitor.key("Enter", on: "seed")
        let other = try kept(visitor)[2]
        for part in ["background", "lumis"] { #expect(other[part] as? NSObject == drawn[part] as? NSObject) }
        try visitor.write(seed + "1", into: "seed")
        try visitor.key("Enter", on: "seed")
        #expect(try kept(visitor)[2]["lumis"] as? NSObject != drawn["lumis"] as? NSObject)
    }
}
