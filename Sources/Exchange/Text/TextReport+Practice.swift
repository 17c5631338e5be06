import Harmony
import Input
import Instruments
import JSONText
import Practice
import Rendering

extension TextReport {
    /// An exercise with its questions, one per line: number, question and key, voicing, and choices if there are any. A
    /// scale, in which each note is a question, has one line.
    public func exercise(_ sheet: ExerciseSheet) -> String {
        let exercise = sheet.exercise
        let questions = sheet.questions
        let isChosen = !exercise.task.isPlayed || exercise.task == .complete
        var rows = [
            ["Number", "Key", "Question", "Left hand", "Right hand", "Degrees"] + (isChosen ? ["Answers"] : [])
        ]
        var index = 0
        while index < questions.count {
            let question = questions[index]
            var end = index + 1
            if question.tone != nil {
                while end < questions.count, questions[end].station == question.station { end += 1 }
            }
            let tones = questions[index..<end].compactMap { $0.tone }
            let number = end == index + 1 ? "\(end)" : "\(index + 1)–\(end)"
            let choices = question.choices.map { (choice: Choice) in
                choice.title(in: notation) + (choice.isRight ? " ✓" : "")
            }
            rows.append(
                [number, presentation.name(question.key), question.title(in: notation)]
                    + (tones.isEmpty ? cells(of: question) : cells(of: tones))
                    + (isChosen ? [choices.joined(separator: ", ")] : []))
            index = end
        }
        let title = exercise.material.title(in: notation)
        return ([title, exercise.manner(presentation), ""] + columns(rows) + ["", exercise.words, exercise.link])
            .joined(separator: "\n")
    }

    private func cells(of question: Question) -> [String] {
        guard let voicing = question.voicing else { return ["", "", ""] }
        return Array(cells(of: voicing, false).prefix(3))
    }

    private func cells(of tones: [Tone]) -> [String] {
        [
            "", tones.map { presentation.name($0) }.joined(separator: " "),
            tones.map { tone in tone.degree.map { presentation.name($0) } ?? "" }.joined(separator: " "),
        ]
    }

    /// A judged recording, one question per line: where the answer landed, the question, and the verdict.
    public func take(_ judged: JudgedTake) -> String {
        let take = judged.take
        guard !take.answers.isEmpty else { return judged.summary }
        var rows = [["Number", "Bar:beat", "Seconds", "Question", "Verdict", "Attempts", "Feedback"]]
        for (index, answer) in take.answers.enumerated() {
            let verdict = answer.verdict
            let question = answer.question
            let note = question.tone.map { ": " + presentation.name($0.name) } ?? ""
            let place = judged.place(of: verdict)
            rows.append([
                "\(index + 1)", place.map { "\($0.bar):" + JSON.thousandths($0.beat).text } ?? "",
                verdict.outcome == .missed ? "" : JSON.thousandths(verdict.landedAt).text,
                question.title(in: notation) + note,
                verdict.outcome.words, "\(answer.attempts.count)",
                verdict.sentence(of: question.expected, in: notation),
            ])
        }
        return (columns(rows) + ["", judged.summary]).joined(separator: "\n")
    }

    /// The result of an assignment, one exercise per line.
    public func result(_ judged: JudgedResult) -> String {
        var rows = [["Exercise", "Good", "Judged again", "Seconds", "Done", "To do"]]
        for part in judged.parts {
            rows.append([
                part.exercise.material.title(in: notation), "\(part.progress.goodCount) of \(part.progress.count)",
                "\(part.judgedCount)",
                part.progress.median.map { JSON.thousandths(Double($0) / 1000).text } ?? "",
                part.progress.isDone ? "yes" : "no",
                part.progress.left.map { $0.title(in: notation) }.joined(separator: ", "),
            ])
        }
        var lines = columns(rows) + ["", "\(judged.doneCount) of \(judged.parts.count) exercises are done."]
        let refuted = judged.parts.flatMap { $0.refuted }.map { $0.title(in: notation) }
        if !refuted.isEmpty {
            lines.append("Good on the pupil’s page, but not when judged again: \(refuted.joined(separator: ", ")).")
        }
        let told = judged.parts.reduce(0) { $0 + $1.progress.goodCount - $1.judgedCount }
        if told > 0 {
            lines.append(
                told == 1
                    ? "1 good answer was graded by the pupil or heard through a microphone, and is not judged again."
                    : "\(told) good answers were graded by the pupil or heard through a microphone, and are not judged "
                        + "again.")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Courses

    /// All courses, one per line.
    public func courses() -> String {
        let rows = Course.all.map { [$0.id, $0.title, "\($0.lessons.count)", $0.summary] }
        return columns([["Course", "Title", "Lessons", "About"]] + rows).joined(separator: "\n")
    }

    /// A course, lesson by lesson.
    public func course(_ course: Course) -> String {
        var parts = [course.title + "\n" + course.summary]
        for (index, lesson) in course.lessons.enumerated() {
            let lines =
                ["\(index + 1). " + lesson.title(in: notation), ""] + lesson.paragraphs(in: notation) + [
                    "", "Hear: " + lesson.heard(in: notation).joined(separator: ", "), "Do: " + lesson.exercise.words,
                    lesson.exercise.link,
                ]
            parts.append(lines.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }
}

extension Outcome {
    /// The verdict in a table.
    fileprivate var words: String { self == .asWritten ? "as written" : rawValue }
}
