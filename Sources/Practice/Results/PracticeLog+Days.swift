import Harmony

extension PracticeLog {
    /// Results by day in ascending order.
    /// - Parameter today: later days, from time zones that are ahead, count as today.
    public func days(until today: Int = .max) -> [DayResult] {
        var days = SortedDictionary<Int, DayResult>()
        func add(_ result: DayResult) {
            let day = min(result.day, today)
            var sum = days[day] ?? DayResult(day: day)
            sum.add(result)
            days[day] = sum
        }
        for entry in dayTotals.entries { add(entry.value) }
        for record in records.values {
            for attempt in record.attempts {
                add(DayResult(of: attempt, on: day(of: attempt.stamp), isFirst: attempt.isFirstOfDay))
            }
        }
        return days.entries.map { $0.value }
    }
}
