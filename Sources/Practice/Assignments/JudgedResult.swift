import Harmony

/// A result whose answers were judged again from what was played.
public struct JudgedResult: Sendable {
    /// What is true of one exercise.
    public struct Part: Sendable {
        public let exercise: Exercise
        public let progress: AssignmentProgress.Part
        /// The good cards whose answer was judged again. The others were graded by the pupil, or heard through a
        /// microphone.
        public let judgedCount: Int
        /// The cards whose answer was good on the pupil's page, but is not when it is judged again.
        public let refuted: [CardID]
    }

    public let assignment: Assignment
    public let parts: [Part]

    public var doneCount: Int { parts.reduce(0) { $0 + ($1.progress.isDone ? 1 : 0) } }

    public init(_ result: AssignmentResult) {
        var attempts = result.attempts
        var judged: Set<Int> = []
        var known: [(answer: PlayedAnswer, exercise: Exercise, questions: [Question])] = []
        for answer in result.played where attempts.contains(where: { $0.stamp.at == answer.stamp.at }) {
            let index: Int
            if let found = known.firstIndex(where: { $0.answer.hasSameQuestions(as: answer) }) {
                index = found
            } else if let exercise = try? Exercise(words: answer.exercise) {
                index = known.count
                known.append((answer, exercise, exercise.questions(seed: answer.seed, for: answer.pianist)))
            } else {
                continue
            }
            guard let verdict = answer.judged(known[index].exercise, known[index].questions) else { continue }
            for place in attempts.indices {
                let attempt = attempts[place]
                guard attempt.card == verdict.card, attempt.stamp.at == answer.stamp.at else { continue }
                attempts[place] = Attempt(
                    attempt.card, at: attempt.stamp, verdict.isRight ? attempt.outcome : .wrong,
                    milliseconds: verdict.milliseconds ?? attempt.milliseconds,
                    quality: verdict.isRight ? attempt.quality : 0, isPlayed: attempt.isPlayed)
                judged.insert(place)
            }
        }
        let progress = AssignmentProgress(result.assignment, PracticeLog(attempts), for: result.pianist)
        let claimed = AssignmentProgress(result.assignment, PracticeLog(result.attempts), for: result.pianist)
        let again = judged.map { attempts[$0].card }
        assignment = result.assignment
        parts = result.assignment.exercises.indices.map { index in
            let exercise = result.assignment.exercises[index]
            let part = progress.parts[index]
            let left = part.left
            let count = exercise.cards(for: result.pianist).reduce(0) { count, card in
                count + (again.contains(card) && !left.contains(card) ? 1 : 0)
            }
            return Part(
                exercise: exercise, progress: part, judgedCount: count,
                refuted: left.filter { !claimed.parts[index].left.contains($0) })
        }
    }
}

extension PlayedAnswer {
    /// Whether the questions of both exercises are the same.
    fileprivate func hasSameQuestions(as other: PlayedAnswer) -> Bool {
        exercise == other.exercise && seed == other.seed && pianist == other.pianist
    }
}
