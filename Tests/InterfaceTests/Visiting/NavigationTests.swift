import Foundation
import Testing

@Suite struct Navigation {
    private func links(_ visitor: Visitor) throws -> [HTMLElement] {
        try visitor.part("navigation").all().map { $0.element }.filter { $0.tag == "a" }
    }

    @Test func navigationHasTheMainScreens() throws {
        let visitor = try Visitor("/circle/D")
        let links = try links(visitor)
        #expect(links.map { $0.text } == ["Combine", "Circle", "Tunes", "Play", "Practise", "More"])
        #expect(links.map { $0["href"] ?? "" } == ["/", "/circle/D", "/tunes", "/play", "/practise", "/more"])
        #expect(links.map { $0["aria-current"] } == [nil, "true", nil, nil, nil, nil])
    }

    @Test(arguments: [
        ("/linnstrument", "/play/linnstrument"), ("/chordsets", "/lights"), ("/chordsets/a", "/lights/a"),
        ("/chordsets/a/3", "/lights/a/3"), ("/chordsets/a/stage", "/lights/a/stage"),
    ])
    func formerAddressIsRewritten(former: String, present: String) throws {
        let old = try Visitor(former)
        let new = try Visitor(present)
        #expect(try old.part("screen").text == new.part("screen").text)
        #expect(old.title == new.title)
        // It is rewritten.
        #expect(old.address == present)
        var returning = try Visitor("/help")
        try returning.go(to: former)
        #expect(returning.effect("replace") == [present])
    }

    @Test func instrumentIsStored() throws {
        var visitor = try Visitor("/play")
        #expect(visitor.find { $0["id"] == "grid" } == nil && visitor.find { $0["id"] == "piano" } != nil)
        #expect(visitor.title == "Play · Chord Combiner")
        try visitor.press("LinnStrument")
        #expect(visitor.address == "/play/linnstrument" && visitor.effect("push") != nil)
        #expect(visitor.find { $0["id"] == "grid" } != nil)
        #expect(visitor.title == "LinnStrument · Play · Chord Combiner")
        #expect(try instrument(in: visitor.effect("settings")) == "linnstrument")
        #expect(try links(visitor)[3]["href"] == "/play/linnstrument")
        // Going back in the browser is stored as well.
        try visitor.go(to: "/play")
        #expect(visitor.find { $0["id"] == "grid" } == nil)
        #expect(try instrument(in: visitor.effect("settings")) == "piano")

        let returning = try Visitor("/play", remembered: [("instrument", "linnstrument")])
        #expect(returning.address == "/play/linnstrument" && returning.find { $0["id"] == "grid" } != nil)
        let sent = try Visitor("/play/linnstrument", remembered: [("instrument", "piano")])
        #expect(
            try sent.find { $0["id"] == "grid" } != nil && instrument(in: sent.effect("settings")) == "linnstrument")
    }

    @Test func instrumentBelongsToTheTab() throws {
        var visitor = try Visitor("/play")
        try visitor.send("settings follow", "instrument linnstrument\ntheme dark")
        #expect(visitor.address == "/play" && visitor.find { $0["id"] == "grid" } == nil)
    }

    private func instrument(in settings: [String]?) throws -> String? {
        let stored = try #require(settings)
        return zip(stored, stored.dropFirst()).first { $0.0 == "instrument" }?.1
    }

    @Test func anotherScreenStartsAtTheTop() throws {
        var visitor = try Visitor("/combine/C7/A")
        try visitor.press("How do I play this?")
        #expect(visitor.effect("top") != nil)
        // Going back restores the scroll position.
        try visitor.go(to: "/combine/C7/A")
        #expect(visitor.effect("top") == nil)
        try visitor.shortcut("/")
        #expect(visitor.effect("top") == nil)
        try visitor.shortcut("?")
        #expect(visitor.effect("top") != nil)
        try visitor.shortcut("Escape")
        #expect(visitor.effect("top") != nil)
        // Without two chords, details lead to the main screen.
        try visitor.go(to: "/details/C7/A")
        try visitor.press("Clear")
        #expect(visitor.effect("top") != nil)
        // Changes of a screen do not scroll.
        try visitor.go(to: "/board/C7")
        try visitor.send("board of", "D")
        #expect(visitor.effect("top") == nil && visitor.address.hasPrefix("/board/D"))
    }
}

@Suite struct BothHands {
    private func bytes(_ status: Int, _ note: Int, _ velocity: Int) -> String {
        [status, note, velocity].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Strikes and releases keys at a time in milliseconds, and waits until the held ones are named.
    private func play(_ notes: [Int], letting go: [Int] = [], at time: Int, _ visitor: inout Visitor) throws {
        let messages = go.map { bytes(0x80, $0, 64) } + notes.map { bytes(0x90, $0, 90) }
        try visitor.send("play midi", messages.map { "\(time) 1 " + $0 }.joined(separator: "\n"))
        try visitor.send("play look \(time + 250)")
    }

    private func listening(_ visitor: inout Visitor) throws {
        try visitor.press("Use MIDI keyboard")
        #expect(visitor.effects == [["enableMIDI"]])
        try visitor.send("play access", "granted\nin 1 Keys")
        #expect(try visitor.part("hands").text.contains("the left hand chooses the lower chord"))
    }

    private let cma7 = [48, 52, 55, 59]
    private let d = [74, 78, 81]

    @Test func handsChooseTheTwoChords() throws {
        var visitor = try Visitor()
        try play(cma7 + d, at: 1000, &visitor)
        #expect(visitor.title(of: "lower") == "Please select a chord")
        try play([], letting: cma7 + d, at: 2000, &visitor)
        try listening(&visitor)
        try play(cma7 + d, at: 3000, &visitor)
        #expect(visitor.address == "/combine/Cma7/D")
        // Hands are not lifted at once. The keys that are still down are not a new chord.
        try play([], letting: cma7, at: 4000, &visitor)
        #expect(visitor.address == "/combine/Cma7/D")
        try play([], letting: d, at: 5000, &visitor)
        // A single chord is the lower one, and the upper one stays.
        try play([53, 57, 60], at: 6000, &visitor)
        #expect(visitor.address == "/combine/F/D")
        try visitor.press("Undo")
        #expect(visitor.address == "/combine/Cma7/D")
        // Shorter than a rest.
        try visitor.send("play midi", [53, 57, 60].map { "6900 1 " + bytes(0x80, $0, 64) }.joined(separator: "\n"))
        try play([55, 59, 62], at: 6950, &visitor)
        #expect(visitor.address == "/combine/G/D")
        try play([], letting: [55, 59, 62], at: 7200, &visitor)
        try visitor.press("Undo")
        // Playing the same chord again chooses it again.
        try play([53, 57, 60], at: 8000, &visitor)
        #expect(visitor.address == "/combine/F/D")
        try play([], letting: [53, 57, 60], at: 9000, &visitor)
        try visitor.press("Use MIDI keyboard")
        try play(cma7 + d, at: 10_000, &visitor)
        #expect(visitor.address == "/combine/F/D")
        #expect(try visitor.part("hands").first { $0.tag == "button" }?["aria-pressed"] == "false")
    }

    @Test func rightHandAloneChoosesTheUpperChord() throws {
        var visitor = try Visitor("/combine/Cma7", remembered: [("split", "60")])
        try listening(&visitor)
        try play(d, at: 1000, &visitor)
        #expect(visitor.address == "/combine/Cma7/D")
    }

    @Test func otherScreensPlayNotes() throws {
        var visitor = try Visitor("/combine/F/G")
        try listening(&visitor)
        try visitor.go(to: "/play")
        try play(cma7 + d, at: 1000, &visitor)
        try visitor.shortcut("home")
        try visitor.send("play look 2000")
        #expect(visitor.address == "/combine/F/G")
    }

    @Test func missingMIDIIsExplained() throws {
        var visitor = try Visitor()
        try visitor.press("Use MIDI keyboard")
        try visitor.send("play access", "refused")
        #expect(visitor.announced.contains("was not allowed to use MIDI"))
        #expect(try visitor.part("notice").text == visitor.announced)
        #expect(try visitor.part("hands").first { $0.tag == "button" }?["aria-pressed"] == "false")
        // Access is granted, but no instrument is connected.
        try visitor.press("Use MIDI keyboard")
        try visitor.send("play access", "granted")
        #expect(try visitor.part("hands").text.contains("no instrument is connected"))
    }
}
