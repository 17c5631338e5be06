import Harmony
import Testing

@testable import Listening

struct ListenerTests {
    private static let chords = [[48, 52, 58, 64, 69], [53, 57, 60, 63, 67], [46, 50, 53, 57]]
    private static let times = [0.8, 2.1, 2.9]

    /// Three chords in faint noise.
    private static let sounds = zip(chords, times).enumerated().reduce(Sounds(seconds: 4.5).withNoise(0.0005)) {
        sounds, chord in
        let end = chord.offset + 1 < times.count ? times[chord.offset + 1] : 5
        return sounds.playing(chord.element.0, at: chord.element.1, until: end)
    }

    @Test(arguments: [(Listener.Pace.recorded, 4096), (.recorded, 50_000), (.recorded, 1_000_000), (.live, 128)])
    func strikesAreFound(pace: Listener.Pace, pieces: Int) {
        let strikes = ListenerTests.sounds.strikes(pace, pieces: pieces)
        #expect(strikes.count == 3)
        for (strike, time) in zip(strikes, ListenerTests.times) { #expect(abs(strike.seconds - time) < 0.035) }
    }

    @Test func evidenceDoesNotDependOnThePieces() {
        let some = ListenerTests.sounds.strikes(pieces: 3000)
        let other = ListenerTests.sounds.strikes(pieces: 100_000)
        #expect(some.map { $0.evidence.keys } == other.map { $0.evidence.keys })
    }

    @Test func rightChordsAreRight() {
        for (strike, chord) in zip(ListenerTests.sounds.strikes(), ListenerTests.chords) {
            let verdict = strike.evidence.verdict(on: .pitches(chord))
            #expect(verdict.answer == .right)
            #expect(verdict.score >= 0.5)
            #expect(verdict.missing.isEmpty && verdict.extra.isEmpty)
            #expect(strike.evidence.notes.map { $0.pitch } == chord)
        }
    }

    @Test func wrongChordsAreNotRight() {
        for (strike, chord) in zip(ListenerTests.sounds.strikes(), ListenerTests.chords) {
            // A note a semitone higher was expected.
            var other = chord
            other[1] += 1
            let shifted = strike.evidence.verdict(on: .pitches(other))
            #expect(shifted.answer == .notYet)
            #expect(shifted.score < 0.5)
            #expect(shifted.missing == [other[1]])
            // An extra note was expected, or one fewer.
            #expect(strike.evidence.verdict(on: .pitches(chord + [chord.last! + 4])).missing == [chord.last! + 4])
            let fewer = strike.evidence.verdict(on: .pitches(Array(chord.dropFirst())))
            #expect(fewer.answer != .right)
        }
    }

    @Test func anyVoicingIsRight() {
        let strike = ListenerTests.sounds.strikes()[0]
        let notes = PitchClassSet(ListenerTests.chords[0])
        func answer(
            _ required: PitchClassSet, _ allowed: PitchClassSet, oneOf: [PitchClassSet] = []
        ) -> SoundVerdict {
            strike.evidence.verdict(on: .classes(required: required, allowed: allowed, oneOf: oneOf))
        }
        #expect(answer(notes, notes).answer == .right)
        // Some notes may be missing.
        let more = notes.union(PitchClassSet([2, 7]))
        #expect(answer(notes, more).answer == .right)
        // D is missing.
        let withD = answer(notes.union(PitchClassSet([2])), more)
        #expect(withD.answer == .notYet)
        #expect(withD.missing == [2])
        // A sounds and is foreign.
        let withoutA = notes.intersection(PitchClassSet([0, 4, 10]))
        #expect(answer(withoutA, withoutA).answer == .notYet)
        #expect(answer(withoutA, withoutA).extra == [69])
        // One of A and A♭ is enough.
        #expect(answer(withoutA, notes, oneOf: [PitchClassSet([8, 9])]).answer == .right)
        #expect(answer(withoutA, notes, oneOf: [PitchClassSet([6, 2])]).answer != .right)
    }

    @Test func nothingIsHeardInSilenceNoiseAndClicks() {
        #expect(Sounds(seconds: 3).strikes().isEmpty)
        #expect(Sounds(seconds: 0).strikes().isEmpty)
        #expect(Sounds(seconds: 20).withNoise(0.05).strikes().isEmpty)
        #expect(Sounds(seconds: 3).withNoise(0.0005).playing([60], at: 1, level: 1, until: 1.0005).strikes().isEmpty)
    }

    @Test func shortSounds() {
        // Shorter than a window.
        let strikes = Sounds(seconds: 0.6).withNoise(0.0005).playing([60, 64, 67], at: 0.1).strikes()
        #expect(strikes.count == 1)
        #expect(strikes.first?.evidence.verdict(on: .pitches([60, 64, 67])).answer == .right)
    }

    @Test(arguments: [0.0002, 0.002, 0.2]) func levelMakesNoDifference(level: Double) {
        let sounds = Sounds(seconds: 3).playing([48, 52, 58, 64], at: 1, level: level)
            .withNoise(Float(level) / 200)
        let strikes = sounds.strikes()
        #expect(strikes.count == 1)
        #expect(strikes.first?.evidence.verdict(on: .pitches([48, 52, 58, 64])).answer == .right)
    }
}
