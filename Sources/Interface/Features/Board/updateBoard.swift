import Answers
import Harmony

/// What follows when something is done on the board.
///
/// Choosing a pair does not leave the screen, which is for comparing: the next cell is one tap away. The chosen pair stands
/// under the table, with ▶ and a link to the combiner.
/// - Parameter place: of which chord it is, which can become another one.
func updateBoard(
    _ state: inout BoardState, at place: inout BoardPlace, _ session: inout Session, _ verb: BoardVerb
) -> [Effect] {
    switch verb {
    case .take(let square):
        guard let pair = place.combination(at: square, session.presentation) else { return [] }
        session.choose(Choices(lower: ChordChoice(pair.lower), upper: ChordChoice(pair.upper)))
        state.cursor = square
        return session.announcement() + pointing(at: square, place, session)
    case .hear(let square):
        return hearing(square, place, session)
    case .walk(let key):
        let target = target(of: key, from: state.entrance(place.square(of: session.choices.chords)), state.types)
        guard let target else { return [] }
        state.cursor = target
        return [.navigation(.focus(target.id))] + pointing(at: target, place, session)
    case .type(let index):
        return state.toggle(type: index) ? [] : session.tell(BoardText.keepOneType)
    case .of(let symbol):
        if symbol.isEmpty { return [] }
        do throws(Refusal) {
            place = BoardPlace(try .asked(symbol, notation: session.presentation.notation), as: place.half)
            session.tellHowRead(symbol)
            return []
        } catch {
            return session.tell(error.message)
        }
    }
}

private func hearing(_ square: BoardSquare, _ place: BoardPlace, _ session: Session) -> [Effect] {
    guard let pair = place.combination(at: square, session.presentation) else { return [] }
    return [.sound(.play(Playing(pair.notes.map { $0.tone.pitch })))]
}

/// What is heard of a cell that one comes to.
private func pointing(at square: BoardSquare, _ place: BoardPlace, _ session: Session) -> [Effect] {
    session.settings.pointingPlays ? hearing(square, place, session) : []
}

/// Where a key leads; at the ends it stops.
/// - Returns: nil for a key that leads nowhere.
private func target(of key: String, from square: BoardSquare, _ types: [Int]) -> BoardSquare? {
    var row = square.row
    // The square is always in a column that there is.
    var column = types.firstIndex(of: square.type) ?? 0
    switch KeyboardKey(rawValue: key) {
    case .right: column = min(column + 1, types.count - 1)
    case .left: column = max(column - 1, 0)
    case .down: row = min(row + 1, BoardSquare.rows - 1)
    case .up: row = max(row - 1, 0)
    case .home: column = 0
    case .end: column = types.count - 1
    case .modHome: (row, column) = (0, 0)
    case .modEnd: (row, column) = (BoardSquare.rows - 1, types.count - 1)
    default: return nil
    }
    return BoardSquare(row: row, type: types[column])
}
