import Harmony
import Rendering

/// The state of the board. Its chord is in ``BoardRoute``.
struct BoardState: Sendable {
    /// The types of the columns, as indices of the selectable types. There is at least one. At first these are the
    /// triads and the usual sevenths (ma, mi, +, °, ma7, 7 and mi7), as many as fit a desk.
    private(set) var types = [0, 1, 2, 3, 10, 15, 20]
    /// The cell with keyboard focus.
    var cursor: BoardSquare?

    /// Adds or removes a column.
    /// - Returns: false for the last column, which stays.
    mutating func toggle(type: Int) -> Bool {
        if !types.contains(type) {
            types.append(type)
            types.sort()
        } else if types.count > 1 {
            types.removeAll { $0 == type }
        } else {
            return false
        }
        return true
    }

    /// The cell that Tab reaches: the last one with focus, else the chosen pair, else the first cell.
    func tabStop(_ chosen: BoardSquare?) -> BoardSquare {
        for square in [cursor, chosen] {
            if let square, types.contains(square.type) { return square }
        }
        return BoardSquare(row: 0, type: types[0])
    }
}

/// A cell of the board.
struct BoardSquare: Sendable, Hashable {
    /// Semitones from the root of the board's chord up to that of the other chord.
    let row: Int
    /// The index among the selectable types.
    let type: Int

    static let rows = 12
    static let types = Vocabulary.classic.selectable

    var id: String { "square-\(row)-\(type)" }
}

extension BoardRoute {
    /// The chord in the user's vocabulary; nil before the place is settled.
    func chord(_ presentation: Presentation) -> Chord? { chord?.spelled(in: presentation.vocabulary.vocabulary) }

    /// The pair of a cell.
    func combination(at square: BoardSquare, _ presentation: Presentation) -> Combination? {
        guard let chord = chord(presentation) else { return nil }
        let other = Chord(Board.roots(above: chord)[square.row], BoardSquare.types[square.type])
        return half == .lower
            ? presentation.combiner.combine(lower: chord, upper: other)
            : presentation.combiner.combine(lower: other, upper: chord)
    }

    /// The cell of two chords in any spelling; nil if they are not on this board.
    func square(of chords: Halves<Chord?>) -> BoardSquare? {
        guard let chord, let own = chords[half], let other = chords[half.other], other.bass == nil,
            own.pitchClasses == chord.pitchClasses, own.root.pitchClass == chord.root.pitchClass,
            own.lowest.pitchClass == chord.lowest.pitchClass,
            let type = BoardSquare.types.firstIndex(of: other.type)
        else { return nil }
        return BoardSquare(row: (other.root.pitchClass - chord.root.pitchClass + 12) % 12, type: type)
    }
}
