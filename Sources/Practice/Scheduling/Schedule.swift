import Harmony

/// When each card is due for this learner, on one day.
///
/// Each ``Card`` has its own interval, which follows from its answers alone. The schedule adapts these intervals to the
/// learner in three steps:
/// - All are multiplied by one factor, with which about 85% of the answers at the end of an interval are right. Anki
///   calls it the interval modifier.
/// - A slow card returns within 21 days.
/// - If all this is more than the sessions have time for, the intervals are stretched, those of slow cards less.
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
        /// The median time of the last ten right answers in milliseconds; of all last ten if none was right. 0 if all
        /// were in time.
        public let median: Int
        /// Whether the card is right but slow: see ``Speed``.
        public internal(set) var isSlow = false
        /// Whether the last first answer of a day was right.
        public let isRight: Bool
        /// The interval before it is stretched, in thousandths of days.
        var ideal = 0

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
    /// The last days with answers, the latest first.
    private let practicedDays: [Int]
    /// The last day on which a card was answered for the first time; nil if there is none.
    let lastNew: Int?

    /// A slow card returns within this number of days.
    static let slowInterval = 21
    /// Even the best known card returns within this number of days.
    static let maximumInterval = 180
    /// The percentage of a session that reviews may take before intervals are stretched.
    static let reviewPercent = 70
    /// The bounds for the percentage of a card's time in the learner's median, when it is weighed.
    private static let weights = 70...200

    /// - Parameters:
    ///   - day: today, in the log's day count.
    ///   - minutes: the length of a session.
    ///   - feedback: the milliseconds between an answer and the next question.
    public init(_ log: PracticeLog, on day: Int, minutes: Int, feedback: Int = 0) {
        self.day = day
        var survey = Survey(log, on: day)
        let cards = Array(log.records.keys)
        let texts = cards.map { $0.text }
        for index in texts.indices.ordered(by: { texts[$0] < texts[$1] }) {
            if let record = log.records[cards[index]] { survey.add(cards[index], record) }
        }
        speed = Speed(lately: survey.latelyTimes, ever: survey.times)
        practicedDays = survey.practicedDays
        lastNew = survey.lastNew
        capacity = max(1, Int(Int64(60_000 * minutes) / (survey.cost + Int64(feedback))))
        let factor = survey.retention.factor
        var load = 0
        var weightedLoad = 0
        for entry in survey.entries {
            var entry = entry
            entry.isSlow = speed.isSlow(entry.median, entry.kind)
            let interval = min(max(entry.interval * factor, 1000), 1000 * Schedule.maximumInterval)
            entry.ideal = entry.isSlow ? min(interval, 1000 * Schedule.slowInterval) : interval
            load += 1_000_000 / entry.ideal
            weightedLoad += 10_000 * speed.percent(entry.median, entry.kind, in: Schedule.weights) / entry.ideal
            entries.append(entry)
        }
        self.load = load
        stretch(weightedLoad)
    }

    /// Stretches the intervals if there is no time for all reviews. Slow cards wait less than fast ones.
    /// - Parameter load: the thousandths of reviews on an average day, each weighted by the slowness of its card.
    private mutating func stretch(_ load: Int) {
        let time = max(capacity * Schedule.reviewPercent / 100, 1)
        let percent = max(100, load / (10 * time))
        for index in entries.indices {
            let entry = entries[index]
            let longest = entry.isSlow ? Schedule.slowInterval : Schedule.maximumInterval
            let weight = speed.percent(entry.median, entry.kind, in: Schedule.weights)
            let part = max(100, percent * 100 / weight)
            let interval = Int((Int64(entry.ideal) * Int64(part) + 50_000) / 100_000)
            entries[index].interval = min(max(interval, 1), longest)
            entries[index].due = entry.last + entries[index].interval
        }
    }

    /// Due cards, in the order of ``entries``.
    public var due: [Entry] { entries.filter { $0.isDue(on: day) } }

    /// The number of due cards in a daily session. Without an instrument, changes are left out.
    public func dueCount(hasInstrument: Bool) -> Int {
        due.reduce(0) { $0 + (hasInstrument || $1.kind != .change ? 1 : 0) }
    }

    /// Due cards except changes, which belong to the daily session; the most overdue first.
    public var review: [CardID] {
        due.filter { $0.kind != .change }.ordered { ($0.due, $0.card.text) < ($1.due, $1.card.text) }.map { $0.card }
    }

    /// The number of days with practice since `start`, before today. It counts at most two months.
    func practicedDays(since start: Int) -> Int {
        practicedDays.reduce(0) { $0 + ($1 >= start && $1 < day ? 1 : 0) }
    }
}

/// What the answers say about the learner.
private struct Survey {
    var entries: [Schedule.Entry] = []
    /// For each kind, the median times of the cards.
    var times = [[Int]](repeating: [], count: CardKind.allCases.count)
    /// The same of the cards that were answered in the last 30 days.
    var latelyTimes = [[Int]](repeating: [], count: CardKind.allCases.count)
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
    private let last: Int
    /// For each of the last days, the latest first, whether there was practice.
    private var isPracticed = [Bool](repeating: false, count: Retention.days)

    init(_ log: PracticeLog, on day: Int) {
        self.log = log
        var last = Int.min
        for record in log.records.values { last = max(last, record.card.last ?? .min) }
        last = last == .min ? day : min(last, day)
        self.last = last
        recent = last - Speed.days + 1
        start = last - Retention.days + 1
    }

    /// The milliseconds that a card takes in a session. A wrong answer is followed by another question.
    var cost: Int64 {
        // Six seconds, until there is an answer.
        count == 0 ? 6000 : max(1, (spent + spent * wrongCount / count) / count)
    }

    var practicedDays: [Int] { isPracticed.indices.filter { isPracticed[$0] }.map { last - $0 } }

    mutating func add(_ id: CardID, _ record: PracticeLog.Record) {
        var lately: [Int] = []
        var right: [Int] = []
        var all: [Int] = []
        var wasRight: Bool?
        for attempt in record.attempts.reversed() {
            let day = log.day(of: attempt.stamp)
            if day < start, right.count == PracticeLog.recentCount { break }
            let time = Int(attempt.milliseconds)
            if all.count < PracticeLog.recentCount, attempt.isTimed { all.append(time) }
            if attempt.isRight, attempt.isTimed {
                if right.count < PracticeLog.recentCount { right.append(time) }
                if day >= recent { lately.append(time) }
            }
            guard attempt.isFirstOfDay else { continue }
            if day >= start, day <= last { isPracticed[last - day] = true }
            let isRight = attempt.quality >= 3
            if wasRight == nil { wasRight = isRight }
            if day >= start, let waited = attempt.waited { retention.add(waited: waited, isRight: isRight) }
            if day >= recent, attempt.isTimed {
                spent += Int64(attempt.milliseconds)
                count += 1
                if !isRight { wrongCount += 1 }
            }
        }
        if !record.hasTotals, let first = record.attempts.first {
            lastNew = max(lastNew ?? .min, log.day(of: first.stamp))
        }
        let kind = id.kind
        if let median = Speed.median(right) {
            times[kind.index].append(median)
            if let lately = Speed.median(lately) { latelyTimes[kind.index].append(lately) }
        }
        entries.append(
            Schedule.Entry(
                card: id, kind: kind, interval: max(record.card.interval, 1), due: 0, last: record.card.last ?? 0,
                median: Speed.median(right.isEmpty ? all : right) ?? 0,
                isRight: wasRight ?? (record.card.repetitions > 0)))
    }
}

/// How well a learner remembers, compared with the intervals of the cards.
private struct Retention {
    /// The sum of the waiting times, each as a percentage of the card's interval.
    private var waited = 100 * Retention.usual
    private var forgotten = 0

    /// The days whose answers count.
    static let days = 60
    /// Before there are answers, a learner is supposed to have answered so many with the target's percentage right.
    private static let usual = 20

    /// Counts the first answer of a day.
    /// - Parameter percent: the days since the answer before, as a percentage of the card's own interval.
    mutating func add(waited percent: Int, isRight: Bool) {
        // An answer soon after the last one says nothing about memory.
        guard percent >= 20 else { return }
        waited += percent
        if !isRight { forgotten += 1 }
    }

    /// The factor for all intervals in thousandths.
    ///
    /// If cards are forgotten at a constant rate, a share of 85% is left after −ln 0.85 = 0.1625 of the time in which
    /// one is forgotten on average.
    var factor: Int {
        let factor = Int64(waited) * 16_250 / Int64(10_000 * forgotten + 1625 * Retention.usual)
        return Int(min(max(factor, 250), 1500))
    }
}
