import Exchange
import Harmony
import Instruments
import Rendering
import Testing

@Suite("Scores")
struct ScoreTests {
    private func tone(_ pitch: Int, _ name: String, _ degree: String) throws -> Tone {
        Tone(pitch: pitch, name: try NoteName(name, in: .english), degree: Degree(degree))
    }

    /// A usual voicing of C13(♭9), and a high chord that needs an octave sign.
    private func score(fingered isFingered: Bool = false) throws -> Score {
        let first = Voicing(
            subject: .chord(try Chord("C13(b9)")), style: .spread,
            left: [try tone(48, "C", "1"), try tone(58, "B♭", "♭7")],
            right: [try tone(64, "E", "3"), try tone(69, "A", "13"), try tone(73, "D♭", "♭9")])
        let second = Voicing(
            subject: .chord(try Chord("F")), style: .close, left: [try tone(53, "F", "1")],
            right: [try tone(84, "C", "5"), try tone(93, "A", "3")])
        return Score(
            title: "Two bars", row: [first, second], signature: KeySignature(fifths: -1), bpm: 120,
            isFingered: isFingered)
    }

    /// The notes of a bar, one text each.
    private func notes(_ bar: Int, of xml: String) -> [String] {
        let bars = xml.split(separator: "<measure ").dropFirst().map { String($0) }
        return bars[bar].split(separator: "<note>").dropFirst().map { String($0) }
    }

    private func element(_ name: String, in text: String) -> String? {
        text.split(separator: "<\(name)>").dropFirst().first?.split(separator: "<").first.map { String($0) }
    }

    @Test(
        "In MusicXML the right hand is on the upper staff, the left on the lower, and the signature spares B its flat")
    func hands() throws {
        let xml = try score().musicXML
        let first = notes(0, of: xml)
        #expect(first.map { element("step", in: $0) } == ["E", "A", "D", "C", "B"])
        #expect(first.map { element("octave", in: $0) } == ["4", "4", "5", "3", "3"])
        #expect(first.map { element("staff", in: $0) } == ["1", "1", "1", "2", "2"])
        #expect(first.map { element("voice", in: $0) } == ["1", "1", "1", "5", "5"])
        #expect(first.map { element("accidental", in: $0) } == [nil, nil, "flat", nil, nil])
        #expect(first.map { $0.contains("<chord>") } == [false, true, true, false, true])
        #expect(element("fifths", in: xml) == "-1")
        #expect(xml.split(separator: "<sound tempo=\"120\">").count == 2, "the tempo is said once")
        #expect(!xml.contains("<fingering>"))
    }

    @Test("Notes have fingering on request")
    func fingers() throws {
        let bar = try notes(0, of: score(fingered: true).musicXML)
        #expect(bar.allSatisfy { element("fingering", in: $0) != nil })
        let left = Fingering.fingers(for: [try tone(48, "C", "1"), try tone(58, "B♭", "♭7")], of: .left)
        #expect(bar.suffix(2).map { element("fingering", in: $0) } == left.map { "\($0)" })
    }

    @Test("Notes far above the staff have an 8va sign and sounding pitch")
    func octaves() throws {
        let xml = try score().musicXML
        #expect(xml.contains("<octave-shift type=\"down\" size=\"8\">"))
        #expect(xml.contains("<octave-shift type=\"stop\" size=\"8\">"))
        #expect(notes(1, of: xml).compactMap { element("octave", in: $0) } == ["6", "6", "3"])
    }

    @Test("MIDI has a track for the tempo and one for each hand, in bars of four beats")
    func midi() throws {
        let file = try MIDIFile(score().midi.bytes)
        #expect(file.tracks.count == 3)
        func struck(_ track: Int) -> [[Int]] {
            file.tracks[track].compactMap { event in
                if case .message(.noteOn(_, let note, _)) = event.kind {
                    [event.tick / (4 * file.ticksPerQuarter), note]
                } else {
                    nil
                }
            }
        }
        #expect(struck(0).isEmpty)
        #expect(struck(1) == [[0, 48], [0, 58], [1, 53]])
        #expect(struck(2) == [[0, 64], [0, 69], [0, 73], [1, 84], [1, 93]])
        // Two bars at 120 are four seconds.
        #expect(abs(file.duration - 4) < 1e-6)
    }

    @Test("The drawing has the same notes on the same staves")
    func drawing() throws {
        let picture = try score().staff(showing: .degrees)
        #expect(
            picture.sentence(Presentation()) == """
                Grand staff, one flat. C 13 flat 9: left hand C3 (1), B flat 3 (flat 7), right hand E4 (3), A4 (13), D \
                flat 5 (flat 9). F major: left hand F3 (1), right hand C6 (5), A6 (3).
                """)
    }
}
