import Harmony

/// What a practice log says about an assignment.
public struct AssignmentProgress: Sendable, Hashable {
    /// One exercise.
    public struct Part: Sendable, Hashable {
        /// The number of different cards.
        public internal(set) var count = 0
        /// The number of cards whose last answer was good.
        public internal(set) var goodCount = 0
        /// The median time of the good answers in milliseconds; nil if there are none.
        public internal(set) var median: Int?
        /// The cards whose last answer was not good, and those without an answer, in the order of the exercise.
        public internal(set) var left: [CardID] = []
        public internal(set) var isDone = false
    }

    /// In the order of the exercises.
    public let parts: [Part]

    public var doneCount: Int { parts.reduce(0) { $0 + ($1.isDone ? 1 : 0) } }

    /// The last answer to a card counts, if it was given on the first day of the assignment or later. It is good if it
    /// was right at the first attempt, and fast enough.
    public init(_ assignment: Assignment, _ log: PracticeLog, for pianist: Pianist = Pianist()) {
        parts = assignment.exercises.map { exercise in
            var part = Part()
            var times: [Int] = []
            let cards = exercise.cards(for: pianist)
            for card in cards {
                if let last = log.records[card]?.attempts.last, assignment.accepts(last, log) {
                    part.goodCount += 1
                    if last.isTimed { times.append(Int(last.milliseconds)) }
                } else {
                    part.left.append(card)
                }
            }
            times.sort()
            part.count = cards.count
            part.median = times.isEmpty ? nil : times[times.count / 2]
            part.isDone = part.count > 0 && 100 * part.goodCount >= assignment.percent * part.count
            return part
        }
    }
}

extension Assignment {
    fileprivate func accepts(_ answer: PracticeLog.CompactAttempt, _ log: PracticeLog) -> Bool {
        answer.isRight && log.day(of: answer.stamp) >= start ?? .min
            && Int(answer.milliseconds) <= 1000 * (seconds ?? 3600)
    }
}
