import Harmony

extension PracticeLog {
    /// Adds what other devices have practiced. The result depends neither on the order nor on repetitions.
    ///
    /// Each answer counts once, even if it is in both logs. Totals of answers that are no longer stored are kept for
    /// each origin: those of the same origin are equal or continue each other, and the later ones count. Those of
    /// different origins are added up.
    public mutating func merge(_ other: PracticeLog) {
        for (card, theirs) in other.records {
            var record = records.removeValue(forKey: card) ?? Record()
            merge(theirs, into: &record)
            records[card] = record
        }
        for entry in other.dayTotals.entries {
            var day = entry.value
            if let ours = dayTotals[entry.key] { day.formMaximum(ours) }
            dayTotals[entry.key] = day
        }
        let new = Set(other.played).subtracting(played)
        // They begin with their times.
        if !new.isEmpty { played = (played + new).sorted() }
    }

    func merge(_ other: Record, into record: inout Record) {
        record.merge(other)
        replay(&record)
        noteDays(&record)
    }

    /// Notes which answers are the first ones of their day, also before the time of the totals. The device of the
    /// totals did not know those of other devices.
    private func noteDays(_ record: inout Record) {
        guard let through = record.lastTotals?.through else { return }
        var last: Int?
        for index in record.attempts.indices where record.attempts[index].at <= through {
            let day = day(of: record.attempts[index].stamp)
            record.attempts[index].noteFirst(day != last)
            last = day
        }
    }

    // MARK: Files

    /// Whether an attempt of a file is in the log, or in its totals.
    func has(_ attempt: CompactAttempt, of card: CardID) -> Bool {
        guard let record = records[card] else { return false }
        let through =
            attempt.origin.isOldFile ? record.lastTotals?.through ?? -1 : record.through(attempt.origin)
        return attempt.at <= through || record.attempts.contains { $0.written == attempt.written }
    }

    /// Removes totals of earlier files without origins that one with later totals replaces, and from that file totals
    /// that are not later than those in the log.
    mutating func replaceOldFiles(by file: inout PracticeLog, _ origin: Origin) {
        for (card, record) in records {
            guard let totals = file.records[card]?.totals.first(where: { $0.origin == origin }) else { continue }
            if record.totals.contains(where: { $0.through >= totals.through }) {
                file.records[card]?.totals.removeAll { $0.origin == origin }
            } else {
                records[card]?.removeOldFiles(through: totals.through)
            }
        }
        for entry in file.dayTotals.entries where entry.key.origin == origin {
            let here = dayTotals.entries.filter { $0.key.day == entry.key.day }
            if here.contains(where: { $0.value.count >= entry.value.count }) {
                file.dayTotals[entry.key] = nil
            } else {
                for one in here where one.key.origin.isOldFile { dayTotals[one.key] = nil }
            }
        }
    }
}

extension PracticeLog.Record {
    fileprivate mutating func merge(_ other: PracticeLog.Record) {
        for theirs in other.totals {
            let ours = totals.first { $0.origin == theirs.origin }
            if ours?.precedes(theirs) ?? true { replace(theirs) }
        }
        let all = (attempts + hidden + other.attempts + other.hidden).filter { $0.at > through($0.origin) }
        attempts = []
        hidden = []
        var last: PracticeLog.CompactAttempt?
        for attempt in all.sorted(by: { $0.precedes($1) }) {
            if let last, last.isSame(as: attempt) { continue }
            // A card has one answer in a second.
            if let last, last.written == attempt.written {
                hidden.append(attempt)
                hidden[hidden.count - 1].noteFirst(false)
            } else {
                attempts.append(attempt)
            }
            last = attempt
        }
        attempts.sort { ($0.at, $0.written) < ($1.at, $1.written) }
    }

    /// Removes what came from files without origins, up to a time.
    fileprivate mutating func removeOldFiles(through end: Int64) {
        totals.removeAll { $0.origin.isOldFile }
        attempts.removeAll { $0.origin.isOldFile && $0.at <= end }
        hidden.removeAll { $0.origin.isOldFile && $0.at <= end }
    }
}

extension DayResult {
    /// Takes the greater numbers of two results of the same origin, of which one continues the other.
    fileprivate mutating func formMaximum(_ other: DayResult) {
        count = max(count, other.count)
        rightCount = max(rightCount, other.rightCount)
        milliseconds = max(milliseconds, other.milliseconds)
    }
}
