import Harmony

extension PracticeLog {
    /// Adds what another device has practiced. The result does not depend on the order of devices.
    ///
    /// Each answer counts once, even if it is in both logs. The totals of answers that are no longer stored are those
    /// of each device and are added up; equal ones come from the same file.
    public mutating func merge(_ other: PracticeLog) {
        for (card, theirs) in other.records {
            var record = records.removeValue(forKey: card) ?? Record()
            record.add(theirs)
            replay(&record)
            noteDays(&record)
            records[card] = record
        }
        for entry in other.dayTotals.entries where dayTotals[entry.key] != entry.value {
            var day = dayTotals[entry.key] ?? DayResult(day: entry.key)
            day.add(entry.value)
            dayTotals[entry.key] = day
        }
        played += other.played
    }

    /// Notes which answers are the first ones of their day, also before the time of the totals. The device of the
    /// totals did not know those of other devices.
    private func noteDays(_ record: inout Record) {
        var last: Int?
        for index in record.attempts.indices where record.attempts[index].at <= record.totals.through {
            let day = day(of: record.attempts[index].stamp)
            record.attempts[index].noteFirst(day != last)
            last = day
        }
    }
}

extension PracticeLog.Record {
    fileprivate mutating func add(_ other: PracticeLog.Record) {
        for attempt in other.attempts {
            var index = attempts.count
            while index > 0, attempts[index - 1].at > attempt.at { index -= 1 }
            if index > 0, attempts[index - 1].at == attempt.at {
                // A card has one answer in a second.
                if attempt.precedes(attempts[index - 1]) { attempts[index - 1] = attempt }
            } else {
                attempts.insert(attempt, at: index)
            }
        }
        let (own, theirs) = (totals, other.totals)
        if own == theirs { return }
        if own.precedes(theirs) { totals = theirs }
        totals.count = own.count + theirs.count
        totals.rightCount = own.rightCount + theirs.rightCount
    }
}
