import Harmony
import Practice
import Testing

/// A player who makes the mistakes that a test needs.
private struct Player {
    var performance = Performance()
    var time: Double
    var random: XorshiftGenerator

    mutating func play(_ keys: [Int], holding length: Double = 0.6) {
        performance.strike(keys, at: time, &random)
        performance.release(keys, at: time + length, within: 0.03, &random)
        time += length + 0.3
    }

    /// One of the written notes a semitone off, not hitting another written note.
    func spoiled(_ keys: [Int], _ asked: ExpectedNotes) -> [Int] {
        for index in keys.indices.reversed() {
            for step in [1, -1, 2]
            where !asked.allowed.contains((keys[index] + step) % 12) && !keys.contains(keys[index] + step) {
                var other = keys
                other[index] += step
                return other
            }
        }
        return [21]
    }
}

@Suite struct TakeTests {
    private let words = [
        "play chord 7", "play cadence major", "play upper-structure VI | fifths", "play cadence minor rootless",
        "play chord ma | semitones",
    ]

    private func keys(_ question: Question) -> [Int] { question.voicing!.tones.map(\.pitch) }

    @Test func allRightAnswersAreRight() throws {
        for (index, words) in words.enumerated() {
            let exercise = try Exercise(words: words)
            var player = Player(time: 3, random: XorshiftGenerator(state: UInt64(index + 1)))
            let questions = exercise.questions(seed: 5)
            for question in questions { player.play(keys(question)) }
            let take = Take(player.performance.sorted, of: exercise, seed: 5)
            #expect(take.answers.map(\.question.card) == questions.map(\.card) && take.rightCount == questions.count)
            #expect(take.answers.allSatisfy { $0.attempts.count == 1 && $0.verdict.outcome == .asWritten })
        }
    }

    @Test func aCorrectedMistakeIsRight() throws {
        for (index, words) in words.enumerated() {
            let exercise = try Exercise(words: words)
            var player = Player(time: 0, random: XorshiftGenerator(state: UInt64(index + 11)))
            let questions = exercise.questions(seed: 5)
            var failed: [Bool] = []
            for question in questions {
                failed.append(Bool.random(using: &player.random))
                if failed.last! { player.play(player.spoiled(keys(question), question.expected)) }
                player.play(keys(question))
            }
            let take = Take(player.performance.sorted, of: exercise, seed: 5)
            #expect(take.answers.map { $0.attempts.count } == failed.map { $0 ? 2 : 1 }, "\(words)")
            #expect(take.rightCount == questions.count)
        }
    }

    @Test func anUncorrectedMistakeDoesNotBlockTheNextChord() throws {
        let exercise = try Exercise(words: "play chord ma7 | fifths")
        var player = Player(time: 0, random: XorshiftGenerator(state: 31))
        let questions = exercise.questions(seed: 5)
        for (index, question) in questions.enumerated() {
            player.play(index % 3 == 1 ? player.spoiled(keys(question), question.expected) : keys(question))
        }
        let take = Take(player.performance.sorted, of: exercise, seed: 5)
        #expect(take.answers.count == 12)
        for (index, answer) in take.answers.enumerated() {
            #expect(answer.verdict.outcome.isRight == (index % 3 != 1), "\(index)")
        }
    }

    /// Fingers of a legato player leave the keys after the next chord was struck. Every third chord has a wrong note,
    /// or lacks its third.
    @Test(arguments: [-0.01, 0.021, 0.06], [false, true])
    func legatoLosesNoChord(overlap: Double, isIncomplete: Bool) throws {
        let exercise = try Exercise(words: "play chord 7")
        let questions = exercise.questions(seed: 5)
        let player = Player(time: 0, random: XorshiftGenerator(state: 31))
        var performance = Performance()
        for (index, question) in questions.enumerated() {
            var keys = keys(question)
            if index % 3 == 1 {
                let third = (question.card.root + 4) % 12
                keys = isIncomplete ? keys.filter { $0 % 12 != third } : player.spoiled(keys, question.expected)
            }
            for key in keys {
                performance.down(key, Double(index))
                performance.up(key, Double(index) + 1 + overlap)
            }
        }
        let take = Take(performance.sorted, of: exercise, seed: 5)
        // Not always as written: the late end of a note that both chords share ends it in the second, too.
        #expect(take.answers.map { $0.verdict.outcome.isRight } == (0..<12).map { $0 % 3 != 1 })
        #expect((0..<12).allSatisfy { $0 % 3 != 1 || take.answers[$0].verdict.outcome == .almost })
        #expect(take.answers.allSatisfy { $0.attempts.count == 1 })
    }

    @Test(arguments: [0.9, 1.1]) func aWrongNoteOfAScaleDoesNotBlockTheOthers(length: Double) throws {
        let exercise = try Exercise(words: "play scale Dorian | through")
        var performance = Performance()
        // C Dorian with E instead of E♭.
        for (index, key) in [60, 62, 64, 65, 67, 69, 70, 72].enumerated() {
            performance.down(key, 0.25 * Double(index))
            performance.up(key, 0.25 * (Double(index) + length))
        }
        let take = Take(performance.sorted, of: exercise, seed: 1)
        #expect(take.answers.map { $0.verdict.outcome.isRight } == (0..<8).map { $0 != 2 })
    }

    /// Right notes of a slow roll are one attempt, with the pedal or with held keys.
    @Test(arguments: [false, true]) func aSlowRollIsOneAttempt(usesPedal: Bool) throws {
        let exercise = try Exercise(words: "play chord 7")
        var performance = Performance()
        for (index, question) in exercise.questions(seed: 5).enumerated() {
            let start = 2 * Double(index)
            if usesPedal { performance.pedal(true, start) }
            for (step, key) in keys(question).enumerated() {
                performance.down(key, start + 0.2 * Double(step))
                performance.up(key, usesPedal ? start + 0.2 * Double(step) + 0.25 : start + 1.5)
            }
            if usesPedal { performance.pedal(false, start + 1.5) }
        }
        let take = Take(performance.sorted, of: exercise, seed: 5)
        #expect(take.rightCount == 12 && take.answers.allSatisfy { $0.attempts.count == 1 })
    }

    @Test func aSkippedChordIsMissed() throws {
        let exercise = try Exercise(words: "play chord ma | semitones")
        var player = Player(time: 0, random: XorshiftGenerator(state: 41))
        let questions = exercise.questions(seed: 5)
        for (index, question) in questions.enumerated() where index != 4 { player.play(keys(question)) }
        let take = Take(player.performance.sorted, of: exercise, seed: 5)
        #expect(take.answers.map { $0.verdict.outcome.isRight } == (0..<12).map { $0 != 4 })
        #expect(take.answers[4].verdict.outcome == .missed)
    }

    @Test func chordsThatFitNoQuestionAreFurtherAttempts() throws {
        // All twelve roots with notes a semitone and a tritone off: wrong for this question and for the next one.
        let exercise = try Exercise(words: "play chord ma | semitones")
        let questions = exercise.questions(seed: 5)
        var player = Player(time: 0, random: XorshiftGenerator(state: 47))
        for question in questions {
            let root = keys(question)[0]
            player.play([root + 6, root + 10, root + 14])
            player.play(keys(question))
        }
        let take = Take(player.performance.sorted, of: exercise, seed: 5)
        #expect(take.answers.map { $0.attempts.map(\.outcome) } == questions.map { _ in [.wrong, .asWritten] })
    }

    @Test func answersEndWithTheRecording() throws {
        let exercise = try Exercise(words: "play chord 7")
        #expect(Take([], of: exercise, seed: 1).answers.isEmpty && Take([], of: exercise, seed: 1).questionCount == 12)
        var player = Player(time: 0, random: XorshiftGenerator(state: 51))
        for question in exercise.questions(seed: 1).prefix(5) { player.play(keys(question)) }
        #expect(Take(player.performance.sorted, of: exercise, seed: 1).answers.count == 5)
    }

    @Test func aScaleIsJudgedNoteByNote() throws {
        let exercise = try Exercise(words: "play scale Lydian Dominant")
        let questions = exercise.questions(seed: 1)
        var performance = Performance()
        for (index, question) in questions.enumerated() {
            performance.down(question.tone!.pitch, 0.125 * Double(index))
            performance.up(question.tone!.pitch, 0.125 * Double(index) + 0.14)
        }
        let take = Take(performance.sorted, of: exercise, seed: 1)
        #expect(take.rightCount == 96 && take.answers.allSatisfy { $0.attempts.count == 1 })
    }

    @Test func inTimeEachChordIsJudgedOnItsBeat() throws {
        for (tempo, beats) in [(120, 4), (200, 2), (60, 1), (300, 1)] {
            let exercise = try Exercise(words: "play chord 7 | in time \(tempo) beats \(beats)")
            let each = 60 * Double(beats) / Double(tempo)
            let questions = exercise.questions(seed: 2)
            var random = XorshiftGenerator(state: 61)
            var performance = Performance()
            var expected: [Outcome] = []
            for (index, question) in questions.enumerated() {
                let beat = 10 + each * Double(index)
                let keys = keys(question)
                switch Int.random(in: 0...3, using: &random) {
                case 0 where index > 0: expected.append(.missed)
                case 1 where index > 0:
                    performance.strike(keys, at: beat + min(0.15, each / 3) + 0.02, within: 0.005, &random)
                    performance.release(keys, at: beat + 0.6 * each, within: 0.01, &random)
                    expected.append(.late)
                default:
                    let early = index == 0 ? 0 : Double.random(in: -min(0.25, each / 3)...0.01, using: &random)
                    performance.strike(keys, at: beat + early, within: 0.01, &random)
                    performance.release(keys, at: beat + 0.5 * each, within: 0.01, &random)
                    expected.append(.asWritten)
                }
            }
            let take = Take(performance.sorted, of: exercise, seed: 2, downbeat: 10)
            #expect(
                take.answers.map(\.verdict.outcome) == expected[..<take.answers.count].map { $0 }, "\(tempo) \(beats)")
            #expect(take.answers.count >= 11 || expected.suffix(12 - take.answers.count).allSatisfy { $0 == .missed })
            // Without a downbeat, the first key is the downbeat.
            let free = Take(performance.sorted, of: exercise, seed: 2)
            #expect(
                free.answers.first?.verdict.outcome == .asWritten
                    && free.answers.first.map { abs($0.verdict.delay) < 0.02 } ?? false)
        }
    }
}
