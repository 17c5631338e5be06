import Harmony

/// A series of lessons on one subject.
public struct Course: Sendable, Hashable {
    /// The name in addresses.
    public let id: String
    /// Numerals are in braces.
    private let markedTitle: String
    /// One sentence.
    public let summary: String
    public let lessons: [Lesson]

    /// - Returns: nil if there is no course with this name.
    public init?(id: String) {
        guard let course = Course.all.first(where: { $0.id == id }) else { return nil }
        self = course
    }

    public var title: String { title(in: Notation()) }

    /// The title in a notation.
    public func title(in notation: Notation) -> String { Lesson.text(markedTitle, notation) }

    init(_ id: String, _ title: String, _ summary: String, _ lessons: [Lesson]) {
        self.id = id
        markedTitle = title
        self.summary = summary
        self.lessons = lessons
    }
}

/// A page of explanation with an example and an exercise.
public struct Lesson: Sendable, Hashable {
    /// Names of chords, notes and degrees are in braces.
    private let markedTitle: String
    /// The same.
    private let markedParagraphs: [String]
    /// The example in the text form of exercises, without a task: see ``Exercise/words``.
    private let example: String
    /// The exercise in text form: see ``Exercise/words``.
    private let task: String

    init(_ title: String, _ paragraphs: [String], hear example: String, do task: String) {
        markedTitle = title
        markedParagraphs = paragraphs
        self.example = example
        self.task = task
    }

    public var title: String { title(in: Notation()) }
    public var paragraphs: [String] { paragraphs(in: Notation()) }

    /// The title in a notation.
    public func title(in notation: Notation) -> String { Lesson.text(markedTitle, notation) }

    /// The paragraphs in a notation.
    public func paragraphs(in notation: Notation) -> [String] { markedParagraphs.map { Lesson.text($0, notation) } }

    /// A text with the names in braces written in a notation.
    fileprivate static func text(_ marked: String, _ notation: Notation) -> String {
        var text = ""
        var word = ""
        var isName = false
        for sign in marked.unicodeScalars {
            guard isName, sign == " " || sign == "}" else {
                if sign == "{" {
                    isName = true
                } else if isName {
                    word.unicodeScalars.append(sign)
                } else {
                    text.unicodeScalars.append(sign)
                }
                continue
            }
            // A note is named like its major triad.
            text += (try? Chord(word))?.title(in: notation) ?? notation.marked(notation.written(word))
            word = ""
            if sign == " " { text += " " } else { isName = false }
        }
        return text
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
