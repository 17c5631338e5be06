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
    /// The best suggestion for today, in this order: due cards, the weakest key, new keys, new material.
    /// - Parameter schedule: of this log.
    public func advice(_ schedule: Schedule, in notation: Notation = Notation()) -> Advice {
        guard !isEmpty else {
            let first = Exercise(.voicing(ChordType.dominantSeventh, .shell))
            return Advice(
                sentence: "Start with shells: root, third and seventh define a chord.", start: .exercise(first))
        }
        let due = schedule.review
        if let first = due.first {
            // Without a number: the daily session counts changes, too.
            let name = first.title(in: notation)
            let sentence = "Review what is due" + (due.count == 1 ? ": \(name)." : ", \(name) first.")
            return Advice(sentence: sentence, start: .due)
        }
        let rows = heat(schedule)
        return advice(forWeakestOf: rows, notation) ?? advice(forNewKeysIn: rows, notation) ?? somethingNew(notation)
    }

    /// Below this percentage of right answers, a key is suggested for review.
    private static let weakPercent = 80

    private func advice(forWeakestOf rows: [HeatRow], _ notation: Notation) -> Advice? {
        let cells = rows.flatMap { $0.cells.compactMap { $0 } }.filter { $0.rightPercent < PracticeLog.weakPercent }
        guard let weakest = cells.min(by: { ($0.rightPercent, $0.card.text) < ($1.rightPercent, $1.card.text) }),
            let material = weakest.card.material
        else { return nil }
        let order = material.usualOrder == .asWritten ? KeyOrder.asWritten : .fourths
        let exercise = Exercise(
            material, order: order, from: NoteName(pitchClass: weakest.card.root), task: weakest.card.task)
        let sentence = "Needs work: \(weakest.card.title(in: notation)). Take it slowly through the keys from there."
        return Advice(sentence: sentence, start: .exercise(exercise))
    }

    private func advice(forNewKeysIn rows: [HeatRow], _ notation: Notation) -> Advice? {
        for row in rows {
            guard let material = row.material else { continue }
            let new = (0..<12).map { 5 * $0 % 12 }.filter { row.cells[$0] == nil }
            guard let first = new.first else { continue }
            let names = new.prefix(3).map { notation.written(material.root(at: $0)) }
            let sentence =
                "Still new in "
                + (new.count > 3 ? "\(new.count) keys, such as " : "") + Words.listed(names, "and")
                + ": \(material.title(in: notation))."
            let exercise = Exercise(material, from: NoteName(pitchClass: first), task: row.task)
            return Advice(sentence: sentence, start: .exercise(exercise))
        }
        return nil
    }

    private func somethingNew(_ notation: Notation) -> Advice {
        let known = records.keys.map { $0.what }
        // The order of most jazz piano methods: shells, rootless voicings, then upper structures.
        var path: [PracticeMaterial] = [
            ChordType.dominantSeventh, ChordType.majorSeventh, ChordType.minorSeventh,
        ].flatMap { type in
            [VoicingStyle.shell, .rootlessA, .rootlessB].map { .voicing(type, $0) }
        }
        path += PracticeMaterial.upperStructures.map { .upperStructure($0) }
        guard let next = path.first(where: { !known.contains($0.words) }) else {
            let row = Exercise(.cadence(.minor, .any), order: .shuffled)
            return Advice(
                sentence: "Everything is fresh. Try ii–V–i in minor, in shuffled keys.", start: .exercise(row))
        }
        return Advice(
            sentence: "Everything you have practised is fresh. Try something new: \(next.title(in: notation)).",
            start: .exercise(Exercise(next)))
    }
}
