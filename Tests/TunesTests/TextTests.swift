import Harmony
import RandomTunes
import Testing

import Tunes

@Suite struct TextTests {
    /// The chords of each bar as written, with their beats.
    private func bars(_ text: String) -> [String] {
        let book = TuneText.read(text)
        #expect(book.problems == [])
        return (book.tunes.first?.bars ?? []).map { bar in
            switch bar.content {
            case .asLast: "%"
            case .asTwoBefore: "%%"
            case .chords(let chords):
                chords.map { "\($0.symbol?.name ?? "N.C.")@\($0.position.beat)" }.joined(separator: " ")
            }
        }
    }

    @Test func chordsAreSpacedEvenlyInABar() {
        #expect(
            bars("| C | C F | C F G | C F G A |") == [
                "Cma@1.0", "Cma@1.0 Fma@3.0", "Cma@1.0 Fma@3.0 Gma@4.0", "Cma@1.0 Fma@2.0 Gma@3.0 Ama@4.0",
            ])
        #expect(bars("Time: 3/4\n| C F |") == ["Cma@1.0 Fma@3.0"])
        #expect(bars("Time: 2/2\n| C F G A |") == ["Cma@1.0 Fma@1.5 Gma@2.0 Ama@2.5"])
    }

    @Test func invisibleCharactersAreIgnoredInMusic() {
        let plain = "Time: 3/4\nA: | Bb7 Eb7 | F#m7 | % |: G N.C. :|\n"
        // Phones, word processors and chats insert them between signs and words.
        let dressed =
            """
                \u{FEFF}Time: 3/4\u{FE0E}\nA: |\u{200B} B♭\u{FE0F}7 E♭\u{FE0E}7\u{200D} |\u{2060} F♯\u{FE0E}m\u{AD}7 | \
                %\u{200E} |\u{FE0F}: G\u{200B} N.C.\u{200F} :|\n
                """
        #expect(bars(plain).count == 4)
        #expect(bars(dressed) == bars(plain))
        #expect(TuneText.read(dressed).tunes == TuneText.read(plain).tunes)
        let melody = TuneText.read("| C | F |\nMelody: B\u{200B}♭\u{FE0F}4\u{2060}:2 r\u{AD}:2 | .\n")
        #expect(melody.problems == [] && melody.tunes == TuneText.read("| C | F |\nMelody: Bb4:2 r:2 | .\n").tunes)
        // In words they join letters.
        let words = TuneText.read("Title: می\u{200C}خواهم\n| C \"می\u{200C}خواهم\" |\n").tunes[0]
        #expect(
            words.title.unicodeScalars.contains("\u{200C}")
                && words.bars[0].words[0].unicodeScalars.contains("\u{200C}"))
    }

    @Test func slashesAndDotsContinueAChord() {
        #expect(bars("| C / / F | C . F / | . F |") == ["Cma@1.0 Fma@4.0", "Cma@1.0 Fma@3.0", "Fma@2.0"])
    }

    @Test func percentSignsAndNoChordAreRead() {
        #expect(
            bars("| C | % | x | N.C. | F n.c. | %% | %% |")
                == ["Cma@1.0", "%", "%", "N.C.@1.0", "Fma@1.0 N.C.@3.0", "%%", "%%"])
    }

    @Test func symbolsWithoutBarLinesAreOneBarEach() {
        #expect(bars("Dm7 G7 Cmaj7") == ["Dmi7@1.0", "G7@1.0", "Cma7@1.0"])
        #expect(bars("Dm7  G7\nC6/9\tC/E") == ["Dmi7@1.0", "G7@1.0", "C6/9@1.0", "Cma/E@1.0"])
    }

    @Test func headersAreRead() {
        let tune = TuneText.read(
            """
            # by hand
            Title:  Blue Bird
            composer: Me
            Key: F#m
            Time: 6/8
            Tempo: 96

            | F#m | # and on
            """
        ).tunes[0]
        #expect(tune.title == "Blue Bird")
        #expect(tune.composer == "Me")
        #expect(tune.key == Key(NoteName(.f, .sharp), .minor))
        #expect(tune.meter == Meter(6, 8))
        #expect(tune.tempo == 96)
        #expect(tune.bars.count == 1)
    }

    @Test func barLinesSectionsAndEndingsAreRead() {
        let tune = TuneText.read("[A] |: C | F | 1. G :|3x 2. C ||\nB: | F ||: G :|: A :| (3/4) D |]\nCoda: | C |")
            .tunes[0]
        #expect(tune.sections.map { $0.label } == ["A", "B", "Coda"])
        #expect(tune.sections.map { $0.bars.count } == [4, 4, 1])
        #expect(
            tune.bars.map { $0.end } == [
                .single, .single, .repeated(3), .double, .double, .repeated(2), .repeated(2), .final, .single,
            ])
        #expect(tune.bars.map { $0.startsRepeat } == [true, false, false, false, false, true, true, false, false])
        #expect(tune.bars.map { $0.ending } == [nil, nil, 1, 2, nil, nil, nil, nil, nil])
        #expect(tune.bars[7].meter == Meter(3, 4))
        #expect(tune.meters.map { $0.beats } == [4, 4, 4, 4, 4, 4, 4, 3, 3])
    }

    /// A sign after a bar line, or at the beginning of the next line, applies to the bar before it.
    @Test func barLineAtTheStartOfALineEndsTheLastBar() {
        func ends(_ text: String) -> [Bar.Ending] { TuneText.read(text).tunes[0].bars.map { $0.end } }
        #expect(ends("| C | F | :|") == [.single, .repeated(2)])
        #expect(ends("| C | F |\n|]") == [.single, .final])
        #expect(ends("| C | F |\n:|3x G |") == [.single, .repeated(3), .single])
        #expect(ends("| C |\n|| F |") == [.single, .single], "a bar line at the start of a line only opens it")
    }

    @Test func marksAreReadAsWords() {
        let tune = TuneText.read(
            "| Segno C | F To Coda | G Fermata | C D.S. al Coda | coda D | A Fine | D d.c. al 2nd end. |"
        ).tunes[0]
        #expect(
            tune.bars.map { $0.marks.map { $0.words } } == [
                ["Segno"], ["To Coda"], ["Fermata"], ["D.S. al Coda"], ["Coda"], ["Fine"], ["D.C. al 2nd ending"],
            ])
        #expect(tune.bars.map { $0.chords.count } == [1, 1, 1, 1, 1, 1, 1])
    }

    @Test func unreadableTextIsReportedAndTheRestIsRead() {
        let book = TuneText.read("Title: One\n| C |\nTitle: Two\nKey: H\n| C | F Hm7 | G |")
        #expect(book.tunes.map { $0.bars.count } == [1, 3])
        #expect(book.tunes[1].bars[1].chords.map { $0.symbol?.name } == ["Fma"])
        #expect(book.problems.map { $0.tune } == [1, 1])
        #expect(book.problems.map { $0.bar } == [nil, 2])
        #expect(book.problems[1].message.contains("Hm7"))
    }

    /// Random tunes with all features are unchanged after writing and reading.
    @Test func randomTunesRoundTrip() {
        var random = TuneGenerator(seed: 18)
        var differing = 0
        for _ in 0..<10_000 {
            let tune = random.tune(.all)
            let text = TuneText.write([tune])
            let book = TuneText.read(text)
            if book.tunes != [tune] || !book.problems.isEmpty {
                differing += 1
                if differing < 3 { Issue.record("\(difference([tune], book.tunes))\n\(book.problems)") }
            }
        }
        #expect(differing == 0)
    }

    /// The text of a tune is complete, whatever format the tune was read from.
    @Test func readTunesRoundTripAsText() {
        var random = TuneGenerator(seed: 19)
        let files = random.files()
        var differing = 0
        for _ in 0..<20_000 {
            for tune in TuneBook(reading: random.damaged(files)).tunes {
                let text = TuneText.write([tune])
                let book = TuneText.read(text)
                // Text that cannot be read stays text, and is reported again.
                let unread = tune.bars.flatMap { ($0.chords + $0.alternates).compactMap { $0.unread } }
                let reported = book.problems.map { $0.text ?? "" }
                let isReported = unread.count > 100 || reported.sorted() == unread.sorted()
                if isReported, book.tunes.count == 1, TuneText.write(book.tunes) == text { continue }
                differing += 1
                if differing < 6 { Issue.record("\(difference([tune], book.tunes))\n\(book.problems)") }
            }
        }
        #expect(differing == 0)
    }

    @Test func severalTunesAreReadFromOneText() {
        var random = TuneGenerator(seed: 7)
        for _ in 0..<200 {
            let tunes = (0..<3).map { _ in random.tune(.all) }
            // Not told in full: a tune is long.
            let isSame = TuneText.read(TuneText.write(tunes)).tunes == tunes
            #expect(isSame)
        }
    }
}
