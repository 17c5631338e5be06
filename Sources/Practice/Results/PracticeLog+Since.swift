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
            let isNew = earlier.attempts.isEmpty && earlier.totals.count == 0
            log.records[card] = isNew ? nil : earlier
        }
        return log
    }

    /// The answers from a time on by card, each in ascending order of time.
    /// - Parameter start: seconds since 1970.
    func attempts(since start: Int64) -> [CardID: [CompactAttempt]] {
        var attempts: [CardID: [CompactAttempt]] = [:]
        for (card, record) in records where record.attempts.last?.at ?? 0 >= start {
            attempts[card] = record.attempts.filter { $0.at >= start }
        }
        return attempts
    }
}
