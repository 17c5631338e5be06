import Harmony

extension PracticeLog {
    /// The log without the answers from a time on.
    /// - Parameter start: seconds since 1970.
    func before(_ start: Int64) -> PracticeLog {
        var log = self
        for (card, record) in records where record.attempts.last?.at ?? 0 >= start {
            var earlier = record
            earlier.attempts.removeAll { $0.at >= start }
            replay(&earlier)
            let isNew = earlier.attempts.isEmpty && !earlier.hasTotals
            log.records[card] = isNew ? nil : earlier
        }
        return log
    }
}
