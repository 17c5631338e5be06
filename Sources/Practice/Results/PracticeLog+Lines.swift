extension PracticeLog {
    /// Adds what was kept line by line: attempts, and whole logs as ``json`` has them. What cannot be read is passed over.
    /// - Parameter now: in seconds since the beginning of 1970; what comes more than a day later counts as now.
    /// - Returns: the attempts that were put right for that, a line each.
    @discardableResult
    public mutating func add(lines: String, now: Int64 = Stamp.end) -> [String] {
        var cards: [String: CardID] = [:]
        var corrections: [String] = []
        var uncorrected: [Attempt] = []
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = String(Substring(line))
            if line.utf8.first == UInt8(ascii: "{") {
                _ = try? add(line, now: now)
            } else if let attempt = Attempt(line: line, &cards) {
                // One that was put right at another visit comes first.
                if attempt.stamp.at > now + 86_400 { uncorrected.append(attempt) } else { add(attempt, now: now) }
            }
        }
        for attempt in uncorrected where add(attempt, now: now) {
            var corrected = attempt
            corrected.stamp = attempt.stamp.corrected(now: now)
            corrections.append(corrected.line)
        }
        return corrections
    }
}
