import Harmony

/// A series of lessons on one subject.
public struct Course: Sendable, Hashable {
    /// The name in addresses.
    public let id: String
    public let title: String
    /// One sentence.
    public let summary: String
    public let lessons: [Lesson]

    /// - Returns: nil if there is no course with this name.
    public init?(id: String) {
        guard let course = Course.all.first(where: { $0.id == id }) else { return nil }
        self = course
    }

    init(_ id: String, _ title: String, _ summary: String, _ lessons: [Lesson]) {
        self.id = id
        self.title = title
        self.summary = summary
        self.lessons = lessons
    }
}

/// A page of explanation with an example and an exercise.
public struct Lesson: Sendable, Hashable {
    public let title: String
    public let paragraphs: [String]
    /// The example in the text form of exercises, without a task: see ``Exercise/words``.
    private let example: String
    /// The exercise in text form: see ``Exercise/words``.
    private let task: String

    init(_ title: String, _ paragraphs: [String], hear example: String, do task: String) {
        self.title = title
        self.paragraphs = paragraphs
        self.example = example
        self.task = task
    }

    public var exercise: Exercise {
        // A test parses all of them.
        try! Exercise(words: task)
    }

    /// The chords or scale notes that are played and lit as an example, in order.
    public func example(for pianist: Pianist = Pianist()) -> [Question] {
        var exercise = try! Exercise(words: "play " + example)
        exercise.order = .asWritten
        return exercise.questions(seed: 0, for: pianist)
    }
}
