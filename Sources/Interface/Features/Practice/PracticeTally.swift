import Practice

/// What the answers of a practice session have come to.
struct PracticeTally: Sendable {
    /// The results of the last questions, newest last.
    private(set) var marks: [Mark] = []
    var count = 0
    /// The ``Quality`` of each answer as a digit. Together with the seed they restore the state of a drill.
    var digits = ""
    /// The time of all answers in seconds, without feedback and pauses.
    private(set) var time = 0.0
    /// The whole seconds of the clock that the screen shows.
    private(set) var shownSeconds = 0
    /// The lowest quality of the notes so far, within a scale.
    private var worst = 5
    /// The cards that were answered in a drill, each once.
    private var cards: [Card] = []

    /// An answered question, as the row of marks shows it.
    struct Mark: Sendable, Hashable {
        let title: String
        let outcome: Outcome
    }

    /// A card with its first answer.
    private struct Card: Sendable {
        let id: CardID
        let isRight: Bool
        /// The time of its last answer, in seconds since 1970; 0 after a reload.
        var at: Int64
    }

    private static let maximumMarks = 24

    /// How many cards were answered.
    var cardCount: Int { cards.count }

    /// How many of these were right at the first attempt.
    var rightCount: Int { cards.reduce(0) { $0 + ($1.isRight ? 1 : 0) } }

    /// The earliest time of an answer to a card: the log takes only one in a second.
    func earliest(_ id: CardID) -> Int64 { cards.first { $0.id == id }.map { $0.at + 1 } ?? 0 }

    /// Notes the answer to a note of a scale, after which others follow.
    mutating func addNote(_ quality: Int) { worst = lowest(quality) }

    /// The quality of an answer, which for a scale is the lowest of all notes.
    /// - Parameter quality: of the last note.
    func lowest(_ quality: Int) -> Int { min(worst, quality) }

    /// Counts an answer.
    /// - Parameter quality: see ``lowest(_:)``.
    mutating func add(_ id: CardID, _ quality: Int, at date: Int64) {
        count += 1
        worst = 5
        if let index = cards.firstIndex(where: { $0.id == id }) {
            cards[index].at = date
        } else {
            cards.append(Card(id: id, isRight: quality >= Quality.rightAtOnce, at: date))
        }
    }

    mutating func mark(_ title: String, _ outcome: Outcome) {
        marks.append(Mark(title: title, outcome: outcome))
        if marks.count > PracticeTally.maximumMarks { marks.removeFirst() }
    }

    mutating func keep(_ marks: [Mark]) { self.marks = marks }

    mutating func spend(_ seconds: Double) {
        time += max(seconds, 0)
        showClock()
    }

    /// - Parameter seconds: the time of the question that is open.
    mutating func showClock(with seconds: Double = 0) { shownSeconds = Int(time + max(seconds, 0) + 0.001) }
}
