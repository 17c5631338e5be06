import Harmony

extension PracticeLog {
    /// The logs of several devices as one, which does not depend on their order.
    ///
    /// Each answer counts once, even if it is in several logs. The totals of answers that are no longer stored are
    /// those of each device and are added up; equal ones come from the same file.
    public init(merging logs: [PracticeLog]) {
        self.init(minutesEast: logs.first?.minutesEast ?? 0)
        for (index, log) in logs.enumerated() {
            let others = logs[..<index]
            for (card, record) in log.records {
                let isKnown = others.contains { $0.records[card]?.totals == record.totals }
                var merged = records.removeValue(forKey: card) ?? Record()
                merged.add(record, countsTotals: !isKnown)
                records[card] = merged
            }
            for entry in log.dayTotals.entries {
                if others.contains(where: { $0.dayTotals[entry.key] == entry.value }) { continue }
                var day = dayTotals[entry.key] ?? DayResult(day: entry.key)
                day.add(entry.value)
                dayTotals[entry.key] = day
            }
            played += log.played
        }
        played = played.sorted()
        for card in Array(records.keys) {
            guard var record = records.removeValue(forKey: card) else { continue }
            replay(&record)
            noteDays(&record)
            records[card] = record
        }
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
    fileprivate mutating func add(_ other: PracticeLog.Record, countsTotals: Bool) {
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
        guard countsTotals else { return }
        let (own, theirs) = (totals, other.totals)
        if own.precedes(theirs) { totals = theirs }
        totals.count = own.count + theirs.count
        totals.rightCount = own.rightCount + theirs.rightCount
    }
}
