import Foundation
import Harmony
import JSONText
import Practice
import Testing

/// A pupil who plays the exercises of an assignment, not always right.
private struct Pupil {
    var visitor: Visitor
    private let words: String
    private let address: String
    private var now = 10_000
    private var state: UInt64

    /// - Parameter lines: earlier answers.
    init(
        _ exercises: [String], seed: UInt64, remembered: [(key: String, value: String)] = [], lines: [String] = []
    ) throws {
        state = seed
        words = "good 90 within 3 | " + exercises.joined(separator: " | then | ")
        address = "/practise/assignment/" + Pupil.path(words)
        visitor = try Visitor(address, remembered: remembered)
        try visitor.send("practise adopt here \(now) \(date)", lines.joined(separator: "\n"))
    }

    static func path(_ words: String) -> String {
        words.split(separator: "|").map { $0.split(separator: " ").joined(separator: "_") }.joined(separator: "/")
    }

    private var date: String { "\(1_795_478_400 + (now - 10_000) / 1000)+60" }

    private mutating func random(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state >> 33) % count
    }

    private mutating func look(after milliseconds: Int) throws {
        now += milliseconds
        visitor.now = now
        visitor.date = date
        try visitor.send("practise look \(now) \(date)")
    }

    private mutating func send(_ status: String, _ first: Int, _ second: Int) throws {
        func hex(_ number: Int) -> String { String(String(number + 256, radix: 16).dropFirst()) }
        try visitor.send("play midi", "\(now) 1 " + status + hex(first) + hex(second))
    }

    private mutating func strike(_ keys: [Int]) throws {
        let usesPedal = random(4) == 0
        if usesPedal { try send("b0", 64, 127) }
        for key in keys {
            now += random(20)
            try send("90", key, 64)
        }
        try look(after: 200)
        for key in keys { try send("80", key, 64) }
        if usesPedal { try send("b0", 64, 0) }
        try look(after: 30)
    }

    /// Opens an exercise, and answers until it is over: mostly right, sometimes at the second attempt, slowly, by
    /// grading, or not at all.
    mutating func answer(_ words: String) throws {
        try visitor.go(to: "/practise/" + Pupil.path(words))
        try look(after: 100)
        let questions = try Exercise(words: words).questions(seed: 0)
        for _ in 0..<300 {
            guard let name = visitor.find({ $0["id"] == "practise-name" })?.text.split(separator: " ").first,
                let question = questions.first(where: { $0.title() == name })
            else { return }
            let keys = question.voicing?.tones.map { $0.pitch } ?? []
            try look(after: random(4000))
            if random(5) == 0 { try strike(keys.map { $0 + 1 }) }
            switch random(10) {
            case 0: try visitor.send("practise skip \(now) \(date)")
            case 1:
                try visitor.send("practise turn \(now) \(date)")
                try visitor.send("practise grade \(now) \(date) yes")
            default: try strike(keys)
            }
            try look(after: 700)
        }
        Issue.record("\(words) has no end")
    }

    /// Plays the missing chord of all equations that are due.
    mutating func completeDue() throws {
        try visitor.go(to: "/practise/due")
        try look(after: 100)
        while let sign = visitor.find({ $0["id"] == "practise-name" })?.text {
            // Lower + upper = result, one of which is a question mark.
            let terms = sign.split { "+=".contains($0) || $0.isWhitespace }.map { String($0) }
            try #require(terms.count == 3, "\(sign)")
            let root: Int = 48 + (try Chord(terms[2])).root.pitchClass
            // C7 + A = C13(♭9) in another key.
            let missing: [Int] = terms[0] == "?" ? [0, 4, 7, 10] : [9, 13, 16]
            try look(after: 900)
            try strike(missing.map { root + $0 })
            try look(after: 700)
        }
    }

    /// Plays a scale note by note.
    mutating func playScale(_ words: String) throws {
        try visitor.go(to: "/practise/" + Pupil.path(words))
        try look(after: 100)
        for question in try Exercise(words: words).questions(seed: 0) {
            // A scale is one answer, within three seconds.
            try look(after: 100)
            try strike(question.expected.written)
        }
    }

    /// Plays an exercise in time, with every fourth chord too late.
    mutating func playInTime(_ words: String) throws {
        try visitor.go(to: "/practise/" + Pupil.path(words))
        try look(after: 100)
        try visitor.send("practise start \(now) \(date)")
        for (index, question) in try Exercise(words: words).questions(seed: 0).enumerated() {
            now += 2000
            try visitor.send("practise cue \(index) \(now)")
            now += index % 4 == 3 ? 500 : 40
            try strike(question.voicing?.tones.map { $0.pitch } ?? [])
        }
        now += 2000
        try visitor.send("practise ended")
    }

    /// Saves the result, and judges it again.
    mutating func result() throws -> JudgedResult {
        try visitor.go(to: address)
        try visitor.press("Send result")
        let file = try #require(visitor.effect("download"))
        #expect(file.prefix(2) == ["Chord Combiner assignment.json", "application/json"])
        return JudgedResult(try AssignmentResult(reading: try JSON(file[2])))
    }

    /// What the page says of each exercise: `7 of 12 good`.
    var said: [String] {
        visitor.every { $0.tag == "li" && $0.classes.contains("lesson") }.compactMap { item in
            item.text.firstMatch(of: /\d+ of \d+ good/).map { String($0.output) }
        }
    }
}

@Suite struct AssignmentsWithPiano {
    @Test func aDateCanBeTypedOver() throws {
        var visitor = try Visitor("/practise/assignment/good_90/play_chord_7")
        try visitor.send("practise adopt here {now} {date}", "")
        func due() throws -> String? { try visitor.part("assignment-due")["value"] }
        try visitor.send("practise assign due", "2026-12-05")
        // One entry of the browser's history for all that is typed.
        #expect(try due() == "2026-12-05" && visitor.effect("push") == nil)
        for typed in ["0002-12-05", "0020-12-05", "0202-12-05"] {
            try visitor.send("practise assign due", typed)
            #expect(try due() == "2026-12-05")
        }
        try visitor.send("practise assign due", "2027-12-05")
        #expect(try due() == "2027-12-05")
        try visitor.send("practise assign due", "")
        #expect(try due() == "")
        try visitor.send("practise assign drop 0")
        #expect(visitor.effect("focus") == ["assignment-conditions"] && visitor.effect("push") != nil)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>) func teacherFindsWhatThePageSays(_ seed: UInt64) throws {
        let exercises = ["play chord 7 | fifths", "play row Dmi7 G7 Cma7 | fourths from F | as-written"]
        var pupil = try Pupil(exercises, seed: seed &* 0x9E37_79B9_7F4A_7C15)
        for exercise in exercises { try pupil.answer(exercise) }
        let result = try pupil.result()
        #expect(result.parts.map { "\($0.progress.goodCount) of \($0.progress.count) good" } == pupil.said)
        #expect(result.parts.allSatisfy { $0.refuted.isEmpty && $0.judgedCount <= $0.progress.goodCount })
        #expect(result.parts.allSatisfy { $0.judgedCount > 2 }, "\(result.parts.map(\.judgedCount))")
    }

    @Test func scalesAndChordsInTimeAreJudgedAgain() throws {
        let exercises = ["play scale Dorian | through", "play chord ma7 | in time 120 beats 4"]
        var pupil = try Pupil(exercises, seed: 7)
        try pupil.playScale(exercises[0])
        try pupil.playInTime(exercises[1])
        let result = try pupil.result()
        #expect(pupil.said == ["1 of 1 good", "9 of 12 good"])
        #expect(result.parts.map(\.judgedCount) == [1, 9])
        #expect(result.parts.allSatisfy { $0.refuted.isEmpty })
    }

    @Test func equationsThatWereDueAreJudgedAgain() throws {
        // Three days ago.
        let lines: [String] = (0..<12).map { root in
            let at: Int = 1_795_219_200 + root
            return "\(at)+60 wrong 2000 1 played complete \(root) way C7 + Ama = C13(♭9)"
        }
        var pupil = try Pupil(["complete way C7 + Ama = C13(♭9)"], seed: 5, lines: lines)
        try pupil.completeDue()
        let result = try pupil.result()
        #expect(pupil.said == ["12 of 12 good"])
        #expect(result.parts[0].judgedCount == 12 && result.parts[0].refuted.isEmpty)
    }

    @Test func answersWithTheBandAreJudgedAgain() throws {
        let exercise = "play row Dmi7 G7 Cma7 Ami7 | in time 90 beats 3 | bass band with-band"
        // G7 and Cma7 share a bar.
        var pupil = try Pupil(
            [exercise], seed: 7, remembered: [("learning", "1,2,2,4/3 row Dmi7 G7 Cma7 Ami7 called Waltz")])
        try pupil.playInTime(exercise)
        let result = try pupil.result()
        #expect(pupil.said == ["3 of 4 good"])
        #expect(result.parts[0].judgedCount == 3 && result.parts[0].refuted.isEmpty)
    }

    /// Today is 24 Nov 2026.
    @Test(arguments: [
        ("2026-12-05", "5 Dec", ", in 11 days."), ("2027-12-05", "5 Dec 2027", "."),
        ("2025-11-24", "24 Nov 2025", "."), ("2026-11-20", "20 Nov", "."),
    ])
    func farDatesHaveTheirYear(due: String, date: String, end: String) throws {
        var visitor = try Visitor("/practise/assignment/good_90_by_\(due)/play_chord_ma/through")
        try visitor.send("practise adopt here 10000 1795478400+60")
        #expect(visitor.page.text.contains("ue on \(date)\(end)"))
        #expect(visitor.every { $0["data-action"]?.contains("Assignment · \(date) · ") == true }.count == 1)
    }

    @Test func nothingIsRecordedWithoutAnAssignment() throws {
        var visitor = try Visitor("/practise/play_chord_ma/through")
        try visitor.send("practise adopt here 10000 1795478400+60")
        try visitor.send("practise look 10000 1795478400+60")
        for key in ["30", "34", "37"] { try visitor.send("play midi", "10500 1 90" + key + "40") }
        try visitor.send("practise look 10800 1795478400+60")
        #expect(visitor.effect("keepPractice")?.first?.contains("answer") == false)
    }
}

@Suite struct TunesWithPiano {
    /// Two bars, the first of them with two chords, played to the end with a mistake.
    @Test func eachBarShowsWhatWasPlayed() throws {
        var visitor = try Visitor(
            "/practise/play_row_Dmi7_G7_Cma7_called_Blue",
            remembered: [("learning", "3,3,4 row Dmi7 G7 Cma7 called Blue")])
        var now = 10_000
        func bars() -> [String] {
            visitor.every { $0.tag == "li" && $0.text.contains("Bar ") }.map { $0.text }
        }
        try visitor.send("practise adopt here \(now) 1795478400+60")
        try visitor.send("practise look \(now) 1795478400+60")
        #expect(bars() == ["Bar 3: Dmi7, nowG7", "Bar 4: Cma7"])
        #expect(try visitor.part("practise-sign").text.contains("Blue, bars 3 to 4"))
        for keys in [[50, 53, 57, 60], [44, 47, 51], [43, 47, 53]] {
            now += 1000
            for key in keys { try visitor.send("play midi", "\(now) 1 90" + String(key, radix: 16) + "40") }
            now += 200
            try visitor.send("practise look \(now) 1795478400+60")
            for key in keys { try visitor.send("play midi", "\(now) 1 80" + String(key, radix: 16) + "40") }
            now += 700
            try visitor.send("practise look \(now) 1795478400+60")
        }
        // G7 was right at the second attempt.
        #expect(bars() == ["Bar 3: Dmi7, rightG7, almost", "Bar 4: Cma7, now"])
    }
}
