import Answers
import Chordsets
import Instruments

/// What follows when something is done with chordsets.
/// - Parameters:
///   - place: which of their screens is open; nil elsewhere.
///   - played: the last chords that were played.
func updateChordsets(
    _ state: inout ChordsetsState, at place: inout ChordsetsPlace?, _ session: inout Session, played: ChordRow,
    _ verb: ChordsetsVerb
) -> [Effect] {
    if mustWait(verb, state.list) {
        state.postponed.append(verb)
        return state.open(session)
    }
    let before = state.list
    let effects =
        switch verb {
        case .adopt(let text): adoptShelf(text, &state, at: &place, &session)
        case .shelf(let verb): updateShelf(&state, at: place, &session, played: played, verb)
        case .editor(let verb): updateEditor(&state, at: place, &session, verb)
        case .stage(let verb): updateStage(&state, at: &place, verb)
        case .sheet(let verb): updateSheet(&state, at: &place, session, verb)
        }
    guard case .adopt = verb else { return state.list.keeping(since: before) + effects }
    // What the host hands over it need not be told to keep.
    let postponed = state.postponed
    state.postponed = []
    return postponed.reduce(effects) { $0 + updateChordsets(&state, at: &place, &session, played: played, $1) }
}

/// Whether it is to be known first what is there already.
private func mustWait(_ verb: ChordsetsVerb, _ list: UndoableList) -> Bool {
    switch verb {
    case .shelf(.add), .shelf(.addChords), .shelf(.open), .sheet(.keep): list.keeping == nil
    // For notes there may be room in what the server has.
    case .shelf(.addMusic): if case .asking = list.keeping { true } else { list.keeping == nil }
    default: false
    }
}

/// Going back, or forth again, on what was done to chordsets.
func undoChordsets(_ state: inout ChordsetsState, at place: ChordsetsPlace, redo: Bool) -> [Effect] {
    // What is not seen is not undone.
    if place.isStage { return [] }
    let before = state.list
    let step = redo ? state.list.redo() : state.list.undo()
    guard step != nil else { return [] }
    state.settle(at: place)
    return state.list.keeping(since: before) + [.speech(.announce(redo ? ChordsetsText.redone(state.list.chordsetCounts) : ChordsetsText.undone(state.list.chordsetCounts)))]
}
