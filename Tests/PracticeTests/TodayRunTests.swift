import Harmony
import Practice
import Testing

private let morning = Timestamp(at: 20_000 * 86_400 + 28_800, minutesEast: 60)

/// A learner who needs the same time for each answer, after a feedback of 0.6 s.
/// - Returns: the log, the seconds that the session took, the session after each answer, and the answers.
private func practiced(
    _ log: PracticeLog, from start: Timestamp = morning, minutes: Int = 10, each: Double, isRight: (Int) -> Bool
) -> (log: PracticeLog, seconds: Double, steps: [TodayRun], attempts: [Attempt]) {
    var log = log
    var run = TodayRun(log, from: start, minutes: minutes, hasInstrument: true, seed: 7)
    var steps = [run]
    var attempts: [Attempt] = []
    var seconds = 0.0
    while !run.isOver, run.seconds + each <= run.today.limit {
        while run.next != nil { run.continueCard(5) }
        seconds += each
        let date = Timestamp(at: start.at + Int64(seconds), minutesEast: start.minutesEast)
        let outcome: Outcome = isRight(run.answers.count) ? .right : .wrong
        let attempt = run.attempt(outcome, outcome == .right ? 5 : 1, seconds: each, isPlayed: true, at: date)
        guard let attempt else { break }
        log.add(attempt)
        attempts.append(attempt)
        run.finish(attempt)
        seconds += 0.6
        steps.append(run)
    }
    return (log, seconds, steps, attempts)
}

/// Whether two questions look and sound alike.
private func isSame(_ one: Question?, _ other: Question?) -> Bool {
    one?.card == other?.card && one?.index == other?.index && one?.choices == other?.choices
        && one?.sounds == other?.sounds
}

@Suite struct TodayRunTests {
    /// Half of the time of a fast learner is feedback.
    @Test(arguments: [5, 20], [0.9, 2, 5, 13])
    func feedbackIsPartOfTheTime(_ minutes: Int, _ each: Double) {
        var log = PracticeLog()
        for day in 0..<6 as Range<Int64> {
            let start = Timestamp(at: morning.at + 86_400 * day, minutesEast: 60)
            let session = practiced(log, from: start, minutes: minutes, each: each) { $0 % 7 > 0 }
            #expect(abs(session.seconds - Double(60 * minutes)) <= Double(6 * minutes), "\(day) \(session.seconds)")
            log = session.log
        }
        // A session has time for so many answers with feedback; a wrong one is followed by another question.
        let schedule = Schedule(log, on: 20_010, minutes: minutes, feedback: TodayRun.feedback)
        #expect(schedule.capacity <= Int(Double(60 * minutes) / (each + 0.6)) + 1)
    }

    @Test func theLogRestoresEachStep() throws {
        let before = practiced(PracticeLog(), each: 3) { $0 % 5 > 0 }.log
        let start = Timestamp(at: morning.at + 86_400, minutesEast: 60)
        let session = practiced(before, from: start, each: 2.3) { $0 % 4 > 0 }
        #expect(session.steps.count > 100)
        for length in stride(from: 0, to: session.steps.count, by: 17) {
            let step = session.steps[length]
            var log = before
            for attempt in session.attempts.prefix(length) { log.add(attempt) }
            let again = TodayRun(log, from: start, minutes: 10, hasInstrument: true, seed: 7)
            #expect(isSame(again.current, step.current) && again.seconds == step.seconds)
            #expect(again.answers == step.answers)
            #expect(again.today.result == step.today.result)
        }
    }

    /// The seed decides which half of an equation is missing.
    @Test func theSeedOfEachQuestionIsKnown() throws {
        var log = PracticeLog()
        for root in 0..<12 {
            let card = try #require(CardID("complete \(root) way C7 + Ama = C13(♭9)"))
            let stamp = Timestamp(at: morning.at - 8_000_000 + Int64(root), minutesEast: 60)
            log.add(Attempt(card, at: stamp, .right, milliseconds: 4000, quality: 4, isPlayed: true))
        }
        var equations = 0
        for step in practiced(log, each: 3, isRight: { _ in true }).steps {
            guard let question = step.current, question.task == .complete else { continue }
            let same = try #require(question.card.exercise()).questions(seed: step.questionSeed)
            #expect(same.map { $0.title() } == [question.title()])
            equations += 1
        }
        #expect(equations >= 12)
    }

    /// A fast tapper, and a clock that is set back by an hour.
    @Test func answersKeepTheirOrder() {
        var log = PracticeLog()
        var run = TodayRun(log, from: morning, minutes: 5, hasInstrument: false, seed: 3)
        for index in 0..<40 {
            while run.next != nil { run.continueCard(5) }
            let at = morning.at + Int64(index / 4) - (index < 20 ? 0 : 3600)
            let attempt = run.attempt(.right, 5, seconds: 0.25, isPlayed: true, at: Timestamp(at: at, minutesEast: 60))
            guard let attempt else { break }
            let isAdded = log.add(attempt)
            #expect(isAdded)
            run.finish(attempt)
            let again = TodayRun(log, from: morning, minutes: 5, hasInstrument: false, seed: 3)
            #expect(again.answers == run.answers && isSame(again.current, run.current))
        }
        #expect(run.answers.count == 40)
    }

    @Test func aReportNamesWhatGotFasterAndWhatNeedsWork() throws {
        var log = PracticeLog()
        let cards = ["play 0 chord ma", "play 2 chord ma", "play 7 chord mi7"].map { CardID($0)! }
        for (index, card) in cards.enumerated() {
            log.add(
                Attempt(
                    card, at: Timestamp(at: morning.at - 8_000_000 + Int64(index), minutesEast: 60), .right,
                    milliseconds: 4000, quality: 4, isPlayed: true))
        }
        var run = TodayRun(log, from: morning, minutes: 5, hasInstrument: true, seed: 1)
        var at = morning.at
        while let card = run.today.current?.card, !run.isOver {
            while run.next != nil { run.continueCard(5) }
            // D major takes half of its former time, G minor seventh is missed, and C major is as slow as before.
            let isMissed = card == cards[2]
            let milliseconds = card == cards[1] ? 2000 : 4000
            at += 5
            let attempt = run.attempt(
                isMissed ? .wrong : .right, isMissed ? 1 : 4, seconds: Double(milliseconds) / 1000, isPlayed: true,
                at: Timestamp(at: at, minutesEast: 60))
            run.finish(try #require(attempt))
            log.add(try #require(attempt))
        }
        let report = TodayReport(run, log)
        #expect(report.faster == cards[1] && report.needsWork == cards[2])
        #expect(report.result == run.today.result && report.result.missed >= 1)
        // What was missed is due tomorrow, and so is everything that was answered for the first time today.
        #expect(report.dueTomorrow >= 1 + report.result.new)
        #expect(report.nextNew.map { log.cards[$0] == nil } == true)
    }

    @Test func withoutAnInstrumentNoChangeIsAsked() {
        var log = PracticeLog()
        log.add(
            Attempt(
                CardID("play 2 row Cmi7 F7")!, at: Timestamp(at: morning.at - 8_000_000), .right, milliseconds: 2000,
                quality: 5, isPlayed: true))
        for hasInstrument in [true, false] {
            var run = TodayRun(log, from: morning, minutes: 5, hasInstrument: hasInstrument, seed: 1)
            var kinds: Set<CardKind> = []
            var at = morning.at
            while let kind = run.today.current?.kind, !run.isOver {
                kinds.insert(kind)
                while run.next != nil { run.continueCard(5) }
                at += 4
                guard
                    let attempt = run.attempt(
                        .right, 5, seconds: 4, isPlayed: true, at: Timestamp(at: at, minutesEast: 60))
                else { break }
                run.finish(attempt)
            }
            #expect(kinds.contains(.change) == hasInstrument)
        }
    }
}
