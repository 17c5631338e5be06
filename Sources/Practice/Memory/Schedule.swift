import Harmony

/// When each card is due for this learner, on one day.
///
/// Each ``Card`` has its own interval, which follows from its answers alone. The schedule adapts these intervals to the
/// learner in three steps:
/// - All are multiplied by one factor, with which about 85% of the answers at the end of an interval are right. Anki
///   calls it the interval modifier.
/// - A slow card returns within 21 days.
/// - If all this is more than the sessions have time for, the intervals are stretched by one factor.
///
/// A schedule is a function of the log, whatever the order in which the answers arrived.
public struct Schedule: Sendable, Hashable {
    /// A card with its due day.
    public struct Entry: Sendable, Hashable {
        public let card: CardID
        public let kind: CardKind
        /// Days from the last answer to the due day.
        public internal(set) var interval: Int
        /// The due day, in the log's day count.
        public internal(set) var due: Int
        /// The day of the last answer.
        public let last: Int
        /// The median time of the last ten right answers in milliseconds; of all last ten if none was right.
        public let median: Int
        /// Whether the card is right but slow: see ``Speed``.
        public internal(set) var isSlow = false
        /// Whether the last first answer of a day was right.
        public let isRight: Bool
        /// The interval before it is stretched, in thousandths of days.
        var load = 0

        public func isDue(on day: Int) -> Bool { day >= due }

        /// Whether the card is known: right and fast.
        public var isKnown: Bool { isRight && !isSlow }
    }

    public let day: Int
    /// All cards, in the order of their text form.
    public private(set) var entries: [Entry] = []
    public let speed: Speed
    /// The number of cards that a session has time for.
    public let capacity: Int
    /// Thousandths of reviews that the cards need on an average day, before the intervals are stretched.
    let load: Int
    /// The days with answers in ascending order.
    let practicedDays: [Int]
    /// The last day on which a card was answered for the first time; nil if there is none.
    let lastNew: Int?

    /// A slow card returns within this number of days.
    static let slowInterval = 21
    /// Even the best known card returns within this number of days.
    static let longestInterval = 180
    /// The percentage of a session that reviews may take before intervals are stretched.
    static let reviewPercent = 70

    /// - Parameters:
    ///   - day: today, in the log's day count.
    ///   - minutes: the length of a session.
    public init(_ log: PracticeLog, on day: Int, minutes: Int) {
        self.day = day
        practicedDays = log.practicedDays
        var survey = Survey(log, until: min(practicedDays.last ?? day, day))
        for entry in log.records.ordered(by: { $0.key.text < $1.key.text }) { survey.add(entry.key, entry.value) }
        speed = Speed(survey.times)
        lastNew = survey.lastNew
        capacity = max(1, Int(Int64(60_000 * minutes) / survey.cost))
        let factor = survey.retention.factor
        var load = 0
        for entry in survey.entries {
            var entry = entry
            entry.isSlow = entry.isRight && speed.isSlow(entry.median, entry.kind)
            let interval = min(max(entry.interval * factor, 1000), 1000 * Schedule.longestInterval)
            entry.load = entry.isSlow ? min(interval, 1000 * Schedule.slowInterval) : interval
            load += 1_000_000 / entry.load
            entries.append(entry)
        }
        self.load = load
        let time = max(capacity * Schedule.reviewPercent / 100, 1)
        // In hundredths.
        let stretch = max(100, load / (10 * time))
        for index in entries.indices {
            let longest = entries[index].isSlow ? Schedule.slowInterval : Schedule.longestInterval
            let interval = Int((Int64(entries[index].load) * Int64(stretch) + 50_000) / 100_000)
            entries[index].interval = min(max(interval, 1), longest)
            entries[index].due = entries[index].last + entries[index].interval
        }
    }

    /// Due cards, in the order of ``entries``.
    public var due: [Entry] { entries.filter { $0.isDue(on: day) } }

    /// The number of days with practice since `start`, before today.
    func practicedDays(since start: Int) -> Int {
        var count = 0
        while count < practicedDays.count, practicedDays[practicedDays.count - 1 - count] >= start { count += 1 }
        return practicedDays.last == day && count > 0 ? count - 1 : count
    }
}

/// What the answers say about the learner.
private struct Survey {
    var entries: [Schedule.Entry] = []
    /// For each kind, the median times of the cards that were answered lately.
    var times = [[Int]](repeating: [], count: CardKind.allCases.count)
    var retention = Retention()
    var lastNew: Int?
    private var spent: Int64 = 0
    private var count: Int64 = 0
    private var wrongCount: Int64 = 0
    private let log: PracticeLog
    /// The first day of the last 30, and of the last 60. They end with the last practice, so an absence changes
    /// nothing.
    private let recent: Int
    private let start: Int

    /// - Parameter last: the last day of practice.
    init(_ log: PracticeLog, until last: Int) {
        self.log = log
        recent = last - Speed.days + 1
        start = last - Retention.days + 1
    }

    /// The milliseconds that a card takes in a session. A wrong answer is followed by another question.
    var cost: Int64 {
        // Six seconds, until there is an answer.
        count == 0 ? 6000 : max(1, (spent + spent * wrongCount / count) / count)
    }

    mutating func add(_ id: CardID, _ record: PracticeLog.Record) {
        var card = record.totals.card
        var lately: [Int] = []
        var isRight = true
        for attempt in record.attempts {
            let day = log.day(of: attempt.stamp)
            if attempt.isRight, day >= recent { lately.append(Int(attempt.milliseconds)) }
            guard card.last.map({ $0 < day }) ?? true else { continue }
            isRight = attempt.quality >= 3
            if day >= start, let last = card.last {
                retention.add(waited: day - last, card.interval, isRight: isRight)
            }
            if day >= recent {
                spent += Int64(attempt.milliseconds)
                count += 1
                if !isRight { wrongCount += 1 }
            }
            card = card.reviewed(attempt.quality, on: day)
        }
        if record.totals.count == 0, let first = record.attempts.first {
            lastNew = max(lastNew ?? .min, log.day(of: first.stamp))
        }
        let kind = id.kind
        if let median = Speed.median(lately), let index = CardKind.allCases.firstIndex(of: kind) {
            times[index].append(median)
        }
        let right = record.attempts.filter { $0.isRight }.suffix(PracticeLog.recentCount)
        let last = right.isEmpty ? record.attempts.suffix(PracticeLog.recentCount) : right
        entries.append(
            Schedule.Entry(
                card: id, kind: kind, interval: max(card.interval, 1), due: 0, last: card.last ?? 0,
                median: Speed.median(last.map { Int($0.milliseconds) }) ?? 0, isRight: isRight))
    }
}

/// How well a learner remembers, compared with the intervals of the cards.
private struct Retention {
    /// The sum of the waiting times in thousandths of intervals.
    private var waited = 1000 * Retention.usual
    private var forgotten = 0

    /// The days whose answers count.
    static let days = 60
    /// Before there are answers, a learner is supposed to have answered so many with the target's percentage right.
    private static let usual = 20

    /// Counts the first answer of a day.
    /// - Parameters:
    ///   - days: days since the answer before.
    ///   - interval: the card's own interval.
    mutating func add(waited days: Int, _ interval: Int, isRight: Bool) {
        // An answer soon after the last one says nothing about memory. A long absence says no more than an interval.
        let part = min(1000 * days / max(interval, 1), 1000)
        guard part >= 200 else { return }
        waited += part
        if !isRight { forgotten += 1 }
    }

    /// The factor for all intervals in thousandths.
    ///
    /// If cards are forgotten at a constant rate, a share of 85% is left after −ln 0.85 = 0.1625 of the time in which
    /// one is forgotten on average.
    var factor: Int {
        let factor = Int64(waited) * 1625 / Int64(10_000 * forgotten + 1625 * Retention.usual)
        return Int(min(max(factor, 250), 1500))
    }
}
