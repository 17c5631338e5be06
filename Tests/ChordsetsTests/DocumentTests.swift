import Testing

import Chordsets
import Harmony
import JSONText
import Sync

private func some(_ count: Int, seed: UInt64 = 1) throws -> [Chordset] {
    var generator = SeededGenerator(seed: seed)
    return try (0..<count).map { index in
        var chordset = Chordset(id: ItemID.random(using: &generator), using: &generator)
        try chordset.rename("Set \(index) <&\"🎹\u{202E}")
        var chord = LightChord.random(seed: seed + UInt64(index), lumis: index % 13)
        try chord.set(.bpm, to: 72.125)
        chord.music = Music(
            lower: try Chord("Cma7"), upper: index % 2 == 0 ? try Chord("F♯mi7(♭5)/E") : nil,
            colorsLight: index % 3 == 0)
        try chordset.replaceChord(at: index % 8, with: chord)
        return chordset
    }
}

private func refusal(_ text: String) -> String? {
    do throws(ChordsetError) {
        _ = try ChordsetDocument(Array(text.utf8))
        return nil
    } catch {
        return error.message
    }
}

private func document(_ chordsets: String, version: String = "1") -> String {
    #"{"format":"chord-combiner/chordsets","version":\#(version),"chordsets":\#(chordsets)}"#
}

private let eight = "[" + Array(repeating: "{}", count: 8).joined(separator: ",") + "]"

@Suite("Chordset files")
struct DocumentTests {
    @Test("A file round-trips by bytes")
    func roundTrip() throws {
        let document = ChordsetDocument(try some(30))
        let read = try ChordsetDocument(Array(document.text.utf8))
        #expect(read == document && read.text == document.text)
        #expect(try ChordsetDocument(Array(ChordsetDocument([Chordset]()).text.utf8)).chordsets.isEmpty)
    }

    @Test("Missing members read as initial values")
    func defaults() throws {
        let chordsets = try ChordsetDocument(Array(document(#"[{"id":"a","chords":\#(eight)}]"#).utf8)).chordsets
        #expect(chordsets == [try Chordset(id: "a", title: "", chords: Array(repeating: LightChord(), count: 8))])
        #expect(LightChord().bpm == 60 && LightChord().background.hex == "#000000" && LightChord().lumis.isEmpty)
        let empty = try JSON("{}")
        let tinted = try JSON(#"{"hue":12}"#)
        #expect(try Lumi(empty) == Lumi())
        #expect(try Lumi(tinted)[.hue] == 12)
    }

    @Test("A chordset without exactly eight chords is rejected by name", arguments: [0, 7, 9, 1000])
    func wrongCounts(count: Int) {
        let chords = "[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]"
        let message = refusal(
            document(#"[{"id":"a","chords":\#(eight)},{"id":"b","title":"Dusk","chords":\#(chords)}]"#))
        #expect(message == "A chordset has exactly eight chords: “Dusk” has \(count).")
    }

    @Test(
        "An error has its position",
        arguments: [
            (
                #"{"lumis":[{"hue":400}]}"#,
                "The chordset “Dusk”, position 0: A lumi’s hue is 400: it must be a number from 0 to 360."
            ),
            (#"{"bpm":"fast"}"#, "The chordset “Dusk”, position 0: A light chord’s bpm must be a number."),
            (#"{"background":7}"#, "The chordset “Dusk”, position 0: A background must be a JSON object."),
            (
                #"{"tempo":7}"#,
                """
                    The chordset “Dusk”, position 0: A light chord has no “tempo”: there is position, background, bpm, \
                    lumis, music.
                    """
            ),
            (#"{"bpm":7,"bpm":8}"#, "The chordset “Dusk”, position 0: A light chord has “bpm” twice."),
            (#"{"lumis":{}}"#, "The chordset “Dusk”, position 0: “lumis” must be a list."),
            (
                #"{"music":{}}"#,
                "The chordset “Dusk”, position 0: The music of a light chord needs a “lower” chord, as a text."
            ),
            (
                #"{"music":{"lower":"C","upper":3}}"#,
                "The chordset “Dusk”, position 0: The “upper” chord must be a string."
            ),
            (
                #"{"music":{"lower":"C","colorsLight":1}}"#,
                "The chordset “Dusk”, position 0: “colorsLight” must be true or false."
            ),
        ])
    func faults(chord: String, message: String) {
        let rest = Array(repeating: "{}", count: 7).joined(separator: ",")
        #expect(refusal(document(#"[{"id":"a","title":"Dusk","chords":[\#(chord),\#(rest)]}]"#)) == message)
    }

    @Test("An error of an untitled chordset is a sentence")
    func untitled() {
        let message = "The untitled chordset has no list of “chords”."
        #expect(refusal(document(#"[{"id":"a"}]"#)) == message)
        #expect(refusal(document(#"[{"id":"a","title":""}]"#)) == message)
    }

    @Test("An invalid chord symbol is rejected with the parser’s message")
    func symbol() throws {
        let rest = Array(repeating: "{}", count: 7).joined(separator: ",")
        let message = try #require(refusal(document(#"[{"id":"a","chords":[{"music":{"lower":"Hx"}},\#(rest)]}]"#)))
        #expect(throws: SymbolError.self) { try Chord("Hx") }
        #expect(message.contains("Hx"))
    }

    @Test(
        "Other documents and newer versions are rejected",
        arguments: [
            ("", "not JSON"), ("{}", "not a chordsets file"), (#"{"format":"x","version":1}"#, "not a chordsets file"),
            (document("[]", version: "2"), "version 2"), (document("[]", version: "0"), "version 0"),
            (document("7"), "no list of “chordsets”"), (document("[7]"), "must be a JSON object"),
            (
                #"{"format":"chord-combiner/chordsets","version":1,"chordsets":[],"chord":1}"#,
                "This file has no “chord”"
            ),
            (document(#"[{"chords":\#(eight)}]"#), "has no “id”"),
            (document(#"[{"id":"a b","chords":\#(eight)}]"#), "“a b” is not a chordset id"),
            (document(#"[{"id":"a","title":5,"chords":\#(eight)}]"#), "must be a string"),
            (document(#"[{"id":"a"}]"#), "no list of “chords”"),
            (document(#"[{"id":"a","chords":\#(eight)},{"id":"a","chords":\#(eight)}]"#), "have the id “a”"),
        ])
    func noDocument(text: String, part: String) throws {
        let message = try #require(refusal(text))
        #expect(message.contains(part), "\(message)")
    }

    @Test("Truncated and corrupted files never crash")
    func damage() throws {
        let bytes = Array(ChordsetDocument(try some(2)).text.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: ChordsetError.self) { try ChordsetDocument(Array(bytes[..<end])) }
        }
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<2000 {
            var bent = bytes
            for _ in 0..<3 { bent[Int(generator.next() % UInt64(bent.count))] = UInt8(generator.next() & 127) }
            if let read = try? ChordsetDocument(bent) { #expect(read.chordsets.allSatisfy { $0.chords.count == 8 }) }
        }
    }
}
