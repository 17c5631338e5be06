import CountedChordsets
import CountedInstruments
import CountedJSONText
import CountedTunes
import Foundation
import StepCounter
import Testing

/// Every reader of a file takes time proportional to the length of the file.
///
/// The modules are compiled again with a counter in each branch (Tests/StepCounting). A step is a byte, sign or token
/// that is examined, including searches. Inputs are doubled four times; each doubling may take 2.2 times as many steps.
@Suite(.serialized) struct LinearTests {
    /// Unclosed and unopened brackets, references, and many repetitions.
    private static let parts = [
        "(", "<", "*", "xC", "[T", "C7(", "|", "((C)", "| (C ", "\"", "[A", "%", "N0", "N0|", "C(D)", "/ (C) ",
        ". (D) ", "[", "]", "{", "[C ", "[C]a",
        "Title: a\n|C|\n", "|:C:|", "1. D :| 2. E ", " # ", "::|", "&", "\\u", "<!--", "<a b='",
        "<score-timewise/><part>", "<measure/>",
        "<measure><harmony><root><root-step>C</root-step></root><kind>major</kind></harmony></measure>",
        "<harmony><kind>major</kind></harmony>",
        "<note><pitch><step>C</step><octave>4</octave></pitch><duration>1</duration></note>", "<![CDATA[", "<!D[",
        "irealb://%20 ", "irealb://", "irealb://%20",
        "irealb://<br>", "'irealb://a ", "\"irealb://%20 ", "irealb://a=%20\nb=", "=", "=1r34LbKcu7C=",
        "a=b==c=C==1r34LbKcu7|C=J=120=3===", "i", "D.C. al Coda ",
        "a b c d ", "Q|", "xC|", "W/C", "C*", "Cmaj7", "b", "(no5)", "<a ", "Melody: C4 D4\n", "C4~ ", "r:4 ",
        "(2: C) ", "<3x>", "<Coda>|C", ":|3x", "*AC|", " ", "XyQ", "\u{FEFF}",
    ]
    private static let beginnings = [
        "", "irealbook://A=B=C=C=n=", "irealb://A=B==C=C==1r34LbKcu7", "irealb://A=B==C=C==", "irealb://",
        "<score-partwise><part><measure>",
        "<score-partwise><part><measure><note>", "<score-partwise><part><measure a='", "| C ", "{title: a}\n",
        "| C |\nMelody: ", "C", "\"",
    ]
    private static let ends = ["", "%20 >)\"\n"]

    @Test(arguments: beginnings) func tunes(_ beginning: String) {
        for part in Self.parts {
            for end in Self.ends {
                // Longer than the examined part of a remark, and shorter than the maximum line of a text.
                expectLinear("“\(beginning)”, many “\(part)”, “\(end)”", from: 2400, beginning, part, end) {
                    _ = TuneBook(reading: $0)
                }
            }
        }
    }

    @Test func forms() {
        let bars = [
            "|: C :|", "|: C | 1. D :| 2. E |", "| C D.C. al 2nd ending |: E | 1. F :| 2. G |", "| N.C. % |",
            "| C (D) (2: E) |",
        ]
        for part in bars {
            for beginning in ["", "| D.C. al Fine | Fine |\n", "|: C D.C. al 2nd ending |\n"] {
                expectLinear(part, from: 1500, beginning, part + "\n", "") { bytes in
                    for tune in TuneBook(reading: bytes).tunes {
                        _ = try? tune.unfolded()
                        _ = tune.endings
                    }
                }
            }
        }
    }

    @Test func json() {
        for (beginning, part, end) in [
            ("[", "[", "]"), ("[", "1,", "1]"), ("{", "\"a\":1,", "\"a\":1}"), ("\"", "\\u0041", "\""),
            ("\"", "a", "\""), ("", "-", ""), ("", "1", ""), ("[", " ", "]"),
            ("[1.", "0", "]"), ("\"", "\\ud800", ""), ("[", "{\"a\":[]},", "1]"),
        ] {
            expectLinear("many “\(part)”", from: 500, beginning, part, end) { _ = try? JSON($0) }
        }
    }

    @Test func chordsets() {
        let chord = #"{"position":0,"lumis":[]}"#
        for part in [#"{"id":"a","title":"b","chords":["# + chord + "]},", "{},", chord + ",", "\"a\","] {
            expectLinear(
                "many “\(part)”", from: 500, #"{"format":"chord-combiner/chordsets","version":1,"chordsets":["#, part,
                "0]}"
            ) {
                _ = try? ChordsetDocument($0)
            }
        }
    }

    @Test func midiFiles() {
        // Notes with a running status, a text, an exclusive message in two parts, an empty track, a chunk of another
        // kind.
        let parts: [[UInt8]] = [
            [0, 0x90, 60, 64], [0, 60, 0], [0, 0xFF, 1, 1, 65], [0, 0xF0, 1, 1, 0, 0xF7, 1, 0xF7],
            Array("MTrk".utf8) + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0],
            Array("XFIH".utf8) + [0, 0, 0, 0],
        ]
        let header = Array("MThd".utf8) + [0, 0, 0, 6, 0, 1, 0xFF, 0xFF, 0, 96]
        for (number, part) in parts.enumerated() {
            let isChunk = number >= 4
            expectLinear(
                "part \(number)",
                { count in
                    let body = Array(repeatElement(part, count: max(1, 500 * count / part.count)).joined())
                    let length = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (24 - 8 * $0)) }
                    return isChunk ? header + body : header + Array("MTrk".utf8) + length + body
                }
            ) { bytes in
                let file = (try? MIDIFile(bytes)) ?? (try? MIDIFile(Array(bytes.prefix(22))))
                _ = file?.messages
            }
        }
    }

    @Test func leadSheets() {
        // A note in each bar, many in one bar, a chord and a pedal.
        let parts: [[UInt8]] = [
            [0x83, 0, 0x90, 60, 64, 0x10, 60, 0], [1, 0x90, 60, 64, 0, 71, 64, 1, 60, 0],
            [0x83, 0, 0x90, 48, 64, 0, 52, 64, 0, 55, 64, 1, 0xB0, 64, 127, 60, 0x90, 48, 0, 0, 0xB0, 64, 0],
        ]
        for (number, part) in parts.enumerated() {
            // Long enough for the beat to be estimated, which has a minimum cost.
            let repetitions = number == 1 ? 1600 : 400
            expectLinear(
                "part \(number)",
                { count in
                    let body = Array(repeatElement(part, count: repetitions * count).joined())
                    let length = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (24 - 8 * $0)) }
                    return Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8) + length + body
                }
            ) { bytes in
                if let file = try? MIDIFile(bytes) { _ = LeadSheet(of: file) }
            }
        }
    }

    @Test func zipArchives() {
        let entry: [UInt8] = [0x50, 0x4B, 1, 2] + [UInt8](repeating: 0, count: 42)
        expectLinear(
            "empty entries",
            { count in
                let list = Array(repeatElement(entry, count: 10 * count).joined())
                let end: [UInt8] =
                    [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + [UInt8(10 * count), 0, UInt8(10 * count), 0] + [
                        0, 0, 0, 0, 30, 0, 0, 0, 0, 0,
                    ]
                return [UInt8]([0x50, 0x4B, 3, 4] + [UInt8](repeating: 0, count: 26) + list + end)
            }
        ) { bytes in
            let archive = ZipArchive(bytes)
            _ = archive?.scores(namedBy: nil)
        }
        expectLinear("no list", { count in [UInt8](repeating: 0x50, count: 1000 * count) }) { _ = ZipArchive($0) }
    }

    // MARK: Counting

    private func expectLinear(
        _ name: String, from length: Int, _ beginning: String, _ part: String, _ end: String, _ read: ([UInt8]) -> Void
    ) {
        expectLinear(
            name,
            { count in
                Array((beginning + String(repeating: part, count: max(1, count * length / part.utf8.count)) + end).utf8)
            }, read)
    }

    /// - Parameter input: once, twice … sixteen times as long a one.
    private func expectLinear(_ name: String, _ input: (Int) -> [UInt8], _ read: ([UInt8]) -> Void) {
        let steps = (0...4).map { doublings in
            let bytes = input(1 << doublings)
            step_count_reset()
            read(bytes)
            return step_count()
        }
        #expect(steps[0] > 0, "Nothing is counted.")
        for (few, many) in zip(steps, steps.dropFirst()) {
            #expect(Double(many) <= 2.2 * Double(few) + 100, "\(name): \(steps)")
        }
    }
}
