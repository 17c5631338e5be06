import Harmony
import Practice
import Testing

private let firstDay = 20_000

/// A right answer, at noon, unless the quality says otherwise.
private func attempt(_ text: String, day: Int, milliseconds: Int, quality: Int = 5) -> Attempt {
    Attempt(
        CardID(text)!, at: Timestamp(at: Int64(firstDay + day) * 86_400 + 43_200, minutesEast: 0),
        quality < 3 ? .wrong : .right, milliseconds: milliseconds, quality: quality, isPlayed: true)
}

/// The twelve dominant sevenths on the due days of SM-2, each with its time in milliseconds.
private func practiced(_ time: (Int) -> Int, days: [Int] = [0, 1, 7, 22]) -> PracticeLog {
    PracticeLog(
        days.flatMap { day in
            (0..<12).map { attempt("play \($0) chord 7", day: day, milliseconds: time($0), quality: 4) }
        })
}

private func interval(of root: Int, in log: PracticeLog, on day: Int = 23) -> Int? {
    Schedule(log, on: firstDay + day, minutes: 20).entries.first { $0.card.root == root }?.interval
}

@Suite struct ScheduleTests {
    /// After four right answers, SM-2 waits for 38 days. This learner forgets nothing, so the wait is up to half as
    /// long again: 57 days.
    @Test func aSlowCardReturnsWithinThreeWeeks() {
        // 1.4 times the median of three seconds is 4.2 seconds.
        let log = practiced { $0 == 6 ? 4201 : $0 == 1 ? 4200 : 3000 }
        #expect(interval(of: 6, in: log) == 21)
        #expect(interval(of: 1, in: log) == 57 && interval(of: 0, in: log) == 57)
    }

    @Test func lessThanTwoSecondsIsFast() {
        let log = practiced { $0 == 6 ? 2000 : 700 }
        #expect(interval(of: 6, in: log) == 57)
        #expect(interval(of: 6, in: practiced { $0 == 6 ? 2001 : 700 }) == 21)
    }

    /// Slow is compared within the kind: a change takes longer than a chord.
    @Test func kindsHaveTheirOwnMedians() {
        var log = practiced { _ in 2100 }
        for day in [0, 1, 7, 22] {
            for root in 0..<12 {
                log.add(attempt("play \(root) row Cmi7 F7", day: day, milliseconds: 5000, quality: 4))
                log.add(attempt("hear \(root) chord 7", day: day, milliseconds: root == 3 ? 12_000 : 8000, quality: 4))
            }
        }
        let schedule = Schedule(log, on: firstDay + 23, minutes: 20)
        let slow = schedule.entries.filter { $0.isSlow }
        #expect(slow.map(\.card.text) == ["hear 3 chord 7"])
        #expect(schedule.entries.filter { $0.kind == .change }.count == 12)
        #expect(schedule.speed.median(of: .change) == 5000 && schedule.speed.limit(of: .change) == 7000)
    }

    /// Slow cards come more often. Their answers must not become the median.
    @Test func manyAnswersToSlowCardsDoNotRaiseTheMedian() {
        var log = practiced { $0 < 3 ? 6000 : 3000 }
        for day in 8..<22 {
            for root in 0..<3 { log.add(attempt("play \(root) chord 7", day: day, milliseconds: 6000)) }
        }
        let schedule = Schedule(log, on: firstDay + 23, minutes: 20)
        #expect(schedule.speed.median(of: .chord) == 3000)
        #expect(Set(schedule.entries.filter { $0.isSlow }.map(\.card.root)) == [0, 1, 2])
    }

    /// A right answer in time has the delay after its beat, at most 150 ms. It is right, but says nothing about speed.
    @Test func answersInTimeHaveNoSpeed() {
        let log = practiced { _ in 3000 }
        var both = log
        for day in [0, 1, 7, 22] {
            for root in 0..<12 {
                both.add(attempt("play \(root) chord mi7", day: day, milliseconds: root * 150 / 11))
            }
        }
        let usual = Schedule(log, on: firstDay + 23, minutes: 20)
        let schedule = Schedule(both, on: firstDay + 23, minutes: 20)
        #expect(schedule.speed == usual.speed && schedule.capacity == usual.capacity)
        let inTime = schedule.entries.filter { $0.card.what == "chord mi7" }
        #expect(inTime.count == 12 && inTime.allSatisfy { $0.median == 0 && $0.isKnown })
        #expect(schedule.entries.allSatisfy { !$0.isSlow })
    }

    @Test func aForgetfulLearnerHasShorterIntervals() {
        // Half of the answers on the due days are wrong.
        var log = PracticeLog()
        for day in 0..<40 {
            for root in 0..<12 {
                log.add(
                    attempt(
                        "play \(root) chord 7", day: day, milliseconds: 3000, quality: (day + root) % 2 == 0 ? 4 : 1))
            }
        }
        for day in [41, 42, 48] { log.add(attempt("play 0 chord mi7", day: day, milliseconds: 3000, quality: 4)) }
        let schedule = Schedule(log, on: firstDay + 49, minutes: 20)
        let entry = schedule.entries.first { $0.card.what == "chord mi7" }
        // SM-2 alone would wait for fifteen days.
        #expect(entry.map { $0.interval < 10 } == true)
    }

    /// With eighty cards that are never right and time for thirty, each waits for a few days.
    @Test func intervalsAreStretchedWhenThereIsNoTime() {
        var log = PracticeLog()
        for day in 0..<10 {
            for root in 0..<12 {
                for type in ["7", "mi7", "ma7", "mi", "ma", "6"] {
                    log.add(attempt("play \(root) chord \(type)", day: day, milliseconds: 30_000, quality: 1))
                }
            }
        }
        let short = Schedule(log, on: firstDay + 10, minutes: 5)
        let long = Schedule(log, on: firstDay + 10, minutes: 20)
        #expect(short.capacity < 10 && long.capacity > short.capacity)
        let (shortWait, longWait) = (short.entries[0].interval, long.entries[0].interval)
        #expect(shortWait > longWait && longWait > 1)
        // On an average day, no more is due than there is time for.
        #expect(short.entries.count / shortWait <= short.capacity && long.entries.count / longWait <= long.capacity)
    }

    @Test func theOrderOfAnswersDoesNotMatter() {
        var attempts: [Attempt] = []
        var random = XorshiftGenerator(state: 8)
        for day in 0..<60 {
            for root in 0..<12 where Int.random(in: 0..<3, using: &random) == 0 {
                attempts.append(
                    attempt(
                        "play \(root) chord 7", day: day, milliseconds: Int.random(in: 500...9000, using: &random),
                        quality: Int.random(in: 0...5, using: &random)))
            }
        }
        let schedule = Schedule(PracticeLog(attempts), on: firstDay + 60, minutes: 10)
        for _ in 0..<20 {
            #expect(
                Schedule(PracticeLog(attempts.shuffled(using: &random)), on: firstDay + 60, minutes: 10) == schedule)
        }
    }

    /// The learner's median is that of the last month with practice.
    @Test func anAbsenceDoesNotChangeTheSpeed() {
        let log = practiced { 2500 + 100 * $0 }
        let before = Schedule(log, on: firstDay + 23, minutes: 10)
        let after = Schedule(log, on: firstDay + 400, minutes: 10)
        #expect(before.speed == after.speed && before.entries == after.entries)
        #expect(before.due.isEmpty && after.due.count == 12)
    }
}
