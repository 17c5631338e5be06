/// How fast a learner answers each kind of card, and from which time on a right answer is slow.
public struct Speed: Sendable, Hashable {
    /// The learner's median times in milliseconds, in the order of ``CardKind/allCases``; 0 where there is no answer.
    private var medians = [Int](repeating: 0, count: CardKind.allCases.count)

    /// Slow is more than 1.4 times the learner's median.
    static let slowPercent = 140
    /// Faster answers are never slow, in milliseconds.
    static let alwaysFast = 2000
    /// The days over which the learner's median is taken.
    static let days = 30

    /// - Parameters:
    ///   - lately: for each kind, the median times of the cards that were answered in the last 30 days. Each card
    ///     counts once. Slow cards come more often; if each answer counted, their times would become the median.
    ///   - ever: the same for all cards. Cards that were not asked for a month are the best known ones, so the median
    ///     without them may be too high. The lower one counts.
    init(lately: [[Int]], ever: [[Int]]) {
        for index in medians.indices {
            guard let all = Speed.lowerMedian(ever[index]) else { continue }
            medians[index] = min(Speed.lowerMedian(lately[index]) ?? all, all)
        }
    }

    /// The learner's median in milliseconds; nil if there are no right answers of this kind.
    public func median(of kind: CardKind) -> Int? {
        let median = medians[kind.index]
        return median > 0 ? median : nil
    }

    /// The longest time that is fast, in milliseconds.
    public func limit(of kind: CardKind) -> Int {
        max(Speed.alwaysFast, medians[kind.index] * Speed.slowPercent / 100)
    }

    /// A time as a percentage of the learner's median, within bounds; 100 without a median.
    func percent(_ milliseconds: Int, _ kind: CardKind, in bounds: ClosedRange<Int>) -> Int {
        guard let median = median(of: kind) else { return 100 }
        return min(max(100 * milliseconds / median, bounds.lowerBound), bounds.upperBound)
    }

    func isSlow(_ milliseconds: Int, _ kind: CardKind) -> Bool { milliseconds > limit(of: kind) }

    /// The median; of an even number of times, the upper one of the two in the middle.
    static func median(_ times: [Int]) -> Int? { times.isEmpty ? nil : times.sorted()[times.count / 2] }

    private static func lowerMedian(_ times: [Int]) -> Int? {
        times.isEmpty ? nil : times.sorted()[(times.count - 1) / 2]
    }
}
