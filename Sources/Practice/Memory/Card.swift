/// The spaced-repetition state of a question: how easy it is and when it is due.
///
/// The algorithm is SM-2 by P. A. Woźniak (Optimization of learning, 1990). It needs only integers, and gives the same
/// result on every device. The interval is the card's own; ``Schedule`` adapts it to the learner. A card may therefore
/// be answered before its interval ends, and each answer counts for the days that it waited.
public struct Card: Sendable, Hashable {
    /// The growth factor of intervals in thousandths: 2500 at first and at least 1300.
    public internal(set) var easiness = 2500
    /// The number of successive right answers on due days.
    public internal(set) var repetitions = 0
    /// Days between the last due day and the next.
    public internal(set) var interval = 0
    /// The first day on which it is due, in the caller's day count.
    public internal(set) var due = 0
    /// The number of times it was forgotten.
    public internal(set) var lapses = 0
    /// The last day on which it was answered; nil if there is none.
    public internal(set) var last: Int?

    public init() {}

    /// The minimum of SM-2, and a maximum that keeps intervals plausible.
    static let easinessRange = 1300...5000
    /// Ten years in days. All numbers computed from it fit into 32 bits.
    package static let maximumInterval = 3650

    /// The card with its last answer on `day` at the latest. It corrects the day of a clock that was ahead.
    func moved(before day: Int) -> Card {
        guard let last, last > day else { return self }
        var card = self
        card.last = day
        card.due = min(due, day + interval)
        return card
    }

    public func isDue(on day: Int) -> Bool { last == nil || day >= due }

    /// The card after an answer.
    ///
    /// On the due day, the intervals are those of SM-2. A right answer before that, as in an exercise through all keys,
    /// lengthens the interval in proportion to the days since the last answer, and restarts it. A wrong answer resets
    /// the card. A second answer on the same day changes nothing.
    /// - Parameter quality: 0…5 on the scale of SM-2: see ``Quality``.
    public func reviewed(_ quality: Int, on day: Int) -> Card {
        if let last, day <= last { return self }
        let quality = min(max(quality, 0), 5)
        var card = self
        card.last = day
        if quality < 3 {
            if repetitions > 0 { card.lapses += 1 }
            card.repetitions = 0
            card.interval = 1
            card.due = day + 1
            return card
        }
        // Easiness is about recall at the end of the interval. The first half of the interval tells nothing about it.
        let waited = day - (last ?? day)
        if last == nil || 2 * waited >= interval {
            let lacking = 5 - quality
            card.easiness = Card.easinessRange.clamping(easiness + 100 - lacking * (80 + 20 * lacking))
        }
        if isDue(on: day) { card.repetitions += 1 }
        card.interval =
            switch repetitions {
            case 0: 1
            case 1: max(interval, 6)
            default: interval + growth(after: waited, card.easiness)
            }
        card.interval = min(card.interval, Card.maximumInterval)
        card.due = day + card.interval
        return card
    }

    /// The card after another answer in the same sitting, but after midnight: it has not waited for a day, so only its
    /// interval begins again.
    func kept(until day: Int) -> Card {
        var card = self
        card.due += day - (last ?? day)
        card.last = day
        return card
    }

    /// The days by which the interval grows. After exactly one interval, the result is the easiness times the interval.
    /// - Parameter waited: days since the last answer. More than two intervals count as two.
    private func growth(after waited: Int, _ easiness: Int) -> Int {
        (min(waited, 2 * interval) * (easiness - 1000) + 999) / 1000
    }
}

extension ClosedRange<Int> {
    /// The nearest number within the range.
    fileprivate func clamping(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
