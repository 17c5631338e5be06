import Foundation
import Testing

@Suite struct StartOptions {
    /// A user without chordsets, who has visited these addresses.
    private func visitor(after routes: String...) throws -> Visitor {
        var visitor = try Visitor(routes.first ?? "/")
        for route in routes.dropFirst() { try visitor.send("app go", route) }
        try visitor.send("app visit /chordsets")
        try visitor.send("chordsets adopt", #"{"chordsets":[],"state":"alone","waiting":0,"returned":[]}"#)
        return visitor
    }

    /// The texts of the start options in the empty list.
    private func offers(_ visitor: Visitor) -> [String] {
        visitor.find { $0.classes.contains("beginnings") }?.all().map { $0.element }
            .filter { $0.classes.contains("beginning") }.map { $0.text } ?? []
    }

    private func begin(_ title: String, _ visitor: inout Visitor) throws -> [[String: Any]] {
        try visitor.press { $0.classes.contains("beginning") && $0.text.hasPrefix(title) }
        return try stored(visitor)
    }

    /// The chords of the chordset that the host has to store.
    private func stored(_ visitor: Visitor) throws -> [[String: Any]] {
        let text = try #require(visitor.effect("keepChordset"))[0]
        let set = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(set["chords"] as? [[String: Any]])
    }

    private func lower(_ chords: [[String: Any]]) -> [String?] {
        chords.map { ($0["music"] as? [String: Any])?["lower"] as? String }
    }

    @Test(arguments: ["Plain colours", "Gentle", "Your current chords"])
    func newChordsetIsOneUndoStep(title: String) throws {
        var visitor = try visitor(after: "/combine/Cma7/D")
        #expect(try begin(title, &visitor).count == 8)
        #expect(try visitor.part("shelf-state").text.contains("1 chordset, 8 chords"))
        #expect(visitor.effect("focus")?[0].hasPrefix("title-") == true)
        try visitor.press("Undo")
        #expect(visitor.effect("removeChordset") != nil)
        #expect(try visitor.part("shelf-state").text.contains("0 chordsets, 0 chords"))
        #expect(!visitor.isEnabled("Undo"))
        try visitor.press("Redo")
        #expect(try stored(visitor).count == 8)
    }

    @Test func startOptionsAreInTheEmptyListAndInThePlusMenu() throws {
        var visitor = try visitor(after: "/combine/Cma7/D")
        #expect(offers(visitor).count == 3)
        _ = try begin("Gentle", &visitor)
        #expect(offers(visitor).isEmpty)
        let plus = try #require(visitor.find { $0["aria-label"] == "New chordset" })
        let menu = try #require(visitor.find { $0["popover"] != nil && $0["id"] == plus["popovertarget"] })
        let buttons = menu.all().map { $0.element }.filter { $0["data-action"] != nil }
        // Pressing one closes the menu.
        #expect(
            buttons.count == 3
                && buttons.allSatisfy { $0["popovertarget"] == menu["id"] && $0["popovertargetaction"] == "hide" })
    }

    @Test func onlyGentleChordsetsHaveLumis() throws {
        var visitor = try visitor()
        #expect(try begin("Plain colours", &visitor).allSatisfy { ($0["lumis"] as? [Any])?.isEmpty == true })
        try visitor.press("Undo")
        let gentle = try begin("Gentle", &visitor)
        #expect(gentle.allSatisfy { ($0["lumis"] as? [Any])?.isEmpty == false && $0["music"] == nil })
    }

    @Test func combinationComesFirstThenItsHalves() throws {
        var visitor = try visitor(after: "/combine/Cma7/D")
        #expect(try #require(offers(visitor).last).hasSuffix("Cma13(♯11), Cma7, D"))
        let chords = try begin("Your current chords", &visitor)
        #expect(lower(chords) == ["Cma7", "Cma7", "Dma", nil, nil, nil, nil, nil])
        #expect((chords[0]["music"] as? [String: Any])?["upper"] as? String == "Dma")
        for chord in chords.prefix(3) {
            #expect((chord["music"] as? [String: Any])?["colorsLight"] as? Bool == true)
        }
        // A later combination is added and colors its chord.
        try visitor.send("app go", "/combine/G7")
        try visitor.press("Add to chordset")
        let music = try #require(try stored(visitor)[3]["music"] as? [String: Any])
        #expect(music["lower"] as? String == "G7" && music["colorsLight"] as? Bool == true)
    }

    @Test func singleChordIsOffered() throws {
        var visitor = try visitor(after: "/combine/A♭7")
        #expect(lower(try begin("Your current chords", &visitor)).compactMap { $0 } == ["A♭7"])
    }

    @Test func withoutChordsAHintIsShown() throws {
        let visitor = try visitor()
        #expect(offers(visitor).count == 2 && offers(visitor).allSatisfy { !$0.contains("at hand") })
        #expect(try visitor.part("screen").text.contains("Choose a chord in the combiner, or play some"))
        // The action does nothing without chords.
        var other = visitor
        try other.send("chordsets add-chords {seed}")
        #expect(other.effect("keepChordset") == nil)
        #expect(try other.part("notice").text.contains("Choose a chord in the combiner"))
    }

    @Test func playedChordsFollowEachOnce() throws {
        var visitor = try Visitor("/linnstrument")
        // Dmi7, G7 and Cma7 in close position, and Dmi7 again.
        for (place, notes) in [[50, 53, 57, 60], [43, 47, 50, 53], [48, 52, 55, 59], [50, 53, 57, 60]].enumerated() {
            let time = 1000 + 1000 * place
            for (status, velocity, later) in [(0x90, 90, 0), (0x80, 0, 500)] {
                let lines = notes.map {
                    "\(time + later) 1 " + [status, $0, velocity].map { String(format: "%02x", $0) }.joined()
                }
                try visitor.send("play midi", lines.joined(separator: "\n"))
                if later == 0 { try visitor.send("play look \(time + 250)") }
            }
        }
        try visitor.send("app visit /chordsets")
        try visitor.send("chordsets adopt", #"{"chordsets":[],"state":"alone","waiting":0,"returned":[]}"#)
        #expect(lower(try begin("Your current chords", &visitor)).compactMap { $0 } == ["Dmi7", "G7", "Cma7"])
    }
}
