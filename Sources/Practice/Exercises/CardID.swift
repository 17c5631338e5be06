import Harmony

/// The identity of a card: task, material and key. A chord in a tune has the same card as that chord alone.
public struct CardID: Sendable, Hashable {
    public let task: Exercise.Task
    /// The material in text form, on C: `chord mi7`, `upper-structure VI`.
    public let what: String
    /// The pitch class of its root.
    public let root: Int

    init(_ task: Exercise.Task, _ material: PracticeMaterial, root: Int) {
        self.init(task, what: material.card.words, root: root)
    }

    private init(_ task: Exercise.Task, what: String, root: Int) {
        self.task = task
        self.what = what
        self.root = root
    }

    /// One line: `play 10 chord mi7` for B♭mi7.
    public var text: String { task.rawValue + " \(root) " + what }

    /// Reads the format of ``text``; nil for anything else.
    public init?(_ text: String) {
        let words = Words.split(text)
        guard words.count > 2, let task = Exercise.Task(rawValue: words[0]),
            let root = Words.number(words[1], in: 0...11)
        else { return nil }
        let what = Words.joined(words.dropFirst(2))
        guard let material = try? PracticeMaterial(words: what), material.allows(task), material.card.words == what
        else { return nil }
        self.init(task, what: what, root: root)
    }

    /// The material on C.
    public var material: PracticeMaterial? { try? PracticeMaterial(words: what) }

    /// An exercise with this question only.
    public func exercise(conditions: Conditions = Conditions()) -> Exercise? {
        material.map {
            Exercise($0, order: .asWritten, from: NoteName(pitchClass: root), task: task, conditions: conditions)
        }
    }
}

extension CardID {
    /// The questions about this card, in order.
    func questions(seed: UInt64, for pianist: Pianist, allowsLookalikes: Bool = false) -> [Question] {
        exercise()?.questions(seed: seed, for: pianist, allowsLookalikes: allowsLookalikes) ?? []
    }
}

extension PracticeMaterial {
    /// The material that cards use. A pair that is a numbered upper structure becomes that upper structure.
    var card: PracticeMaterial {
        guard case .pair(let pair) = self else { return inJazz }
        let known =
            pair.lower == PracticeMaterial.dominant(on: NoteName(.c))
            ? pair.lower.upperStructures.first { $0.upper.pitchClasses == pair.upper.pitchClasses } : nil
        return known.map { .upperStructure($0.numeral) } ?? self
    }
}
