import Harmony
import Practice
import Testing

@Suite struct CardTests {
    /// Woźniak's own numbers: after 1 and 6 days, the interval grows by the easiness.
    @Test func intervalsMatchSM2() {
        var card = Card()
        #expect(card.isDue(on: 100))
        var days: [Int] = []
        var day = 100
        for _ in 0..<5 {
            card = card.reviewed(4, on: day)
            days.append(card.interval)
            day = card.due
        }
        // A quality of 4 keeps the easiness at 2.5: 6 · 2.5 = 15, 15 · 2.5 = 37.5, 38 · 2.5 = 95.
        #expect(days == [1, 6, 15, 38, 95] && card.easiness == 2500)
    }

    @Test(arguments: [(5, 2600), (4, 2500), (3, 2360)])
    func easinessMatchesSM2(_ quality: Int, _ easiness: Int) {
        // EF' = EF + (0.1 − (5 − q) · (0.08 + (5 − q) · 0.02))
        #expect(Card().reviewed(quality, on: 0).easiness == easiness)
    }

    @Test func aForgottenCardResetsItsInterval() {
        var card = Card()
        for day in [0, 1, 7] { card = card.reviewed(5, on: day) }
        let easiness = card.easiness
        card = card.reviewed(2, on: card.due)
        #expect(card.interval == 1 && card.repetitions == 0 && card.easiness == easiness && card.lapses == 1)
        card = card.reviewed(3, on: card.due)
        #expect(card.interval == 1 && card.repetitions == 1)
    }

    @Test func easinessHasAMinimum() {
        var card = Card()
        for _ in 0..<100 { card = card.reviewed(3, on: card.due) }
        #expect(card.easiness == 1300)
    }

    @Test func valuesFit32Bits() {
        var card = Card()
        for _ in 0..<10_000 { card = card.reviewed(5, on: card.due % 1_000_000 + (card.last ?? 0)) }
        #expect(card.interval * card.easiness < Int(Int32.max) && card.interval <= Card.maximumInterval)
    }

    @Test func theFirstAnswerOfADayCounts() {
        let card = Card().reviewed(1, on: 5)
        #expect(card.reviewed(5, on: 5) == card && card.reviewed(5, on: 4) == card)
    }

    /// On the due day, the interval grows by one and a half times its length. Three of its fifteen days make it grow by
    /// a fifth of that, 4.5 days.
    @Test func anEarlyAnswerCountsForTheDaysThatTheCardWaited() {
        var card = Card()
        for day in [0, 1, 7] { card = card.reviewed(4, on: day) }
        let early = card.reviewed(5, on: 10)
        #expect(early.interval == 20 && early.easiness == card.easiness && early.due == 30)
        #expect(card.reviewed(1, on: 10).interval == 1)
    }

    @Test func dailyAnswersDoNotGrowLikeDueOnes() {
        var card = Card()
        for day in 0..<30 { card = card.reviewed(4, on: day) }
        // After 1 and 6, each of 28 days adds at most two days.
        #expect(card.interval <= 6 + 2 * 28)
    }
}

@Suite struct QualityTests {
    @Test func aFastRightAnswerIsBest() {
        #expect(
            Quality.of(first: .right, final: .right, seconds: 1) == 5
                && Quality.of(first: .asWritten, final: .asWritten, seconds: 4) == 4)
        #expect(
            Quality.of(first: .almost, final: .right, seconds: 1) == 3
                && Quality.of(first: .late, final: .late, seconds: 1) == 3)
        #expect(
            Quality.of(first: .wrong, final: .right, seconds: 1) == 2
                && Quality.of(first: .wrong, final: .almost, seconds: 1) == 1)
        #expect(Quality.of(first: .missed, final: .missed, seconds: 1) == 0)
    }
}

/// The cards that are due by their own answers, the most overdue first.
private func due(_ cards: [CardID: Card], on day: Int) -> [CardID] {
    cards.filter { $0.value.isDue(on: day) }
        .sorted { ($0.value.due, $0.value.easiness, $0.key.text) < ($1.value.due, $1.value.easiness, $1.key.text) }
        .map(\.key)
}

/// A learner with a hidden probability of knowing each card.
private struct Learner {
    let knowledge: [CardID: Double]

    init(_ cards: [CardID], _ random: inout XorshiftGenerator) {
        var knowledge: [CardID: Double] = [:]
        for card in cards { knowledge[card] = Double.random(in: 0.1...1, using: &random) }
        self.knowledge = knowledge
    }

    func answer(_ card: CardID, _ random: inout XorshiftGenerator) -> Int {
        Double.random(in: 0...1, using: &random) < knowledge[card]! ? 5 : Int.random(in: 0...2, using: &random)
    }
}

@Suite struct LearnerTests {
    private let exercise = Exercise(.chord(ChordType(DegreeSet("1 3 5 ♭7")!)), order: .shuffled)

    /// The number of times that each card was asked in sixty days of fifteen minutes.
    private func asked(_ learner: Learner, seed: UInt64) -> [CardID: Int] {
        var random = XorshiftGenerator(state: seed &* 7919 + 1)
        var cards: [CardID: Card] = [:]
        for card in learner.knowledge.keys { cards[card] = Card() }
        var counts: [CardID: Int] = [:]
        for day in 0..<60 {
            var drill = Drill(reviewing: due(cards, on: day), seed: seed, day: day)
            var answered: Set<CardID> = []
            var left = 60
            while left > 0, let question = drill.current {
                left -= 1
                counts[question.card, default: 0] += 1
                let quality = learner.answer(question.card, &random)
                // Only the first answer of a day counts.
                if answered.insert(question.card).inserted {
                    cards[question.card] = cards[question.card]?.reviewed(quality, on: day)
                }
                drill.finish(quality)
            }
        }
        return counts
    }

    @Test func weakCardsAreAskedMoreOften() {
        let cards = Array(Set(exercise.questions(seed: 1).map(\.card))).sorted { $0.text < $1.text }
        #expect(cards.count == 12)
        var wellSorted = 0
        var (weak, strong) = (0, 0)
        for seed in 1...1000 as ClosedRange<UInt64> {
            var random = XorshiftGenerator(state: seed)
            let learner = Learner(cards, &random)
            let counts = asked(learner, seed: seed)
            let byKnowledge = cards.sorted { learner.knowledge[$0]! < learner.knowledge[$1]! }
            let least = byKnowledge.prefix(4).reduce(0) { $0 + counts[$1, default: 0] }
            let most = byKnowledge.suffix(4).reduce(0) { $0 + counts[$1, default: 0] }
            weak += least
            strong += most
            if least > most { wellSorted += 1 }
        }
        #expect(wellSorted >= 990, "\(wellSorted)")
        #expect(weak > 3 * strong, "\(weak) \(strong)")
    }

    @Test func theSameDayAndSeedGiveTheSameQuestions() {
        var random = XorshiftGenerator(state: 5)
        let learner = Learner(exercise.questions(seed: 1).map(\.card), &random)
        #expect(asked(learner, seed: 3) == asked(learner, seed: 3))
        let order = exercise.questions(seed: 9).map(\.key)
        #expect(order == exercise.questions(seed: 9).map(\.key) && order != exercise.questions(seed: 10).map(\.key))
    }
}

@Suite struct DrillTests {
    /// Answers all questions; those in `weak` with a low quality the first time.
    private func asked(_ drill: inout Drill, weak: [Int: Int]) -> [CardID] {
        var asked: [CardID] = []
        var failed: Set<CardID> = []
        while let question = drill.current, asked.count < 500 {
            asked.append(question.card)
            let quality = weak[question.card.root]
            if let quality, failed.insert(question.card).inserted { drill.finish(quality) } else { drill.finish(5) }
        }
        return asked
    }

    @Test func forgottenQuestionsAreRepeatedInOrder() throws {
        var drill = Drill(try Exercise(words: "play chord 7"), seed: 1, day: 10)
        // F7 was forgotten, A♭7 was nearly known.
        let roots = asked(&drill, weak: [5: 1, 8: 3]).map(\.root)
        // After three other questions, and after six.
        #expect(roots == [0, 5, 10, 3, 8, 5, 1, 6, 11, 4, 9, 8, 2, 7])
        #expect(drill.isOver && drill.doneCount == 12 && drill.leftCount == 0)
    }

    @Test func theLastQuestionIsRepeatedAtOnce() throws {
        var drill = Drill(try Exercise(words: "play chord 7 | through from D"), seed: 1, day: 10)
        #expect(drill.leftCount == 1)
        drill.finish(0)
        #expect(drill.current?.card.root == 2 && !drill.isOver)
        drill.finish(4)
        #expect(drill.isOver)
        drill.restart()
        #expect(drill.current != nil && drill.doneCount == 0)
    }

    @Test func nextMatchesTheFollowingQuestion() throws {
        for words in ["play chord 7", "play cadence major", "play scale Dorian", "name chord ma7 | shuffled"] {
            var drill = Drill(try Exercise(words: words), seed: 4, day: 0)
            var random = XorshiftGenerator(state: 77)
            for _ in 0..<300 {
                guard drill.current != nil else { break }
                let next = drill.next
                var known = drill
                known.finish(5)
                #expect(known.current === next)
                drill.finish(Int.random(in: 0...9, using: &random) < 3 ? 2 : 5)
            }
        }
    }

    @Test func aCadenceIsRepeatedAsAWhole() throws {
        var drill = Drill(try Exercise(words: "play cadence major | through"), seed: 1, day: 10)
        let symbols = ["Dmi7", "G7", "Cma7"]
        for quality in [5, 1, 5] { drill.finish(quality) }
        for symbol in symbols {
            #expect(drill.current?.title() == symbol)
            drill.finish(5)
        }
        #expect(drill.isOver)
        // Each chord has its own card, the same as for the single chord.
        #expect(drill.questions.map(\.card.text) == ["play 2 chord mi7", "play 7 chord 7", "play 0 chord ma7"])
    }

    @Test func aScaleIsRepeatedAsAWhole() throws {
        var drill = Drill(try Exercise(words: "play scale Lydian | through"), seed: 1, day: 10)
        for index in 0..<8 { drill.finish(index == 3 ? 2 : 5) }
        #expect(Set(drill.questions.map(\.card.text)) == ["play 0 scale Lydian"])
        #expect(!drill.isOver && drill.current?.index == 0)
    }

    @Test func shuffledBeginsWithDueAndHardCards() throws {
        let exercise = try Exercise(words: "play chord 7 | shuffled")
        var cards: [CardID: Card] = [:]
        for question in exercise.questions(seed: 3) {
            // All are well known and not due, except three.
            let isHard = [6, 11].contains(question.card.root)
            var card = Card()
            for _ in 0..<4 { card = card.reviewed(isHard ? 3 : 5, on: card.due) }
            if isHard || question.card.root == 4 { card = card.reviewed(1, on: 30) }
            cards[question.card] = card
        }
        let drill = Drill(exercise, seed: 3, day: 31) { cards[$0] }
        let first = drill.current?.card.root
        #expect([4, 6, 11].contains(first ?? -1))
        var going = drill
        var roots: [Int] = []
        for _ in 0..<3 {
            roots.append(going.current!.card.root)
            going.finish(5)
        }
        #expect(Set(roots) == [4, 6, 11] && roots[2] == 4)
    }

    @Test func restartBeginsWithTheWeakestCardAgain() throws {
        let exercise = try Exercise(words: "play chord 7 | shuffled")
        let weak = try #require(exercise.questions(seed: 3).last).card
        var drill = Drill(exercise, seed: 3, day: 30) { $0 == weak ? nil : Card().reviewed(5, on: 30) }
        #expect(drill.current?.card == weak)
        while !drill.isOver { drill.finish(5) }
        drill.restart()
        #expect(drill.current?.card == weak)
    }

    @Test func allDueCardsAreAskedTogether() throws {
        var cards: [CardID: Card] = [:]
        for text in [
            "play 3 upper-structure VI", "hear 0 chord mi7", "play 5 voicing 7 rootless-b", "play 2 scale Dorian",
            "play 0 row Cma7/E",
        ] {
            cards[try #require(CardID(text))] = Card().reviewed(1, on: 1)
        }
        // By ear, no similar chord comes instead.
        for seed in 0..<20 as Range<UInt64> {
            let drill = Drill(reviewing: due(cards, on: 5), seed: seed, day: 5)
            #expect(Set(drill.questions.map(\.card.text)) == Set(cards.keys.map(\.text)))
        }
        #expect(Drill(reviewing: due(cards, on: 1), seed: 1, day: 1).isOver)
    }

    /// The seed decides which half of an equation is missing.
    @Test func theSeedOfEachReviewedQuestionIsKnown() throws {
        let cards = try (0..<12).map { try #require(CardID("complete \($0) way C7 + Ama = C13(♭9)")) }
        var drill = Drill(reviewing: cards, seed: 4711, day: 5)
        var count = 0
        while let question = drill.current {
            count += 1
            let same = try #require(question.card.exercise()).questions(seed: drill.questionSeed)
            #expect(same.map { $0.title() } == [question.title()])
            // Missed questions come back.
            drill.finish(count % 5 == 0 ? 0 : 5)
        }
    }
}
