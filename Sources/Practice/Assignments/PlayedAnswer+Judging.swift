import Harmony

extension PlayedAnswer {
    /// What the answer comes to.
    public struct Judged: Sendable {
        public let card: CardID
        /// Whether it was right at the first attempt.
        public let isRight: Bool
        /// The time from the question to the answer or, in time, from the beat; nil for an answer by choosing.
        public let milliseconds: Int?
    }

    /// Judges the answer again; nil if there is no such question.
    /// - Parameter questions: those of the exercise, the seed and the hands, which several answers share.
    func judged(_ exercise: Exercise, _ questions: [Question]) -> Judged? {
        guard questions.indices.contains(index) else { return nil }
        let question = questions[index]
        switch response {
        case .chosen(let choice):
            guard question.choices.indices.contains(choice) else { return nil }
            return Judged(card: question.card, isRight: question.choices[choice].isRight, milliseconds: nil)
        case .played(let held, let strokes):
            guard question.task.isPlayed else { return nil }
            let (outcomes, seconds) =
                exercise.pace.secondsForEach.map {
                    PlayedAnswer.inTime(question, exercise, held, strokes, each: $0 / Double(chordsInBar))
                } ?? PlayedAnswer.untimed(question, exercise, held, strokes)
            let isRight = outcomes.first.map { $0 == .asWritten || $0 == .right } ?? false
            return Judged(
                card: question.card, isRight: isRight && outcomes[outcomes.count - 1].isRight,
                milliseconds: Int(1000 * max(seconds, 0) + 0.5))
        }
    }

    /// - Returns: the outcome of each attempt up to the right one, and its time.
    private static func untimed(
        _ question: Question, _ exercise: Exercise, _ held: HeldKeys, _ strokes: [TimedStroke]
    ) -> ([Outcome], Double) {
        // A page that was hidden in the meantime does not count that time. Strokes before it may be earlier then.
        let start = min(0, strokes.first?.seconds ?? 0)
        var judge = Judge(question.expected, landing: exercise.conditions.landingSeconds, at: start, held: held)
        var verdicts: [Verdict] = []
        func isOver() -> Bool { verdicts.last?.outcome.isRight == true }
        for stroke in strokes where !isOver() {
            judge.take(until: stroke.seconds, &verdicts)
            if isOver() { break }
            judge.receive(stroke.stroke, at: stroke.seconds)
            // A note of a line is judged as soon as it is struck.
            judge.take(until: stroke.seconds, &verdicts)
        }
        if !isOver() { judge.take(until: .infinity, &verdicts) }
        return (verdicts.map { $0.outcome }, verdicts.last?.landedAt ?? 0)
    }

    private static func inTime(
        _ question: Question, _ exercise: Exercise, _ held: HeldKeys, _ strokes: [TimedStroke], each: Double
    ) -> ([Outcome], Double) {
        let window = Window(chordsEach: each)
        var judge = Judge(
            question.expected, landing: exercise.conditions.landingSeconds, at: -window.early, due: 0, window: window,
            held: held)
        var verdicts: [Verdict] = []
        for stroke in strokes {
            judge.take(until: stroke.seconds, &verdicts)
            judge.receive(stroke.stroke, at: stroke.seconds)
        }
        judge.take(until: each, &verdicts)
        let final = judge.end(at: each)
        return (verdicts.map { $0.outcome } + [final.outcome], final.delay)
    }
}

extension Judge {
    /// Adds the verdicts that are due.
    fileprivate mutating func take(until seconds: Double, _ verdicts: inout [Verdict]) {
        while let look = nextCheck, look <= seconds, let verdict = verdict(at: look) {
            verdicts.append(verdict)
            if verdict.outcome.isRight { return }
        }
    }
}
