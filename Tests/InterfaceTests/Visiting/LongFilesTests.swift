import Foundation
import Testing

@Suite struct LongFiles {
    /// A MIDI file with C and F alternating in quarter notes.
    private func song(_ count: Int) -> [UInt8] {
        var track: [UInt8] = []
        for number in 0..<count {
            let notes: [UInt8] = number % 2 == 0 ? [0x30, 0x34, 0x37] : [0x35, 0x39, 0x3C]
            for note in notes { track += [0, 0x90, note, 0x64] }
            for (place, note) in notes.enumerated() { track += [place == 0 ? 0x60 : 0, 0x90, note, 0] }
        }
        track += [0, 0xFF, 0x2F, 0]
        let length = [24, 16, 8, 0].map { UInt8(track.count >> $0 & 255) }
        return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 0x60] + Array("MTrk".utf8) + length + track
    }

    private func progress(_ visitor: Visitor) throws -> Int? {
        try visitor.part("recording").first { $0.tag == "progress" }.flatMap { $0["value"] }.flatMap { Int($0) }
    }

    /// In chords. Each has six events, of which some ten thousand are read at once.
    private let long = 20_000

    /// Elsewhere, nothing shows that it plays, and nothing ends it.
    @Test func aFilePausesWhereItIsNotShown() throws {
        for (address, playsOn) in [("/", true), ("/tunes", false), ("/practise", false)] {
            var visitor = try Visitor("/play")
            try visitor.send("play open-file", file: "short.mid", song(4))
            try visitor.press("Play", in: "recording")
            try visitor.go(to: address)
            #expect((visitor.effect("sounding") == nil) == playsOn, "\(address)")
            try visitor.go(to: "/play")
            #expect(visitor.has("Pause") == playsOn, "\(address)")
        }
    }

    @Test func longFileIsReadInPieces() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play open-file", file: "short.mid", song(4))
        #expect(visitor.effect("readOn") == nil && visitor.announced == "Opened short.mid")
        try visitor.send("play open-file", file: "long.mid", song(long))
        var steps: [Int] = []
        while visitor.effect("readOn") != nil {
            steps.append(try #require(try progress(visitor)))
            // The former file stays, and the page responds.
            #expect(try visitor.part("recording").first { $0.tag == "h3" }?.text == "short.mid")
            if steps.count == 2 {
                try visitor.send("play monitor open")
                #expect(visitor.effect("readOn") == nil)
            }
            try visitor.send("play read-on")
        }
        #expect(steps.count > 5 && steps == steps.sorted() && steps.allSatisfy { 0...100 ~= $0 })
        #expect(visitor.announced == "Opened long.mid")
        #expect(try progress(visitor) == nil)
        // 20 000 quarter notes of half a second; the last chord but one is an F, from 2:46:38.5 on.
        #expect(try visitor.part("recording").text.contains("0:00 / 166:40"))
        try visitor.send("play seek \(9_999_600)")
        #expect(try visitor.part("played").text.contains("F"))
        #expect(try visitor.part("held").text.contains("F3") && visitor.part("held").text.contains("C4"))
        try visitor.send("play seek 0")
        #expect(try visitor.part("held").text.contains("C3") && visitor.part("held").text.contains("G3"))
    }

    @Test func readingCanBeStopped() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play open-file", file: "long.mid", song(long))
        #expect(visitor.effect("readOn") != nil)
        try visitor.press("Stop reading")
        #expect(visitor.announced == "“long.mid” was not opened.")
        #expect(try visitor.part("recording").first { $0.tag == "progress" || $0.tag == "h3" } == nil)
        // A late `read-on` has no effect and leaves the message.
        try visitor.send("play read-on")
        #expect(visitor.effect("readOn") == nil)
        #expect(try visitor.part("notice").text == "“long.mid” was not opened.")
    }

    @Test func anotherFileReplacesIt() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play open-file", file: "long.mid", song(long))
        try visitor.send("play open-file", file: "other.mid", song(8))
        #expect(visitor.announced == "Opened other.mid" && visitor.effect("readOn") == nil)
        try visitor.send("play read-on")
        #expect(try visitor.part("recording").first { $0.tag == "h3" }?.text == "other.mid")
    }
}
