import Harmony

/// How well one material is known in all keys.
public struct ProgressRow: Sendable, Hashable {
    public let task: Exercise.Task
    /// The material in text form: see ``PracticeMaterial/words``.
    public let what: String
    /// By pitch class, from C; nil for keys that were never practised.
    public internal(set) var cells = [Schedule.Entry?](repeating: nil, count: 12)
    /// The day of the last answer.
    public internal(set) var last = Int.min

    public var material: PracticeMaterial? { try? PracticeMaterial(words: what) }
}

extension Schedule {
    /// All cards as a table of materials by keys, the most recently practised first.
    public var rows: [ProgressRow] {
        var rows: [ProgressRow] = []
        for entry in entries {
            let known = rows.firstIndex { $0.task == entry.card.task && $0.what == entry.card.what }
            let index = known ?? rows.count
            if known == nil { rows.append(ProgressRow(task: entry.card.task, what: entry.card.what)) }
            rows[index].cells[entry.card.root] = entry
            rows[index].last = max(rows[index].last, entry.last)
        }
        return rows.ordered { ($1.last, $0.what, $0.task.rawValue) < ($0.last, $1.what, $1.task.rawValue) }
    }
}
