import Harmony
import Input
import Instruments
import JSONText
import Practice
import Rendering

extension Answers {
    /// An exercise with all its questions, the pianist's hands, and the address of the exercise on the page.
    public static func json(_ sheet: ExerciseSheet, notation: Notation = Notation()) -> JSON {
        let (exercise, pianist) = (sheet.exercise, sheet.pianist)
        let own = exercise.json(seed: sheet.seed, for: pianist, in: notation)
        guard case .object(let members) = own else { return own }
        let hands: [(String, JSON)] = [
            ("left", .string(pianist.left.rawValue)), ("right", .string(pianist.right.rawValue)),
            ("register", .string(pianist.register.rawValue)),
        ]
        return .object(
            members.map { name, value in
                guard name == "questions", let list = value.array else { return (name, value) }
                return (name, .array(zip(list, sheet.questions).map { $0.adding(tones(of: $1, notation)) }))
            } + [("hands", .object(hands)), ("link", .string(exercise.link))])
    }

    /// The names of the keys in a question and their degrees in the chord, the left hand first.
    private static func tones(of question: Question, _ notation: Notation) -> [(String, JSON)] {
        var hands: [(String, JSON)] = []
        let tones: [Tone]
        if let voicing = question.voicing {
            tones = voicing.tones
        } else if let tone = question.tone {
            // A note of a scale has no voicing. Either hand may play it.
            hands = [("left", .array([])), ("right", .array([.int(tone.pitch)]))]
            tones = [tone]
        } else {
            return []
        }
        return hands + [
            ("notes", .strings(tones.map { notation.written($0.name) })),
            ("degrees", .array(tones.map { .optional($0.degree?.name) })),
        ]
    }

    /// The result of a recording, question by question and in total.
    public static func json(_ judged: JudgedTake, notation: Notation = Notation()) -> JSON {
        let take = judged.take
        let questions = take.answers.enumerated().map { index, answer -> JSON in
            let question = answer.question
            var members: [(String, JSON)] = [
                ("number", .int(index + 1)), ("card", .string(question.card.text)),
                ("title", .string(question.title(in: notation))), ("key", .string(notation.written(question.key))),
            ]
            if let tone = question.tone { members.append(("note", .string(notation.written(tone.name)))) }
            let attempts = answer.attempts.map { JSON.object(json($0, of: question.expected, judged, notation)) }
            return .object(
                members + json(answer.verdict, of: question.expected, judged, notation) + [
                    ("attempts", .array(attempts))
                ])
        }
        let outcomes = Outcome.allCases.map { ($0.rawValue, JSON.int(judged.count(of: $0))) }
        return .object([
            ("words", .string(judged.sheet.exercise.words)),
            // A whole number of 64 bits.
            ("seed", .decimal("\(judged.sheet.seed)")),
            ("questions", .array(questions)),
            (
                "summary",
                .object([
                    ("asked", .int(take.questionCount)), ("answered", .int(take.answers.count)),
                    ("right", .int(take.rightCount)),
                    ("outcomes", .object(outcomes)), ("attempts", .int(judged.attemptCount)),
                    ("sentence", .string(judged.summary)),
                ])
            ),
        ])
    }

    /// The result of an assignment, exercise by exercise.
    public static func json(_ judged: JudgedResult, notation: Notation = Notation()) -> JSON {
        let parts = judged.parts.map { part -> JSON in
            .object([
                ("words", .string(part.exercise.words)),
                ("title", .string(part.exercise.material.title(in: notation))),
                ("cards", .int(part.progress.count)), ("good", .int(part.progress.goodCount)),
                ("judged", .int(part.judgedCount)), ("done", .bool(part.progress.isDone)),
                ("median", part.progress.median.map { .thousandths(Double($0) / 1000) } ?? .null),
                ("left", .strings(part.progress.left.map { $0.text })),
                ("refuted", .strings(part.refuted.map { $0.text })),
            ])
        }
        return .object([
            ("assignment", .string(judged.assignment.words)), ("exercises", .array(parts)),
            ("done", .int(judged.doneCount)),
        ])
    }

    private static func json(
        _ verdict: Verdict, of asked: ExpectedNotes, _ judged: JudgedTake, _ notation: Notation
    ) -> [(String, JSON)] {
        func called(_ degree: Degree) -> [(String, JSON)] {
            let pitch = asked.root.pitchClass + degree.semitones
            return [("degree", .string(degree.name)), ("note", .string(notation.written(asked.name(of: pitch))))]
        }
        let place = judged.place(of: verdict)
        return [
            ("outcome", .string(verdict.outcome.rawValue)),
            ("sentence", .string(verdict.sentence(of: asked, in: notation))),
            ("missing", .array(verdict.missing.map { .object(called($0)) })),
            (
                "foreign",
                .array(
                    verdict.foreign.map { foreign in
                        .object([
                            ("degree", .string(foreign.degree.name)),
                            ("note", .string(notation.written(foreign.name))), ("pitch", .int(foreign.pitch)),
                        ])
                    })
            ),
            ("wrongBass", verdict.wrongBass.map { .object(called($0)) } ?? .null),
            ("revoiced", .bool(verdict.isRevoiced)),
            ("seconds", verdict.outcome == .missed ? .null : .thousandths(verdict.landedAt)),
            ("delay", verdict.outcome == .missed ? .null : .thousandths(verdict.delay)),
            ("bar", place.map { .int($0.bar) } ?? .null),
            ("beat", place.map { .thousandths($0.beat) } ?? .null),
        ]
    }

    // MARK: Courses

    /// A summary of all courses.
    public static func courses() -> JSON {
        .array(
            Course.all.map { course in
                .object([
                    ("id", .string(course.id)), ("title", .string(course.title)), ("summary", .string(course.summary)),
                    ("lessons", .int(course.lessons.count)),
                ])
            })
    }

    /// Reads the name of a course.
    public static func course(_ id: String) throws(InputError) -> Course {
        guard let course = Course(id: id) else {
            throw InputError("There is no course “\(id)”. Use \(Course.all.map { $0.id }.listed("or")).")
        }
        return course
    }

    /// A course with its lessons: text, sound example, exercise and address.
    public static func json(_ course: Course, notation: Notation = Notation()) -> JSON {
        let lessons = course.lessons.map { lesson -> JSON in
            .object([
                ("title", .string(lesson.title(in: notation))),
                ("paragraphs", .strings(lesson.paragraphs(in: notation))),
                ("heard", .strings(lesson.heard(in: notation))), ("exercise", .string(lesson.exercise.words)),
                ("link", .string(lesson.exercise.link)),
            ])
        }
        return .object([
            ("id", .string(course.id)), ("title", .string(course.title)), ("summary", .string(course.summary)),
            ("lessons", .array(lessons)),
        ])
    }
}
