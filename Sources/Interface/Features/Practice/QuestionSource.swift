import Practice

/// Where the questions of a practice session come from.
///
/// Indirect, because a session is copied in many places, and its code would copy each part of both cases.
indirect enum QuestionSource: Sendable {
    /// A fixed exercise, or all that is due.
    case drill(Drill)
    /// The daily session, which chooses each question after the answer to the last one.
    case today(TodayRun)

    @inline(never)
    var drill: Drill? { if case .drill(let drill) = self { drill } else { nil } }
    @inline(never)
    var today: TodayRun? { if case .today(let run) = self { run } else { nil } }

    var current: Question? {
        switch self {
        case .drill(let drill): drill.current
        case .today(let run): run.current
        }
    }

    /// The question after the current one, if that is answered correctly and the next one is known.
    var next: Question? {
        switch self {
        case .drill(let drill): drill.next
        case .today(let run): run.next
        }
    }

    var isOver: Bool {
        switch self {
        case .drill(let drill): drill.isOver
        case .today(let run): run.isOver
        }
    }

    /// Whether there was never a question.
    var isEmpty: Bool { drill?.questions.isEmpty ?? false }

    var day: Int {
        switch self {
        case .drill(let drill): drill.day
        case .today(let run): run.day
        }
    }

    /// The seconds within which an answer to the current question is fast.
    var fastSeconds: Double { today?.today.fastSeconds ?? Quality.fastSeconds }

    /// Goes on after an answer.
    /// - Parameter attempt: what was stored of it; nil within a card that has several questions.
    mutating func finish(_ quality: Int, _ attempt: Attempt?) {
        switch self {
        case .drill(var drill):
            drill.finish(quality)
            self = .drill(drill)
        case .today(var run):
            if let attempt { run.finish(attempt) } else { run.continueCard(quality) }
            self = .today(run)
        }
    }
}
