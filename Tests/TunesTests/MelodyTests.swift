import Harmony
import RandomTunes
import Testing

import Tunes

/// Each note as `start+length name`, in 48ths of a whole note, and `~` where the bar is tied to the next one.
private func listed(_ melody: Melody) -> String {
    let part = Melody.whole / 48
    let notes = melody.notes.map { note in
        // Nothing here is finer.
        let isWhole = note.start % part == 0 && note.length % part == 0
        return isWhole ? "\(note.start / part)+\(note.length / part) \(note.tone.name.text)\(note.tone.octave)" : "fine"
    }
    return notes.joined(separator: ", ") + (melody.isTied ? "~" : "")
}

@Suite struct MelodyTextTests {
    private func melodies(_ text: String) -> [String] {
        let book = TuneText.read(text)
        #expect(book.problems == [])
        return book.tunes[0].bars.map { listed($0.melody) }
    }

    @Test func notesAreAsLongAsTheyAreWritten() {
        #expect(
            melodies("| C |\nMelody: C4 D4:8 F#5:16 Bb3 r:8. C5:3/16") == [
                "0+12 C4, 12+6 D4, 18+3 F♯5, 21+3 B♭3, 33+9 C5"
            ])
        #expect(melodies("| C |\nMelody: C4 D4:8 E4 F4:4. G4:8") == ["0+12 C4, 12+6 D4, 18+6 E4, 24+18 F4, 42+6 G4"])
        #expect(melodies("| C |\nMelody: r:8 C5 D5:12 E5 F5 r:4 G5") == ["6+6 C5, 12+4 D5, 16+4 E5, 20+4 F5, 36+12 G5"])
        #expect(melodies("Time: 12/8\n| C |\nMelody: C4:5/8 Db4:4.. r:16 Ebb4") == ["0+30 C4, 30+21 D♭4, 54+3 E𝄫4"])
    }

    @Test func lengthsAreWrittenAsPeopleDo() {
        let melody = "Melody: C5:8. D5:4.. E5:16 F5:12 G5:1/6 | C5:7/12 r:12 D5:3/10 r:1/30 | C5:3/2 D5:2"
        let tune = TuneText.read("| C | F | (8/4) G |\n" + melody).tunes[0]
        #expect(
            TuneText.write([tune]).hasSuffix(
                "Melody: C5:8. D5:4.. E5:16 F5:12 G5:6 | C5:7/12 r:12 D5:3/10 | C5:1. D5:2\n"))
    }

    @Test func tiesJoinWhatIsInABarAndLeadOverTheLine() {
        #expect(
            melodies("| C | F |\nMelody: C5:2~ C5:8 r E5:4~ | E5:2 C5:2~") == [
                "0+30 C5, 36+12 E5~", "0+24 E5, 24+24 C5~",
            ])
        // A tie to another note or a rest is ignored.
        #expect(melodies("| C | F |\nMelody: C5:2~ D5:4~ r:4 | r:1") == ["0+24 C5, 24+12 D5", ""])
    }

    @Test func barsOfTheLineAboveAreSung() {
        let rows = "[A]\n| C | F |\nMelody: . | C5:1\n| G |\n\n[B]\n| A | D | E |\n"
        #expect(
            melodies(rows + "melody: | A4:1 |\nMELODY: . | B4:1 |") == ["", "0+48 C5", "", "0+48 A4", "", "0+48 B4"])
        #expect(melodies(rows + "Melody: | | | B4:1") == ["", "0+48 C5", "", "", "", "0+48 B4"])
    }

    @Test(arguments: [
        ("Melody: C5:1", 0, "must follow the bars"), ("| C | F |\nMelody: C5 | D5 | E5", 2, "more bars"),
        ("| C |\nMelody: C5:1 D5", 1, "longer than its bar"), ("| C |\nMelody: C5:11", 1, "“C5:11”"),
        ("| C |\nMelody: C C5", 1, "“C”"), ("| C |\nMelody: H5", 1, "“H5”"), ("| C |\nMelody: C5:4...", 1, "“C5:4...”"),
        ("| C |\nMelody: r~", 1, "“r~”"), ("| C |\nMelody: C5:0", 1, "“C5:0”"), ("| C |\nMelody: G#9", 1, "“G#9”"),
        ("| C |\nMelody: C5:9999999999999999999/1", 1, "is not a melody note"), ("| C |\nMelody: C5:", 1, "“C5:”"),
        // No octave below is ever written in a score.
        ("| C |\nMelody: C-1", 1, "“C-1” is not a melody note: expected one such as Bb4:8, from C0 to G9"),
        ("| C |\nMelody: B#-1", 1, "from C0 to G9"), ("| C |\nMelody: C10", 1, "from C0 to G9"),
    ])
    func whatCannotBeSungIsTold(_ text: String, _ bar: Int, _ words: String) {
        let book = TuneText.read("| G |\nTitle: Two\n" + text)
        #expect(book.problems.count == 1)
        #expect(
            book.problems.first?.bar == (bar == 0 ? nil : bar) && book.problems.first?.message.contains(words) == true)
    }

    /// Includes very long bars with more notes than fit in a line.
    @Test func asManyNotesAsABarHasRoomForAreWrittenAndReadAgain() {
        var random = TuneGenerator(seed: 41)
        for count in [1, 255, 256] {
            var tune = Tune()
            tune.meter = Meter(32, 1)!
            var bars: [Bar] = []
            for _ in 0..<4 {
                var bar = Bar()
                for index in 0..<count {
                    let name = NoteName(random.one(of: Letter.allCases), Accidental(semitones: -2))
                    bar.melody.add(Tone(name, octave: 5), at: 10_001 * index, for: random.number(1...9_999))
                }
                bars.append(bar)
            }
            tune.sections = [Tune.Section("", bars)]
            let book = TuneText.read(TuneText.write([tune]))
            let isSame = book.tunes == [tune] && book.problems.isEmpty
            #expect(isSame, "\(count)")
        }
        var many = "| C |\nTime: 32/1\n| C |\nMelody:"
        for _ in 0..<300 { many += " C5:64" }
        #expect(TuneText.read(many).problems.map { $0.message.contains("too many") } == [true])
    }

    /// Text in any naming convention is read as the same tune.
    @Test(arguments: NoteNames.allCases) func textInOtherNames(_ names: NoteNames) {
        var random = TuneGenerator(seed: 42)
        for _ in 0..<2_000 {
            let tune = random.tune(.all)
            let book = TuneText.read(TuneText.write([tune], in: names), in: names)
            let isSame = book.tunes == [tune] && book.problems.isEmpty
            #expect(isSame, "\(difference([tune], book.tunes)) \(book.problems)")
            if !isSame { return }
        }
    }

    @Test func germanNames() {
        let tune = TuneText.read("Key: H\n| B7 Hm7 | Es Asmaj7/Es |\nMelody: H4 B4 Fis5 Es5", in: .german).tunes[0]
        #expect(TuneText.write([tune]) == "Key: B\n\n| Bb7 Bmi7 | Eb Abma7/Eb |\nMelody: B4 Bb4 F#5 Eb5 | .\n")
        #expect(
            TuneText.write([tune], in: .german) == "Key: H\n\n| B7 Hmi7 | Eb Abma7/Eb |\nMelody: H4 B4 F#5 Eb5 | .\n")
        #expect(
            TuneText.write([tune], in: .solfege).hasSuffix(
                "| Sib7 Simi7 | Mib Labma7/Mib |\nMelody: Si4 Sib4 Fa#5 Mib5 | .\n"))
    }
}

@Suite struct MelodyInOtherKeys {
    private let tune = TuneText.read("Key: C\n| C | G7 |\nMelody: C5:8 D#5 E5 F#5 G5 Ab5 B5 Bb4 | A4:2 Db5:2").tunes[0]

    /// The lowest note and the highest one together, which is twice the middle between them.
    private func ends(_ tune: Tune) -> Int {
        let pitches = tune.bars.flatMap { $0.melody.notes }.map { $0.tone.pitch }
        return pitches.min()! + pitches.max()!
    }

    /// No more than half an octave from B4, the middle of the treble staff, and of two places the lower.
    private let sensible = 2 * (71 - 6)..<2 * (71 + 6)

    /// All notes move in the same direction and keep their spelling.
    @Test func theMelodyMovesWithTheChords() {
        for tonic in NoteName.roots {
            let moved = tune.transposed(to: tonic)
            let before = tune.bars.flatMap { $0.melody.notes }, after = moved.bars.flatMap { $0.melody.notes }
            let ways = Set(zip(before, after).map { $1.tone.pitch - $0.tone.pitch })
            #expect(ways.count == 1 && -11...11 ~= ways.first! && (ways.first! + 12 - tonic.pitchClass) % 12 == 0)
            #expect(tonic.pitchClass == 0 ? moved == tune : sensible.contains(ends(moved)), "\(tonic)")
            #expect(after.allSatisfy { $0.tone.pitch % 12 == $0.tone.name.pitchClass })
            #expect(zip(before, after).allSatisfy { $0.start == $1.start && $0.length == $1.length })
        }
    }

    /// A trumpet part is written a whole tone above the sounding pitch, an alto saxophone part a major sixth.
    @Test(arguments: TransposingInstrument.allCases) func partsAreWrittenAboveWhatSounds(
        _ reader: TransposingInstrument
    ) {
        let read = tune.transposed(for: reader)
        for (one, other) in zip(tune.bars.flatMap { $0.melody.notes }, read.bars.flatMap { $0.melody.notes }) {
            #expect(
                other.tone.pitch == one.tone.pitch + reader.semitones
                    && other.tone.pitch % 12 == other.tone.name.pitchClass)
        }
    }

    /// A melody that returns to its first key is unchanged: around the circle in both directions, by tritones and on
    /// any other path. Its register is sensible in every key. Foreign notes may be respelled.
    @Test func melodyIsUnchangedAfterReturningToItsKey() {
        var random = TuneGenerator(seed: 43)
        let home = NoteName.roots.first { $0.pitchClass == 0 }!
        let major = NoteName.roots.filter { Key($0, .major).signature.isWritten }
        func around(_ step: Int) -> [NoteName] {
            (1...11).map { place in major.first { $0.pitchClass == place * step % 12 }! }
        }
        var paths = [5, 7, 1, 11].map(around) + [[NoteName(.f, .sharp)], [NoteName(.g, .flat)]]
        for _ in 0..<300 { paths.append((0..<random.number(1...20)).map { _ in random.one(of: major) }) }
        var count = 0
        for path in paths {
            for isOwn in [true, false] {
                var tune = TuneText.read("Key: C\n| C |").tunes[0]
                repeat {
                    var melody = Melody()
                    for place in 0..<4 {
                        let name = NoteName(
                            random.one(of: Letter.allCases), Accidental(semitones: isOwn ? 0 : random.number(-1...1)))
                        melody.add(
                            Tone(name, octave: random.number(2...7)), at: place * Melody.ticksPerQuarter,
                            for: Melody.ticksPerQuarter)
                    }
                    tune.sections[0].bars[0].melody = melody
                } while !sensible.contains(ends(tune))
                var moved = tune
                var isSensible = true
                for tonic in path {
                    moved = moved.transposed(to: tonic)
                    isSensible = isSensible && sensible.contains(ends(moved))
                }
                moved = moved.transposed(to: home)
                let isSame =
                    isOwn
                    ? moved == tune
                    : moved.bars[0].melody.notes.map { $0.tone.pitch }
                        == tune.bars[0].melody.notes.map { $0.tone.pitch }
                #expect(isSensible && isSame, "\(path)")
                if !isSensible || !isSame { return }
                count += 1
            }
        }
        #expect(count == 2 * paths.count)
    }

    /// Twelve semitones up are an octave, and so many down as well.
    @Test(arguments: [1, -1]) func stepByStepTheMelodyGoesAllTheWay(_ step: Int) {
        var moved = tune
        for count in 1...12 {
            moved = moved.transposed(to: NoteName.roots.first { $0.pitchClass == (12 + step * count) % 12 }!, .shorter)
            let ways = zip(tune.bars.flatMap { $0.melody.notes }, moved.bars.flatMap { $0.melody.notes }).map {
                $1.tone.pitch - $0.tone.pitch
            }
            #expect(Set(ways) == [step * count])
        }
    }

    /// A tune without key and chords is in C.
    @Test func aMelodyWithoutChordsMoves() {
        let tune = TuneText.read("| N.C. |\nMelody: C5:2 Bb4").tunes[0]
        func listed(_ tune: Tune) -> [String] {
            tune.bars[0].melody.notes.map { "\($0.tone.name.text)\($0.tone.octave)" }
        }
        #expect(
            listed(tune.transposed(to: NoteName(.d))) == ["D5", "C5"] && tune.transposed(to: NoteName(.d)).key == nil)
        #expect(listed(tune.transposed(for: .bFlat)) == ["D5", "C5"])
        #expect(listed(tune.transposed(for: .eFlat)) == ["A5", "G5"])
    }

    @Test func whatNoKeyPlaysIsAnOctaveAway() {
        let high = TuneText.read("Key: C\n| C |\nMelody: G9 F9 C0").tunes[0].transposed(to: NoteName(.d))
        #expect(high.bars[0].melody.notes.map { $0.tone.pitch } == [117, 127, 14])
    }

    /// From any key to any other, and for all readers: what is read as text and as a score can be written as such
    /// again.
    @Test func whateverMovesIsWrittenInOctavesFrom0To9() {
        for from in NoteName.roots {
            for mode in [Mode.major, .minor] where Key(from, mode).signature.isWritten {
                for name in Letter.allCases.flatMap({ letter in
                    (-2...2).map { NoteName(letter, Accidental(semitones: $0)) }
                }) {
                    for octave in [0, 9] {
                        let tone = Tone(name, octave: octave)
                        guard tone.pitch <= 127 else { continue }
                        var tune = TuneText.read("| C |").tunes[0]
                        tune.key = Key(from, mode)
                        tune.sections[0].bars[0].melody.add(tone, at: 0, for: Melody.whole)
                        for moved in NoteName.roots.map({ tune.transposed(to: $0) })
                            + TransposingInstrument.allCases.map({ tune.transposed(for: $0) })
                        {
                            let other = moved.bars[0].melody.notes[0].tone
                            let isWritten =
                                0...9 ~= other.octave && other.pitch <= 127 && other.name.pitchClass == other.pitch % 12
                            #expect(isWritten, "\(tone) in \(tune.key!) is \(other) in \(moved.key!)")
                            if !isWritten { return }
                        }
                    }
                }
            }
        }
    }
}

@Suite struct MelodyOfAScore {
    private func bars(_ measures: String) -> [String] {
        let book = MusicXML.read(Array("<score-partwise><part id='P1'>\(measures)</part></score-partwise>".utf8))!
        // Where nothing sounds, that is told.
        if book.hasMusic { #expect(book.problems == []) }
        return book.tunes[0].bars.map { listed($0.melody) }
    }

    private func attributes(_ divisions: Int, _ rest: String = "") -> String {
        "<attributes><divisions>\(divisions)</divisions>\(rest)</attributes>"
    }

    /// A note such as `C5` or, without a letter, a rest.
    private func note(_ name: String, _ duration: Int, _ rest: String = "", before: String = "") -> String {
        let pitch =
            name.isEmpty
            ? "<rest/>"
            : "<pitch><step>\(name.prefix(1))</step>"
                + (name.contains("#") ? "<alter>1</alter>" : "") + "<octave>\(name.suffix(1))</octave></pitch>"
        return "<note>\(before)\(pitch)<duration>\(duration)</duration>\(rest)</note>"
    }

    @Test func theUpperNoteOfTheFirstVoiceIsTheMelody() {
        let measure =
            attributes(2) + note("C5", 4, "<voice>1</voice>") + note("E5", 4, "<voice>1</voice>", before: "<chord/>")
            + note("A4", 4, "<voice>1</voice>", before: "<chord/>")
            + note("F#5", 1, "<voice>1</voice>", before: "<grace/>")
            + note("", 1) + note("G5", 3, "<voice>1</voice>")
            + "<backup><duration>8</duration></backup>" + note("C4", 8, "<voice>2</voice>")
            + "<backup><duration>8</duration></backup>" + note("C3", 8, "<voice>5</voice><staff>2</staff>")
        #expect(bars("<measure>\(measure)</measure>") == ["0+24 E5, 30+18 G5"])
        // Where the lower staff stands first, the upper one is read all the same.
        #expect(
            bars(
                """
                <measure>\(attributes(1))\(note("C3", 4, "<staff>2</staff>"))<backup><duration>4</duration></backup>\
                \(note("D5", 4))</measure>
                """
            ) == ["0+48 D5"])
    }

    @Test func slashesCuesAndWhatIsNotPrintedAreNoMelody() {
        #expect(
            bars(
                "<measure>\(attributes(1))" + note("B4", 1, "<notehead>slash</notehead>")
                    + note("C5", 1, before: "<cue/>")
                        + """
                        <note print-object='no'><pitch><step>D</step><octave>5</octave></pitch><duration>1</duration>\
                        </note>
                        """
                    + "<note><unpitched/><duration>1</duration></note></measure>") == [""])
    }

    /// Three notes in the time of a quarter that has four divisions: 1 1 2, or 256 divisions: 85 85 86.
    @Test(arguments: [(4, [1, 1, 2]), (256, [85, 85, 86]), (6, [2, 2, 2])])
    func tupletsAreExactWhereDivisionsAreTooFew(_ divisions: Int, _ durations: [Int]) {
        let modification =
            """
            <type>eighth</type><time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes>\
            </time-modification>
            """
        let triplet = durations.map { note("C5", $0, modification) }.joined()
        #expect(
            bars("<measure>\(attributes(divisions))\(triplet)\(note("D5", divisions))\(triplet)</measure>") == [
                "0+4 C5, 4+4 C5, 8+4 C5, 12+12 D5, 24+4 C5, 28+4 C5, 32+4 C5"
            ])
    }

    @Test func tiesAreJoinedAndLeadOverTheBarLine() {
        let start = "<tie type='start'/>", stop = "<tie type='stop'/>"
        #expect(
            bars(
                "<measure>\(attributes(1))" + note("C5", 2, start) + note("C5", 1, stop) + note("E5", 1, start)
                    + "</measure><measure>" + note("E5", 2, stop + start) + note("E5", 2, stop) + "</measure>")
                == ["0+36 C5, 36+12 E5~", "0+48 E5"])
    }

    /// The C goes on, and the E above it begins.
    @Test func aTieToTheLowerNoteOfAChordHoldsOnlyThat() {
        let start = "<tie type='start'/>", stop = "<tie type='stop'/>"
        #expect(
            bars(
                "<measure>\(attributes(1))" + note("C5", 2, start) + note("C5", 2, stop)
                    + note("E5", 2, before: "<chord/>") + "</measure>")
                == ["0+24 C5, 24+24 E5"])
    }

    @Test func chordsThatAreTiedAreStruckOnce() {
        let start = "<tie type='start'/>", stop = "<tie type='stop'/>"
        func chord(_ duration: Int, _ tie: String, upper: String) -> String {
            note("C5", duration, tie) + note("E5", duration, upper, before: "<chord/>")
        }
        #expect(
            bars(
                "<measure>\(attributes(1))" + chord(2, start, upper: start) + chord(1, stop, upper: stop)
                    + note("D5", 1) + "</measure>")
                == ["0+36 E5, 36+12 D5"])
        // Over the bar line, and with the upper note written first.
        #expect(
            bars(
                "<measure>\(attributes(1))" + note("E5", 2, start) + note("C5", 2, start, before: "<chord/>")
                    + chord(2, stop + start, upper: stop + start)
                    + "</measure><measure>" + chord(4, stop, upper: stop) + "</measure>") == ["0+48 E5~", "0+48 E5"])
        // Where only the lower one is tied, the upper one is struck again.
        #expect(
            bars("<measure>\(attributes(1))" + chord(2, start, upper: "") + chord(2, stop, upper: "") + "</measure>")
                == ["0+24 E5, 24+24 E5"])
    }

    /// What stands above a note of the lower staff is no part of the chord that was before it on the upper one.
    @Test func aChordAcrossStavesLeavesTheNoteBefore() {
        #expect(
            bars(
                "<measure>\(attributes(1))" + note("C5", 2) + note("C3", 2, "<staff>2</staff>")
                    + note("G5", 2, before: "<chord/>") + "</measure>")
                == ["0+24 C5"])
    }

    @Test func octavesThatNoScoreHasAreLeftOut() {
        let low = note("C0", 1).replacing("<octave>0<", with: "<octave>-1<")
        #expect(
            bars("<measure>\(attributes(1))\(low)\(note("C0", 1))\(note("G9", 1))</measure>") == ["12+12 C0, 24+12 G9"])
    }

    /// Singers stand above the piano.
    @Test func withoutSymbolsTheFirstPartIsTheMelody() {
        func part(_ meter: Int, _ measures: String) -> String {
            """
            <part><measure>\(attributes(1, "<time><beats>\(meter)</beats><beat-type>4</beat-type></time>"))\(measures)\
            </measure></part>
            """
        }
        let book = MusicXML.read(
            Array(
                ("<score-partwise>"
                    + part(
                        4,
                        note("C5", 4)
                            + """
                            <direction><sound tempo='90'/></direction></measure><measure>\
                            \(attributes(1, "<time><beats>0</beats><beat-type>4</beat-type></time>"))\
                            \(note("D5", 4))
                            """
                    )
                    + part(3, note("E4", 3)) + part(2, note("C3", 2)) + "</score-partwise>").utf8))!
        #expect(book.tunes[0].bars.map { listed($0.melody) } == ["0+48 C5", "0+48 D5"])
        #expect(book.tunes[0].meter == .common && book.tunes[0].tempo == 90)
        #expect(book.problems.map { $0.bar } == [2])
    }

    @Test func aPickupStandsAtTheEndOfItsBar() {
        let harmony = "<harmony><root><root-step>G</root-step></root><kind>dominant</kind></harmony>"
        let other = harmony.replacing("<harmony>", with: "<harmony type='alternate'>").replacing("G", with: "D")
        for attribute in ["implicit='yes'", "number='0'"] {
            let book = MusicXML.read(
                Array(
                    """
                    <score-partwise><part id='P1'><measure \
                    \(attribute)>\(attributes(2))\(harmony)\(note("G4", 1))\(other)\(note("A4", 1))</measure>
                    <measure number='1'>\(note("C5", 8))</measure></part></score-partwise>
                    """.utf8))!
            #expect(book.tunes[0].bars.map { listed($0.melody) } == ["36+6 G4, 42+6 A4", "0+48 C5"])
            #expect(book.tunes[0].bars[0].chords.map { $0.position } == [Position(beat: 4)])
            // Half a beat behind it, as it stands in the score.
            #expect(book.tunes[0].bars[0].alternates.map { $0.position.beat } == [4.5])
        }
    }

    @Test func aSignOfRepetitionRepeatsTheMelody() {
        let sign =
            "<attributes><measure-style><measure-repeat type=\"start\">1</measure-repeat></measure-style></attributes>"
        let measures = "<measure>\(attributes(1))\(note("C5", 4))</measure><measure>\(sign)\(note("", 4))</measure>"
        #expect(bars(measures) == ["0+48 C5", "0+48 C5"])
    }

    /// What damaged scores count reaches beyond all numbers.
    @Test func endlessNotesAreCut() {
        let endless = note("C5", 999_999_999)
        #expect(bars("<measure>\(attributes(1))\(endless)\(endless)\(endless)</measure>").count == 1)
        let many = (0..<2_000).map { _ in note("C5", 1) + note("D5", 1) }.joined()
        let book = MusicXML.read(
            Array(
                "<score-partwise><part id='P1'><measure>\(attributes(1_000))\(many)</measure></part></score-partwise>"
                    .utf8))!
        #expect(book.tunes[0].bars[0].melody.notes.count == 256)
    }
}
