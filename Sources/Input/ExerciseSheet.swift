import Harmony
import JSONText
import Practice

/// An exercise with its questions, which follow from a seed and the hands of the pianist.
public struct ExerciseSheet: Sendable {
    public let exercise: Exercise
    public let seed: UInt64
    /// The hands that voicings must fit. With a bass player, roots may be left out.
    public let pianist: Pianist
    /// Equal for equal seeds and hands.
    public let questions: [Question]

    /// The maximum number of questions: a long tune in all keys.
    public static let maximumQuestions = 1000

    /// - Throws: if there are too many questions.
    public init(_ exercise: Exercise, seed: UInt64 = 0, for pianist: Pianist = Pianist()) throws(InputError) {
        self.exercise = exercise
        self.seed = seed
        var pianist = pianist
        pianist.hasBassPlayer = exercise.conditions.bass == .band
        self.pianist = pianist
        if case .row(let row, _, _) = exercise.material {
            let keys = exercise.order == .asWritten ? 1 : 12
            guard row.count * keys <= ExerciseSheet.maximumQuestions else {
                throw InputError(
                    """
                        \(row.count) chords in \(keys) keys are too many. An exercise has at most \
                        \(ExerciseSheet.maximumQuestions) questions.
                        """
                )
            }
        }
        questions = exercise.questions(seed: seed, for: pianist)
    }

    /// Reads ``Answers/json(_:notation:)``, of which the words, the seed and the hands are enough. The words alone, as
    /// a string, are an exercise as well.
    public init(reading json: JSON) throws(InputError) {
        if let words = json.string {
            try self.init(try ExerciseRequest(words: words).exercise())
            return
        }
        let read: (exercise: Exercise, seed: UInt64)
        do throws(ExerciseError) {
            read = try Exercise.read(json)
        } catch {
            throw InputError(error)
        }
        let pianist = try json["hands"].map { hands throws(InputError) in try Pianist(reading: hands) }
        try self.init(read.exercise, seed: read.seed, for: pianist ?? Pianist())
    }
}

extension Pianist {
    fileprivate init(reading json: JSON) throws(InputError) {
        self.init()
        guard json.names != nil else { throw InputError("“hands” must be a JSON object.") }
        for name in ["left", "right", "register"] {
            guard let said = json[name] else { continue }
            guard let text = said.string else { throw InputError("“\(name)” of “hands” must be a string.") }
            switch name {
            case "left": left = try .named(text, "a hand span")
            case "right": right = try .named(text, "a hand span")
            default: register = try .named(text, "a register")
            }
        }
    }
}

extension InputError {
    package init(_ error: ExerciseError) {
        message = error.message
    }
}
