import Harmony
import Instruments
import Testing

@Suite struct LiveHarmonyTests {
    @Test func handsSplitIntoTwoChords() {
        let hands = Hands([66, 48, 52, 55, 62, 69, 48], split: .automatic)
        #expect(hands.lower == [48, 52, 55] && hands.upper == [62, 66, 69])
        #expect(Hands([36, 60, 64, 67], split: .automatic).lower == [36])
        // C and Bmi; one hand can hold Cma7 alone.
        #expect(Hands([60, 64, 67, 71, 74, 78], split: .automatic).lower == [60, 64, 67])
        #expect(Hands([60, 64, 67, 71], split: .automatic).lower == [60, 64, 67, 71])
        // Cma7 and D, though C and Bmi7 are divided by as wide a gap.
        #expect(Hands([48, 52, 55, 59, 62, 66, 69], split: .automatic).lower == [48, 52, 55, 59])
        // Fewer than four notes belong to one hand.
        #expect(Hands([40, 80, 84], split: .automatic).lower == [40, 80, 84])
        #expect(Hands([], split: .automatic) == Hands([], split: .at(note: 60)))
    }

    @Test func handsSplitAtAFixedNote() {
        let hands = Hands([59, 60, 64], split: .at(note: 60))
        #expect(hands.lower == [59] && hands.upper == [60, 64])
        #expect(Hands([60, 64, 67], split: .at(note: 60)).lower == [])
        #expect([-1, 1, 9].map { Hands([60, 64, 67], split: .count($0)).lower.count } == [0, 1, 3])
        #expect(Hands([60, 64, 67], split: .at(note: 127)).upper == [])
    }

    @Test func bothHandsAreCombined() throws {
        // C in the left hand, D in the right: C, E, G, D, F♯ and A are a C6/9(♯11).
        let harmony = LiveHarmony(pitches: [48, 52, 55, 62, 66, 69])
        let (lower, upper) = (try Chord("C"), try Chord("D"))
        #expect(harmony.lower == lower && harmony.upper == upper)
        #expect(harmony.combination?.kind == .unified && harmony.name == "C6/9(♯11)")
        #expect(harmony.notes.map(\.text) == ["C", "E", "G", "D", "F♯", "A"])
        #expect(harmony.pitches == [48, 52, 55, 62, 66, 69])
    }

    @Test func chordsAreNamedInTheReadersTransposition() throws {
        // C and D triads sound. A trumpet reads a whole tone higher, an alto saxophone a sixth.
        let sounding = [48, 52, 55, 62, 66, 69]
        let trumpet = LiveHarmony(pitches: sounding, as: RecognitionOptions(reader: .bFlat))
        #expect(trumpet.name == "D6/9(♯11)" && trumpet.pitches == [50, 54, 57, 64, 68, 71])
        let alto = LiveHarmony(pitches: sounding, as: RecognitionOptions(reader: .eFlat))
        #expect(alto.name == "A6/9(♯11)" && alto.notes.map(\.text) == ["A", "C♯", "E", "B", "D♯", "F♯"])
        // The hands split where the keys are.
        let hands = RecognitionOptions(split: .at(note: 62), reader: .eFlat).hands(sounding)
        #expect(hands.lower == [57, 61, 64] && hands.upper == [71, 75, 78])
        var row = ChordRow()
        row.add(sounding)
        #expect(row.chords(as: RecognitionOptions(reader: .bFlat)).map { $0.harmony.name } == ["D6/9(♯11)"])
    }

    @Test func eachHandOfAPolychordIsSpelledAlone() {
        // Over C an A♭ would be as likely, but E major has a G♯.
        let harmony = LiveHarmony(pitches: [48, 52, 55, 64, 68, 71])
        #expect(harmony.combination?.kind == .polychord && harmony.name == "Ema/Cma")
        #expect(harmony.notes.map(\.text) == ["C", "E", "G", "E", "G♯", "B"])
    }

    @Test func oneHandAlone() {
        let triad = LiveHarmony(pitches: [60, 63, 67])
        #expect(triad.lower?.name == "Cmi" && triad.upper == nil && triad.combination == nil && triad.name == "Cmi")
        #expect(triad.notes.map(\.text) == ["C", "E♭", "G"])
        let right = LiveHarmony(pitches: [60, 63, 67], as: RecognitionOptions(split: .at(note: 60)))
        #expect(right.lower == nil && right.upper?.name == "Cmi" && right.name == "Cmi")
        // A bass note and a chord: all notes together have the name.
        let slash = LiveHarmony(pitches: [40, 60, 64, 67])
        #expect(slash.hands.lower == [40] && slash.lower == nil && slash.upper?.name == "Cma")
        #expect(slash.name == "C/E")
    }

    @Test func notesWithoutAName() {
        let cluster = LiveHarmony(pitches: [60, 61, 62, 63], as: RecognitionOptions(vocabulary: .classic))
        #expect(cluster.name == nil && cluster.whole == nil && cluster.combination == nil)
        #expect(LiveHarmony(pitches: [60, 61, 62, 63]).name != nil)
        #expect(cluster.notes.map(\.text) == ["C", "D♭", "D", "E♭"])
        let fifth = LiveHarmony(pitches: [60, 67])
        #expect(fifth.name == "C5" && fifth.lower == nil)
        #expect(LiveHarmony(pitches: [60]).name == "C (note)")
        let nothing = LiveHarmony(pitches: [])
        #expect(nothing.name == nil && nothing.notes.isEmpty)
    }

    @Test func randomNotesNeverCrash() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...12, using: &random)
            var pitches: [Int] = []
            for _ in 0..<count { pitches.append(Int.random(in: 0...127, using: &random)) }
            let harmony = LiveHarmony(pitches: pitches)
            #expect(harmony.pitches == Set(pitches).sorted())
            #expect(harmony.notes.map(\.pitchClass) == harmony.pitches.map { $0 % 12 })
        }
    }
}

@Suite struct DebouncerTests {
    @Test func onlyStableValuesAreCommitted() {
        var name = Debouncer<String?>()
        #expect(name.stableValue(at: 0) == nil)
        name.update("C", at: 1)
        #expect(name.stableValue(at: 1.19) == nil)
        #expect(name.stableValue(at: 1.2) == "C")
        // Short changes are ignored.
        for step in 0..<10 { name.update(step % 2 == 0 ? "Cma7" : "C6", at: 2 + 0.1 * Double(step)) }
        #expect(name.stableValue(at: 2.95) == "C")
        // The last value, set at 2.9, stays. Setting it again does not restart the time.
        name.update("C6", at: 3)
        #expect(name.stableValue(at: 3.15) == "C6")
        name.update(nil, at: 4)
        #expect(name.stableValue(at: 4.1) == .some("C6"))
        #expect(name.stableValue(at: 4.2) == .some(nil))
    }

    @Test func aValueIsCommittedWithoutIntermediateCalls() {
        var name = Debouncer<Int>(patience: 0.5)
        name.update(1, at: 0)
        name.update(2, at: 0.5)
        #expect(name.stableValue(at: 0.6) == 1)
        name.update(3, at: 0.9)
        #expect(name.stableValue(at: 1) == 1)
    }
}

@Suite struct ChordTrackTests {
    private func track(_ events: [(Double, MIDIMessage)], as recognition: RecognitionOptions = RecognitionOptions())
        -> [ChordTrack.Entry]
    {
        ChordTrack(of: MIDIFile(recording: events, ticksPerQuarter: 500), as: recognition).entries
    }

    /// Keys struck and released together.
    private func chord(_ notes: [Int], _ start: Double, _ end: Double, _ channel: Int = 1) -> [(Double, MIDIMessage)] {
        notes.map { (start, on($0, channel)) } + notes.map { (end, off($0, channel)) }
    }

    private func isClose(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.0011 }

    @Test func successiveChords() {
        // At 120 quarter notes per minute, a bar of 4/4 lasts two seconds.
        let entries = track(chord([60, 64, 67], 0, 1) + chord([59, 62, 65, 67], 1, 2.25) + chord([60, 64, 67], 3, 4))
        #expect(entries.map(\.harmony.name) == ["C", "G7/B", "C"])
        #expect(entries.map(\.seconds) == [0, 1, 3] && entries.map(\.endSeconds) == [1, 2.25, 4])
        #expect(entries.map(\.position) == [.init(bar: 1, beat: 1), .init(bar: 1, beat: 3), .init(bar: 2, beat: 3)])
        #expect(entries.map(\.tick) == [0, 1000, 3000])
    }

    @Test func notesWithin40msAreOneChord() {
        let played: [(Double, MIDIMessage)] = [
            (0.5, on(60)), (0.515, on(64)), (0.53, on(67)), (1.5, off(64)), (1.51, on(65)), (1.515, off(60)),
            (1.52, off(67)), (1.525, on(69)), (1.53, on(72)), (2.5, off(65)), (2.51, off(69)), (2.52, off(72)),
        ]
        let entries = track(played)
        #expect(entries.map(\.harmony.name) == ["C", "F"])
        #expect(isClose(entries[0].seconds, 0.5) && isClose(entries[0].endSeconds, 1.5))
        #expect(isClose(entries[1].seconds, 1.51) && isClose(entries[1].endSeconds, 2.5))
    }

    @Test func thePedalJoinsSeparateNotes() {
        let entries = track([
            (0, control(64, 127)), (0, on(60)), (0.4, off(60)), (0.5, on(64)), (0.9, off(64)), (1, on(67)),
            (1.4, off(67)), (2, control(64, 0)),
        ])
        #expect(entries.map(\.harmony.name) == ["C"] && entries[0].seconds == 1 && entries[0].endSeconds == 2)
    }

    @Test func aRepeatedNameIsOneEntry() {
        let entries = track(
            chord([60, 64, 67], 0, 0.5) + chord([60, 64, 67], 0.5, 1) + chord([60, 64, 67, 72], 1, 2))
        #expect(entries.count == 1 && entries[0].harmony.pitches == [60, 64, 67] && entries[0].endSeconds == 2)
        #expect(track(chord([60, 61, 62, 63], 0, 1) + chord([61, 62, 63, 64], 1, 2)).count == 2)
    }

    @Test func otherNotesAreIgnored() {
        #expect(track(chord([60], 0, 1) + chord([60, 67], 1, 2) + chord([60, 72, 84], 2, 3)).isEmpty)
        #expect(track(chord([36, 38, 42], 0, 1, 10)).isEmpty)
        let members = [(0.0, control(101, 0)), (0, control(100, 6)), (0, control(6, 15))]
        #expect(track(members + chord([60, 64, 67], 0, 1, 10)).count == 1)
        #expect(track([]).isEmpty)
    }

    @Test func keysWithoutNoteOff() {
        let entries = track([(0, on(60)), (0, on(64)), (1, on(67))])
        #expect(entries.map(\.harmony.name) == ["C"] && entries[0].endSeconds == 1)
    }

    @Test func theHandSplitCanBeANote() {
        let entries = track(chord([48, 52, 55, 62, 66, 69], 0, 1), as: RecognitionOptions(split: .at(note: 60)))
        #expect(entries.map(\.harmony.name) == ["C6/9(♯11)"] && entries[0].harmony.upper?.name == "Dma")
    }
}
