import Harmony
import Listening
import Testing

struct MicrophoneListenerTests {
    /// The lines that are reported, word by word.
    private func heard(
        _ sounds: Sounds, _ question: String, rate: Int = NoteModel.rate, tuning: Int = 4400
    ) -> [[Substring]] {
        var listener = MicrophoneListener(rate: rate, tuning: tuning)
        listener.expect(question)
        var text = ""
        for start in stride(from: 0, to: sounds.samples.count, by: 1024) {
            text += listener.receive(Array(sounds.samples[start..<min(sounds.samples.count, start + 1024)]))
        }
        return text.split(separator: "\n").map { $0.split(separator: " ") }
    }

    private func note(_ pitch: Int, cents: Double) -> Sounds {
        // Out of tune as a whole: the same samples at another rate.
        Sounds(seconds: 5).withNoise(0.0005).playing([pitch], at: 3, detuned: cents)
    }

    @Test func questionsAreRead() {
        if case .pitches(let pitches) = ExpectedSound("pitches 48 52") {
            #expect(pitches == [48, 52])
        } else {
            Issue.record("no pitches")
        }
        if case .classes(let required, let allowed, let oneOf) = ExpectedSound("classes 17 145 6") {
            #expect(required == PitchClassSet([0, 4]))
            #expect(allowed == PitchClassSet([0, 4, 7]))
            #expect(oneOf == [PitchClassSet([1, 2])])
        } else {
            Issue.record("no classes")
        }
    }

    @Test(arguments: [
        "", "pitches", "pitches x", "pitches 20", "pitches 109", "classes", "classes 1", "classes 1 0", "a 1",
    ])
    func invalidQuestionsAreRejected(_ text: String) {
        #expect(ExpectedSound(text) == nil)
    }

    @Test func chordsAreVerified() {
        let sounds = Sounds(seconds: 5).withNoise(0.0005).playing([48, 55, 64], at: 3)
        #expect(heard(sounds, "pitches 48 55 64").map { $0[1] } == ["right"])
        // The voicing in another octave.
        #expect(heard(sounds, "pitches 60 67 76").map { $0[1] } == ["right"])
        #expect(heard(sounds, "classes 145 145").map { $0[1] } == ["right"])
        let wrong = heard(sounds, "pitches 48 55 63").first ?? []
        #expect(wrong[1] == "not-yet")
        #expect(wrong[3] == "63")
        #expect(wrong[4] == "64")
        #expect(heard(sounds, "").isEmpty)
    }

    @Test func anyNotesAreListed() {
        let sounds = Sounds(seconds: 5).withNoise(0.0005).playing([48, 55, 64], at: 3)
        let lines = heard(sounds, "notes")
        #expect(lines.map { $0[1] } == ["notes"])
        let pitches = lines.first.map { $0[2].split(separator: ",").compactMap { Int($0) } } ?? []
        #expect(pitches == pitches.sorted())
        // An octave more or less may be heard.
        #expect(PitchClassSet(pitches) == PitchClassSet([0, 4, 7]))
    }

    @Test(arguments: [-95.0, -30, 0, 12.5, 95])
    func tuningIsMeasured(cents: Double) {
        for pitch in [60, 66, 71] {
            let lines = heard(note(pitch, cents: cents), "tune \(pitch)")
            #expect(lines.count == 1)
            #expect(lines.first?[1] == "tuned")
            let found = lines.first.flatMap { Int($0[2]) }
            // In tenths. A fifth of what is heard as out of tune.
            #expect(abs(Double(found ?? 9999) / 10 - cents) < 1)
        }
    }

    @Test func otherNotesHaveNoTuning() {
        #expect(heard(note(64, cents: 0), "tune 60").map { $0[2] } == ["-"])
    }

    @Test func aPianoOutOfTuneIsHeardWithItsTuning() {
        // A = 415 Hz is 101.3 cents too low: C sounds as B.
        let sounds = Sounds(seconds: 5).withNoise(0.0005).playing([48, 55, 64], at: 3, detuned: -101.27)
        #expect(heard(sounds, "pitches 48 55 64").map { $0[1] } != ["right"])
        let lines = heard(sounds, "pitches 48 55 64", tuning: 4150)
        #expect(lines.map { $0[1] } == ["right"])
        // Times are those of the sound, not of the resampled one.
        #expect(abs((lines.first.flatMap { Int($0[0]) } ?? 0) - 3000) < 40)
    }

    @Test(arguments: [0, 0.03, 0.06, 0.2, 0.5, 1, 1.5, 2, 2.5])
    func theFirstStrikeIsHeardAsSoonAsLaterOnes(time: Double) {
        let sounds = Sounds(seconds: 5).withNoise(0.0005).playing([48, 55, 64], at: time)
        var listener = MicrophoneListener(rate: NoteModel.rate, tuning: 4400)
        listener.expect("pitches 48 55 64")
        var lines: [(after: Double, text: String)] = []
        for start in stride(from: 0, to: sounds.samples.count, by: 512) {
            let end = min(sounds.samples.count, start + 512)
            let text = listener.receive(Array(sounds.samples[start..<end]))
            if !text.isEmpty { lines.append((Double(end) / Double(NoteModel.rate) - time, text)) }
        }
        #expect(lines.count == 1)
        #expect(lines.first?.text.contains(" right ") == true)
        // The window ends 0.4 s after the strike, and the model looks every 0.19 s.
        #expect(lines.allSatisfy { $0.after < 0.6 })
    }

    @Test(arguments: [0.0001, 0.001, 0.01, 0.05] as [Float]) func theStartOfNoiseIsNoStrike(level: Float) {
        #expect(heard(Sounds(seconds: 3).withNoise(level), "notes").isEmpty)
        #expect(heard(Sounds(seconds: 3).withNoise(level), "pitches 48 55 64").isEmpty)
    }

    @Test func noiseBeforeAChordIsNoStrike() {
        for start in [0.3, 0.9, 1.05, 1.1, 2.2, 2.3, 2.5, 2.55, 2.7, 2.9, 3.5] {
            let sounds = Sounds(seconds: 5).withNoise(0.0001).playing([46, 53, 58, 62], at: start)
            #expect(heard(sounds, "pitches 46 53 58 62").map { $0[1] } == ["right"])
        }
    }
}
