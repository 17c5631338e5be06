/// What one chord becomes with others: below it, or above it, twelve roots × some types.
public struct Board: Sendable {
    /// One of the chords that could join the one at hand.
    public struct Cell: Sendable, Hashable {
        public let combination: Combination
        /// The degree sum of all that sounds, in hundredths: the same in every key. That of a polychord, and of chords whose
        /// base no one has rated, is the bare sum.
        public let tensionHundredths: Int
        public var tension: Double { Double(tensionHundredths) / 100 }
    }

    /// The chord at hand.
    public let chord: Chord
    /// Which of the two it is.
    public let half: Half
    public let types: [ChordType]
    /// Those of the others: the root of the chord at hand, and the eleven above it.
    public let roots: [NoteName]
    /// A row for each root; in each a cell for each type.
    public let rows: [[Cell]]

    /// - Parameter vocabulary: which names the results have.
    public init(
        _ chord: Chord, as half: Half = .lower, types: [ChordType], vocabulary: Vocabulary = .jazz
    ) {
        let combiner = ChordCombiner(vocabulary: vocabulary)
        let roots = Board.roots(above: chord)
        self.chord = chord
        self.half = half
        self.types = types
        self.roots = roots
        rows = roots.map { root in
            types.map { type in
                let other = Chord(root, type)
                return Cell(
                    half == .lower ? combiner.combine(lower: chord, upper: other)
                        : combiner.combine(lower: other, upper: chord))
            }
        }
    }

    /// The roots of the chords that could join one.
    public static func roots(above chord: Chord) -> [NoteName] {
        degrees.map { name($0, above: chord.root) }
    }

    /// All cells, row by row.
    public var cells: [Cell] { rows.flatMap { $0 } }

    private static let degrees = [
        Degree(1), Degree(9, -1), Degree(9), Degree(3, -1), Degree(3), Degree(11), Degree(11, 1), Degree(5), Degree(13, -1),
        Degree(13), Degree(7, -1), Degree(7),
    ]

    /// As with ways, the name that the chord at hand gives it, unless no one says that; but one for the whole row, whatever
    /// types stand in it.
    private static func name(_ degree: Degree, above root: NoteName) -> NoteName {
        if degree == Degree(1) { return root }
        let advantage = degree.alteration > 0 ? 0 : WayCosts.ownSpelling
        return NoteName.ofRoot(root.adding(degree).simplified, advantage: advantage)
    }
}

extension Board.Cell {
    /// One pair by itself.
    public init(_ combination: Combination) {
        self.init(combination: combination, tensionHundredths: combination.tension.degreeHundredths)
    }
}

extension Combination {
    /// How much all that sounds wants to move on. Of a polychord, and of chords whose base no one has rated, the bare sums.
    public var tension: Tension {
        if let result, result.foreignBass == nil, let rated = result.type.tension ?? result.type.tensionWithFifth {
            return rated
        }
        return Tension(of: notes.map { $0.tone.pitch }, root: bass.pitchClass)
    }
}
