import Foundation
import Interface
import Practice
import Sync
import Testing

/// 24 November 2026, 00:00 UTC.
private let firstDate = 1_795_478_400

/// A learner in the daily session, with a log that grows from day to day.
private struct Learner {
    var visitor: Visitor
    /// All stored lines.
    private(set) var lines: [String]
    /// The stored lines of this visit.
    private(set) var added: [String] = []
    /// What is stored of the session.
    private(set) var sitting = ""
    /// Milliseconds since `firstDate`.
    private(set) var time: Int
    private let minutesEast: Int

    init(
        _ route: String, at time: Int = 0, lines: [String] = [], sitting: String = "", minutesEast: Int = 60
    ) throws {
        self.time = time
        self.lines = lines
        self.sitting = sitting
        self.minutesEast = minutesEast
        visitor = try Visitor(route, remembered: sitting.isEmpty ? [] : [("sitting", sitting)])
        setClock()
        try send("practise adopt here {now} {date}", lines.joined(separator: "\n"))
        try wait(0)
    }

    private mutating func setClock() {
        visitor.now = time
        visitor.date = "\(firstDate + time / 1000)" + (minutesEast < 0 ? "-" : "+") + "\(abs(minutesEast))"
    }

    private mutating func take() {
        for effect in visitor.effects {
            if effect[0] == "keepPractice" {
                lines.append(effect[1])
                added.append(effect[1])
            }
            if effect[0] == "rememberPracticeSession" { sitting = effect[1] }
        }
    }

    mutating func send(_ action: String, _ value: String? = nil) throws {
        try visitor.send(action, value)
        take()
    }

    mutating func press(_ name: String) throws {
        try visitor.press(name)
        take()
    }

    mutating func pass(_ milliseconds: Int) {
        time += milliseconds
        setClock()
    }

    mutating func wait(_ milliseconds: Int) throws {
        pass(milliseconds)
        try send("practise look {now} {date}")
    }

    /// Answers the question with cards.
    /// - Parameter isRight: ignored by ear, where one of the offered answers is chosen.
    mutating func answer(after milliseconds: Int, isRight: Bool, choosing index: Int = 0) throws {
        try wait(milliseconds)
        if isOver { return }
        if visitor.find({ $0.classes.contains("choice") }) != nil {
            try send("practise choose {now} {date} \(index)")
            // The feedback on a right answer ends by itself.
            try wait(601)
            if visitor.has("Next") { try press("Next") }
        } else {
            try press("Show answer")
            try press(isRight ? "I knew it" : "Not yet")
        }
    }

    /// Plays chords on a MIDI keyboard, with so many milliseconds from one to the next.
    mutating func play(_ chords: [[Int]], every milliseconds: Int) throws {
        for chord in chords {
            for pitch in chord { try send("play midi", "\(time) 1 90" + hex(pitch) + "40") }
            try wait(200)
            for pitch in chord { try send("play midi", "\(time) 1 80" + hex(pitch) + "40") }
            try wait(milliseconds - 200)
        }
    }

    /// The keys that are shown as the answer.
    func lit() throws -> [Int] {
        try visitor.part("practise-keys").all().map(\.element).filter { $0.classes.contains("lit") }
            .compactMap { $0["data-pitch"].flatMap { Int($0) } }
    }

    private func hex(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }

    var isOver: Bool { (try? visitor.part("practise-sign").text.contains("right on the first try")) == true }

    func sign() throws -> String { try visitor.part("practise-sign").text }

    /// What shows the place in the session: the question, and the time that is left.
    func shown() throws -> [String] { [try sign(), try head()] }

    func head() throws -> String { try visitor.part("practise-head").text }
}

@Suite struct ChoosingTheDailySession {
    private func start(in visitor: Visitor) -> HTMLElement? { visitor.find { $0.classes.contains("today") } }

    @Test func itIsTheFirstThingAndRemembersItsLength() throws {
        var learner = try Learner("/practise")
        #expect(start(in: learner.visitor)?.text == "Today · 10 min")
        #expect(start(in: learner.visitor)?["href"] == "/practise/today/10/cards")
        let links = learner.visitor.every { $0.tag == "a" && $0["href"]?.hasPrefix("/practise/") == true }
        #expect(links.first?["href"] == "/practise/today/10/cards")
        try learner.press("20 min")
        #expect(learner.visitor.effect("settings") == ["today", "20"])
        try learner.press("Instrument")
        #expect(learner.visitor.effect("settings") == ["today", "20 piano"])
        #expect(start(in: learner.visitor)?["href"] == "/practise/today/20")
        let later = try Visitor("/practise", remembered: [("today", "15 piano")])
        #expect(start(in: later)?["href"] == "/practise/today/15")
        for word in ["7", "010", "organ"] { #expect(!App.understands(action: "practise plan " + word, value: nil)) }
        // Damaged records change nothing.
        let damaged = try Visitor("/practise", remembered: [("today", "7 organ")])
        #expect(start(in: damaged)?["href"] == "/practise/today/10/cards")
    }

    @Test(arguments: ["7", "10/piano", "ten", "10/cards/x"])
    func otherAddressesAreExplained(_ words: String) throws {
        #expect(try Visitor("/practise/today/" + words).find { $0["role"] == "alert" }?.text.isEmpty == false)
    }

    @Test func theShortAddressIsCompleted() throws {
        #expect(try Visitor("/practise/today").address == "/practise/today/10/cards")
    }
}

@Suite struct DailySession {
    /// Random answers over many days: the end, the results and the export say the same, and the time is kept.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func allNumbersAgree(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var lines: [String] = []
        let usual = Int.random(in: 3500...9000, using: &random)
        for day in 0..<4 {
            var learner = try Learner(
                "/practise/today/5/cards", at: 86_400_000 * day + 3_600_000, lines: lines)
            let start = learner.time
            while !learner.isOver {
                try learner.answer(
                    after: usual * Int.random(in: 50...200, using: &random) / 100,
                    isRight: Int.random(in: 0..<4, using: &random) > 0, choosing: Int.random(in: 0..<4, using: &random))
                #expect(learner.added.count < 200)
            }
            // Five minutes, ±10 %.
            #expect(abs(learner.time - start - 300_000) <= 30_000, "\(learner.time - start)")

            // A card is right if its first answer was: `1795478400+60 right 1840 5 played play 10 chord mi7`.
            var firsts: [String: Bool] = [:]
            for line in learner.added {
                let words = line.split(separator: " ").map { String($0) }
                let card = words.dropFirst(5).joined(separator: " ")
                if firsts[card] == nil { firsts[card] = words[1] == "right" && Int(words[3])! >= 4 }
            }
            let right = firsts.values.filter { $0 }.count
            let sign = try learner.sign()
            #expect(sign.contains("\(right) of \(firsts.count)"), "\(sign)")
            #expect(try learner.head().contains("0 min left"))
            try learner.send("practise export")
            let download = try #require(learner.visitor.effect("download")?.last)
            #expect(Set(lines + learner.added).allSatisfy { download.contains($0) })
            try learner.visitor.go(to: "/practise/results")
            let days = try #require(learner.visitor.find { $0.classes.contains("day-list") }).text
            let cards = firsts.count == 1 ? "1 card" : "\(firsts.count) cards"
            #expect(days.contains(cards + ", \(right) right on the first try"), "\(days)")
            lines = learner.lines

            // Tomorrow's first screen keeps what the end promised.
            var next = try Learner("/practise", at: 86_400_000 * (day + 1) + 3_600_000, lines: lines)
            try next.press("5 min")
            let promise = try #require(sign.firstMatch(of: /Tomorrow (.* due\.)|(Nothing is due) tomorrow\./)?.output)
            let due = promise.1.map { String($0) } ?? "Nothing is due."
            let first = try next.visitor.part("practise-advice").text
            #expect(first.contains(" " + due), "\(sign) – \(first)")
        }
    }

    @Test func itEndsWithASentenceAndAPreview() throws {
        var learner = try Learner("/practise/today/5/cards")
        while !learner.isOver { try learner.answer(after: 9000, isRight: learner.added.count != 2) }
        let sign = try learner.sign()
        #expect(sign.contains("You practised ") && sign.contains(" needs work."))
        // All cards are new, and new cards are due on the next day.
        let cards = Set(learner.added.map { $0.split(separator: " ").dropFirst(5).joined(separator: " ") })
        #expect(sign.contains("\(cards.count) of them new") && sign.contains("Tomorrow \(cards.count) cards are due."))
        #expect(sign.contains("Next new: "))
        #expect(learner.visitor.announced.contains("Done."))
        try learner.press("Again")
        #expect(try learner.head().contains("5 min left"))
        #expect(!learner.isOver)
    }

    @Test func aReloadContinuesTheSameSession() throws {
        var learner = try Learner("/practise/today/5/cards")
        for index in 0..<12 { try learner.answer(after: 6000, isRight: index % 3 > 0) }
        let shown = try learner.shown()
        #expect(shown[1].contains("4 min left"))
        // In the same time zone, and on the other side of the date line.
        for minutesEast in [60, -600, 840] {
            var again = try Learner(
                "/practise/today/5/cards", at: learner.time + 60_000, lines: learner.lines.shuffled(),
                sitting: learner.sitting, minutesEast: minutesEast)
            #expect(try again.shown() == shown)
            while !again.isOver { try again.answer(after: 6000, isRight: true) }
            // The end is shown again.
            let end = try Learner(
                "/practise/today/5/cards", at: again.time + 5000, lines: again.lines, sitting: again.sitting,
                minutesEast: minutesEast)
            #expect(try end.shown() == again.shown())
            #expect(end.isOver)
        }
        // On the next day, another session begins.
        let next = try Learner(
            "/practise/today/5/cards", at: learner.time + 86_400_000, lines: learner.lines, sitting: learner.sitting)
        #expect(try next.head().contains("5 min left"))
    }

    @Test func anotherScreenDoesNotEndIt() throws {
        var learner = try Learner("/practise/today/5/cards")
        for _ in 0..<3 { try learner.answer(after: 6000, isRight: true) }
        let shown = try learner.shown()
        try learner.visitor.go(to: "/help")
        learner.pass(600_000)
        try learner.visitor.go(to: "/practise/today/5/cards")
        try learner.wait(0)
        #expect(try learner.shown() == shown)
    }

    @Test func anAnswerInAnotherTabCountsHere() throws {
        var one = try Learner("/practise/today/5/cards")
        try one.answer(after: 6000, isRight: true)
        var two = try Learner("/practise/today/5/cards", at: one.time, lines: one.lines, sitting: one.sitting)
        try one.answer(after: 6000, isRight: true)
        #expect(try two.sign() != one.sign())
        two.pass(6500)
        try two.send("practise learn", one.lines.last)
        #expect(two.visitor.effect("schedulePracticeUpdate") != nil)
        try two.wait(0)
        #expect(try two.shown() == one.shown())
    }

    @Test func pausesAndAbsenceDoNotCount() throws {
        var learner = try Learner("/practise/today/5/cards")
        try learner.answer(after: 5000, isRight: true)
        try learner.press("Pause")
        learner.pass(1_000_000)
        try learner.press("Pause")
        try learner.answer(after: 5000, isRight: true)
        try learner.send("practise leave {now} {date}")
        try learner.answer(after: 1_000_000, isRight: true)
        // The learner leaves without a trace, and the device sleeps.
        try learner.answer(after: 1_000_000, isRight: true)
        // 5 s + (5 + 5 s) + (0 + 5 s) + (60 + 5 s): at most 85 of 300 s.
        #expect(try learner.head().contains("4 min left"))
        let times = learner.added.map { Int($0.split(separator: " ")[2])! }
        #expect(times == [5000, 5000, 0, 60_000])
    }

    /// Three sessions of twenty minutes. Every few answers the page is loaded again, perhaps with other clocks, the
    /// device sleeps, another tab answers, or the disk is full for a while.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func anHourWithInterruptionsAddsUp(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var minutesEast = 60
        var learner = try Learner("/practise/today/20/cards", at: 43_200_000, minutesEast: minutesEast)
        var others: [String] = []
        func reloaded(after milliseconds: Int = 0) throws -> Learner {
            try Learner(
                "/practise/today/20/cards", at: learner.time + milliseconds,
                lines: (learner.lines + others).shuffled(using: &random), sitting: learner.sitting,
                minutesEast: minutesEast)
        }
        for session in 0..<3 {
            if session > 0 { try learner.press("Again") }
            while !learner.isOver {
                let thinking = Int.random(in: 1500...9000, using: &random)
                switch Int.random(in: 0..<40, using: &random) {
                case 0:
                    // Summer time begins or ends, or the learner crosses the Atlantic.
                    minutesEast = [60, 120, -300].randomElement(using: &random)!
                    learner = try reloaded(after: 2000)
                    others = []
                case 1:
                    try learner.send("practise leave {now} {date}")
                    learner.pass(300_000)
                    try learner.wait(0)
                case 2:
                    var other = try reloaded()
                    try other.answer(after: thinking, isRight: true)
                    others += other.added
                    learner.pass(thinking + 700)
                    for line in other.added { try learner.send("practise learn", line) }
                    try learner.wait(0)
                case 3: try learner.send("practise keeping nowhere")
                case 4: try learner.send("practise keeping here")
                default:
                    try learner.answer(
                        after: thinking, isRight: Int.random(in: 0..<5, using: &random) > 0,
                        choosing: Int.random(in: 0..<4, using: &random))
                }
                #expect(learner.lines.count < 2000)
            }
        }
        let lines = learner.lines + others
        #expect(Set(lines).count == lines.count)
        let words = lines.map { $0.split(separator: " ").map { String($0) } }
        // No interruption counts as thinking. The rest of the hour is feedback.
        let times = words.map { Int($0[2])! }
        #expect(times.max()! < 20_000)
        #expect((2_880_000...3_960_000).contains(times.reduce(0, +)), "\(times.reduce(0, +))")
        try learner.send("practise export")
        let download = try #require(learner.visitor.effect("download")?.last)
        #expect(lines.allSatisfy { download.contains($0) })
        // Each card once a day, in the time zone of its answer: `1795478400+60 right 1840 5 played play 10 chord mi7`.
        let cards = Set(
            words.map { words in
                let stamp = words[0].split(maxSplits: 1) { "+-".contains($0) }.map { Int($0)! }
                let offset = 60 * (words[0].contains("-") ? -stamp[1] : stamp[1])
                return "\((stamp[0] + offset) / 86_400) " + words.dropFirst(5).joined(separator: " ")
            })
        learner = try reloaded()
        try learner.visitor.go(to: "/practise/results")
        let days = try #require(learner.visitor.find { $0.classes.contains("day-list") }).text
        let counted = days.matches(of: /(\d+) cards?, \d+ right/).compactMap { Int($0.1) }
        #expect(counted.reduce(0, +) == cards.count, "\(days)")
    }

    @Test func theSessionEndsInTimeAlthoughAQuestionIsOpen() throws {
        var learner = try Learner("/practise/today/5/cards")
        while learner.time < 285_000 { try learner.answer(after: 5000, isRight: true) }
        try learner.wait(20_000)
        #expect(!learner.isOver)
        try learner.wait(25_000)
        #expect(learner.isOver)
        let again = try Learner(
            "/practise/today/5/cards", at: learner.time, lines: learner.lines, sitting: learner.sitting)
        #expect(again.isOver)
    }

    @Test func aChangeIsOneCardWithTheTimeBetweenItsChords() throws {
        let old = "\(firstDate - 100 * 86_400)+60 right 3000 5 played play 2 row Cmi7 F7"
        var learner = try Learner("/practise/today/5", lines: [old])
        while try !learner.sign().contains("then G7") {
            try learner.press("Show answer")
            try learner.press("I knew it")
            try learner.wait(1000)
            #expect(learner.added.count < 20)
        }
        #expect(learner.visitor.announced.contains(", then "))
        let count = learner.added.count
        // Thinking before the first chord does not count.
        try learner.wait(4000)
        try learner.play([[50, 53, 57, 60]], every: 1300)
        #expect(learner.added.count == count)
        try learner.play([[43, 53, 55, 59, 62]], every: 1300)
        let line = try #require(learner.added.dropFirst(count).first)
        #expect(line.hasSuffix("played play 2 row Cmi7 F7"))
        let milliseconds = try #require(Int(line.split(separator: " ")[2]))
        #expect((1200...1600).contains(milliseconds))
    }
}

@Suite struct HandsFreeSession {
    /// All answers are strokes of a MIDI keyboard, by ear too, and so is the next session.
    @Test(arguments: [60, 62, 76])
    func aWholeSessionIsPlayedOnAKeyboard(_ key: Int) throws {
        let old = ["hear 0 chord 7", "hear 2 chord mi7", "hear 7 chord ma7", "play 2 row Cmi7 F7"].map {
            "\(firstDate - 9 * 86_400)+60 right 3000 5 \($0.hasPrefix("hear") ? "chosen" : "played") \($0)"
        }
        var learner = try Learner("/practise/today/5", lines: old)
        try learner.press("Show keys")
        try learner.send("play access", "granted\nin 1 Piano")
        while !learner.isOver {
            try learner.wait(3000)
            if learner.isOver { break }
            let choices = learner.visitor.every { $0.classes.contains("choice") }
            if choices.isEmpty {
                try learner.play([learner.lit()], every: 900)
            } else {
                // The buttons have the names of their keys.
                let labels = choices.compactMap { $0.first { $0.classes.contains("piano-key") }?.text }
                #expect(labels == Array(["C", "D", "E", "F"].prefix(choices.count)))
                let count = learner.added.count
                try learner.play([[key]], every: 900)
                #expect(learner.added.count == count + 1)
                // Any key goes on after a wrong answer.
                if learner.visitor.has("Next") { try learner.play([[61]], every: 900) }
                #expect(!learner.visitor.has("Next"))
            }
            #expect(learner.added.count < 200)
        }
        #expect(learner.added.contains { $0.contains(" chosen hear ") })
        #expect(learner.added.contains { $0.contains(" played play ") && $0.contains(" row ") })
        #expect(learner.added.allSatisfy { $0.contains(" chosen hear ") || $0.contains(" played play ") })
        try learner.wait(1000)
        try learner.play([[60]], every: 900)
        #expect(try !learner.isOver && learner.head().contains("5 min left"))
    }
}
