import Harmony

/// A card that got faster.
public struct Gain: Sendable, Hashable {
    public let card: CardID
    /// The median of right answers in milliseconds.
    public let before: Int
    public let now: Int
}

extension PracticeLog {
    /// The days in which a gain counts.
    static let gainDays = 30
    /// The number of right answers on each side of a comparison: at least, and at most.
    private static let gainAnswers = (least: 3, most: 5)
    /// A card got faster if it takes at most this percentage of its former time.
    private static let gainPercent: Int64 = 80

    /// The cards that got faster in the last 30 days, the greatest gain first.
    ///
    /// The last right answers are compared with those before the 30 days. A card that is younger is compared with its
    /// own beginning.
    /// - Parameter day: today.
    public func gains(until day: Int) -> [Gain] {
        let (least, most) = PracticeLog.gainAnswers
        var gains: [Gain] = []
        for (card, record) in records {
            let right = record.attempts.filter { $0.isRight && $0.isTimed }
            let older = right.prefix { self.day(of: $0.stamp) <= day - PracticeLog.gainDays }.count
            guard older < right.count else { continue }
            let start = older >= least ? older : min(most, right.count / 2)
            guard start >= least, right.count - start >= least else { continue }
            func median(_ answers: ArraySlice<CompactAttempt>) -> Int {
                Speed.median(answers.suffix(most).map { Int($0.milliseconds) }) ?? 0
            }
            let gain = Gain(card: card, before: median(right[..<start]), now: median(right[start...]))
            if 100 * Int64(gain.now) <= PracticeLog.gainPercent * Int64(gain.before) { gains.append(gain) }
        }
        return gains.ordered { one, other in
            let (this, that) = (Int64(one.now) * Int64(other.before), Int64(other.now) * Int64(one.before))
            return (this, one.card.text) < (that, other.card.text)
        }
    }
}
