import Harmony
import Rendering
import Testing
import Tunes

@Suite("Voiced tunes")
struct VoicedTuneTests {
    private func tune(_ text: String) -> Tune { TuneText.read(text).tunes[0] }

    private let form = "Key: C\n[A]\n|: Dm7 | G7 | Cmaj7 | A7 :|\n[B]\n| Am7 D7 | % | G6 | N.C. G7 |"

    @Test("Each written chord has its place, in written order")
    func places() throws {
        let written = VoicedTune(tune(form))
        #expect(written.chords.map { $0.place.bar } == [0, 1, 2, 3, 4, 4, 5, 5, 6, 7])
        #expect(written.chords.last?.place.position == Position(beat: 3))
        #expect(written.chords.allSatisfy { !$0.voicing.tones.isEmpty })
    }

    @Test("Voice leading equals that of a row of the same chords")
    func asARow() throws {
        let tune = tune("| Dm7 | G7 | Cmaj7 | F | D/C | Ebmaj7#5/C7 |")
        let row = tune.bars.flatMap { $0.chords }.compactMap { $0.symbol?.toVoice }
        for styles in [Leading.Styles.rootless, .any, .upperStructure, .only(.drop2)] {
            let leading = Leading(of: row, in: styles)
            let voiced = VoicedTune(tune, as: .init(styles))
            #expect(voiced.chords.map { $0.voicing } == leading.voicings)
            #expect(voiced.cost == leading.cost)
        }
    }

    /// All dominants except those with omitted notes, which may leave nothing for the second hand.
    @Test("With upper structures, every dominant is two chords, one in each hand")
    func upperStructures() throws {
        let dominants = Vocabulary.jazz.types.filter { type in
            type.degrees.contains(7, -1) && !type.degrees.contains(3, -1)
                && (type.degrees.contains(3) || type.degrees.contains(4))
                && !type.suffix.contains("omit")
        }
        #expect(dominants.count > 50)
        for dominant in dominants.map({ Chord(NoteName(.g), $0) }) {
            var tune = Tune()
            tune.sections = [
                Tune.Section(
                    "",
                    [dominant, try Chord("Cma7")].map {
                        Bar(.chords([BarChord(.chord(.chord($0)), at: Position(beat: 1))]))
                    })
            ]
            let voicing = VoicedTune(tune, as: .init(.upperStructure)).chords[0].voicing
            #expect(voicing.style == .upperStructure || voicing.style == .pair, "\(dominant.name)")
            #expect(!voicing.left.isEmpty && voicing.right.count >= 3, "\(dominant.name)")
            if voicing.style == .upperStructure {
                let triad = try #require(voicing.upperTriad)
                #expect(triad.pitchClasses == PitchClassSet(voicing.right.map { $0.pitch }))
            }
        }
    }

    @Test("A section may have a style of its own")
    func sections() {
        var options = VoicedTune.Options(.rootless)
        options.stylesOfSections[1] = .only(.drop2)
        let voiced = VoicedTune(tune(form), as: options)
        for chord in voiced.chords {
            let styles: [VoicingStyle] = chord.place.bar < 4 ? [.rootlessA, .rootlessB] : [.drop2]
            #expect(styles.contains(chord.voicing.style), "\(chord.place)")
        }
    }

    @Test("Locked voicings stay, and the others lead to them")
    func pinned() throws {
        let tune = tune(form)
        let free = VoicedTune(tune, as: .init(.rootless))
        let place = VoicedTune.Place(bar: 2, position: Position(beat: 1))
        let usual = free.chords[2].voicing
        for other in Voicer().voicings(of: usual.subject, in: .drop2).list.prefix(40) {
            var options = VoicedTune.Options(.rootless)
            options.pinned[place] = other
            let voiced = VoicedTune(tune, as: options)
            #expect(voiced.chords.filter { $0.place == place }.map { $0.voicing } == [other])
            // The same path with the locked voicing cannot cost less than the best path with it.
            var kept = free.chords.map { $0.voicing }
            for index in free.chords.indices where free.chords[index].place == place { kept[index] = other }
            func cost(_ row: [Voicing]) -> Int {
                zip(row, row.dropFirst()).reduce(row.reduce(0) { $0 + $1.cost }) {
                    $0 + Leading.cost(from: $1.0, to: $1.1).total
                }
            }
            #expect(cost(voiced.chords.map { $0.voicing }) <= cost(kept))
        }
        // Locking the voicing of the best path changes nothing.
        var same = VoicedTune.Options(.rootless)
        for chord in free.chords where chord.place == place { same.pinned[place] = chord.voicing }
        #expect(VoicedTune(tune, as: same).chords == free.chords)
    }

    /// A tune of the given number of bars, with chords that rarely repeat.
    private func long(_ bars: Int) -> Tune {
        let types = Vocabulary.jazz.selectable.filter { $0.degrees.contains(anyOf: 7) }
        var tune = Tune()
        tune.sections = [
            Tune.Section(
                "",
                (0..<bars).map { index in
                    Bar(
                        .chords(
                            (0..<2).map { half in
                                let number = 2 * index + half
                                let chord = Chord(
                                    NoteName(pitchClass: 5 * number % 12), types[number / 12 % types.count])
                                return BarChord(.chord(.chord(chord)), at: Position(beat: 1 + 2 * half))
                            }))
                })
        ]
        return tune
    }

    @Test("Each chord of a tune of any length has a voicing", arguments: [32, 128, 5_000])
    func long(bars: Int) {
        let tune = long(bars)
        for styles in [Leading.Styles.rootless, .upperStructure, .any] {
            #expect(VoicedTune(tune, as: .init(styles)).chords.count == 2 * bars)
        }
    }
}
