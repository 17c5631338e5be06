import Harmony

/// All practice results, with the spaced-repetition state of each card.
///
/// Attempts may be added in any order. Duplicates are ignored. Of each device, a card keeps the last
/// ``PracticeLog/maximumKept`` attempts; older ones are only counted. The size of the log therefore depends on the
/// number of cards, not on the years.
public struct PracticeLog: Sendable, Hashable {
    package internal(set) var records: [CardID: Record] = [:]
    /// Totals of the counted attempts by day and origin.
    var dayTotals = SortedDictionary<OriginDay, DayResult>()
    /// This device; nil as long as it has no answers.
    var origin: Origin?
    /// Answers that can be judged again, as ``PlayedAnswer/line``.
    public var played: [String] = []
    /// The UTC offset in minutes for timestamps without one.
    public let minutesEast: Int

    public static let maximumKept = 100
    /// The number of attempts that the statistics of a card use.
    static let recentCount = 10

    /// One attempt without its card, in 24 bytes, because a log has thousands.
    package struct CompactAttempt: Sendable, Hashable {
        let at: Int64
        /// What identifies the attempt among those to its card: ``written`` in the upper 40 bits, and ``origin``.
        private let identity: Int64
        let milliseconds: Int32
        private let minutesEast: Int16
        /// The quality, plus 8 if the answer was played, plus 16 times the position of the outcome.
        private let answer: UInt8
        /// See ``waited``; negative if there is none.
        private var waitedPercent = CompactAttempt.isLater

        private static let isLater: Int8 = -1
        private static let isVeryFirst: Int8 = -2

        init(_ attempt: Attempt, from origin: Origin, now: Int64) {
            let stamp = attempt.stamp.corrected(now: now)
            at = stamp.at
            identity = stamp.written << 24 | Int64(origin.number)
            milliseconds = Int32(attempt.milliseconds)
            minutesEast = stamp.minutesEast.map { Int16($0) } ?? .min
            let outcome = Outcome.allCases.firstIndex(of: attempt.outcome) ?? 0
            answer = UInt8(attempt.quality + (attempt.isPlayed ? 8 : 0) + 16 * outcome)
        }

        /// The uncorrected time: see ``Timestamp/wrongClock``.
        var written: Int64 { identity >> 24 }

        var origin: Origin { Origin(number: Int(identity & 0xFF_FFFF)) }

        func isSame(as other: CompactAttempt) -> Bool { identity == other.identity }

        /// The days since the answer before, as a percentage of the card's interval; nil if that was on the same day,
        /// or if there was none. More than an interval counts as 100%.
        var waited: Int? { waitedPercent >= 0 ? Int(waitedPercent) : nil }

        /// Whether it is the card's first answer on its day, the one that counts for ``Card``.
        var isFirstOfDay: Bool { waitedPercent != CompactAttempt.isLater }

        /// Answers that are less than two hours apart are one sitting, also over midnight.
        private static let sittingSeconds: Int64 = 2 * 3600

        /// Notes how long the card has waited, and returns the card after this answer.
        /// - Parameter previous: the time of the answer before, if there is one.
        mutating func review(_ card: Card, on day: Int, after previous: Int64) -> Card {
            if let last = card.last {
                if day > last, at - previous < CompactAttempt.sittingSeconds {
                    noteFirst(true)
                    return card.kept(until: day)
                }
                waitedPercent =
                    day <= last
                    ? CompactAttempt.isLater : Int8(min(100 * (day - last) / max(card.interval, 1), 100))
            } else {
                waitedPercent = CompactAttempt.isVeryFirst
            }
            return card.reviewed(quality, on: day)
        }

        mutating func noteFirst(_ isFirst: Bool) {
            waitedPercent = isFirst ? CompactAttempt.isVeryFirst : CompactAttempt.isLater
        }

        /// An order of answers in the same second, so that the same one is taken on each device.
        func precedes(_ other: CompactAttempt) -> Bool {
            (identity, milliseconds, answer, minutesEast, at)
                < (other.identity, other.milliseconds, other.answer, other.minutesEast, other.at)
        }

        var outcome: Outcome { Outcome.allCases[Int(answer >> 4)] }

        var stamp: Timestamp {
            Timestamp(
                at: at, minutesEast: minutesEast == .min ? nil : Int(minutesEast),
                wrongClock: written == at ? nil : written)
        }
        var quality: Int { Int(answer & 7) }
        var isPlayed: Bool { answer & 8 != 0 }

        /// Whether its time says how fast it was. In time, a right answer has the delay after its beat, which is at
        /// most that of ``Window``. No question is read and answered in less.
        var isTimed: Bool { milliseconds > CompactAttempt.longestDelay }

        private static let longestDelay: Int32 = 150

        /// Whether it was right at the first attempt. What was missed and then found counts as missed.
        var isRight: Bool { outcome.isRight && quality >= Quality.rightAtOnce }
    }

    package struct Record: Sendable, Hashable {
        /// The last attempts in ascending order of time.
        package var attempts: [CompactAttempt] = []
        /// Attempts in the same second as one of another origin, which counts instead. In ascending order.
        var hidden: [CompactAttempt] = []
        /// The totals of all earlier attempts of each origin, in ascending order of origins.
        var totals: [Totals] = []
        package internal(set) var card = Card()

        package var hasTotals: Bool { !totals.isEmpty }

        /// The time of the last counted attempt of an origin.
        func through(_ origin: Origin) -> Int64 { totals.first { $0.origin == origin }?.through ?? -1 }

        /// Computes the state of the card after an attempt from that before it.
        mutating func review(_ index: Int, _ log: PracticeLog) {
            let previous = max(index > 0 ? attempts[index - 1].at : -1, lastTotals?.through ?? -1)
            card = attempts[index].review(card, on: log.day(of: attempts[index].stamp), after: previous)
        }

        /// The totals that determine the state of the card.
        var lastTotals: Totals? { totals.max { $0.precedes($1) } }
    }

    /// Counts that replace the oldest attempts of a card on one device.
    struct Totals: Sendable, Hashable {
        let origin: Origin
        var count = 0
        var rightCount = 0
        var card = Card()
        /// The time of the last counted attempt.
        var through: Int64 = -1

        /// Whether the state of the card follows from the other totals, which are later.
        func precedes(_ other: Totals) -> Bool {
            if (through, count, rightCount) != (other.through, other.count, other.rightCount) {
                return (through, count, rightCount) < (other.through, other.count, other.rightCount)
            }
            return (card.interval, card.easiness, card.repetitions, card.lapses, card.due)
                < (other.card.interval, other.card.easiness, other.card.repetitions, other.card.lapses, other.card.due)
        }
    }

    public init(minutesEast: Int = 0) {
        self.minutesEast = minutesEast
    }

    public init(_ attempts: some Sequence<Attempt>, minutesEast: Int = 0) {
        self.init(minutesEast: minutesEast)
        for attempt in attempts { add(attempt) }
    }

    public var isEmpty: Bool { records.isEmpty }

    /// The spaced-repetition state of a card; nil if it was never answered.
    public func card(_ id: CardID) -> Card? { records[id]?.card }

    /// The local day of a timestamp, counted from 1970.
    public func day(of stamp: Timestamp) -> Int { stamp.day(orElse: minutesEast) }

    /// Adds an attempt on this device.
    /// - Parameter now: seconds since 1970. An attempt more than a day later is moved to this time.
    /// - Returns: false if the card has an attempt at the same second, or if the attempt is as old as the totals.
    @discardableResult
    public mutating func add(_ attempt: Attempt, now: Int64 = Timestamp.end) -> Bool {
        let origin = origin ?? Origin(ofDeviceWith: attempt)
        self.origin = origin
        let compact = CompactAttempt(attempt, from: origin, now: now)
        return update(attempt.card) { record, log in
            guard compact.at > record.through(origin) else { return false }
            // Several attempts of a wrong clock may be moved to the same second.
            if compact.written != compact.at, record.attempts.contains(where: { $0.isSame(as: compact) }) {
                return false
            }
            var index = record.attempts.count
            while index > 0, record.attempts[index - 1].at > compact.at { index -= 1 }
            // Several answers of a wrong clock may have the same time.
            var known = index
            while known > 0, known == index || record.attempts[known - 1].at == compact.at {
                known -= 1
                guard record.attempts[known].written == compact.written else { continue }
                if record.attempts[known].isSame(as: compact) { return false }
                log.merge(Record(attempts: [compact]), into: &record)
                return true
            }
            record.attempts.insert(compact, at: index)
            if index == record.attempts.count - 1 {
                record.review(index, log)
            } else {
                log.replay(&record)
            }
            if record.attempts.count > PracticeLog.maximumKept { log.countOldest(of: &record, from: origin) }
            return true
        }
    }

    /// Changes a record outside the dictionary to avoid copying its attempts.
    private mutating func update(_ card: CardID, _ change: (inout Record, inout PracticeLog) -> Bool) -> Bool {
        var record = records.removeValue(forKey: card) ?? Record()
        let isChanged = change(&record, &self)
        records[card] = record
        return isChanged
    }

    /// Computes the state of a card from its totals and attempts.
    func replay(_ record: inout Record) {
        record.card = record.lastTotals?.card ?? Card()
        for index in record.attempts.indices { record.review(index, self) }
    }

    /// Moves the oldest attempt of this device to its totals, if it has too many. What was imported from other devices
    /// stays as it is there: otherwise, two devices could count the same attempt.
    private mutating func countOldest(of record: inout Record, from origin: Origin) {
        let count = record.attempts.reduce(0) { $0 + ($1.origin == origin ? 1 : 0) }
        guard count > PracticeLog.maximumKept, let index = record.attempts.firstIndex(where: { $0.origin == origin })
        else { return }
        var oldest = record.attempts.remove(at: index)
        let day = day(of: oldest.stamp)
        var totals = record.totals.first { $0.origin == origin } ?? Totals(origin: origin)
        dayTotals.add(
            DayResult(of: oldest, on: day, isFirst: totals.card.last.map { day > $0 } ?? true), from: origin)
        totals.count += 1
        if oldest.isRight { totals.rightCount += 1 }
        totals.card = oldest.review(totals.card, on: day, after: totals.through)
        totals.through = oldest.at
        record.replace(totals)
    }
}

extension PracticeLog.Record {
    /// Sets the totals of their origin.
    mutating func replace(_ totals: PracticeLog.Totals) {
        self.totals.removeAll { $0.origin == totals.origin }
        let index = self.totals.firstIndex { $0.origin > totals.origin } ?? self.totals.count
        self.totals.insert(totals, at: index)
    }
}

/// A local day, counted from 1970, with the origin of its answers.
struct OriginDay: Sendable, Hashable, Comparable {
    let day: Int
    let origin: Origin

    static func < (one: OriginDay, other: OriginDay) -> Bool { (one.day, one.origin) < (other.day, other.origin) }
}

extension SortedDictionary<OriginDay, DayResult> {
    /// Counts more results of a day.
    mutating func add(_ result: DayResult, from origin: Origin) {
        let key = OriginDay(day: result.day, origin: origin)
        var sum = result
        if let before = self[key] { sum.add(before) }
        self[key] = sum
    }
}

/// The practice results of one day. Each card counts once: with its first answer.
public struct DayResult: Sendable, Hashable {
    /// The local day, counted from 1970.
    public let day: Int
    /// The number of cards.
    public internal(set) var count = 0
    /// The number of cards that were right at the first attempt.
    public internal(set) var rightCount = 0
    /// The time spent on questions.
    var milliseconds: Int64 = 0

    init(day: Int) { self.day = day }

    /// - Parameter isFirst: whether it is the first answer to its card on this day.
    init(of attempt: PracticeLog.CompactAttempt, on day: Int, isFirst: Bool) {
        self.day = day
        milliseconds = Int64(attempt.milliseconds)
        guard isFirst else { return }
        count = 1
        if attempt.isRight { rightCount = 1 }
    }

    func moved(to day: Int) -> DayResult {
        var moved = DayResult(day: day)
        moved.add(self)
        return moved
    }

    public var minutes: Int { Int((milliseconds + 59_999) / 60_000) }

    mutating func add(_ other: DayResult) {
        // A damaged file may have any numbers. These can be read again, and fit into 32 bits.
        count = min(count + other.count, 999_999_999)
        rightCount = min(rightCount + other.rightCount, 999_999_999)
        milliseconds = min(milliseconds + other.milliseconds, Timestamp.end - 1)
    }
}
