import Harmony

/// Results for one material in one key.
public struct HeatCell: Sendable, Hashable {
    public let card: CardID
    /// The number of answers.
    public let count: Int
    /// The percentage of right answers among the last ten.
    public let rightPercent: Int
    /// The median time of the last ten answers in milliseconds.
    public let milliseconds: Int
    public let isDue: Bool
}

/// Results for one material in all keys.
public struct HeatRow: Sendable, Hashable {
    public let task: Exercise.Task
    /// The material in text form: see ``PracticeMaterial/words``.
    public let what: String
    /// Cells by pitch class, from C; nil for keys never practised.
    public internal(set) var cells = [HeatCell?](repeating: nil, count: 12)
    /// The time of the last answer in seconds since 1970.
    public internal(set) var last: Int64 = 0

    public var material: PracticeMaterial? { try? PracticeMaterial(words: what) }
}

extension PracticeLog {
    /// The heat map: materials by keys, the most recently practised first.
    public func heat(_ schedule: Schedule) -> [HeatRow] {
        let due = Set(schedule.due.map { $0.card })
        var rows: [HeatRow] = []
        for (card, record) in records {
            let recent = record.attempts.suffix(PracticeLog.recentCount)
            guard let last = recent.last else { continue }
            let times = recent.map { Int($0.milliseconds) }.sorted()
            let cell = HeatCell(
                card: card, count: record.totals.count + record.attempts.count,
                rightPercent: 100 * recent.filter { $0.isRight }.count / recent.count,
                milliseconds: times[times.count / 2],
                isDue: due.contains(card))
            let known = rows.firstIndex { $0.task == card.task && $0.what == card.what }
            let index = known ?? rows.count
            if known == nil { rows.append(HeatRow(task: card.task, what: card.what)) }
            rows[index].cells[card.root] = cell
            rows[index].last = max(rows[index].last, last.at)
        }
        return rows.ordered { ($1.last, $0.what, $0.task.rawValue) < ($0.last, $1.what, $1.task.rawValue) }
    }

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
