import Foundation
import Harmony
import RandomTunes
import Testing

import Tunes

@Suite struct IRealTests {
    /// A tune with this music in an irealbook link.
    private func book(_ music: String, key: String = "C") -> TuneBook {
        IRealLinks.read(Array("irealbook://Title=Composer=Style=\(key)=n=\(music)".utf8))!
    }

    private func text(of bar: Bar) -> String {
        switch bar.content {
        case .asLast: "%"
        case .asTwoBefore: "%%"
        case .chords(let chords):
            chords.map { chord in
                let beat = chord.position.beat
                return (chord.symbol?.name ?? chord.unread ?? "N.C.")
                    + (beat == Double(Int(beat)) ? "@\(Int(beat))" : "@\(beat)")
            }.joined(separator: " ")
        }
    }

    private func bars(_ music: String) -> [String] {
        let book = book(music)
        #expect(book.problems == [])
        return (book.tunes.first?.bars ?? []).map { text(of: $0) }
    }

    // MARK: Cells and bars

    @Test(arguments: [
        ("[T44C7   |F7   |G7   Z", ["C7@1", "F7@1", "G7@1"]),
        // A cell is a beat; a comma takes none.
        ("[T44C F |C,F,G,A|C,  F|C7,,  F7Z", ["Cma@1 Fma@3", "Cma@1 Fma@2 Gma@3 Ama@4", "Cma@1 Fma@4", "C7@1 F7@4"]),
        ("[T34C  |C F|C,F,GZ", ["Cma@1", "Cma@1 Fma@3", "Cma@1 Fma@2 Gma@3"]),
        // Four cells of three beats: the nearest beats.
        ("[T34C F |C  F|CFG |C FGZ", ["Cma@1 Fma@3", "Cma@1 Fma@3", "Cma@1 Fma@2 Gma@3", "Cma@1 Fma@2 Gma@3"]),
        // Four cells of twelve eighths are its four beats.
        ("[T12C F |C  FZ", ["Cma@1 Fma@7", "Cma@1 Fma@10"]),
        // Narrow bars and wide ones.
        ("[T44C |C,F|C   F   |C,F,G|Z", ["Cma@1", "Cma@1 Fma@3", "Cma@1 Fma@3", "Cma@1 Fma@3 Gma@4"]),
        ("[T22C,F,G,A|T54C,FZ", ["Cma@1 Fma@1.5 Gma@2 Ama@2.5", "Cma@1 Fma@4"]),
        // Slashes hold.
        ("[T44CppF|ppG |pppp|C7 p Z", ["Cma@1 Fma@4", "Gma@3", "", "C7@1"]),
        // Small and large, and space between the rows.
        ("[T44sC,F,lG,A|C   ]Y[F   ]YYYY[G   Z", ["Cma@1 Fma@2 Gma@3 Ama@4", "Cma@1", "Fma@1", "Gma@1"]),
        // N.C.
        ("[T44n   |E,n  |E  nZ", ["N.C.@1", "Ema@1 N.C.@2", "Ema@1 N.C.@4"]),
    ])
    func chordsGetTheBeatsOfTheirCells(_ music: String, _ expected: [String]) {
        #expect(bars(music) == expected)
    }

    @Test(arguments: [
        // One bar, and two under one sign.
        ("[T44C   | x  |Kcl   Z", ["Cma@1", "%", "%"]),
        ("[T44C   |F   |   r|    |G   Z", ["Cma@1", "Fma@1", "%%", "%%", "Gma@1"]),
        ("[T44C   |F   |   r|    }G   Z", ["Cma@1", "Fma@1", "%%", "%%", "Gma@1"]),
        // Two bars even where the second has no cells.
        ("[T44C   |F   | r  |G   Z", ["Cma@1", "Fma@1", "%%", "%%", "Gma@1"]),
        ("[T44C   |F   | r  Z", ["Cma@1", "Fma@1", "%%", "%%"]),
        // Empty cells after a closing sign are not a bar, nor are cells that align an ending.
        ("{T44C   |N1F   }            |N2G   Z", ["Cma@1", "Fma@1", "Gma@1"]),
        ("{T44C   |N1F   }        Y|N2G   Z", ["Cma@1", "Fma@1", "Gma@1"]),
        ("[T44C   ]        {*BF   }", ["Cma@1", "Fma@1"]),
        ("[T44C   |F   |        [*BG   Z   ", ["Cma@1", "Fma@1", "Gma@1"]),
        ("[T44C   |F   |            |N1G   Z", ["Cma@1", "Fma@1", "Gma@1"]),
        // An empty bar between plain lines continues the chord.
        ("[T44C   |    |F   Z", ["Cma@1", "", "Fma@1"]),
        ("[T44C   ||F   |]G   Z", ["Cma@1", "Fma@1", "Gma@1"]),
        // Shorthands and their meaning.
        ("[T44CXyQLZFXyQKclLZG Z", ["Cma@1", "Fma@1", "%", "Gma@1"]),
        // The last line is missing.
        ("[T44C   |F   ", ["Cma@1", "Fma@1"]),
    ])
    func barLinesAndSymbolsDelimitBars(_ music: String, _ expected: [String]) {
        #expect(bars(music) == expected)
    }

    @Test func bassAloneChangesTheBassOfTheLastChord() {
        #expect(
            bars("[T44E W/G,W/A,|A-7,W/G,W/F#, | x  |W/D   Z")
                == ["Ema@1 Ema/G@3 Ema/A@4", "Ami7@1 Ami7/G@2 Ami7/F♯@3", "%", "Ami7/D@1"])
        // Only the sign above the bar is shown.
        #expect(bars("[T44C W |F   Z") == ["Cma@1", "Fma@1"])
        #expect(book("[T44W/G   |F   Z").problems.map { $0.bar } == [1])
    }

    @Test func alternateChordsAreRead() {
        let bars = book("[T44C7(Gb7) F(Bb7) |W(D-7 G7)   Z").tunes[0].bars
        #expect(bars.map { text(of: $0) } == ["C7@1 Fma@3", ""])
        #expect(
            bars[0].alternates == [
                BarChord(.chord(try! ChordSymbol("Gb7")), at: Position(beat: 1)),
                BarChord(.chord(try! ChordSymbol("Bb7")), at: Position(beat: 3)),
            ])
        #expect(bars[1].alternates.map { $0.symbol?.name } == ["Dmi7", "G7"])
    }

    @Test func signsAndStaffTextAreRead() {
        let tune =
            book("{*iT34C  |SF  |fG Q ]<D.C. al Coda>[*AC  <*66 Solos>|F <3x>}Y[QC  |<Fine>F U Z").tunes.first ?? Tune()
        #expect(tune.meter == Meter(3, 4))
        #expect(tune.sections.map { $0.label } == ["intro", "A"])
        #expect(
            tune.bars.map { $0.marks.map { $0.words } } == [
                [], ["Segno"], ["Fermata", "To Coda", "D.C. al Coda"], [], [], ["Coda"], ["Fine", "End"],
            ])
        #expect(tune.bars.map { $0.words } == [[], [], [], ["Solos"], [], [], []])
        #expect(tune.bars.map { $0.end } == [.single, .single, .double, .single, .repeated(3), .single, .final])
        #expect(tune.bars[0].startsRepeat)
    }

    /// The “To Coda” sign may be at the beginning of the bar that is skipped.
    @Test func firstCodaSignLeavesAndLastCodaSignArrives() {
        let marks = book("[T44C   |QF   |G   <D.C. al Coda>]Y[QA   Z").tunes[0].bars.map { $0.marks.map { $0.words } }
        #expect(marks == [["To Coda"], [], ["D.C. al Coda"], ["Coda"]])
    }

    /// The same sign marks “To Coda” and the coda. A single sign, or one too many, is written in words.
    @Test(arguments: [
        "| C | F To Coda | G |", "| C To Coda | F To Coda | G |", "| C | Coda F | G |", "| Coda C | F To Coda | G |",
        "| C To Coda | Coda F | G To Coda |", "| C To Coda | F | Coda G |",
        "| C To Coda | F To Coda | Coda G To Coda | F |",
        "| Coda C | Coda F To Coda | Coda G |",
    ])
    func codaSignsRoundTrip(_ text: String) {
        let tune = TuneText.read(text).tunes[0]
        let read = TuneBook(reading: Array(IRealWriter.link([tune]).utf8)).tunes[0]
        #expect(TuneText.write([read]) == TuneText.write([tune]))
    }

    @Test func directionsHaveVariantSpellings() {
        for (words, mark) in [
            ("D.S. al 2nd End.", "D.S. al 2nd ending"), ("D.C. al 1st End.", "D.C. al 1st ending"), ("Fine", "Fine"),
            ("d.s. al coda", "D.S. al Coda"), ("DC al Fine", "D.C. al Fine"), ("D.C.", "D.C."), ("To Coda", "To Coda"),
        ] {
            #expect(book("[T44C <*24\(words)>|Z").tunes[0].bars[0].marks.map { $0.words } == [mark])
        }
        #expect(book("[T44C <Break>|Z").tunes[0].bars[0].words == ["Break"])
        #expect(book("{T44C   }<8x>F   Z").tunes[0].bars[0].end == .repeated(8))
    }

    /// Words may be written earlier; a jump is taken at the closing line.
    @Test func jumpIsTakenAtTheClosingBarLine() throws {
        func order(_ music: String) throws -> [Int] { try book(music).tunes[0].unfolded() }
        let marks = book("[T44C   |<D.C. al Fine>F  |G   |x <Fine>]").tunes[0].bars.map { $0.marks.map { $0.words } }
        // Fine stays at its own place.
        #expect(marks == [[], ["D.C. al Fine"], [], ["Fine"]])
        #expect(try order("[T44C   |QF   |G <*10 D.C. al Coda>|A   ]Y[QD   Z") == [0, 1, 2, 3, 0, 4])
        #expect(
            try order("{T44C   |N1F   }    |N2G   ][*BA <D.C. al 3rd End.>|D   |E   ]    Y|N3F   |G   Z")
                == [0, 1, 0, 2, 3, 4, 5, 0, 6, 7])
        // A mark after the closing line has no effect on the bars before.
        #expect(try order("[T44C   |F  Q}<D.C. al Coda>][Q,D   |G   Z") == [0, 1, 0, 1, 0, 1, 2, 3])
        #expect(try order("[T44C   |QF   |G   ]<D.C. al Fine> <*33 Solos>      [*BD <Fine>]") == [0, 1, 2, 0, 1, 2, 3])
        // Not in another row, nor in another section.
        #expect(try order("[T44C   |F <D.C.>|G   |A   |G   |A   ]") == [0, 1, 0, 1, 2, 3, 4, 5])
        #expect(try order("[T44C   |F <D.C.>|*BG   ]") == [0, 1, 0, 1, 2])
        let link = IRealWriter.link([TuneText.read("| C | D D.C. | E | F ||").tunes[0]])
        #expect(try TuneBook(reading: Array(link.utf8)).tunes[0].unfolded() == [0, 1, 0, 1, 2, 3])
    }

    /// A meter without a sign is a remark, which is read back. T12 is 12/8, not 1/2.
    @Test func everyMeterIsReadBack() {
        for beats in 1...Meter.maximumBeats {
            for unit in [1, 2, 4, 8, 16, 32] {
                guard let meter = Meter(beats, unit), meter != .common else { continue }
                var tune = TuneText.read("| C | F | G | C |").tunes[0]
                tune.sections[0].bars[1].meter = meter
                tune.sections[0].bars[3].meter = .common
                var other = tune
                other.meter = meter
                other.sections[0].bars[1].meter = nil
                let link = IRealWriter.link([tune, other])
                #expect(TuneBook(reading: Array(link.utf8)).tunes == [tune, other], "\(meter.text)")
            }
        }
        #expect(book("[T78C   |<12/4>F   |T44G   Z").tunes[0].meters.map { $0.text } == ["7/8", "12/4", "4/4"])
        // One with a sign is only words.
        #expect(book("[T34C <6/8>|F   Z").tunes[0].bars.map { $0.words } == [["6/8"], []])
    }

    // MARK: Chords

    /// The qualities of iReal Pro with their degrees.
    static let qualities: [(String, String)] = [
        ("", "1 3 5"), ("5", "1 5"), ("2", "1 2 3 5"), ("add9", "1 3 5 9"), ("+", "1 3 ♯5"), ("o", "1 ♭3 ♭5"),
        ("h", "1 ♭3 ♭5 ♭7"), ("sus", "1 4 5"), ("^", "1 3 5 7"), ("-", "1 ♭3 5"), ("^7", "1 3 5 7"),
        ("-7", "1 ♭3 5 ♭7"),
        ("7", "1 3 5 ♭7"), ("7sus", "1 4 5 ♭7"), ("h7", "1 ♭3 ♭5 ♭7"), ("o7", "1 ♭3 ♭5 °7"), ("^9", "1 3 5 7 9"),
        ("^13", "1 3 5 7 9 13"), ("6", "1 3 5 6"), ("69", "1 3 5 6 9"), ("^7#11", "1 3 5 7 ♯11"),
        ("^9#11", "1 3 5 7 9 ♯11"),
        ("^7#5", "1 3 ♯5 7"), ("-6", "1 ♭3 5 6"), ("-69", "1 ♭3 5 6 9"), ("-^7", "1 ♭3 5 7"), ("-^9", "1 ♭3 5 7 9"),
        ("-9", "1 ♭3 5 ♭7 9"), ("-11", "1 ♭3 5 ♭7 9 11"), ("-7b5", "1 ♭3 ♭5 ♭7"), ("h9", "1 ♭3 ♭5 ♭7 9"),
        ("-b6", "1 ♭3 5 ♭6"),
        ("-#5", "1 ♭3 ♯5"), ("9", "1 3 5 ♭7 9"), ("7b9", "1 3 5 ♭7 ♭9"), ("7#9", "1 3 5 ♭7 ♯9"),
        ("7#11", "1 3 5 ♭7 ♯11"),
        ("7b5", "1 3 ♭5 ♭7"), ("7#5", "1 3 ♯5 ♭7"), ("9#11", "1 3 5 ♭7 9 ♯11"), ("9b5", "1 3 ♭5 ♭7 9"),
        ("9#5", "1 3 ♯5 ♭7 9"),
        ("7b13", "1 3 5 ♭7 ♭13"), ("7#9#5", "1 3 ♯5 ♭7 ♯9"), ("7#9b5", "1 3 ♭5 ♭7 ♯9"), ("7#9#11", "1 3 5 ♭7 ♯9 ♯11"),
        ("7b9#11", "1 3 5 ♭7 ♭9 ♯11"), ("7b9b5", "1 3 ♭5 ♭7 ♭9"), ("7b9#5", "1 3 ♯5 ♭7 ♭9"),
        ("7b9#9", "1 3 5 ♭7 ♭9 ♯9"),
        ("7b9b13", "1 3 5 ♭7 ♭9 ♭13"), ("7alt", "1 3 ♯5 ♭7 ♭9 ♯9 ♯11"), ("13", "1 3 5 ♭7 9 13"),
        ("13#11", "1 3 5 ♭7 9 ♯11 13"),
        ("13b9", "1 3 5 ♭7 ♭9 13"), ("13#9", "1 3 5 ♭7 ♯9 13"), ("7b9sus", "1 4 5 ♭7 ♭9"), ("7susadd3", "1 3 4 5 ♭7"),
        ("9sus", "1 4 5 ♭7 9"), ("13sus", "1 4 5 ♭7 9 13"), ("7b13sus", "1 4 5 ♭7 ♭13"), ("11", "1 5 ♭7 9 11"),
        // Custom qualities, and qualities of older versions.
        ("*maj7#5*", "1 3 ♯5 7"), ("*m7b5*", "1 ♭3 ♭5 ♭7"), ("*7(b9 b13)*", "1 3 5 ♭7 ♭9 ♭13"), ("+7", "1 3 ♯5 ♭7"),
        ("^6", "1 3 5 6"), ("^69", "1 3 5 6 9"), ("h^7", "1 ♭3 ♭5 7"),
        ("7(b9)", "1 3 5 ♭7 ♭9"), ("6/9", "1 3 5 6 9"), ("* *", "1 3 5"), ("m7", "1 ♭3 5 ♭7"), ("maj7", "1 3 5 7"),
        ("dim7", "1 ♭3 ♭5 °7"),
    ]

    @Test(arguments: qualities)
    func qualitiesAreReadAndWritten(_ quality: String, _ degrees: String) throws {
        for root in ["C", "Bb", "F#", "E"] {
            let book = book("[T44\(root)\(quality)/A   |\(root)\(quality),sC7,lF7sus,A|*BG   Z")
            #expect(book.problems == [])
            let bars = book.tunes[0].bars
            let chord = try #require(bars[0].chords.first?.symbol?.lowest)
            #expect(chord.type.degrees == DegreeSet(degrees), "\(quality)")
            #expect(chord.root == (try NoteName(root)))
            #expect(chord.lowest == (try NoteName("A")))
            #expect(bars[1].chords.map { $0.symbol?.lowest.type.suffix } == [chord.type.suffix, "7", "7sus4", "ma"])
            #expect(book.tunes[0].sections.map { $0.label } == ["", "B"])
        }
    }

    @Test func unreadableChordIsReportedAndOthersKeepTheirBeats() {
        let book = book("[T44C   |D*nonsense* F |G   Z")
        #expect(book.tunes[0].bars.map { text(of: $0) } == ["Cma@1", "D*nonsense*@1 Fma@3", "Gma@1"])
        #expect(book.problems.map { $0.bar } == [2])
        #expect(book.problems[0].message.contains("nonsense"))
    }

    @Test func unknownSignsAreReported() {
        let book = book("[T44C   |F !  |TG   |C <")
        #expect(book.problems.map { $0.bar } == [2, 3, 4])
        #expect(book.tunes[0].bars.count >= 4)
    }

    // MARK: Links

    /// The swaps in a block of fifty characters, from the description of the format.
    @Test func musicIsScrambledInBlocks() {
        let signs = (0..<50).map { Unicode.Scalar(UInt8(48 + $0)) }
        var expected = signs
        for (one, other) in (0...4).map({ ($0, 49 - $0) }) + (10...23).map({ ($0, 49 - $0) }) {
            expected[one] = signs[other]
            expected[other] = signs[one]
        }
        // A block is scrambled if at least two characters follow it.
        #expect(Scramble.turned(signs + ["x", "y"]) == expected + ["x", "y"])
        #expect(Scramble.turned(signs + ["x"]) == signs + ["x"])
        #expect(Scramble.turned(signs) == signs)
        #expect(Scramble.turned(signs + signs + ["x"]) == expected + signs + ["x"])
        #expect(Scramble.turned(signs + signs + ["x", "y"]) == expected + expected + ["x", "y"])
        for length in 0..<220 {
            let long = (0..<length).map { Unicode.Scalar(UInt8(33 + $0 % 90)) }
            #expect(Scramble.turned(Scramble.turned(long)) == long)
            #expect(Scramble.lengthened(Scramble.shortened(long)) == long)
        }
    }

    private func song(
        _ title: String, _ composer: String = "Last%20First", key: String = "Eb", rest: String = "=Jazz-Swing=120=3"
    ) -> String {
        title + "=" + composer + "==Medium%20Swing=" + key + "==1r34LbKcu7[T44C7XyQKclLZF7XyQZ" + rest
    }

    @Test func songFieldsAreRead() {
        let tune = IRealLinks.read(Array("irealb://\(song("Blue%20Bird%2C%20The"))".utf8))!.tunes.first ?? Tune()
        #expect(tune.title == "The Blue Bird")
        #expect(tune.composer == "First Last")
        #expect(tune.style == "Medium Swing")
        #expect(tune.groove == "Jazz-Swing")
        #expect(tune.key == Key(NoteName(.e, .flat), .major))
        #expect(tune.tempo == 120)
        #expect(tune.choruses == 3)
        #expect(tune.bars.count == 3)
    }

    @Test func minorKeysAndLongNamesAreRead() {
        let tune =
            IRealLinks.read(Array("irealb://\(song("X", "One%20Two%20(Three)", key: "F%23-", rest: "==0=0"))".utf8))!
            .tunes.first ?? Tune()
        #expect(tune.key == Key(NoteName(.f, .sharp), .minor))
        #expect(tune.composer == "One Two (Three)")
        #expect(tune.tempo == nil)
        #expect(tune.choruses == nil)
    }

    @Test func linksAreFoundInText() {
        let one = "irealb://" + song("One"),
            two = "irealb://" + song("Two") + "===" + song("Three", rest: "==0=0") + "===My%20List"
        for text in [
            one + "\n" + two, "Listen: " + one + " and " + two + "\nThe end",
            "<a href=\"\(one)\">One</a> <a href='\(two)'>List</a>", "<p>\(one)</p><p>\(two)</p>",
            "\u{FEFF}\r\n\(one)\r\n\(two)\r\n",
        ] {
            let book = IRealLinks.read(Array(text.utf8))!
            #expect(book.tunes.map { $0.title } == ["One", "Two", "Three"], "\(text)")
            #expect(book.problems == [])
            #expect(book.name == "My List")
        }
        #expect(IRealLinks.read(Array("no link, irealb: nor this".utf8)) == nil)
    }

    /// Markdown, forums and sentences have signs directly after a link.
    @Test func signsAfterALinkAreNotOfIt() {
        let link = "irealb://" + song("One")
        for text in [
            "[One](\(link))", "[One](\(link)).", "[url=\(link)]One[/url]", "[url]\(link)[/url]", "<\(link)>",
            "&lt;\(link)&gt;", "It is \(link). Or \(link), if you like.", "(\(link)); \(link)!",
        ] {
            let tunes = IRealLinks.read(Array(text.utf8))!.tunes
            #expect(!tunes.isEmpty, "\(text)")
            for tune in tunes {
                #expect(tune.groove == "Jazz-Swing" && tune.tempo == 120 && tune.choruses == 3, "\(text)")
            }
        }
        // The name of a playlist may end in a bracket or full stop.
        for name in ["List", "1) List", "List (A)", "List."] {
            let list = link + "===" + song("Two") + "===" + name.replacing(" ", with: "%20")
            for text in [list, "[A](\(list))", "<\(list)>", "[\(list)]", "(\(list)), and more"] {
                let book = IRealLinks.read(Array(text.utf8))!
                #expect(book.name == name && book.tunes.map { $0.choruses } == [3, 3], "\(text)")
            }
        }
    }

    /// Pasted links may be decoded, or encoded twice.
    @Test func decodedAndTwiceEncodedLinksAreRead() {
        let decoded =
            """
            irealb://A Day=Last First==Ballad=C==1r34LbKcu7[T44C7XyQKclLZF7XyQZ ==0=0===B \
            Day=X==Ballad=C==1r34LbKcu7[T44CXyQZ==0=0
            """
        #expect(IRealLinks.read(Array(decoded.utf8))!.tunes.map { $0.title } == ["A Day", "B Day"])
        let twice =
            "irealb://"
            + song("One").utf8.map { byte -> String in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    ? String(Unicode.Scalar(byte)) : "%" + String(byte / 16, radix: 16) + String(byte % 16, radix: 16)
            }.joined()
        #expect(IRealLinks.read(Array(twice.utf8))!.tunes.map { $0.title } == ["One"])
    }

    /// The app itself encoded every character except the equals signs for years.
    @Test func fullyEncodedLinksAreRead() {
        let songs = song("Blue Bird, The") + "===" + song("Two") + "===My List"
        let link = songs.removingPercentEncoding!.utf8.map { byte -> String in
            byte == 61 ? "=" : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        for scheme in ["irealb://", "irealbook://"] {
            let book = IRealLinks.read(Array((scheme + link).utf8))!
            #expect(book.problems == [])
            #expect(book.tunes.map { $0.title } == ["The Blue Bird", "Two"])
            #expect(book.tunes.map { $0.bars.count } == [3, 3])
            #expect(book.tunes.map { $0.tempo } == [120, 120])
            #expect(book.name == "My List")
        }
    }

    /// HTML pages escape some characters, and e-mails break long lines.
    @Test func linksInHTMLAndEmailAreRead() {
        let page = "<a href=\"irealb://\(song("Rock &amp; Roll&#39;s &#x26;"))\">One</a>"
        #expect(IRealLinks.read(Array(page.utf8))!.tunes.map { $0.title } == ["Rock & Roll's &"])
        let link = Array("irealb://\(song("A%20Long%20Name"))".utf8)
        for line in [50, 60, 76] {
            for lineBreak in ["\n", "\r\n"] {
                let lines = stride(from: 0, to: link.count, by: line).map { link[$0..<min($0 + line, link.count)] }
                let letter =
                    Array("See\n".utf8) + Array(lines.joined(separator: lineBreak.utf8)) + Array("\n\nBye\n".utf8)
                let book = IRealLinks.read(letter)!
                #expect(book.problems == [])
                #expect(book.tunes.map { $0.title } == ["A Long Name"])
                #expect(book.tunes.map { $0.bars.count } == [3])
                #expect(book.tunes.map { $0.choruses } == [3])
            }
        }
        // Staff text in angle brackets is not a tag.
        let words = "irealb://A%20B=X==S=C==1r34LbKcu7[T44C7XyQ<Break>LZF7XyQZ==0=0"
        #expect(
            IRealLinks.read(Array("\(words)<br>\(words)</li> \(words)".utf8))!.tunes.map { $0.bars.count } == [2, 2, 2])
    }

    /// JSON may escape slashes and markup characters.
    @Test func linksInJSONAreRead() {
        let link = "irealb://" + song("One") + "===" + song("A%20%22B%22") + "===List"
        func escaped(_ signs: [Character: String]) -> String { link.map { signs[$0] ?? String($0) }.joined() }
        for text in [
            escaped(["/": #"\/"#]), escaped(["=": #"\u003d"#]),
            escaped(["/": #"\/"#, "=": #"\u003D"#, "%": #"\u0025"#]),
        ] {
            for document in [
                #"{"link":"\#(text)"}"#, "\"\(text)\"", #"{"page":"<a href=\"\#(text)\">One<\/a>"}"#, text,
                #"{"mail":"See:\n\#(text)\n\nBye"}"#,
            ] {
                let book = TuneBook(reading: Array(document.utf8))
                #expect(book.problems == [], "\(document)")
                #expect(book.tunes.map { $0.title } == ["One", "A \"B\""], "\(document)")
                #expect(book.tunes.map { $0.bars.count } == [3, 3])
                #expect(book.name == "List", "\(document)")
            }
        }
    }

    @Test func unscrambledMusicIsRead() {
        let book = IRealLinks.read(
            Array(
                """
                irealb://One=Last First==Swing=Eb==[T34C7   |F   Z=Jazz-Swing=120=3===Two=X==Swing=C-=3=[T44C   \
                Z==0=0===List
                """
                .utf8))!
        #expect(book.problems == [])
        #expect(book.tunes.map { $0.title } == ["One", "Two"])
        #expect(book.tunes.map { $0.bars.count } == [2, 1])
        #expect(book.tunes.map { $0.tempo } == [120, nil])
        #expect(book.name == "List")
    }

    @Test func missingFieldsAndMixedFormatsAreRead() {
        // No composer and no style: as many equals signs in a row as between songs.
        let bare = "irealb://Bare=====C==1r34LbKcu7[T44C7XyQZ==0=0===" + song("Next")
        let book = IRealLinks.read(Array(bare.utf8))!
        #expect(book.tunes.map { $0.title } == ["Bare", "Next"])
        #expect(book.tunes.map { $0.key?.tonic } == [NoteName(.c), NoteName(.e, .flat)])
        // Scrambled music in a link of the older format, and several songs of the older format.
        let down = "irealb://" + song("Down").replacing("==1r34", with: "=-2=1r34")
        #expect(IRealLinks.read(Array(down.utf8))!.tunes.map { $0.key?.tonic } == [NoteName(.e, .flat)])
        #expect(IRealLinks.read(Array("irealbook://\(song("One"))".utf8))!.tunes.map { $0.bars.count } == [3])
        let older = IRealLinks.read(Array("irealbook://A=X Y=S=C=n=[T44C   Z=B=Y=S=D-=n=[T34D-  |A7  Z".utf8))!
        #expect(older.tunes.map { $0.title } == ["A", "B"])
        #expect(older.tunes.map { $0.bars.count } == [1, 2])
        #expect(older.problems == [])
    }

    @Test func unscrambledSongsMayHaveExtraSeparators() {
        let link = "irealbook://One=Other Ann=Swing=C=n=[T44C   |F   Z===Two=Other Ann=Swing=F=n=[T44F   |C   Z"
        let book = TuneBook(reading: Array(link.utf8))
        #expect(book.problems == [])
        #expect(book.tunes.map { $0.title } == ["One", "Two"])
    }

    @Test func endlessMusicIsCutOffWithAMessage() {
        let long = "[T44" + String(repeating: "C   |", count: 20_000)
        let book = IRealLinks.read(Array("irealbook://A=X=S=C=n=\(long)=B=X=S=C=n=[T44C   Z".utf8))!
        #expect(book.problems.contains { $0.tune == 0 && $0.message.contains("60000") })
        #expect(book.tunes.map { $0.title } == ["A", "B"])
    }

    /// The surplus tunes are in the same link or in another one, of either format.
    @Test(arguments: ["===A==C=B==1r34LbKcu7[T44C   Z=Jazz-More=90=1", #"" "irealbook://A=B=C=D=n=[T44C   Z"#])
    func surplusTunesAreLeftOutWithAMessage(_ surplus: String) {
        let songs = (0..<20_000).map { song("T", rest: "=Jazz-\($0)=120=3") }.joined(separator: "===")
        let book = IRealLinks.read(Array(("\"irealb://" + songs + surplus + surplus + "\"").utf8))!
        #expect(book.tunes.count == 20_000)
        #expect(book.tunes.last?.groove == "Jazz-19999")
        #expect(book.problems.map { $0.tune } == [nil])
    }

    @Test func invalidSongsAreReported() {
        let book = IRealLinks.read(Array("irealb://just=a=few=fields".utf8))!
        #expect(book.tunes.isEmpty)
        #expect(book.problems.count == 1)
        let empty = IRealLinks.read(Array("irealb://T=C==S=H==1r34LbKcu7==0=0".utf8))!
        #expect(empty.problems.map { $0.tune } == [0, 0])
    }

    /// Tunes with every feature of iReal Pro are unchanged after writing and reading.
    @Test func randomTunesRoundTrip() {
        var random = TuneGenerator(seed: 4)
        var differing = 0
        for _ in 0..<3_000 {
            let tunes = (0..<random.number(1...3)).map { _ in random.tune(.iReal) }
            let link = IRealWriter.link(tunes, name: "List = 1")
            let book = IRealLinks.read(Array(link.utf8))!
            if book.tunes != tunes || !book.problems.isEmpty {
                differing += 1
                if differing < 3 { Issue.record("\(difference(tunes, book.tunes))\n\(book.problems)") }
            }
            if tunes.count > 1 { #expect(book.name == "List = 1") }
        }
        #expect(differing == 0)
    }
}
