import Harmony
import JSONText
import Practice
import Testing

@Suite struct PlayedAnswerTests {
    /// An answer to C7 of `play chord 7` that is played as these strokes.
    private func answer(_ strokes: String, index: Int = 0, of exercise: String = "play chord 7 | fifths") -> String {
        "answer 1764000000+60 0 \(index) tenth,tenth,middle \(strokes) \(exercise)"
    }

    /// The result of an assignment in which one card was good within a second.
    private func result(
        _ played: [String], card: String = "play 0 chord 7", within seconds: Int = 3,
        of exercise: String = "play chord 7 | fifths"
    ) throws -> JudgedResult.Part {
        let attempt = "1764000000+60 right 1000 5 played " + card
        let json = JSON.object([
            ("format", .string("chord-combiner-assignment")), ("version", .int(1)),
            ("assignment", .string("good 90 within \(seconds) | " + exercise)),
            ("hands", .string("tenth,tenth,middle")), ("attempts", .strings([attempt])), ("played", .strings(played)),
        ])
        return JudgedResult(try AssignmentResult(reading: try JSON(json.text))).parts[0]
    }

    @Test(arguments: [
        "answer 1764000000+60 18446744073709551615 11 tenth,octave,low -  play chord 7 | fifths",
        "answer 1764000000-300 0 0 ninth,tenth,high,band d48,s48,p1,d60:0,u60:120,s64:130,p0:140,a0:99999 name chord 7",
        "answer 1764000000+0 5 3 tenth,tenth,middle,plain c2 hear chord ma7 | shuffled from F♯",
        "answer 1764000000+60 0 0 tenth,tenth,middle d48:-120,d52:0 play row Dmi7 G7 called A (tune | through",
        "answer 1764000000+60 0 1 tenth,tenth,middle n2,d48:9 play row Dmi7 G7 | in time 90 beats 4 | with-band",
    ])
    func linesAreReadBack(_ line: String) throws {
        let read = try #require(PlayedAnswer(line: line))
        let words = line.split(separator: " ").joined(separator: " ")
        #expect(PlayedAnswer(line: read.line) == read)
        // The pedal comes last among what was held, and a key that it sustains is written with both strokes.
        #expect(read.line == words, "\(read.line)")
    }

    @Test(arguments: [
        "answer 1764000000+60 0 0 tenth,tenth d48:1 play chord 7", "answer 1764000000+60 -1 0 tenth,tenth,middle - x",
        "answer 1764000000+60 0 0 tenth,tenth,middle d128:1 x", "answer 1764000000+60 0 0 tenth,tenth,middle d1:2:3 x",
        "answer 1764000000+60 0 0 tenth,tenth,middle d48:9,u48:8 x", "answer soon 0 0 tenth,tenth,middle - x",
        "answer 1764000000+60 0 0 tenth,tenth,middle n1,d48:9 x", "answer 1764000000+60 0 0 tenth,tenth,middle n17,- x",
        "answer 1764000000+60 0 0 tenth,tenth,middle cx x", "1764000000+60 right 1000 5 played play 0 chord 7",
        "answer 1764000000+60 0 0 tenth,tenth,middle d48:\(Int.min) play chord 7",
    ])
    func damagedLinesAreRefused(_ line: String) { #expect(PlayedAnswer(line: line) == nil) }

    @Test func whatWasPlayedDecides() throws {
        // C E B♭, held for 200 ms.
        let right = "d48:800,d52:805,d58:810,u48:1010,u52:1010,u58:1010"
        var part = try result([answer(right)])
        #expect(part.progress.goodCount == 1 && part.judgedCount == 1 && part.refuted.isEmpty)
        // The last key counts, not the moment of the verdict.
        #expect(part.progress.median == 810)
        // A wrong chord before it: the page had said that it was right at the first try.
        part = try result([answer("d48:100,d53:100,d57:100,u48:400,u53:400,u57:400," + right)])
        #expect(part.progress.goodCount == 0 && part.judgedCount == 0 && part.refuted.map(\.text) == ["play 0 chord 7"])
        // Slower than the assignment allows.
        part = try result([answer("d48:3200,d52:3200,d58:3201,u48:3500")])
        #expect(part.refuted.count == 1)
        // Nothing was recorded, or it belongs to another answer.
        for other in [[], [answer(right, index: 1)], [answer(right).replacing("1764000000", with: "1764000001")]] {
            part = try result(other)
            #expect(part.progress.goodCount == 1 && part.judgedCount == 0 && part.refuted.isEmpty)
        }
    }

    @Test func keysThatThePedalHoldsCount() throws {
        // The bass C sounds from before, held by the pedal.
        let strokes = "d48,s48,p1,d64:500,d70:500,u64:900,u70:900"
        #expect(try result([answer(strokes)]).judgedCount == 1)
        // Without it, the root is missing.
        #expect(try result([answer("d64:500,d70:500,u64:900,u70:900")]).refuted.count == 1)
    }

    @Test func chordsInTimeAreJudgedByTheirBeat() throws {
        let exercise = "play chord 7 | fifths | in time 60 beats 4"
        func part(_ at: Int) throws -> JudgedResult.Part {
            let keys = [48, 52, 58].map { "d\($0):\(at)" } + [48, 52, 58].map { "u\($0):\(at + 900)" }
            return try result([answer(keys.joined(separator: ","), of: exercise)], of: exercise)
        }
        #expect(try part(-100).judgedCount == 1)
        #expect(try part(100).progress.goodCount == 1)
        // Its time is that of the click, not of the player.
        #expect(try part(100).progress.median == nil)
        #expect(try part(1000).refuted.count == 1, "Late is not right at once.")
    }

    @Test func chordsThatShareABarAreJudgedByTheirPartOfIt() throws {
        // A bar takes a second. A chord is late after 150 ms, but not after more than a third of its length.
        let exercise = "play chord 7 | fifths | in time 240 beats 4 | with-band"
        let keys = [48, 52, 58].map { "d\($0):100" } + [48, 52, 58].map { "u\($0):200" }
        for (share, isRight) in [("", true), ("n2,", true), ("n4,", false)] {
            let part = try result([answer(share + keys.joined(separator: ","), of: exercise)], of: exercise)
            #expect(part.judgedCount == (isRight ? 1 : 0) && part.refuted.count == (isRight ? 0 : 1), "\(share)")
        }
    }

    @Test func choicesFollowFromTheSeed() throws {
        let exercise = try Exercise(words: "complete upper-structure VI")
        let question = exercise.questions(seed: 9)[4]
        for (index, choice) in question.choices.enumerated() {
            let line = "answer 1764000000+60 9 4 tenth,tenth,middle c\(index) complete upper-structure VI"
            let part = try result([line], card: question.card.text, of: exercise.words)
            #expect(part.judgedCount == (choice.isRight ? 1 : 0) && part.refuted.count == (choice.isRight ? 0 : 1))
            #expect(part.progress.median == (choice.isRight ? 1000 : nil))
        }
    }

    @Test(arguments: ["[]", "{\"format\": \"chord-combiner-practice\"}", "{\"format\": \"chord-combiner-assignment\"}"])
    func otherFilesAreRefused(_ text: String) throws {
        let json = try JSON(text)
        #expect(throws: ExerciseError.self) { try AssignmentResult(reading: json) }
    }

    @Test(arguments: [
        "play chord 7 | fifths", "play pair C7 + A | from E♭", "play way C7 + A = C13(♭9) | semitones from B",
        "complete way Cma7 + D = Cma13(♯11)", "play voicing mi7 rootless-a",
        "play scale Dorian",
        "play voicing 13(♭9) drop-2", "play upper-structure VI | from F", "play cadence minor rootless",
        "play cadence major", "play cadence major shell | fifths", "play row Dmi7 G7 Cma7 G7 C/E C7+A Dmi7",
        "echo chord mi7",
    ])
    func cardsAreThoseOfTheQuestions(_ words: String) throws {
        let exercise = try Exercise(words: words)
        var cards: [CardID] = []
        for question in exercise.questions(seed: 0) where !cards.contains(question.card) { cards.append(question.card) }
        let part = AssignmentProgress(Assignment([exercise]), PracticeLog()).parts[0]
        #expect(part.left == cards && part.count == cards.count)
    }

    @Test func cardsToNameHaveNoSimilarChords() throws {
        let progress = AssignmentProgress(Assignment([try Exercise(words: "name chord mi7")]), PracticeLog())
        #expect(progress.parts[0].left.map(\.text) == (0..<12).map { "name \($0 * 5 % 12) chord mi7" })
    }
}
