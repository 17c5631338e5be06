import Harmony
import Practice
import Testing

@Suite struct AssignmentTests {
    private static let exercises = [
        "play chord 7 | fifths", "play cadence minor rootless", "name chord ma7", "play row Dmi7 G7 Cma7",
        "play upper-structure VI | from F | in time 120 beats 4", "play row Dmi7 G7 called Sad :( | in time 90 beats 4",
    ]

    @Test(arguments: 0...6) func wordsAreReadBack(_ count: Int) throws {
        let exercises = try Self.exercises.prefix(count).map { try Exercise(words: $0) }
        for start in [nil, 20_780] {
            for due in [nil, 20_790] {
                for seconds in [nil, 3] {
                    let assignment = Assignment(exercises, start: start, due: due, percent: 80, seconds: seconds)
                    #expect(try Assignment(words: assignment.words) == assignment, "\(assignment.words)")
                }
            }
        }
    }

    @Test func wordsMayHaveGaps() throws {
        let assignment = try Assignment(words: "by 2026-12-05|then|play chord 7|then||then|play chord mi7|fifths|then")
        #expect(assignment.percent == 90 && assignment.exercises.count == 2)
        #expect(assignment.words == "good 90 by 2026-12-05 | play chord 7 | then | play chord mi7 | fifths")
        #expect(try Assignment(words: "") == Assignment())
    }

    @Test(arguments: [
        ("good 40", "40"), ("good", "50 to 100"), ("within 0", "0"), ("within 61", "61"), ("by tomorrow", "tomorrow"),
        ("from 2026-02-29", "2026-02-29"), ("soon", "soon"), ("good 90 | play chord xx7", "xx7"),
        ("good 90 | sing chord 7", "sing"),
    ])
    func mistakesAreNamed(_ words: String, _ named: String) {
        let error = #expect(throws: ExerciseError.self) { try Assignment(words: words) }
        #expect(error?.message.contains(named) == true, "\(error?.message ?? "")")
    }

    @Test func exercisesAreLimited() {
        let words = "good 90" + String(repeating: " | play chord 7 | then", count: 13)
        let error = #expect(throws: ExerciseError.self) { try Assignment(words: words) }
        #expect(error?.message == "The assignment is too long: at most 12 exercises.")
    }

    /// The cards of dominant sevenths, all twelve of them: C7 is `play 0 chord 7`.
    private func log(_ answers: [(root: Int, at: Int, Outcome, milliseconds: Int)]) -> PracticeLog {
        PracticeLog(
            answers.map { root, day, outcome, milliseconds in
                let stamp = Timestamp(at: Int64(86_400 * day + 3600), minutesEast: 0)
                return Attempt(
                    CardID("play \(root) chord 7")!, at: stamp, outcome,
                    milliseconds: milliseconds, quality: outcome.isRight ? 5 : 1, isPlayed: true)
            })
    }

    @Test func lastAnswersCount() throws {
        let assignment = try Assignment(words: "good 75 within 3 from 2026-11-24 | play chord 7 | fifths")
        let start = 20_781
        var answers = (0..<8).map { (root: $0, at: start, Outcome.right, milliseconds: 1000 + 200 * $0) }
        func part() -> AssignmentProgress.Part { AssignmentProgress(assignment, log(answers)).parts[0] }
        #expect(part().count == 12 && part().goodCount == 8 && !part().isDone)
        // In fifths from C: roots 2, 7, 4 … are good; 9, 11, 8, 10 are left in the order in which they are asked.
        #expect(part().left.map(\.root) == [9, 11, 8, 10])
        #expect(part().median == 1800)
        // Too early, too slow, wrong.
        answers += [(9, start - 1, .right, 1000), (11, start, .right, 3001), (8, start, .wrong, 1000)]
        #expect(part().goodCount == 8)
        // Nine of twelve are 75 percent.
        answers.append((9, start + 1, .right, 3000))
        #expect(part().goodCount == 9 && part().isDone)
        // A later mistake counts as well.
        answers.append((0, start + 2, .wrong, 1000))
        #expect(part().goodCount == 8 && part().left.first?.root == 0)
        // Other days do not matter without a beginning, nor does another task.
        let any = try Assignment(words: "good 75 | play chord 7 | then | name chord 7")
        let progress = AssignmentProgress(any, log(answers))
        #expect(progress.parts.map(\.goodCount) == [9, 0] && progress.doneCount == 1)
    }

    @Test func theSameChordInARowIsOneCard() throws {
        let assignment = try Assignment(words: "good 90 | play row C7 F7 C7")
        #expect(AssignmentProgress(assignment, PracticeLog()).parts[0].count == 2)
    }
}
