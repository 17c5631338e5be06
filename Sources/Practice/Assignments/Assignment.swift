/// Exercises that a teacher sets: what to practise, by when, and what counts as good.
///
/// The text is the whole assignment, so that a link can hold it.
public struct Assignment: Sendable, Hashable {
    public var exercises: [Exercise]
    /// The first day whose answers count, from 1970; nil if all answers count.
    public var start: Int?
    /// The last day, from 1970; nil without a date.
    public var due: Int?
    /// How many percent of the cards of an exercise must be good.
    public var percent: Int
    /// The longest time of a good answer in seconds; nil if any time will do.
    public var seconds: Int?

    public static let maximumExercises = 12
    public static let percents = 50...100
    public static let times = 1...60

    public init(
        _ exercises: [Exercise] = [], start: Int? = nil, due: Int? = nil, percent: Int = 90, seconds: Int? = nil
    ) {
        self.exercises = exercises
        self.start = start
        self.due = due
        self.percent = percent
        self.seconds = seconds
    }
}

extension Assignment {
    /// Separates exercises, whose own parts are separated by `|`.
    private static let separator = "then"

    /// One line of text: `good 90 within 3 from 2026-11-28 by 2026-12-05 | play chord 7 | then | play cadence major`.
    public var words: String {
        var words = ["good", "\(percent)"]
        if let seconds { words += ["within", "\(seconds)"] }
        if let start { words += ["from", Timestamp.text(of: start)] }
        if let due { words += ["by", Timestamp.text(of: due)] }
        var text = Words.joined(words)
        for (index, exercise) in exercises.enumerated() {
            text += (index == 0 ? " | " : " | " + Assignment.separator + " | ") + exercise.words
        }
        return text
    }

    /// Reads the format of ``words``.
    public init(words: String) throws(ExerciseError) {
        self.init()
        let parts = Words.split(words.withoutInvisible, at: UInt8(ascii: "|"))
        try read(Words.split(parts.first ?? ""))
        var text = ""
        for part in parts.dropFirst() + [Assignment.separator] {
            if Words.joined(Words.split(part)) != Assignment.separator {
                text += text.isEmpty ? part : " | " + part
            } else if !text.isEmpty {
                exercises.append(try Exercise(words: text))
                text = ""
            }
        }
        guard exercises.count <= Assignment.maximumExercises else {
            throw ExerciseError("The assignment", .tooManyExercises(Assignment.maximumExercises))
        }
    }

    /// Reads the conditions.
    private mutating func read(_ words: [String]) throws(ExerciseError) {
        for index in stride(from: 0, to: words.count, by: 2) {
            let value = index + 1 < words.count ? words[index + 1] : ""
            switch words[index] {
            case "good":
                guard let number = Words.number(value, in: Assignment.percents) else {
                    throw ExerciseError(value, .unknown(expected: "a percentage from 50 to 100"))
                }
                percent = number
            case "within":
                guard let number = Words.number(value, in: Assignment.times) else {
                    throw ExerciseError(value, .unknown(expected: "seconds from 1 to 60"))
                }
                seconds = number
            case "from": start = try Assignment.day(value)
            case "by": due = try Assignment.day(value)
            default: throw ExerciseError(words[index], .unknown(expected: "“good”, “within”, “from” or “by”"))
            }
        }
    }

    private static func day(_ text: String) throws(ExerciseError) -> Int {
        guard let day = Timestamp.day(text) else {
            throw ExerciseError(text, .unknown(expected: "a date such as 2026-12-05"))
        }
        return day
    }
}
