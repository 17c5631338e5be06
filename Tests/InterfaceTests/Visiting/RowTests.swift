import Foundation
import Testing

@Suite struct PlayedChordRow {
    private let six = [53, 57, 60, 62]
    private let seventh = [43, 47, 50, 53]
    // Rootless Dmi9, G13 and Cma9 for the left hand.
    private let cadence = [[53, 57, 60, 64], [53, 57, 59, 64], [52, 55, 59, 62]]

    private func hexadecimal(_ bytes: [Int]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Holds notes for half a second, from a time in milliseconds.
    private func play(_ notes: [Int], at time: Int, _ visitor: inout Visitor) throws {
        try visitor.send("play midi", notes.map { "\(time) 1 \(hexadecimal([0x90, $0, 90]))" }.joined(separator: "\n"))
        try visitor.send("play look \(time + 250)")
        try visitor.send(
            "play midi", notes.map { "\(time + 500) 1 \(hexadecimal([0x80, $0, 0]))" }.joined(separator: "\n"))
    }

    private func texts(_ label: String, _ visitor: Visitor) -> [String] {
        visitor.find { $0.tag == "ol" && $0["aria-label"] == label }?.all().map { $0.element }
            .filter { $0.tag == "li" }.map { $0.text } ?? []
    }

    private func row(_ visitor: Visitor) -> [String] { texts("Last chords", visitor) }

    private func name(_ visitor: Visitor) throws -> String? {
        try visitor.part("played").first { $0.tag == "h2" }?.text
    }

    @Test func laterChordCorrectsANameVisibly() throws {
        var visitor = try Visitor("/play")
        #expect(visitor.find { $0["aria-label"] == "Last chords" } == nil)
        try play(six, at: 1000, &visitor)
        #expect(row(visitor) == ["F6"])
        #expect(try name(visitor) == "F6")
        try play(seventh, at: 2000, &visitor)
        #expect(row(visitor) == ["Dmi7/F on its own F6", "G7"])
        #expect(try visitor.part("played").all().filter { $0.element.tag == "s" }.map { $0.element.text } == ["F6"])
        #expect(try name(visitor) == "G7")
        // Short notes and non-chords are not part of the row.
        try visitor.send(
            "play midi", "3000 1 903c5a\n3000 1 90405a\n3000 1 90435a\n3050 1 803c00\n3050 1 804000\n3050 1 804300")
        try visitor.send("play look 3400")
        try play([60], at: 4000, &visitor)
        #expect(row(visitor) == ["Dmi7/F on its own F6", "G7"])
        #expect(try name(visitor) == "C (note)")
    }

    @Test func restStartsANewRow() throws {
        var visitor = try Visitor("/play")
        try play(six, at: 1000, &visitor)
        try play(seventh, at: 6000, &visitor)
        #expect(row(visitor) == ["F6", "G7"])
        try play(six, at: 7000, &visitor)
        // Four seconds and a half after 7.5.
        try play(seventh, at: 11_400, &visitor)
        #expect(row(visitor) == ["F6", "G7", "Dmi7/F on its own F6", "G7"])
    }

    @Test func rootlessChordIsCapturedWithItsRoot() throws {
        var visitor = try Visitor("/play")
        try visitor.press("With a bass player")
        for (place, notes) in cadence.enumerated() { try play(notes, at: 1000 * (place + 1), &visitor) }
        #expect(row(visitor) == ["Dmi9 on its own Fma7", "G13", "Cma9 on its own Emi7"])
        #expect(try name(visitor) == "Cma9")
        try visitor.press("Use Cma9 as lower chord")
        try visitor.shortcut("home")
        #expect(visitor.title(of: "lower") == "Cma9")
    }

    @Test func settingsApplyAtOnceAndAreStored() throws {
        var visitor = try Visitor("/play")
        for (place, notes) in cadence.enumerated() { try play(notes, at: 1000 * (place + 1), &visitor) }
        #expect(row(visitor) == ["Fma7", "Fma7(♯11)", "Emi7"])
        try visitor.press("With a bass player")
        #expect(row(visitor).last == "Cma9 on its own Emi7")
        let stored = try #require(visitor.effect("settings"))
        #expect(zip(stored, stored.dropFirst()).contains { $0 == ("band", "yes") })
        #expect(try visitor.part("naming").first { $0.name == "With a bass player" }?["aria-pressed"] == "true")
        try visitor.press("With a bass player")
        #expect(row(visitor).last == "Emi7")
        // The key on the circle.
        try visitor.go(to: "/circle/B")
        try visitor.go(to: "/play")
        try play([63, 66, 70], at: 20_000, &visitor)
        #expect(row(visitor).last == "E♭mi")
        try visitor.press("In B major")
        #expect(row(visitor).last == "D♯mi")
        #expect(try name(visitor) == "D♯mi")
        // In the classic vocabulary, each is named by itself.
        var classic = try Visitor("/play", remembered: [("vocabulary", "classic"), ("band", "yes")])
        for (place, notes) in cadence.enumerated() { try play(notes, at: 1000 * (place + 1), &classic) }
        #expect(row(classic) == ["Fma7", "Fma7(♭5)", "Emi7"])
    }

    @Test func settingsAreOnTheSettingsScreen() throws {
        var visitor = try Visitor("/settings")
        try visitor.press("A bass player does")
        var stored = try #require(visitor.effect("settings"))
        #expect(zip(stored, stored.dropFirst()).contains { $0 == ("band", "yes") })
        try visitor.press("Key on the circle")
        stored = try #require(visitor.effect("settings"))
        #expect(zip(stored, stored.dropFirst()).contains { $0 == ("naming-key", "yes") })
    }

    /// A MIDI file with chords in quarter notes.
    private func song(_ chords: [[Int]]) -> [UInt8] {
        var track: [Int] = []
        for chord in chords {
            for note in chord { track += [0, 0x90, note, 90] }
            for (place, note) in chord.enumerated() { track += [place == 0 ? 96 : 0, 0x90, note, 0] }
        }
        track += [0, 0xFF, 0x2F, 0]
        let length = [24, 16, 8, 0].map { track.count >> $0 & 255 }
        let head = [0x4D, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 0, 0, 1, 0, 96, 0x4D, 0x54, 0x72, 0x6B]
        return (head + length + track).map { UInt8($0) }
    }

    private func chords(_ visitor: Visitor) -> [String] { texts("Chords in this file", visitor) }

    @Test func chordsOfAFileFollowTheSettings() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play open-file", file: "song.mid", song([six, seventh] + cadence))
        #expect(chords(visitor) == ["Dmi7/F on its own F61:1", "G71:2", "Fma71:3", "Fma7(♯11)1:4", "Emi72:1"])
        try visitor.press("With a bass player")
        #expect(visitor.effect("readOn") == nil)
        #expect(chords(visitor).last == "Cma9 on its own Emi72:1")
        try visitor.go(to: "/settings")
        try visitor.press("Reference table")
        try visitor.go(to: "/play")
        #expect(chords(visitor) == ["F61:1", "G71:2", "Fma71:3", "Fma7(♭5)1:4", "Emi72:1"])
    }

    @Test func longFileIsRenamedInPieces() throws {
        var visitor = try Visitor("/play")
        let long = song(Array(repeating: cadence, count: 200).flatMap { $0 })
        try visitor.send("play open-file", file: "song.mid", long)
        while visitor.effect("readOn") != nil { try visitor.send("play read-on") }
        #expect(chords(visitor).first == "Fma71:1")
        try visitor.press("With a bass player")
        var pieces = 0
        while visitor.effect("readOn") != nil {
            pieces += 1
            #expect(chords(visitor).first == "Fma71:1")
            // Meanwhile, the settings may change and another file may be opened.
            if pieces == 2 {
                try visitor.press("In C major")
                #expect(visitor.effect("readOn") == nil)
            }
            try visitor.send("play read-on")
        }
        #expect(pieces > 5)
        #expect(chords(visitor).first == "Dmi9 on its own Fma71:1" && chords(visitor)[2] == "Cma9 on its own Emi71:3")
        try visitor.send("play read-on")
        #expect(visitor.effect("readOn") == nil)
    }

    @Test func otherReadingsFollowTheSettings() throws {
        // E G B♭ and G B♭ D: Emi7(♭5), or C9 with a C in the bass.
        var visitor = try Visitor("/combine/E°/Gmi")
        func others() -> [String] {
            visitor.find { $0.classes.contains("readings") }?.all().map { $0.element }.filter {
                $0.tag == "summary" && !$0.text.hasSuffix(" more")
            }.map { $0.text } ?? []
        }
        let alone = others()
        #expect(alone.first != "C9 (no root)" && alone.contains("Gmi6/E"))
        try visitor.send("settings set band yes")
        let rootless = others().prefix { $0.hasSuffix(" (no root)") }
        #expect(
            rootless.contains("C9 (no root)")
                && !others().dropFirst(rootless.count).contains { $0.hasSuffix(" (no root)") })
        // With a bass player no title has a slash bass.
        #expect(others().contains("Gmi6") && !others().contains("Gmi6/E"))
        // C and E are in C major, F♯ and A♯ are not.
        try visitor.send("settings set naming-key yes")
        #expect(others().first == "C9 (no root)")
        #expect(visitor.title(of: "result") == "Emi7(♭5)")
        try visitor.send("settings set naming-key no")
        try visitor.send("settings set band no")
        #expect(others() == alone)
    }
}

@Suite struct HeardKey {
    private func hexadecimal(_ bytes: [Int]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func messages(_ notes: [Int], isOn: Bool, at time: Int) -> String {
        notes.map { "\(time) 1 \(hexadecimal([isOn ? 0x90 : 0x80, $0, isOn ? 90 : 0]))" }.joined(separator: "\n")
    }

    private func name(_ visitor: Visitor) throws -> String? {
        try visitor.part("played").first { $0.tag == "h2" }?.text
    }

    private func heard(_ visitor: Visitor) throws -> String? {
        try visitor.part("naming").all().map { $0.element.text }.first { $0.hasPrefix("Key heard") }
    }

    @Test func theKeyIsShownAndMayBeOverruled() throws {
        var visitor = try Visitor("/play")
        #expect(try heard(visitor) == "Key heard: not clear yet")
        // C♯mi7 F♯7 B, twice, and D♯mi7.
        let cadence = [[49, 52, 56, 59], [42, 52, 58, 61], [47, 51, 54, 58]]
        for (place, notes) in (cadence + cadence + [[51, 54, 58, 61]]).enumerated() {
            let time = 1000 * (place + 1)
            try visitor.send("play midi", messages(notes, isOn: true, at: time))
            try visitor.send("play look \(time + 250)")
            try visitor.send("play midi", messages(notes, isOn: false, at: time + 500))
        }
        #expect(try heard(visitor)?.hasPrefix("Key heard: B major, ") == true)
        #expect(try name(visitor) == "D♯mi7")
        try visitor.press("The key I play in")
        #expect(try name(visitor) == "E♭mi7")
        // The key of the circle.
        try visitor.press("In C major")
        #expect(try name(visitor) == "E♭mi7")
        try visitor.press("The key I play in")
        #expect(try name(visitor) == "D♯mi7")
    }

    @Test func fingersThatLeaveOneAfterAnotherDoNotRenameTheChord() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play midi", messages([52, 56, 59, 63], isOn: true, at: 1000))
        try visitor.send("play look 1250")
        #expect(try name(visitor) == "Ema7")
        for (place, note) in [52, 56, 63].enumerated() {
            let time = 2000 + 300 * place
            try visitor.send("play midi", messages([note], isOn: false, at: time))
            try visitor.send("play look \(time + 250)")
            #expect(try name(visitor) == "Ema7")
        }
        // What stays is meant.
        try visitor.send("play look 3700")
        #expect(try name(visitor) == "B (note)")
    }

    @Test func aBassThatWalksDoesNotRenameTheChord() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play midi", messages([38, 53, 60], isOn: true, at: 1000))
        try visitor.send("play look 1250")
        let chord = try name(visitor)
        var bass = 38
        for (place, next) in [41, 45, 43].enumerated() {
            let time = 1500 + 400 * place
            let step = [messages([bass], isOn: false, at: time), messages([next], isOn: true, at: time)]
            try visitor.send("play midi", step.joined(separator: "\n"))
            try visitor.send("play look \(time + 250)")
            #expect(try name(visitor) == chord)
            bass = next
        }
        // The last note is not in the chord. It has another name if it stays.
        try visitor.send("play look 3000")
        #expect(try name(visitor) != chord)
    }
}
