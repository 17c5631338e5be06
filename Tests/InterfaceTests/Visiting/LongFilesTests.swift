import Foundation
import Testing

@Suite struct LongFiles {
    /// A MIDI file with C and F alternating in quarter notes, in the hexadecimal digits that the host passes.
    private func song(_ count: Int) -> String {
        var track = ""
        for number in 0..<count {
            let notes = number % 2 == 0 ? [0x30, 0x34, 0x37] : [0x35, 0x39, 0x3C]
            track += notes.map { "0090" + String($0, radix: 16) + "64" }.joined()
            for (place, note) in notes.enumerated() {
                track += (place == 0 ? "60" : "00") + "90" + String(note, radix: 16) + "00"
            }
        }
        track += "00ff2f00"
        let length = String(track.count / 2, radix: 16)
        return "4d546864000000060000000100604d54726b" + String(repeating: "0", count: 8 - length.count) + length + track
    }

    private func progress(_ visitor: Visitor) throws -> Int? {
        try visitor.part("recording").first { $0.tag == "progress" }.flatMap { $0["value"] }.flatMap { Int($0) }
    }

    /// In chords. Each has six events, of which some ten thousand are read at once.
    private let long = 20_000

    @Test func longFileIsReadInPieces() throws {
        var visitor = try Visitor("/play")
        try visitor.send("play open-file", "short.mid\n" + song(4))
        #expect(visitor.effect("readOn") == nil && visitor.announced == "Opened short.mid")
        try visitor.send("play open-file", "long.mid\n" + song(long))
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
        try visitor.send("play open-file", "long.mid\n" + song(long))
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
        try visitor.send("play open-file", "long.mid\n" + song(long))
        try visitor.send("play open-file", "other.mid\n" + song(8))
        #expect(visitor.announced == "Opened other.mid" && visitor.effect("readOn") == nil)
        try visitor.send("play read-on")
        #expect(try visitor.part("recording").first { $0.tag == "h3" }?.text == "other.mid")
    }
}
