import Testing

import Chordsets
import Harmony
import Sync

/// A random chordset.
private func anything(lumis: Int, using generator: inout SeededGenerator) throws -> Chordset {
    func value(_ definition: PropertyDefinition) -> Double {
        switch generator.next() % 6 {
        case 0: return definition.range.lowerBound
        case 1: return definition.range.upperBound
        case 2: return definition.initial
        default:
            let part = Double(generator.next() % 1_000_001) / 1_000_000
            return definition.range.lowerBound + (definition.range.upperBound - definition.range.lowerBound) * part
        }
    }
    func chordOfNotes() -> Chord {
        let types = Vocabulary.classic.types
        let root = NoteName(fifths: Int(generator.next() % 21) - 8)
        let bass = NoteName(fifths: Int(generator.next() % 21) - 8)
        let type = types[Int(generator.next() % UInt64(types.count))]
        return Chord(root, type, bass: generator.next() % 3 == 0 ? bass : nil)
    }
    var chords: [LightChord] = []
    for _ in 0..<8 {
        var chord = LightChord()
        for property in LightChord.Property.allCases { chord.set(property, near: value(property.definition)) }
        for _ in 0..<lumis {
            var lumi = Lumi()
            for property in Lumi.Property.allCases { lumi.set(property, near: value(property.definition)) }
            try chord.add(lumi)
        }
        switch generator.next() % 3 {
        case 0: chord.music = Music(lower: chordOfNotes(), colorsLight: generator.next() % 2 == 0)
        case 1:
            chord.music = Music(
                lower: chordOfNotes(), upper: chordOfNotes(), colorsLight: generator.next() % 2 == 0)
        default: break
        }
        chords.append(chord)
    }
    let signs = Array("Dusk e\u{301}é🎹👩‍👩‍👧\u{202E}ß\u{FFFD}–&<\"".unicodeScalars)
    var title = String.UnicodeScalarView()
    for _ in 0..<(generator.next() % 20) { title.append(signs[Int(generator.next() % UInt64(signs.count))]) }
    return try Chordset(id: "a", title: String(title), chords: chords)
}

private func refusal(_ text: String) -> String? {
    do throws(ChordsetError) {
        _ = try ChordsetLink.chordset(text, id: "a")
        return nil
    } catch {
        return error.message
    }
}

private let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// A link of any bytes with a valid checksum, computed from RFC 4648 and IEEE 802.3.
private func link(_ content: [UInt8]) -> String {
    var remainder: UInt32 = 0xFFFF_FFFF
    for bit in content.flatMap({ byte in (0..<8).map { UInt32(byte >> $0 & 1) } }) {
        let isOdd = (remainder ^ bit) & 1 == 1
        remainder >>= 1
        if isOdd { remainder ^= 0xEDB8_8320 }
    }
    let checksum = ~remainder
    let bytes = content + (0..<4).map { UInt8(checksum >> (8 * $0) & 255) }
    var bits = bytes.flatMap { byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }
    while bits.count % 6 != 0 { bits.append(0) }
    let text = stride(from: 0, to: bits.count, by: 6).map { signs[bits[$0..<$0 + 6].reduce(0) { 2 * $0 + $1 }] }
    return String(decoding: text, as: UTF8.self)
}

/// Black at 60 bpm without lumis and music, which are the initial values.
private let plain: [UInt8] = [0, 0, 0, 0, 0, 0]
private let seven = Array(repeating: plain, count: 7).flatMap { $0 }
private let all = Array(repeating: plain, count: 8).flatMap { $0 }

@Suite("Chordset links")
struct ChordsetLinkTests {
    @Test("A link round-trips, with characters that need no escaping in addresses")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 1)
        for index in 0..<500 {
            let chordset = try anything(lumis: index % 13, using: &generator)
            let text = ChordsetLink.text(chordset)
            let read = try ChordsetLink.chordset(text, id: "a")
            #expect(read == chordset && ChordsetLink.text(read) == text)
            #expect(text.utf8.allSatisfy { signs.contains($0) })
        }
        let full = try anything(lumis: 64, using: &generator)
        #expect(try ChordsetLink.chordset(ChordsetLink.text(full), id: "a") == full)
        // The longest title of the longest characters.
        let long = try Chordset(id: "a", title: String(repeating: "🎹", count: 500), chords: full.chords)
        #expect(try ChordsetLink.chordset(ChordsetLink.text(long), id: "a") == long)
    }

    @Test("The ID is not part of the link")
    func identity() throws {
        var generator = SeededGenerator(seed: 2)
        let chordset = Chordset(id: "mine", using: &generator)
        let text = ChordsetLink.text(chordset)
        #expect(try ChordsetLink.chordset(text[...], id: "yours") == chordset.copy(id: "yours"))
        #expect(try ChordsetLink.text(chordset.copy(id: "yours")) == text)
        #expect(throws: ChordsetError.self) { try ChordsetLink.chordset(text, id: "a b") }
    }

    @Test("The format of existing links stays readable")
    func form() throws {
        // Version, a title of four bytes, seven plain chords, and one with a hue of 1.5 (an even 3000 thousandths as 2
        // · 1500, in two bytes of 7 bits: 56, 23), one lumi with a spin of −1 (odd: 2 · 1000 − 1: 79, 15), three sides
        // (two above one) and Cma7.
        let light: [UInt8] = [0xB8, 23, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0xCF, 15, 0]
        let music: [UInt8] = [1, 4] + Array("Cma7".utf8)
        let content = [1, 4] + Array("Dusk".utf8) + seven + light + music
        var chord = LightChord()
        try chord.set(.hue, to: 1.5)
        var lumi = Lumi()
        try lumi.set(.spin, to: -1)
        try lumi.set(.sides, to: 3)
        try chord.add(lumi)
        chord.music = Music(lower: try Chord("Cma7"))
        let chordset = try Chordset(id: "a", title: "Dusk", chords: Array(repeating: LightChord(), count: 7) + [chord])
        #expect(ChordsetLink.text(chordset) == link(content))
    }

    @Test("Eight chords with twelve lumis each fit into a link of fewer than 4000 characters")
    func length() throws {
        var longest = 0
        for seed in 0..<50 as Range<UInt64> {
            let chords = (0..<8).map { LightChord.random(seed: 8 * seed + $0, lumis: 12) }
            let chordset = try Chordset(id: "a", title: "A title of usual length", chords: chords)
            longest = max(longest, ChordsetLink.text(chordset).utf8.count)
        }
        #expect(longest < 4000, "\(longest)")
    }

    @Test("A truncated link is rejected with a message")
    func cut() throws {
        var generator = SeededGenerator(seed: 4)
        for lumis in [0, 1, 3] {
            let text = ChordsetLink.text(try anything(lumis: lumis, using: &generator))
            for end in 0..<text.utf8.count {
                #expect(refusal(String(text.prefix(end)))?.hasPrefix("This link is incomplete or damaged: ") == true)
            }
            for begin in 1...text.utf8.count { #expect(refusal(String(text.dropFirst(begin))) != nil) }
            #expect(refusal(text + "A") != nil && refusal(text + "\n") != nil && refusal(text + "=") != nil)
        }
    }

    @Test("A link with a wrong character is never read")
    func flipped() throws {
        var generator = SeededGenerator(seed: 5)
        for lumis in [0, 1, 2] {
            let text = Array(ChordsetLink.text(try anything(lumis: lumis, using: &generator)).utf8)
            for place in text.indices {
                for sign in signs + [UInt8(ascii: "+"), UInt8(ascii: " "), 0] where sign != text[place] {
                    var bent = text
                    bent[place] = sign
                    #expect(refusal(String(decoding: bent, as: UTF8.self)) != nil)
                }
            }
        }
    }

    @Test("Random text is rejected")
    func noise() {
        var generator = SeededGenerator(seed: 6)
        for index in 0..<5000 {
            var text: [UInt8] = []
            for _ in 0..<(generator.next() % 200) {
                text.append(index % 2 == 0 ? signs[Int(generator.next() & 63)] : UInt8(generator.next() & 255))
            }
            #expect(refusal(String(decoding: text, as: UTF8.self)) != nil)
        }
    }

    @Test("Random bytes with a valid checksum are rejected or round-trip")
    func noiseInside() throws {
        var generator = SeededGenerator(seed: 7)
        var read = 0
        for index in 0..<20_000 {
            var content = [1, 0] + all
            for _ in 0..<(1 + index % 4) {
                let place = 1 + Int(generator.next() % UInt64(content.count - 1))
                switch generator.next() % 4 {
                case 0: content.insert(UInt8(generator.next() & 255), at: place)
                case 1: content.remove(at: place)
                default: content[place] = UInt8(generator.next() & 255)
                }
            }
            guard let chordset = try? ChordsetLink.chordset(link(content), id: "a") else { continue }
            read += 1
            #expect(ChordsetLink.text(chordset) == link(content))
        }
        #expect(read > 0)
    }

    @Test(
        "An invalid link with a valid checksum is rejected with its reason",
        arguments: [
            ([2], "newer version of Chord Combiner."), ([255, 1, 2], "newer version of Chord Combiner."),
            ([0, 0], "incomplete or damaged"), ([1], "incomplete or damaged"),
            // A title that is too long, one without end, and titles with invalid UTF-8 or two lines.
            ([1, 0xFF, 0xFF, 0xFF, 0x7F], "incomplete or damaged"),
            ([1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "incomplete or damaged"),
            ([1, 2, 0xC3, 0x28] + all, "cannot be read"), ([1, 3, 0xED, 0xA0, 0x80] + all, "cannot be read"),
            ([1, 1, 10] + all, "one line"), ([1, 0x80, 0] + all, "incomplete or damaged"),
            // A hue of 400, a bpm of 0 (60 below the initial value), 65 lumis and 200 million lumis.
            (
                [1, 0, 0x80, 0xEA, 0x30, 0, 0, 0, 0, 0] + seven,
                "A background’s hue is 400: it must be a number from 0 to 360."
            ),
            (
                [1, 0, 0, 0, 0, 0xBF, 0xA9, 0x07, 0, 0] + seven,
                "A light chord’s bpm is 0: it must be a number from 0.001 to 600."
            ),
            ([1, 0, 0, 0, 0, 0, 65, 0] + seven, "has 65"),
            ([1, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F], "at most 64 lumis"),
            // An upper chord without a lower one, an unknown chord, and bytes after the last chord.
            ([1, 0, 0, 0, 0, 0, 0, 2] + seven, "incomplete or damaged"),
            ([1, 0, 0, 0, 0, 0, 0, 8] + seven, "incomplete or damaged"),
            ([1, 0, 0, 0, 0, 0, 0, 1, 2, 72, 120] + seven, "Hx"),
            ([1, 0] + all + [0], "more in it"), ([1, 0] + seven, "incomplete or damaged"),
        ] as [([UInt8], String)])
    func crafted(content: [UInt8], part: String) throws {
        let message = try #require(refusal(link(content)))
        #expect(message.contains(part), "\(message)")
        #expect(refusal(link([1, 0] + all)) == nil)
    }
}
