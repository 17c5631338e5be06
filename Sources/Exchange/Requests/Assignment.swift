import Harmony
import JSONText
import Practice

/// What a teacher sets: an exercise, with the seed of its questions and the hands that it is written for.
public struct Assignment: Sendable, Hashable {
    public let exercise: Exercise
    public let seed: UInt64
    /// Whose hands voicings fit. Where a bass player plays the bass, roots may be left out.
    public let pianist: Pianist
    /// The same for the same seed and hands.
    public let questions: [Question]

    /// More questions than this no one answers at a sitting: a long tune in all keys.
    public static let mostQuestions = 1000

    /// - Throws: where there are too many questions.
    public init(_ exercise: Exercise, seed: UInt64 = 0, for pianist: Pianist = Pianist()) throws(Refusal) {
        self.exercise = exercise
        self.seed = seed
        var pianist = pianist
        pianist.hasBand = exercise.conditions.bass == .band
        self.pianist = pianist
        if case .row(let row, _) = exercise.thing {
            let keys = exercise.order == .asWritten ? 1 : 12
            guard row.count * keys <= Assignment.mostQuestions else {
                throw Refusal(
                    "\(row.count) chords in \(keys) keys are too many. An exercise has at most \(Assignment.mostQuestions) questions.")
            }
        }
        questions = exercise.questions(seed: seed, for: pianist)
    }

    /// Reads what all doors write of it (``Answers/json(_:notation:)``); of that the words, the seed and the hands are enough. The words
    /// alone, as a text, are an exercise as well.
    public init(reading json: JSON) throws(Refusal) {
        if let words = json.string {
            try self.init(try ExerciseWish(words: words).exercise())
            return
        }
        let read: (exercise: Exercise, seed: UInt64)
        do throws(ExerciseError) {
            read = try Exercise.read(json)
        } catch {
            throw Refusal(error)
        }
        let pianist = try json["hands"].map { hands throws(Refusal) in try Pianist(reading: hands) }
        try self.init(read.exercise, seed: read.seed, for: pianist ?? Pianist())
    }
}

extension Pianist {
    fileprivate init(reading json: JSON) throws(Refusal) {
        self.init()
        guard json.names != nil else { throw Refusal("“hands” must be an object, in braces.") }
        for name in ["left", "right", "register"] {
            guard let said = json[name] else { continue }
            guard let text = said.string else { throw Refusal("“\(name)” of “hands” must be a string.") }
            switch name {
            case "left": left = try .named(text, "a hand span")
            case "right": right = try .named(text, "a hand span")
            default: register = try .named(text, "a register")
            }
        }
    }
}

extension Refusal {
    package init(_ error: ExerciseError) {
        message = error.message
    }
}
