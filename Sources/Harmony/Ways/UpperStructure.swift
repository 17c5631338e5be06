/// The upper structures taught in books on voicings: a seventh chord or triad, and the chords above it.
struct UpperStructure: Sendable {
    /// Degrees of the lower chord.
    let lower: DegreeSet
    /// The possible upper chords.
    let uppers: [Upper]

    /// A type of upper chord on a degree of the lower one.
    struct Upper: Sendable {
        let type: ChordType
        let degree: Degree

        /// The pitch classes relative to the lower chord's root.
        var pitchClasses: PitchClassSet { type.pitchClasses.transposed(up: degree.pitchClass) }
    }

    /// A type of upper chord and its usual degrees of the lower chord.
    private struct Row {
        let upper: String
        let on: String
    }

    private init(_ lower: String, _ rows: [Row]) {
        self.lower = DegreeSet(lower)!
        uppers = rows.flatMap { row in
            let type = ChordType(DegreeSet(row.upper)!)
            return DegreeSet(row.on)!.map { Upper(type: type, degree: $0) }
        }
    }

    /// From the theory's table; a copy is with the tests: upper-structures.tsv.
    static func all() -> [UpperStructure] {
        [
            UpperStructure(
                "1 3 5 ♭7",
                [
                    Row(upper: "1 3 5", on: "♭3 ♭5 9 13 ♭13"), Row(upper: "1 ♭3 5", on: "1 ♭3 5 ♭9 ♯11 13"),
                    Row(upper: "1 ♭3 ♭5", on: "3 5 ♭7"), Row(upper: "1 3 ♯5", on: "1 3 ♭7 9"),
                    Row(upper: "1 ♭3 ♭5 °7", on: "3 ♭9"), Row(upper: "1 3 5 ♭7", on: "♭3 ♭5 9 13"),
                ]),
            UpperStructure(
                "1 3 5 7",
                [
                    Row(upper: "1 3 5", on: "5 9"), Row(upper: "1 ♭3 5", on: "3 7 13"), Row(upper: "1 3 5 ♭7", on: "9"),
                ]),
            UpperStructure(
                "1 ♭3 5 ♭7",
                [
                    Row(upper: "1 3 5", on: "♭3 ♭7 11"), Row(upper: "1 ♭3 5", on: "5 9"),
                    Row(upper: "1 ♭3 5 ♭7", on: "5"),
                ]),
            UpperStructure(
                "1 4 5 ♭7",
                [
                    Row(upper: "1 3 5", on: "♭7 ♭9"), Row(upper: "1 ♭3 5", on: "5 ♭7 9"),
                ]),
            UpperStructure("1 ♭3 ♭5 ♭7", [Row(upper: "1 3 5", on: "♭5 ♭7 ♭13")]),
            UpperStructure("1 ♭3 5 7", [Row(upper: "1 3 5", on: "5 11"), Row(upper: "1 3 ♯5", on: "5")]),
            UpperStructure("1 3 5", [Row(upper: "1 3 5", on: "♭3 5 ♭5 9 13")]),
            UpperStructure("1 ♭3 5", [Row(upper: "1 3 5", on: "♭7")]),
        ]
    }

    /// The usual upper chords of a chord, or of the chord of which it is a shell. Empty for other chords.
    func uppers(over lower: Chord) -> [Upper] { isLower(lower.type.degrees) ? uppers : [] }

    private func isLower(_ degrees: DegreeSet) -> Bool {
        if degrees == lower { return true }
        let isShell = !degrees.contains(anyOf: 5) && degrees.contains(anyOf: 7)
        let left = lower.subtracting(.all(of: 5))
        return isShell && (degrees == left || degrees == left.subtracting(.all(of: 1)))
    }

    /// The usual name: the numeral of the upper chord's root above the lower one's, with 7 for a seventh chord.
    /// - Parameter degree: under which the upper chord is taught, in all keys. If it is nil, because a symmetrical
    ///   chord is named from another of its notes, the spellings decide.
    static func name(of upper: Chord, on degree: Degree?, over lower: Chord) -> String {
        // If the spellings are too far apart, as E♭ over F♯7, the semitones decide.
        let isNear = abs(upper.root.fifths - lower.root.fifths) <= 6
        let spelled =
            isNear
            ? Degree(from: lower.root, to: upper.root)
            : Degree(aboveBass: modulo(upper.root.pitchClass - lower.root.pitchClass, 12))
        return "upper structure " + numeral(of: upper.type, on: degree ?? spelled)
    }

    fileprivate static func numeral(of type: ChordType, on degree: Degree) -> String {
        // The ninth counts as the second.
        let number = (degree.number - 1) % 7 + 1
        let numeral = RomanNumeral(number, Accidental(semitones: degree.alteration), quality: type.quality)
        return numeral.text + (type.degrees.contains(anyOf: 7) ? "7" : "")
    }
}

/// A usual upper chord with the numeral under which it is taught: `VI` is A above C7.
public struct NumberedUpper: Sendable, Hashable {
    /// `II`, `♭VI`, `♯iv`, `VI7`: the degree of the lower chord, with the quality.
    public let numeral: String
    public let upper: Chord
}

extension Chord {
    /// The usual upper structures of this chord, in teaching order: above C7 the major triads E♭, G♭, D, A♭ and A
    /// first. Empty if there is no table for its type.
    public var upperStructures: [NumberedUpper] {
        guard let structure = UpperStructure.all().first(where: { $0.lower == type.degrees }) else { return [] }
        return structure.uppers.map { above in
            let wanted = root.adding(above.degree).simplified
            // As with ways: in the lower chord's spelling unless it is unusual.
            let name = NoteName.ofRoot(
                wanted, of: above.type.degrees, advantage: WayCosts.ownSpelling(of: above.degree))
            return NumberedUpper(
                numeral: UpperStructure.numeral(of: above.type, on: above.degree), upper: Chord(name, above.type))
        }
    }
}
