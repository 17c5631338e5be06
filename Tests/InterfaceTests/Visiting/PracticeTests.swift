import Foundation
import Sync
import Testing

/// A user with a MIDI piano and an empty log, on 24 November 2026.
private struct Pianist {
    var visitor: Visitor
    /// The page's clock.
    private(set) var now = 10_000

    private static let date = 1_795_478_400

    /// - Parameter before: the pianist before a reload, whose clock goes on.
    init(
        _ route: String, lines: String = "", remembered: [(key: String, value: String)] = [],
        after before: Pianist? = nil
    ) throws {
        visitor = try Visitor(route, remembered: remembered)
        if let before { now = before.now }
        try visitor.send("practise adopt here \(now) \(date)+60", lines)
        try look()
    }

    private var date: Int { Pianist.date + (now - 10_000) / 1000 }

    mutating func look(after milliseconds: Int = 0) throws {
        now += milliseconds
        visitor.now = now
        try visitor.send("practise look \(now) \(date)+60")
    }

    /// Strikes keys one after the other, holds them long enough to be judged, and releases them.
    mutating func play(_ pitches: [Int], apart: Int = 5, heldFor: Int = 150) throws {
        for pitch in pitches {
            now += apart
            try visitor.send("play midi", "\(now) 1 90" + hex(pitch) + "40")
        }
        try look(after: heldFor)
        for pitch in pitches { try visitor.send("play midi", "\(now) 1 80" + hex(pitch) + "40") }
    }

    /// Presses keys down (“90”) or releases them (“80”).
    mutating func stroke(_ status: String, _ pitches: [Int], after milliseconds: Int = 0) throws {
        now += milliseconds
        visitor.now = now
        visitor.date = "\(date)+60"
        for pitch in pitches { try visitor.send("play midi", "\(now) 1 " + status + hex(pitch) + "40") }
    }

    mutating func choose(_ index: Int) throws { try visitor.send("practise choose \(now) \(date)+60 \(index)") }

    private func hex(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }

    /// Waits until the feedback on a right answer is over.
    mutating func waitForNextQuestion() throws { try look(after: 700) }

    func sign() throws -> String { try visitor.part("practise-name").text.split(separator: " ").joined(separator: " ") }

    func verdict() throws -> String { try visitor.part("practise-verdict").text }

    /// The lines that the host has to store.
    var stored: [String] { visitor.effects.filter { $0[0] == "keepPractice" }.map { $0[1] } }
}

/// The exercise of the upper structure VI, starting on G: G7 with E on top.
private let g7e = "/practise/play_upper-structure_VI/from_G"

@Suite struct PracticeWithPiano {
    @Test func exerciseStartsAndShowsTheQuestion() throws {
        let pianist = try Pianist(g7e)
        #expect(try pianist.sign() == "G7 with E on top")
        #expect(pianist.visitor.announced.hasPrefix("Play "))
        #expect(try pianist.visitor.part("practise-sign").text.contains("then C7 with A on top"))
    }

    @Test func rightAnswerIsMarkedStoredAndFollowedByTheNextQuestion() throws {
        var pianist = try Pianist(g7e)
        try pianist.play([43, 53, 59, 64, 68, 71])
        #expect(try pianist.verdict().contains("Right"))
        try pianist.waitForNextQuestion()
        #expect(try pianist.sign() == "C7 with A on top")
    }

    @Test func theEndOfAnExerciseIsAnnounced() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7")
        for chord in [[50, 53, 57, 60], [43, 53, 59, 62]] {
            try pianist.play(chord)
            try pianist.waitForNextQuestion()
        }
        #expect(pianist.visitor.announced == "Done. 2 of 2 right on the first try.")
    }

    @Test func storedLineHasTheOutcome() throws {
        var pianist = try Pianist(g7e)
        for pitch in [43, 53, 59, 64, 68] {
            try pianist.visitor.send("play midi", "10005 1 90" + String(pitch, radix: 16) + "40")
        }
        try pianist.look(after: 400)
        let words = try #require(pianist.stored.first).split(separator: " ").map { String($0) }
        #expect(words[0] == "1795478400+60" && words[1] == "right" || words[1] == "as-written")
        #expect(words.suffix(5) == ["played", "play", "7", "upper-structure", "VI"])
    }

    /// What was played is stored for an assignment, but not without a limit.
    @Test(arguments: [(100, true), (247, true), (248, false), (400, false)])
    func strokesOfOneQuestionAreLimited(taps: Int, isStored: Bool) throws {
        var pianist = try Pianist(
            g7e, remembered: [("assignment", "good 90 within 3 | play upper-structure VI | from G")])
        // A tap of F has two strokes, the chord five, and 499 are kept.
        for _ in 0..<taps {
            for status in ["90", "80"] { try pianist.visitor.send("play midi", "\(pianist.now) 1 " + status + "3540") }
        }
        for pitch in [43, 53, 59, 64, 68] {
            try pianist.visitor.send("play midi", "\(pianist.now) 1 90" + String(pitch, radix: 16) + "40")
        }
        try pianist.look(after: 400)
        let lines = try #require(pianist.stored.first).split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("answer ") } == isStored)
    }

    @Test func missingAndWrongNotesAreNamedWithDegrees() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        try pianist.play([48, 52, 57])
        // C E A is not C7: the seventh is missing, and A is a sixth.
        let verdict = try pianist.verdict()
        #expect(verdict.contains("B♭, the seventh, is missing"))
        #expect(verdict.contains("A, a sixth, does not belong"))
        #expect(try pianist.sign() == "C7")
        let keyboard = try #require(pianist.visitor.find { $0["aria-label"]?.hasPrefix("Piano keyboard") == true })
        #expect(keyboard["aria-label"]?.contains("missing B flat") == true)
    }

    @Test func heldKeysLightAndWrongOnesHaveACross() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        try pianist.visitor.send("play midi", "10010 1 903040\n")
        try pianist.visitor.send("play midi", "10020 1 903540\n")
        let keys = try pianist.visitor.part("practise-keys")
        #expect(keys.first { $0["data-pitch"] == "48" }?.classes.contains("lit") == true)
        #expect(keys.first { $0["data-pitch"] == "53" }?.classes.contains("foreign") == true)
        #expect(keys.first { $0.classes.contains("cross") } != nil)
    }

    /// All screens share the model of held keys, so each message that ends notes ends them here.
    @Test(arguments: ["b07800", "b07b00", "b07c00", "b07d00", "b07e00", "b07f00", "ff", "zone"])
    func everyNoteOffEndsANoteInAnExercise(ending: String) throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        // C sharp bounces, D sharp is never released.
        try pianist.visitor.send("play midi", "10010 1 903140\n10011 1 903140\n10012 1 803100\n10013 1 903340")
        let all = ending == "zone" ? ["b06500", "b06406", "b00603"] : [ending]
        try pianist.visitor.send("play midi", all.map { "10020 1 " + $0 }.joined(separator: "\n"))
        try pianist.look(after: 400)
        #expect(try pianist.visitor.part("practise-keys").first { $0.classes.contains("foreign") } == nil)
        try pianist.play([48, 52, 55, 58])
        #expect(try pianist.verdict().contains("Right"))
    }

    /// Two voices on a key count as one key, which is released with the last. Each channel has its own pedal.
    @Test func keyIsReleasedWithItsLastVoice() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        func sounds(_ pitch: Int) throws -> Bool {
            try pianist.visitor.part("practise-keys").first {
                $0["data-pitch"] == "\(pitch)" && $0.classes.contains("lit")
            } != nil
        }
        try pianist.visitor.send("play midi", "10010 1 903040\n10011 1 913040\n10012 1 803000")
        #expect(try sounds(48))
        try pianist.visitor.send("play midi", "10030 1 813000")
        #expect(try !sounds(48))
        try pianist.visitor.send(
            "play midi", "10040 1 b1407f\n10041 1 903040\n10042 1 913440\n10043 1 803000\n10044 1 813400")
        #expect(try !sounds(48) && sounds(52))
        try pianist.visitor.send("play midi", "10050 1 b14000")
        #expect(try !sounds(52))
    }

    @Test func pedalOfTheLastChordIsNotAMistake() throws {
        var pianist = try Pianist("/practise/play_cadence_major")
        #expect(try pianist.sign() == "Dmi7")
        try pianist.visitor.send("play midi", "10010 1 b0407f")
        try pianist.play([38, 53, 57, 60])
        try pianist.waitForNextQuestion()
        #expect(try pianist.sign() == "G7")
        try pianist.play([43, 53, 59, 62])
        #expect(try pianist.verdict().contains("Right"))
    }

    /// C E A lacks the seventh of C7 and has a foreign note, which is almost right: quality 3. Shown is 1.
    @Test(arguments: [(false, "3"), (true, "1")])
    func aPauseErasesNeitherMistakesNorAShownAnswer(isShown: Bool, quality: String) throws {
        var pianist = try Pianist("/practise/play_chord_7/through")
        if isShown { try pianist.visitor.press("Show answer") } else { try pianist.play([48, 52, 57]) }
        try pianist.visitor.press("Pause")
        // What is played during the pause is no answer.
        try pianist.play([48, 52, 55, 58])
        #expect(pianist.stored.isEmpty)
        try pianist.look(after: 60_000)
        try pianist.visitor.press("Pause")
        try pianist.stroke("90", [48, 52, 55, 58])
        try pianist.look(after: 150)
        let words = try #require(pianist.stored.first).split(separator: " ").map { String($0) }
        #expect(words[3] == quality && Int(words[2])! < 1000, "\(words)")
    }

    /// The lowest quality of its notes counts, and the time of all of them. What is found after a wrong note is 2.
    @Test(arguments: [nil, 0, 3, 7]) func aScaleIsOneAnswer(mistake: Int?) throws {
        var pianist = try Pianist("/practise/play_scale_Dorian/through")
        var lines: [String] = []
        for (index, note) in [60, 62, 63, 65, 67, 69, 70, 72].enumerated() {
            for key in index == mistake ? [61, note] : [note] {
                try pianist.stroke("90", [key], after: 200)
                lines += pianist.stored
                try pianist.stroke("80", [key], after: 100)
            }
        }
        let words = lines.map { $0.split(separator: " ").map { String($0) } }
        #expect(words.map { $0[3] } == [mistake == nil ? "5" : "2"])
        #expect(words.map { $0[2] } == [mistake == nil ? "2300" : "2600"])
        // With a mistake, the whole scale comes back.
        #expect((pianist.visitor.announced == "Done. 1 of 1 right on the first try.") == (mistake == nil))
    }

    @Test func lowestKeyPausesIfTheOptionIsOn() throws {
        var pianist = try Pianist("/practise/play_chord_7")
        try pianist.visitor.press("Pause with lowest A")
        try pianist.visitor.send("play midi", "10001 1 901540")
        #expect(try pianist.visitor.part("practise-sign").text.contains("Pause"))
        try pianist.play([48, 52, 55, 58])
        #expect(try pianist.sign() == "C7")
        try pianist.look(after: 1000)
        try pianist.visitor.send("play midi", "\(pianist.now) 1 901540")
        try pianist.play([48, 52, 55, 58])
        #expect(try pianist.verdict().contains("Right"))
    }

    @Test func transposingInstrumentIsJudgedAtWrittenPitch() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C", remembered: [("for", "Bb")])
        // A trumpet's C7 sounds a tone lower.
        try pianist.play([46, 50, 53, 56])
        #expect(try pianist.verdict().contains("Right"))
    }

    @Test func firstExerciseStartsByPlaying() throws {
        var pianist = try Pianist("/practise")
        try pianist.visitor.send("play access", "granted\nin 1 Piano")
        try pianist.look()
        #expect(try pianist.sign().hasPrefix("C7"))
        try pianist.play([48, 52, 58])
        #expect(pianist.visitor.address.hasPrefix("/practise/play_voicing_7_shell"))
    }

    @Test func twoTapsStartAnExerciseOnScreen() throws {
        var visitor = try Visitor("/")
        try visitor.press("Practise", in: "navigation")
        try visitor.send("practise adopt here 10000 1795478400+0", "")
        try visitor.press("Start")
        try visitor.send("practise look 10010 1795478400")
        #expect(try visitor.part("practise-name").text.contains("C"))
    }
}

@Suite struct PracticeOnScreen {
    @Test func screenKeysStayDownUntilClickedAgain() throws {
        var pianist = try Pianist("/practise/play_chord_ma/from_C")
        for pitch in [60, 64, 66] { try pianist.visitor.send("practise press 10010 1795478400 \(pitch)") }
        try pianist.visitor.send("practise press 10020 1795478400 66")
        try pianist.visitor.send("practise press 10030 1795478400 67")
        try pianist.look(after: 400)
        #expect(try pianist.verdict().contains("Right"))
    }

    @Test func checkReportsWhatIsWrong() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        for pitch in [48, 52] { try pianist.visitor.send("practise press 10000 1795478400 \(pitch)") }
        try pianist.visitor.press("Check")
        #expect(try pianist.verdict().contains("is missing"))
    }

    /// Timing is described in words, and titles start with a capital letter.
    @Test func customExerciseHasWordsForTimingAndKeepsTheCaseOfNumerals() throws {
        var visitor = try Visitor("/practise")
        try visitor.send("practise adopt here 10000 1795478400+0", "")
        let choices = try visitor.part("practise-draft").all().map { $0.element }.filter { $0.tag == "option" }.map {
            $0.text
        }
        #expect(choices.contains("Slightly rolled") && choices.allSatisfy { !$0.contains(" ms") })
        #expect(try visitor.part("practise-draft").text.contains("Upper structure VI: "))
        #expect(try Visitor("/practise/play_upper-structure_VI/fifths").headings.first == "Upper structure VI")
        #expect(
            try Visitor("/practise/assignment/good_90/play_upper-structure_VI").every { $0.tag == "h3" }.map {
                $0.text
            } == ["Upper structure VI"])
        try visitor.send("practise draft kind cadence")
        #expect(try visitor.part("practise-draft").text.contains("ii–V–I in major: "))
    }

    @Test func answerIsShownAndGraded() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        try pianist.visitor.press("Show answer")
        #expect(try pianist.visitor.part("practise-sign").text.contains("1 3 5 ♭7"))
        try pianist.visitor.press("Not yet")
        #expect(try pianist.sign() == "F7")
        #expect(
            pianist.stored.first?.hasSuffix("chosen play 0 chord 7") == true
                || pianist.stored.first?.hasSuffix("played play 0 chord 7") == true)
        // It is repeated after three others.
        for _ in 0..<3 {
            try pianist.visitor.press("Show answer")
            try pianist.visitor.press("I knew it")
        }
        #expect(try pianist.sign() == "C7")
    }

    @Test(arguments: [
        "/practise/name_chord_7", "/practise/hear_chord_7", "/practise/compare_chord_7", "/practise/tension_chord_7",
        "/practise/changed_chord_7",
    ])
    func namingQuestionHasOneRightAnswer(_ route: String) throws {
        var pianist = try Pianist(route)
        let answers = pianist.visitor.every { $0.classes.contains("choice") }
        #expect(answers.count >= 2 && Set(answers.map { $0.text }).count == answers.count)
        try pianist.visitor.press { $0.classes.contains("choice") }
        let marked = pianist.visitor.every { $0.classes.contains("true") }
        #expect(marked.count == 1)
        let isRight = pianist.visitor.every { $0.classes.contains("false") }.isEmpty
        #expect(try pianist.verdict().contains(isRight ? "Right" : "It was"))
        #expect(pianist.stored.count == 1)
    }

    @Test func namingQuestionHidesTheName() throws {
        let pianist = try Pianist("/practise/name_chord_7/from_C")
        #expect(try pianist.sign() == "?")
        let keyboard = try #require(pianist.visitor.find { $0["aria-label"]?.hasPrefix("Piano keyboard") == true })
        #expect(keyboard["aria-label"] == "Piano keyboard, played C E G B flat")
    }

    /// The name alone would be “♪”.
    @Test func answersAreNamedByTheQuestion() throws {
        let pianist = try Pianist("/practise/hear_chord_7")
        let answers = try #require(pianist.visitor.find { $0.classes.contains("practise-choices") })
        let ids = try #require(answers["aria-labelledby"]).split(separator: " ").map { String($0) }
        #expect(try ids.map { try pianist.visitor.part($0).text } == ["Which chord do you hear?", "♪"])
    }

    @Test func questionByEarIsPlayed() throws {
        let pianist = try Pianist("/practise/hear_chord_7/from_C")
        #expect(pianist.visitor.effects.contains { $0[0] == "playAutomatically" && $0[1] == "pitches" })
    }
}

@Suite struct PracticeResults {
    private let lines = """
        1795300000 right 1800 5 played play 0 chord 7
        1795300010 wrong 5200 1 played play 5 chord 7
        nonsense
        1795300020 almost 9000 3 chosen hear 2 chord mi7
        """

    @Test func resultsAreShownByMaterialAndKey() throws {
        let pianist = try Pianist("/practise/results", lines: lines)
        let cells = pianist.visitor.every { $0.classes.contains("heat-cell") && !$0.classes.contains("new") }
        // 21 November, three days ago. What was almost right at first is not missed.
        #expect(
            Set(cells.compactMap { $0["aria-label"] }) == [
                "C: fast, 1.8 s, due", "F: missed, 5.2 s, due", "D: slow, 9.0 s, due",
            ])
        let entries = pianist.visitor.every { $0.tag == "li" }.map(\.text)
        for line in ["Due now: 3 cards", "Tomorrow: 3 cards", "3 days ago: 1 min, 3 cards, 1 right on the first try"] {
            #expect(entries.contains(line), "\(entries)")
        }
    }

    /// Each bar of the picture is a row for screen readers.
    @Test func fourWeeksAreATable() throws {
        let pianist = try Pianist("/practise/results", lines: lines)
        let table = try #require(pianist.visitor.find { $0.tag == "table" && $0.classes.contains("minutes") })
        let rows = table.all().map(\.element).filter { $0.tag == "tr" }.map {
            $0.all().map(\.element).filter { $0.tag == "th" || $0.tag == "td" }.map(\.text)
        }
        #expect(rows.count == 28 && rows.first == ["28 Oct", "0 min"] && rows.last == ["24 Nov", "0 min"])
        #expect(rows.filter { $0[1] != "0 min" } == [["21 Nov", "1 min"]])
    }

    @Test func logIsExportedAndImported() throws {
        var pianist = try Pianist("/practise/results", lines: lines)
        try pianist.visitor.press("Export")
        let file = try #require(pianist.visitor.effect("download"))
        #expect(file[0].hasSuffix(".json") && file[1] == "application/json")
        var other = try Pianist("/practise/results")
        try other.visitor.send("practise bring", file: "practice.json", Array(file[2].utf8))
        #expect(try other.visitor.part("notice").text.contains("Imported 3 new answers"))
        #expect(other.stored.count == 1)
        try other.visitor.send("practise bring", file: "practice.json", Array(file[2].utf8))
        #expect(try other.visitor.part("notice").text.contains("Imported 0 new answers"))
        try other.visitor.send("practise bring", file: "photo.png", [0x89, 0x50, 0x4E, 0x47])
        #expect(try other.visitor.part("notice").text.contains("“photo.png” was not imported"))
    }

    @Test func deletingTheLogNeedsConfirmation() throws {
        var pianist = try Pianist("/practise/results", lines: lines)
        try pianist.visitor.press("Delete…")
        #expect(pianist.visitor.effect("forgetPractice") == nil)
        try pianist.visitor.press("Delete for good")
        #expect(pianist.visitor.effect("forgetPractice") != nil)
    }

    @Test func reloadContinuesTheExercise() throws {
        var pianist = try Pianist("/practise/play_chord_7/from_C")
        try pianist.visitor.press("Skip")
        let text = try #require(pianist.visitor.effect("rememberPracticeSession"))[0]
        let again = try Pianist("/practise/play_chord_7/from_C", remembered: [("sitting", text)])
        #expect(try again.sign() == "F7")
        // Another exercise starts at its beginning.
        let other = try Pianist("/practise/play_chord_ma7/from_C", remembered: [("sitting", text)])
        #expect(try other.sign() == "Cma7")
    }

    @Test func fullDiskIsReported() throws {
        var pianist = try Pianist("/practise/play_chord_7")
        try pianist.visitor.send("practise keeping nowhere")
        #expect(try pianist.visitor.part("notice").text.contains("out of space"))
    }
}

@Suite struct CountingAnswers {
    @Test func onlyFirstAttemptsCountAsFirst() throws {
        // The first of three cards is not known and is repeated.
        var pianist = try Pianist("/practise/play_row_Dmi7_G7_Cma7")
        for digit in [3, 1, 1, 1] {
            try pianist.visitor.press("Show answer")
            try pianist.visitor.press(digit == 3 ? "Not yet" : "I knew it")
            try pianist.waitForNextQuestion()
        }
        #expect(try pianist.visitor.part("practise-sign").text.contains("2 of 3"))
    }

    @Test func rightAnswerDoesNotAddQuestions() throws {
        var pianist = try Pianist("/practise/play_chord_7")
        try pianist.play([48, 52, 58])
        #expect(try pianist.visitor.part("practise-head").text.contains("1 / 12"))
        try pianist.waitForNextQuestion()
        #expect(try pianist.visitor.part("practise-head").text.contains("1 / 12"))
    }

    @Test func unheardQuestionCannotBeAnswered() throws {
        var pianist = try Pianist("/practise/tension_chord_7")
        try pianist.visitor.send("practise unheard 10001 1795478400")
        try pianist.visitor.send("practise choose 10002 1795478400 0")
        #expect(pianist.stored.isEmpty && pianist.visitor.effect("play") != nil)
        try pianist.visitor.send("practise choose 11002 1795478401 0")
        #expect(pianist.stored.count == 1)
    }
}

@Suite struct PracticeInTime {
    @Test func chordIsJudgedWhenTheNextOneStarts() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7_Cma7/in_time_120_beats_4")
        try pianist.visitor.press("Start")
        #expect(pianist.visitor.effect("startTune") != nil)
        let plan = try #require(pianist.visitor.effect("setTunePlan"))[0]
        #expect(plan.contains("\"hears\":\"practise\""))
        try pianist.visitor.send("practise cue 0 12000")
        // A little before the beat counts as on the beat.
        for pitch in [50, 53, 57, 60] {
            try pianist.visitor.send("play midi", "11950 1 90" + String(pitch, radix: 16) + "40")
        }
        for pitch in [50, 53, 57, 60] {
            try pianist.visitor.send("play midi", "13500 1 80" + String(pitch, radix: 16) + "40")
        }
        try pianist.visitor.send("practise cue 1 14000")
        #expect(
            pianist.stored.first?.contains(" right ") == true || pianist.stored.first?.contains(" as-written ") == true)
        try pianist.visitor.send("practise cue 2 16000")
        #expect(pianist.stored.first?.contains(" missed ") == true)
        try pianist.visitor.send("practise ended")
        #expect(try pianist.visitor.part("practise-sign").text.contains("1 of 3"))
    }

    /// Dmi7 in bar 1, G7 and Cma7 in bar 2, and Ami7 in bar 4.
    private let tune = "1,2,2,4/3 row Dmi7 G7 Cma7 Ami7 called Waltz"

    @Test func theBandPlaysTheBarsOfATuneInLoopsThatGrow() throws {
        let path = "/practise/play_row_Dmi7_G7_Cma7_Ami7"
        var pianist = try Pianist(path, remembered: [("learning", tune)])
        try pianist.visitor.press("With the band")
        try pianist.look()
        #expect(pianist.visitor.address == path + "/in_time_90_beats_3/bass_band_with-band")
        try pianist.visitor.press("Start")
        let text = try #require(pianist.visitor.effect("setTunePlan"))[0]
        let plan = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let bars = try #require(plan["bars"] as? [[Any]])
        #expect(bars.compactMap { $0[0] as? Int } == [0, 1, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3])
        // The first chord of a bar has two of three beats. The third bar goes on with Cma7.
        let cues = bars.suffix(4).compactMap { ($0[3] as? [[Int]])?.map { [$0[0] / 1200, $0[1]] } }
        #expect(cues == [[[0, 0]], [[0, 1], [2, 2]], [[0, 2]], [[0, 3]]])
        // Bass and drums are heard, and the chords are left to the pianist.
        let parts = Set(bars.flatMap { ($0[2] as? [[Int]])?.map { $0[0] } ?? [] })
        #expect(parts == [2, 3])
    }

    @Test func aProgressionLeavesTheTuneInToday() throws {
        var visitor = try Visitor("/progressions/C/rootless/blues", remembered: [("learning", tune)])
        try visitor.press(where: { $0["href"]?.contains("/practise/play_") == true })
        let words = try #require(visitor.effect("settings"))
        func value(of setting: String) -> String? { words.firstIndex(of: setting).map { words[$0 + 1] } }
        // Only changed settings are stored.
        #expect(value(of: "learning") == nil)
        // A reload keeps the steps of its bars.
        let bars = try #require(value(of: "practised-bars"))
        let pianist = try Pianist(visitor.address, remembered: [("practised-bars", bars)])
        #expect(pianist.visitor.find { $0.classes.contains("practise-steps") } != nil)
        let without = try Pianist(visitor.address, remembered: [("learning", tune)])
        #expect(without.visitor.find { $0.classes.contains("practise-steps") } == nil)
    }

    @Test(arguments: [("", false), ("/4/bossa", false), ("/4/ballad", true)])
    func theBandPlaysInTheFeelOfTheTune(_ feel: String, _ hasBrushes: Bool) throws {
        var pianist = try Pianist(
            "/practise/play_row_Dmi7_G7/in_time_90_beats_4/bass_band_with-band",
            remembered: [("learning", "1,2" + feel + " row Dmi7 G7 called Wave")])
        try pianist.visitor.press("Start")
        let text = try #require(pianist.visitor.effect("setTunePlan"))[0]
        let plan = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let strikes = try #require(plan["bars"] as? [[Any]]).flatMap { $0[2] as? [[Int]] ?? [] }
        // Only a bossa has rim clicks, and only a ballad no ride.
        let drums = Set(strikes.filter { $0[0] == 3 }.map { $0[4] })
        #expect(drums.contains(37) == (feel == "/4/bossa"))
        #expect(drums.contains(51) == feel.isEmpty)
        #expect(plan["brushes"] as? Bool == hasBrushes)
    }

    @Test func theBarsShowWhatWasPlayedWithTheBand() throws {
        var pianist = try Pianist(
            "/practise/play_row_Dmi7_G7_Cma7_Ami7/in_time_90_beats_3/bass_band_with-band",
            remembered: [("learning", tune)])
        try pianist.visitor.press("Start")
        func bars() throws -> [String] {
            try pianist.visitor.part("practise-sign").all().map(\.element).filter { $0.tag == "li" }.map {
                $0.text.split(separator: " ").joined(separator: " ")
            }
        }
        // Dmi7 without its root is right, and missed when the two bars come again.
        try pianist.visitor.send("practise cue 0 20000")
        for (status, time) in [("90", 20_020), ("80", 20_700)] {
            for pitch in ["35", "3c", "41"] {
                try pianist.visitor.send("play midi", "\(time) 1 " + status + pitch + "40")
            }
        }
        try pianist.visitor.send("practise cue 1 22000")
        #expect(try bars()[0].hasSuffix("Dmi7, right"))
        for (number, chord) in [2, 0, 1].enumerated() {
            try pianist.visitor.send("practise cue \(chord) \(23_000 + 1000 * number)")
        }
        #expect(try bars()[0].hasSuffix("Dmi7, missed"))
        #expect(try bars()[1].contains("G7, now"))
        // The chart has the third bar, which goes on with Cma7, too.
        #expect(try bars().count == 4)
    }

    @Test func frozenPageGivesNoScore() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        try pianist.visitor.press("Start")
        for place in 0..<2 { try pianist.visitor.send("practise cue \(place) \(20_000 + 2000 * place) late") }
        try pianist.visitor.send("practise ended")
        #expect(pianist.stored.isEmpty)
        #expect(try pianist.visitor.part("practise-sign").text.contains("Nothing was judged."))
    }

    @Test func chordsDuringAFreezeAreNotMissed() throws {
        // 1.5 s each; frozen from the second half of the first one to the first half of the fourth.
        func pianist(playing played: [Int: [Int]]) throws -> [String] {
            var pianist = try Pianist("/practise/play_row_Emi7_A7_D_F_Bb/in_time_120_beats_3")
            try pianist.visitor.press("Start")
            var stored: [String] = []
            for place in 0..<5 {
                try pianist.visitor.send(
                    "practise cue \(place) \(20_000 + 1500 * place)" + ((1...3).contains(place) ? " late" : ""))
                stored += pianist.stored
                for (velocity, later) in [("90", -50), ("80", 1200)] {
                    for pitch in played[place] ?? [] {
                        try pianist.visitor.send(
                            "play midi",
                            "\(20_000 + 1500 * place + later) 1 \(velocity)" + String(pitch, radix: 16) + "40")
                    }
                }
            }
            try pianist.visitor.send("practise ended")
            return stored + pianist.stored
        }
        // Only the fifth was shown in time.
        let silent = try pianist(playing: [:])
        #expect(silent.count == 1 && silent[0].contains(" missed "))
        // Right answers count.
        let played = try pianist(playing: [0: [52, 55, 59, 62], 3: [53, 57, 60], 4: [58, 62, 65]])
        #expect(played.count == 3 && !played.contains { $0.contains(" missed ") || $0.contains(" wrong ") })
        // Wrong answers during the freeze do not.
        #expect(try pianist(playing: [0: [52, 55, 59, 62], 3: [54, 57, 61]]).count == 2)
    }
}

@Suite struct AgainstTheClock {
    /// The result has the date, the right answers and the time of all answers.
    @Test func tenChordsEndWithALine() throws {
        var pianist = try Pianist("/practise/ten/cards")
        #expect(try pianist.visitor.part("practise-head").text.contains("Ten chords"))
        // The clock does not run before the start.
        try pianist.look(after: 60_000)
        try pianist.visitor.press("Start")
        var lines: [String] = []
        for _ in 0..<10 {
            try pianist.look(after: 2500)
            #expect(try pianist.visitor.part("practise-head").text.contains(" s"))
            try pianist.choose(0)
            lines += pianist.stored
            try pianist.waitForNextQuestion()
            if pianist.visitor.has("Next") { try pianist.visitor.press("Next") }
        }
        let words = lines.map { $0.split(separator: " ").map { String($0) } }
        let right = words.filter { $0[1] == "right" }.count
        let line = "Ten chords · 24 Nov · \(right) of 10 in 25 s"
        #expect(lines.count == 10 && words.allSatisfy { $0[2] == "2500" }, "\(lines)")
        #expect(try pianist.visitor.part("practise-sign").text.contains(line))
        try pianist.visitor.press("Copy result")
        #expect(pianist.visitor.effect("copy") == [line])
    }

    @Test func aPauseDoesNotCount() throws {
        var pianist = try Pianist("/practise/chord-of-the-day/cards")
        try pianist.visitor.press("Start")
        try pianist.look(after: 3000)
        #expect(try pianist.visitor.part("practise-head").text.contains("3 s"))
        try pianist.visitor.press("Pause")
        try pianist.look(after: 60_000)
        try pianist.visitor.press("Pause")
        // The three seconds before it do.
        try pianist.look(after: 2000)
        #expect(try pianist.visitor.part("practise-head").text.contains("5 s"))
    }
}

@Suite struct ChoosingWithKeys {
    @Test func aHeldChordOrAnEarlyKeyChoosesNothing() throws {
        var pianist = try Pianist("/practise/name_chord_7/from_C")
        try pianist.stroke("90", [48], after: 500)
        #expect(pianist.stored.isEmpty)
        // The first key is still down.
        try pianist.stroke("90", [62], after: 2000)
        #expect(pianist.stored.isEmpty)
        try pianist.stroke("80", [48, 62])
        // A black key is no answer, and there is no seventh.
        for pitch in [61, 71] {
            try pianist.stroke("90", [pitch], after: 100)
            #expect(pianist.stored.isEmpty)
            try pianist.stroke("80", [pitch])
        }
        try pianist.stroke("90", [86], after: 100)
        #expect(pianist.stored.count == 1)
    }

    /// The key that chose does nothing more, and the next one not at once.
    @Test func aWrongAnswerWaitsForAnotherKey() throws {
        var pianist = try Pianist("/practise/name_chord_7/from_C")
        var wrong = 0
        for _ in 0..<12 {
            try pianist.stroke("90", [60], after: 1000)
            #expect(pianist.stored.count == 1)
            if pianist.visitor.has("Next") {
                wrong += 1
                try pianist.stroke("90", [64], after: 1000)
                #expect(pianist.visitor.has("Next"))
                try pianist.stroke("80", [60, 64])
                try pianist.look(after: 1000)
                #expect(pianist.visitor.has("Next"))
                try pianist.stroke("90", [64])
                #expect(!pianist.visitor.has("Next") && pianist.stored.isEmpty)
                try pianist.stroke("80", [64], after: 100)
                try pianist.stroke("90", [64], after: 100)
                #expect(pianist.stored.isEmpty)
                try pianist.stroke("80", [64])
            } else {
                // Nor does a key during the feedback.
                try pianist.stroke("80", [60])
                try pianist.stroke("90", [64], after: 300)
                try pianist.look(after: 400)
                #expect(pianist.stored.isEmpty)
                try pianist.stroke("80", [64])
            }
        }
        #expect(wrong > 0)
    }

    @Test func tenChordsArePlayedByKeysAlone() throws {
        var pianist = try Pianist("/practise/ten/cards")
        try pianist.stroke("90", [36], after: 1000)
        try pianist.look(after: 100)
        #expect(try pianist.visitor.part("practise-head").text.contains("0 / 10"))
        try pianist.stroke("80", [36])
        var lines: [String] = []
        for _ in 0..<10 {
            try pianist.look(after: 1000)
            try pianist.stroke("90", [60])
            lines += pianist.stored
            try pianist.stroke("80", [60], after: 100)
            try pianist.waitForNextQuestion()
            if pianist.visitor.has("Next") {
                try pianist.stroke("90", [60])
                try pianist.stroke("80", [60], after: 100)
            }
        }
        #expect(lines.count == 10)
        func isOver() throws -> Bool { try pianist.visitor.part("practise-sign").text.contains("Ten chords · ") }
        #expect(try isOver())
        // The end stays until it was seen.
        try pianist.stroke("90", [60], after: 200)
        #expect(try isOver())
        try pianist.stroke("80", [60])
        try pianist.stroke("90", [60], after: 600)
        #expect(try !isOver())
        #expect(try pianist.visitor.part("practise-head").text.contains("0 / 10"))
    }

    @Test func aKeyStartsAnExerciseInTime() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        try pianist.stroke("90", [60], after: 300)
        #expect(pianist.visitor.effect("startTune") == nil)
        try pianist.stroke("80", [60])
        try pianist.stroke("90", [60], after: 1000)
        #expect(pianist.visitor.effect("startTune") != nil)
        try pianist.stroke("80", [60])
        try pianist.stroke("90", [60], after: 1000)
        #expect(pianist.visitor.effect("startTune") == nil && pianist.visitor.effect("stopTune") == nil)
    }

    /// The home screen has a suggested exercise, but no start.
    @Test func noKeyStartsAnythingOnTheFirstScreen() throws {
        var pianist = try Pianist("/practise")
        try pianist.visitor.send("play access", "granted\nin 1 Piano")
        try pianist.look()
        try pianist.stroke("90", [60], after: 1000)
        #expect(pianist.visitor.address == "/practise")
    }

    /// The first screen has neither a button that stops the band nor one that repeats an exercise.
    @Test func theFirstScreenGoesOnWithoutBandAndEnd() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        try pianist.visitor.send("play access", "granted\nin 1 Piano")
        try pianist.visitor.go(to: "/practise")
        try pianist.look()
        try pianist.stroke("90", [60], after: 1000)
        #expect(pianist.visitor.effect("startTune") == nil)
        try pianist.stroke("80", [60])
        try pianist.visitor.go(to: "/practise/play_row_Dmi7_G7")
        try pianist.look()
        for _ in 0..<2 {
            try pianist.visitor.press("Show answer")
            try pianist.visitor.press("I knew it")
            try pianist.look(after: 1000)
        }
        #expect(try pianist.visitor.part("practise-sign").text.contains("right on the first try"))
        try pianist.visitor.go(to: "/practise")
        try pianist.look()
        #expect(try !pianist.visitor.part("practise-sign").text.contains("right on the first try"))
    }

    @Test func theKeyForPausesLeavesTheBandAlone() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        try pianist.visitor.press("Pause with lowest A")
        try pianist.visitor.press("Start")
        try pianist.stroke("90", [21], after: 300)
        #expect(pianist.visitor.announced != "Paused")
        #expect(try !pianist.visitor.part("practise-sign").text.contains("Paused"))
    }

    @Test func aPlayerThatDoesNotLoadIsReported() throws {
        var pianist = try Pianist("/practise/play_row_Dmi7_G7/in_time_120_beats_4")
        try pianist.visitor.send("practise failed")
        #expect(pianist.visitor.find { $0["id"] == "notice" }?.text.isEmpty == true)
        try pianist.visitor.press("Start")
        try pianist.visitor.send("practise failed")
        #expect(pianist.visitor.find { $0["id"] == "notice" }?.text.contains("could not be loaded") == true)
        #expect(pianist.visitor.has("Start") && pianist.stored.isEmpty)
        #expect(try !pianist.visitor.part("practise-sign").text.contains("Done"))
    }

    /// The focus never lands on what deletes.
    @Test func deletingTheLogIsAskedTwice() throws {
        var pianist = try Pianist("/practise/results", lines: "1795478400+60 right 900 5 played play 3 chord 7")
        try pianist.visitor.press("Delete…")
        #expect(pianist.visitor.effect("focus") == ["keep-log"])
        try pianist.visitor.send("app shortcut Escape")
        #expect(pianist.visitor.effect("focus") == ["delete-log"] && pianist.visitor.address == "/practise/results")
        try pianist.visitor.press("Delete…")
        try pianist.visitor.go(to: "/practise")
        try pianist.visitor.go(to: "/practise/results")
        try pianist.visitor.press("Delete…")
        try pianist.visitor.press("Delete for good")
        #expect(pianist.visitor.effect("forgetPractice") != nil && pianist.visitor.effect("focus") == ["screen"])
    }
}

/// The end, the results and the export of rows with repeated chords say the same.
@Suite struct AgreementOfRows {
    private static let chords = [
        "Dmi7": [50, 53, 57, 60], "G7": [43, 53, 59, 62], "Cma7": [48, 52, 55, 59], "Ami7": [45, 48, 52, 55],
    ]

    /// - Parameter first: whether the first answer to each chord was right.
    private func check(_ pianist: inout Pianist, _ first: [String: Bool]) throws {
        let right = first.values.filter { $0 }.count
        let words = "\(right) of \(first.count)"
        let sign = try pianist.visitor.part("practise-sign").text
        #expect(sign.contains(words + "right on the first try"), "\(sign), not \(words)")
        try pianist.visitor.go(to: "/practise/results")
        let days = try #require(pianist.visitor.find { $0.classes.contains("day-list") }).text
        let cards = first.count == 1 ? "1 card" : "\(first.count) cards"
        #expect(days.contains(cards + ", \(right) right on the first try"), "\(days), not \(words)")
        try pianist.visitor.press("Export")
        let file = try #require(pianist.visitor.effect("download"))
        var other = try Pianist("/practise/results")
        try other.visitor.send("practise bring", file: "practice.json", Array(file[2].utf8))
        let line = try #require(other.visitor.effect("keepPractice"))[0]
        other = try Pianist("/practise/results", lines: line)
        #expect(other.visitor.find { $0.classes.contains("day-list") }?.text == days)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func rowsThatWaitAgree(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = Self.chords.keys.sorted()
        let row = (0..<Int.random(in: 3...9, using: &random)).map { _ in names.randomElement(using: &random)! }
        let path = "/practise/play_row_" + row.joined(separator: "_")
        var pianist = try Pianist(path)
        var (lines, first): ([String], [String: Bool]) = ([], [:])
        while pianist.visitor.has("Show answer") {
            #expect(lines.count < 200)
            let name = try pianist.sign()
            let grade = Int.random(in: 0..<4, using: &random)
            try pianist.look(after: Int.random(in: 100...3000, using: &random))
            try pianist.visitor.press("Show answer")
            try pianist.visitor.press(["Not yet", "Almost", "I knew it", "I knew it"][grade])
            lines += pianist.stored
            if first[name] == nil { first[name] = grade > 1 }
            let sitting = pianist.visitor.effect("rememberPracticeSession")?[0]
            // A reload changes nothing.
            if Int.random(in: 0..<6, using: &random) == 0, pianist.visitor.has("Show answer"), let sitting {
                pianist = try Pianist(
                    path, lines: lines.joined(separator: "\n"), remembered: [("sitting", sitting)], after: pianist)
            }
        }
        #expect(Set(row) == Set(first.keys))
        try check(&pianist, first)
    }

    /// Two bars, four, and so on, each passed twice, at many tempos.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func growingLoopsAgree(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let names = Self.chords.keys.sorted()
        let row = (0..<Int.random(in: 3...9, using: &random)).map { _ in names.randomElement(using: &random)! }
        let tempo = [60, 120, 240, 300].randomElement(using: &random)!
        var pianist = try Pianist(
            "/practise/play_row_" + row.joined(separator: "_") + "/in_time_\(tempo)_beats_2/bass_band_with-band")
        try pianist.visitor.press("Start")
        let text = try #require(pianist.visitor.effect("setTunePlan"))[0]
        let plan = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let bars = try #require(plan["bars"] as? [[Any]])
        let indices = bars.flatMap { ($0[3] as? [[Int]])?.map { $0[1] } ?? [] }
        #expect(indices.count > row.count)
        var first: [String: Bool] = [:]
        for index in indices {
            let isRight = Bool.random(using: &random)
            try pianist.look(after: 120_000 / tempo - 60)
            try pianist.visitor.send("practise cue \(index) \(pianist.now)")
            if first[row[index]] == nil { first[row[index]] = isRight }
            if isRight {
                try pianist.stroke("90", Self.chords[row[index]]!, after: 20)
                try pianist.stroke("80", Self.chords[row[index]]!, after: 40)
            } else {
                try pianist.look(after: 60)
            }
        }
        try pianist.visitor.send("practise ended")
        try check(&pianist, first)
    }
}
