import Harmony

/// A strike of a piano that was heard, not received by MIDI: it answers whether the notes of a question sounded.
public struct HeardStrike: Sendable {
    public enum Answer: Sendable, Hashable {
        case right
        /// MIDI numbers or pitch classes that are surely missing, and MIDI numbers that surely are too many.
        case notYet(missing: [Int], extra: [Int])
        case unsure
    }

    /// Its time in the recording.
    public let seconds: Double
    public let answer: @Sendable (ExpectedNotes) -> Answer

    public init(at seconds: Double, answer: @escaping @Sendable (ExpectedNotes) -> Answer) {
        self.seconds = seconds
        self.answer = answer
    }

    /// The attempt that the strike is at a question; nil if it is not sure what sounded.
    /// - Parameters:
    ///   - start: the time of the question, or of its beat.
    ///   - latest: the time after which a right chord is late.
    fileprivate func verdict(on expected: ExpectedNotes, since start: Double, latest: Double = .infinity) -> Verdict? {
        switch answer(expected) {
        case .unsure: return nil
        case .right:
            let outcome: Outcome = seconds > latest ? .late : expected.isAsWritten ? .asWritten : .right
            return Verdict(outcome, landedAt: seconds, delay: seconds - start)
        case .notYet(let missing, let extra):
            let sounding = expected.allowed.subtracting(PitchClassSet(missing))
            return Verdict(
                expected.outcome(missing: missing.count, faults: missing.count + extra.count),
                missing: missing.map { expected.degree(of: $0) }, foreign: expected.foreign(extra, among: sounding),
                landedAt: seconds, delay: seconds - start)
        }
    }
}

extension Take {
    /// A recording of sound. Strikes of which it is not sure what sounded count neither for nor against the player.
    /// - Parameters:
    ///   - strikes: in order of time.
    ///   - downbeat: the time of the first beat for an exercise in time. The default is the first strike.
    public init(
        hearing strikes: [HeardStrike], of questions: [Question], at pace: Pace, downbeat: Double? = nil
    ) {
        guard let first = strikes.first, let last = strikes.last else {
            self.init(answers: [], questionCount: questions.count)
            return
        }
        let answers =
            if let seconds = pace.secondsForEach {
                Take.heardInTime(
                    strikes, questions, from: downbeat ?? first.seconds, each: seconds, until: last.seconds)
            } else {
                Take.heardWaiting(strikes, questions)
            }
        self.init(answers: answers, questionCount: questions.count)
    }

    private static func heardInTime(
        _ strikes: [HeardStrike], _ questions: [Question], from downbeat: Double, each seconds: Double,
        until end: Double
    ) -> [Answer] {
        let window = Window(chordsEach: seconds)
        var rest = strikes[...]
        var answers: [Answer] = []
        for (index, question) in questions.enumerated() {
            let due = downbeat + Double(index) * seconds
            guard due - window.early <= end else { break }
            let close = due + seconds - window.early
            rest = rest.drop { $0.seconds < due - window.early }
            let heard = rest.prefix { $0.seconds < close }
            rest = rest.dropFirst(heard.count)
            let attempts = heard.compactMap {
                $0.verdict(on: question.expected, since: due, latest: due + window.late)
            }
            answers.append(Answer(question, attempts, at: close, since: due))
        }
        return answers
    }

    /// A question waits until its chord is right, or until the next one is played.
    private static func heardWaiting(_ strikes: [HeardStrike], _ questions: [Question]) -> [Answer] {
        var answers: [Answer] = []
        var attempts: [Verdict] = []
        var start = strikes[0].seconds
        func close(at seconds: Double) {
            answers.append(Answer(questions[answers.count], attempts, at: seconds, since: start))
            attempts = []
            start = seconds
        }
        for strike in strikes {
            guard answers.count < questions.count else { break }
            let verdict = strike.verdict(on: questions[answers.count].expected, since: start)
            if let verdict, !verdict.outcome.isRight, answers.count + 1 < questions.count,
                let next = strike.verdict(on: questions[answers.count + 1].expected, since: strike.seconds),
                next.outcome.isRight
            {
                close(at: strike.seconds)
                attempts = [next]
            } else if let verdict {
                attempts.append(verdict)
            }
            if attempts.last?.outcome.isRight == true { close(at: strike.seconds) }
        }
        if !attempts.isEmpty { close(at: attempts[attempts.count - 1].landedAt) }
        return answers
    }
}

extension Take.Answer {
    /// The best of the attempts; missed if there is none.
    fileprivate init(_ question: Question, _ attempts: [Verdict], at end: Double, since start: Double) {
        self.init(
            question: question, attempts: attempts,
            verdict: attempts.best ?? Verdict(.missed, landedAt: end, delay: end - start))
    }
}
