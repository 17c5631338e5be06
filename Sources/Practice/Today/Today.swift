import Harmony

/// A daily session in progress: it chooses each question from what the log says and the time that is left.
///
/// A session begins with a few cards that are known. Then follow the due cards, with new material and the slowest
/// changes among them, some bars of the tune that is being learned, and at the end a minute by ear. Neighbors share
/// neither root nor material where the cards allow it. If no card is due any more, what is slow or was not asked for
/// long comes back until the time is over.
///
/// It is a value. The same log, day, seed and answers give the same questions on every device.
public struct Today: Sendable {
    /// Why a question is asked.
    public enum Part: String, CaseIterable, Sendable, Hashable {
        case warmUp = "warm-up"
        case due
        /// One of the slowest changes of the last days.
        case slowChange = "slow-change"
        case new
        /// A chord or change of the tune that is being learned.
        case tune
        case ear
        /// It was wrong or new a few questions ago.
        case again
        /// Nothing is due any more.
        case further
    }

    public struct Question: Sendable, Hashable {
        public let card: CardID
        public let kind: CardKind
        public let part: Part
    }

    /// The numbers at the end of a session. Each card counts once, with its first answer, as in ``DayResult``: what was
    /// missed and then found counts as missed once.
    public struct Result: Sendable, Hashable {
        public internal(set) var cards = 0
        public internal(set) var right = 0
        /// The cards that were asked for the first time.
        public internal(set) var new = 0

        public var missed: Int { cards - right }
    }

    /// The lengths on offer.
    public static let minutes = [5, 10, 15, 20]

    public let schedule: Schedule
    /// The question that was asked last; nil before the first.
    public private(set) var current: Question?
    /// The number of answers.
    public private(set) var count = 0
    /// What the session has come to so far.
    public private(set) var result = Result()
    /// The cards that were new today, in their order.
    public private(set) var newCards: [CardID] = []

    /// The bars of the tune that is being learned; without chords if there is none.
    public private(set) var passage: LearnedTune.Passage
    /// The changes of these bars that are asked after their chords.
    private var changes: [CardID] = []

    /// The length in seconds.
    private let length: Double
    private var random: PracticeRandom
    /// The number of questions about each card today.
    private var asked: [Int]
    /// Known cards, the next ones to be due first.
    private var warmUps = Deck()
    private var warmUpCount = 0
    /// Due cards, the most valuable first.
    private var due = Deck()
    private var dueByEar = Deck()
    private var slowChanges = Deck()
    /// All cards in the order in which they fill the rest of the session.
    private var further: [Candidate] = []
    private var furtherByEar = Deck()
    /// What is left of ``further``.
    private var filling = Deck()
    /// How often ``filling`` was started.
    private var passes = 0
    private var repeats: [Repeat] = []
    /// How many new cards there may be.
    private var newLimit = 0
    private var newByEarLimit = 0
    /// New cards in the order of the curriculum, as many as may be needed.
    private var new: [Curriculum.Step] = []
    private var newByEar: [Curriculum.Step] = []
    private var previous: Candidate?

    private struct Repeat: Sendable {
        let candidate: Candidate
        /// The number of answers before it.
        let position: Int

        /// Whether it is time for it. It waits for a few more answers while the last card resembles it.
        func isDue(at count: Int, after previous: Candidate?) -> Bool {
            guard count >= position else { return false }
            return count >= position + 3 || previous.map { !candidate.resembles($0) } ?? true
        }
    }

    /// A session may be longer or shorter than asked by this percentage.
    private static let tolerancePercent = 8.0
    /// From this length on, a session has eight bars of the tune, otherwise four.
    private static let longMinutes = 15
    /// The time by ear at the end, in seconds.
    private static let earSeconds = 60.0
    /// The most questions of a warm-up.
    private static let maximumWarmUpCount = 4
    /// A card is asked so often before new material fills the session.
    private static let enoughPasses = 4
    /// The most new cards on a day: a lesson in all keys.
    private static let maximumNewCount = 12
    /// Practiced days after which something new comes, however much is due.
    private static let maximumDaysWithoutNew = 8
    /// A card that waited so many practiced days comes first.
    private static let maximumWait = 14

    /// - Parameters:
    ///   - log: all answers so far.
    ///   - day: today, in the log's day count.
    ///   - minutes: the length.
    ///   - curriculum: the order of new material.
    ///   - tune: the tune that is being learned.
    ///   - seed: the seed of all random choices.
    ///   - feedback: the milliseconds between an answer and the next question.
    public init(
        _ log: PracticeLog, on day: Int, minutes: Int, _ curriculum: Curriculum, _ tune: LearnedTune? = nil,
        seed: UInt64, feedback: Int = 0
    ) {
        schedule = Schedule(log, on: day, minutes: minutes, feedback: feedback)
        passage =
            tune?.passage(of: minutes < Today.longMinutes ? 4 : 8, schedule) ?? LearnedTune.Passage(title: "")
        length = Double(60 * minutes)
        random = PracticeRandom(seed: seed)
        asked = [Int](repeating: 0, count: schedule.entries.count)
        for step in curriculum.steps where log.records[step.card] == nil {
            if step.kind != .ear {
                new.append(step)
                if new.count == Today.maximumNewCount { break }
            } else if new.isEmpty {
                // By ear, nothing comes before it was played.
                newByEar.append(step)
            }
        }
        plan(minutes, hasInstrument: curriculum.hasInstrument)
        if curriculum.hasInstrument { planChanges(minutes < Today.longMinutes ? 1 : 2) }
    }

    // MARK: Plan

    private mutating func plan(_ minutes: Int, hasInstrument: Bool) {
        let day = schedule.day
        var rootMasks: [String: Int] = [:]
        // The time between two chords cannot be measured without an instrument.
        let entries = random.shuffled(schedule.entries).filter { hasInstrument || $0.kind != .change }
        let candidates = entries.enumerated().map { index, entry -> Candidate in
            let mask = rootMasks[entry.card.what] ?? entry.card.rootMask
            rootMasks[entry.card.what] = mask
            return Candidate(index, entry.card, entry.kind, mask, time: entry.median)
        }
        let order = entries.indices.filter { entries[$0].isDue(on: day) }.map {
            index -> (index: Int, isUrgent: Bool, overdue: Int) in
            let entry = entries[index]
            let waited = schedule.practicedDays(since: entry.due)
            // What was due longest in proportion is probably forgotten. It comes last, but not too late.
            let overdue = 1000 * (day - entry.last) / entry.interval
            return (index: index, isUrgent: waited > Today.maximumWait, overdue: overdue)
        }.ordered { one, other in
            one.isUrgent == other.isUrgent ? one.overdue < other.overdue : one.isUrgent
        }
        let dueCandidates = order.map { candidates[$0.index] }
        due = Deck(dueCandidates.filter { $0.kind != .ear })
        dueByEar = Deck(dueCandidates.filter { $0.kind == .ear })
        let isBusy = 10 * order.count > 8 * schedule.capacity
        let known = entries.indices.filter {
            entries[$0].isKnown && entries[$0].kind != .ear && entries[$0].last < day
        }
        warmUps = Deck(known.ordered { entries[$0].due < entries[$1].due }.map { candidates[$0] })
        warmUpCount = min(known.count, Today.maximumWarmUpCount, schedule.capacity / 10)
        if !isBusy {
            let changes = entries.indices.filter { entries[$0].kind == .change && entries[$0].last >= day - 7 }
                .ordered { entries[$0].median > entries[$1].median }
            slowChanges = Deck(changes.prefix(6).map { candidates[$0] })
        }
        let values = entries.map { value(of: $0) }
        further = entries.indices.ordered { values[$0] > values[$1] }.map { candidates[$0] }
        furtherByEar = Deck(further.filter { $0.kind == .ear })
        planNew(minutes, dueCount: order.count)
    }

    /// How much a card deserves to be asked before it is due: the slower and the longer ago, the more.
    private func value(of entry: Schedule.Entry) -> Int {
        let slowness = schedule.speed.percent(entry.median, entry.kind, in: 50...300)
        let age = 100 * (schedule.day - entry.last) / entry.interval
        return slowness * slowness / 100 * (30 + min(age, 300))
    }

    private mutating func planNew(_ minutes: Int, dueCount: Int) {
        let capacity = schedule.capacity
        let isManageable =
            schedule.load < 6 * capacity * 100 && 10 * dueCount <= 8 * capacity
            && schedule.entries.count < 5 * capacity
        if isManageable {
            newLimit = minutes / 5 + 1
        } else if let last = schedule.lastNew, schedule.practicedDays(since: last) < Today.maximumDaysWithoutNew {
            newLimit = 0
        } else {
            newLimit = 1
        }
        // By ear, there is about one new card for four that are played.
        let byEarCount = schedule.entries.reduce(0) { $0 + ($1.kind == .ear ? 1 : 0) }
        let isWanted = newLimit > 2 || 5 * byEarCount < schedule.entries.count
        newByEarLimit = newLimit > 0 && isWanted && !newByEar.isEmpty ? 1 : 0
        newLimit -= newByEarLimit
    }

    /// Plans the changes of the bars that take longest. A new one counts as slower than all others, unless nothing new
    /// may come.
    private mutating func planChanges(_ limit: Int) {
        var found: [(card: CardID, time: Int)] = []
        for (first, second) in zip(passage.chords, passage.chords.dropFirst()) where first.subject != second.subject {
            guard let card = CardID(changeFrom: first.subject, to: second.subject),
                !found.contains(where: { $0.card == card })
            else { continue }
            let known = schedule.entries.first { $0.card == card }
            if known != nil || newLimit > 0 { found.append((card, known.map { $0.median } ?? .max)) }
        }
        changes = found.ordered { $0.time > $1.time }.prefix(limit).map { $0.card }
    }

    // MARK: Questions

    /// Whether the time is over.
    /// - Parameter seconds: the time since the beginning, without pauses.
    public func isOver(after seconds: Double) -> Bool {
        let tolerance = length * Today.tolerancePercent / 200
        return seconds >= length - min(tolerance, expectedSeconds / 2)
    }

    /// The time after which a question without an answer is abandoned, because the session ends. It does not count.
    public var limit: Double { length * (1 + Today.tolerancePercent / 100) }

    private var expectedSeconds: Double { length / Double(schedule.capacity) }

    /// Chooses the next question.
    /// - Parameter seconds: the time since the beginning, without pauses.
    /// - Returns: nil if the session is over.
    public mutating func next(after seconds: Double) -> Question? {
        guard !isOver(after: seconds), let (candidate, part) = choose(after: seconds) else {
            current = nil
            return nil
        }
        asked[candidate.index] += 1
        previous = candidate
        current = Question(card: candidate.card, kind: candidate.kind, part: part)
        return current
    }

    /// The seconds within which an answer to the current question is fast: see ``Quality``.
    public var fastSeconds: Double {
        current.map { Double(schedule.speed.limit(of: $0.kind)) / 1000 } ?? Quality.fastSeconds
    }

    /// Records the answer to the current question.
    /// - Parameter quality: see ``Quality``.
    public mutating func answer(_ quality: Int) {
        guard let current, let previous else { return }
        count += 1
        if current.part == .tune, let index = tuneIndex { passage.answer(index, quality) }
        let times = asked[previous.index]
        if times == 1 {
            result.cards += 1
            if quality >= Quality.rightAtOnce { result.right += 1 }
            // New chords of the tune are not among ``newCards``.
            if previous.index >= schedule.entries.count { result.new += 1 }
        }
        // Something new comes back even if it was right.
        if quality < Quality.rightAtOnce && times < 4 || current.part == .new {
            repeats.append(Repeat(candidate: previous, position: count + (quality < Quality.rightAtOnce ? 3 : 6)))
        }
    }

    private mutating func choose(after seconds: Double) -> (Candidate, Part)? {
        let rest = limit - seconds
        if let candidate = nextOfTune(after: seconds) { return (candidate, .tune) }
        if let index = repeats.firstIndex(where: { $0.isDue(at: count, after: previous) }) {
            return (repeats.remove(at: index).candidate, .again)
        }
        if count < warmUpCount, let candidate = warmUps.take(unless: asked, after: previous, within: rest) {
            return (candidate, .warmUp)
        }
        if newCards.count < newLimit, count >= warmUpCount + 2 + 5 * newCards.count,
            let new = newCard(byEar: false)
        {
            return (new, .new)
        }
        let isEarTime = seconds >= length - Today.earSeconds
        if isEarTime || Double(dueByEar.count) * expectedSeconds > Today.earSeconds {
            if let candidate = dueByEar.take(unless: asked, after: previous, within: rest) { return (candidate, .due) }
        }
        if isEarTime {
            if newByEarLimit > 0, let new = newCard(byEar: true) {
                newByEarLimit -= 1
                return (new, .new)
            }
            if let candidate = furtherByEar.take(unless: asked, after: previous, within: rest) {
                return (candidate, .ear)
            }
        }
        if !slowChanges.isEmpty, count % 6 == 5,
            let candidate = slowChanges.take(unless: asked, after: previous, within: rest)
        {
            return (candidate, .slowChange)
        }
        if let candidate = due.take(unless: asked, after: previous, within: rest) { return (candidate, .due) }
        if let candidate = dueByEar.take(unless: asked, after: previous, within: rest) { return (candidate, .due) }
        return fill(rest)
    }

    /// The index of the next chord of the tune; nil if all are answered.
    private var tuneIndex: Int? { passage.chords.firstIndex { $0.quality == nil } }

    /// The next chord of the tune, or a change after them. The bars come before the minute by ear, and without other
    /// questions between.
    private mutating func nextOfTune(after seconds: Double) -> Candidate? {
        let card: CardID
        if let index = tuneIndex {
            let count = passage.chords.count + changes.count
            let start = length - Today.earSeconds - Double(count) * expectedSeconds
            guard index > 0 || seconds >= start else { return nil }
            card = passage.chords[index].card
        } else {
            guard let change = changes.first else { return nil }
            changes.removeFirst()
            card = change
        }
        if let known = further.first(where: { $0.card == card }) { return known }
        new.removeAll { $0.card == card }
        return add(card, card.kind)
    }

    /// Fills the session, when nothing is due any more.
    private mutating func fill(_ rest: Double) -> (Candidate, Part)? {
        if passes > Today.enoughPasses, newCards.count < Today.maximumNewCount, let new = newCard(byEar: false) {
            return (new, .new)
        }
        // The last few cards of a deck resemble each other too often.
        if filling.count < (further.count < 16 ? 1 : 8) {
            passes += 1
            filling = Deck(passes == 1 ? further.filter { asked[$0.index] == 0 } : further)
        }
        if let candidate = filling.take(after: previous, within: rest) { return (candidate, .further) }
        if let new = newCard(byEar: false) { return (new, .new) }
        return further.first.map { ($0, .further) }
    }

    /// The next new card of the curriculum.
    private mutating func newCard(byEar isByEar: Bool) -> Candidate? {
        guard let step = isByEar ? newByEar.first : new.first else { return nil }
        if isByEar { newByEar.removeFirst() } else { new.removeFirst() }
        newCards.append(step.card)
        return add(step.card, step.kind)
    }

    /// Adds a card that was never asked.
    private mutating func add(_ card: CardID, _ kind: CardKind) -> Candidate {
        let candidate = Candidate(asked.count, card, kind, card.rootMask, time: schedule.speed.median(of: kind) ?? 0)
        asked.append(0)
        further.append(candidate)
        return candidate
    }
}
