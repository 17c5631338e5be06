import Harmony
import Practice
import Testing

/// A simulated learner with a name for messages.
struct NamedLearner: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var learner = SimulatedLearner()
    var minutes = 10

    init(_ name: String, minutes: Int = 10, _ change: (inout SimulatedLearner) -> Void) {
        testDescription = name
        self.minutes = minutes
        change(&learner)
    }

    static let slowRoots = [1, 6, 8]

    static let all = [
        NamedLearner("fast") { ($0.seconds, $0.spread, $0.halfLife) = (1.2, 0.2, 3) },
        NamedLearner("slow") { ($0.seconds, $0.spread) = (8, 0.5) },
        NamedLearner("forgetful") { ($0.halfLife, $0.growth, $0.shrink, $0.error) = (0.7, 1.5, 0.2, 0.1) },
        NamedLearner("slow in some keys") { learner in
            for root in slowRoots { learner.slowRoots[root] = 2 }
            learner.slowChanges = 1.4
        },
        NamedLearner("absent", minutes: 5) { learner in
            learner.seconds = 5
            learner.absences = [100...121, 300...359]
        },
        NamedLearner("power law") { ($0.law, $0.halfLife, $0.growth) = (.power, 0.8, 1.6) },
        NamedLearner("step") { ($0.law, $0.halfLife, $0.growth, $0.shrink) = (.step, 1, 1.4, 0.3) },
        NamedLearner("everything at once", minutes: 5) { learner in
            learner.seconds = 8
            (learner.spread, learner.error) = (0.8, 0.2)
            (learner.halfLife, learner.growth, learner.shrink) = (0.5, 1.3, 0.1)
            learner.absences = [90...149, 300...359]
        },
    ]
}

/// The properties that the daily session must have for any learner, over 630 days.
@Suite struct SimulationTests {
    @Test(arguments: NamedLearner.all)
    func aLearnerOfTwoYears(_ named: NamedLearner) {
        let learner = named.learner
        let simulation = Simulation(learner, days: 630, minutes: named.minutes, seed: 7)
        let isPresent = (0..<630).map { day in !learner.absences.contains { $0.contains(day) } }
        let sessions = simulation.days.filter { isPresent[$0.day] }
        #expect(simulation.days.map(\.day) == Array(0..<630))

        // Sessions last the minutes asked, ±10%.
        let minutes = Double(named.minutes)
        #expect(sessions.allSatisfy { (0.9 * minutes...1.1 * minutes).contains($0.minutes) })
        #expect(simulation.days.allSatisfy { isPresent[$0.day] || $0.minutes == 0 && $0.questions == 0 })

        // From day 60 on, and two weeks after an absence, less than one session's worth is left on nine days of ten.
        let worth = sessions.map(\.questions).sorted()[sessions.count / 2]
        let settled = sessions.filter { day in
            day.day >= 60 && (max(0, day.day - 14)...day.day).allSatisfy { isPresent[$0] }
        }
        let good = settled.filter { $0.left < worth }
        #expect(10 * good.count >= 9 * settled.count, "\(good.count) of \(settled.count)")

        // No due card of a regular learner waits for more than 45 days.
        let wait = simulation.cards.map(\.longestOverdue).max() ?? 0
        #expect(wait <= 45)

        // New material keeps coming.
        #expect(simulation.cards.count >= 40)
        #expect(simulation.cards.filter { $0.first >= 315 }.count >= 20)
        #expect(sessions.reduce(0) { $0 + $1.new } == simulation.cards.count)
        #expect(simulation.cards.reduce(0) { $0 + $1.asked } == sessions.reduce(0) { $0 + $1.questions })
    }

    @Test func slowKeysComeMoreOften() throws {
        let named = try #require(NamedLearner.all.first { $0.testDescription == "slow in some keys" })
        let simulation = Simulation(named.learner, days: 630, minutes: 10, seed: 7)
        for kind in CardKind.allCases {
            let cards = simulation.cards.filter { $0.card.kind == kind && $0.first < 500 }
            func rate(_ cards: [Simulation.CardResult]) -> Double {
                cards.reduce(0) { $0 + Double($1.asked) / Double(630 - $1.first) } / Double(cards.count)
            }
            // A change is slow if one of its chords is.
            let slow = cards.filter { card in NamedLearner.slowRoots.contains(card.card.root) }
            let fast = cards.filter { card in
                !NamedLearner.slowRoots.contains(card.card.root)
                    && (kind != .change || !NamedLearner.slowRoots.contains((card.card.root + 5) % 12))
            }
            #expect(rate(slow) > 1.5 * rate(fast), "\(kind) \(rate(slow)) \(rate(fast))")
            // What is clearly slow is never left alone for more than three weeks.
            let medians = cards.map(\.median).sorted()
            let clearlySlow = cards.filter { $0.median > 2 && $0.median > 1.4 * medians[medians.count / 2] }
            #expect(!clearlySlow.isEmpty && clearlySlow.allSatisfy { $0.interval <= 21 })
        }
    }

    @Test func theSameSeedGivesTheSameDays() {
        let one = Simulation(SimulatedLearner(), days: 40, minutes: 5, seed: 3)
        let same = Simulation(SimulatedLearner(), days: 40, minutes: 5, seed: 3)
        let other = Simulation(SimulatedLearner(), days: 40, minutes: 5, seed: 4)
        #expect(one.days == same.days && one.cards == same.cards && one.days != other.days)
    }

    /// With the half-life of a day that never grows, half of the cards are remembered after a day.
    @Test func theLawsOfForgetting() {
        #expect(SimulatedLearner.Law.exponential.probability(after: 3, halfLife: 1.5) == 0.25)
        #expect(abs(SimulatedLearner.Law.exponential.probability(after: 1, halfLife: 2) - 0.5.squareRoot()) < 1e-12)
        #expect(SimulatedLearner.Law.power.probability(after: 3, halfLife: 1.5) == 1.0 / 3)
        #expect(SimulatedLearner.Law.step.probability(after: 3, halfLife: 3) == 1)
        #expect(SimulatedLearner.Law.step.probability(after: 4, halfLife: 3) == 0)
        for law in SimulatedLearner.Law.allCases {
            #expect(law.probability(after: 0, halfLife: 1) == 1)
            #expect(law.probability(after: 3000, halfLife: 0.5) < 0.001)
        }
    }

    /// A learner without luck takes exactly the time that the factors say.
    @Test func timesAreSecondsTimesFactors() throws {
        var learner = SimulatedLearner()
        (learner.spread, learner.error, learner.halfLife) = (0, 0, 10_000)
        learner.seconds = 2
        learner.slowRoots[6] = 1.5
        learner.slowTypes = [(try Chord("Cmi7(b5)").type, 2)]
        learner.slowChanges = 3
        learner.course = try #require(Course(id: "two-five-one"))
        let simulation = Simulation(learner, days: 120, minutes: 10, seed: 1)
        func median(_ text: String) -> Double? { simulation.cards.first { $0.card.text == text }?.median }
        #expect(median("play 0 chord mi7") == 2 && median("play 6 chord mi7") == 3)
        #expect(median("play 6 chord mi7(♭5)") == 6 && median("play 1 chord mi7(♭5)") == 4)
        // C♯mi7–F♯7: the slower root counts.
        #expect(median("play 1 row Cmi7 F7") == 9 && median("play 0 row Cmi7 F7") == 6)
        #expect(simulation.days.allSatisfy { $0.right == $0.questions })
    }

    /// The standard deviation of the logarithm of the times is the spread.
    @Test func randomTimesAreLogNormal() {
        var luck = Luck(seed: 5)
        let numbers = (0..<20_000).map { _ in luck.normal() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.reduce(0) { $0 + $1 * $1 } / 20_000
        // A normal distribution has 68.3% of its values within one standard deviation, and 95.4% within two.
        let within = [1.0, 2.0].map { bound in Double(numbers.filter { abs($0) < bound }.count) / 20_000 }
        #expect(abs(mean) < 0.03 && abs(variance - 1) < 0.04)
        #expect(abs(within[0] - 0.683) < 0.015 && abs(within[1] - 0.954) < 0.01)
    }
}
