import Harmony
import JSONText
import Practice
import Testing

private let monday: Int64 = 1_764_000_000

private func card(_ text: String) -> CardID { CardID(text)! }

/// Random attempts over a year.
private func attempts(_ count: Int, seed: UInt64, spacing: Int64 = 5) -> [Attempt] {
    var random = XorshiftGenerator(state: seed)
    let cards = [
        "play 0 chord 7", "play 5 chord 7", "play 10 upper-structure VI", "name 3 chord mi7",
        "play 2 voicing mi7 rootless-a", "hear 9 scale Dorian", "play 4 row Cma7/E",
    ].map(card)
    var at = monday
    return (0..<count).map { _ in
        at += Int64.random(in: 1...spacing, using: &random)
        let outcome = Outcome.allCases.randomElement(using: &random)!
        return Attempt(
            cards.randomElement(using: &random)!, at: Timestamp(at: at), outcome,
            milliseconds: Int.random(in: 300...9000, using: &random),
            quality: Int.random(in: 0...5, using: &random), isPlayed: Bool.random(using: &random))
    }
}

private func schedule(_ log: PracticeLog, on day: Int) -> Schedule { Schedule(log, on: day, minutes: 10) }

private func due(_ log: PracticeLog, on day: Int) -> [CardID] { schedule(log, on: day).review }

/// The first answer to each card on each day, in Greenwich.
private func firstOfDay(_ attempts: [Attempt]) -> [Attempt] {
    var seen: Set<String> = []
    return attempts.filter { seen.insert($0.card.text + " \($0.stamp.at / 86_400)").inserted }
}

@Suite struct AttemptTests {
    @Test func linesRoundTrip() {
        for (index, attempt) in attempts(500, seed: 1).enumerated() {
            var attempt = attempt
            if index % 2 == 0 { attempt.stamp.minutesEast = 5 * index - 1200 }
            if index % 3 == 0 { attempt.stamp.wrongClock = attempt.stamp.at + 86_401 }
            #expect(Attempt(line: attempt.line) == attempt)
        }
    }

    @Test(arguments: [
        "", "1764000000", "x right 1840 5 played play 0 chord 7", "1764000000 good 1840 5 played play 0 chord 7",
        "1764000000 right -5 5 played play 0 chord 7", "1764000000 right 1840 6 played play 0 chord 7",
        "1764000000 right 1840 5 sung play 0 chord 7", "1764000000 right 1840 5 played play 0 chord H",
        "9999999999999 right 1840 5 played play 0 chord 7", "1764000000+1441 right 1840 5 played play 0 chord 7",
        "1764000000+ right 1840 5 played play 0 chord 7", "1764000000~x right 1840 5 played play 0 chord 7",
    ])
    func damagedLinesAreRejected(_ line: String) { #expect(Attempt(line: line) == nil) }
}

@Suite struct PracticeLogTests {
    @Test func theOrderOfAddingDoesNotMatter() {
        let some = attempts(400, seed: 2, spacing: 40_000)
        let log = PracticeLog(some)
        var random = XorshiftGenerator(state: 3)
        for _ in 0..<10 {
            let other = PracticeLog(some.shuffled(using: &random) + some.prefix(50))
            #expect(
                other.cards == log.cards && other.days() == log.days()
                    && schedule(other, on: 20_500).rows == schedule(log, on: 20_500).rows
            )
        }
        #expect(log.days().reduce(0) { $0 + $1.count } == firstOfDay(some).count)
    }

    @Test func cardsUseTheFirstAnswerOfEachDay() {
        let some = attempts(300, seed: 4, spacing: 40_000)
        let log = PracticeLog(some)
        var cards: [CardID: Card] = [:]
        for attempt in firstOfDay(some) {
            cards[attempt.card] = (cards[attempt.card] ?? Card()).reviewed(
                attempt.quality, on: Int(attempt.stamp.at / 86_400))
        }
        #expect(log.cards == cards)
    }

    @Test func theLastPracticedRowIsFirst() {
        var random = XorshiftGenerator(state: 13)
        for _ in 0..<50 {
            var log = PracticeLog()
            var last: [String: Int64] = [:]
            for at in (0..<40).map({ monday + 86_400 * Int64($0) }) {
                let what = ["chord 7", "chord mi7", "scale Dorian"].randomElement(using: &random)!
                last[what] = at
                log.add(
                    Attempt(
                        card("play \(Int.random(in: 0..<12, using: &random)) \(what)"), at: Timestamp(at: at), .right,
                        milliseconds: 900, quality: 4, isPlayed: true))
            }
            let day = log.day(of: Timestamp(at: monday)) + 40
            #expect(schedule(log, on: day).rows.map(\.what) == last.keys.sorted { last[$0]! > last[$1]! })
        }
    }

    @Test func daysAreLocal() {
        // 23:30 in Greenwich is the next day in Berlin, and the same day in New York.
        let late = monday - monday % 86_400 + 84_600
        let day = Int(late / 86_400)
        func found(_ at: Int64, _ minutes: Int?, elsewhere: Int = 0) -> Int {
            PracticeLog(minutesEast: elsewhere).day(of: Timestamp(at: at, minutesEast: minutes))
        }
        #expect(found(late, nil) == day && found(late, 60) == day + 1 && found(late, nil, elsewhere: 60) == day + 1)
        #expect(
            found(late, -300) == day && found(late - 84_600, -300) == day - 1 && found(late, -300, elsewhere: 60) == day
        )
    }

    @Test func onlyWrittenTimestampsAreRead() {
        for stamp in [
            Timestamp(at: 0), Timestamp(at: 1_790_000_000, minutesEast: -300),
            Timestamp(at: 1_790_000_000, minutesEast: 0, wrongClock: 1_924_905_600),
        ] {
            #expect(Timestamp(stamp.text) == stamp)
        }
        for text in [
            "", "~1790000000", "1790000000~", "+1790000000+120", "1790000000++120", "1790000000+", "01", "-5",
        ] {
            #expect(Timestamp(text) == nil, "\(text)")
        }
    }

    /// Two minutes after midnight is no new day for the memory. The second answer only moves the card.
    @Test func practiceOverMidnightIsOneSitting() {
        let midnight = monday - monday % 86_400
        let day = Int(midnight / 86_400)
        func log(_ times: [Int64]) -> PracticeLog {
            PracticeLog(
                times.map {
                    Attempt(
                        card("play 3 chord 7"), at: Timestamp(at: midnight + $0), .right, milliseconds: 900,
                        quality: 5, isPlayed: true)
                })
        }
        // SM-2 repeats a card after one day, then after six.
        let sitting = log([-180, 60])
        #expect(sitting.card(card("play 3 chord 7"))?.interval == 1 && due(sitting, on: day).isEmpty)
        #expect(sitting.days().map(\.count) == [1, 1] && !due(sitting, on: day + 1).isEmpty)
        #expect(log([-180, 60, 86_400]).card(card("play 3 chord 7"))?.due == day + 7)
        #expect(log([-180, 2 * 3600]).card(card("play 3 chord 7"))?.interval == 6)
        // The order of adding does not matter, nor do answers that are only counted.
        #expect(log([86_400, 60, -180]).cards == log([-180, 60, 86_400]).cards)
        let many = (0..<PracticeLog.maximumKept).map { 86_400 + Int64($0) }
        #expect(log([-180, 60] + many).cards == log([-180, 60] + many.prefix(2)).cards)
    }

    @Test func theSameLineTwiceIsOneAnswer() throws {
        let line = "1764000000 right 900 5 played play 3 chord 7"
        var log = PracticeLog()
        let file = #"{"format":"chord-combiner-practice","version":2,"attempts":["\#(line)","\#(line)"]}"#
        let imported = try log.add(file)
        #expect(imported.newCount == 1 && imported.knownCount == 1 && imported.damagedCount == 0)
        let answer = "answer 1764000000 0 0 tenth,tenth,middle d48:350 play chord 7"
        log.add(lines: answer + "\n" + answer)
        log.add(lines: answer)
        #expect(log.played == [answer])
    }

    /// Two answers that a wrong clock gave, corrected to the same second.
    @Test func anotherAnswerInTheSameSecondHidesNoDuplicate() {
        let attempts = [1, 2].map {
            Attempt(
                card("play 3 chord 7"),
                at: Timestamp(at: monday, wrongClock: monday + 86_400 * Int64($0 + 1)), .right, milliseconds: 900,
                quality: 5, isPlayed: true)
        }
        let own = Attempt(
            card("play 3 chord 7"), at: Timestamp(at: monday), .right, milliseconds: 900, quality: 5, isPlayed: true)
        var log = PracticeLog()
        for attempt in [own] + attempts + [own] { log.add(attempt, now: monday) }
        #expect(log.days().map(\.minutes) == [1] && log.json["attempts"]?.array?.count == 3)
    }

    /// Answers before and after midnight keep their days after a change of clocks or time zone.
    @Test(arguments: [(120, 60), (-240, -300), (570, 630), (540, -480), (-480, 840)])
    func anAnswerKeepsItsDayInAnotherTimeZone(minutes: Int, later: Int) throws {
        let midnight = monday - monday % 86_400 - Int64(60 * minutes)
        let lines = [midnight - 600, midnight + 1200].map {
            "\(Timestamp(at: $0, minutesEast: minutes).text) right 900 5 played play 3 chord 7"
        }
        var log = PracticeLog(minutesEast: later)
        log.add(lines: lines.joined(separator: "\n"))
        #expect(log.days().map(\.day) == [Int(monday / 86_400) - 1, Int(monday / 86_400)])
        // Exporting and importing elsewhere keeps the days.
        var other = PracticeLog(minutesEast: later - 60)
        _ = try other.add(log.json.text)
        #expect(other.days() == log.days() && other.cards == log.cards)
    }

    @Test func futureTimesCountAsNow() throws {
        let wrong = monday + 5 * 31_536_000
        let line = "\(wrong)+60 right 900 5 played play 3 chord 7"
        let today = Int(monday / 86_400)
        var log = PracticeLog()
        let corrections = log.add(lines: line, now: monday)
        #expect(corrections.count == 1 && log.days().map(\.day) == [today])
        #expect(due(log, on: today + 1) == [card("play 3 chord 7")])
        // Two days later both lines are there. Nothing is corrected again, and an answer of that day counts.
        let later = monday + 2 * 86_400
        var next = PracticeLog()
        let again = next.add(lines: line + "\n" + corrections[0], now: later)
        #expect(again.isEmpty)
        #expect(due(next, on: today + 2).count == 1 && next.days().map(\.day) == [today])
        next.add(
            Attempt(
                card("play 3 chord 7"), at: Timestamp(at: later), .right, milliseconds: 900, quality: 5, isPlayed: true)
        )
        #expect(due(next, on: today + 2).isEmpty && next.cards[card("play 3 chord 7")]?.repetitions == 2)
        var copy = PracticeLog()
        _ = try copy.add(next.json.text, now: later)
        #expect(copy.records == next.records && copy.days() == next.days())
        // The other clock was wrong.
        var right = PracticeLog()
        let rightAgain = right.add(lines: line + "\n" + corrections[0], now: wrong)
        #expect(rightAgain.isEmpty && right.days().map(\.day) == [Int((wrong + 3600) / 86_400)])
        // A time up to a day ahead may come from another time zone.
        var ahead = PracticeLog()
        let aheadAgain = ahead.add(lines: "\(monday + 80_000) right 900 5 played play 3 chord 7", now: monday)
        #expect(aheadAgain.isEmpty && ahead.days(until: today).map(\.day) == [today])
    }

    @Test func futureTotalsDoNotHideAttempts() throws {
        let today = Int(monday / 86_400)
        let text = """
            {"format":"chord-combiner-practice","version":1,"attempts":[],\
            "totals":["9 8 \(monday + 86_400 * 900) 2500 3 16 \(today + 916) 0 \(today + 900) play 3 chord \
            7"],"days":["\(today + 900) 9 8 5000"]}
            """
        var log = PracticeLog()
        _ = try log.add(text, now: monday)
        #expect(log.days().map(\.day) == [today] && due(log, on: today + 16).count == 1)
        let isNew = log.add(
            Attempt(
                card("play 3 chord 7"), at: Timestamp(at: monday + 86_400), .right, milliseconds: 9, quality: 5,
                isPlayed: true))
        #expect(isNew)
    }

    /// The engine of the page has integers of 32 bits.
    @Test func numbersOfDamagedFilesAreBounded() throws {
        let today = Int(monday / 86_400)
        func log(_ members: String) throws -> PracticeLog {
            var log = PracticeLog()
            let text = #"{"format":"chord-combiner-practice","version":1,"attempts":[],\#(members)}"#
            #expect(try log.add(text, now: monday).damagedCount == 0)
            return log
        }
        let ahead = try log(#""totals":["9 8 \#(monday) 2500 3 16 \#(today + 16) 0 999999999 play 3 chord 7"]"#)
        #expect(schedule(ahead, on: today).entries.map(\.last) == [today + 1])
        let day = #""\#(today) 999999999 999999999 253402300799""#
        let full = try log(#""days":[\#(day),\#(day),\#(day)]"#).days()[0]
        #expect(full.count == 999_999_999 && full.rightCount == 999_999_999 && full.minutes < 5_000_000)
    }

    @Test func sizeDependsOnCardsNotOnTime() throws {
        let many = attempts(14_400, seed: 5)
        let log = PracticeLog(many)
        let kept = log.records.values.reduce(0) { $0 + $1.attempts.count }
        #expect(kept == 7 * PracticeLog.maximumKept)
        #expect(MemoryLayout<PracticeLog.CompactAttempt>.stride <= 24)
        // All counts are complete.
        let first = firstOfDay(many)
        #expect(log.days().reduce(0) { $0 + $1.count } == first.count)
        #expect(
            log.days().reduce(0) { $0 + $1.rightCount } == first.filter { $0.outcome.isRight && $0.quality >= 4 }.count)
        // Another device gets everything by import.
        var other = PracticeLog()
        let said = try other.add(log.json.text)
        #expect(said.newCount == kept && other.records == log.records && other.days() == log.days())
    }

    @Test func anImportMerges() throws {
        let all = attempts(300, seed: 6, spacing: 40_000)
        var one = PracticeLog(all.prefix(200))
        let other = PracticeLog(all.suffix(150))
        let said = try one.add(other.json.text)
        #expect(said.newCount == 100 && said.knownCount == 50 && said.damagedCount == 0)
        #expect(said.sentence == "Imported 100 new answers. 50 were already here.")
        func isWhole() -> Bool { one.cards == PracticeLog(all).cards && one.days() == PracticeLog(all).days() }
        #expect(isWhole())
        #expect(try one.add(one.json.text).newCount == 0 && isWhole())
    }

    @Test func damagedEntriesAreCountedAndReported() throws {
        var log = PracticeLog()
        let text =
            #"""
            {"format":"chord-combiner-practice","version":1,\#
            "attempts":["1764000000 right 1840 5 played play 0 chord 7",7,"nonsense"],"totals":["1 2"],"days":[null]}
            """#
        let said = try log.add(text)
        #expect(said.sentence == "Imported 1 new answer. 4 entries could not be read.")
        #expect(log.cards.count == 1)
    }

    @Test(arguments: [
        ("", "This is not JSON: expected a value at byte 0."),
        ("[]", "This is not a practice log: expected an object with “format”: “chord-combiner-practice”."),
        (
            #"{"format":"chord-combiner-practice","version":3,"attempts":[]}"#,
            "This practice log has version 3. This program reads up to version 2."
        ),
    ])
    func otherFilesAreRejectedWithAMessage(_ text: String, _ message: String) {
        var log = PracticeLog()
        #expect { try log.add(text) } throws: { ($0 as? PracticeLogError)?.message == message }
    }

    @Test func theTableHasMaterialByKey() throws {
        var log = PracticeLog()
        func add(_ text: String, _ outcome: Outcome, _ milliseconds: Int, after seconds: Int64) {
            log.add(
                Attempt(
                    card(text), at: Timestamp(at: monday + seconds), outcome, milliseconds: milliseconds,
                    quality: outcome == .right ? 5 : 1, isPlayed: true))
        }
        // The median of a kind is 3 s, so more than 4.2 s is slow.
        for root in 0..<5 { add("play \(root) chord 7", .right, 3000, after: Int64(root)) }
        add("play 7 chord 7", .right, 4300, after: 10)
        add("play 8 chord 7", .right, 4100, after: 11)
        add("play 9 chord 7", .wrong, 2500, after: 12)
        add("hear 0 upper-structure VI", .right, 1900, after: 86_400)
        let day = log.day(of: Timestamp(at: monday)) + 1
        let rows = schedule(log, on: day).rows
        #expect(rows.map(\.what) == ["upper-structure VI", "chord 7"] && rows[1].cells.count == 12)
        let cells = rows[1].cells
        #expect(cells.compactMap { $0 }.count == 8 && cells[5] == nil)
        #expect(cells[7]?.isKnown == false && cells[7]?.isRight == true && cells[7]?.median == 4300)
        #expect(cells[8]?.isKnown == true && cells[9]?.isRight == false && cells[9]?.median == 2500)
        // A new card is due on the next day.
        #expect(due(log, on: day - 1).isEmpty && due(log, on: day).count == 8 && cells[7]?.isDue(on: day) == true)
    }

    @Test func whatGotFasterIsCompared() {
        var log = PracticeLog()
        func add(_ text: String, _ times: [Int], from day: Int64, isRight: Bool = true) {
            for (index, time) in times.enumerated() {
                log.add(
                    Attempt(
                        card(text), at: Timestamp(at: monday + 86_400 * (day + Int64(index))),
                        isRight ? .right : .wrong,
                        milliseconds: time, quality: isRight ? 5 : 1, isPlayed: true))
            }
        }
        // Before the thirty days 4 s, now half of that. The wrong answers do not count.
        add("play 0 chord 7", [9000, 4000, 4100, 3900, 4000, 4000], from: 0)
        add("play 0 chord 7", [2000, 2100, 1900], from: 50)
        add("play 0 chord 7", [100, 100, 100], from: 53, isRight: false)
        // As slow as before, and a tenth faster.
        add("play 1 chord 7", [4000, 4000, 4000], from: 0)
        add("play 1 chord 7", [3600, 3600, 3600], from: 50)
        // Younger than thirty days: its second half is compared with the first.
        add("play 2 chord 7", [5000, 5000, 5000, 4000, 3000, 4000], from: 48)
        // Too few answers, and none lately.
        add("play 3 chord 7", [5000, 5000, 1000, 1000, 1000], from: 48)
        add("play 4 chord 7", [5000, 5000, 5000, 1000, 1000, 1000], from: 0)
        let gains = log.gains(until: log.day(of: Timestamp(at: monday)) + 60)
        #expect(gains.map(\.card.text) == ["play 0 chord 7", "play 2 chord 7"])
        #expect(gains.map(\.before) == [4000, 5000] && gains.map(\.now) == [2000, 4000])
    }

    @Test func daysHaveDates() {
        // 1 January and 1 March 1970, 29 February 2000, 24 November 2026, 31 December 2099.
        let dates = [(0, 1, 1), (59, 1, 3), (11_016, 29, 2), (20_781, 24, 11), (47_481, 31, 12)]
        for (number, day, month) in dates {
            let date = Timestamp.date(of: number)
            #expect(date.day == day && date.month == month, "\(number) \(date)")
        }
        // Every day up to 2400, counted on: years of 365 or 366 days.
        var (year, month, day) = (1970, 1, 1)
        for number in 0..<157_054 {
            let text = Timestamp.text(of: number)
            #expect(Timestamp.date(of: number) == (year, month, day) && Timestamp.day(text) == number, "\(text)")
            let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            day += 1
            if day > days[month - 1] { (month, day) = (month % 12 + 1, 1) }
            if month == 1, day == 1 { year += 1 }
        }
        #expect((year, month, day) == (2400, 1, 1))
        #expect(Timestamp.text(of: 20_781) == "2026-11-24")
        for text in ["2026-02-29", "2026-11-31", "2026-13-01", "2026-00-01", "1969-12-31", "2026-1-01", "2026/01/01"] {
            #expect(Timestamp.day(text) == nil, "\(text)")
        }
    }

    @Test func adviceBeginsWithShellsThenDueCards() throws {
        var log = PracticeLog()
        #expect(
            log.advice(schedule(log, on: 1)).sentence == "Start with shells: root, third and seventh define a chord.")
        log.add(
            Attempt(
                card("play 10 chord mi7"), at: Timestamp(at: monday), .right, milliseconds: 1000, quality: 5,
                isPlayed: true))
        let day = log.day(of: Timestamp(at: monday))
        // The first course begins with major triads.
        let new = log.advice(schedule(log, on: day))
        #expect(new.sentence == "Everything you have practised is fresh. Try something new: C.", "\(new.sentence)")
        #expect(new.start == .exercise(try Exercise(words: "play chord ma")))
        let due = log.advice(schedule(log, on: day + 1))
        #expect(due.sentence == "Review what is due: B♭mi7." && due.start == .due)
        log.add(
            Attempt(
                card("play 4 upper-structure VI"), at: Timestamp(at: monday), .wrong, milliseconds: 1000, quality: 1,
                isPlayed: true))
        let weak = log.advice(schedule(log, on: day)).sentence
        #expect(weak == "Needs work: E7 with C♯ on top. Take it slowly through the keys from there.", "\(weak)")
        #expect(
            log.advice(schedule(log, on: day + 1)).sentence == "Review what is due, beginning with B♭mi7.",
            "\(log.advice(schedule(log, on: day + 1)).sentence)")
    }

    /// By ear, nothing comes before it was played: the cards by ear of major triads follow those to be played.
    @Test func adviceSuggestsNothingByEar() throws {
        var log = PracticeLog()
        for root in 0..<12 {
            log.add(
                Attempt(
                    card("play \(root) chord ma"), at: Timestamp(at: monday), .right, milliseconds: 1000, quality: 5,
                    isPlayed: true))
        }
        guard case .exercise(let exercise) = log.advice(schedule(log, on: log.day(of: Timestamp(at: monday)))).start
        else { return #expect(Bool(false)) }
        #expect(exercise.task == .play && exercise.material != .chord(ChordType(DegreeSet("1 3 5")!)))
    }

    /// The advice continues the course of the last new card.
    @Test func withNothingDueAdviceFindsNewMaterial() throws {
        var log = PracticeLog()
        for root in 0..<12 {
            log.add(
                Attempt(
                    card("play \(root) voicing 7 shell"), at: Timestamp(at: monday), .right, milliseconds: 1000,
                    quality: 5, isPlayed: true))
        }
        let advice = log.advice(schedule(log, on: log.day(of: Timestamp(at: monday))))
        #expect(advice.sentence == "Everything you have practised is fresh. Try something new: Cmi7, shell.")
        #expect(advice.start == .exercise(try Exercise(words: "play voicing mi7 shell")))
    }
}
