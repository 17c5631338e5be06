import Harmony
import Testing
import Tunes

/// The accompaniment with a C in the left hand and an E in the right for every chord.
private func played(_ text: String, _ change: (inout Feel) -> Void = { _ in }) throws -> Accompaniment {
    let tune = try #require(TuneText.read(text).tunes.first)
    var feel = Feel()
    change(&feel)
    let hands = tune.soundingChords.map { _ in (left: [48], right: [64]) }
    return Accompaniment(of: tune, in: try tune.unfolded(), hands: hands, feel: feel)
}

/// The starts of a part's strikes, in beats.
private func starts(_ bar: Accompaniment.PlayedBar, _ part: Accompaniment.Part) -> [Double] {
    bar.strikes.filter { $0.part == part }.map { Double($0.start) / Double(Accompaniment.beat) }
}

private let blues = "| F7 | Bb7 | F7 | Cm7 F7 | Bb7 | Bdim7 | F7 | Am7b5 D7b9 | Gm7 | C7 | F7 D7b9 | Gm7 C7 |"

@Suite struct AccompanimentTests {
    @Test func handsPlayEachChordAtItsBeatForItsLength() throws {
        let bars = try played("| Dm7 G7 | C |").bars
        #expect(
            starts(bars[0], .left) == [0, 2] && starts(bars[0], .right) == [0, 2] && starts(bars[1], .left) == [0])
        #expect(
            bars[0].strikes.filter { $0.part == .left }.map { $0.length } == [
                2 * Accompaniment.beat, 2 * Accompaniment.beat,
            ])
        #expect(bars.map { $0.length } == [4 * Accompaniment.beat, 4 * Accompaniment.beat])
    }

    @Test func barWithoutChordsContinuesTheLastChord() throws {
        let tune = try #require(TuneText.read("| Dm7 | . | N.C. | . |").tunes.first)
        let hands = [(left: [48], right: [64]), (left: [50], right: [65])]
        let bars = Accompaniment(of: tune, in: [0, 1, 2, 3], hands: hands).bars
        #expect(starts(bars[1], .left) == [0] && bars[1].strikes.first { $0.part == .left }?.pitches == [48])
        #expect(starts(bars[2], .left) == [] && starts(bars[3], .left) == [] && starts(bars[3], .bass) == [])
    }

    @Test func charlestonRhythmIsSwung() throws {
        let bars = try played("| C |") {
            $0.rhythm = .charleston
            $0.swing = 60
        }.bars
        // On one, and on the “and” of two, which swing delays to six tenths of the beat.
        #expect(starts(bars[0], .left) == [0, 1.6])
        #expect(starts(bars[0], .bass) == [0, 1, 2, 3])
        let even = try played("| C |") {
            $0.rhythm = .charleston
            $0.swing = 50
        }.bars
        #expect(starts(even[0], .left) == [0, 1.5])
    }

    @Test func fourToTheBarPlaysOnEveryBeat() throws {
        #expect(starts(try played("| C F |") { $0.rhythm = .fours }.bars[0], .right) == [0, 1, 2, 3])
    }

    @Test func walkingBassApproachesRootsByStep() throws {
        let tune = try #require(TuneText.read(blues).tunes.first)
        let bars = try played(blues).bars
        let chords = tune.soundingChords
        var line: [(beat: Int, pitch: Int)] = []
        for (place, bar) in bars.enumerated() {
            for strike in bar.strikes where strike.part == .bass {
                line.append((4 * place + strike.start / Accompaniment.beat, strike.pitches[0]))
            }
        }
        #expect(line.count == 48 && line.map { $0.beat } == Array(0..<48))
        #expect(line.allSatisfy { 26...53 ~= $0.pitch })
        for chord in chords {
            let beat = 4 * chord.bar + chord.position.twelfths / 12
            let root = try #require(chord.symbol).lowest.root
            #expect(line[beat].pitch % 12 == root.pitchClass, "bar \(chord.bar + 1)")
            // The note before a root is a semitone or a whole tone away.
            if beat > 0 {
                #expect(1...2 ~= abs(line[beat - 1].pitch - line[beat].pitch), "before bar \(chord.bar + 1)")
            }
        }
        // Notes are never repeated, and leaps are at most an octave.
        for (one, next) in zip(line, line.dropFirst()) {
            #expect(1...12 ~= abs(one.pitch - next.pitch), "beat \(one.beat)")
        }
    }

    @Test(arguments: Feel.Bass.allCases) func bassStartsEachChordOnItsBassNote(bass: Feel.Bass) throws {
        let bars = try played("| C/E | F/C G7 |") { $0.bass = bass }.bars
        let notes = bars.map { $0.strikes.filter { $0.part == .bass } }
        guard bass != .off else { return #expect(notes.allSatisfy { $0.isEmpty }) }
        #expect(notes[0][0].pitches[0] % 12 == 4 && notes[1][0].pitches[0] % 12 == 0)
        let rootOfG = try #require(notes[1].first { $0.start == 2 * Accompaniment.beat })
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

    /// No strike begins before its bar or ends after the music, and strikes are in order.
    @Test func everyStrikeIsWithinItsBar() throws {
        for text in [
            blues, "Time: 5/4\n| C Dm7 Em7 F G |", "Time: 7/8\n| C G7 |", "Time: 2/2\n| C G7 Am F |",
            "| C . . G7 | % | %% |",
        ] {
            for rhythm in Feel.Rhythm.allCases {
                for swing in [50, 62, 75] {
                    let all = try played(text) {
                        $0.rhythm = rhythm
                        $0.swing = swing
                        $0.click = .every
                    }
                    for bar in all.bars {
                        #expect(
                            bar.strikes.allSatisfy {
                                0 <= $0.start && $0.length > 0 && $0.start + $0.length <= bar.length
                            })
                        #expect(bar.strikes.map { $0.start } == bar.strikes.map { $0.start }.sorted())
                    }
                }
            }
        }
    }
}
