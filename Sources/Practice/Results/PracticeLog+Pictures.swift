import Harmony

/// How something goes in one key.
public struct HeatCell: Sendable, Hashable {
    public let card: CardID
    /// How often it was asked.
    public let count: Int
    /// Of the last ten answers so many in a hundred were right.
    public let rightPercent: Int
    /// How long the last ten answers took, the middle one of them; in milliseconds.
    public let milliseconds: Int
    public let isDue: Bool
}

/// How something goes in all keys.
public struct HeatRow: Sendable, Hashable {
    public let task: Exercise.Task
    /// The words of the thing: see ``Thing/words``.
    public let what: String
    /// By pitch class, from C; nil where it was never asked.
    public let cells: [HeatCell?]
    /// When it was last practised, in seconds since the beginning of 1970.
    public let last: Int64

    public var thing: Thing? { try? Thing(words: what) }
}

extension PracticeLog {
    /// Things by keys, what was practised last first.
    /// - Parameter day: today, for what is due.
    public func heat(on day: Int) -> [HeatRow] {
        var rows: [HeatRowKey: (cells: [HeatCell?], last: Int64)] = [:]
        for (card, record) in records {
            let recent = record.kept.suffix(PracticeLog.recent)
            guard let last = recent.last else { continue }
            let times = recent.map { Int($0.milliseconds) }.sorted()
            let cell = HeatCell(
                card: card, count: record.folded.count + record.kept.count,
                rightPercent: 100 * recent.filter { $0.isRight }.count / recent.count, milliseconds: times[times.count / 2],
                isDue: record.card.isDue(on: day))
            let key = HeatRowKey(task: card.task, what: card.what)
            var row = rows[key] ?? ([HeatCell?](repeating: nil, count: 12), last.at)
            row.cells[card.root] = cell
            row.last = max(row.last, last.at)
            rows[key] = row
        }
        return rows.map { HeatRow(task: $0.key.task, what: $0.key.what, cells: $0.value.cells, last: $0.value.last) }
            .ordered { ($1.last, $0.what, $0.task.rawValue) < ($0.last, $1.what, $1.task.rawValue) }
    }

    private struct HeatRowKey: Hashable {
        let task: Exercise.Task
        let what: String
    }

    /// Days on which something was practised, the first one first.
    /// - Parameter today: what was done on a later day, in a place where the clock is ahead, counts as today's.
    public func days(until today: Int = .max) -> [DayResult] {
        var days: [Int: DayResult] = [:]
        for folded in foldedDays.values { days[min(folded.day, today), default: DayResult(day: min(folded.day, today))].add(folded) }
        for record in records.values {
            for kept in record.kept {
                let day = min(day(of: kept.stamp), today)
                days[day, default: DayResult(day: day)].add(kept)
            }
        }
        return days.values.ordered { $0.day < $1.day }
    }

    /// What is due, the most overdue and of these the hardest first.
    public func due(on day: Int) -> [CardID] {
        records.filter { $0.value.card.isDue(on: day) }.ordered { one, other in
            (one.value.card.due, one.value.card.easiness, one.key.text)
                < (other.value.card.due, other.value.card.easiness, other.key.text)
        }.map { $0.key }
    }
}
