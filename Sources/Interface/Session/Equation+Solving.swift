import Harmony
import Rendering

extension Equation {
    /// The settings that decide which chord pairs are found.
    struct SolvingContext: Sendable, Hashable {
        let vocabulary: Vocabulary.Name
        /// Whether a bass player plays the bass note, so that the pair may lack it.
        let hasBassPlayer: Bool
    }

    /// Restores the requested result from a record, unless the halves do not make it.
    mutating func restoreRequest(from record: [(key: String, value: String)], _ context: SolvingContext) {
        func value(_ key: String) -> String? { record.first { $0.key == key }?.value }
        for half in Half.allCases { isSolved[half] = value(Equation.solvedName(half)) == "yes" }
        requested = value(Equation.requestedName).flatMap { try? Chord($0) }
        let isCurrent = updatePosition(context)
        if !isCurrent, requested?.pitchClasses != sounding { unpinResult() }
    }

    /// The equation in which the user has chosen a half. The other half is solved for.
    /// - Parameter requested: the requested result, which is unpinned if no chord makes it with this half.
    func choosing(
        _ half: Half, _ choice: ChordChoice, for requested: Chord?, _ context: SolvingContext
    ) -> Equation {
        let unsolved = choosing(half, choice)
        guard let requested, choice.isEmpty || choice.chord != nil else { return unsolved }
        var new = unsolved
        new.requested = requested
        new.isSolved = isSolved
        // A half that was cleared is solved for.
        new.isSolved[half] = choice.isEmpty
        if !choice.isEmpty { new.isSolved[half.other] = true }
        return new.solve(context) ? new : unsolved
    }

    /// Pins a result. A half that the user chose stays, and the other is solved for. If the user chose both, both are
    /// solved for.
    /// - Returns: whether there is a solution. If not, the equation is unchanged.
    mutating func ask(for chord: Chord, _ context: SolvingContext) -> Bool {
        if requested == chord { return true }
        var new = self
        new.requested = chord
        for half in Half.allCases { new.isSolved[half] = new.pinned[half] == nil }
        if !new.isSolved.lower, !new.isSolved.upper { new.isSolved = Halves(lower: true, upper: true) }
        guard new.solve(context) else { return false }
        self = new
        return true
    }

    /// Chooses the halves that are not pinned: the best pair with all notes or, if there is none, the best playable
    /// one.
    /// - Returns: whether there is a pair. If not, the equation is unchanged.
    private mutating func solve(_ context: SolvingContext) -> Bool {
        var list = ways(isPlayable: isPlainAlt, context)
        if list.isEmpty { list = ways(isPlayable: true, context) }
        if list.isEmpty { return false }
        // With a bass player, some pairs lack the bass note.
        take(isPlainAlt ? 0 : list.firstIndex { $0.isComplete } ?? 0, of: list, context)
        return true
    }

    /// Pins or unpins a half. Both chords stay.
    mutating func togglePin(of half: Half, _ context: SolvingContext) {
        isSolved[half].toggle()
        _ = updatePosition(context)
    }

    /// Selects the next pair, after the last one the first.
    mutating func selectNext(_ context: SolvingContext) {
        let (list, index) = candidates(context)
        if !list.isEmpty { take(((index ?? -1) + 1) % list.count, of: list, context) }
    }

    /// Sets both halves to a pair.
    mutating func take(_ way: Way, _ context: SolvingContext) {
        let before = self
        requested = way.asked.spelled(in: context.vocabulary.vocabulary)
        isSolved = Halves(lower: true, upper: true)
        take(0, of: [way], context)
        for half in Half.allCases where before.pinned[half] != nil && before.halves[half] == halves[half] {
            isSolved[half] = false
        }
        _ = updatePosition(context)
    }

    /// Updates the position after a change of the context.
    mutating func updateWayCount(_ context: SolvingContext) { _ = updatePosition(context) }

    /// Finds the current pair among the candidates.
    /// - Returns: whether it is one of them.
    private mutating func updatePosition(_ context: SolvingContext) -> Bool {
        let (list, index) = candidates(context)
        let isOpen = isSolved.lower || isSolved.upper
        position = isOpen && !list.isEmpty ? Position(number: index.map { $0 + 1 } ?? 0, count: list.count) : nil
        return index != nil
    }

    private mutating func take(_ index: Int, of list: [Way], _ context: SolvingContext) {
        let way = list[index]
        for half in Half.allCases where isSolved[half] {
            halves[half] = ChordChoice(way[half].spelled(in: context.vocabulary.vocabulary))
        }
        position = Position(number: index + 1, count: list.count)
    }

    /// The pairs with all notes or, if the current pair is not one of them, the playable ones; and the index of the
    /// current pair.
    private func candidates(_ context: SolvingContext) -> (list: [Way], index: Int?) {
        let exact = ways(isPlayable: isPlainAlt, context)
        if let index = exact.firstIndex(where: { isCurrent($0) }) { return (exact, index) }
        let playable = ways(isPlayable: true, context)
        if let index = playable.firstIndex(where: { isCurrent($0) }) { return (playable, index) }
        return (exact.isEmpty ? playable : exact, nil)
    }

    /// Whether the result is `alt`, which leaves the alterations open. Players use some of the four, so playable pairs
    /// suffice.
    private var isPlainAlt: Bool { requested?.spelled(in: .jazz).isPlainAlt == true }

    private func ways(isPlayable: Bool, _ context: SolvingContext) -> [Way] {
        guard let requested else { return [] }
        return Ways(
            of: requested, lower: pinned.lower, upper: pinned.upper, playable: isPlayable,
            hasBassPlayer: context.hasBassPlayer
        ).list
    }

    /// Compares notes, because a shell may have different names.
    private func isCurrent(_ way: Way) -> Bool {
        Half.allCases.allSatisfy { halves[$0].chord?.pitchClasses == way[$0].pitchClasses }
    }
}

extension Way {
    fileprivate subscript(half: Half) -> Chord { half == .lower ? lower : upper }
}
