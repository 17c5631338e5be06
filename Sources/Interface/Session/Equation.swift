import Answers
import Harmony

/// One of the three terms of lower + upper = result.
enum Term: String, CaseIterable, Sendable, Hashable {
    case lower, upper, result

    init(_ half: Half) { self = half == .lower ? .lower : .upper }

    /// Nil for the result.
    var half: Half? { Half(rawValue: rawValue) }
}

/// Lower + upper = result, as far as its terms are chosen: what undo steps through.
///
/// Any two terms give the third. As long as nobody asks for a result, it follows the halves. One that is asked for is
/// pinned: the halves make all of it or, where no two chords do, what players play of it. Who chooses a half keeps it, and
/// the app chooses the other; what neither of them can make is asked for no longer.
struct Equation: Sendable, Hashable {
    var halves = Choices()
    /// The result that is pinned; nil where it follows the halves.
    var asked: Chord?
    /// Which halves the app chose, among the ways to play what is asked for.
    var isSolved = Halves(lower: false, upper: false)
    /// Which of these ways the present one is, as long as the app chose something.
    var place: Place?

    /// One among the ways that are left with what is kept.
    struct Place: Sendable, Hashable {
        /// From 1; 0 for two chords of somebody's own, which are none of them.
        var number: Int
        var count: Int
    }

    /// The half that the app chose where the other is kept.
    var onlySolved: Half? { isSolved.lower == isSolved.upper ? nil : isSolved.lower ? .lower : .upper }

    /// The halves that somebody chose.
    var kept: Halves<Chord?> {
        Halves<Chord?>(
            lower: isSolved.lower ? nil : halves.lower.chord, upper: isSolved.upper ? nil : halves.upper.chord)
    }

    /// The equation in which a half is chosen by hand: the other one follows what is asked for.
    /// - Parameter asked: what is let go where it does not go with that half.
    func choosing(
        _ half: Half, _ choice: ChordChoice, for asked: Chord?, _ circumstances: Circumstances
    ) -> Equation {
        var new = Equation(halves: halves)
        new.halves[half] = choice
        guard let asked, choice.isEmpty || choice.chord != nil else { return new }
        let unsolved = new
        new.asked = asked
        new.isSolved = isSolved
        // An emptied half is left to the app.
        new.isSolved[half] = choice.isEmpty
        if !choice.isEmpty { new.isSolved[half.other] = true }
        return new.solve(circumstances) ? new : unsolved
    }

    /// Nobody asks for a result any more; the halves stay.
    mutating func letResultGo() { self = Equation(halves: halves) }

    /// All that the halves play.
    private var sounding: PitchClassSet {
        (halves.lower.chord?.pitchClasses ?? .empty).union(halves.upper.chord?.pitchClasses ?? .empty)
    }

    /// Degrees of what is asked for that neither half plays.
    var missing: DegreeSet {
        guard let asked else { return DegreeSet() }
        let sounding = sounding
        let root = asked.root.pitchClass
        return DegreeSet(asked.type.degrees.filter { !sounding.contains((root + $0.pitchClass) % 12) })
    }

    /// Whether two chords are there that can be what is asked for: nothing foreign sounds, and third, sixth and seventh are
    /// not missing. Which of those are worth playing is known to `Ways` alone.
    private var isPossible: Bool {
        guard let asked, halves.lower.chord != nil, halves.upper.chord != nil else { return false }
        return sounding.isSubset(of: asked.pitchClasses)
            && missing.allSatisfy { $0.number == 1 || $0.number == 5 || $0.number > 7 }
    }

    // MARK: Memory

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        var record = halves.record
        guard let asked else { return record }
        record.append(("asked", Address.symbol(for: asked)))
        for half in Half.allCases where isSolved[half] { record.append((half.rawValue + "Solved", "yes")) }
        if let place { record.append(("way", "\(place.number) \(place.count)")) }
        return record
    }

    /// What was asked for is forgotten where the record says something of it that cannot be.
    /// - Returns: nil where that is said of the halves.
    init?(record: [(key: String, value: String)]) {
        guard let halves = Choices(record: record) else { return nil }
        self.init(halves: halves)
        func value(_ key: String) -> String? { record.first { $0.key == key }?.value }
        asked = value("asked").flatMap { try? Chord($0) }
        guard isPossible else {
            letResultGo()
            return
        }
        for half in Half.allCases { isSolved[half] = value(half.rawValue + "Solved") == "yes" }
        let numbers = (value("way") ?? "").split(separator: " ").compactMap { Int($0) }
        if isSolved.lower || isSolved.upper, numbers.count == 2, 0...numbers[1] ~= numbers[0] {
            place = Place(number: numbers[0], count: numbers[1])
        }
    }

    init(halves: Choices = Choices()) { self.halves = halves }
}
