import Chordsets
import Harmony
import Instruments
import Testing

import Exchange

/// The sheet of a chordset with these chords and tempi.
private func sheet(_ chords: [(lower: String, upper: String?)?], bpm: [Double] = []) throws -> PracticeSheet {
    var chordset = try Chordset(id: "a", title: "A <&> B", chords: Array(repeating: LightChord(), count: 8))
    for (position, names) in chords.enumerated() {
        var chord = LightChord()
        if position < bpm.count { try chord.set(.bpm, to: bpm[position]) }
        if let names {
            chord.music = Music(lower: try Chord(names.lower), upper: try names.upper.map { try Chord($0) })
        }
        try chordset.replaceChord(at: position, with: chord)
    }
    return PracticeSheet(chordset)
}

/// The contents of all elements of a name, which contain no elements of the same name.
private func contents(_ name: String, _ xml: String) -> [String] {
    xml.split(separator: "<").compactMap { part in
        guard part.hasPrefix(name + ">") || part.hasPrefix(name + " ") else { return nil }
        return part.split(separator: ">", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    }
}

@Suite("Practice sheets")
struct PracticeSheetTests {
    @Test("In MIDI, each chord lasts a bar at its tempo and has its name")
    func midi() throws {
        let sheet = try sheet([("Cma7", "D"), nil, ("F", nil)], bpm: [60, 60, 120])
        let midi = sheet.midi
        // The file as it is read back.
        let read = try MIDIFile(midi.bytes)
        let strikes = read.messages.compactMap { message -> (Double, Int)? in
            if case .noteOn(_, let note, _) = message.message { (message.seconds, note) } else { nil }
        }
        // C E G B D F♯ A, and F A C after two bars of four seconds each, as voiced for two hands.
        let bars = sheet.voicings.map { $0?.tones.map(\.pitch) ?? [] }
        #expect(bars.dropFirst(3).allSatisfy(\.isEmpty) && bars[1].isEmpty)
        #expect(
            strikes.filter { $0.0 == 0 }.map(\.1).sorted() == bars[0]
                && PitchClassSet(bars[0]) == PitchClassSet([0, 2, 4, 6, 7, 9, 11]))
        #expect(
            strikes.filter { $0.0 == 8 }.map(\.1).sorted() == bars[2]
                && PitchClassSet(bars[2]) == PitchClassSet([0, 5, 9]))
        #expect(strikes.count == bars[0].count + bars[2].count)
        // Bars are at 60 by default; only the third has another tempo.
        #expect(abs(read.duration - (4 + 4 + 2 + 5 * 4)) < 1e-6)
        let names = read.tracks[0].compactMap { event -> String? in
            if case .meta(6, let bytes) = event.kind { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
        #expect(names == ["Cma13(♯11)", "F"])
        #expect(Array(read.messages).count == 2 * strikes.count)
    }

    @Test("Three bytes of MIDI hold tempi down to 3.577 beats per minute")
    func slowTempi() throws {
        let midi = try sheet(Array(repeating: ("C", nil), count: 4), bpm: [4, 3.6, 3.5, 0.001]).midi
        let tempi = midi.tracks[0].compactMap { event -> Int? in
            if case .tempo(let microseconds) = event.kind { microseconds } else { nil }
        }
        #expect(tempi == [15_000_000, 16_666_666, 16_777_215, 16_777_215, 1_000_000])
    }

    @Test("For a transposing instrument, MIDI has sounding pitch, and MusicXML has the transposition")
    func transposing() throws {
        let written = try sheet([("Cma7", nil)])
        #expect(!written.musicXML.contains("<transpose>"))
        var chordset = try Chordset(id: "a", title: "A", chords: Array(repeating: LightChord(), count: 8))
        var chord = LightChord()
        chord.music = Music(lower: try Chord("Cma7"), upper: nil)
        try chordset.replaceChord(at: 0, with: chord)
        // For an alto saxophone, everything sounds a major sixth lower.
        let alto = PracticeSheet(chordset, for: .eFlat)
        let strikes = try MIDIFile(alto.midi.bytes).messages.compactMap { message -> Int? in
            if case .noteOn(_, let note, _) = message.message { note } else { nil }
        }
        #expect(strikes.sorted() == written.voicings[0]?.tones.map { $0.pitch - 9 })
        #expect(contents("diatonic", alto.musicXML) == ["-5"] && contents("chromatic", alto.musicXML) == ["-9"])
        #expect(
            contents("step", alto.musicXML) == contents("step", written.musicXML), "the notes are those that are read")
    }

    @Test("Each chord is voiced for two hands, and each of two chords for one hand")
    func hands() throws {
        let names: [(lower: String, upper: String?)] = [
            ("Cma7", "D"), ("C7", "A"), ("Dmi7", nil), ("G7", nil), ("Cma7", "E♭mi"), ("F", nil), ("B♭7", "G"),
            ("E♭", "F"),
        ]
        let sheet = try sheet(names)
        for (name, voicing) in zip(names, sheet.voicings) {
            let voicing = try #require(voicing, "\(name)")
            #expect(Hand.allCases.allSatisfy { voicing.span(of: $0) <= Pianist().reach(of: $0).semitones }, "\(name)")
            guard let upper = name.upper else { continue }
            #expect(PitchClassSet(voicing.left.map(\.pitch)) == (try Chord(name.lower)).pitchClasses, "\(name)")
            #expect(PitchClassSet(voicing.right.map(\.pitch)) == (try Chord(upper)).pitchClasses, "\(name)")
        }
    }

    @Test("Each key is released, and no key is struck while it is down")
    func keys() throws {
        let midi = try sheet([("C", nil), ("C", "D"), ("Cma7", "E♭mi"), ("C7(♭9)", "F♯"), ("B♭7", "G")]).midi
        var held = Set<Int>()
        for message in midi.messages {
            switch message.message {
            case .noteOn(_, let note, _): #expect(held.insert(note).inserted)
            case .noteOff(_, let note, _): #expect(held.remove(note) != nil)
            default: break
            }
        }
        #expect(held.isEmpty)
    }

    @Test("MusicXML has eight bars with symbols, and notes as spelled")
    func musicXML() throws {
        let xml = try sheet([("Cma7", "D"), ("C", "E♭mi7"), ("G♭mi", nil), ("C♯", "D♯mi")]).musicXML
        #expect(contents("measure", xml).count == 8)
        #expect(contents("work-title", xml) == ["A &lt;&amp;&gt; B"])
        // The combiner decides whether the second and the fourth are polychords. The first is one chord.
        #expect(contents("root-step", xml).first == "C")
        #expect(xml.contains("<kind text=\"ma13(♯11)\">major-seventh</kind>"))
        let first = xml.components(of: "measure")[0]
        #expect(Set(contents("step", first)) == ["C", "E", "G", "B", "D", "F", "A"])
        #expect(Set(contents("alter", first)) == ["1"])
        // The lower chord in the left hand, on the bass staff.
        #expect(contents("staff", first).filter { $0 == "2" }.count == 4)
        let flat = xml.components(of: "measure")[2]
        // G♭ A D♭: players read no double flat.
        #expect(Set(contents("step", flat)) == ["G", "A", "D"] && Set(contents("alter", flat)) == ["-1"])
        #expect(contents("root-step", flat) == ["G"] && contents("root-alter", flat) == ["-1"])
    }

    @Test("Every note has the pitch of its key, whatever its spelling")
    func octaves() throws {
        let keys = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
        // Includes C♭ and B♯, which are written in another octave than they seem.
        for root in NoteName.roots {
            for suffix in ["ma7", "mi", "7(♯5)", "°7", "13(♯11)"] {
                let chord = try Chord(root.text + suffix)
                let sheet = try sheet([(root.text + suffix, nil)])
                let bar = sheet.musicXML.components(of: "measure")[0]
                let written = bar.split(separator: "<").split { $0.hasPrefix("note>") }.dropFirst().map { note in
                    let text = note.joined(separator: "<")
                    let step = contents("step", text).first.flatMap { keys[$0] } ?? 0
                    let alter = contents("alter", text).first.flatMap { Int($0) } ?? 0
                    return contents("octave", text).first.flatMap { Int($0) }.map { 12 * ($0 + 1) + step + alter }
                }
                #expect(written.compactMap { $0 }.sorted() == sheet.voicings[0]?.tones.map(\.pitch), "\(chord)")
            }
        }
    }

    @Test("A polychord has two symbols, the lower first, and its name as text")
    func polychord() throws {
        let music = Music(lower: try Chord("Cma7"), upper: try Chord("E♭mi"))
        #expect(music.combination()?.kind == .polychord)
        let bar = try sheet([("Cma7", "E♭mi")]).musicXML.components(of: "measure")[0]
        #expect(contents("words", bar) == ["E♭mi/Cma7"])
        #expect(contents("root-step", bar) == ["C", "E"] && contents("root-alter", bar) == ["-1"])
        #expect(contents("kind", bar) == ["major-seventh", "minor"])
    }

    @Test("The kind and degrees of every type in the vocabulary add up to its notes")
    func kinds() throws {
        // The definitions of kinds in MusicXML, in semitones above the root.
        let definitions: [String: Set<Int>] = [
            "major": [0, 4, 7], "minor": [0, 3, 7], "augmented": [0, 4, 8], "diminished": [0, 3, 6],
            "dominant": [0, 4, 7, 10],
            "major-seventh": [0, 4, 7, 11], "minor-seventh": [0, 3, 7, 10], "diminished-seventh": [0, 3, 6, 9],
            "augmented-seventh": [0, 4, 8, 10], "half-diminished": [0, 3, 6, 10], "major-minor": [0, 3, 7, 11],
            "major-sixth": [0, 4, 7, 9], "minor-sixth": [0, 3, 7, 9], "suspended-second": [0, 2, 7],
            "suspended-fourth": [0, 5, 7],
            "power": [0, 7],
        ]
        let scale = [1: 0, 2: 2, 3: 4, 4: 5, 5: 7, 6: 9, 7: 11, 9: 2, 11: 5, 13: 9]
        for type in Vocabulary.classic.types {
            let name = "C" + type.suffix
            let bar = try sheet([(name, nil)]).musicXML.components(of: "measure")[0]
            let kind = try #require(contents("kind", bar).first)
            var sounding = try #require(definitions[kind], "\(name): \(kind)")
            for (index, manner) in contents("degree-type", bar).enumerated() {
                let number = try #require(Int(contents("degree-value", bar)[index]))
                let alteration = try #require(Int(contents("degree-alter", bar)[index]))
                let plain = try #require(scale[number])
                switch manner {
                // Relative to a dominant chord, whose seventh is minor (MusicXML 4.0, degree-alter).
                case "add": sounding.insert((plain + alteration - (number == 7 ? 1 : 0) + 12) % 12)
                case "alter":
                    // Relative to the degree of the kind: here always a perfect, diminished or augmented fifth.
                    let own = try #require(sounding.intersection([6, 7, 8]).first)
                    sounding.remove(own)
                    sounding.insert(own + alteration)
                default:
                    // A subtracted degree is one of the kind.
                    let near = [plain, plain - 1, plain - 2, plain + 1].map { ($0 + 12) % 12 }
                    sounding.remove(try #require(near.first(where: sounding.contains)))
                }
            }
            #expect(sounding == Set(type.pitchClasses), "\(name) as \(kind)")
        }
    }
}

extension String {
    /// The texts between the tags of all elements of a name.
    fileprivate func components(of name: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let start = rest.range(of: "<\(name) "), let end = rest.range(of: "</\(name)>") {
            parts.append(String(rest[start.lowerBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return parts
    }

}

extension Substring {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}
