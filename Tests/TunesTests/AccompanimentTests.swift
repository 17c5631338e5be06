import Harmony
import Testing
import Tunes

/// The accompaniment with a C in the left hand and an E in the right for every chord, held.
private func played(_ text: String, _ change: (inout Band) -> Void = { _ in }) throws -> Accompaniment {
    let tune = try #require(TuneText.read(text).tunes.first)
    var band = Band()
    band.comping = .held
    change(&band)
    let hands = tune.soundingChords.map { _ in (left: [48], right: [64]) }
    return Accompaniment(of: tune, in: try tune.unfolded(), hands: hands, band)
}

/// The starts of a part's strikes, in beats, to the nearest tenth: players are up to 25 ms late.
private func starts(_ bar: Accompaniment.PlayedBar, _ part: Accompaniment.Part) -> [Double] {
    bar.strikes.filter { $0.part == part }.map { (10 * Double($0.start) / Double(Accompaniment.beat)).rounded() / 10 }
}

private let blues = "| F7 | Bb7 | F7 | Cm7 F7 | Bb7 | Bdim7 | F7 | Am7b5 D7b9 | Gm7 | C7 | F7 D7b9 | Gm7 C7 |"

@Suite struct AccompanimentTests {
    @Test func handsPlayEachChordAtItsBeatForItsLength() throws {
        let bars = try played("| Dm7 G7 | C |").bars
        #expect(
            starts(bars[0], .left) == [0, 2] && starts(bars[0], .right) == [0, 2] && starts(bars[1], .left) == [0])
        // A chord ends a little before the next one.
        #expect(
            bars[0].strikes.filter { $0.part == .left }.allSatisfy {
                Accompaniment.beat * 7 / 4 < $0.length && $0.length < 2 * Accompaniment.beat
            })
        #expect(bars.map { $0.length } == [4 * Accompaniment.beat, 4 * Accompaniment.beat])
    }

    @Test func sustainedChordsLastToTheNext() throws {
        // Not into a bar without a chord.
        for text in ["| C | F |", "| C | N.C. | F |"] {
            let lengths = try played(text).bars.flatMap { $0.strikes.filter { $0.part == .left }.map { $0.length } }
            #expect(lengths.count == 2)
            #expect(lengths.allSatisfy { Accompaniment.beat * 7 / 2 < $0 && $0 <= 4 * Accompaniment.beat })
        }
    }

    @Test func barWithoutChordsContinuesTheLastChord() throws {
        let tune = try #require(TuneText.read("| Dm7 | . | N.C. | . |").tunes.first)
        let hands = [(left: [48], right: [64]), (left: [50], right: [65])]
        let bars = Accompaniment(of: tune, in: [0, 1, 2, 3], hands: hands, Band()).bars
        let held = bars[1].strikes.filter { $0.part == .left }
        #expect(!held.isEmpty && held.allSatisfy { $0.pitches == [48] })
        #expect(starts(bars[2], .left) == [] && starts(bars[3], .left) == [] && starts(bars[3], .bass) == [])
    }

    @Test func charlestonRhythmIsSwung() throws {
        let bars = try played("| C |") {
            $0.comping = .charleston
            $0.swing = 75
            $0.bass = .walking
        }.bars
        // On one, and on the “and” of two. The ride's ratio is three to one, that of the hands 2.2 to one.
        #expect(starts(bars[0], .left) == [0, 1.7])
        #expect(starts(bars[0], .bass).filter { $0 == $0.rounded() } == [0, 1, 2, 3])
        let even = try played("| C |") {
            $0.comping = .charleston
            $0.swing = 50
        }.bars
        #expect(starts(even[0], .left) == [0, 1.5])
    }

    @Test func fourToTheBarPlaysOnEveryBeat() throws {
        #expect(starts(try played("| C F |") { $0.comping = .fours }.bars[0], .right) == [0, 1, 2, 3])
    }

    @Test(arguments: Band.Bass.allCases) func bassStartsEachChordOnItsBassNote(bass: Band.Bass) throws {
        let bars = try played("| C/E | F/C G7 |") { $0.bass = bass }.bars
        let notes = bars.map { $0.strikes.filter { $0.part == .bass } }
        guard bass != .off else { return #expect(notes.allSatisfy { $0.isEmpty }) }
        // A pedal stays on one note, and a tumbao plays the next root early.
        if bass == .pedal { return #expect(Set(notes.joined().map { $0.pitches[0] }).count == 1) }
        if bass == .tumbao { return #expect(notes[0].last.map { $0.pitches[0] % 12 } == 0) }
        #expect(notes[0][0].pitches[0] % 12 == 4 && notes[1][0].pitches[0] % 12 == 0)
        let rootOfG = try #require(notes[1].first { $0.start >= 2 * Accompaniment.beat })
        #expect(rootOfG.pitches[0] % 12 == 7)
        #expect(notes.joined().allSatisfy { $0.length > 0 })
    }

    @Test func clickIsOnEveryBeatOrOnTwoAndFour() throws {
        #expect(starts(try played("| C |") { $0.click = .every }.bars[0], .click) == [0, 1, 2, 3])
        #expect(starts(try played("| C |") { $0.click = .backbeat }.bars[0], .click) == [1, 3])
        #expect(starts(try played("Time: 3/4\n| C |") { $0.click = .backbeat }.bars[0], .click) == [1, 2])
        #expect(starts(try played("| C |") { $0.click = .off }.bars[0], .click) == [])
    }

    @Test func sixEighthBarHasTwoBeats() throws {
        let bar = try played("Time: 6/8\n| C |") { $0.click = .every }.bars[0]
        #expect(bar.length == 2 * Accompaniment.beat && starts(bar, .click) == [0, 1])
    }

    @Test func countInIsOneBar() throws {
        let waltz = try played("Time: 3/4\n| C |")
        #expect(
            waltz.countIn.count == 1 && waltz.countIn[0].written == nil
                && starts(waltz.countIn[0], .click) == [0, 1, 2])
    }

    @Test func barsAreInPlayingOrderWithTheirChords() throws {
        let all = try played("|: C | 1. F :| 2. G |]")
        #expect(all.bars.map { $0.written } == [0, 1, 0, 2])
        #expect(all.bars.map { $0.cues.map { $0.chord } } == [[0], [1], [0], [2]])
    }

    /// Otherwise the host would go on showing the keys of the chord before.
    @Test func aSilenceHasItsCue() throws {
        let bars = try played("| C7 | N.C. | . | N.C. . G7 . |").bars
        #expect(bars.prefix(4).map { $0.cues.map { $0.chord } } == [[0], [1], [1], [2, 3]])
        #expect(bars[3].cues.map { $0.start } == [0, 2 * Accompaniment.beat])
    }

    /// No strike begins before its bar or after it, and strikes are in order.
    @Test func everyStrikeIsWithinItsBar() throws {
        for text in [
            blues, "Time: 5/4\n| C Dm7 Em7 F G |", "Time: 7/8\n| C G7 |", "Time: 2/2\n| C G7 Am F |",
            "Time: 6/8\n| C | G7 |", "Time: 1/4\n| C |", "| C . . G7 | % | %% |", "| N.C. | . |",
        ] {
            for feel in Feel.allCases {
                for comping in Band.Comping.allCases {
                    let all = try played(text) {
                        $0.feel = feel
                        $0.comping = comping
                        $0.click = .every
                    }
                    for bar in all.bars {
                        #expect(
                            bar.strikes.allSatisfy {
                                0 <= $0.start && $0.start < bar.length && $0.length > 0 && 1...127 ~= $0.velocity
                            })
                        #expect(bar.strikes.map { $0.start } == bar.strikes.map { $0.start }.sorted())
                    }
                }
            }
        }
    }
}
