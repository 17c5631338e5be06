import Harmony

/// An exercise in progress: which question comes now and which next, and what memory makes of the answers. What
/// was not known comes again after a few others, until it is.
///
/// It knows no clock: the caller gives the day. Days are whole numbers that grow by one.
public struct Drill: Sendable, Hashable {
    /// All questions, in the order of the exercise.
    public let questions: [Question]
    /// What memory knows, brought up to date by each answer.
    public private(set) var cards: [CardID: Card]
    public let day: Int
    /// How many were answered for good.
    public private(set) var doneCount = 0

    /// Questions that belong together, and are asked again together: a cadence, a scale, otherwise one by itself.
    private let units: [Range<Int>]
    /// Units that are still to be asked, the next one first.
    private var queue: [Int]
    /// Which question of the first unit is asked.
    private var place = 0
    /// The worst answer of the unit so far.
    private var worst = 5
    /// Units that come again, and after how many others.
    private var again: [Again] = []
    /// Units that were asked already.
    private var asked: Set<Int> = []
    /// Cards that were answered already: the first answer counts.
    private var answered: Set<CardID> = []

    private struct Again: Sendable, Hashable {
        let unit: Int
        var others: Int
    }

    /// What was forgotten comes again after so many others, what was nearly known after more.
    public static let soon = 3
    public static let later = 6

    /// - Parameters:
    ///   - seed: the same choices for the same seed.
    ///   - cards: what memory knows.
    ///   - day: today.
    public init(
        _ exercise: Exercise, seed: UInt64, cards: [CardID: Card] = [:], day: Int, for pianist: Pianist = Pianist()
    ) {
        let questions = exercise.questions(seed: seed, for: pianist)
        let isTogether =
            switch exercise.thing {
            case .cadence, .scale: true
            default: false
            }
        let units = Drill.units(of: questions, isTogether: isTogether)
        self.init(questions, units, cards, day)
        if exercise.order == .shuffled { weakFirst() }
    }

    /// What is due of all that was ever practised, the most overdue first.
    /// - Parameter most: at most so many.
    public init(
        due cards: [CardID: Card], seed: UInt64, day: Int, most: Int = 20, conditions: Conditions = Conditions(),
        for pianist: Pianist = Pianist()
    ) {
        let due = cards.filter { $0.value.isDue(on: day) }.ordered { one, other in
            (one.value.due, one.value.easiness, one.key.text) < (other.value.due, other.value.easiness, other.key.text)
        }
        var questions: [Question] = []
        var units: [Range<Int>] = []
        for (id, _) in due.prefix(most) {
            let own = id.exercise(conditions: conditions)?.questions(seed: seed, for: pianist) ?? []
            guard !own.isEmpty else { continue }
            units.append(questions.count..<questions.count + own.count)
            questions += own
        }
        self.init(questions, units, cards, day)
    }

    private init(_ questions: [Question], _ units: [Range<Int>], _ cards: [CardID: Card], _ day: Int) {
        self.questions = questions
        self.units = units
        self.cards = cards
        self.day = day
        queue = Array(units.indices)
    }

    private static func units(of questions: [Question], isTogether: Bool) -> [Range<Int>] {
        var units: [Range<Int>] = []
        for (index, question) in questions.enumerated() {
            if isTogether, question.index > 0, let last = units.last {
                units[units.count - 1] = last.lowerBound..<index + 1
            } else {
                units.append(index..<index + 1)
            }
        }
        return units
    }

    /// In the default order, what is due comes before what is not, and of these the harder first.
    private mutating func weakFirst() {
        func weight(_ unit: Int) -> (Int, Int) {
            var isDue = false
            var easiness = Int.max
            for question in questions[units[unit]] {
                let card = cards[question.card] ?? Card()
                isDue = isDue || card.isDue(on: day)
                easiness = min(easiness, card.easiness)
            }
            return (isDue ? 0 : 1, easiness)
        }
        // The seed's order decides among equals.
        let weighed = queue.enumerated().map { (weight($0.element), $0.offset, $0.element) }
        queue = weighed.ordered { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map { $0.2 }
    }

    // MARK: Asking

    public var current: Question? { queue.first.map { questions[units[$0].lowerBound + place] } }

    /// What comes then, if this one is known.
    public var next: Question? {
        var then = self
        // What memory makes of it is nothing to this.
        then.cards = [:]
        then.finish(5)
        return then.current
    }

    public var isOver: Bool { queue.isEmpty }

    /// Whether the question at hand was not asked before.
    public var isFirstTime: Bool { queue.first.map { !asked.contains($0) } ?? true }

    /// How many questions are left, with those that come again.
    public var leftCount: Int {
        let left = queue.reduce(0) { $0 + units[$1].count } + again.reduce(0) { $0 + units[$1.unit].count }
        return left - place
    }

    /// The question at hand was answered.
    /// - Parameter quality: how well: see ``Quality``.
    public mutating func finish(_ quality: Int) {
        guard let unit = queue.first else { return }
        worst = min(worst, quality)
        let card = questions[units[unit].lowerBound + place].card
        let isLastOfCard = !questions[units[unit]].dropFirst(place + 1).contains { $0.card == card }
        if isLastOfCard, !answered.contains(card) {
            answered.insert(card)
            // A scale is one card: it is known as well as its hardest note. Chords of a cadence have one each.
            let isWhole = questions[units[unit]].allSatisfy { $0.card == card }
            cards[card] = (cards[card] ?? Card()).reviewed(isWhole ? worst : quality, on: day)
        }
        place += 1
        if place == units[unit].count { finishUnit(unit) }
    }

    private mutating func finishUnit(_ unit: Int) {
        queue.removeFirst()
        asked.insert(unit)
        for index in again.indices { again[index].others -= 1 }
        if worst < 4 {
            again.append(Again(unit: unit, others: worst < 3 ? Drill.soon : Drill.later))
        } else {
            doneCount += units[unit].count
        }
        place = 0
        worst = 5
        // Where nothing else is left, what comes again comes at once.
        if let index = again.firstIndex(where: { $0.others <= 0 }) ?? (queue.isEmpty ? again.indices.first : nil) {
            queue.insert(again.remove(at: index).unit, at: 0)
        }
    }

    /// Once more from the beginning; a second answer on the same day changes nothing that memory knows.
    public mutating func goRoundAgain() {
        queue = Array(units.indices)
        asked = []
        again = []
        place = 0
        worst = 5
        doneCount = 0
    }
}
