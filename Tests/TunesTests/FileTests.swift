import Harmony
import RandomTunes
import Testing
import Tunes

@Suite struct FileTests {
    private func text(_ chordPro: String) -> String { TuneText.write(TuneBook(reading: Array(chordPro.utf8)).tunes) }

    @Test func chordProChordsAreRead() {
        #expect(
            text("{title: River}\n{key: G}\n[G]Down by the [D7/F#]river\n[Em7] [C]\n")
                == "Title: River\nKey: G\n\n| G | D7/F# | Emi7 | C |\n")
        // Without directives, a chord within lyrics marks the text as ChordPro.
        #expect(text("[Am]Here and [F]there\n") == "| Ami | F |\n")
        #expect(
            text("{t:A}\n{soc}\n[C]la\n{eoc}\n[F]la\n{sov: Verse 2}\n[G]la")
                == "Title: A\n\n[Chorus]\n| C |\n[]\n| F |\n[Verse 2]\n| G |\n")
        #expect(
            text("{t:A}\n{sog}\nA | C . F . | % | 2x\n{eog}\n{sot}\n|-[G]-|\n{eot}\n") == "Title: A\n\n| C F | % |\n")
        #expect(text("{t:A}\n[*Slowly][C]la\n{time: 3/4}\n[F]la") == "Title: A\n\n| C | (3/4) F |\n")
    }

    /// Chords after the words of a comment are played, and the words name them.
    @Test func chordsInCommentsAreRead() {
        #expect(
            text("{t: A}\n{comment: Intro: [G] [Em] [C] [D]}\n") == "Title: A\n\n[Intro]\n| G | Emi | C | D |\n")
        #expect(text("{t: A}\n{c: [G] – [D]}\n[C]la") == "Title: A\n\n| G | D | C |\n")
        // A count after the chords of a line repeats it.
        #expect(text("{t: A}\n{c: Intro [G] [D] x2}\n[C]la") == "Title: A\n\n[Intro]\n|: G | D :| C |\n")
        #expect(text("{t: A}\n[G]la la [D] (3x)\n[C]la") == "Title: A\n\n|: G | D :|3x C |\n")
        // In a chorus they are recalled with it.
        #expect(
            text("{soc}\n{c: Riff [G] [D]}\n{eoc}\n{chorus}\n")
                == "[Chorus]\n| \"Riff\" G | D |\n[Chorus]\n| G | D |\n")
        // Words among or after them, and a single bracket, are no music.
        for comment in ["Play [G] and [D] softly", "[G] [D] again", "[D]", "Play [softly]"] {
            #expect(TuneBook(reading: Array("{c: \(comment)}\n[C]la [F]la".utf8)).tunes[0].bars.count == 2)
        }
    }

    /// An instruction neither replaces the name of a section nor divides it.
    @Test func instructionsInCommentsAreWordsOfABar() {
        #expect(text("{sov: Verse 1}\n{c: softly}\n[C]a [F]b") == "[Verse 1]\n| \"softly\" C | F |\n")
        #expect(text("{sov}\n[C]a\n{c: (slower)}\n[F]b\n{eov}") == "[Verse]\n| C | \"(slower)\" F |\n")
        #expect(text("{c: Intro}\n{c: Play \"gently\"}\n[C]a") == "[Intro]\n| \"Play 'gently'\" C |\n")
        #expect(text("{sov: Verse 1}\n{sog}\n{c: softly}\n|: C | F :|\n{eog}") == "[Verse 1]\n|: \"softly\" C | F :|\n")
        // After the last bar they belong to it, not to the next section. Words are written before the chords of a bar.
        #expect(
            text("{sov}\n[C]a [G]b\n{c: Repeat and fade}\n{eov}\n{soc}\n[F]c\n{eoc}")
                == "[Verse]\n| C | \"Repeat and fade\" G |\n[Chorus]\n| F |\n")
        // What can only be a name is one.
        #expect(text("{soc}\n{c: Chorus 2}\n[C]a") == "[Chorus 2]\n| C |\n")
        #expect(text("{c: Intro}\n{c: Verse 1:}\n[C]a\n{c: Ending}\n[F]b") == "[Verse 1]\n| C |\n[Ending]\n| F |\n")
    }

    /// In either order the key is that of the first chords, spelled as they are.
    @Test func keyAndChordsAreTransposedTogether() {
        for (key, dominant, transposition, expected) in [
            ("G", "D7", "+2", "Key: A\n\n| A | E7 |\n"), ("G", "D7", "-2", "Key: F\n\n| F | C7 |\n"),
            ("E", "B7", "1", "Key: F\n\n| F | C7 |\n"), ("D", "A7", "-1", "Key: Db\n\n| Db | Ab7 |\n"),
            ("Gb", "Db7", "0", "Key: Gb\n\n| Gb | Db7 |\n"),
        ] {
            let lines = ["{key: \(key)}\n", "{transpose: \(transposition)}\n"]
            for header in [lines[0] + lines[1], lines[1] + lines[0]] {
                #expect(text(header + "[\(key)]la [\(dominant)]la") == expected, "\(header)")
            }
        }
        // A transposition after the first chords leaves the key of the song.
        #expect(text("{key: G}\n[G]la\n{transpose: 2}\n[G]la") == "Key: G\n\n| G | A |\n")
    }

    @Test func textWithSectionLabelsIsNotChordPro() {
        #expect(text("[A]\n| C | F |\n[B]\n| G |") == "[A]\n| C | F |\n[B]\n| G |\n")
        #expect(text("[A] | C |") == "[A]\n| C |\n")
        #expect(text("C F G") == "| C | F | G |\n")
    }

    @Test func unreadableChordIsReportedWithItsBar() {
        let book = TuneBook(reading: Array("{t:A}\n[C]la [Xyz]la [F]la".utf8))
        #expect(book.problems.map { $0.bar } == [2])
        #expect(book.tunes[0].bars.map { $0.chords.count } == [1, 0, 1])
    }

    /// Joined files have several byte order marks. Half a pair of UTF-16 is no letter and joins no other.
    @Test func byteOrderMarksAndHalfPairsAreNoLetters() {
        let marks = [UInt8](repeating: 0, count: 60_000).flatMap { _ in [0xEF, 0xBB, 0xBF] as [UInt8] }
        #expect(TextEncoding.utf8(marks + Array("| C |".utf8)) == Array("| C |".utf8))
        for (units, expected) in [
            ([0xFEFF, 0x41, 0xD83D, 0x42, 0xDE00], "A\u{FFFD}B\u{FFFD}"), ([0xFEFF, 0x41, 0xD83D, 0xDE00], "A😀"),
            ([0xFEFF, 0x41, 0xD83D, 0xD83D, 0xDE00], "A\u{FFFD}😀"), ([0xFEFF, 0x41, 0xD83D], "A\u{FFFD}"),
        ] as [([Int], String)] {
            for isBigEndian in [false, true] {
                let bytes = units.flatMap { unit in
                    isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
                }
                #expect(String(decoding: TextEncoding.utf8(bytes), as: UTF8.self) == expected)
            }
        }
    }

    /// An uncompressed zip file, built from the format's specification.
    private func archive(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
        func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
        var bytesOfAll: [UInt8] = []
        var list: [UInt8] = []
        for (name, content) in files {
            let place = bytesOfAll.count
            let sizes = bytes(0, 4) + bytes(content.count, 4) + bytes(content.count, 4)
            bytesOfAll +=
                bytes(0x0403_4B50, 4) + bytes(20, 2) + bytes(0, 8) + sizes + bytes(name.utf8.count, 2) + bytes(0, 2)
            bytesOfAll += Array(name.utf8) + content
            list +=
                bytes(0x0201_4B50, 4) + bytes(20, 2) + bytes(20, 2) + bytes(0, 8) + sizes + bytes(name.utf8.count, 2)
            list += bytes(0, 12) + bytes(place, 4) + Array(name.utf8)
        }
        let end = bytes(0x0605_4B50, 4) + bytes(0, 4) + bytes(files.count, 2) + bytes(files.count, 2)
        return bytesOfAll + list + end + bytes(list.count, 4) + bytes(bytesOfAll.count, 4) + bytes(0, 2)
    }

    private let container = Array(
        "<container><rootfiles><rootfile full-path=\"b/c.xml\"/></rootfiles></container>".utf8)

    @Test func scoreIsTheOneNamedByTheContainer() throws {
        let bytes = archive([("META-INF/container.xml", container), ("a.xml", [1]), ("b/c.xml", [2, 3])])
        #expect(ZipArchive.isOne(bytes))
        let found = try #require(ZipArchive(bytes))
        #expect(found.entries.map { $0.name } == ["META-INF/container.xml", "a.xml", "b/c.xml"])
        #expect(found.entries.map { Array(bytes[$0.bytes]) } == [container, [1], [2, 3]])
        #expect(found.scores(namedBy: container).map { $0.name } == ["b/c.xml"])
        #expect(found.scores(namedBy: nil).map { $0.name } == ["a.xml", "b/c.xml"], "otherwise all that can be scores")
    }

    @Test func damagedArchivesAreHandled() {
        let whole = archive([("META-INF/container.xml", container), ("b/c.xml", [2, 3])])
        var random = TuneGenerator(seed: 9)
        for _ in 0..<20_000 {
            var bytes = Array(whole[..<random.number(10...whole.count)])
            for _ in 0..<random.number(0...4) {
                bytes[random.number(0...bytes.count - 1)] = UInt8(random.number(0...255))
            }
            for entry in ZipArchive(bytes)?.entries ?? [] {
                #expect(entry.bytes.upperBound <= bytes.count && entry.size >= 0)
            }
        }
    }

    /// Plain text uses the reader's note names. In links and scores, B is always English.
    @Test func plainTextUsesTheChosenNoteNames() {
        func read(_ text: String, _ names: NoteNames) -> String {
            let book = TuneBook(reading: Array(text.utf8), in: names)
            #expect(book.problems == [])
            return TuneText.write(book.tunes)
        }
        for (names, text) in [
            (NoteNames.german, "Key: H\n| H7 B7 | Fism7 |"), (.solfege, "Key: Si\n| Si7 Sib7 | Fa#m7 |"),
        ] {
            #expect(read(text, names) == "Key: B\n\n| B7 Bb7 | F#mi7 |\n")
        }
        for (names, words) in [
            (NoteNames.german, "{key: H}\n[H7]La [B7]la"), (.solfege, "{key: Si}\n[Si7]La [Sib7]la"),
        ] {
            #expect(read(words, names) == "Key: B\n\n| B7 | Bb7 |\n")
        }
        for names in NoteNames.allCases {
            #expect(read("irealbook://A=X=S=Bb=n=[T44B7   |Bb7   Z", names).hasSuffix("Key: Bb\n\n| B7 | Bb7 |]\n"))
        }
    }

    /// A title may contain quotation marks, for example for inches.
    @Test func quotationMarksInHeadersAreKept() throws {
        var tune = TuneText.read("| C \"play 'it'\" |").tunes[0]
        tune.title = "The \"Old\" 12\" Blues"
        tune.composer = "Art \"Hand\" Maker"
        tune.style = "\"Slow\""
        tune.sections[0].label = "\"in\" 2"
        #expect(TuneText.read(TuneText.write([tune])).tunes == [tune])
        #expect(TuneText.read("Title: \"X\" # 1\n| C |").tunes[0].title == "\"X\" # 1")
        tune.sections[0].label = "A"
        #expect(TuneBook(reading: Array(IRealWriter.link([tune]).utf8)).tunes == [tune])
        let page = "<a href=\"" + IRealWriter.link([tune]) + "\">x</a>"
        #expect(TuneBook(reading: Array(page.utf8)).tunes == [tune])
        #expect(
            TuneBook(reading: Array("{title: \"X\"}\n{composer: \"Y\"}\n[C]la".utf8)).tunes.map { $0.title } == [
                "\"X\""
            ])
        // In a bar they delimit words.
        let words = TuneBook(reading: Array("irealbook://A=X=S=C=n=[T44C  <say \"ah\">|D   Z".utf8)).tunes[0]
        #expect(words.bars[0].words == ["say 'ah'"] && TuneText.read(TuneText.write([words])).tunes == [words])
    }

    /// A mention of a link does not hide the music around it.
    @Test func mentionedLinksAreNotTheFile() {
        #expect(text("Title: A\n| C | F | \"from irealb://\"\n") == "Title: A\n\n| C | \"from irealb://\" F |\n")
        #expect(text("{title: A}\n{comment: see irealb://}\n[C]la [F]la") == "Title: A\n\n[see irealb://]\n| C | F |\n")
        let damaged = TuneBook(reading: Array("irealb://just=a=few=fields".utf8))
        #expect(damaged.tunes.isEmpty && damaged.problems.map { $0.message.contains("is not a song") } == [true])
    }

    /// The notes of ABC notation look like chords.
    @Test func notationInABCIsRefused() {
        let music = "X:1\nT:Test\nM:3/4\nK:G\n\"G\"G2 B2 d2|\"D7\"A2 c2 \"Em\"e2|{c}[GB]d|\n"
        for text in [music, "%abc-2.1\n% by hand\n\n" + music, music.replacing("\n", with: "\r\n  ")] {
            let book = TuneBook(reading: Array(text.utf8))
            #expect(book.tunes.isEmpty && book.problems.map { $0.message.hasPrefix("ABC notation") } == [true])
        }
        #expect(text("X: | C | F |\n") == "[X]\n| C | F |\n", "a section")
    }

    /// Servers use this to refuse text that is not music.
    @Test func proseIsNotMusic() {
        for words in [
            """
            <score-partwise><part><measure><note><rest/><duration>4</duration></note></measure></part></score-partwise>
            """,
            "<score-partwise/>",
        ] {
            let book = TuneBook(reading: Array(words.utf8))
            #expect(
                !book.hasMusic && book.problems.map { $0.message.contains("no chord symbols") } == [true], "\(words)")
        }
        for words in [
            "the quick brown fox jumps", "irealb://the quick brown fox jumps", "| the | quick |", "Title: A", "",
        ] {
            #expect(!TuneBook(reading: Array(words.utf8)).hasMusic, "\(words)")
        }
        let sung = "<note><pitch><step>C</step><octave>5</octave></pitch><duration>1</duration></note>"
        for music in [
            "| fox | G7 |", "| N.C. |", "| . |\nMelody: C5",
            "<score-partwise><part><measure>\(sung)</measure></part></score-partwise>",
            "irealbook://A=X=S=C=n=[T44C |D   Z",
        ] {
            #expect(TuneBook(reading: Array(music.utf8)).hasMusic, "\(music)")
        }
    }
}
