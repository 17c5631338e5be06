import Harmony

extension PracticeLog {
    /// Results by day in ascending order.
    /// - Parameter today: later days, from time zones that are ahead, count as today.
    public func days(until today: Int = .max) -> [DayResult] {
        var days = SortedDictionary<Int, DayResult>()
        for entry in dayTotals.entries {
            let day = min(entry.key, today)
            var result = days[day] ?? DayResult(day: day)
            result.add(entry.value)
            days[day] = result
        }
        for record in records.values {
            for attempt in record.attempts {
                days.add(attempt, on: min(day(of: attempt.stamp), today))
            }
        }
        return days.entries.map { $0.value }
    }
}
