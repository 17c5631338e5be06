import Instruments
import Testing

private typealias Event = MIDIFile.Event

/// A MIDI file with these tracks.
private func file(_ tracks: [[UInt8]], division: Int = 480) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) } }
    let header = Array("MThd".utf8) + number(6, 4) + number(1, 2) + number(tracks.count, 2) + number(division, 2)
    return tracks.reduce(header) { $0 + Array("MTrk".utf8) + number($1.count, 4) + $1 }
}

private let end = hex("00 FF 2F 00")

/// The result of reading, as numbers, because a failing test should not print a million events.
private struct Read {
    let eventCounts: [Int]
    var message = ""
    var offset = 0

    init(_ bytes: [UInt8]) {
        do throws(MIDIFileError) {
            eventCounts = try MIDIFile(bytes).tracks.map(\.count)
        } catch {
            eventCounts = error.partial.tracks.map(\.count)
            message = error.message
            offset = error.offset
        }
    }
}

@Suite struct MIDIFileLimitTests {
    @Test func extraEventsAreNotRead() {
        // Running status: three bytes per event after the first. The end of track is not counted.
        let most = MIDIFile.maximumEvents
        let first = hex("00 90 3C 64")
        var others: [UInt8] = []
        for _ in 1..<most { others += [0, 0x3C, 0x64] }
        let whole = Read(file([first + others + end]))
        #expect(whole.eventCounts == [most + 1] && whole.message == "")
        let more = Read(file([first + others + hex("00 3D 64") + end]))
        #expect(more.eventCounts == [most + 1])
        #expect(more.message.contains("\(most) events") && more.message.contains("split the file"))
        // The header has 14 bytes, the head of the track 8.
        #expect(more.offset == 22 + 1 + 3 * most)
        // The limit applies to all tracks together.
        #expect(Read(file([first + others + end, first + end])).eventCounts == [most + 1])
    }

    @Test func extraTracksAreNotRead() {
        let most = MIDIFile.maximumTracks
        #expect(Read(file(Array(repeating: end, count: most))).message == "")
        let more = Read(file(Array(repeating: end, count: most + 1)))
        #expect(more.eventCounts.count == most && more.message.contains("\(most) tracks"))
    }

    @Test func ticksAreLimitedTo32Bits() throws {
        // Eight maximum delta times are eight ticks less than 2³¹. The maximum tick is 2³¹ − 1.
        let longest = [[UInt8]](repeating: hex("FF FF FF 7F 90 3C 64"), count: 8).flatMap { $0 }
        let within = try MIDIFile(file([longest + hex("07 90 3C 64 00 FF 2F 00")], division: 1))
        #expect(within.lastTick == MIDIFile.maximumTick && MIDIFile.maximumTick == Int(Int32.max))
        let error = try #require(throws: MIDIFileError.self) {
            try MIDIFile(file([longest + hex("08 90 3C 64 00 FF 2F 00")], division: 1))
        }
        #expect(error.message.contains("2,147,483,647") && error.partial.lastTick == MIDIFile.maximumTick - 7)
        // A program may use any tick.
        let odd = MIDIFile(tracks: [
            [Event(tick: .max, kind: .message(on(60))), Event(tick: .min, kind: .message(on(61)))]
        ])
        #expect(odd.tracks[0].map(\.tick) == [0, MIDIFile.maximumTick, MIDIFile.maximumTick])
        #expect(odd.position(atTick: .max) == odd.position(atTick: MIDIFile.maximumTick))
        #expect(odd.position(atTick: .min) == odd.position(atTick: 0) && odd.seconds(atTick: .min) < 0)
    }

    @Test func barsAreLimited() throws {
        // Bars of a 128th. A quarter note is a tick, so each tick has 32 bars, and each of two stretches more than 2³⁰.
        let meter = hex("FF 58 04 01 07 18 08")
        let bytes = file(
            [hex("00") + meter + hex("9F FF FF 7F") + meter + hex("9F FF FF 7F") + meter + end], division: 1)
        #expect(bytes.count == 56)
        let file = try MIDIFile(bytes)
        #expect(file.position(atTick: 31).bar == 1 + 31 * 32)
        #expect(file.position(atTick: file.lastTick) == .init(bar: MIDIFile.maximumBars, beat: 1))
        #expect(MIDIFile.maximumBars < Int(Int32.max))
    }

    @Test func readingInStepsGivesTheSameFile() throws {
        for bytes in [MIDIFileTests.example, file([end, [], hex("00 90 3C 64")])] {
            let whole = try MIDIFile(bytes)
            for count in [1, 2, 3, 7, 1000] {
                var reader = MIDIFile.Reader(bytes)
                var progress = 0.0
                while !reader.isAtEnd {
                    try reader.read(count)
                    #expect(progress <= reader.progress && reader.progress <= 1)
                    progress = reader.progress
                }
                #expect(reader.file == whole && progress == 1)
            }
        }
    }

    @Test func messagesAreMergedInTrackOrder() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            let tracks = (0..<Int.random(in: 0...9, using: &random)).map { track in
                (0..<Int.random(in: 0...9, using: &random)).map { number in
                    Event(tick: Int.random(in: 0...9, using: &random), kind: .message(on(number, track + 1)))
                }
            }
            let file = MIDIFile(tracks: tracks)
            // Sorted again for comparison.
            let all = file.tracks.enumerated().flatMap { track, events in
                events.enumerated().compactMap { index, event -> ([Int], MIDIMessage)? in
                    guard case .message(let message) = event.kind else { return nil }
                    return ([event.tick, track, index], message)
                }
            }
            let sorted = all.sorted { $0.0.lexicographicallyPrecedes($1.0) }
            #expect(
                file.messages.map(\.message) == sorted.map(\.1) && file.messages.map(\.tick) == sorted.map { $0.0[0] })
            #expect(file.messages.allSatisfy { $0.seconds == file.seconds(atTick: $0.tick) })
        }
    }

    @Test func theOldestVoiceEndsAtTheLimit() {
        var voices = Voices()
        for channel in 1...16 { for note in 0..<128 { voices.receive(on(note, channel)) } }
        // The last two channels stay.
        #expect(voices.held.map(\.key.channel) == Array(repeating: 15, count: 128) + Array(repeating: 16, count: 128))
        #expect(voices.held.count == Voices.maximumHeld)
        // Striking a sounding key again needs no space.
        voices.receive(on(5, 15))
        #expect(voices.held.count == Voices.maximumHeld && voices.held.last?.key.note == 5)
        voices.receive(off(5, 15))
        #expect(voices.held.count == Voices.maximumHeld - 1)
    }

    @Test func aPortIsTakenOverWithItsState() {
        var one = Voices()
        var other = Voices()
        one.receive(on(60), port: 1)
        one.receive(on(61), port: 2)
        other.receive(control(64, 127), port: 2)
        other.receive(on(70), port: 2)
        other.receive(on(71), port: 3)
        one.takeOver(port: 2, from: other)
        #expect(one.pitches == [60, 70] && one.setup(ofPort: 2) == other.setup(ofPort: 2))
        // The pedal of the other value sustains.
        one.receive(off(70), port: 2)
        #expect(one.pitches == [60, 70])
        one.takeOver(port: 2, from: Voices())
        #expect(one.pitches == [60] && one.knownPorts == [1])
        var many = Voices()
        for note in 0..<128 { for channel in 1...2 { many.receive(on(note, channel), port: 4) } }
        one.takeOver(port: 4, from: many)
        #expect(one.held.count == Voices.maximumHeld && !one.pitches.isEmpty && one.held[0].key.port == 4)
    }

    @Test func chordsAreLimited() {
        // C and D alternate every quarter of a second.
        let count = ChordTrack.maximumEntries + 1
        var events: [Event] = []
        for number in 0..<count {
            let notes = number % 2 == 0 ? [48, 52, 55] : [50, 54, 57]
            events += notes.map { Event(tick: number, kind: .message(on($0))) }
            events += notes.map { Event(tick: number + 1, kind: .message(off($0))) }
        }
        let end = Event(tick: count, kind: .endOfTrack)
        let track = ChordTrack(of: MIDIFile(ticksPerQuarter: 2, tracks: [events + [end]]))
        let (isWhole, found) = (track.isWhole, track.entries.count)
        #expect(!isWhole && found == ChordTrack.maximumEntries)
        let shorter = ChordTrack(of: MIDIFile(ticksPerQuarter: 2, tracks: [Array(events.dropLast(6)) + [end]]))
        let (isShorterWhole, isSame) = (shorter.isWhole, shorter.entries == track.entries)
        #expect(isShorterWhole && isSame)
    }
}
