/// All combinations of one chord with others above or below it: twelve roots × the types.
public struct Board: Sendable {
    /// A chord that can be combined with the given one.
    public struct Cell: Sendable, Hashable {
        public let combination: Combination
        /// The degree sum of all notes in hundredths, the same in every key. For polychords and unrated base chords it
        /// excludes the ambiguity.
        public let tensionHundredths: Int
    }

    /// The given chord.
    public let chord: Chord
    /// Whether the given chord is the lower or the upper one.
    public let half: Half
    public let types: [ChordType]
    /// The roots of the other chords: the given chord's root and the eleven above it.
    public let roots: [NoteName]
    /// One row per root with one cell per type.
    public let rows: [[Cell]]

    /// - Parameter vocabulary: names the results.
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
                    half == .lower
                        ? combiner.combine(lower: chord, upper: other)
                        : combiner.combine(lower: other, upper: chord))
            }
        }
    }

    /// The roots of the chords that can be combined with a chord.
    public static func roots(above chord: Chord) -> [NoteName] {
        degrees.map { name($0, above: chord.root) }
    }

    /// All cells, row by row.
    public var cells: [Cell] { rows.flatMap { $0 } }

    private static let degrees = [
        Degree(1), Degree(9, -1), Degree(9), Degree(3, -1), Degree(3), Degree(11), Degree(11, 1), Degree(5),
        Degree(13, -1),
        Degree(13), Degree(7, -1), Degree(7),
    ]

    /// The name in the given chord's spelling unless it is unusual, as with ways. One name serves the whole row, for
    /// all types.
    private static func name(_ degree: Degree, above root: NoteName) -> NoteName {
        if degree == Degree(1) { return root }
        return NoteName.ofRoot(root.adding(degree).simplified, advantage: WayCosts.ownSpelling(of: degree))
    }
}

extension Board.Cell {
    /// Creates the cell of one pair.
    public init(_ combination: Combination) {
        self.init(combination: combination, tensionHundredths: combination.tension.degreeHundredths)
    }
}

extension Combination {
    /// The tension of all notes. For polychords and unrated base chords it excludes the ambiguity.
    public var tension: Tension {
        if let result, result.foreignBass == nil, let rated = result.type.tension ?? result.type.tensionWithFifth {
            return rated
        }
        return Tension(of: notes.map { $0.tone.pitch }, root: bass.pitchClass)
    }
}
