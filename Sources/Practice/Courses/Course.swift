import Harmony

/// A way through something that methods teach, one lesson after the other.
public struct Course: Sendable, Hashable {
    /// Its name in addresses.
    public let id: String
    public let title: String
    /// One sentence.
    public let summary: String
    public let lessons: [Lesson]

    /// - Returns: nil for a name that no course has.
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

/// A page of explanation with something to hear and something to do.
public struct Lesson: Sendable, Hashable {
    public let title: String
    /// What is explained, a paragraph each.
    public let paragraphs: [String]
    /// The words of what is heard, without its task: see ``Exercise/words``.
    private let example: String
    /// The words of what is done: see ``Exercise/words``.
    private let task: String

    init(_ title: String, _ paragraphs: [String], hear example: String, do task: String) {
        self.title = title
        self.paragraphs = paragraphs
        self.example = example
        self.task = task
    }

    /// What is done.
    public var exercise: Exercise {
        // Tests read all of them.
        try! Exercise(words: task)
    }

    /// What is heard and lit beside the text, one after the other: chords, or the notes of a scale.
    public func example(for pianist: Pianist = Pianist()) -> [Question] {
        var exercise = try! Exercise(words: "play " + example)
        exercise.order = .asWritten
        return exercise.questions(seed: 0, for: pianist)
    }
}
