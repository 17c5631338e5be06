import Chordsets
import Foundation
import Sync
import Testing

/// A chordset with eight different colors. The second chord has the music C E G.
private func chordset(_ id: String, _ title: String, seed: UInt64) throws -> Chordset {
    var generator = SeededGenerator(seed: seed)
    var set = Chordset(id: id, using: &generator)
    try set.rename(title)
    var chord = set.chords[1]
    chord.music = Music(lower: try .init("C"))
    try set.replaceChord(at: 1, with: chord)
    return set
}

private let dawn = Result { try chordset("dawn", "Dawn", seed: 1) }
private let dusk = Result { try chordset("dusk", "Dusk", seed: 2) }

extension Visitor {
    /// Delivers chordsets as the host does.
    fileprivate mutating func adopt(_ sets: [Chordset], gone: [String]? = nil) throws {
        let texts = sets.enumerated().map { position, set in set.json(position: position).text }
        let rest = gone.map { ",\"gone\":[\($0.map { "\"\($0)\"" }.joined(separator: ","))]" } ?? ""
        try send(
            "chordsets adopt",
            "{\"chordsets\":[\(texts.joined(separator: ","))]\(rest),\"state\":\"alone\",\"waiting\":0,\"returned\":[]}"
        )
    }

    private var choice: HTMLElement? { find { $0["data-input"] == "tunes lights" } }

    /// The options of “Lights”.
    fileprivate var offered: [String] {
        choice?.all().map { $0.element }.filter { $0.tag == "option" }.map { $0.text } ?? []
    }

    fileprivate var chosen: String? { choice?.first { $0.tag == "option" && $0["selected"] != nil }?.text }

    fileprivate mutating func link(_ title: String) throws {
        let option = try #require(choice?.first { $0.tag == "option" && $0.text == title }, "“\(title)” is not offered")
        try send("tunes lights", option["value"])
    }

    fileprivate var cells: [HTMLElement] { every { $0["data-cell"] != nil } }

    fileprivate var lit: [Int] { cells.indices.filter { cells[$0]["aria-pressed"] == "true" } }

    /// The colors of the cells.
    fileprivate var colors: [String] { cells.compactMap { $0.first { $0.tag == "rect" }?["fill"] } }

    fileprivate var hasCanvas: Bool { find { $0.tag == "canvas" && $0["data-picture"] != nil } != nil }
}

@Suite struct TuneLights {
    /// A user with one open tune and two chordsets.
    private func visitor(linking title: String? = nil) throws -> Visitor {
        var visitor = try Visitor("/tunes")
        try visitor.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
        try visitor.paste("Title: Try\n| Cm7 | F7 |")
        try visitor.press("Playback")
        try visitor.adopt([dawn.get(), dusk.get()])
        if let title { try visitor.link(title) }
        return visitor
    }

    private func setup(_ visitor: Visitor) throws -> String {
        let text = try #require(visitor.effect("keepTune"))[0]
        let tune = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(tune["setup"] as? String)
    }

    @Test func chordsetsAreLoadedWhenTheMenuOpens() throws {
        var visitor = try Visitor("/tunes/blues")
        try visitor.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
        try visitor.press("Play the tune")
        #expect(visitor.effect("openChordsets") == nil && visitor.offered == ["None"])
        try visitor.press("Playback")
        #expect(visitor.effect("openChordsets") == ["server"])
        try visitor.press("Playback")
        #expect(visitor.effect("openChordsets") == nil, "once is enough")
        try visitor.adopt([dawn.get(), dusk.get()])
        #expect(visitor.offered == ["None", "Dawn", "Dusk"] && visitor.chosen == "None")
        #expect(visitor.cells.isEmpty && !visitor.hasCanvas)
    }

    @Test func chosenChordsetIsShownWithTheTune() throws {
        var visitor = try visitor(linking: "Dusk")
        #expect(try setup(visitor).split(separator: " ").contains("lights=dusk"))
        #expect(visitor.chosen == "Dusk" && visitor.hasCanvas)
        let colors = try dusk.get().chords.map { $0.shownBackground.hex }
        #expect(visitor.colors == colors && Set(colors).count == Chordset.size)
        #expect(visitor.cells.map { $0.text } == (1...8).map { "\($0)" })
        #expect(
            visitor.cells.map { $0["aria-label"] ?? "" }.enumerated().allSatisfy { $1.hasPrefix("Chord \($0 + 1)") })
        #expect(visitor.lit == [0])
        try visitor.link("None")
        #expect(visitor.cells.isEmpty && !visitor.hasCanvas && visitor.chosen == "None")
        #expect(try !setup(visitor).contains("lights"))
        // The grand staff shows the same tune.
        try visitor.link("Dawn")
        try visitor.press("Grand staff")
        #expect(try visitor.colors == dawn.get().chords.map { $0.shownBackground.hex })
    }

    @Test func heldCellLightsThePicture() throws {
        var visitor = try visitor(linking: "Dawn")
        var now = 5000
        for (position, chord) in try dawn.get().chords.enumerated() {
            try visitor.send("stage press \(position) 100 0 \(now)")
            #expect(visitor.effect("sounding") == (position == 1 ? ["60 100,64 100,67 100", "60,64,67"] : nil))
            // A second chord is lit until it is released.
            let other = (position + 3) % Chordset.size
            try visitor.send("stage press \(other) 100 1 \(now + 10)")
            #expect(visitor.lit == [position, other].sorted())
            try visitor.send("stage release 1 \(now + 20)")
            #expect(visitor.lit == [position])
            // After two fades only that color is left.
            let (red, green, blue) = chord.shownBackground.rgb
            #expect(visitor.picture(at: now + 2000).prefix(3) == [Float(red), Float(green), Float(blue)])
            try visitor.send("stage release 0 \(now + 2000)")
            #expect(visitor.lit == [other], "the one that was pressed last stays")
            now += 5000
        }
    }

    @Test func lightsDoNotInterruptPlayback() throws {
        var visitor = try visitor()
        try visitor.press("Play the tune")
        for action in [
            ("tunes lights", "dawn"), ("stage press 2 100 0 5000", nil), ("stage release 0 5100", nil),
            ("tunes lights", ""),
        ] {
            try visitor.send(action.0, action.1)
            #expect(
                visitor.effects.allSatisfy { !["setTunePlan", "startTune", "stopTune"].contains($0[0]) }, "\(action)")
            // The host lights the keyboard and the chart.
            #expect(!visitor.changed.contains { ["screen", "tune-chart", "tune-now"].contains($0) }, "\(action)")
        }
        #expect(visitor.find { $0["aria-label"] == "Stop the tune" } != nil)
    }

    @Test func storedTuneRestoresItsLights() throws {
        let stored = try #require(try visitor(linking: "Dusk").effect("keepTune"))[0]
        var other = try Visitor("/tunes")
        try other.send("tunes adopt", "{\"tunes\":[\(stored)],\"state\":\"alone\"}")
        #expect(other.effect("openChordsets") == nil)
        try other.press { $0.classes.contains("tune-link") && $0.text.contains("Try") }
        #expect(other.effect("openChordsets") == ["server"] && other.cells.isEmpty)
        try other.adopt([dawn.get(), dusk.get()])
        #expect(try other.colors == dusk.get().chords.map { $0.shownBackground.hex })
        #expect(other.lit == [0] && other.chosen == "Dusk")
    }

    @Test func remoteChangesOfTheChordsetAreShown() throws {
        var visitor = try visitor(linking: "Dawn")
        try visitor.send("stage press 3 100 0 5000")
        try visitor.adopt([chordset("dawn", "Noon", seed: 3)], gone: [])
        #expect(try visitor.colors == chordset("dawn", "Noon", seed: 3).chords.map { $0.shownBackground.hex })
        #expect(visitor.chosen == "Noon" && visitor.lit == [3])
    }

    @Test func deletedChordsetIsIgnored() throws {
        var visitor = try visitor(linking: "Dawn")
        try visitor.send("stage press 1 100 0 5000")
        try visitor.adopt([], gone: ["dawn"])
        // Otherwise the sound would never end.
        #expect(visitor.effect("sounding") == ["", ""])
        #expect(visitor.cells.isEmpty && !visitor.hasCanvas && visitor.picture(at: 6000).isEmpty)
        #expect(visitor.offered == ["None", "Dusk"] && visitor.chosen == "None")
        try visitor.send("stage release 0 5500")
        try visitor.send("stage press 2 100 0 5600")
        #expect(visitor.effects.isEmpty)
        // When it is restored, so are its lights.
        try visitor.adopt([dawn.get()], gone: [])
        #expect(visitor.chosen == "Dawn" && visitor.cells.count == Chordset.size)
    }

    @Test func undoRevertsTheChoiceOfLights() throws {
        var visitor = try visitor(linking: "Dawn")
        try visitor.press("Undo")
        #expect(visitor.chosen == "None" && visitor.cells.isEmpty)
    }

    @Test func leavingTheTuneEndsItsLights() throws {
        for route in ["/tunes", "/tunes/blues", "/lights", "/lights/dusk", "/circle"] {
            var visitor = try visitor(linking: "Dawn")
            try visitor.send("stage press 1 100 0 5000")
            try visitor.go(to: route)
            #expect(visitor.effect("silence") != nil, "\(route)")
            #expect(visitor.cells.isEmpty && visitor.picture(at: 6000).isEmpty, "\(route)")
        }
        // The stage has its own performance.
        var visitor = try visitor(linking: "Dawn")
        try visitor.go(to: "/lights/dusk/stage")
        #expect(try visitor.colors == dusk.get().chords.map { $0.shownBackground.hex })
        #expect(visitor.headings == ["Dusk"])
    }
}
