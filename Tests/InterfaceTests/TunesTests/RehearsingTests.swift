import Foundation
import Instruments
import Testing

/// What changes from chorus to chorus, and who is heard.
@Suite struct Rehearsing {
    private func player() throws -> Visitor {
        var visitor = try Visitor("/tunes/blues")
        try visitor.send("tunes adopt", "{\"tunes\":[],\"state\":\"alone\",\"waiting\":0,\"returned\":[]}")
        return visitor
    }

    private func plan(_ visitor: Visitor) throws -> [String: Any] {
        let text = try #require(visitor.effects.last { $0[0] == "setTunePlan" })[1]
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The button that was pressed does not vanish under the focus while the tune is open.
    @Test func aMutedPartKeepsItsButtonBesideTheTempo() throws {
        var visitor = try player()
        func bass() throws -> String? {
            try visitor.part("tune-transport").first { $0["data-action"] == "tunes mute bass" }?["aria-pressed"]
        }
        #expect(try bass() == nil)
        try visitor.press("Bass", in: "Mixer")
        #expect(try bass() == "false")
        try visitor.press("Bass", in: "tune-transport")
        #expect(try bass() == "true")
        try visitor.press("Bass", in: "tune-transport")
        #expect(try bass() == "false")
        try visitor.press("Bass", in: "tune-transport")
        try visitor.go(to: "/tunes")
        try visitor.go(to: "/tunes/blues")
        #expect(try bass() == nil)
    }

    /// Left hand, right hand, bass, drums and click.
    @Test func eachPartIsSwitchedOffSoloedAndLeveled() throws {
        var visitor = try player()
        try visitor.send("tunes toggle")
        for (number, part) in ["left", "right", "bass", "drums", "click"].enumerated() {
            try visitor.send("tunes mute " + part)
            #expect(try plan(visitor)["muted"] as? [Int] == [number])
            try visitor.send("tunes mute " + part)
            try visitor.send("tunes solo " + part)
            #expect(try plan(visitor)["muted"] as? [Int] == [0, 1, 2, 3, 4].filter { $0 != number })
            try visitor.send("tunes solo " + part)
            #expect(try plan(visitor)["muted"] as? [Int] == [])
            try visitor.send("tunes level " + part, "30")
            var levels = [100, 100, 100, 100, 100]
            levels[number] = 30
            #expect(try plan(visitor)["levels"] as? [Int] == levels)
            try visitor.send("tunes level " + part, "100")
        }
    }

    @Test func tempoRisesWithEachChorus() throws {
        var visitor = try player()
        try visitor.send("tunes set rise", "5")
        try visitor.send("tunes toggle")
        var tempi = [try plan(visitor)["tempo"] as? Int]
        for number in 2...3 {
            try visitor.send("tunes pass \(number)")
            tempi.append(try plan(visitor)["tempo"] as? Int)
        }
        #expect(tempi == [132, 137, 142])
    }

    /// What is tapped in a faster chorus is the tempo of that chorus.
    @Test func tappedTempoIsThatOfTheChorus() throws {
        var visitor = try player()
        try visitor.send("tunes set rise", "5")
        try visitor.send("tunes toggle")
        try visitor.send("tunes pass 4")
        for time in [1000, 1500] { try visitor.send("tunes tap \(time)") }
        #expect(try plan(visitor)["tempo"] as? Int == 120 && visitor.value(of: "tune-tempo") == "120")
        // What is typed is the tempo of this chorus, too.
        try visitor.send("tunes tempo", "140")
        #expect(try plan(visitor)["tempo"] as? Int == 140 && visitor.value(of: "tune-tempo") == "140")
    }

    @Test(arguments: [(320, 300), (20, 30)]) func shownTempoIsPlayed(written: Int, played: Int) throws {
        var visitor = try player()
        try visitor.go(to: "/tunes")
        try visitor.paste("Title: Try\nTempo: \(written)\n| C |")
        #expect(visitor.value(of: "tune-tempo") == "\(played)")
        try visitor.send("tunes toggle")
        #expect(try plan(visitor)["tempo"] as? Int == played)
    }

    /// The blues is in F, and its first bass note is the root.
    @Test func keyChangesWithEachChorus() throws {
        for (step, roots) in [("1", [5, 6, 7]), ("5", [5, 10, 3]), ("-2", [5, 3, 1])] {
            var visitor = try player()
            try visitor.send("tunes set keys", step)
            try visitor.send("tunes toggle")
            var found: [Int] = []
            for number in 1...3 {
                if number > 1 { try visitor.send("tunes pass \(number)") }
                let bars = try #require(try plan(visitor)["bars"] as? [[Any]])
                let strikes = try #require(bars[0][2] as? [[Int]])
                found.append(try #require(strikes.first { $0[0] == 2 })[4] % 12)
            }
            #expect(found == roots)
        }
    }

    /// C♯m7 in E♭ is Dm7 in E, which would be D♭m7 in E♭.
    @Test(arguments: [
        ("Key: Eb\n| Ebmaj7 | C#m7 F#7 | Fm7 | Bb7 |", "Em7", "| Ebma7 | C#mi7 F#7 | Ebmi7 | Bb7 |"),
        // The third bar decides how the second one is spelled when it is transposed.
        ("Key: E\n| Emaj7 | Bbm7 Eb7 | Abmaj7 | B7 |", "F6", "| Ema7 | Bbmi7 Eb7 | E6 | B7 |"),
    ])
    func editInATransposedChorusLeavesOtherBarsAlone(text: String, bar: String, wanted: String) throws {
        var visitor = try player()
        try visitor.go(to: "/tunes")
        try visitor.paste("Title: Try\n" + text)
        try visitor.send("tunes set keys", "1")
        try visitor.send("tunes toggle")
        try visitor.send("tunes pass 2")
        try visitor.send("tunes choose 2")
        try visitor.send("tunes bar", bar)
        let stored = try #require(visitor.effects.last { $0[0] == "keepTune" })[1]
        #expect(stored.contains(wanted), "\(stored)")
    }

    /// The blues has 24 bars with its repeat, after a bar that is counted in. The tempo is 132.
    @Test func savedMIDIHasTheTempoAndKeyOfEachChorus() throws {
        var visitor = try player()
        for (name, value) in [("rise", "5"), ("keys", "1"), ("choruses", "3")] {
            try visitor.send("tunes set " + name, value)
        }
        try visitor.send("tunes save blues midi")
        let hex = Array(try #require(visitor.effect("download")?.last).utf8)
        let bytes = stride(from: 0, to: hex.count, by: 2).compactMap {
            UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
        let file = try MIDIFile(bytes)
        let chorus = 24 * 4 * file.ticksPerQuarter
        let starts = (0...2).map { file.ticksPerQuarter * 4 + $0 * chorus }
        var tempi: [Int] = []
        for case .tempo(let microseconds) in file.tracks[0].map({ $0.kind }) { tempi.append(60_000_000 / microseconds) }
        #expect(tempi == [132, 137, 142])
        let roots = starts.map { start in
            file.tracks[3].compactMap { event -> Int? in
                if case .message(.noteOn(_, let note, _)) = event.kind, event.tick >= start { note % 12 } else { nil }
            }.first
        }
        #expect(roots == [5, 6, 7])
    }

    @Test func loopGrowsFromTwoToFourToEightBars() throws {
        var visitor = try player()
        try visitor.send("tunes set grow", "yes")
        try visitor.send("tunes loop", "2-9")
        try visitor.send("tunes toggle")
        var loops: [[Int]] = []
        for number in 1...7 {
            if number > 1 { try visitor.send("tunes pass \(number)") }
            loops.append(try #require(try plan(visitor)["loop"] as? [Int]))
        }
        #expect(loops == [[2, 3], [2, 3], [2, 5], [2, 5], [2, 9], [2, 9], [2, 9]])
    }

    /// The first passes have only its first two bars.
    @Test func growingLoopBeginsInItsFirstBars() throws {
        var visitor = try player()
        try visitor.send("tunes set grow", "yes")
        try visitor.send("tunes loop", "2-9")
        try visitor.send("tunes from 6")
        #expect(visitor.effect("startTune") == ["2"])
    }

    /// Rhythm changes have the section A before and after the bridge.
    @Test func loopsHaveDifferentNames() throws {
        let visitor = try Visitor("/tunes/rhythm-changes")
        let menu = try #require(visitor.find { $0["data-input"] == "tunes loop" })
        let names = menu.all().map { $0.element }.filter { $0.tag == "option" }.map { $0.text }
        #expect(names.filter { $0.hasPrefix("Section A: Bars ") }.count == 2 && names.contains("Section B"))
        #expect(Set(names).count == names.count)
    }

    /// Two and four alone: nothing but the click is heard, and it rests on one and three.
    @Test func metronomeClicksOnTwoAndFourAlone() throws {
        var visitor = try player()
        try visitor.send("tunes set click", "backbeat")
        try visitor.send("tunes solo click")
        try visitor.send("tunes toggle")
        let plan = try plan(visitor)
        #expect(plan["muted"] as? [Int] == [0, 1, 2, 3])
        for bar in try #require(plan["bars"] as? [[Any]]) {
            let clicks = try #require(bar[2] as? [[Int]]).filter { $0[0] == 4 }.map { $0[1] }
            let beat = try #require(plan["beat"] as? Int)
            #expect(clicks == [beat, 3 * beat])
        }
    }
}
