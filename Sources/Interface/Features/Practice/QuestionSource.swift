import Practice

/// Where the questions of a practice session come from: a drill or the daily session.
///
/// Both are boxed, because a session is copied with each action.
struct QuestionSource: Sendable {
    /// A fixed exercise, or all that is due; nil in the daily session.
    @Boxed var drill: Drill?
    /// The daily session, which chooses each question after the answer to the last one; nil in a drill.
    @Boxed var today: TodayRun?

    init(drill: Drill? = nil, today: TodayRun? = nil) {
        _drill = Boxed(wrappedValue: drill)
        _today = Boxed(wrappedValue: today)
    }

    var current: Question? { today == nil ? drill?.current : today?.current }

    /// The question after the current one, if that is answered correctly and the next one is known.
    var next: Question? { today == nil ? drill?.next : today?.next }

    var isOver: Bool { (today?.isOver ?? drill?.isOver) == true }

    /// Whether there was never a question.
    var isEmpty: Bool { drill?.questions.isEmpty == true }

    /// The seed of the current question.
    var questionSeed: UInt64 { today?.questionSeed ?? drill?.questionSeed ?? 0 }

    var day: Int { today?.day ?? drill?.day ?? 0 }

    /// The seconds within which an answer to the current question is fast.
    var fastSeconds: Double { today?.today.fastSeconds ?? Quality.fastSeconds }

    /// Goes on after an answer.
    /// - Parameter attempt: what was stored of it; nil within a card that has several questions.
    mutating func finish(_ quality: Int, _ attempt: Attempt?) {
        drill?.finish(quality)
        if let attempt { today?.finish(attempt) } else { today?.continueCard(quality) }
    }
}
