import Exchange
import Harmony
import Rendering

extension Equation {
    /// What solving has to know besides.
    struct Circumstances: Sendable, Hashable {
        let vocabulary: Vocabulary.Name
        /// Whether a bass player plays the bass, which then may be missing.
        let hasBand: Bool
    }

    /// Takes up what a record says of what was asked for, unless that cannot be.
    mutating func askAgain(from record: [(key: String, value: String)], _ circumstances: Circumstances) {
        func value(_ key: String) -> String? { record.first { $0.key == key }?.value }
        for half in Half.allCases { isSolved[half] = value(Equation.solvedName(half)) == "yes" }
        asked = value(Equation.askedName).flatMap { try? Chord($0) }
        let isPresent = findPlace(circumstances)
        if !isPresent, asked?.pitchClasses != sounding { letResultGo() }
    }

    /// The equation in which a half is chosen by hand: the other one follows what is asked for.
    /// - Parameter asked: what is let go where it does not go with that half.
    func choosing(
        _ half: Half, _ choice: ChordChoice, for asked: Chord?, _ circumstances: Circumstances
    ) -> Equation {
        let unsolved = choosing(half, choice)
        guard let asked, choice.isEmpty || choice.chord != nil else { return unsolved }
        var new = unsolved
        new.asked = asked
        new.isSolved = isSolved
        // An emptied half is left to the app.
        new.isSolved[half] = choice.isEmpty
        if !choice.isEmpty { new.isSolved[half.other] = true }
        return new.solve(circumstances) ? new : unsolved
    }

    /// Asks for a result. A half that the user chose stays, and the other is solved for; if both were chosen, both are.
    /// - Returns: whether that can be solved. If not, nothing has changed.
    mutating func ask(for chord: Chord, _ circumstances: Circumstances) -> Bool {
        if asked == chord { return true }
        var new = self
        new.asked = chord
        for half in Half.allCases { new.isSolved[half] = new.kept[half] == nil }
        if !new.isSolved.lower, !new.isSolved.upper { new.isSolved = Halves(lower: true, upper: true) }
        guard new.solve(circumstances) else { return false }
        self = new
        return true
    }

    /// Chooses the halves that are not kept: the best way with all notes or, if there is none, the best that can be played.
    /// - Returns: whether there is any. If not, nothing has changed.
    private mutating func solve(_ circumstances: Circumstances) -> Bool {
        var list = ways(isPlayable: isLoose, circumstances)
        if list.isEmpty { list = ways(isPlayable: true, circumstances) }
        if list.isEmpty { return false }
        // Beside a band some lack what it plays.
        take(isLoose ? 0 : list.firstIndex { $0.isComplete } ?? 0, of: list, circumstances)
        return true
    }

    /// Keeps a half, or leaves it to the app. Both chords stay as they are.
    mutating func turnPin(of half: Half, _ circumstances: Circumstances) {
        isSolved[half].toggle()
        _ = findPlace(circumstances)
    }

    /// Goes on to the next way; behind the last comes the first.
    mutating func takeNext(_ circumstances: Circumstances) {
        let (list, index) = waysAtHand(circumstances)
        if !list.isEmpty { take(((index ?? -1) + 1) % list.count, of: list, circumstances) }
    }

    /// Makes both halves those of a way.
    mutating func take(_ way: Way, _ circumstances: Circumstances) {
        let before = self
        asked = way.asked.spelled(in: circumstances.vocabulary.vocabulary)
        isSolved = Halves(lower: true, upper: true)
        take(0, of: [way], circumstances)
        for half in Half.allCases where before.kept[half] != nil && before.halves[half] == halves[half] {
            isSolved[half] = false
        }
        _ = findPlace(circumstances)
    }

    /// Counts the ways anew, after what decides on them has changed.
    mutating func countWays(_ circumstances: Circumstances) { _ = findPlace(circumstances) }

    /// Looks which of the ways the present one is.
    /// - Returns: whether it is any.
    private mutating func findPlace(_ circumstances: Circumstances) -> Bool {
        let (list, index) = waysAtHand(circumstances)
        let isOpen = isSolved.lower || isSolved.upper
        place = isOpen && !list.isEmpty ? Place(number: index.map { $0 + 1 } ?? 0, count: list.count) : nil
        return index != nil
    }

    private mutating func take(_ index: Int, of list: [Way], _ circumstances: Circumstances) {
        let way = list[index]
        for half in Half.allCases where isSolved[half] {
            halves[half] = ChordChoice(way[half].spelled(in: circumstances.vocabulary.vocabulary))
        }
        place = Place(number: index + 1, count: list.count)
    }

    /// The ways among which the present one stands, and its place: those with all notes, or else all that can be played.
    private func waysAtHand(_ circumstances: Circumstances) -> (list: [Way], index: Int?) {
        let exact = ways(isPlayable: isLoose, circumstances)
        if let index = exact.firstIndex(where: { isPresent($0) }) { return (exact, index) }
        let playable = ways(isPlayable: true, circumstances)
        if let index = playable.firstIndex(where: { isPresent($0) }) { return (playable, index) }
        return (exact.isEmpty ? playable : exact, nil)
    }

    /// The name `alt` leaves open which alterations are played, so no one plays all four.
    private var isLoose: Bool { asked?.spelled(in: .jazz).isPlainAlt == true }

    private func ways(isPlayable: Bool, _ circumstances: Circumstances) -> [Way] {
        guard let asked else { return [] }
        return Ways(
            of: asked, lower: kept.lower, upper: kept.upper, playable: isPlayable, hasBand: circumstances.hasBand
        ).list
    }

    /// By its notes: beside a given chord a shell may stand under a name of its own.
    private func isPresent(_ way: Way) -> Bool {
        Half.allCases.allSatisfy { halves[$0].chord?.pitchClasses == way[$0].pitchClasses }
    }
}

extension Way {
    fileprivate subscript(half: Half) -> Chord { half == .lower ? lower : upper }
}
