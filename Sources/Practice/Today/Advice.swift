import Harmony

/// A suggestion of what to practise next.
public struct Advice: Sendable, Hashable {
    public enum Start: Sendable, Hashable {
        /// All due cards.
        case due
        case exercise(Exercise)
    }

    /// The suggestion in a friendly sentence.
    public let sentence: String
    public let start: Start
}

extension PracticeLog {
    /// The best suggestion for today, in this order: due cards, the weakest card, new material.
    /// - Parameter schedule: of this log.
    public func advice(_ schedule: Schedule, in notation: Notation = Notation()) -> Advice {
        let due = schedule.review
        if let first = due.first {
            // Without a number: the daily session counts changes, too.
            let name = first.title(in: notation)
            let sentence = "Review what is due" + (due.count == 1 ? ": " : ", beginning with ") + name + "."
            return Advice(sentence: sentence, start: .due)
        }
        if let weakest = schedule.weakest, let material = weakest.card.material {
            let order = material.usualOrder == .asWritten ? KeyOrder.asWritten : .fourths
            let exercise = Exercise(
                material, order: order, from: NoteName(pitchClass: weakest.card.root), task: weakest.card.task)
            let name = weakest.card.title(in: notation)
            return Advice(
                sentence: "Needs work: \(name). Take it slowly through the keys from there.", start: .exercise(exercise)
            )
        }
        let steps = isEmpty ? [] : Curriculum(for: self, hasInstrument: false).steps
        // As in the daily session: by ear, nothing comes before it was played.
        guard let new = steps.first(where: { $0.kind != .ear && records[$0.card] == nil })?.card,
            let material = new.material
        else {
            let first = Exercise(.voicing(ChordType.dominantSeventh, .shell))
            return Advice(
                sentence: "Start with shells: root, third and seventh define a chord.", start: .exercise(first))
        }
        return Advice(
            sentence: "Everything you have practised is fresh. Try something new: \(new.title(in: notation)).",
            start: .exercise(Exercise(material, from: NoteName(pitchClass: new.root), task: new.task)))
    }
}

extension Schedule {
    /// The card that was missed last; without one, the slowest. Changes are left out.
    fileprivate var weakest: Entry? {
        var weakest: Entry?
        for entry in entries where entry.kind != .change && !entry.isKnown {
            guard let other = weakest else {
                weakest = entry
                continue
            }
            if entry.isRight ? other.isRight && entry.median > other.median : other.isRight || entry.last > other.last {
                weakest = entry
            }
        }
        return weakest
    }
}
