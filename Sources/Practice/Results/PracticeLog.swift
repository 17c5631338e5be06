/// All that was practised: what memory makes of it, and pictures of it. Attempts come in any order, and the same one twice is
/// one.
///
/// Of each card the last ``PracticeLog/mostKept`` attempts are kept one by one; what is older is counted, so that years of
/// practising take no more room than what was practised.
public struct PracticeLog: Sendable, Hashable {
    /// By card.
    package private(set) var records: [CardID: Record] = [:]
    /// What was folded into totals, by day.
    private(set) var foldedDays: [Int: DayResult] = [:]
    /// Minutes that the clock is ahead of Greenwich, for times that do not say it themselves.
    public let minutesEast: Int

    public static let mostKept = 100
    /// So many attempts say how well something goes.
    static let recent = 10

    /// One attempt without its card, in 24 bytes: there are thousands.
    package struct Kept: Sendable, Hashable {
        let at: Int64
        /// What the clock said: see ``Stamp/wrongClock``.
        let written: Int64
        let milliseconds: Int32
        private let minutesEast: Int16
        let outcome: Outcome
        /// The quality, and 8 more where hands answered.
        private let answer: Int8

        init(_ attempt: Attempt, now: Int64) {
            let stamp = attempt.stamp.corrected(now: now)
            at = stamp.at
            written = stamp.written
            milliseconds = Int32(attempt.milliseconds)
            minutesEast = stamp.minutesEast.map { Int16($0) } ?? .min
            outcome = attempt.outcome
            answer = Int8(attempt.quality + (attempt.isPlayed ? 8 : 0))
        }

        var stamp: Stamp {
            Stamp(at: at, minutesEast: minutesEast == .min ? nil : Int(minutesEast), wrongClock: written == at ? nil : written)
        }
        var quality: Int { Int(answer & 7) }
        var isPlayed: Bool { answer & 8 != 0 }

        /// At once, or nearly: what was wrong first, or was looked up, was not known.
        var isRight: Bool { outcome.isRight && quality >= 3 }
    }

    package struct Record: Sendable, Hashable {
        /// By time.
        package var kept: [Kept] = []
        /// What memory made of those before.
        var folded = Folded()
        var card = Card()
    }

    struct Folded: Sendable, Hashable {
        var count = 0
        var rightCount = 0
        var card = Card()
        /// When the last of them was.
        var through: Int64 = -1
    }

    public init(minutesEast: Int = 0) {
        self.minutesEast = minutesEast
    }

    public init(_ attempts: some Sequence<Attempt>, minutesEast: Int = 0) {
        self.init(minutesEast: minutesEast)
        for attempt in attempts { add(attempt) }
    }

    public var isEmpty: Bool { records.isEmpty }

    /// What memory knows of all that was ever asked.
    public var cards: [CardID: Card] { records.mapValues { $0.card } }

    /// The day of a time, counted from the beginning of 1970.
    public func day(of stamp: Stamp) -> Int { stamp.day(orElse: minutesEast) }

    /// - Parameter now: in seconds since the beginning of 1970; what comes more than a day later counts as now.
    /// - Returns: whether it is new: not the same card at the same second, and not older than what is only counted.
    @discardableResult
    public mutating func add(_ attempt: Attempt, now: Int64 = Stamp.end) -> Bool {
        let kept = Kept(attempt, now: now)
        return update(attempt.card) { record, log in
            guard kept.at > record.folded.through else { return false }
            // Several that a wrong clock wrote may count as the same second.
            if kept.written != kept.at, record.kept.contains(where: { $0.written == kept.written }) { return false }
            var place = record.kept.count
            while place > 0, record.kept[place - 1].at > kept.at { place -= 1 }
            if place > 0, record.kept[place - 1].written == kept.written { return false }
            record.kept.insert(kept, at: place)
            if place == record.kept.count - 1 {
                record.card = record.card.reviewed(kept.quality, on: log.day(of: kept.stamp))
            } else {
                record.card = log.remembered(record)
            }
            if record.kept.count > PracticeLog.mostKept { log.foldOldest(of: &record) }
            return true
        }
    }

    /// Takes a record out while it is changed, so that its list is not copied.
    private mutating func update(_ card: CardID, _ change: (inout Record, inout PracticeLog) -> Bool) -> Bool {
        var record = records.removeValue(forKey: card) ?? Record()
        let isChanged = change(&record, &self)
        records[card] = record
        return isChanged
    }

    private func remembered(_ record: Record) -> Card {
        var card = record.folded.card
        for kept in record.kept { card = card.reviewed(kept.quality, on: day(of: kept.stamp)) }
        return card
    }

    private mutating func foldOldest(of record: inout Record) {
        let oldest = record.kept.removeFirst()
        let day = day(of: oldest.stamp)
        record.folded.count += 1
        if oldest.isRight { record.folded.rightCount += 1 }
        record.folded.card = record.folded.card.reviewed(oldest.quality, on: day)
        record.folded.through = oldest.at
        foldedDays[day, default: DayResult(day: day)].add(oldest)
    }

    /// Takes in what another log has only counted: of two counts of one card the later one.
    mutating func merge(_ folded: Folded, of card: CardID, now: Int64 = Stamp.end) {
        var folded = folded
        if folded.through > now + 86_400 {
            folded.through = now
            folded.card = folded.card.moved(before: day(of: Stamp(at: now)))
        }
        _ = update(card) { record, log in
            guard folded.through > record.folded.through else { return false }
            record.folded = folded
            record.kept.removeAll { $0.at <= folded.through }
            record.card = log.remembered(record)
            return true
        }
    }

    mutating func merge(_ day: DayResult, now: Int64 = Stamp.end) {
        let today = self.day(of: Stamp(at: now))
        let result = day.day > today + 1 ? day.moved(to: today) : day
        if result.count > foldedDays[result.day]?.count ?? 0 { foldedDays[result.day] = result }
    }
}

/// What was done on a day.
public struct DayResult: Sendable, Hashable {
    /// Counted from the beginning of 1970.
    public let day: Int
    public internal(set) var count = 0
    public internal(set) var rightCount = 0
    /// Spent on questions, in milliseconds.
    var milliseconds: Int64 = 0

    init(day: Int) { self.day = day }

    func moved(to day: Int) -> DayResult {
        var moved = DayResult(day: day)
        moved.add(self)
        return moved
    }

    public var minutes: Int { Int((milliseconds + 59_999) / 60_000) }

    mutating func add(_ kept: PracticeLog.Kept) {
        count += 1
        if kept.isRight { rightCount += 1 }
        milliseconds += Int64(kept.milliseconds)
    }

    mutating func add(_ other: DayResult) {
        count += other.count
        rightCount += other.rightCount
        milliseconds += other.milliseconds
    }
}
