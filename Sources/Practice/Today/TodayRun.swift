import Harmony

/// The daily session as questions, with its practice time.
///
/// Each card that ``Today`` chooses becomes one question; a change has two, and a scale has one for each note. The
/// state is a function of the log, the beginning and the seed. A reload or another tab therefore finds the same
/// session: it takes the answers from the log.
public struct TodayRun: Sendable {
    /// An answer to a card.
    public struct Answer: Sendable, Hashable {
        public let card: CardID
        /// See ``Quality``.
        public let quality: Int
        public let milliseconds: Int
        /// Seconds since 1970.
        let at: Int64
    }

    public private(set) var today: Today
    /// When the session began.
    public let start: Timestamp
    /// The local day of its beginning.
    public let day: Int
    public let minutes: Int
    public let hasInstrument: Bool
    public let seed: UInt64
    /// The practice time up to the last answer, in seconds.
    public private(set) var seconds = 0.0
    public private(set) var answers: [Answer] = []
    /// The questions of the current card; empty if the session is over.
    private var questions: [Question] = []
    /// The position of the current one.
    private var position = 0
    /// The lowest quality in the current card.
    private var worst = 5
    /// The time of the last answer or, before it, of the beginning, in seconds since 1970.
    public private(set) var last: Int64
    private let pianist: Pianist

    /// The most seconds that count for one answer. After that, the learner is away.
    public static let maximumAnswer = 60.0
    /// The most seconds that count between an answer and the next question. More is a pause.
    private static let maximumFeedback = 5.0
    /// A right answer is shown for so many milliseconds. The planner has to know it.
    public static let feedback = 600

    /// - Parameters:
    ///   - log: all answers. Those since `start` belong to this session.
    ///   - minutes: the length.
    ///   - tune: the tune that is being learned.
    ///   - seed: the seed of all random choices.
    public init(
        _ log: PracticeLog, from start: Timestamp, minutes: Int, hasInstrument: Bool, _ tune: LearnedTune? = nil,
        seed: UInt64,
        for pianist: Pianist = Pianist()
    ) {
        self.start = start
        self.minutes = minutes
        self.hasInstrument = hasInstrument
        self.seed = seed
        self.pianist = pianist
        day = log.day(of: start)
        last = start.at
        let before = log.before(start.at)
        let curriculum = Curriculum(for: before, hasInstrument: hasInstrument)
        today = Today(before, on: day, minutes: minutes, curriculum, tune, seed: seed, feedback: TodayRun.feedback)
        choose()
        while let card = today.current?.card {
            // An answer in another tab may be older than the question.
            let earliest = max(last, time(of: card).map { $0 + 1 } ?? last)
            guard let given = log.records[card]?.attempts.first(where: { $0.at >= earliest }) else { break }
            finish(given.quality, milliseconds: Int(given.milliseconds), at: given.at)
        }
    }

    /// The time of the last answer to a card.
    private func time(of card: CardID) -> Int64? { answers.last { $0.card == card }?.at }

    public var current: Question? { position < questions.count ? questions[position] : nil }

    /// The following question of the same card, which a right answer to the current one leads to.
    public var next: Question? { position + 1 < questions.count ? questions[position + 1] : nil }

    public var isOver: Bool { questions.isEmpty }

    /// The seed of the questions about the current card.
    public var questionSeed: UInt64 { seed &+ UInt64(today.count) }

    /// Whether a question of the same card was answered before the current one.
    public var isCardBegun: Bool { position > 0 }

    /// Whether an answer in the log has come from another tab.
    public func isAnswered(in log: PracticeLog) -> Bool {
        guard !isOver, let card = today.current?.card else { return false }
        return log.records[card]?.attempts.last.map { $0.at >= last && $0.at > start.at } ?? false
    }

    /// Goes on to the next question of the same card.
    /// - Parameter quality: of the answer to the current one.
    public mutating func continueCard(_ quality: Int) {
        guard next != nil else { return }
        worst = min(worst, quality)
        position += 1
    }

    /// The answer to the whole card for the log: its lowest quality.
    /// - Parameters:
    ///   - quality: of the last answer.
    ///   - seconds: for a change, the time between its chords; otherwise the time since the card was asked.
    public func attempt(
        _ outcome: Outcome, _ quality: Int, seconds: Double, isPlayed: Bool, at date: Timestamp
    ) -> Attempt? {
        guard let card = today.current?.card else { return nil }
        // In their order, even if the clock is set back. The log takes only one answer to a card in a second.
        var stamp = date
        stamp.at = max(date.at, last, time(of: card).map { $0 + 1 } ?? last)
        return Attempt(
            card, at: stamp, outcome, milliseconds: Int(1000 * min(max(seconds, 0), TodayRun.maximumAnswer) + 0.5),
            quality: min(worst, quality), isPlayed: isPlayed)
    }

    /// Takes an answer to the current card, and chooses the next one.
    public mutating func finish(_ attempt: Attempt) {
        finish(attempt.quality, milliseconds: attempt.milliseconds, at: attempt.stamp.at)
    }

    private mutating func finish(_ quality: Int, milliseconds: Int, at date: Int64) {
        guard let current = today.current else { return }
        // Whole seconds suffice, because their rounding errors do not add up.
        let answering = Double(milliseconds) / 1000
        seconds += min(max(Double(date - last), answering), answering + TodayRun.maximumFeedback)
        last = date
        answers.append(Answer(card: current.card, quality: quality, milliseconds: milliseconds, at: date))
        today.answer(quality)
        choose()
    }

    /// Ends the session without an answer to the current question: see ``Today/limit``.
    public mutating func end() {
        questions = []
        position = 0
    }

    private mutating func choose() {
        position = 0
        worst = 5
        questions = []
        while questions.isEmpty, let card = today.next(after: seconds)?.card {
            questions = card.questions(seed: questionSeed, for: pianist)
        }
    }
}
