import Answers
import Harmony
import Instruments
import RandomTunes
import Testing
import Tunes

@Suite("Tunes as music")
struct TuneScoreTests {
    /// What MusicXML can say: no keys with more than seven signs, and no other metre than that of the first bar.
    private func sayable(_ tune: Tune) -> Tune {
        var tune = tune
        tune.key = tune.key?.written
        if let metre = tune.sections[0].bars[0].metre {
            tune.metre = metre
            tune.sections[0].bars[0].metre = nil
        }
        return tune
    }

    @Test("A lead sheet is read back as the very same tune")
    func roundTrip() throws {
        var chance = Chance(seed: 11)
        for _ in 0..<2_000 {
            let tune = sayable(chance.tune(.all))
            let book = try #require(MusicXML.read(Array(Score(chart: tune, nil).musicXML.utf8)))
            #expect(book.problems == [])
            // Not told in full: a tune is long.
            let isSame = book.tunes == [tune]
            #expect(isSame, "\(difference([tune], book.tunes))")
            if !isSame { return }
        }
    }

    @Test("Every chord type is said so that it is read back as it is")
    func chordTypes() throws {
        for type in Vocabulary.jazz.types + Vocabulary.classic.types + Chance.types {
            var tune = Tune()
            let chord = Chord(NoteName(.e), type)
            tune.sections = [Tune.Section("", [Bar(.chords([BarChord(.chord(.chord(chord)), at: Position(beat: 1))]))])]
            let book = try #require(MusicXML.read(Array(Score(chart: tune, nil).musicXML.utf8)))
            #expect(book.problems == [])
            let read = book.tunes[0].bars[0].chords.first?.symbol
            #expect(read == .chord(chord), "\(chord.name) is read as \(read?.name ?? "nothing")")
        }
    }

    @Test("A seventh is part of the kind wherever a kind has one, since programs do not agree on which one is added")
    func sevenths() throws {
        for type in Vocabulary.jazz.types + Vocabulary.classic.types where type.degrees.filter({ $0.number == 7 }).count == 1 {
            var tune = Tune()
            let symbol = ChordSymbol.chord(Chord(NoteName(.e), type))
            tune.sections = [Tune.Section("", [Bar(.chords([BarChord(.chord(symbol), at: Position(beat: 1))]))])]
            let degrees = Score(chart: tune, nil).musicXML.split(separator: "<degree ").dropFirst()
            #expect(!degrees.contains { $0.contains("<degree-value>7<") && $0.contains(">add<") }, "\(symbol.name)")
        }
    }

    @Test("For two hands every bar is as long as its metre says, in each voice")
    func bars() {
        var chance = Chance(seed: 12)
        for _ in 0..<60 {
            let tune = chance.tune(.all)
            checkBars(of: Score(chart: tune, TuneVoicing()).musicXML, tune)
        }
    }

    @Test("Where both hands stand on one staff, each has its own voice there")
    func handsOnOneStaff() {
        let tune = TuneText.read("| C F | G |").tunes[0]
        var wishes = VoicedTune.Wishes()
        for (bar, beat, low) in [(0, 1, 77), (0, 3, 79), (1, 1, 76)] {
            func tone(_ pitch: Int) -> Tone { Tone(pitch: pitch, name: NoteName(pitchClass: pitch % 12), degree: nil) }
            wishes.pinned[VoicedTune.Place(bar: bar, position: Position(beat: beat))] = Voicing(
                subject: .chord(Chord(NoteName(.c), ChordType(DegreeSet()))), style: .close, left: [tone(low)],
                right: [tone(low + 5), tone(low + 8)])
        }
        let xml = Score(chart: tune, TuneVoicing(wishes)).musicXML
        checkBars(of: xml, tune)
        #expect(Set(contents("voice", xml)) == ["1", "2", "5"], "5 rests")
    }

    /// Goes through the time of each bar: notes go on, those of a chord stay, and a backup goes back.
    private func checkBars(of xml: String, _ tune: Tune) {
        let divisions = Int(contents("divisions", xml)[0])!
        for (measure, metre) in zip(xml.split(separator: "<measure ").dropFirst(), tune.metres) {
            let length = 4 * divisions * metre.beats / metre.unit
            var (now, furthest) = (0, 0)
            var isChord = false, isBack = false
            var isInside = true
            for element in measure.split(separator: "<") {
                if element.hasPrefix("note>") { (isChord, isBack) = (false, false) }
                if element.hasPrefix("backup>") { (isChord, isBack) = (false, true) }
                if element.hasPrefix("chord>") { isChord = true }
                guard element.hasPrefix("duration>"), let time = Int(element.dropFirst(9)), !isChord else { continue }
                now += isBack ? -time : time
                furthest = max(furthest, now)
                isInside = isInside && now >= 0
            }
            #expect(isInside && now == length && furthest == length)
        }
    }

    /// What stands in the elements of a name; they hold no others.
    private func contents(_ name: String, _ xml: String) -> [String] {
        xml.split(separator: "<").compactMap { part in
            part.hasPrefix(name + ">") ? String(part.dropFirst(name.count + 1)) : nil
        }
    }

    @Test("What is heard begins behind the count, and each bar lasts as long as its metre and the tempo say")
    func heard() throws {
        var chance = Chance(seed: 13)
        for _ in 0..<40 {
            var tune = chance.tune(.all)
            tune.tempo = 240
            guard let order = try? tune.unfolded(), order.count < 500 else { continue }
            let file = try MIDIFile(Score(playing: tune, TuneVoicing(.init(.rootless))).accompaniedMIDI.bytes)
            #expect(file.tracks.count == 5)
            let metres = tune.metres
            // Beats of the tune's metre, 240 of them a minute; the bar that is played first is counted in.
            let beats = ([order[0]] + order).reduce(0.0) {
                $0 + Double(metres[$1].beats * tune.metre.unit) / Double(metres[$1].unit)
            }
            #expect(abs(file.duration - beats / 4) < 0.001)
            let first = file.tracks[1...3].flatMap { $0 }.compactMap { event -> Int? in
                if case .message(.noteOn) = event.kind { event.tick } else { nil }
            }.min()
            #expect(first.map { $0 >= file.ticksPerQuarter * 4 * metres[order[0]].beats / metres[order[0]].unit } ?? true)
        }
    }

    @Test("A chart has all symbols, and a row for each four bars of a section at least")
    func chart() {
        var chance = Chance(seed: 14)
        for _ in 0..<200 {
            let tune = chance.tune(.all)
            for voiced in [nil, TuneVoicing(.init(.rootless)).voiced(tune)] {
                let svg = ChartSVG.document(tune, voiced: voiced)
                let symbols = svg.split(separator: "class=\"symbol\"").count - 1
                #expect(symbols == tune.bars.reduce(0) { $0 + $1.chords.count + $1.alternates.count })
                let rows = svg.split(separator: "class=\"row\"").count - 1
                #expect(rows >= tune.sections.reduce(0) { $0 + ($1.bars.count + 3) / 4 })
            }
        }
    }

    /// D7 beside F♯ of the key of G, then F natural and F♯ again in one bar.
    @Test("An accidental that holds from a chord before is taken back within a bar")
    func accidentals() {
        let tune = TuneText.read("Key: C\n| D7 G7 D7 G7 |").tunes[0]
        var wishes = VoicedTune.Wishes()
        func voicing(_ pitches: [(Int, NoteName)]) -> Voicing {
            Voicing(subject: .chord(Chord(NoteName(.d), ChordType(DegreeSet()))), style: .close, left: [],
                right: pitches.map { Tone(pitch: $0.0, name: $0.1, degree: nil) })
        }
        let (sharp, natural) = (voicing([(66, NoteName(.f, .sharp))]), voicing([(65, NoteName(.f))]))
        for (beat, chosen) in [(1, sharp), (2, natural), (3, natural), (4, sharp)] {
            wishes.pinned[VoicedTune.Place(bar: 0, position: Position(beat: beat))] = chosen
        }
        let xml = Score(chart: tune, TuneVoicing(wishes)).musicXML
        let signs = xml.split(separator: "<note>").dropFirst().filter { $0.contains("<pitch>") }.map { contents("accidental", String($0)).first }
        #expect(signs == ["sharp", "natural", nil, "sharp"])
    }
}
