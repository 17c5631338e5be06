import Harmony
import JSONText

extension PracticeLog {
    /// Adds stored lines of this device: attempts, whole logs in the format of ``json``, what was played, and the
    /// device. Unreadable lines are skipped.
    /// - Parameter now: seconds since 1970. Attempts more than a day later are moved to this time.
    /// - Returns: the lines of the moved attempts.
    @discardableResult
    public mutating func add(lines: String, now: Int64 = Timestamp.end) -> [String] {
        var cards: [String: CardID] = [:]
        var corrections: [String] = []
        var uncorrected: [Attempt] = []
        var known = Set(played)
        let lines = lines.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        origin = origin ?? lines.lazy.compactMap { Origin(line: $0) }.first
        for line in lines {
            if line.utf8.first == UInt8(ascii: "{") {
                _ = try? add(line, now: now)
            } else if let attempt = Attempt(line: line, &cards) {
                origin = origin ?? Origin(ofDeviceWith: attempt)
                // An attempt that an earlier visit corrected takes precedence.
                if attempt.stamp.at > now + 86_400 { uncorrected.append(attempt) } else { add(attempt, now: now) }
            } else if line.utf8.starts(with: PlayedAnswer.mark.utf8), known.insert(line).inserted {
                played.append(line)
            }
        }
        for attempt in uncorrected where add(attempt, now: now) {
            var corrected = attempt
            corrected.stamp = attempt.stamp.corrected(now: now)
            corrections.append(corrected.line)
        }
        return corrections
    }
    /// The log as stored lines, in which old answers are replaced by totals.
    public var compactLines: String {
        let lines = (origin.map { $0.line + "\n" } ?? "") + json.text
        return played.suffix(PracticeLog.maximumPlayed).reduce(lines) { $0 + "\n" + $1 }
    }

    /// How many of these remain: an assignment of twelve exercises with twelve keys, several times.
    private static let maximumPlayed = 1000
}
