/// What memory knows of a question: how hard it is, and when it is due.
///
/// SM-2 of P. A. Woźniak (Optimization of learning, 1990), with its published parameters. Of the methods that are in use it is
/// the one in whole numbers: the same on every device, and without weights that were fitted to other people's flash cards, as
/// those of FSRS are.
public struct Card: Sendable, Hashable {
    /// By how much intervals grow, in thousandths; 2500 at first and never less than 1300.
    public internal(set) var easiness = 2500
    /// How often in a row it was known when it was due.
    public internal(set) var repetitions = 0
    /// Days between the last time it was due and the next.
    public internal(set) var interval = 0
    /// From this day on it is due. The caller counts days, one by one.
    public internal(set) var due = 0
    /// How often it was forgotten.
    public internal(set) var lapses = 0
    /// The last day on which it was asked; nil for what never was.
    public internal(set) var last: Int?

    public init() {}

    /// Never less than SM-2 allows; and beyond five times an interval no plan is one.
    static let easinesses = 1300...5000
    /// Ten years: a maximum, and a whole number of 32 bits holds all that grows from it.
    package static let longestInterval = 3650

    /// The card as if it had been asked on a day at the latest, and not on one that a wrong clock said.
    func moved(before day: Int) -> Card {
        guard let last, last > day else { return self }
        var card = self
        card.last = day
        card.due = min(due, day + interval)
        return card
    }

    public func isDue(on day: Int) -> Bool { last == nil || day >= due }

    /// The card after it was asked.
    ///
    /// What is asked before it is due, as when an exercise goes through all keys, teaches less than what was nearly forgotten:
    /// known, it only waits again; not known, it begins anew. What is asked again on the same day changes nothing.
    /// - Parameter quality: 0…5, as SM-2 counts: see ``Quality``.
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
        guard isDue(on: day) else {
            card.due = max(due, day + interval)
            return card
        }
        let lacking = 5 - quality
        card.easiness = Card.easinesses.clamping(easiness + 100 - lacking * (80 + 20 * lacking))
        card.repetitions += 1
        card.interval = switch card.repetitions {
        case 1: 1
        case 2: 6
        default: min((interval * card.easiness + 999) / 1000, Card.longestInterval)
        }
        card.due = day + card.interval
        return card
    }
}

extension ClosedRange<Int> {
    /// The nearest number within.
    fileprivate func clamping(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
