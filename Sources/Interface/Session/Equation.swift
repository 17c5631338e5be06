import Exchange
import Harmony
import Rendering

/// One of the three terms of lower + upper = result.
enum Term: String, CaseIterable, Sendable, Hashable {
    case lower, upper, result

    init(_ half: Half) { self = half == .lower ? .lower : .upper }

    /// Nil for the result.
    var half: Half? { Half(rawValue: rawValue) }
}

/// Lower + upper = result, as far as its terms are chosen: what undo steps through.
///
/// Any two terms give the third. As long as no one asks for a result, it follows the halves. One that is asked for is
/// pinned: the halves make all of it or, where no two chords do, what players play of it. A half that is chosen is kept, and
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
        /// From 1; 0 for two chords of the user's own, which are none of them.
        var number: Int
        var count: Int
    }

    /// The half that the app chose where the other is kept.
    var onlySolved: Half? { isSolved.lower == isSolved.upper ? nil : isSolved.lower ? .lower : .upper }

    /// The halves that the user chose.
    var kept: Halves<Chord?> {
        Halves<Chord?>(
            lower: isSolved.lower ? nil : halves.lower.chord, upper: isSolved.upper ? nil : halves.upper.chord)
    }

    /// The equation in which a half is chosen by hand, and no one asks for a result.
    func choosing(_ half: Half, _ choice: ChordChoice) -> Equation {
        var new = Equation(halves: halves)
        new.halves[half] = choice
        return new
    }

    /// No one asks for a result any more; the halves stay.
    mutating func letResultGo() { self = Equation(halves: halves) }

    /// All that the halves play.
    var sounding: PitchClassSet {
        (halves.lower.chord?.pitchClasses ?? .empty).union(halves.upper.chord?.pitchClasses ?? .empty)
    }

    /// Degrees of what is asked for that neither half plays.
    var missing: DegreeSet {
        guard let asked else { return DegreeSet() }
        let sounding = sounding
        let root = asked.root.pitchClass
        return DegreeSet(asked.type.degrees.filter { !sounding.contains((root + $0.pitchClass) % 12) })
    }

    // MARK: Memory

    /// What is kept when the page is closed.
    var record: [(key: String, value: String)] {
        var record = halves.record
        guard let asked else { return record }
        record.append((Equation.askedName, Address.symbol(for: asked)))
        for half in Half.allCases where isSolved[half] { record.append((Equation.solvedName(half), "yes")) }
        return record
    }

    static let askedName = "asked"

    static func solvedName(_ half: Half) -> String { half.rawValue + "Solved" }
}
