/// The pairs that books on voicings teach: a seventh chord, or a triad, and what stands above it.
struct UpperStructure: Sendable {
    /// Degrees of the lower chord.
    let lower: DegreeSet
    /// What may stand above it, seen from the lower chord's root: by the bits of a set.
    private let uppers: [PitchClassSet]

    /// One kind of upper chord and the degrees of the lower chord on which books put it.
    private struct Row {
        let upper: String
        let on: String
    }

    private init(_ lower: String, _ rows: [Row]) {
        self.lower = DegreeSet(lower)!
        uppers = rows.flatMap { row in
            let type = DegreeSet(row.upper)!.pitchClasses
            return DegreeSet(row.on)!.map { type.transposed(up: $0.pitchClass) }
        }
    }

    /// As they came with the theory, whose table stands beside the tests: upper-structures.tsv. Made anew for each question:
    /// what makes a constant belongs to the first part of the page's engine, and is the larger half of all ways there.
    static func all() -> [UpperStructure] { [
        UpperStructure("1 3 5 ♭7", [
            Row(upper: "1 3 5", on: "♭3 ♭5 9 13 ♭13"), Row(upper: "1 ♭3 5", on: "1 ♭3 5 ♭9 ♯11 13"),
            Row(upper: "1 ♭3 ♭5", on: "3 5 ♭7"), Row(upper: "1 3 ♯5", on: "1 3 ♭7 9"),
            Row(upper: "1 ♭3 ♭5 °7", on: "3 ♭9"), Row(upper: "1 3 5 ♭7", on: "♭3 ♭5 9 13"),
        ]),
        UpperStructure("1 3 5 7", [
            Row(upper: "1 3 5", on: "5 9"), Row(upper: "1 ♭3 5", on: "3 7 13"), Row(upper: "1 3 5 ♭7", on: "9"),
        ]),
        UpperStructure("1 ♭3 5 ♭7", [
            Row(upper: "1 3 5", on: "♭3 ♭7 11"), Row(upper: "1 ♭3 5", on: "5 9"), Row(upper: "1 ♭3 5 ♭7", on: "5"),
        ]),
        UpperStructure("1 4 5 ♭7", [
            Row(upper: "1 3 5", on: "♭7 ♭9"), Row(upper: "1 ♭3 5", on: "5 ♭7 9"),
        ]),
        UpperStructure("1 ♭3 ♭5 ♭7", [Row(upper: "1 3 5", on: "♭5 ♭7 ♭13")]),
        UpperStructure("1 ♭3 5 7", [Row(upper: "1 3 5", on: "5 11"), Row(upper: "1 3 ♯5", on: "5")]),
        UpperStructure("1 3 5", [Row(upper: "1 3 5", on: "♭3 5 ♭5 9 13")]),
        UpperStructure("1 ♭3 5", [Row(upper: "1 3 5", on: "♭7")]),
    ] }

    /// What books put above a chord, or above the whole chord of which it is a shell: seen from its root, and nothing above
    /// others.
    func uppers(over lower: Chord) -> [PitchClassSet] { isLower(lower.type.degrees) ? uppers : [] }

    private func isLower(_ degrees: DegreeSet) -> Bool {
        if degrees == lower { return true }
        let isShell = !degrees.contains(anyOf: 5) && degrees.contains(anyOf: 7)
        let left = lower.subtracting(.all(of: 5))
        return isShell && (degrees == left || degrees == left.subtracting(.all(of: 1)))
    }

    /// What books call it: by the numeral of the upper chord's root above the lower one's, with the 7 of a seventh chord.
    static func name(of upper: Chord, over lower: Chord) -> String {
        // Where the two are spelled too far from each other, E♭ over F♯7, the keys of the piano tell.
        let isNear = abs(upper.root.fifths - lower.root.fifths) <= 6
        let degree = isNear ? Degree(from: lower.root, to: upper.root)
            : Degree(aboveBass: modulo(upper.root.pitchClass - lower.root.pitchClass, 12))
        let numeral = RomanNumeral(
            degree.number, Accidental(semitones: degree.alteration), quality: upper.type.quality)
        return "upper structure " + numeral.text + (upper.type.degrees.contains(anyOf: 7) ? "7" : "")
    }
}
