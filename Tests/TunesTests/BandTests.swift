import Harmony
import RandomTunes
import Testing
import Tunes

/// Passes of a band with three notes in each hand.
private struct Show {
    let tune: Tune
    let passes: [Accompaniment]
    let tempo: Int

    init(_ text: String, _ feel: Feel, tempo: Int = 120, choruses: Int = 10, seed: UInt64 = 0) throws {
        tune = try #require(TuneText.read(text).tunes.first)
        self.tempo = tempo
        let hands = tune.soundingChords.map { _ in (left: [48, 52, 58], right: [62, 65, 69]) }
        let order = try tune.unfolded()
        passes = (1...choruses).map { [tune] number in
            var pass = Band.Pass()
            (pass.number, pass.count, pass.tempo, pass.seed) = (number, choruses, tempo, seed)
            return Accompaniment(of: tune, in: order, hands: hands, Band(feel), pass: pass)
        }
    }

    var bars: [Accompaniment.PlayedBar] { passes.flatMap { $0.bars } }

    func strikes(_ parts: Set<Accompaniment.Part>) -> [Accompaniment.Strike] {
        bars.flatMap { $0.strikes.filter { parts.contains($0.part) } }
    }

    /// The bass notes with their beats from the beginning.
    var bass: [(beat: Double, pitch: Int)] {
        var start = 0
        var notes: [(beat: Double, pitch: Int)] = []
        for bar in bars {
            for strike in bar.strikes where strike.part == .bass {
                notes.append((Double(start + strike.start) / Double(Accompaniment.beat), strike.pitches[0]))
            }
            start += bar.length
        }
        return notes
    }

    func milliseconds(_ ticks: Int) -> Double { Double(ticks * 60_000) / Double(Accompaniment.beat * tempo) }
}

private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

private let blues = "| F7 | Bb7 | F7 | Cm7 F7 | Bb7 | Bdim7 | F7 | Am7b5 D7b9 | Gm7 | C7 | F7 D7b9 | Gm7 C7 |"

/// What listeners measure on jazz recordings. The figures are those of the issue and of Friberg and Sundström (2002).
@Suite struct BandTests {
    @Test(arguments: [(120, 3.0), (160, 2.5), (200, 2.0), (240, 1.5)])
    func rideSwingsLessTheFasterItIs(tempo: Int, expected: Double) throws {
        let show = try Show(blues, .swing, tempo: tempo)
        let ratios = show.strikes([.drums]).filter { $0.pitches == [51] }.compactMap { strike -> Double? in
            let part = Double(strike.start % Accompaniment.beat) / Double(Accompaniment.beat)
            return part > 0.3 ? part / (1 - part) : nil
        }
        #expect(ratios.count > 50 && abs(median(ratios) / expected - 1) < 0.25)
        // Chords and lines are straighter than the ride.
        let others = show.strikes([.left, .bass]).compactMap { strike -> Double? in
            let part = Double(strike.start % Accompaniment.beat) / Double(Accompaniment.beat)
            return part > 0.3 ? part / (1 - part) : nil
        }
        #expect(median(others) < median(ratios))
    }

    @Test(arguments: [Feel.bossa, .straight, .latin]) func straightFeelsDoNotSwing(feel: Feel) throws {
        let offBeats = try Show(blues, feel).strikes([.left, .right, .bass, .drums]).map { strike in
            Double(strike.start % Accompaniment.beat) / Double(Accompaniment.beat)
        }.filter { 0.2 < $0 && $0 < 0.9 }
        #expect(offBeats.count > 100 && offBeats.allSatisfy { 0.49 < $0 && $0 < 0.56 })
    }

    @Test(arguments: Feel.allCases) func playersAreHuman(feel: Feel) throws {
        let show = try Show(feel == .waltz ? "Time: 3/4\n" + blues : blues, feel)
        var chords: [[Int]] = []
        var bar = 0
        for played in show.bars {
            for start in played.strikes.filter({ $0.part == .left }).map({ bar + $0.start }) {
                if let first = chords.last?.first, start - first < Accompaniment.beat / 8 {
                    chords[chords.count - 1].append(start)
                } else {
                    chords.append([start])
                }
            }
            bar += played.length
        }
        let spreads = chords.map { show.milliseconds($0.max()! - $0.min()!) }
        #expect(chords.allSatisfy { $0.count == 3 } && 5...25 ~= median(spreads))
        for part in [Accompaniment.Part.left, .right, .bass, .drums] {
            let velocities = show.strikes([part]).map { Double($0.velocity) }
            let mean = velocities.reduce(0, +) / Double(velocities.count)
            let variance = velocities.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(velocities.count)
            #expect(variance >= 25, "\(part)")
        }
    }

    @Test(arguments: Feel.allCases) func noChorusIsPlayedTwice(feel: Feel) throws {
        let show = try Show(feel == .waltz ? "Time: 3/4\n" + blues : blues, feel)
        #expect(Set(show.passes.map { $0.bars }).count == 10)
        let comping = show.bars.map { bar in
            Set(bar.strikes.filter { $0.part == .left }.map { ($0.start + 100) / (Accompaniment.beat / 4) })
        }
        #expect(Set(comping).count >= 20)
        #expect(try Show(blues, feel).passes == Show(blues, feel).passes)
        #expect(try Show(blues, feel, seed: 1).passes != Show(blues, feel).passes)
    }

    /// A drum cannot be struck twice at once, as by a fill and the beginning of the section after it. The numbers are
    /// those that General MIDI has for rides, hi-hats, kick, snare, brushes and rim click.
    @Test(arguments: Feel.allCases) func drumsAreStruckByOneDrummer(feel: Feel) throws {
        let form = (0..<4).map { _ in "[A]\n| F7 | Bb7 | F7 | C7 |\n" }.joined()
        for seed in UInt64(0)..<5 {
            var starts: [Int: [Int]] = [:]
            var bar = 0
            for played in try Show(feel == .waltz ? "Time: 3/4\n" + form : form, feel, seed: seed).bars {
                for strike in played.strikes where strike.part == .drums {
                    starts[strike.pitches[0], default: []].append(bar + strike.start)
                }
                bar += played.length
            }
            #expect(Set(starts.keys).isSubset(of: [35, 36, 37, 38, 40, 42, 44, 51, 53, 59]))
            for (drum, times) in starts {
                let sorted = times.sorted()
                #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $1 - $0 > Accompaniment.beat / 8 }, "\(drum)")
            }
            // The cymbal that ends a fill and the tune.
            #expect(starts[59, default: []].count > 3)
        }
    }

    /// Patterns of four beats begin anew in each bar of three. General MIDI has the hi-hat of the foot at 44.
    @Test(arguments: Feel.allCases) func hiHatIsOnTwoInEachBarOfThree(feel: Feel) throws {
        let bars = try Show("Time: 3/4\n" + blues, feel).bars
        let hiHats = bars.flatMap { $0.strikes.filter { $0.part == .drums && $0.pitches == [44] } }
        #expect(hiHats.count > bars.count / 2)
        #expect(hiHats.allSatisfy { 0.9...1.2 ~= Double($0.start) / Double(Accompaniment.beat) })
    }

    @Test func sameChorusIfAsked() throws {
        let tune = try #require(TuneText.read(blues).tunes.first)
        var band = Band()
        band.isSteady = true
        let passes = (2...3).map { number in
            var pass = Band.Pass()
            pass.number = number
            return Accompaniment(of: tune, in: Array(0..<12), hands: [], band, pass: pass).bars
        }
        #expect(passes[0] == passes[1])
    }

    @Test(arguments: [Feel.swing, .up, .waltz]) func bassWalks(feel: Feel) throws {
        let beats = feel == .waltz ? 3 : 4
        let show = try Show(feel == .waltz ? "Time: 3/4\n" + blues : blues, feel)
        let line = show.bass.filter { $0.beat - $0.beat.rounded(.down) < 0.2 }
        #expect(Double(line.count) > 0.85 * Double(10 * 12 * beats))
        #expect(show.bass.allSatisfy { 28...51 ~= $0.pitch })
        var roots = 0
        var steps = 0
        for (note, next) in zip(line, line.dropFirst()) {
            #expect(abs(note.pitch - next.pitch) <= 14)
            guard Int(next.beat) % beats == 0 else { continue }
            roots += 1
            if 1...2 ~= abs(note.pitch - next.pitch) { steps += 1 }
        }
        #expect(Double(steps) > 0.5 * Double(roots))
        // Each chord begins on its bass note.
        var beat = 0
        for bar in show.bars {
            for cue in bar.cues {
                let start = beat + cue.start / Accompaniment.beat
                let root = try #require(show.tune.soundingChords[cue.chord].symbol).lowest.root
                #expect(line.first { Int($0.beat) == start }.map { $0.pitch % 12 } == root.pitchClass)
            }
            beat += beats
        }
    }

    @Test func bossaBassPlaysRootAndFifth() throws {
        let show = try Show("| F7 | Bb7 |", .bossa)
        let positions = Set(show.bass.map { Int(($0.beat * 2).rounded(.down)) % 8 })
        #expect(positions == [0, 3, 4, 7])
    }

    /// An early chord on the last eighth note is not repeated on the first beat of the next bar, also between passes.
    @Test func earlyChordIsStruckOnce() throws {
        let bars = try Show("| F7 | Bb7 | Eb7 | Ab7 |", .latin).bars
        var isEarly = false
        var count = 0
        for bar in bars.dropLast() {
            let starts = bar.strikes.filter { $0.part == .left }.map { $0.start }
            if isEarly {
                count += 1
                #expect(starts.allSatisfy { $0 > Accompaniment.beat / 4 })
            }
            isEarly = starts.contains { $0 > bar.length - Accompaniment.beat * 5 / 8 }
        }
        #expect(count > 5)
    }

    @Test func bandEndsTogether() throws {
        // A turnaround leads to one more bar with the first chord; a tune that ends at home needs none.
        #expect(try Show(blues, .swing).passes.map { $0.bars.count } == [Int](repeating: 12, count: 9) + [13])
        let home = try Show("| Dm7 | G7 | C6 | C6 |", .swing).passes
        #expect(home.allSatisfy { $0.bars.count == 4 })
        let last = try #require(home.last?.bars.last)
        let lateStart = Accompaniment.beat / 2
        #expect(!last.strikes.isEmpty && last.strikes.allSatisfy { $0.start < lateStart })
        #expect(Set(last.strikes.map { $0.part }) == [.left, .right, .bass, .drums])
    }

    /// A loop counts its passes, and can be left in one with a higher number than the last chorus.
    @Test func bandEndsAfterALoop() throws {
        let tune = try #require(TuneText.read(blues).tunes.first)
        var pass = Band.Pass()
        (pass.number, pass.count) = (5, 1)
        let bars = Accompaniment(of: tune, in: Array(0..<12), hands: [], Band(), pass: pass).bars
        #expect(bars.count == 13 && bars.last?.written == 0)
    }

    @Test func sectionsBeginWithAFill() throws {
        let text = "[A]\n| C | C | C | C | C | C | C | C |\n[B]\n| F | F | F | F | F | F | F | F |"
        let passes = try Show(text, .swing).passes
        func snares(_ bar: Int) -> Int {
            passes.flatMap { $0.bars[bar].strikes.filter { $0.pitches == [38] && $0.velocity > 50 } }.count
        }
        // The bars before the bridge and before the next chorus have more than the others.
        #expect(snares(7) > 2 * snares(3) && snares(7) > 5)
    }

    @Test func feelFollowsStyle() throws {
        let expected: [(String, Feel)] = [
            ("Medium Swing", .swing), ("Up Tempo Swing", .up), ("Ballad", .ballad), ("Bossa Nova", .bossa),
            ("Jazz Waltz", .waltz), ("Even 8ths", .straight), ("Latin", .latin), ("Samba", .latin),
            ("Slow Swing", .swing), ("Rock", .straight), ("", .swing),
        ]
        for (style, feel) in expected {
            var tune = Tune()
            tune.style = style
            #expect(Feel(of: tune) == feel, "\(style)")
        }
        let inThree: [(String, Feel)] = [
            ("", .waltz), ("Ballad", .waltz), ("Medium Swing", .waltz), ("Even 8ths", .straight), ("ECM", .straight),
            ("Even Waltz", .waltz), ("Bossa Nova", .bossa),
        ]
        for (style, feel) in inThree {
            var tune = Tune()
            (tune.style, tune.meter) = (style, try #require(Meter(3, 4)))
            #expect(Feel(of: tune) == feel, "\(style)")
        }
    }

    @Test func loopIsPlayedInACircle() throws {
        let tune = try #require(TuneText.read(blues).tunes.first)
        let hands = tune.soundingChords.map { _ in (left: [48], right: [64]) }
        for number in 1...20 {
            var pass = Band.Pass()
            (pass.number, pass.loop) = (number, 4...5)
            let bars = Accompaniment(of: tune, in: Array(0..<12), hands: hands, Band(), pass: pass).bars
            // The bass leads from the sixth bar back to the fifth, B♭.
            let last = try #require(bars[5].strikes.last { $0.part == .bass && $0.velocity > 64 })
            // A half or whole step, or its fifth.
            #expect([1, 2, 7, 10, 11].contains(((last.pitches[0] - 34) % 12 + 12) % 12))
        }
    }

    /// A loop may be chosen in a bar after it.
    @Test func bassLeadsBackToALoop() throws {
        let tune = try #require(TuneText.read("| C | C | C | F#7 | F#7 |").tunes.first)
        for seed in UInt64(0)..<20 {
            var pass = Band.Pass()
            (pass.loop, pass.seed) = (1...2, seed)
            let bars = Accompaniment(of: tune, in: Array(0..<5), hands: [], Band(), pass: pass).bars
            // The bass leads to C: a half or whole step, or its fifth.
            let last = try #require(bars[3].strikes.last { $0.part == .bass && $0.velocity > 64 })
            #expect([1, 2, 7, 10, 11].contains(last.pitches[0] % 12))
        }
    }

    /// Tunes of any form and meter are played without a fault.
    @Test func anyTuneCanBePlayed() throws {
        for seed in 0..<300 {
            var generator = TuneGenerator(seed: UInt64(seed))
            let tune = generator.tune(.all)
            let order = (try? tune.unfolded()) ?? Array(tune.bars.indices)
            let hands = tune.soundingChords.map { _ in (left: [48], right: [64]) }
            var pass = Band.Pass()
            (pass.number, pass.count) = (2, 2)
            let feel = Feel.allCases[seed % Feel.allCases.count]
            let bars = Accompaniment(of: tune, in: Array(order.prefix(200)), hands: hands, Band(feel), pass: pass).bars
            #expect(bars.count >= min(order.count, 200))
        }
    }
}
