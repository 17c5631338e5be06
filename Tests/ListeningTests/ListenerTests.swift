import Harmony
import Listening
import Testing

struct ListenerTests {
    /// The chords of the recording, and their times. tools/listening/compare made it.
    private static let chords = [[48, 52, 58, 61, 64, 69], [53, 57, 60, 63, 67], [46, 50, 53, 57]]
    private static let times = [0.6, 1.8, 3.0]

    private let sounds: Sounds
    private let strikes: [HeardOnset]

    init() throws {
        sounds = try Sounds(recorded: ())
        strikes = sounds.strikes()
    }

    @Test(arguments: [(Listener.Pace.recorded, 4096), (.recorded, 50_000), (.recorded, 1_000_000), (.live, 128)])
    func strikesAreFound(pace: Listener.Pace, pieces: Int) {
        let strikes = sounds.strikes(pace, pieces: pieces)
        #expect(strikes.count == 3)
        for (strike, time) in zip(strikes, ListenerTests.times) { #expect(abs(strike.seconds - time) < 0.03) }
    }

    @Test func evidenceDoesNotDependOnThePieces() {
        #expect(strikes.map { $0.evidence.keys } == sounds.strikes(pieces: 100_000).map { $0.evidence.keys })
    }

    @Test func rightChordsAreRight() {
        #expect(strikes.count == 3)
        for (strike, chord) in zip(strikes, ListenerTests.chords) {
            let verdict = strike.evidence.verdict(on: .pitches(chord))
            #expect(verdict.answer == .right)
            #expect(verdict.score >= 0.5)
            #expect(verdict.missing.isEmpty && verdict.extra.isEmpty)
            #expect(Set(strike.evidence.notes.map { $0.pitch }).isSuperset(of: chord.prefix(3)))
        }
    }

    @Test func wrongChordsAreNotRight() {
        #expect(strikes.count == 3)
        for (strike, chord) in zip(strikes, ListenerTests.chords) {
            // A note a semitone higher was expected.
            var other = chord
            other[1] += 1
            let shifted = strike.evidence.verdict(on: .pitches(other))
            #expect(shifted.answer == .notYet)
            #expect(shifted.score < 0.5)
            #expect(shifted.missing == [other[1]])
            #expect(shifted.extra == [chord[1]])
            // One more was expected, or one fewer.
            let more = strike.evidence.verdict(on: .pitches(chord + [chord.last! + 6]))
            #expect(more.answer == .notYet)
            #expect(more.missing == [chord.last! + 6])
            let fewer = strike.evidence.verdict(on: .pitches(Array(chord.dropFirst())))
            #expect(fewer.answer == .notYet)
            #expect(fewer.extra == [chord[0]])
            #expect(fewer.missing.isEmpty)
        }
    }

    @Test func anyVoicingIsRight() throws {
        let strike = try #require(strikes.first)
        let notes = PitchClassSet(ListenerTests.chords[0])
        func answer(
            _ required: PitchClassSet, _ allowed: PitchClassSet, oneOf: [PitchClassSet] = []
        ) -> SoundVerdict {
            strike.evidence.verdict(on: .classes(required: required, allowed: allowed, oneOf: oneOf))
        }
        #expect(answer(notes, notes).answer == .right)
        // Some notes may be missing.
        let more = notes.union(PitchClassSet([3, 6]))
        #expect(answer(notes, more).answer == .right)
        // G♭ is missing.
        let withGFlat = answer(notes.union(PitchClassSet([6])), more)
        #expect(withGFlat.answer == .notYet)
        #expect(withGFlat.missing == [6])
        // A sounds and is foreign.
        let withoutA = notes.intersection(PitchClassSet([0, 1, 4, 10]))
        #expect(answer(withoutA, withoutA).answer == .notYet)
        #expect(answer(withoutA, withoutA).extra == [69])
        // One of A and A♭ is enough.
        #expect(answer(withoutA, notes, oneOf: [PitchClassSet([8, 9])]).answer == .right)
        #expect(answer(withoutA, notes, oneOf: [PitchClassSet([6, 3])]).answer != .right)
    }

    @Test(arguments: [0.002, 0.1, 2] as [Float]) func levelMakesNoDifference(factor: Float) {
        let strikes = sounds.scaled(by: factor).strikes()
        #expect(strikes.count == 3)
        for (strike, chord) in zip(strikes, ListenerTests.chords) {
            #expect(strike.evidence.verdict(on: .pitches(chord)).answer == .right)
        }
    }

    @Test func nothingIsHeardInSilenceNoiseAndClicks() {
        #expect(Sounds(seconds: 3).strikes().isEmpty)
        #expect(Sounds(seconds: 0).strikes().isEmpty)
        #expect(Sounds(seconds: 20).withNoise(0.05).strikes().isEmpty)
        let click = Sounds(seconds: 3).withNoise(0.0005).playing([60], at: 1, level: 1, until: 1.0005)
        #expect(click.strikes().isEmpty)
    }

    @Test func soundsShorterThanAWindow() {
        let strikes = Sounds(seconds: 0.6).withNoise(0.0005).playing([48, 55, 64], at: 0.1).strikes()
        #expect(strikes.count == 1)
        #expect(strikes.first?.evidence.verdict(on: .pitches([48, 55, 64])).answer == .right)
    }

    @Test func levelsShowThePartialsOfTheAttack() throws {
        // A4 is 48 semitones above A0, and its partials 2, 3 and 4 are 12, 19 and 24 higher.
        let strikes = Sounds(seconds: 3).withNoise(0.0005).playing([69], at: 1).strikes()
        let levels = try #require(strikes.first).evidence.levels
        #expect(levels.count == 103)
        for partial in [48, 60, 67, 72] {
            #expect(levels[partial] > levels[partial - 3] + 15)
            #expect(levels[partial] > levels[partial + 3] + 15)
        }
        // Half of the amplitude is 6 dB less, and the spectrum takes off 3 dB per octave.
        #expect(abs(levels[48] - levels[60] - 9) < 1)
    }

    @Test func octavesAreToldByTheirPartials() throws {
        func score(_ played: [Int]) throws -> Double {
            let strikes = Sounds(seconds: 3).withNoise(0.0005).playing(played, at: 1, falloff: 2).strikes()
            return try #require(strikes.first).evidence.verdict(on: .pitches([48, 60, 64, 67])).score
        }
        #expect(try score([48, 60, 64, 67]) > score([48, 64, 67]) + 0.3)
    }
}
