import Harmony
import Rendering

/// One of the three terms of lower + upper = result.
enum Term: String, CaseIterable, Sendable, Hashable {
    case lower, upper, result

    init(_ half: Half) { self = half == .lower ? .lower : .upper }

    /// Nil for the result.
    var half: Half? { Half(rawValue: rawValue) }
}

/// Lower + upper = result, which is the unit of undo.
///
/// Any two terms determine the third. Without a requested result, the result follows from the halves. A requested
/// result is pinned: the halves make all of it or, if no pair does, its playable notes. If the user chooses a half, the
/// app solves for the other one. If there is no solution, the result is unpinned.
struct Equation: Sendable, Hashable {
    var halves = Choices()
    /// The pinned result; nil if it follows from the halves.
    var requested: Chord?
    /// Which halves the app has solved for.
    var isSolved = Halves(lower: false, upper: false)
    /// The position of the current pair among all solutions; nil if nothing was solved for.
    var position: Position?

    struct Position: Sendable, Hashable {
        /// From 1; 0 if the two chords are not one of the solutions.
        var number: Int
        var count: Int
    }

    /// The half that was solved for, if the other is pinned.
    var onlySolved: Half? { isSolved.lower == isSolved.upper ? nil : isSolved.lower ? .lower : .upper }

    /// The halves that the user has chosen.
    var pinned: Halves<Chord?> {
        Halves<Chord?>(
            lower: isSolved.lower ? nil : halves.lower.chord, upper: isSolved.upper ? nil : halves.upper.chord)
    }

    /// The equation in which the user has chosen a half, without a requested result.
    func choosing(_ half: Half, _ choice: ChordChoice) -> Equation {
        var new = Equation(halves: halves)
        new.halves[half] = choice
        return new
    }

    /// Unpins the result. The halves stay.
    mutating func unpinResult() { self = Equation(halves: halves) }

    /// The notes of both halves.
    var sounding: PitchClassSet {
        (halves.lower.chord?.pitchClasses ?? .empty).union(halves.upper.chord?.pitchClasses ?? .empty)
    }

    /// The degrees of the requested result that neither half has.
    var missing: DegreeSet {
        guard let requested else { return DegreeSet() }
        let sounding = sounding
        let root = requested.root.pitchClass
        return DegreeSet(requested.type.degrees.filter { !sounding.contains((root + $0.pitchClass) % 12) })
    }

    // MARK: Memory

    /// The equation as it is stored between visits.
    var record: [(key: String, value: String)] {
        var record = halves.record
        guard let requested else { return record }
        record.append((Equation.requestedName, Address.symbol(for: requested)))
        for half in Half.allCases where isSolved[half] { record.append((Equation.solvedName(half), "yes")) }
        return record
    }

    static let requestedName = "asked"

    static func solvedName(_ half: Half) -> String { half.rawValue + "Solved" }
}
