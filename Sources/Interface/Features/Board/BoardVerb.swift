import Harmony

/// An action of the board.
indirect enum BoardVerb: Sendable {
    /// `take 9 0`: choose the pair of a cell. The numbers are its row and type: see ``BoardSquare``.
    case take(BoardSquare)
    /// `hear 9 0`: play the pair of a cell.
    case hear(BoardSquare)
    /// `walk ArrowRight`: a key was pressed on the board.
    case walk(String)
    /// `type 5`: show or hide the column of a type.
    case type(Int)
    /// `of`: the symbol of another chord was typed.
    case of(String)

    /// The first word of each action.
    private enum Word: String {
        case take, hear, walk, type, of
    }

    static func read(_ words: [String], value: String?) -> BoardVerb? { BoardVerb(words, value: value) }

    private init?(_ words: [String], value: String?) {
        let numbers = words.dropFirst().compactMap { Int($0) }
        let word = words.first.flatMap(Word.init)
        switch (word, words.count) {
        case (.take, 3), (.hear, 3):
            guard numbers.count == 2, 0..<BoardSquare.rows ~= numbers[0], BoardSquare.types.indices ~= numbers[1] else {
                return nil
            }
            let square = BoardSquare(row: numbers[0], type: numbers[1])
            self = word == .take ? .take(square) : .hear(square)
        case (.walk, 2): self = .walk(words[1])
        case (.type, 2):
            guard numbers.count == 1, BoardSquare.types.indices ~= numbers[0] else { return nil }
            self = .type(numbers[0])
        case (.of, 1): self = .of(value ?? "")
        default: return nil
        }
    }
}
