import Exchange
import Harmony
import Rendering

/// What is picked and where one is on the board. Of which chord it is says its ``BoardPlace``.
struct BoardState: Sendable {
    /// The columns, by their places among the types that pickers offer; at least one. Major and minor triads first.
    private(set) var types = [0, 1]
    /// The cell that the keyboard has come to.
    var cursor: BoardSquare?

    /// Adds a column, or takes it away; the last one stays.
    /// - Returns: whether that was done.
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

    /// Where the keyboard enters the board: where it was last, else at the chosen pair, else at the first cell.
    func entrance(_ chosen: BoardSquare?) -> BoardSquare {
        for square in [cursor, chosen] {
            if let square, types.contains(square.type) { return square }
        }
        return BoardSquare(row: 0, type: types[0])
    }
}

/// A cell, whichever columns there are.
struct BoardSquare: Sendable, Hashable {
    /// Semitones from the root of the chord at hand up to that of the other.
    let row: Int
    /// By its place among the types that pickers offer.
    let type: Int

    static let rows = 12
    static let types = Vocabulary.classic.selectable

    var id: String { "square-\(row)-\(type)" }
}

extension BoardPlace {
    /// The chord, spelled as the reader wants it; nil before the place is settled.
    func chord(_ presentation: Presentation) -> Chord? { chord?.spelled(in: presentation.vocabulary.vocabulary) }

    /// The pair of a cell.
    func combination(at square: BoardSquare, _ presentation: Presentation) -> Combination? {
        guard let chord = chord(presentation) else { return nil }
        let other = Chord(Board.roots(above: chord)[square.row], BoardSquare.types[square.type])
        return half == .lower
            ? presentation.combiner.combine(lower: chord, upper: other)
            : presentation.combiner.combine(lower: other, upper: chord)
    }

    /// The cell of the two chords at hand, however they are spelled; nil where they are not on this board.
    func square(of chords: Halves<Chord?>) -> BoardSquare? {
        guard let chord, let own = chords[half], let other = chords[half.other], other.bass == nil,
            own.pitchClasses == chord.pitchClasses, own.root.pitchClass == chord.root.pitchClass,
            own.lowest.pitchClass == chord.lowest.pitchClass,
            let type = BoardSquare.types.firstIndex(of: other.type)
        else { return nil }
        return BoardSquare(row: (other.root.pitchClass - chord.root.pitchClass + 12) % 12, type: type)
    }
}
