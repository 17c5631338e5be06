import Harmony

/// A recording, judged against the questions of an exercise: for teachers, and for oneself.
public struct Take: Sendable, Hashable {
    /// What came of a question.
    public struct Answer: Sendable, Hashable {
        public let question: Question
        /// Each attempt, in the order of playing.
        public let attempts: [Verdict]
        /// What it came to in the end.
        public let verdict: Verdict
    }

    /// As far as the player came.
    public let answers: [Answer]
    /// How many questions there were.
    public let questionCount: Int

    public var rightCount: Int { answers.reduce(0) { $0 + ($1.verdict.outcome.isRight ? 1 : 0) } }

    /// - Parameters:
    ///   - strokes: in the order of time.
    ///   - downbeat: in time, when the first beat comes; without it, when the first key goes down.
    public init(
        _ strokes: [TimedStroke], of exercise: Exercise, seed: UInt64, for pianist: Pianist = Pianist(),
        downbeat: Double? = nil
    ) {
        let questions = exercise.questions(seed: seed, for: pianist)
        questionCount = questions.count
        let first = strokes.first { if case .down = $0.stroke { true } else { false } }
        guard let first, !questions.isEmpty else {
            answers = []
            return
        }
        let landing = exercise.conditions.landingSeconds
        if let seconds = exercise.pace.secondsForEach {
            answers = Take.inTime(
                strokes, questions, landing: landing, from: downbeat ?? first.seconds, each: seconds)
        } else {
            var waiting = Waiting(questions, landing: landing, at: first.seconds)
            for stroke in strokes { waiting.receive(stroke) }
            answers = waiting.end()
        }
    }

    private static func inTime(
        _ strokes: [TimedStroke], _ questions: [Question], landing: Double, from downbeat: Double, each seconds: Double
    ) -> [Answer] {
        let window = Window(chordsEach: seconds)
        var answers: [Answer] = []
        var held = HeldKeys()
        var place = 0
        let end = strokes.last?.seconds ?? downbeat
        for (index, question) in questions.enumerated() {
            let due = downbeat + Double(index) * seconds
            // After the last stroke nothing more is judged.
            guard due - window.early <= end else { break }
            let close = due + seconds - window.early
            var judge = Judge(
                question.asked, landing: landing, at: due - window.early, due: due, window: window, held: held)
            var attempts: [Verdict] = []
            // The last one may ring until the end.
            while place < strokes.count, strokes[place].seconds < close || index == questions.count - 1 {
                while let look = judge.nextLook, look <= strokes[place].seconds, let verdict = judge.verdict(at: look) {
                    attempts.append(verdict)
                }
                judge.receive(strokes[place].stroke, at: strokes[place].seconds)
                place += 1
            }
            while let look = judge.nextLook, look <= close, let verdict = judge.verdict(at: look) { attempts.append(verdict) }
            answers.append(Answer(question: question, attempts: attempts, verdict: judge.end(at: close)))
            held = judge.held
        }
        return answers
    }
}

/// A recording in which the music waits for the player.
private struct Waiting {
    private let questions: [Question]
    private let landing: Double
    private var answers: [Take.Answer] = []
    private var attempts: [Verdict] = []
    private var judge: Judge
    /// Whether all keys were let go since the last attempt.
    private var wasLetGo = true

    private var isOver: Bool { answers.count == questions.count }

    init(_ questions: [Question], landing: Double, at seconds: Double) {
        self.questions = questions
        self.landing = landing
        judge = Judge(questions[0].asked, landing: landing, at: seconds)
    }

    mutating func receive(_ stroke: TimedStroke) {
        look(until: stroke.seconds)
        guard !isOver else { return }
        judge.receive(stroke.stroke, at: stroke.seconds)
        if judge.held.isLetGo { wasLetGo = true }
        // A note of a line is judged as it is struck.
        look(until: stroke.seconds)
    }

    mutating func end() -> [Take.Answer] {
        look(until: .infinity)
        if !isOver, !attempts.isEmpty { close(Waiting.best(attempts), at: attempts[attempts.count - 1].landedAt) }
        return answers
    }

    private mutating func look(until seconds: Double) {
        while !isOver, let look = judge.nextLook, look <= seconds, let verdict = judge.verdict(at: look) {
            hear(verdict, at: look)
        }
    }

    private mutating func hear(_ verdict: Verdict, at seconds: Double) {
        if verdict.outcome.isRight {
            attempts.append(verdict)
            close(verdict, at: seconds)
            return
        }
        if let next = nextVerdict(landedAt: verdict.landedAt, at: seconds), isMovingOn(from: verdict, to: next) {
            let last = attempts.isEmpty
                ? Verdict(.missed, landedAt: verdict.landedAt, delay: verdict.landedAt - judge.start)
                : Waiting.best(attempts)
            close(last, at: seconds)
            attempts.append(next)
            if next.outcome.isRight { close(next, at: seconds) }
        } else {
            attempts.append(verdict)
        }
        wasLetGo = judge.held.isLetGo
    }

    /// What is played now, seen as an answer to the next question.
    private func nextVerdict(landedAt: Double, at seconds: Double) -> Verdict? {
        guard answers.count + 1 < questions.count else { return nil }
        var probe = Judge(questions[answers.count + 1].asked, landing: landing, at: seconds)
        for key in judge.sounding where key.part != .leftOver { probe.receive(.down(key.pitch), at: seconds) }
        return probe.end(at: seconds).landed(at: landedAt)
    }

    /// Releasing a chord and playing what fits the next one better means going on.
    private func isMovingOn(from verdict: Verdict, to next: Verdict) -> Bool {
        if attempts.isEmpty {
            return next.outcome.isRight && verdict.outcome == .wrong || next.outcome == .asWritten && verdict.faults > 0
        }
        guard wasLetGo else { return false }
        return next.outcome.isRight || (next.outcome == .almost && next.faults < verdict.faults)
    }

    private mutating func close(_ verdict: Verdict, at seconds: Double) {
        answers.append(Take.Answer(question: questions[answers.count], attempts: attempts, verdict: verdict))
        attempts = []
        wasLetGo = false
        guard !isOver else { return }
        judge = Judge(questions[answers.count].asked, landing: landing, at: seconds, held: judge.held)
    }

    private static func best(_ attempts: [Verdict]) -> Verdict {
        var best = attempts[0]
        for attempt in attempts.dropFirst() where attempt.isBetter(than: best) { best = attempt }
        return best
    }
}
