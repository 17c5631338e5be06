import Harmony

/// An exercise in progress: the queue of questions.
///
/// A question that was not known comes back after a few others until it is known. The caller provides the day as an
/// integer count.
public struct Drill: Sendable {
    /// All questions in the order of the exercise.
    public let questions: [Question]
    public let day: Int
    /// The number of questions that will not come back.
    public private(set) var doneCount = 0

    /// Questions that are repeated together: a cadence, a scale, or a single question.
    private let units: [Range<Int>]
    /// All units, the first one first.
    private var beginning: [Int]
    /// Units still to be expected, the next one first.
    private var queue: [Int]
    /// The index of the current question in the first unit.
    private var position = 0
    /// The lowest quality in the current unit.
    private var worst = 5
    private var repeats: [Repeat] = []
    private var repeatsMissed = true
    private let seed: UInt64
    /// The difference between the seeds of a unit and the next one.
    private var seedStep: UInt64 = 0

    private struct Repeat: Sendable, Hashable {
        let unit: Int
        /// The number of other units before it.
        var delay: Int
    }

    /// The number of other units before a forgotten unit comes back.
    static let forgottenDelay = 3
    /// The number of other units before a nearly known unit comes back.
    static let nearlyKnownDelay = 6

    /// - Parameters:
    ///   - seed: the seed of all random choices.
    ///   - day: today.
    ///   - card: the spaced-repetition state so far, by which a shuffled exercise begins; nil for a new card.
    public init(
        _ exercise: Exercise, seed: UInt64, day: Int, for pianist: Pianist = Pianist(),
        card: (CardID) -> Card? = { _ in nil }
    ) {
        let questions = exercise.questions(seed: seed, for: pianist)
        let isTogether =
            switch exercise.material {
            case .cadence, .scale: true
            default: false
            }
        let units = Drill.units(of: questions, isTogether: isTogether)
        self.init(questions, units, day, seed)
        if exercise.order == .shuffled { sortWeakestFirst(card) }
    }

    /// A drill of the first twenty of the given cards, in their order.
    /// - Parameters:
    ///   - ids: what to ask: see ``Schedule/review``.
    ///   - day: today.
    ///   - isAgainstClock: whether these are the cards of ``TenChords``. What was missed does not come back, and
    ///     similar chords replace some of those to be named, which may all be of one kind.
    public init(
        reviewing ids: [CardID], seed: UInt64, day: Int, isAgainstClock: Bool = false,
        for pianist: Pianist = Pianist()
    ) {
        var questions: [Question] = []
        var units: [Range<Int>] = []
        for id in ids.prefix(20) {
            // Each has another seed. Otherwise the right answer would always be in the same place.
            let own = id.questions(
                seed: seed &+ UInt64(units.count), for: pianist, allowsLookalikes: isAgainstClock)
            guard !own.isEmpty else { continue }
            units.append(questions.count..<questions.count + own.count)
            questions += own
        }
        self.init(questions, units, day, seed)
        seedStep = 1
        repeatsMissed = !isAgainstClock
    }

    private init(_ questions: [Question], _ units: [Range<Int>], _ day: Int, _ seed: UInt64) {
        self.seed = seed
        self.questions = questions
        self.units = units
        self.day = day
        beginning = Array(units.indices)
        queue = beginning
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

    /// Sorts the units: due ones first, then by difficulty, the hardest first.
    private mutating func sortWeakestFirst(_ card: (CardID) -> Card?) {
        func weight(_ unit: Int) -> (Int, Int) {
            var isDue = false
            var easiness = Int.max
            for question in questions[units[unit]] {
                let card = card(question.card) ?? Card()
                isDue = isDue || card.isDue(on: day)
                easiness = min(easiness, card.easiness)
            }
            return (isDue ? 0 : 1, easiness)
        }
        // Equal units stay in their random order.
        let weighed = beginning.enumerated().map { (weight($0.element), $0.offset, $0.element) }
        beginning = weighed.ordered { ($0.0.0, $0.0.1, $0.1) < ($1.0.0, $1.0.1, $1.1) }.map { $0.2 }
        queue = beginning
    }

    // MARK: Current question

    public var current: Question? { index.map { questions[$0] } }

    /// The index of the current question in ``questions``; nil if the drill is over.
    public var index: Int? { queue.first.map { units[$0].lowerBound + position } }

    /// The seed of the current question: that of the exercise or, in a review, of the exercise of its card.
    public var questionSeed: UInt64 { seed &+ seedStep &* UInt64(queue.first ?? 0) }

    /// The question after the current one, if that is answered correctly.
    public var next: Question? {
        var then = self
        then.finish(5)
        return then.current
    }

    public var isOver: Bool { queue.isEmpty }

    /// The number of questions left, including repeats.
    public var leftCount: Int {
        let left = queue.reduce(0) { $0 + units[$1].count } + repeats.reduce(0) { $0 + units[$1.unit].count }
        return left - position
    }

    /// Records the answer to the current question and moves on.
    /// - Parameter quality: see ``Quality``.
    public mutating func finish(_ quality: Int) {
        guard let unit = queue.first else { return }
        worst = min(worst, quality)
        position += 1
        if position == units[unit].count { finishUnit(unit) }
    }

    private mutating func finishUnit(_ unit: Int) {
        queue.removeFirst()
        for index in repeats.indices { repeats[index].delay -= 1 }
        if worst < Quality.rightAtOnce, repeatsMissed {
            repeats.append(Repeat(unit: unit, delay: worst < 3 ? Drill.forgottenDelay : Drill.nearlyKnownDelay))
        } else {
            doneCount += units[unit].count
        }
        position = 0
        worst = 5
        // If nothing else is left, the next repeat comes at once.
        if let index = repeats.firstIndex(where: { $0.delay <= 0 }) ?? (queue.isEmpty ? repeats.indices.first : nil) {
            queue.insert(repeats.remove(at: index).unit, at: 0)
        }
    }

    /// Starts again from the beginning.
    public mutating func restart() {
        queue = beginning
        repeats = []
        position = 0
        worst = 5
        doneCount = 0
    }
}
