import Harmony
import Input
import Rendering

/// Carries out an action of the board.
///
/// Choosing a pair does not leave the board, so that pairs can be compared.
/// - Parameter place: the chord of the board, which the action may change.
func updateBoard(
    _ state: inout BoardState, at place: inout BoardRoute, _ session: inout Session, _ verb: BoardVerb
) -> [Effect] {
    switch verb {
    case .take(let square):
        guard let pair = place.combination(at: square, session.presentation) else { return [] }
        session.choose(Choices(lower: ChordChoice(pair.lower), upper: ChordChoice(pair.upper)))
        state.cursor = square
        // A choice sounds as it is voiced for two hands.
        return session.announcement()
            + (session.settings.choicesSound ? [] : hoverEffects(at: square, place, session))
    case .hear(let square):
        return playPair(square, place, session)
    case .walk(let key):
        let target = target(of: key, from: state.tabStop(place.square(of: session.choices.chords)), state.types)
        guard let target else { return [] }
        state.cursor = target
        return [.navigation(.focus(target.id))] + hoverEffects(at: target, place, session)
    case .type(let index):
        return state.toggle(type: index) ? [] : session.notify(BoardText.keepOneType)
    case .of(let symbol):
        if symbol.isEmpty { return [] }
        do throws(InputError) {
            place = BoardRoute(try .parse(symbol, notation: session.presentation.notation), as: place.half)
            session.addReadingNote(symbol)
            return []
        } catch {
            return session.notify(error.message)
        }
    }
}

private func playPair(_ square: BoardSquare, _ place: BoardRoute, _ session: Session) -> [Effect] {
    guard let pair = place.combination(at: square, session.presentation) else { return [] }
    return [.sound(.play(Playing(pair.notes.map { $0.tone.pitch })))]
}

/// Plays a cell on hover or focus if the setting is on.
private func hoverEffects(at square: BoardSquare, _ place: BoardRoute, _ session: Session) -> [Effect] {
    session.settings.pointingPlays ? playPair(square, place, session) : []
}

/// The cell to which a key leads. The edges stop it.
/// - Returns: nil for other keys.
private func target(of key: String, from square: BoardSquare, _ types: [Int]) -> BoardSquare? {
    var row = square.row
    // The square is always in an existing column.
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
