/// The pairs that books on voicings teach: a seventh chord, or a triad, and what stands above it.
struct UpperStructure: Sendable {
    /// Degrees of the lower chord.
    let lower: DegreeSet
    /// What may stand above it.
    let uppers: [Upper]

    /// A kind of upper chord on a degree of the lower one.
    struct Upper: Sendable {
        let type: ChordType
        let degree: Degree

        /// Seen from the lower chord's root.
        var pitchClasses: PitchClassSet { type.pitchClasses.transposed(up: degree.pitchClass) }
    }

    /// One kind of upper chord and the degrees of the lower chord on which books put it.
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

    /// As they came with the theory, whose table stands beside the tests: upper-structures.tsv.
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
    func uppers(over lower: Chord) -> [PitchClassSet] {
        isLower(lower.type.degrees) ? uppers.map { $0.pitchClasses } : []
    }

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
        return "upper structure " + numeral(of: upper.type, on: degree)
    }

    fileprivate static func numeral(of type: ChordType, on degree: Degree) -> String {
        // The ninth is the second, an octave higher.
        let number = (degree.number - 1) % 7 + 1
        let numeral = RomanNumeral(number, Accidental(semitones: degree.alteration), quality: type.quality)
        return numeral.text + (type.degrees.contains(anyOf: 7) ? "7" : "")
    }
}

/// A chord that books put above another, by the numeral under which they teach it: `VI` is A above C7.
public struct NumberedUpper: Sendable, Hashable {
    /// `II`, `♭VI`, `♯iv`, `VI7`: the degree of the lower chord on which it stands, with its quality.
    public let numeral: String
    public let upper: Chord
}

extension Chord {
    /// What books on voicings put above just this chord, in the order in which they teach it: above C7 the major triads E♭,
    /// G♭, D, A♭ and A first. Nothing where they have no table for its type.
    public var upperStructures: [NumberedUpper] {
        guard let structure = UpperStructure.all().first(where: { $0.lower == type.degrees }) else { return [] }
        return structure.uppers.map { above in
            let wanted = root.adding(above.degree).simplified
            // As with ways: the name that the lower chord gives it, unless no one says that.
            let advantage = above.degree.alteration > 0 ? 0 : WayCosts.ownSpelling
            let name = NoteName.ofRoot(wanted, of: above.type.degrees, advantage: advantage)
            return NumberedUpper(
                numeral: UpperStructure.numeral(of: above.type, on: above.degree), upper: Chord(name, above.type))
        }
    }
}
