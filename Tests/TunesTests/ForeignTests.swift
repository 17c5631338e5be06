import Harmony
import RandomTunes
import Testing

import Tunes

/// Rules for files as other programs write them. The files themselves are tested on the command line.
@Suite struct ForeignTests {
    private func played(_ text: String) throws -> String {
        let tune = try #require(TuneText.read(text).tunes.first)
        let sounding = tune.sounding
        return try tune.unfolded().map { sounding[$0].map { $0.symbol?.name ?? "" }.joined() }.joined(separator: " ")
    }

    /// Every way to give four passes to endings: each pass plays the ending that names it.
    @Test func eachPassPlaysTheEndingThatNamesIt() throws {
        let roots = ["D", "E", "F", "G"]
        for code in 0..<256 {
            let endings = (0..<4).map { code >> (2 * $0) & 3 }
            // Endings are written in the order of their first passes, without gaps.
            var order: [Int] = []
            for ending in endings where !order.contains(ending) { order.append(ending) }
            guard order == Array(0..<order.count), order.count > 1 else { continue }
            let isListed = order.count < 4
            var text = "|: C |"
            for ending in order {
                let passes = (1...4).filter { endings[$0 - 1] == ending }
                text += " " + passes.map { "\($0)." }.joined() + " " + roots[ending]
                // In a list the last pass may have any ending.
                text += ending == order.count - 1 && !isListed ? " |" : " :|"
            }
            let expected = endings.map { "Cma " + roots[$0] + "ma" }.joined(separator: " ")
            #expect(try played(text) == expected, "\(text)")
        }
    }

    /// A single number counts until the next one, unless the endings of its repeat list their passes.
    @Test func bracketsShowTheirPasses() {
        for (text, expected) in [
            ("|: C | 1.3. G | C :| 2. D :| 4. A |]", [[1, 3], [2], [4]]),
            ("|: C | 1. G :| 2.3. D :| 4. A |]", [[1], [2, 3], [4]]),
            ("|: C | 1. G :| 3. D |]", [[1, 2], [3]]),
            ("|: C | 1.2. G :| 3. D |: F | 1. G :| 3. D |]", [[1, 2], [3], [1, 2], [3]]),
        ] {
            #expect(TuneText.read(text).tunes[0].endings.map { $0.times } == expected, "\(text)")
        }
    }

    @Test func endingsAreListsAndRanges() throws {
        func passes(_ text: String) -> [Int] { TuneText.read(text).tunes[0].bars[1].endings }
        #expect(passes("| C | 1.3. D |") == [1, 3])
        #expect(passes("| C | 1,2. D |") == [1, 2])
        #expect(passes("| C | 1, 2. D |") == [1, 2])
        #expect(passes("| C | 1.-3. D |") == [1, 2, 3])
        #expect(passes("| C | 2-4. D |") == [2, 3, 4])
        #expect(passes("| C |1 D |") == [1])
        #expect(passes("| C | 12. D |") == [12])
        // Neither a meter nor a chord.
        #expect(passes("| C | 3/4 D |") == [])
    }

    @Test func anEncodingChangesNothing() {
        let text = "Title: Über é\n\n| C | F♯ |\n"
        let plain = TuneBook(reading: Array(text.utf8))
        #expect(plain.tunes.first?.title == "Über é")
        #expect(TuneBook(reading: [0xEF, 0xBB, 0xBF] + Array(text.utf8)) == plain)
        let units = text.utf16.map { ($0 & 255, $0 >> 8) }
        #expect(TuneBook(reading: [0xFF, 0xFE] + units.flatMap { [UInt8($0.0), UInt8($0.1)] }) == plain)
        #expect(TuneBook(reading: [0xFE, 0xFF] + units.flatMap { [UInt8($0.1), UInt8($0.0)] }) == plain)
        let latin = text.replacing("♯", with: "#").unicodeScalars.map { UInt8($0.value) }
        #expect(TuneBook(reading: latin) == plain)
        #expect(TuneBook(reading: Array(text.replacing("\n", with: "\r\n").utf8)) == plain)
    }

    /// A chord that cannot be read keeps its place, other text takes none; both are kept, named and written again.
    @Test func whatCannotBeReadMovesNothing() throws {
        for (text, beats) in [
            ("| Gfoo7 Dm7 |", [3]), ("| Dm7 Gfoo7 |", [1]), ("| a) Dm7 G7 |", [1, 3]), ("| Dm7 sempre G7 |", [1, 3]),
        ] {
            let book = TuneText.read(text)
            let bar = try #require(book.tunes.first?.bars.first)
            #expect(bar.chords.filter { $0.symbol != nil }.map { Int($0.position.beat) } == beats, "\(text)")
            #expect(book.problems.count == 1 && book.problems[0].bar == 1)
            let unread = try #require(book.problems[0].text)
            let written = TuneText.write(book.tunes)
            #expect(written.contains(unread))
            #expect(TuneText.read(written).tunes == book.tunes)
        }
    }

    @Test func percentSharesABar() {
        func beats(_ text: String) -> [Int] {
            TuneText.read(text).tunes[0].bars[0].chords.map { Int($0.position.beat) }
        }
        #expect(beats("| C % % % |") == [1])
        #expect(beats("| C % F % |") == [1, 3])
        #expect(beats("| C F % % |") == [1, 2])
        #expect(beats("| % C |") == [3])
        #expect(TuneText.read("| C | % | % % |").tunes[0].bars.map { $0.content }.suffix(2) == [.asLast, .asLast])
    }

    @Test func aBassAloneKeepsTheChordBefore() {
        #expect(TuneText.write(TuneText.read("| Cm7 /Bb | /A |").tunes) == "| Cmi7 Cmi7/Bb | Cmi7/A |\n")
    }

    @Test func timesStandAroundTheRepeatSign() {
        for text in ["|: C | F :|3x", "|: C | F :3x|", "|: C | F x3 :|", "|: C | F :| x3", "|: C | F :| 3x"] {
            #expect(TuneText.write(TuneText.read(text).tunes) == "|: C | F :|3x\n", "\(text)")
        }
    }

    /// Above lines of chords and words.
    @Test(arguments: [
        ("Chorus x2", "Chorus x2"), ("Chorus (x2)", "Chorus (x2)"), ("Chorus 2x", "Chorus 2x"), ("(Chorus)", "Chorus"),
        ("Chorus - repeat", "Chorus - repeat"), ("Verse 2 (quiet)", "Verse 2 (quiet)"), ("Verse 2 x3", "Verse 2 x3"),
        ("Tag", "Tag"), ("Ending", "Ending"), ("Middle 8", "Middle 8"), ("Head", "Head"), ("Solos", "Solos"),
        // Words of a song.
        ("Head over heels", nil), ("Chorus of angels", nil), ("Middle of the road", nil),
    ])
    func namesOfSectionsHaveCountsAndRemarks(_ line: String, _ name: String?) {
        let book = TuneText.read("Verse 1\nC   G\nHello there\n\n\(line)\nF  G  C\nla la\n")
        #expect(book.problems == [])
        #expect(book.tunes[0].sections.map { $0.label } == ["Verse 1"] + [name].compactMap { $0 })
        #expect(book.tunes[0].bars.count == 5)
    }

    @Test func aColonBeforeABlankNamesASection() {
        #expect(TuneText.write(TuneText.read("A: | C |\nVerse 2:\n| F |").tunes) == "[A]\n| C |\n[Verse 2]\n| F |\n")
        #expect(TuneText.write(TuneText.read("C:maj7 A:min7").tunes) == "| Cma7 | Ami7 |\n")
    }

    // MARK: Scores

    private func score(_ measures: String, head: String = "") -> [UInt8] {
        Array(
            """
            <score-partwise><part-list/><part id="P1"><measure number="1"><attributes><divisions>1</divisions>\
            \(head)<time><beats>4</beats><beat-type>4</beat-type></time></attributes>\(measures)</part></score-partwise>
            """.utf8)
    }

    private func chord(_ root: NoteName, _ kind: String) -> String {
        """
        <harmony><root><root-step>\(root.letter.name)</root-step><root-alter>\(root.accidental.semitones)</root-alter>\
        </root><kind>\(kind)</kind></harmony><note><rest/><duration>4</duration></note>
        """
    }

    /// A part for an instrument, a second lower to a sixth lower, gives the chords that sound.
    @Test func transposingPartsAreReadAsTheySound() throws {
        for (diatonic, chromatic, fifths) in [(-1, -2, -2), (-5, -9, -3), (-4, -7, -1), (2, 3, -3), (-8, -14, -2)] {
            for written in NoteName.roots {
                let transpose = "<diatonic>\(diatonic)</diatonic><chromatic>\(chromatic)</chromatic>"
                let bytes = score(
                    chord(written, "minor") + "</measure>", head: "<transpose>" + transpose + "</transpose>")
                let book = TuneBook(reading: bytes)
                let sounding = NoteName(fifths: written.fifths + fifths).simplified
                #expect(book.tunes.first?.bars.first?.chords.first?.symbol?.name == sounding.text + "mi")
                #expect(book.problems.count == 1)
            }
        }
    }

    @Test func aTimewiseScoreIsTheSame() {
        let kinds = ["minor", "dominant", "major-seventh"].map { chord(NoteName(.d), $0) }
        let partwise =
            "<score-partwise><part id='P1'>" + kinds.map { "<measure>" + $0 + "</measure>" }.joined()
            + "</part></score-partwise>"
        let timewise =
            "<score-timewise>"
            + kinds.map { "<measure><part id='P1'>" + $0 + "</part><part id='P2'/></measure>" }.joined()
            + "</score-timewise>"
        let book = TuneBook(reading: Array(timewise.utf8))
        #expect(book == TuneBook(reading: Array(partwise.utf8)))
        #expect(book.tunes.first?.bars.count == 3)
    }

    /// Names of kinds that are not in the specification.
    @Test func kindsAreReadAsOlderProgramsMeantThem() {
        for (kind, name) in [
            ("m7", "Cmi7"), ("M7", "Cma7"), ("sus4", "Csus4"), ("7sus4", "C7sus4"), ("dominant-ninth-chord", "C9"),
            ("minor-triad", "Cmi"), ("augmented_triad", "C+"), ("diminished seventh", "C°7"), ("dim", "C°"),
            ("DOMINANT", "C7"), ("major-sixth-ninth", "C6/9"), ("minor-eleventh", "Cmi11"), ("suspended", "Csus4"),
        ] {
            let book = TuneBook(reading: score(chord(NoteName(.c), kind) + "</measure>"))
            let symbol = book.tunes.first?.bars.first?.chords.first?.symbol
            #expect(symbol == (try? ChordSymbol(name)), "\(kind)")
            #expect(book.problems.isEmpty)
        }
    }

    @Test func anUnknownKindStaysAsText() {
        let book = TuneBook(reading: score(chord(NoteName(.c), "wobbly7") + "</measure>"))
        #expect(book.tunes.first?.bars.first?.chords.first?.unread == "Cwobbly7")
        #expect(book.problems.first?.text == "Cwobbly7")
    }

    /// A measure lasts as long as its notes, in any time.
    @Test func aMeasureLastsAsLongAsItsNotes() {
        for beats in 1...7 {
            let first = "<note><rest/><duration>4</duration></note></measure>"
            let other = "<measure><note><rest/><duration>\(beats)</duration></note></measure>"
            let last = "<measure>" + chord(NoteName(.c), "major") + "</measure>"
            let meters = TuneBook(reading: score(first + other + last)).tunes.first?.meters
            #expect(meters == [.common, Meter(beats, 4)!, .common])
        }
        let whole = "<measure><note><rest measure='yes'/><duration>3</duration></note></measure>"
        let rests = TuneBook(reading: score(chord(NoteName(.c), "major") + "</measure>" + whole)).tunes.first
        #expect(rests?.bars.map { $0.meter } == [nil, nil])
    }

    // MARK: Forms

    /// With a sign, the last chorus leaves for the outro; without one, the outro follows it.
    @Test func anOutroIsPlayedOnce() throws {
        for (sign, end) in [(" To Coda", [0, 2]), ("", [0, 1, 2])] {
            let tune = TuneText.read("| C" + sign + " | F || Coda G |]").tunes[0]
            #expect(try tune.unfolded(isLastChorus: false) == [0, 1])
            #expect(try tune.unfolded() == end)
            #expect(tune.hasOutro)
        }
        #expect(!TuneText.read("| C To Coda | F D.C. al Coda || Coda G |]").tunes[0].hasOutro)
    }

    // MARK: ChordPro

    @Test func marginsOfAGridHaveSigns() {
        func text(_ grid: String) -> String {
            TuneText.write(TuneBook(reading: Array("{sog}\n\(grid)\n{eog}".utf8)).tunes)
        }
        #expect(text("A |: C . | F . :| 3x") == "|: C | F :|3x\n")
        #expect(text("|: C . | F . :| play 3 times, To Coda\nCoda | G |") == "|: C | F To Coda :|3x Coda G |\n")
        #expect(text("| C . | F . | D.C. al Fine") == "| C | F D.C. al Fine |\n")
        // Without a repeat sign it is unclear which bars are played again. Other margins are words.
        #expect(text("Fine | C . | F . | 2x\nB | G | as Coda") == "| C | F | G |\n")
    }

    @Test func recallingAChorusOftenIsBounded() {
        let chorus = "{soc}\n" + String(repeating: "[C]la [G]la\n", count: 4000) + "{eoc}\n"
        let book = TuneBook(reading: Array((chorus + String(repeating: "{chorus}\n", count: 4000)).utf8))
        #expect(book.tunes.first?.bars.count == Tune.maximumBars)
    }

    @Test func directivesWithoutMusicAreNoChords() {
        let book = TuneBook(
            reading: Array("{t: A}\n{x_new: [C]}\n{textfont: Arial}\n{image: a.png}\n{c: [D]}\n[G]la\n".utf8))
        #expect(book.tunes.first?.bars.map { $0.chords.first?.symbol?.name } == ["Gma"])
        #expect(book.problems.isEmpty)
    }

    /// What is written as ChordPro has the same chords at the same beats.
    @Test func chordProIsReadAsItIsWritten() {
        for text in [
            "Title: A\nKey: Bb\n\n[A]\n|: Cm7 F7 | Bb :|\n[B]\n| Eb / F / | N.C. | % | Bb |]\n",
            "Time: 3/4\n\n| C | F G | (4/4) C F G A | %% | . |\n",
            // Off the beat, in halves, thirds, quarters and twelfths of one.
            "| C / / Gm7 / / / / / / / C7 | . F . . G . . A . . . . | C . . F . . . G . . . . . . . A |\n",
            "| C . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . G |\n",
        ] {
            let tunes = TuneText.read(text).tunes
            let again = TuneBook(reading: Array(ChordProWriter.write(tunes).utf8)).tunes
            #expect(again.map { $0.sounding } == tunes.map { $0.sounding }, "\(ChordProWriter.write(tunes))")
            #expect(again.map { $0.meters } == tunes.map { $0.meters })
        }
        let headed = TuneText.read("Style: Bossa Nova\nGroove: Even 8ths\nChoruses: 3\n| C |").tunes[0]
        let again = TuneBook(reading: Array(ChordProWriter.write([headed]).utf8)).tunes[0]
        #expect(again == headed)
        // Cells with different numbers of chords share beats evenly.
        let cells = "{sog}\n| C~F~G~A D~E~B . . |\n{eog}"
        let twelfths = TuneBook(reading: Array(cells.utf8)).tunes[0].bars[0].chords.map { $0.position.twelfths }
        #expect(twelfths == [0, 3, 6, 9, 12, 16, 20])
    }

    /// Passes, counts, jumps and words survive ChordPro.
    @Test(arguments: [
        "|: C | 1.3. F :| 2.4. G |", "|: C | F | 1.2. G | D :| 3. C || A |]", "|: C :| 1. F | 2. G |",
        "|: C | F :|3x G |: A :|4x D |]", "|: C | F To Coda :|3x G D.C. | Coda A |",
        "| C | Segno F | G To Coda | A D.S. al Coda | Coda D | E |]", "| C Fine | F || G D.C. al Fine |]",
        "| Segno Coda C | F Fermata End | G D.S. al 2nd ending |",
        "| C | (3/4) Coda F | \"Solo\" G | \"[A] :\" D || E |",
    ])
    func formsAreReadAsTheyAreWritten(_ text: String) {
        var tune = TuneText.read(text).tunes[0]
        let again = TuneBook(reading: Array(ChordProWriter.write([tune]).utf8)).tunes[0]
        // Brackets would be chords.
        for index in tune.sections[0].bars.indices {
            tune.sections[0].bars[index].words = tune.sections[0].bars[index].words.map {
                $0.replacing("[", with: "(").replacing("]", with: ")")
            }
        }
        #expect(again.sections == tune.sections, "\(ChordProWriter.write([tune]))")
    }

    /// All orders of six bars, which are two lines of a grid: the second bar of `%%` looks like a held one.
    @Test func repeatedAndHeldBarsAreKeptApart() {
        let signs = ["C", "%", "%%", "."]
        for code in 0..<4096 {
            let bars = (0..<6).map { signs[code >> (2 * $0) & 3] }
            let tune = TuneText.read("| F | G | " + bars.joined(separator: " | ") + " |").tunes[0]
            let again = TuneBook(reading: Array(ChordProWriter.write([tune]).utf8)).tunes.first
            #expect(again?.sounding == tune.sounding, "\(bars)")
        }
        let written = ChordProWriter.write(TuneText.read("| C | D | %% | %% | . | E |").tunes)
        #expect(written.contains("| %% . . . | . . . . |\n| . . . . | E . . . |\n"))
        // In a grid the second bar may be in another line, or be written as a sign of its own.
        for grid in ["| C | D | %% . |\n| . . | . . |", "| C | D | %% . | %% . | . . |"] {
            let tunes = TuneBook(reading: Array("{sog}\n\(grid)\n{eog}".utf8)).tunes
            #expect(TuneText.write(tunes) == "| C | D | %% | %% |\n| . |\n")
        }
    }
}
