import Rendering

/// Updates the state when something is played, or done with an instrument.
/// - Parameter isAtCombiner: whether the combiner is open, so both hands may choose its chords.
func updatePlay(
    _ state: inout PlayState, _ session: inout Session, isAtCombiner: Bool, _ verb: PlayVerb
) -> [Effect] {
    state.notes.beginSteps()
    let effects = react(&state, &session, to: verb)
    // A file that plays does not choose chords.
    let isPlayingFile = state.files.replay?.isPlaying == true
    guard state.chords.takeNamed(), session.followsKeyboard, isAtCombiner, !isPlayingFile else {
        return effects
    }
    return effects + takeChords(nil, state, &session)
}

private func react(_ state: inout PlayState, _ session: inout Session, to verb: PlayVerb) -> [Effect] {
    switch verb {
    case .notes(let verb): return updateNotes(&state, &session, verb)
    case .instruments(let verb): return updateInstruments(&state, &session, verb)
    case .linnStrument(let verb): return updateLinnStrument(&state, &session, verb)
    case .recording(let verb): return updateRecording(&state, &session, verb)
    case .file(let verb): return updateFilePlayer(&state, &session, verb)
    case .monitor(let verb):
        updateMonitor(&state.monitor, verb)
        return []
    }
}
