/// The daily sessions of a simulated learner, with the planner and the memory of the page.
public struct Simulation: Sendable {
    /// A day with its session, or without one on a day of absence.
    public struct Day: Sendable, Hashable {
        public let day: Int
        public var seconds = 0.0
        public var questions = 0
        /// Cards that were asked for the first time.
        public var new = 0
        /// Cards that were due when the day began.
        public var due = 0
        /// Cards of these that were not asked.
        public var left = 0
        public var right = 0

        public var minutes: Double { seconds / 60 }
    }

    /// What became of a card.
    public struct CardResult: Sendable, Hashable {
        public let card: CardID
        /// The day of its first question.
        public let first: Int
        public internal(set) var asked = 0
        /// The median time of the last ten right answers in seconds.
        public internal(set) var median = 0.0
        /// Days from the last answer to the due day, at the end.
        public internal(set) var interval = 0
        /// The most days for which it waited when it was due, without days of absence.
        public internal(set) var longestOverdue = 0

        /// Days for which it has waited.
        var overdue = 0
    }

    public private(set) var days: [Day] = []
    /// All cards in the order of their first questions.
    public private(set) var cards: [CardResult] = []

    private var log = PracticeLog()
    private var memories: [CardID: Memory] = [:]
    private var luck: Luck
    private let learner: SimulatedLearner

    /// What the learner knows of a card.
    private struct Memory {
        /// The position in ``cards``.
        let index: Int
        /// The factor of its time.
        let factor: Double
        var halfLife: Double
        var lastDay: Int
        /// The last day on which the half-life grew.
        var lastGrowth = -1
    }

    /// The first day in days since 1970, so that the log's dates are usual ones.
    private static let firstDay = 20_000

    /// - Parameters:
    ///   - days: the number of days.
    ///   - minutes: the length of a session.
    ///   - seed: the seed of the learner's luck and of the planner's choices.
    public init(_ learner: SimulatedLearner, days: Int, minutes: Int, seed: UInt64) {
        self.learner = learner
        luck = Luck(seed: seed)
        let curriculum = Curriculum(startingWith: learner.course, hasInstrument: learner.hasInstrument)
        for day in 0..<days {
            if learner.isAbsent(on: day) {
                let due = Schedule(log, on: day + Simulation.firstDay, minutes: minutes).due.count
                self.days.append(Day(day: day, due: due, left: due))
            } else {
                practice(on: day, minutes, curriculum, seed: seed &+ UInt64(day))
            }
        }
        let schedule = Schedule(log, on: days + Simulation.firstDay, minutes: minutes)
        for entry in schedule.entries {
            guard let index = memories[entry.card]?.index else { continue }
            cards[index].median = Double(entry.median) / 1000
            cards[index].interval = entry.interval
        }
    }

    private mutating func practice(on number: Int, _ minutes: Int, _ curriculum: Curriculum, seed: UInt64) {
        var day = Day(day: number)
        var session = Today(
            log, on: number + Simulation.firstDay, minutes: minutes, curriculum, seed: seed)
        let due = session.schedule.due
        day.due = due.count
        let cardCount = cards.count
        var seconds = 0.0
        while let question = session.next(after: seconds) {
            let memory = memories[question.card]
            let (isRight, time) = answer(question.card, on: number)
            guard seconds + time <= session.limit else {
                // The session ends before the answer.
                seconds = session.limit
                withdraw(question.card, memory)
                break
            }
            seconds += time
            if let index = memories[question.card]?.index { cards[index].overdue = 0 }
            day.questions += 1
            if isRight { day.right += 1 }
            let milliseconds = Int(1000 * time)
            let quality = Quality.of(isRight: isRight, seconds: time, fast: session.fastSeconds)
            let stamp = Timestamp(
                at: Int64(number + Simulation.firstDay) * 86_400 + 64_800 + Int64(seconds), minutesEast: 0)
            log.add(
                Attempt(
                    question.card, at: stamp, isRight ? .right : .wrong, milliseconds: milliseconds, quality: quality,
                    isPlayed: question.kind != .ear))
            session.answer(quality)
        }
        day.seconds = seconds
        day.new = cards.count - cardCount
        for entry in due {
            guard let memory = memories[entry.card] else { continue }
            if memory.lastDay < number {
                day.left += 1
                cards[memory.index].overdue += 1
                cards[memory.index].longestOverdue = max(
                    cards[memory.index].longestOverdue, cards[memory.index].overdue)
            }
        }
        days.append(day)
    }

    /// The learner's answer to a card. A new card was explained just before.
    private mutating func answer(_ card: CardID, on day: Int) -> (isRight: Bool, seconds: Double) {
        var memory =
            memories[card]
            ?? Memory(
                index: cards.count, factor: learner.factor(of: card), halfLife: learner.halfLife, lastDay: day)
        if memory.index == cards.count { cards.append(CardResult(card: card, first: day)) }
        cards[memory.index].asked += 1
        let remembered = learner.law.probability(after: day - memory.lastDay, halfLife: memory.halfLife)
        let isRemembered = luck.unit() < remembered
        let isRight = isRemembered && luck.unit() >= learner.error
        let deviation = powerOfTwo(learner.spread * luck.normal() / logarithmOfTwo)
        let seconds =
            learner.seconds * memory.factor * deviation * (isRemembered ? 1 : SimulatedLearner.forgottenFactor)
        if !isRight {
            memory.halfLife = max(learner.halfLife, memory.halfLife * learner.shrink)
        } else if memory.lastGrowth < day {
            memory.halfLife = min(max(learner.halfLife, memory.halfLife * learner.growth), 1e9)
            memory.lastGrowth = day
        }
        memory.lastDay = day
        memories[card] = memory
        return (isRight, seconds)
    }

    /// Takes back the last answer.
    /// - Parameter memory: what the learner knew of the card before; nil if it was new.
    private mutating func withdraw(_ card: CardID, _ memory: Memory?) {
        memories[card] = memory
        if let memory { cards[memory.index].asked -= 1 } else { cards.removeLast() }
    }
}
