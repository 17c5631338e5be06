import Harmony

/// A recorded performance, judged against the questions of an exercise.
public struct Take: Sendable {
    /// The answer to one question.
    public struct Answer: Sendable {
        public let question: Question
        /// All attempts in the order of playing.
        public let attempts: [Verdict]
        /// The final verdict.
        public let verdict: Verdict
    }

    /// The answers up to the end of the recording.
    public let answers: [Answer]
    /// The number of questions in the exercise.
    public let questionCount: Int

    init(answers: [Answer], questionCount: Int) {
        self.answers = answers
        self.questionCount = questionCount
    }

    public var rightCount: Int { answers.reduce(0) { $0 + ($1.verdict.outcome.isRight ? 1 : 0) } }

    /// - Parameters:
    ///   - strokes: strokes in order of time.
    ///   - downbeat: the time of the first beat for an exercise in time. The default is the first key.
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
            var untimed = UntimedTake(questions, landing: landing, at: first.seconds)
            for stroke in strokes { untimed.receive(stroke) }
            answers = untimed.end()
        }
    }

    private static func inTime(
        _ strokes: [TimedStroke], _ questions: [Question], landing: Double, from downbeat: Double, each seconds: Double
    ) -> [Answer] {
        let window = Window(chordsEach: seconds)
        var answers: [Answer] = []
        var held = HeldKeys()
        var position = 0
        let end = strokes.last?.seconds ?? downbeat
        for (index, question) in questions.enumerated() {
            let due = downbeat + Double(index) * seconds
            // Questions after the last stroke are not judged.
            guard due - window.early <= end else { break }
            let close = due + seconds - window.early
            var judge = Judge(
                question.expected, landing: landing, at: due - window.early, due: due, window: window, held: held)
            var attempts: [Verdict] = []
            // The last chord may ring until the end.
            while position < strokes.count, strokes[position].seconds < close || index == questions.count - 1 {
                let stroke = strokes[position]
                while let look = judge.nextCheck, look <= stroke.seconds, let verdict = judge.verdict(at: look) {
                    attempts.append(verdict)
                }
                judge.receive(stroke.stroke, at: stroke.seconds)
                position += 1
            }
            while let look = judge.nextCheck, look <= close, let verdict = judge.verdict(at: look) {
                attempts.append(verdict)
            }
            answers.append(Answer(question: question, attempts: attempts, verdict: judge.end(at: close)))
            held = judge.held
        }
        return answers
    }
}

/// A recorded performance of an exercise that waits for the player.
private struct UntimedTake {
    private let questions: [Question]
    private let landing: Double
    private var answers: [Take.Answer] = []
    private var attempts: [Verdict] = []
    private var judge: Judge
    /// The keys of the last attempt that have been held down since.
    private var lastKeys = KeySet()
    /// An incomplete chord that sounded when the next key was struck, and its keys that have sounded since. Once there
    /// are none, it was an attempt.
    private var unfinished: (verdict: Verdict, keys: KeySet)?
    private var lastStroke = 0.0

    private var isOver: Bool { answers.count == questions.count }

    init(_ questions: [Question], landing: Double, at seconds: Double) {
        self.questions = questions
        self.landing = landing
        judge = Judge(questions[0].expected, landing: landing, at: seconds)
    }

    mutating func receive(_ stroke: TimedStroke) {
        advance(to: stroke.seconds)
        guard !isOver else { return }
        if case .down = stroke.stroke, stroke.seconds >= lastStroke + landing { noteUnfinished() }
        lastStroke = stroke.seconds
        judge.receive(stroke.stroke, at: stroke.seconds)
        lastKeys = lastKeys.intersection(judge.held.fingers)
        let sounding = sounding
        if let keys = unfinished?.keys { unfinished?.keys = keys.intersection(sounding) }
        // A note of a line is judged as soon as it is struck.
        advance(to: stroke.seconds)
    }

    mutating func end() -> [Take.Answer] {
        advance(to: .infinity)
        if !isOver, let best = attempts.best { close(best, at: attempts[attempts.count - 1].landedAt) }
        return answers
    }

    private mutating func advance(to seconds: Double) {
        while !isOver, let look = judge.nextCheck, look <= seconds, let verdict = judge.verdict(at: look) {
            add(verdict, at: look)
        }
    }

    /// Notes a chord without its last notes, which the judge still waits for when a key of the next chord is struck.
    private mutating func noteUnfinished() {
        var probe = judge
        guard let verdict = probe.verdict(at: .infinity), verdict.outcome == .almost, verdict.foreign.isEmpty else {
            return
        }
        unfinished = (verdict, sounding)
    }

    private var sounding: KeySet { judge.held.fingers.union(judge.held.pedalled) }

    /// Adds an attempt, and decides whether it answers the current question or already the next one.
    private mutating func add(_ verdict: Verdict, at seconds: Double) {
        // Right notes may belong to the same chord, one after the other.
        if let unfinished, unfinished.keys.isEmpty, !verdict.foreign.isEmpty {
            attempts.append(unfinished.verdict)
            lastKeys = KeySet()
        }
        unfinished = nil
        if verdict.outcome.isRight {
            attempts.append(verdict)
            close(verdict, at: seconds)
            return
        }
        if let next = nextVerdict(landedAt: verdict.landedAt, at: seconds), isMovingOn(from: verdict, to: next) {
            let last =
                attempts.best
                ?? Verdict(.missed, landedAt: verdict.landedAt, delay: verdict.landedAt - judge.start)
            close(last, at: seconds)
            attempts.append(next)
            if next.outcome.isRight { close(next, at: seconds) }
        } else {
            attempts.append(verdict)
        }
        lastKeys = judge.held.fingers
    }

    /// The verdict on the sounding notes as an answer to the next question.
    private func nextVerdict(landedAt: Double, at seconds: Double) -> Verdict? {
        guard answers.count + 1 < questions.count else { return nil }
        var probe = Judge(questions[answers.count + 1].expected, landing: landing, at: seconds)
        for key in judge.sounding where key.part != .leftOver { probe.receive(.down(key.pitch), at: seconds) }
        return probe.end(at: seconds).landed(at: landedAt)
    }

    /// Whether the player has gone on to the next question: the chord was released, perhaps after the new keys were
    /// struck, and the new notes fit the next question better. In a line, each key is a new attempt.
    private func isMovingOn(from verdict: Verdict, to next: Verdict) -> Bool {
        if attempts.isEmpty {
            return next.outcome.isRight && verdict.outcome == .wrong || next.outcome == .asWritten && verdict.faults > 0
        }
        guard lastKeys.isEmpty || judge.expected.isMelodic else { return false }
        return next.outcome.isRight || (next.outcome == .almost && next.faults < verdict.faults)
    }

    private mutating func close(_ verdict: Verdict, at seconds: Double) {
        answers.append(Take.Answer(question: questions[answers.count], attempts: attempts, verdict: verdict))
        attempts = []
        lastKeys = judge.held.fingers
        unfinished = nil
        guard !isOver else { return }
        judge = Judge(questions[answers.count].expected, landing: landing, at: seconds, held: judge.held)
    }
}
