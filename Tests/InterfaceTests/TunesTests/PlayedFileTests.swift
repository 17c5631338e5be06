import Foundation
import Instruments
import Testing

/// The file of a tune compared with what the page plays.
@Suite struct PlayedFiles {
    /// A note of a player, in ticks of the file from the first bar.
    private struct Note: Hashable, Comparable {
        let part: Int
        let start: Int
        let pitch: Int
        let velocity: Int

        static func < (one: Note, other: Note) -> Bool {
            (one.part, one.start, one.pitch) < (other.part, other.start, other.pitch)
        }
    }

    private func plan(_ visitor: Visitor) throws -> [String: Any] {
        let text = try #require(visitor.effects.last { $0[0] == "setTunePlan" })[1]
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// The notes of both hands, bass and drums in all passes, as the host asks for them.
    private func played(_ visitor: inout Visitor, choruses: Int) throws -> [Note] {
        var notes: [Note] = []
        var barStart = 0
        try visitor.send("tunes toggle")
        for number in 1...choruses {
            if number > 1 { try visitor.send("tunes pass \(number)") }
            let plan = try plan(visitor)
            let beat = try #require(plan["beat"] as? Int)
            let muted = try #require(plan["muted"] as? [Int])
            for case let bar as [Any] in try #require(plan["bars"] as? [Any]) {
                for strike in try #require(bar[2] as? [[Int]]) where strike[0] < 4 && !muted.contains(strike[0]) {
                    for pitch in strike[4...] {
                        notes.append(
                            Note(
                                part: strike[0], start: (barStart + strike[1]) * 960 / beat, pitch: pitch,
                                velocity: strike[3]))
                    }
                }
                barStart += try #require(bar[1] as? Int)
            }
        }
        try visitor.send("tunes toggle")
        return notes.sorted()
    }

    private func file(_ visitor: inout Visitor, _ id: String) throws -> MIDIFile {
        try visitor.send("tunes save \(id) midi")
        let hex = try #require(visitor.effect("download"))[2]
        return try MIDIFile(
            stride(from: 0, to: hex.utf8.count, by: 2).map { place in
                let start = hex.index(hex.startIndex, offsetBy: place)
                return try #require(UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16))
            })
    }

    /// The notes of the first four players.
    private func notes(_ file: MIDIFile, after countIn: Int) -> [Note] {
        return file.tracks[1...4].enumerated().flatMap { part, events in
            events.compactMap { event in
                guard case .message(.noteOn(_, let pitch, let velocity)) = event.kind else { return nil }
                return Note(part: part, start: event.tick - countIn, pitch: pitch, velocity: velocity)
            }
        }.sorted()
    }

    @Test(arguments: ["blues", "minor-blues", "round-the-circle", "rhythm-changes", "late-october"])
    func fileHasTheNotesOfThePage(id: String) throws {
        for setup in [[], ["feel bossa"], ["bass walking", "rhythm charleston"], ["choruses 3", "vary no"]] {
            var visitor = try Visitor("/tunes/" + id)
            try visitor.send("tunes adopt", "{\"tunes\":[],\"state\":\"alone\",\"waiting\":0,\"returned\":[]}")
            for entry in setup {
                let words = entry.split(separator: " ").map { String($0) }
                try visitor.send("tunes set " + words[0], words[1])
            }
            let saved = visitor.address.split(separator: "/").last.map { String($0) } ?? id
            let file = try file(&visitor, saved)
            let choruses = file.tracks[0].count { event in
                guard case .meta(7, let bytes) = event.kind else { return false }
                return String(decoding: bytes, as: UTF8.self).hasPrefix("Chorus ")
            }
            let heard = try played(&visitor, choruses: choruses + 1)
            #expect(heard == notes(file, after: barLength(file)) && heard.count > 100, "\(id) \(setup)")
        }
    }

    /// The length of the first bar, which is counted in.
    private func barLength(_ file: MIDIFile) -> Int {
        for event in file.tracks[0] {
            if case .timeSignature(let meter) = event.kind {
                return 4 * file.ticksPerQuarter * meter.numerator / meter.denominator
            }
        }
        return 0
    }

    @Test func mutedPartsAreSilentAndLevelsAreVolumes() throws {
        var visitor = try Visitor("/tunes/blues")
        try visitor.send("tunes adopt", "{\"tunes\":[],\"state\":\"alone\",\"waiting\":0,\"returned\":[]}")
        func strikes(_ file: MIDIFile) -> [Int] {
            file.tracks[1...5].map { track in
                track.count { if case .message(.noteOn) = $0.kind { true } else { false } }
            }
        }
        func volumes(_ file: MIDIFile) -> [Int] {
            file.tracks[1...4].compactMap { track in
                for event in track {
                    if case .message(.control(_, 7, let value)) = event.kind { return value }
                }
                return nil
            }
        }
        let whole = try file(&visitor, "blues")
        #expect(strikes(whole).allSatisfy { $0 > 0 } && volumes(whole) == [100, 100, 84, 127])
        try visitor.send("tunes level drums", "50")
        try visitor.send("tunes mute left")
        try visitor.send("tunes mute click")
        let id = try #require(visitor.address.split(separator: "/").last)
        let changed = try file(&visitor, String(id))
        #expect(strikes(changed).map { $0 > 0 } == [false, true, true, true, false])
        // General MIDI: gain is the square of the volume, as that of a level.
        #expect(volumes(changed) == [100, 100, 84, 63])
    }
}

@Suite struct PlayingTheBass {
    @Test func bassIsSilentEverywhere() throws {
        var visitor = try Visitor("/tunes/blues")
        try visitor.send("tunes adopt", "{\"tunes\":[],\"state\":\"alone\",\"waiting\":0,\"returned\":[]}")
        func parts() throws -> Set<Int> {
            let plan = try #require(visitor.effects.last { $0[0] == "setTunePlan" })[1]
            let whole = try #require(JSONSerialization.jsonObject(with: Data(plan.utf8)) as? [String: Any])
            let bars = try #require(whole["bars"] as? [[Any]])
            return Set(bars.flatMap { ($0[2] as? [[Int]] ?? []).map { $0[0] } })
        }
        try visitor.press("Play the tune")
        #expect(try parts() == [0, 1, 2, 3])
        let looks = try #require(visitor.effect("showVoicings"))
        // At once, and the hands still leave the root to a bass.
        try visitor.press("I play the bass")
        #expect(try parts() == [0, 1, 3] && visitor.effect("showVoicings") == looks)
        try visitor.press("Stop the tune")
        try visitor.send("app go", "/tunes/minor-blues")
        try visitor.press("Play the tune")
        #expect(try parts() == [0, 1, 3])
        try visitor.send("tunes save minor-blues midi")
        let hex = try #require(visitor.effect("download"))[2]
        // Note On of the third channel.
        let bytes = stride(from: 0, to: hex.utf8.count, by: 2).map { place in
            let start = hex.index(hex.startIndex, offsetBy: place)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
        let file = try MIDIFile(bytes)
        #expect(!file.tracks[3].contains { if case .message(.noteOn) = $0.kind { true } else { false } })
        #expect(file.tracks[1].contains { if case .message(.noteOn) = $0.kind { true } else { false } })
        try visitor.press("Stop the tune")
        // It is remembered, and shown where it was pressed.
        try visitor.press("I play the bass")
        try visitor.send("app go", "/tunes/blues")
        try visitor.press("Play the tune")
        #expect(try parts() == [0, 1, 2, 3])
    }
}
