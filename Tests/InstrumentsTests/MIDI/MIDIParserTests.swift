import Instruments
import Testing

@Suite struct MIDIParserTests {
    /// Test vectors.
    static let vectors: [(bytes: String, messages: [MIDIMessage])] = [
        ("90 3C 64 3E 64 3C 00", [on(60), on(62), off(60)]),
        ("90 3C F8 64", [.clock, on(60)]),
        ("90 3C 64 F2 00 01 3E 64", [on(60), .songPosition(128)]),
        ("F0 7D 01 F8 02 F7", [.clock, .systemExclusive([0x7D, 1, 2])]),
        ("F0 7D 01 90 3E 64", [on(62)]),
        ("3C 64 90 3E 64", [on(62)]),
        ("90 3C 80 3C 40", [off(60)]),
        ("90 3C 64 F4 3E 64", [on(60)]),
        ("90 3C 64 FE 3E 64", [on(60), .activeSensing, on(62)]),
        ("D1 50 60", [.pressure(channel: 2, pressure: 80), .pressure(channel: 2, pressure: 96)]),
        (
            "E0 00 40 E1 7F 7F E2 00 00",
            [.bend(channel: 1, value: 0), .bend(channel: 2, value: 8191), .bend(channel: 3, value: -8192)]
        ),
        ("B0 65 00 64 06 06 07", [control(101, 0), control(100, 6), control(6, 7)]),
    ]

    /// Rules that the vectors do not cover.
    static let rules: [(bytes: String, messages: [MIDIMessage])] = [
        ("F6 3C 64", [.tuneRequest]),
        ("90 3C F6 64", [.tuneRequest]),
        ("F1 05 06", [.timeCode(5)]),
        ("F3 05 06", [.songSelect(5)]),
        ("90 3C F9 64 FD 3E 64", [on(60), on(62)]),
        ("F7 F7 90 3C 64 F7 3E 64", [on(60)]),
        ("90 3C 64 F5 3E 64", [on(60)]),
        ("F0 01 F0 02 F7", [.systemExclusive([2])]),
        ("F0 01 F6 02 F7", [.tuneRequest]),
        ("F0 F7", [.systemExclusive([])]),
        ("90 3C 64 F0 01 F7 3E 64", [on(60), .systemExclusive([1])]),
        ("9F 7F 00", [off(127, 16)]),
        ("F0 FA FB FC FF F7", [.start, .continue, .stop, .reset, .systemExclusive([])]),
    ]

    @Test(arguments: vectors + rules)
    func parsingInPiecesOfAnySize(bytes: String, messages: [MIDIMessage]) {
        let bytes = hex(bytes)
        var whole = MIDIParser()
        #expect(whole.receive(bytes) == messages)
        var single = MIDIParser()
        #expect(bytes.compactMap { single.receive($0) } == messages)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            var parser = MIDIParser()
            var received: [MIDIMessage] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 0...rest.count, using: &random)
                received += parser.receive(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(received == messages)
        }
    }

    @Test func everyMessageRoundTrips() {
        var parser = MIDIParser()
        for message in everyMessage { #expect(parser.receive(message.bytes) == [message]) }
        #expect(parser.receive(everyMessage.flatMap(\.bytes)) == everyMessage)
    }

    @Test func runningStatus() {
        var parser = MIDIParser()
        let bytes = on(60).bytes + on(64).bytes.dropFirst() + on(67).bytes.dropFirst()
        #expect(parser.receive(bytes) == [on(60), on(64), on(67)])
    }

    @Test func aMillionRandomBytesNeverCrash() {
        var random = SeededGenerator(seed: 2026)
        var parser = MIDIParser()
        var isSound = true
        var count = 0
        for _ in 0..<125_000 {
            let number = random.next()
            for place in 0..<8 {
                let byte = UInt8(truncatingIfNeeded: number >> UInt64(8 * place))
                guard let message = parser.receive(byte) else { continue }
                count += 1
                var bytes = message.bytes
                if case .systemExclusive = message { bytes.removeLast() }
                isSound = isSound && bytes[0] >= 0x80 && bytes.dropFirst().allSatisfy { $0 < 0x80 }
                // Its values are in range, so it round-trips.
                var again = MIDIParser()
                isSound = isSound && again.receive(message.bytes) == [message]
            }
        }
        #expect(isSound && count > 100_000)
    }

    @Test func anEndlessSystemExclusiveIsDropped() {
        let limit = MIDIParser.maximumSystemExclusiveLength
        var parser = MIDIParser()
        #expect(parser.receive([0xF0] + [UInt8](repeating: 1, count: limit) + [0xF7]).count == 1)
        #expect(parser.receive([0xF0] + [UInt8](repeating: 1, count: limit + 1) + [0xF7]) == [])
        #expect(parser.receive([0xF0] + [UInt8](repeating: 1, count: 1_000_000)) == [])
        #expect(parser.receive(hex("90 3C 64")) == [on(60)])
    }

    @Test func messageTexts() {
        #expect(on(60).text == "Note On 60 velocity 100, channel 1")
        #expect(off(60, 16).text == "Note Off 60 velocity 64, channel 16")
        #expect(MIDIMessage.bend(channel: 2, value: 8191).text == "Pitch Bend +8191, channel 2")
        #expect(MIDIMessage.bend(channel: 2, value: -1).text == "Pitch Bend -1, channel 2")
        #expect(control(64, 127).text == "Sustain Pedal 127, channel 1")
        #expect(control(7, 100).text == "Control 7 value 100, channel 1")
        #expect(MIDIMessage.systemExclusive([1]).text == "System Exclusive, 1 byte")
        #expect(Set(everyMessage.map(\.text)).count == everyMessage.count)
    }

    @Test func invalidValuesNeverBecomeAStatusByte() {
        #expect(on(300, 1, 200).bytes.dropFirst().allSatisfy { $0 < 0x80 })
        #expect(MIDIMessage.systemExclusive([0xFF]).bytes == [0xF0, 0x7F, 0xF7])
    }
}
