import Foundation
import Instruments
import Testing

private typealias Event = MIDIFile.Event

/// A chunk: type, length and content.
private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let length = content.count
    return Array(name.utf8) + [0, 0, UInt8(length >> 8), UInt8(length & 255)] + content
}

private func header(format: UInt8, tracks: UInt8, division: String = "01 E0") -> [UInt8] {
    chunk("MThd", [0, format, 0, tracks] + hex(division))
}

private func close(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }

@Suite struct MIDIFileTests {
    /// Bars of 3/4 and then 6/8, at 100 and then 200 quarter notes per minute. Two tracks of notes, one with running
    /// status that a meta event cancels.
    static let example: [UInt8] =
        header(format: 1, tracks: 3)
        + chunk(
            "MTrk",
            hex("00 FF 58 04 03 02 18 08") + hex("00 FF 51 03 09 27 C0")
                // After one bar of three quarter notes, 1440 = 11·128 + 32 ticks.
                + hex("8B 20 FF 58 04 06 03 24 08") + hex("00 FF 51 03 04 93 E0") + hex("00 FF 2F 00"))
        + chunk("What", [1, 2, 3])
        + chunk("MTrk", hex("00 90 3C 64 00 40 64 83 60 3C 00 00 40 00 00 FF 03 01 41 00 91 43 50 00 FF 2F 00"))
        + chunk("MTrk", hex("00 F0 03 7D 01 F7 81 70 C1 05 00 E1 00 40 00 FF 2F 00"))

    @Test func aHandWrittenFile() throws {
        let file = try MIDIFile(MIDIFileTests.example)
        #expect(file.ticksPerQuarter == 480 && file.tracks.count == 3 && file.lastTick == 1440)
        #expect(
            file.tracks[0] == [
                Event(tick: 0, kind: .timeSignature(.init(3, 4))),
                Event(tick: 0, kind: .tempo(microsecondsPerQuarter: 600_000)),
                Event(tick: 1440, kind: .timeSignature(.init(6, 8, clocksPerClick: 36))),
                Event(tick: 1440, kind: .tempo(microsecondsPerQuarter: 300_000)),
                Event(tick: 1440, kind: .endOfTrack),
            ])
        #expect(
            file.tracks[1] == [
                Event(tick: 0, kind: .message(on(60))), Event(tick: 0, kind: .message(on(64))),
                Event(tick: 480, kind: .message(off(60))), Event(tick: 480, kind: .message(off(64))),
                Event(tick: 480, kind: .meta(type: 3, bytes: [0x41])), Event(tick: 480, kind: .message(on(67, 2, 80))),
                Event(tick: 480, kind: .endOfTrack),
            ])
        #expect(
            file.tracks[2] == [
                Event(tick: 0, kind: .message(.systemExclusive([0x7D, 1]))),
                Event(tick: 240, kind: .message(.program(channel: 2, number: 5))),
                Event(tick: 240, kind: .message(.bend(channel: 2, value: 0))), Event(tick: 240, kind: .endOfTrack),
            ])
        #expect(file.messages.map(\.tick) == [0, 0, 0, 240, 240, 480, 480, 480])
        #expect(
            file.messages.map(\.message) == [
                on(60), on(64), .systemExclusive([0x7D, 1]), .program(channel: 2, number: 5),
                .bend(channel: 2, value: 0), off(60), off(64), on(67, 2, 80),
            ])
        #expect(zip(file.messages, [0, 0, 0, 0.3, 0.3, 0.6, 0.6, 0.6]).allSatisfy { close($0.seconds, $1) })
    }

    /// Two hands on one channel: the second track ends its C4 where the first one strikes it, and the first one ends
    /// its E4 where the second one strikes that. The notes of no length stay as they are.
    @Test func notesEndBeforeOtherTracksTakeTheirKeysOver() throws {
        func track(_ messages: [(tick: Int, message: MIDIMessage)]) -> [Event] {
            messages.map { Event(tick: $0.tick, kind: .message($0.message)) }
        }
        let file = MIDIFile(
            ticksPerQuarter: 480,
            tracks: [
                track([(0, on(64)), (480, off(64)), (480, on(60)), (960, off(60)), (960, on(67)), (960, off(67))]),
                track([(0, on(60)), (480, off(60)), (480, on(64)), (960, off(64))]),
            ])
        #expect(
            file.messages.map(\.message) == [
                on(64), on(60), off(64), off(60), on(60), on(64), off(60), off(64), on(67), off(67),
            ])
    }

    @Test func secondsWithTempoChanges() throws {
        let file = try MIDIFile(MIDIFileTests.example)
        // Three quarter notes of 0.6 s, then quarter notes of 0.3 s.
        for (tick, seconds) in [(0, 0), (240, 0.3), (1440, 1.8), (1680, 1.95), (1920, 2.1), (481_440, 301.8)] {
            #expect(close(file.seconds(atTick: tick), seconds))
        }
        #expect(close(file.duration, 1.8))
        // Tempo events of all tracks are merged by time: 1 s, then 2 s, then 0.5 s.
        let scattered = MIDIFile(
            ticksPerQuarter: 10,
            tracks: [
                [Event(tick: 20, kind: .tempo(microsecondsPerQuarter: 500_000))],
                [
                    Event(tick: 0, kind: .tempo(microsecondsPerQuarter: 1_000_000)),
                    Event(tick: 10, kind: .tempo(microsecondsPerQuarter: 2_000_000)),
                ],
            ])
        #expect([0, 10, 15, 20, 30].map(scattered.seconds(atTick:)) == [0, 1, 2, 3, 3.5])
        #expect(MIDIFile(tracks: []).seconds(atTick: 960) == 1)
    }

    @Test func barsAndBeats() throws {
        let file = try MIDIFile(MIDIFileTests.example)
        let positions: [(tick: Int, bar: Int, beat: Double)] = [
            (0, 1, 1), (480, 1, 2), (720, 1, 2.5), (1439, 1, 1 + 1439.0 / 480), (1440, 2, 1), (1680, 2, 2),
            (2640, 2, 6), (2880, 3, 1),
        ]
        for (tick, bar, beat) in positions { #expect(file.position(atTick: tick) == .init(bar: bar, beat: beat)) }
        // The default is 4/4, and a shortened bar counts.
        let cut = MIDIFile(ticksPerQuarter: 1, tracks: [[Event(tick: 6, kind: .timeSignature(.init(2, 2)))]])
        #expect([0, 3, 4, 5].map { cut.position(atTick: $0).bar } == [1, 1, 2, 2])
        #expect(cut.position(atTick: 6) == .init(bar: 3, beat: 1) && cut.position(atTick: 7).beat == 1.5)
        #expect(cut.position(atTick: 10) == .init(bar: 4, beat: 1))
        // 64ths are shorter than the ticks of this file.
        let fine = MIDIFile(ticksPerQuarter: 1, tracks: [[Event(tick: 0, kind: .timeSignature(.init(4, 64)))]])
        #expect(fine.position(atTick: 3) == .init(bar: 13, beat: 1))
    }

    @Test func filesRoundTrip() throws {
        let file = try MIDIFile(MIDIFileTests.example)
        #expect(try MIDIFile(file.bytes) == file)
        var kinds: [Event.Kind] = everyMessage.map { .message($0) }
        kinds += [
            .tempo(microsecondsPerQuarter: 1), .tempo(microsecondsPerQuarter: 0xFF_FFFF),
            .timeSignature(.init(255, 128, clocksPerClick: 255, thirtySecondsPerQuarter: 1)),
            .meta(type: 1, bytes: Array("Étude".utf8)), .meta(type: 0x59, bytes: [0xFD, 1]),
            .meta(type: 0x7F, bytes: [UInt8](repeating: 200, count: 20_000)), .meta(type: 0x58, bytes: [0, 2, 24, 8]),
            .fragment([1, 2], isFirst: true), .fragment([3, 0xF7], isFirst: false), .fragment([], isFirst: true),
        ]
        let deltas = [0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 0xFFF_FFFF]
        var tick = 0
        var events: [Event] = []
        for (index, kind) in kinds.enumerated() {
            tick += deltas[index % deltas.count]
            events.append(Event(tick: tick, kind: kind))
        }
        for tracks in [[events], [[], events, events.reversed()], []] {
            let written = MIDIFile(ticksPerQuarter: 96, tracks: tracks)
            let bytes = written.bytes
            #expect(bytes[9] == (tracks.count == 1 ? 0 : 1))
            let read = try MIDIFile(bytes)
            #expect(read == written && read.bytes == bytes)
        }
    }

    /// The delta of an event has 28 bits, a tick 31.
    @Test func longPausesKeepTheirLength() throws {
        for pause in [0xFFF_FFFF, 0x1000_0000, 0x1FFF_FFFE, 0x1FFF_FFFF, MIDIFile.maximumTick - 1] {
            let events = [
                Event(tick: 1, kind: .message(on(60))), Event(tick: 1 + pause, kind: .message(off(60))),
                Event(tick: 1 + pause, kind: .endOfTrack),
            ]
            let read = try MIDIFile(MIDIFile(ticksPerQuarter: 96, tracks: [events]).bytes)
            let messages = read.tracks[0].filter { if case .message = $0.kind { true } else { false } }
            #expect(messages == Array(events.prefix(2)))
        }
    }

    @Test func aFileHasAtMost65535Tracks() {
        for (count, written) in [(0xFFFF, 0xFFFF), (0x10001, 0xFFFF)] {
            let bytes = MIDIFile(ticksPerQuarter: 96, tracks: Array(repeating: [], count: count)).bytes
            #expect(Int(bytes[10]) << 8 | Int(bytes[11]) == written)
        }
    }

    @Test func aRecordingKeepsItsTimes() throws {
        let recording: [(Double, MIDIMessage)] = [(0, on(60)), (0.25, on(64)), (1, off(60)), (1.5, off(64))]
        let file = MIDIFile(recording: recording)
        #expect(
            file.tracks == [
                [
                    Event(tick: 0, kind: .tempo(microsecondsPerQuarter: 500_000)),
                    Event(tick: 0, kind: .message(on(60))),
                    Event(tick: 240, kind: .message(on(64))), Event(tick: 960, kind: .message(off(60))),
                    Event(tick: 1440, kind: .message(off(64))), Event(tick: 1440, kind: .endOfTrack),
                ]
            ])
        for beats in [7, 60, 133, 240] {
            let file = MIDIFile(recording: recording, ticksPerQuarter: 960, beatsPerMinute: beats)
            // Rounded to the nearest tick, which is shorter than 10 ms.
            #expect(zip(file.messages, recording).allSatisfy { abs($0.seconds - $1.0) < 0.005 })
        }
        let odd = MIDIFile(
            recording: [(.nan, on(60)), (.infinity, on(61)), (-1, on(62))], ticksPerQuarter: 0, beatsPerMinute: 0)
        #expect(try MIDIFile(odd.bytes) == odd)
    }

    /// The fixture is also read by mido in Tests/commandline/test_midi.py, which lists its content.
    @Test func writtenFilesMatchTheFixture() throws {
        let file = MIDIFile(
            ticksPerQuarter: 480,
            tracks: [
                [
                    Event(tick: 0, kind: .timeSignature(.init(6, 8, clocksPerClick: 36))),
                    Event(tick: 0, kind: .tempo(microsecondsPerQuarter: 600_000)),
                    Event(tick: 0, kind: .meta(type: 3, bytes: Array("Conductor".utf8))),
                    Event(tick: 200_000, kind: .tempo(microsecondsPerQuarter: 300_000)),
                ],
                [
                    Event(tick: 0, kind: .message(.systemExclusive([0x7D, 1, 2]))),
                    Event(tick: 0, kind: .message(.program(channel: 1, number: 5))),
                    Event(tick: 0, kind: .message(control(64, 127, 16))),
                    Event(tick: 0, kind: .message(.bend(channel: 3, value: -8192))),
                    Event(tick: 0, kind: .message(.pressure(channel: 4, pressure: 80))),
                    Event(tick: 0, kind: .message(on(60))), Event(tick: 127, kind: .message(on(64))),
                    Event(tick: 255, kind: .message(.polyPressure(channel: 1, note: 60, pressure: 9))),
                    Event(tick: 16_638, kind: .message(off(60))), Event(tick: 33_022, kind: .message(off(64, 1, 0))),
                    Event(tick: 33_982, kind: .endOfTrack),
                ],
            ])
        let fixture = Bundle.module.url(forResource: "written", withExtension: "mid", subdirectory: "Fixtures")
        let written = try Data(contentsOf: #require(fixture))
        #expect(file.bytes == Array(written))
    }

    @Test func truncatedFilesKeepTheirBeginning() throws {
        let bytes = MIDIFileTests.example
        let whole = try MIDIFile(bytes)
        for count in 0..<bytes.count {
            // After a whole track, the rest is only remarked on.
            if let file = try? MIDIFile(Array(bytes.prefix(count))) {
                #expect(!file.remarks.isEmpty && file.tracks.count < 3)
                for (part, track) in zip(file.tracks, whole.tracks) { #expect(track.starts(with: part)) }
                continue
            }
            let error = try #require(throws: MIDIFileError.self) { try MIDIFile(Array(bytes.prefix(count))) }
            #expect(error.offset <= count && !error.message.isEmpty)
            // The partial file is the beginning of the complete one.
            #expect(error.partial.tracks.count <= 3)
            for (part, track) in zip(error.partial.tracks, whole.tracks) {
                #expect(part == track || track.starts(with: part.dropLast()))
            }
        }
        let late = try #require(throws: MIDIFileError.self) { try MIDIFile(Array(bytes.dropLast(5))) }
        #expect(late.partial.tracks.count == 3 && late.partial.tracks[1] == whole.tracks[1])
        #expect(late.offset == bytes.count - 5)
    }

    @Test func invalidFilesAreRejectedWithOffset() {
        let end = hex("00 FF 2F 00")
        let refused: [(bytes: [UInt8], offset: Int)] = [
            ([], 0), (Array("RIFF".utf8), 0),
            (header(format: 2, tracks: 1) + chunk("MTrk", end), 8),
            (header(format: 3, tracks: 1) + chunk("MTrk", end), 8),
            (header(format: 0, tracks: 1, division: "E6 28") + chunk("MTrk", end), 12),
            (header(format: 0, tracks: 1, division: "00 00") + chunk("MTrk", end), 12),
            (chunk("MThd", [0, 0, 0, 1]), 4),
            // The track begins at byte 22.
            (header(format: 0, tracks: 1) + chunk("MTrk", hex("00 3C 64") + end), 23),
            (header(format: 0, tracks: 1) + chunk("MTrk", hex("00 90 3C 90") + end), 25),
            // A system message takes its data byte, so the next delta time is FF 2F and has no status.
            (header(format: 0, tracks: 1) + chunk("MTrk", hex("00 F1") + end), 27),
            (header(format: 0, tracks: 1) + chunk("MTrk", hex("80 80 80 80 00 90 3C 64") + end), 22),
            (header(format: 0, tracks: 1) + chunk("MTrk", hex("00 FF 01 05 41 42")), 28),
        ]
        for (bytes, offset) in refused {
            let error = #expect(throws: MIDIFileError.self) { try MIDIFile(bytes) }
            #expect(error?.offset == offset, "\(error?.message ?? "")")
        }
    }

    /// Running status after meta events and system exclusive, real-time bytes, stray bytes between tracks and a RIFF
    /// file change nothing, and are remarked on.
    @Test func whatPlayersOverlookIsReadOver() throws {
        let end = hex("00 FF 2F 00")
        let plain = header(format: 0, tracks: 1) + chunk("MTrk", hex("00 90 3C 64 00 90 3E 64") + end)
        func messages(_ bytes: [UInt8]) throws -> [MIDIFile.Event.Kind] {
            try MIDIFile(bytes).tracks.flatMap { $0 }.map { $0.kind }.filter {
                if case .message(.noteOn) = $0 { true } else { false }
            }
        }
        let expected = try messages(plain)
        #expect(expected.count == 2)
        for track in [
            "00 90 3C 64 00 FF 01 00 00 3E 64", "00 90 3C 64 00 F0 01 F7 00 3E 64", "00 90 3C 64 00 F7 01 F7 00 3E 64",
            "00 F8 00 90 3C 64 00 3E 64", "00 90 3C 64 00 FE 00 3E 64", "00 90 F8 3C FA 64 00 3E 64",
            "00 F8 90 3C 64 00 90 3E 64",
        ] {
            let bytes = header(format: 0, tracks: 1) + chunk("MTrk", hex(track) + end)
            #expect(try messages(bytes) == expected, "\(track)")
            #expect(try MIDIFile(bytes).remarks.count == 1, "\(track)")
        }
        let first = chunk("MTrk", hex("00 90 3C 64") + end), second = chunk("MTrk", hex("00 90 3E 64") + end)
        for stray in ["00", "B0 FF", "4D 54 72", "4A 75 6E 6B 7F 00 00 00"] {
            let bytes = header(format: 1, tracks: 2) + first + hex(stray) + second
            #expect(try messages(bytes) == expected, "\(stray)")
            #expect(try MIDIFile(bytes).remarks == ["Byte 30: bytes between the tracks were skipped."], "\(stray)")
        }
        func little(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (8 * $0) & 255) } }
        let data = Array("data".utf8) + little(plain.count) + plain
        let list = Array("LIST".utf8) + little(3) + [1, 2, 3, 0]
        for body in [data, list + data] {
            let riff = Array("RIFF".utf8) + little(body.count + 4) + Array("RMID".utf8) + body
            #expect(try MIDIFile(riff) == MIDIFile(plain))
        }
    }

    /// Ticks in frames: a second has frames times ticks, whatever tempo the file names.
    @Test func timeInFramesIsInSeconds() throws {
        for (division, ticks, seconds) in [
            ("E7 28", 1000, 1.0), ("E8 64", 2400, 1.0), ("E2 50", 2400, 1.0), ("E3 50", 2400, 1.001),
        ] {
            let track = hex("00 FF 51 03 01 00 00 00 90 3C 64") + [UInt8(0x80 | ticks >> 7), UInt8(ticks & 127)]
            let bytes = header(format: 0, tracks: 1, division: division) + chunk("MTrk", track + hex("FF 2F 00"))
            #expect(abs(try MIDIFile(bytes).duration - seconds) < 0.000_001, "\(division)")
        }
    }

    @Test func harmlessFaultsAreAccepted() throws {
        // A longer header, a track without an end, events after its end, and data after the last track.
        let longer = chunk("MThd", hex("00 00 00 01 01 E0 09 09")) + chunk("MTrk", hex("00 90 3C 64"))
        #expect(
            try MIDIFile(longer).tracks == [
                [
                    Event(tick: 0, kind: .message(on(60))), Event(tick: 0, kind: .endOfTrack),
                ]
            ])
        let beyond = header(format: 0, tracks: 1) + chunk("MTrk", hex("05 FF 2F 00 00 90")) + [1, 2, 3]
        #expect(try MIDIFile(beyond).tracks == [[Event(tick: 5, kind: .endOfTrack)]])
    }

    @Test func damageNeverCrashes() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            var bytes = MIDIFileTests.example
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(MIDIFileError) {
                let file = try MIDIFile(bytes)
                _ = ChordTrack(of: file)
            } catch {
                #expect(error.offset <= bytes.count)
                _ = ChordTrack(of: error.partial)
            }
        }
    }
}
