import Chordsets
import Instruments
import Rendering

/// Carries out an action on chordsets.
/// - Parameters:
///   - place: the open chordset screen; nil if another screen is open.
///   - played: the last chords that were played.
func updateChordsets(
    _ state: inout ChordsetsState, at place: inout ChordsetsRoute?, _ session: inout Session, played: ChordRow,
    _ verb: ChordsetsVerb
) -> [Effect] {
    if needsList(verb, state.list) {
        state.postponed.append(verb)
        return state.open(session)
    }
    let before = state.list
    let effects =
        switch verb {
        case .adopt(let text): adoptChordsets(text, &state, at: &place, &session)
        case .list(let verb): updateChordsetList(&state, at: place, &session, played: played, verb)
        case .editor(let verb): updateEditor(&state, at: place, &session, verb)
        case .stage(let verb): updateStage(&state, at: &place, verb)
        case .sheet(let verb): updateSheet(&state, at: &place, session, verb)
        }
    guard case .adopt = verb else { return state.list.saveEffects(since: before) + effects }
    // What the host has delivered need not be stored again.
    let postponed = state.postponed
    state.postponed = []
    return postponed.reduce(effects) { $0 + updateChordsets(&state, at: &place, &session, played: played, $1) }
}

/// Whether the action has to wait until the list was delivered.
private func needsList(_ verb: ChordsetsVerb, _ list: UndoableList) -> Bool {
    switch verb {
    case .list(.add), .list(.addChords), .list(.addPlayed), .list(.open), .sheet(.keep): list.storage == nil
    // A chordset on the server may have a light chord without music.
    case .list(.addMusic): if case .connecting = list.storage { true } else { list.storage == nil }
    default: false
    }
}

/// Undoes or redoes a step on chordsets.
func undoChordsets(_ state: inout ChordsetsState, at place: ChordsetsRoute, redo: Bool) -> [Effect] {
    // The stage does not show the change.
    if place.isStage { return [] }
    let before = state.list
    let step = redo ? state.list.redo() : state.list.undo()
    guard step != nil else { return [] }
    state.validate(at: place)
    let counts = state.list.chordsetCounts
    return state.list.saveEffects(since: before)
        + [
            .speech(.announce(redo ? ChordsetsText.redone(counts) : ChordsetsText.undone(counts)))
        ]
}
