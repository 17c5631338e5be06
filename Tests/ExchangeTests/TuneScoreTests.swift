import Exchange
import Harmony
import Instruments
import RandomTunes
import Rendering
import Testing
import Tunes

@Suite("Tunes as music")
struct TuneScoreTests {
    /// The tune limited to what MusicXML can express: no keys with more than seven accidentals, and one meter.
    private func sayable(_ tune: Tune) -> Tune {
        var tune = tune
        tune.key = tune.key?.written
        if let meter = tune.sections[0].bars[0].meter {
            tune.meter = meter
            tune.sections[0].bars[0].meter = nil
        }
        // A score names all passes of an ending.
        for ending in tune.endings {
            var first = ending.bars.lowerBound
            for section in tune.sections.indices {
                let count = tune.sections[section].bars.count
                if (0..<count).contains(first) { tune.sections[section].bars[first].endings = ending.times }
                first -= count
            }
        }
        return tune
    }

    @Test("A lead sheet is read back as the same tune")
    func roundTrip() throws {
        var random = TuneGenerator(seed: 11)
        for _ in 0..<2_000 {
            let tune = sayable(random.tune(.all))
            let book = try #require(MusicXML.read(Array(Score(chart: tune, nil).musicXML.utf8)))
            // A tune without music is reported as a problem.
            if tune.hasMusic { #expect(book.problems == []) }
            // Does not print the tunes, which are long.
            let isSame = book.tunes == [tune]
            #expect(isSame, "\(difference([tune], book.tunes))")
            if !isSame { return }
        }
    }

    /// MuseScore keeps only the position of the first of two symbols above one note.
    @Test("A chord within a beat has a slash of its own")
    func slashes() throws {
        let tune = try #require(IRealLinks.read(Array("irealbook://A=X=S=C=n=[T22C,F,G,A|D   Z".utf8))?.tunes.first)
        let xml = Score(chart: tune, nil).musicXML
        #expect(!xml.contains("<offset>"))
        #expect(contents("type", xml) == ["quarter", "quarter", "quarter", "quarter", "half", "half"])
        #expect(MusicXML.read(Array(xml.utf8))?.tunes[0].bars == tune.bars)
    }

    @Test("Every chord type is read back from its symbol")
    func chordTypes() throws {
        for type in Vocabulary.jazz.types + Vocabulary.classic.types + TuneGenerator.types {
            var tune = Tune()
            let chord = Chord(NoteName(.e), type)
            tune.sections = [Tune.Section("", [Bar(.chords([BarChord(.chord(.chord(chord)), at: Position(beat: 1))]))])]
            let book = try #require(MusicXML.read(Array(Score(chart: tune, nil).musicXML.utf8)))
            #expect(book.problems == [])
            let read = book.tunes[0].bars[0].chords.first?.symbol
            #expect(read == .chord(chord), "\(chord.name) is read as \(read?.name ?? "nothing")")
        }
    }

    @Test("A seventh is part of the kind if a kind has one, because programs disagree about an added seventh")
    func sevenths() throws {
        for type in Vocabulary.jazz.types + Vocabulary.classic.types
        where type.degrees.filter({ $0.number == 7 }).count == 1 {
            var tune = Tune()
            let symbol = ChordSymbol.chord(Chord(NoteName(.e), type))
            tune.sections = [Tune.Section("", [Bar(.chords([BarChord(.chord(symbol), at: Position(beat: 1))]))])]
            let degrees = Score(chart: tune, nil).musicXML.split(separator: "<degree ").dropFirst()
            #expect(!degrees.contains { $0.contains("<degree-value>7<") && $0.contains(">add<") }, "\(symbol.name)")
        }
    }

    @Test("For two hands, each voice fills every bar")
    func bars() {
        var random = TuneGenerator(seed: 12)
        for _ in 0..<60 {
            let tune = random.tune(.all)
            checkBars(of: Score(chart: tune, TuneVoicing()).musicXML, tune)
        }
    }

    @Test("If both hands are on one staff, each has its own voice there")
    func handsOnOneStaff() {
        let tune = TuneText.read("| C F | G |").tunes[0]
        var options = VoicedTune.Options()
        for (bar, beat, low) in [(0, 1, 77), (0, 3, 79), (1, 1, 76)] {
            func tone(_ pitch: Int) -> Tone { Tone(pitch: pitch, name: NoteName(pitchClass: pitch % 12), degree: nil) }
            options.pinned[VoicedTune.Place(bar: bar, position: Position(beat: beat))] = Voicing(
                subject: .chord(Chord(NoteName(.c), ChordType(DegreeSet()))), style: .close, left: [tone(low)],
                right: [tone(low + 5), tone(low + 8)])
        }
        let xml = Score(chart: tune, TuneVoicing(options)).musicXML
        checkBars(of: xml, tune)
        #expect(Set(contents("voice", xml)) == ["1", "2", "5"], "5 rests")
    }

    /// Follows the time of each bar: notes advance it, further notes of a chord do not, and a backup goes back.
    private func checkBars(of xml: String, _ tune: Tune) {
        let divisions = Int(contents("divisions", xml)[0])!
        // With a melody there are two parts, of which the second is the hands.
        let measures = xml.split(separator: "<measure ").dropFirst()
        #expect(measures.count % tune.bars.count == 0)
        for (measure, meter) in zip(measures, tune.meters + tune.meters) {
            let length = 4 * divisions * meter.beats / meter.unit
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

    /// The contents of all elements of a name, which contain no elements of the same name.
    private func contents(_ name: String, _ xml: String) -> [String] {
        xml.split(separator: "<").compactMap { part in
            part.hasPrefix(name + ">") ? String(part.dropFirst(name.count + 1)) : nil
        }
    }

    @Test("The music begins after the count-in, and each bar lasts as its meter and tempo require")
    func heard() throws {
        var random = TuneGenerator(seed: 13)
        for _ in 0..<40 {
            var tune = random.tune(.all)
            tune.tempo = 240
            let choruses = tune.choruses ?? 1
            guard let once = try? tune.unfolded(), once.count * choruses < 500 else { continue }
            let others = [[Int]](repeating: try tune.unfolded(isLastChorus: false), count: choruses - 1)
            let order = others.joined() + once
            let file = try MIDIFile(PerformedTune(tune, TuneVoicing(.init(.rootless))).midi.bytes)
            let melodies = tune.melodies
            #expect(file.tracks.count == (order.contains { !melodies[$0].isEmpty } ? 7 : 6))
            let meters = tune.meters
            // Beats of the tune's meter, 240 per minute. The first bar in playing order has a count-in.
            func beats(_ bar: Int) -> Double {
                let meter = meters[bar]
                return Double(meter.beats * tune.meter.unit) / Double(meter.unit * tune.meter.unitsOfBeat)
            }
            let length = ([order[0]] + order).reduce(0.0) { $0 + beats($1) } / 4
            // A tune that ends on a dominant has one more bar, in which the band ends on the first chord.
            let isLonger = file.duration > length + 0.01
            #expect(abs(file.duration - length - (isLonger ? beats(order[0]) / 4 : 0)) < 0.02)
            let first = file.tracks[1...4].flatMap { $0 }.compactMap { event -> Int? in
                if case .message(.noteOn) = event.kind { event.tick } else { nil }
            }.min()
            #expect(
                first.map { $0 >= file.ticksPerQuarter * 4 * meters[order[0]].beats / meters[order[0]].unit } ?? true)
        }
    }

    /// Four bars and the count-in.
    @Test(
        "The beat of 6/8 is a dotted quarter in MIDI and MusicXML",
        arguments: [
            ("6/8", 120, 5.0, "quarter", "180", 2), ("12/8", 60, 20.0, "quarter", "90", 4),
            ("9/16", 60, 15.0, "eighth", "45", 3),
            ("3/8", 120, 7.5, "eighth", "60", 3), ("2/2", 60, 10.0, "half", "120", 2),
            ("4/4", 120, 10.0, "quarter", "120", 4),
        ])
    func beats(_ meter: String, _ tempo: Int, _ seconds: Double, _ unit: String, _ quarters: String, _ clicks: Int)
        throws
    {
        let tune = TuneText.read("Time: \(meter)\nTempo: \(tempo)\n| C | F | G | C |").tunes[0]
        let file = try MIDIFile(PerformedTune(tune, TuneVoicing()).midi.bytes)
        #expect(abs(file.duration - seconds) < 0.001)
        #expect(file.tracks[5].count { if case .message(.noteOn) = $0.kind { true } else { false } } == clicks)
        let xml = Score(chart: tune, nil).musicXML
        #expect(contents("beat-unit", xml) == [unit] && contents("per-minute", xml) == ["\(tempo)"])
        #expect(xml.contains("<beat-unit-dot") == ["6/8", "12/8", "9/16"].contains(meter))
        #expect(xml.contains("<sound tempo=\"\(quarters)\""))
        #expect(MusicXML.read(Array(xml.utf8))?.tunes[0].tempo == tempo)
    }

    /// A note tied over bar lines is struck once, even if a repeat leads to another bar than the next written one.
    @Test("The melody sounds as written, in playing order")
    func heardMelody() throws {
        var random = TuneGenerator(seed: 15)
        var count = 0
        while count < 40 {
            var tune = random.tune(.all)
            tune.choruses = nil
            let (melodies, meters) = (tune.melodies, tune.meters)
            // Bars that the form never reaches do not sound.
            guard let order = try? tune.unfolded(), order.count < 200, order.contains(where: { !melodies[$0].isEmpty })
            else { continue }
            count += 1
            // In ticks of the melody, after the count-in.
            var wanted: [(start: Int, end: Int, pitch: Int)] = []
            var now = meters[order[0]].melodyTicks
            var isHeld = false
            for bar in order {
                for (index, note) in melodies[bar].notes.enumerated() {
                    if index == 0, note.start == 0, isHeld, wanted.last?.pitch == note.tone.pitch {
                        wanted[wanted.count - 1].end = now + note.end
                    } else {
                        wanted.append((now + note.start, now + note.end, note.tone.pitch))
                    }
                }
                isHeld = melodies[bar].isTied
                now += meters[bar].melodyTicks
            }
            let file = try MIDIFile(PerformedTune(tune, TuneVoicing(.init(.rootless))).midi.bytes)
            var heard: [(start: Int, end: Int, pitch: Int)] = []
            for event in file.tracks[6] {
                switch event.kind {
                case .message(.noteOn(_, let pitch, _)): heard.append((event.tick, -1, pitch))
                case .message(.noteOff(_, let pitch, _)):
                    let index = heard.lastIndex { $0.pitch == pitch && $0.end < 0 }
                    heard[try #require(index)].end = event.tick
                default: break
                }
            }
            #expect(heard.map { $0.pitch } == wanted.map { $0.pitch })
            let fineness = Melody.ticksPerQuarter / file.ticksPerQuarter
            #expect(zip(heard, wanted).allSatisfy { abs($0.start * fineness - $1.start) <= fineness })
            #expect(zip(heard, wanted).allSatisfy { abs(($0.end + 1) * fineness - $1.end) <= 2 * fineness })
        }
    }

    @Test("The written melody fills its bar, and its tied notes add up to the melody")
    func writtenMelody() {
        var random = TuneGenerator(seed: 16)
        for _ in 0..<5_000 {
            let meter = Meter(random.number(1...13), random.one(of: [2, 4, 8, 16]))!
            let melody = random.melody(in: meter)
            let written = WrittenMelody(melody, in: meter, nil)
            #expect(written.notes.isEmpty == melody.isEmpty)
            var now = 0
            var sum: [(tone: Tone, start: Int, length: Int)] = []
            var isOpen = false
            for note in written.notes {
                #expect(note.start == now && note.value.ticks > 0)
                now = note.end
                if let tone = note.tone {
                    #expect(note.isContinued == isOpen)
                    if isOpen {
                        sum[sum.count - 1].length += note.value.ticks
                    } else {
                        sum.append((tone, note.start, note.value.ticks))
                    }
                }
                isOpen = note.continues
            }
            #expect(melody.isEmpty || now == meter.melodyTicks)
            #expect(isOpen == melody.isTied)
            #expect(
                sum.map { $0.tone } == melody.notes.map { $0.tone }
                    && sum.map { $0.start } == melody.notes.map { $0.start })
            #expect(sum.map { $0.length } == melody.notes.map { $0.length })
        }
    }

    /// Notes by their parts of a whole note, with dots and tuplets.
    @Test(
        "Notes are split to show the beats",
        arguments: [
            // Syncopation: a quarter between two eighths is one note. A note that hides the middle of the bar is split.
            ("4/4", "C5:8 C5:4 C5:8 C5:2", "8 4 8 2"), ("4/4", "r:4. C5:4 r:8 r:4", "r4 r8 8 8 r8 r4"),
            ("4/4", "C5:4. C5:8~ C5:2", "4. 8 2"),
            ("4/4", "C5:5/8 r:4.", "2 8 r8 r4"), ("3/4", "C5:2.", "2."), ("3/4", "C5:8 C5:5/8", "8 8 2"),
            ("2/4", "C5:8 C5:4.", "8 4."),
            ("4/4", "C5:8. D5:5/16 r:2", "8. 16 4 r2"), ("4/4", "C5:8 C5:5/8 r:4", "8 4. 4 r4"),
            ("4/4", "C5:9/16 C5:7/16", "2 16 8. 4"),
            // In compound meters beats are dotted quarters.
            ("6/8", "C5:8 C5:5/8", "8 4 4."), ("6/8", "C5:2 r:4", "4. 8 r4"), ("12/8", "C5:3/2", "1."),
            ("6/8", "C5:2. ", "2."),
            // Tuplets, with rests and with notes that continue after them.
            ("4/4", "C5:12 r C5 C5:6 C5 C5 C5:4", "8t3 r8t3 8t3 4t3 4t3 4t3 4"),
            ("4/4", "r:12 C5:5/12 r:2", "r8t3 4t3 4 r2"),
            ("4/4", "C5:20 C5 C5 C5:10 r:3/4", "16t5 16t5 16t5 8t5 r2."),
            ("4/4", "C5:28 C5 C5 C5 C5 C5 C5 r:3/4", "16t7 16t7 16t7 16t7 16t7 16t7 16t7 r2."),
        ])
    func divided(_ meter: String, _ melody: String, _ wanted: String) throws {
        let text = "Time: " + meter + "\n| C |\nMelody: " + melody
        let book = TuneText.read(text)
        #expect(book.problems == [])
        let written = WrittenMelody(book.tunes[0].bars[0].melody, in: book.tunes[0].meter, nil)
        let values = written.notes.map { note in
            (note.tone == nil ? "r" : "") + "\(note.value.part)" + (note.value.isDotted ? "." : "")
                + (note.value.tuplet.map { "t\($0.actual)" } ?? "")
        }
        #expect(values.joined(separator: " ") == wanted)
        for note in written.notes where note.value.tuplet != nil {
            #expect(
                note.beginsTuplet == (note.start % NoteValue.shortest == 0)
                    && note.endsTuplet == (note.end % NoteValue.shortest == 0))
        }
    }

    /// Every note at every position, in 32nds: a part that begins between two beats and extends beyond the next one
    /// ends with the note, or in the middle of the bar.
    @Test(
        "Beats are visible if one note value does not reach the end",
        arguments: [(2, 4), (3, 4), (4, 4), (5, 4), (2, 2), (4, 2)])
    func beatsAreSeen(_ beats: Int, _ unit: Int) {
        let meter = Meter(beats, unit)!
        let part = Melody.whole / 32, beat = Melody.whole / unit
        var hidden: [String] = []
        for start in stride(from: 0, to: meter.melodyTicks, by: part) {
            for end in stride(from: start + part, through: meter.melodyTicks, by: part) {
                var melody = Melody()
                melody.add(Tone(NoteName(.c), octave: 5), at: start, for: end - start)
                let hiding = WrittenMelody(melody, in: meter, nil).notes.filter { note in
                    note.tone != nil && note.start % beat != 0 && note.end > (note.start / beat + 1) * beat
                        && note.end != end
                        && (beats % 2 == 1 || note.end != meter.melodyTicks / 2)
                }
                if !hiding.isEmpty { hidden.append("\(start / part) to \(end / part)") }
            }
        }
        #expect(hidden == [])
    }

    /// F♯ is in the signature of G. A natural holds until the end of the bar, except one that was tied over.
    @Test("Accidentals are written if the signature or the bar differs")
    func accidentalsOfAMelody() {
        let tune = TuneText.read("Key: G\n| G | G |\nMelody: F#5 F5 F5 F#5~ | F#5 F5 F#4 G#4").tunes[0]
        let xml = Score(chart: tune, nil).musicXML
        let signs = xml.split(separator: "<note>").dropFirst().map { contents("accidental", String($0)).first }
        #expect(signs == [nil, "natural", nil, "sharp", nil, "natural", nil, "sharp"])
    }

    /// A beam never hides a beat, neither a quarter in 4/4 nor a dotted quarter in 6/8. A rest ends it.
    @Test(
        "Eighths and shorter notes of a beat are beamed",
        arguments: [
            ("4/4", "C5:8 D5 E5 F5 G5:4 A5:8 B5", "-+-+--+"),
            ("4/4", "C5:8. D5:16 E5:8 r F5:12 G5 A5 B5:4", "-+---++-"),
            ("4/4", "C5:4. D5:8 E5:16 F5 G5 A5 B5:4", "---+++-"),
            ("6/8", "C5:8 D5 E5 F5:4 G5:8", "-++--"),
            ("3/4", "r:8 D5 E5 F5 G5 A5", "---+-+"),
        ]) func beams(meter: String, melody: String, wanted: String)
    {
        let tune = TuneText.read("Time: \(meter)\n| C |\nMelody: \(melody)").tunes[0]
        let notes = WrittenMelody(tune.bars[0].melody, in: tune.meter, nil).notes
        #expect(notes.map { $0.isBeamed ? "+" : "-" }.joined() == wanted)
    }

    @Test("The drawing of a melody has a head for each note, on a staff in each row")
    func drawnMelody() {
        var random = TuneGenerator(seed: 17)
        for _ in 0..<200 {
            let tune = random.tune(.all)
            for voiced in [nil, TuneVoicing(.init(.rootless)).voiced(tune).chords] {
                let svg = ChartSVG.document(tune, voiced: voiced)
                let rows = svg.split(separator: "class=\"row\"").count - 1
                #expect(svg.split(separator: "class=\"melody\"").count - 1 == (tune.hasMelody ? rows : 0))
                guard tune.hasMelody else { continue }
                var tied: Tone?
                var heads = 0
                for (melody, meter) in zip(tune.melodies, tune.meters) {
                    heads += WrittenMelody(melody, in: meter, nil, after: tied).notes.count { $0.tone != nil }
                    tied = melody.isTied ? melody.notes.last?.tone : nil
                }
                let inMelody = svg.split(separator: "<g class=\"melody\">").dropFirst().map {
                    $0.split(separator: "</g>")[0]
                }
                let found = inMelody.reduce(0) { sum, part in
                    sum
                        + [StaffShapes.head, StaffShapes.wholeNote].reduce(0) {
                            $0 + part.split(separator: $1, omittingEmptySubsequences: false).count - 1
                        }
                }
                #expect(found == heads)
            }
        }
    }

    /// The note value of each chord: a whole, half or quarter note, and whether it is dotted.
    @Test(
        "A chord on the grand staff has its real length",
        arguments: [
            ("| C |", [1], false), ("| Dm7 G7 | C |", [2, 2, 1], false), ("| C F G |", [2, 4, 4], false),
            ("Time: 3/4\n| C |", [2], true),
            ("Time: 2/2\n| C F |", [2, 2], false), ("Time: 6/8\n| C |", [2], true),
        ])
    func lengths(text: String, parts: [Int], isDotted: Bool) {
        let tune = TuneText.read(text).tunes[0]
        let chords = TuneVoicing(.init(.rootless)).voiced(tune).chords
        let svg = ChartSVG.document(tune, voiced: chords)
        func count(_ part: String) -> Int { svg.split(separator: part, omittingEmptySubsequences: false).count - 1 }
        func tones(of part: Int) -> Int {
            zip(chords, parts).reduce(0) { $0 + ($1.1 == part ? $1.0.voicing.tones.count : 0) }
        }
        #expect(chords.count == parts.count)
        #expect(count(StaffShapes.wholeNote) == tones(of: 1) && count(StaffShapes.halfHead) == tones(of: 2))
        // The head of a half note is that of a quarter with a hole.
        #expect(count(StaffShapes.head) - count(StaffShapes.halfHead) == tones(of: 4))
        #expect(count("class=\"stems\"") == parts.count { $0 > 1 })
        #expect(count("a2 2 0 1 1 4 0a2") == (isDotted ? tones(of: 2) : 0))
    }

    @Test(
        "A chart has all symbols, and rows of at most four bars, or two, per section",
        arguments: [(4, ChartPaper.sheet), (2, .phone)])
    func chart(barsInARow: Int, paper: ChartPaper) {
        var random = TuneGenerator(seed: 14)
        for _ in 0..<200 {
            let tune = random.tune(.all)
            for voiced in [nil, TuneVoicing(.init(.rootless)).voiced(tune).chords] {
                var html = HTML()
                tune.writeChart(voiced: voiced, on: paper, to: &html, Presentation())
                let symbols = html.text.split(separator: "class=\"chart-symbol\"").count - 1
                #expect(symbols == tune.bars.reduce(0) { $0 + $1.chords.count + $1.alternates.count })
                let rows = html.text.split(separator: "class=\"row\"").count - 1
                #expect(rows >= tune.sections.reduce(0) { $0 + ($1.bars.count + barsInARow - 1) / barsInARow })
                #expect(rows <= tune.bars.count)
            }
        }
    }

    /// D7 with the F♯ of the key of G, then F natural, then F♯ again in one bar.
    @Test("An accidental of an earlier chord in the bar is cancelled")
    func accidentals() {
        let tune = TuneText.read("Key: C\n| D7 G7 D7 G7 |").tunes[0]
        var options = VoicedTune.Options()
        func voicing(_ pitches: [(Int, NoteName)]) -> Voicing {
            Voicing(
                subject: .chord(Chord(NoteName(.d), ChordType(DegreeSet()))), style: .close, left: [],
                right: pitches.map { Tone(pitch: $0.0, name: $0.1, degree: nil) })
        }
        let (sharp, natural) = (voicing([(66, NoteName(.f, .sharp))]), voicing([(65, NoteName(.f))]))
        for (beat, chosen) in [(1, sharp), (2, natural), (3, natural), (4, sharp)] {
            options.pinned[VoicedTune.Place(bar: 0, position: Position(beat: beat))] = chosen
        }
        let xml = Score(chart: tune, TuneVoicing(options)).musicXML
        let signs = xml.split(separator: "<note>").dropFirst().filter { $0.contains("<pitch>") }.map {
            contents("accidental", String($0)).first
        }
        #expect(signs == ["sharp", "natural", nil, "sharp"])
    }
}
