import Harmony
import RandomTunes
import Testing

import Tunes

@Suite struct MusicXMLTests {
    private func book(_ measures: String, part: String = "P1") -> TuneBook {
        MusicXML.read(
            Array(
                """
                <?xml version="1.0"?>
                <!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "x.dtd" [<!ENTITY a "b">]>
                <score-partwise version="4.0"><work><work-title>Sea &amp; Sky</work-title></work>
                <identification><creator type="composer">Ann&#x20;Other</creator></identification>
                <part-list/><part id="\(part)">\(measures)</part></score-partwise>
                """.utf8))!
    }

    private func harmony(_ root: String, _ kind: String, _ rest: String = "", text: String = "") -> String {
        """
        <harmony><root><root-step>\(root)</root-step></root><kind text="\(text)">\(kind)</kind>\(rest)</harmony>
        """
    }

    private func note(_ duration: Int, _ rest: String = "") -> String {
        "<note>\(rest)<pitch><step>C</step><octave>4</octave></pitch><duration>\(duration)</duration></note>"
    }

    private func text(of bar: Bar) -> String {
        bar.chords.map { "\($0.symbol?.name ?? "N.C.")@\($0.position.beat)" }.joined(separator: " ")
    }

    /// A signature without a mode is major, unless the chords are in the minor key of that signature.
    @Test(arguments: [
        (0, "A minor,D minor,E dominant,A minor", "A minor"), (0, "C major,F major,G dominant,C major", "C major"),
        (-1, "D minor,G minor,A dominant,D minor", "D minor"), (2, "B minor,E minor,A dominant,D major", "D major"),
        // Not in either key of the signature.
        (3, "C minor,F minor,G dominant,C minor", "A major"),
    ])
    func aSignatureWithoutModeFollowsTheChords(_ fifths: Int, _ chords: String, _ key: String) {
        func read(_ mode: String) -> Key? {
            let measures = chords.split(separator: ",").map { chord in
                let parts = chord.split(separator: " ")
                return "<measure>" + harmony(String(parts[0]), String(parts[1])) + note(4) + "</measure>"
            }
            let key = "<key><fifths>\(fifths)</fifths>\(mode)</key>"
            let attributes = "<attributes><divisions>1</divisions>\(key)</attributes>"
            return book("<measure>\(attributes)</measure>" + measures.joined()).tunes[0].key
        }
        #expect(read("")?.name == key)
        // A mode that is written counts.
        #expect(read("<mode>major</mode>") == Key(signature: fifths, .major))
    }

    /// A chord that is not printed sounds like any other, but a printed chord replaces one at the same time.
    @Test func hiddenChordsAreReadWherePrintedOnesLeaveRoom() {
        func hidden(_ root: String) -> String {
            harmony(root, "major").replacing("<harmony>", with: "<harmony print-object=\"no\">")
        }
        let read = book(
            """
            <measure><attributes><divisions>1</divisions></attributes>\(hidden("C"))\(harmony("A", "minor"))\(note(2))
            \(hidden("F"))\(note(2))</measure>
            <measure>\(harmony("D", "minor"))\(hidden("G"))\(note(4))</measure>
            """
        ).tunes[0]
        #expect(read.bars.map { text(of: $0) } == ["Ami@1.0 Fma@3.0", "Dmi@1.0"])
        #expect(read.bars.allSatisfy { $0.alternates.isEmpty })
    }

    @Test func chordsGetTheBeatsOfTheirNotes() {
        let book = book(
            """
            <measure number="1"><attributes><divisions>2</divisions><key><fifths>-3</fifths><mode>minor</mode></key>
            <time><beats>4</beats><beat-type>4</beat-type></time></attributes>
            <direction><direction-type><metronome><beat-unit>quarter</beat-unit><per-minute>132</per-minute>\
            </metronome></direction-type></direction>
            \(harmony("C", "minor-seventh"))\(note(2))\(note(2))\(note(2, "<chord/>"))\(harmony("F", "dominant"))\
            \(note(3))
            \(harmony("B", "major", "<bass><bass-step>D</bass-step><bass-alter>-1</bass-alter></bass>"))\(note(1))\
            </measure>
            <measure \
            number="2">\(note(8))<backup><duration>8</duration></backup><forward><duration>4</duration></forward>
            <harmony><kind>none</kind></harmony><harmony><root><root-step>G</root-step></root><kind>dominant</kind>\
            <offset>2</offset></harmony></measure>
            <measure number="3"><attributes><time><beats>6</beats><beat-type>8</beat-type></time></attributes>
            \(note(3))\(harmony("A", "half-diminished"))\(note(3))</measure>
            """)
        #expect(book.problems == [])
        let tune = book.tunes[0]
        #expect(tune.title == "Sea & Sky")
        #expect(tune.composer == "Ann Other")
        #expect(tune.key == Key(NoteName(.c), .minor))
        #expect(tune.tempo == 132)
        #expect(
            tune.bars.map { text(of: $0) } == [
                "Cmi7@1.0 F7@3.0 Bma/D♭@4.5", "N.C.@3.0 G7@4.0", "Ami7(♭5)@4.0",
            ])
        #expect(tune.bars[2].meter == Meter(6, 8))
    }

    @Test(arguments: [
        ("major", "", "Cma"), ("dominant-13th", "", "C13"), ("major-minor", "", "Cmi(Δ7)"),
        ("suspended-fourth", "", "Csus4"),
        ("dominant-11th", "", "C11"), ("minor-13th", "", "Cmi13"), ("augmented-seventh", "", "C7(♯5)"),
        ("power", "", "C5"),
        ("dominant", "9 -1 add", "C7(♭9)"), ("dominant", "5 1 alter,9 1 add", "C7(♯9♯5)"),
        ("major", "9 0 add", "Cadd9"),
        ("minor-seventh", "5 -1 alter", "Cmi7(♭5)"), ("dominant-ninth", "3 0 subtract,4 0 add", "C9sus4"),
        ("suspended-fourth", "7 0 add", "C7sus4"), ("suspended-fourth", "7 1 add", "Cma7sus4"),
        ("major-seventh", "11 1 add", "Cma7(♯11)"),
        // Two alterations of one degree, in either order.
        ("dominant-13th", "9 -1 alter,9 1 alter", "C13(♭9♯9)"), ("dominant", "5 1 alter,5 -1 alter", "C7(♭5♯5)"),
        // Programs that count from the major scale. By the specification, these would be altered twice.
        ("half-diminished", "5 -1 alter", "Cmi7(♭5)"), ("diminished", "5 -1 alter", "C°"),
        ("suspended-fourth", "7 -1 add", "C7sus4"), ("major", "7 -1 add", "C7"), ("diminished", "7 -1 add", "C°7"),
        // The 11 is the 4, and the 9 the 2.
        ("suspended-fourth", "7 0 add,9 0 add,11 0 add,13 0 add", "C13sus4"), ("suspended-second", "9 0 add", "Csus2"),
        ("suspended-fourth", "9 0 add,69 0 add", "C6/9sus4"),
        // MuseScore's Calt.
        ("major", "5 -1 alter,5 1 alter,9 -1 add,9 1 add", "C7alt(♭9♯9♯5♯11)"),
    ])
    func chordKindsAreRead(_ kind: String, _ changes: String, _ name: String) {
        let degrees = changes.split(separator: ",").map { change -> String in
            let parts = change.split(separator: " ")
            return
                """
                <degree><degree-value>\(parts[0])</degree-value><degree-alter>\(parts[1])</degree-alter><degree-type>\
                \(parts[2])</degree-type></degree>
                """
        }.joined()
        let book = book("<measure>\(harmony("C", kind, degrees))</measure>")
        #expect(book.problems == [])
        #expect(book.tunes[0].bars.map { text(of: $0) } == [name + "@1.0"])
    }

    @Test func aDegreeThatCannotBeReadLeavesTheChord() {
        func degree(_ value: Int, _ type: String) -> String {
            "<degree><degree-value>\(value)</degree-value><degree-alter>-1</degree-alter>\(type)</degree>"
        }
        let add = "<degree-type>add</degree-type>"
        let book = book(
            """
            <measure>\(harmony("C", "dominant", degree(14, add), text: "7b9"))</measure>
            <measure>\(harmony("D", "dominant", degree(14, add) + degree(9, add)))</measure>
            <measure>\(harmony("E", "dominant", degree(9, "")))</measure>
            """)
        #expect(book.tunes[0].bars.map { text(of: $0) } == ["C7(♭9)@1.0", "D7(♭9)@1.0", "E7(♭9)@1.0"])
        #expect(book.problems.map { $0.bar } == [1, 2])
        #expect(book.problems.first?.text == "C7b9")
    }

    /// The displayed text counts if it is more precise than the kind, and the kind if they contradict each other.
    @Test(arguments: [
        ("dominant", "7alt", "C7alt"), ("minor-seventh", "m9", "Cm9"), ("dominant-ninth", "7#9", "C7#9"),
        ("suspended-fourth", "7sus4", "C7sus4"), ("major", "add9", "Cadd9"), ("dominant", "7b5", "C7b5"),
        ("major", "m7", "C"), ("half-diminished", "m7", "Cm7b5"), ("dominant-13th", "7", "C13"),
        ("dominant", "sus", "C7"), ("major-seventh", "9", "Cmaj7"),
        // A triangle is displayed before this text.
        ("major", "7\" use-symbols=\"yes", "C"),
    ])
    func textMoreExactThanItsKindIsRead(_ kind: String, _ shown: String, _ name: String) throws {
        let book = book("<measure>\(harmony("C", kind, text: shown))</measure>")
        let expected = try ChordSymbol(name)
        #expect(book.problems == [])
        #expect(book.tunes[0].bars[0].chords.map { $0.symbol } == [expected])
    }

    /// MuseScore writes what it cannot read as the text of no chord, and analysis as Roman numerals.
    @Test func textsAndNumeralsOfNoChordMayBeChords() {
        func none(_ root: String, _ text: String) -> String {
            "<harmony>\(root)<kind text=\"\(text)\">none</kind></harmony>"
        }
        let hidden = "<root><root-step text=\"\">C</root-step></root>", root = "<root><root-step>C</root-step></root>"
        let numeral = "<function>ii7</function>", number = "<function>6</function>"
        let measures: [(content: String, chords: String)] = [
            (none(hidden, "dm7"), "Dmi7@1.0"), (none(root, "m7"), "Cmi7@1.0"), (none(root, "F#m7"), "F♯mi7@1.0"),
            (none(numeral, ""), "Dmi7@1.0"), (none(number, "m7"), "Ami7@1.0"),
            // The analysis of a chord symbol, before and after it.
            (none(numeral, "") + harmony("G", "dominant"), "G7@1.0"),
            (harmony("G", "dominant") + none(numeral, ""), "G7@1.0"),
            // Words displace no chord.
            (none(hidden, "Fill") + harmony("F", "major"), "Fma@1.0"), (none(hidden, "V43"), ""),
            (none(root, ""), "N.C.@1.0"), (none(hidden, "N.C."), "N.C.@1.0"), (none(hidden, "NC"), "N.C.@1.0"),
        ]
        let book = book(measures.map { "<measure>" + $0.content + "</measure>" }.joined())
        let bars = book.tunes[0].bars
        #expect(bars.map { text(of: $0) } == measures.map { $0.chords })
        #expect(bars.allSatisfy { $0.alternates.isEmpty })
        #expect(bars.flatMap { $0.words } == ["Fill", "V43"])
        #expect(book.problems.map { $0.text } == ["Fill", "V43"])
        #expect(book.problems.map { $0.bar } == [8, 9])
        // They do not make a part the one with the chords.
        let words = none(hidden, "Solo")
        #expect(
            tune(ofParts: [words, words], ["", harmony("G", "dominant")]).bars.map { text(of: $0) } == ["", "G7@1.0"])
    }

    /// A root that is not displayed, and a bass: a slash and a note.
    @Test func aBassWithoutARootIsUnderTheChordBefore() {
        let bass = """
            <harmony><root><root-step text="">C</root-step></root><kind text="">major</kind><bass>\
            <bass-step>G</bass-step></bass></harmony>
            """
        let bars = tune(ofParts: [bass, harmony("F", "minor"), bass]).bars
        #expect(bars.map { text(of: $0) } == ["Cma/G@1.0", "Fmi@1.0", "Fmi/G@1.0"])
    }

    @Test func polychordsAreRead() {
        let poly = """
            <harmony arrangement="vertical"><root><root-step>D</root-step></root><kind>major</kind>
            <root><root-step>C</root-step></root><kind>dominant</kind></harmony>
            """
        #expect(book("<measure>\(poly)</measure>").tunes[0].bars.map { text(of: $0) } == ["Dma/C7@1.0"])
    }

    /// No chord of a polychord that cannot be read is lost.
    @Test func polychordsThatCannotBeReadStayAsText() {
        func poly(_ chords: (root: String, kind: String)...) -> String {
            let parts = chords.map { "<root><root-step>\($0.root)</root-step></root><kind>\($0.kind)</kind>" }
            return "<measure><harmony>\(parts.joined())</harmony></measure>"
        }
        let book = book(poly(("D", "major"), ("C", "major"), ("G", "dominant")) + poly(("D", "major"), ("C", "foo")))
        #expect(book.tunes[0].bars.map { $0.chords.map { $0.unread } } == [["Dma/Cma/G7"], ["Dma/Cfoo"]])
        #expect(book.problems.map { $0.bar } == [1, 2])
    }

    @Test func otherChordKindsAreReadFromTheirText() {
        let book = book(
            """
            <measure>\(harmony("E", "other", text: "7alt"))</measure><measure>\(harmony("E", "other", text: "?!"))\
            </measure>
            """
        )
        #expect(book.tunes[0].sounding.map { $0.count } == [1, 0])
        #expect(book.problems.map { $0.bar } == [2])
        // The text stays in place of the chord.
        #expect(book.tunes[0].bars[1].chords.map { $0.unread } == ["E?!"])
    }

    @Test func repeatsEndingsAndSignsAreRead() throws {
        func measure(_ content: String) -> String { "<measure>\(harmony("C", "major"))\(content)</measure>" }
        let words = { (words: String) in
            "<direction><direction-type><words>\(words)</words></direction-type></direction>"
        }
        let tune = book(
            measure(
                """
                <direction><direction-type><rehearsal>A</rehearsal></direction-type></direction><barline \
                location='left'><repeat direction='forward'/></barline>
                """
            )
                + measure(
                    """
                    <barline location='left'><ending number='1' type='start'/></barline><barline \
                    location='right'><ending number='1' type='stop'/><repeat direction='backward' \
                    times='2'/></barline>
                    """
                )
                + measure(
                    """
                    <barline location='left'><ending number='2' type='start'/></barline><barline \
                    location='right'><bar-style>light-light</bar-style></barline>
                    """
                )
                + measure(
                    """
                    <direction><direction-type><rehearsal>B</rehearsal></direction-type></direction><direction>\
                    <direction-type><segno/></direction-type></direction>
                    """
                )
                + measure("<direction><direction-type><coda/></direction-type><sound tocoda='1'/></direction>")
                + measure(words("D.S. al Coda") + "<sound dalsegno='1'/>")
                + measure(
                    """
                    <direction><direction-type><coda/></direction-type></direction><barline>\
                    <bar-style>light-heavy</bar-style></barline>
                    """
                )
        ).tunes[0]
        #expect(tune.sections.map { $0.label } == ["A", "B"])
        #expect(tune.bars.map { $0.end } == [.single, .repeated(2), .double, .single, .single, .single, .final])
        #expect(
            tune.bars.map { $0.marks.map { $0.words } } == [
                [], [], [], ["Segno"], ["To Coda"], ["D.S. al Coda"], ["Coda"],
            ])
        #expect(try tune.unfolded() == [0, 1, 0, 2, 3, 4, 5, 3, 4, 6])
    }

    @Test func partWithChordSymbolsIsRead() {
        let book = MusicXML.read(
            Array(
                """
                <score-partwise><part id="1"><measure>\(note(4))</measure></part><part \
                id="2"><measure>\(harmony("G", "dominant"))</measure></part>
                <part id="3"><measure>\(harmony("A", "dominant"))</measure></part></score-partwise>
                """.utf8))!
        #expect(book.tunes[0].bars.map { text(of: $0) } == ["G7@1.0"])
    }

    /// The tune of a score with several parts, each given by its measures.
    private func tune(ofParts parts: [String]...) -> Tune {
        let parts = parts.map { measures in
            "<part>" + measures.map { "<measure>" + $0 + "</measure>" }.joined() + "</part>"
        }
        return MusicXML.read(Array(("<score-partwise>" + parts.joined() + "</score-partwise>").utf8))!.tunes[0]
    }

    /// A horn part has one chord symbol for a solo, above a rhythm section that has all of them.
    /// The key of a drum part is not that of the chords.
    @Test func keyAndChordsComeFromOnePart() {
        func key(_ fifths: Int) -> String { "<attributes><key><fifths>\(fifths)</fifths></key></attributes>" }
        let chords = [harmony("F", "minor") + note(4), harmony("C", "dominant") + note(4)]
        #expect(tune(ofParts: [key(0) + note(4), note(4)], [key(-4) + chords[0], chords[1]]).key?.name == "F minor")
        #expect(tune(ofParts: [key(-4) + note(4), note(4)], chords).key?.name == "F minor")
    }

    @Test func otherChordsOfAnotherPartAreReported() {
        func problems(_ parts: [String]...) -> Int {
            let parts = parts.map { "<part>" + $0.map { "<measure>\($0)</measure>" }.joined() + "</part>" }.joined()
            return MusicXML.read(Array("<score-partwise>\(parts)</score-partwise>".utf8))!.problems.count
        }
        let (c, g) = (harmony("C", "major") + note(4), harmony("G", "major") + note(4))
        #expect(problems([c, g], [note(4), g]) == 0)
        #expect(problems([c, g, note(4)], [note(4), note(4), c]) == 1)
        #expect(problems([note(4), c, note(4)], [c, g, c]) == 1)
    }

    /// The staves of a piano may have the same symbols.
    @Test func equalChordsAreOne() {
        let bar =
            "<attributes><divisions>1</divisions></attributes>"
            + harmony("C", "major") + harmony("C", "major") + note(2) + harmony("F", "major") + harmony("D", "minor")
            + note(2)
        let read = book("<measure>\(bar)</measure>").tunes[0].bars[0]
        #expect(text(of: read) == "Cma@1.0 Fma@3.0")
        #expect(read.alternates.map { $0.symbol?.name } == ["Dmi"])
    }

    @Test func signsAtTheEdgesOfMeasuresAreRead() {
        let read = book(
            """
            <measure><attributes><divisions>1</divisions></attributes><direction><direction-type><metronome>\
            <beat-unit>quarter</beat-unit><per-minute>c. 80</per-minute></metronome></direction-type></direction>\
            \(harmony("C", "major"))\(note(4))</measure>
            <measure><barline location="left"><bar-style>light-light</bar-style></barline>\(note(4))\
            \(harmony("G", "dominant"))</measure>
            """
        ).tunes[0]
        #expect(read.tempo == 80)
        #expect(read.bars.map { $0.end } == [.double, .single])
        // After the last note, a chord has a beat.
        #expect(read.bars.map { text(of: $0) } == ["Cma@1.0", "G7@4.0"])
    }

    @Test func thePartWithChordsInTheMostBarsIsTheLeadSheet() {
        let solo = harmony("D", "minor-seventh")
        let horn = ["", solo, "", ""].map { $0 + note(4) }
        let rhythm = ["C", "D", "G", "A"].map { harmony($0, "dominant") }
        let all = ["C7@1.0", "D7@1.0", "G7@1.0", "A7@1.0"]
        let read = tune(ofParts: horn, rhythm)
        #expect(read.bars.map { text(of: $0) } == all)
        #expect(read.bars.allSatisfy { !$0.melody.isEmpty })
        #expect(tune(ofParts: rhythm, horn).bars.map { text(of: $0) } == all)
        // N.C. and text that cannot be read are not chords. Several chords in a bar count once.
        let silent = harmony("C", "none"), unread = harmony("C", "wobbly")
        let others = [silent, unread, solo + solo]
        #expect(tune(ofParts: others, ["", solo, solo]).bars.map { $0.chords.count } == [0, 1, 1])
        // A repeated bar has the chords of the bar before.
        let sign =
            "<attributes><measure-style><measure-repeat type='start'>1</measure-repeat></measure-style></attributes>"
        let vamp = tune(ofParts: [harmony("C", "major"), sign, "", ""], ["", solo, solo, ""])
        #expect(vamp.bars.map { $0.content == .asLast } == [false, true, true, true])
        // The melody is read in the part with the chords if it has one there, even in the bass clef.
        let clef = "<attributes><clef><sign>F</sign></clef></attributes>"
        let low = [clef + solo + note(4), solo]
        #expect(tune(ofParts: [solo, ""], low).bars.map { $0.melody.isEmpty } == [false, true])
        #expect(tune(ofParts: [solo, ""], [clef + note(4), ""]).bars.allSatisfy { $0.melody.isEmpty })
    }

    /// Whatever the kind “none” shows, nothing is played if that says so.
    @Test func noChordIsSaidInManyWays() {
        for text in ["", "N.C.", "(N.C.)", "No Chord", "tacet", "—", "x"] {
            let bars = tune(ofParts: [harmony("C", "major"), harmony("C", "none", text: text)]).bars
            #expect(bars[1].chords.first?.sound == (text == "x" ? nil : .noChord), "\(text)")
        }
    }

    /// A copied bar in which a chord is held has that chord, although another one sounds before the copy.
    @Test func heldBarsAreCopiedWithTheirChords() {
        let sign =
            "<attributes><measure-style><measure-repeat type='start'>4</measure-repeat></measure-style></attributes>"
        let bars = tune(
            ofParts: [
                harmony("G", "major"), "", harmony("C", "major"), harmony("D", "major"), harmony("E", "minor"), sign,
                "",
                "", "",
            ]
        ).bars
        #expect(
            bars.map { text(of: $0) } == [
                "Gma@1.0", "", "Cma@1.0", "Dma@1.0", "Emi@1.0", "Gma@1.0", "Cma@1.0", "Dma@1.0", "Emi@1.0",
            ])
    }

    /// MuseScore writes rehearsal marks and jumps only in the first part.
    @Test func signsOfTheFirstPartHoldForTheChords() throws {
        func direction(_ type: String, _ sound: String = "") -> String {
            "<direction><direction-type>\(type)</direction-type>\(sound)</direction>"
        }
        let voice = [
            direction("<rehearsal>A</rehearsal>") + direction("<segno/>") + note(4),
            note(4) + direction("<words>To Coda</words>", "<sound tocoda='coda'/>"),
            direction("<rehearsal>B</rehearsal>") + direction("<words>con sord.</words>")
                + "<barline location='left'><ending number='1' type='start'/><repeat direction='forward'/></barline>"
                + note(4) + "<barline><repeat direction='backward'/></barline>",
            // The coda sign of the other part decides where this jump ends.
            note(4) + "<sound dalsegno='segno'/>",
            note(4) + "<barline><bar-style>light-heavy</bar-style></barline>",
        ]
        var chords = ["C", "F", "G", "A", "D"].map { harmony($0, "major") }
        chords[2] = direction("<words>Solos</words>") + chords[2]
        chords[4] = direction("<coda/>") + chords[4]
        let read = tune(ofParts: voice, chords)
        #expect(read.sections.map { $0.label } == ["A", "B"])
        #expect(
            read.bars.map { $0.marks.map { $0.words } } == [["Segno"], ["To Coda"], [], ["D.S. al Coda"], ["Coda"]])
        #expect(read.bars.map { $0.words } == [[], [], ["Solos"], [], []])
        #expect(read.bars.map { $0.end } == [.single, .single, .repeated(2), .single, .final])
        #expect(read.bars.map { $0.startsRepeat } == [false, false, true, false, false])
        #expect(read.bars.map { $0.endings } == [[], [], [1], [], []])
        #expect(read.bars.map { text(of: $0) } == ["Cma@1.0", "Fma@1.0", "Gma@1.0", "Ama@1.0", "Dma@1.0"])
        // Bars of parts that differ in length cannot be matched.
        #expect(tune(ofParts: [voice[0]], chords).sections.map { $0.label } == [""])
    }

    /// The marks of a score of five bars, some with directions before or after their notes.
    private func marks(before: [Int: String] = [:], after: [Int: String] = [:]) -> [[String]] {
        let measures = (0..<5).map { index in
            let note = harmony("C", "major") + note(4)
            return "<measure>" + (before[index] ?? "") + note + (after[index] ?? "") + "</measure>"
        }
        return book(measures.joined()).tunes[0].bars.map { $0.marks.map { $0.words } }
    }

    private func direction(_ types: String..., rest: String = "") -> String {
        let types = types.map { "<direction-type>\($0)</direction-type>" }.joined()
        return "<direction>\(types)\(rest)</direction>"
    }

    /// A coda sign beside “To Coda” is no coda, and words in several fonts are one mark.
    @Test func wordsAndSignsOfADirectionAreOneMark() {
        let expected = [["Segno"], ["To Coda"], ["D.S. al Coda"], ["Coda"], []]
        let jump = direction("<words>D.S. al </words><words>Coda</words>")
        for sign in [
            direction("<words>To Coda </words>", "<coda/>"), direction("<words>To Coda</words><coda/>"),
            direction("<words>To </words><coda/>"), direction("<words>To Coda ⊕</words>"),
        ] {
            let read = marks(before: [0: direction("<segno/>"), 3: direction("<coda/>")], after: [1: sign, 2: jump])
            #expect(read == expected)
        }
        // Others stay apart.
        let both = direction("<coda/>", "<words>D.C.</words>")
        #expect(marks(before: [3: both]) == [[], [], ["D.C."], ["Coda"], []])
    }

    /// A jump before the first note belongs to its bar, unless the coda begins there; “To Coda” belongs to the bar
    /// before, unless it is printed later.
    @Test func signsBeforeTheFirstNoteBelongToTheBarWhereTheyArePlayed() {
        let toCoda = "<sound tocoda='1'/>"
        let jump = "<sound dacapo='yes'/>"
        let coda = direction("<coda/>", rest: "<sound coda='1'/>")
        let words = "<words>D.C. al Coda</words>"
        #expect(
            marks(before: [1: toCoda, 2: direction(words, rest: jump), 3: coda])
                == [["To Coda"], [], ["D.C. al Coda"], ["Coda"], []])
        #expect(
            marks(before: [1: toCoda, 3: jump + coda]) == [["To Coda"], [], ["D.C. al Coda"], ["Coda"], []])
        let later = "<offset>4</offset>"
        #expect(
            marks(before: [
                1: direction("<words>To Coda</words>", rest: later + toCoda), 2: direction(words, rest: later + jump),
                3: coda,
            ]) == [[], ["To Coda"], ["D.C. al Coda"], ["Coda"], []])
    }

    @Test func measureRepeatsAreReadAndOtherDocumentsRejected() {
        let repeated =
            "<attributes><measure-style><measure-repeat type=\"start\">1</measure-repeat></measure-style></attributes>"
        let stop = "<attributes><measure-style><measure-repeat type=\"stop\"/></measure-style></attributes>"
        let tune = book(
            """
            <measure>\(harmony("C", "major"))</measure><measure>\(repeated)</measure><measure/><measure>\(stop)\
            </measure>
            """
        ).tunes[0]
        #expect(tune.bars.map { $0.content == .asLast } == [false, true, true, false])
        #expect(MusicXML.read(Array("<html><body>no score</body></html>".utf8)) == nil)
        #expect(MusicXML.read(Array("<score-timewise><measure/></score-timewise>".utf8))!.problems.count == 1)
    }

    /// A tune has signs that repeat one or two bars.
    @Test func aRepetitionSignForFourBarsCopiesTheirChords() {
        func sign(_ type: String, _ count: String = "") -> String {
            """
            <attributes><measure-style><measure-repeat type="\(type)">\(count)</measure-repeat></measure-style>\
            </attributes>
            """
        }
        let measures = [
            harmony("C", "major"), sign("start", "1"), sign("stop") + harmony("F", "major"), harmony("G", "major"),
            sign("start", "4"), "", "", "", sign("stop") + harmony("A", "major"),
        ]
        let bars = tune(ofParts: measures).bars
        #expect(bars[1].content == .asLast)
        #expect(
            bars.map { text(of: $0) } == [
                "Cma@1.0", "", "Fma@1.0", "Gma@1.0", "Cma@1.0", "Cma@1.0", "Fma@1.0", "Gma@1.0", "Ama@1.0",
            ])
    }

    /// Documents that are nested deeply or cut off.
    @Test func deeplyNestedAndTruncatedScoresAreHandled() {
        let deep = "<score-partwise><part><measure>" + String(repeating: "<a>", count: 300_000)
        #expect(MusicXML.read(Array(deep.utf8))!.tunes.count == 1)
        let ninth = """
            <degree><degree-value>9</degree-value><degree-alter>-1</degree-alter><degree-type>add</degree-type></degree>
            """
        let triplet = """
            <tie type='start'/><time-modification><actual-notes>3</actual-notes><normal-notes>2</normal-notes>\
            </time-modification><type>half</type><dot/>
            """
        let text = """
            <score-partwise><part><measure><!-- c --><![CDATA[x]]>\(harmony("C", "major", ninth))&#xFFFFFFF;\
            \(note(99, triplet))\(note(1, "<chord/>"))</measure></part></score-partwise>
            """
        let whole = Array(text.utf8)
        var random = TuneGenerator(seed: 6)
        for _ in 0..<20_000 {
            var bytes = Array(whole[..<random.number(20...whole.count)])
            for _ in 0..<random.number(0...4) {
                bytes[random.number(16...bytes.count - 1)] = random.one(of: Array("<>/=\"'&;-[]! 9".utf8))
            }
            _ = MusicXML.read(bytes)
        }
    }

    /// Programs write fermatas over notes or over bar lines.
    @Test func fermatasOnNotesAndBarLinesAreRead() {
        let held = note(4, "<notations><fermata/></notations>")
        let book = book(
            """
            <measure>\(harmony("C", "major"))\(note(4))</measure><measure>\(held)</measure>
            <measure>\(note(4))<barline location="right"><fermata/></barline></measure>
            """)
        #expect(book.tunes[0].bars.map { $0.marks } == [[], [.fermata], [.fermata]])
    }

    /// Highly compressible content is limited: elements of a measure and attributes.
    @Test func endlessMeasuresAreCutOffWithAMessage() {
        let many = String(repeating: "<words a=''/>", count: 50_000)
        let measures = "<measure>\(harmony("C", "major"))\(many)</measure><measure>\(harmony("F", "major"))</measure>"
        let book = book(measures)
        #expect(book.tunes[0].bars.map { text(of: $0) } == ["Cma@1.0", "Fma@1.0"])
        #expect(book.problems.map { $0.bar } == [1])
        #expect(book.problems.first?.message.contains("20000") == true)
        let attributes = String(repeating: "a='b' ", count: 50_000)
        #expect(self.book("<measure \(attributes)>\(harmony("C", "major"))</measure>").tunes[0].bars.count == 1)
    }
}
