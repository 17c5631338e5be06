import Harmony
import Rendering
import Tunes

/// Carries out an action on tunes.
/// - Parameter place: the open tune screen; nil if another screen is open.
func updateTunes(
    _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session, _ verb: TunesVerb
) -> [Effect] {
    if case .progression(let progression) = place, let next = progression.following(verb, &session) {
        place = .progression(next.place)
        state.updateOpened(at: place, session)
        return next.effects + state.continuePlayback(session)
    }
    if needsList(verb, state.list) {
        state.postponed.append(verb)
        return state.open(session)
    }
    let before = state.list
    let opened = state.opened?.stored
    let effects: [Effect] =
        switch verb {
        case .adopt(let text): adoptTunes(text, &state, at: &place, &session)
        case .log(let lines): adoptLog(lines, &state)
        case .list(let verb): updateTuneList(&state, at: &place, &session, verb)
        case .set(let verb): updateTuneSets(&state, at: &place, &session, verb)
        case .chart(let verb): updateChart(&state, at: &place, &session, verb)
        case .play(let verb): updateTunePlaying(&state, at: &place, &session, verb)
        case .progression, .nextKey: []
        }
    state.updateOpened(at: place, session)
    if case .adopt = verb, state.opened?.stored != opened { state.dropAppliedText() }
    guard case .adopt = verb else {
        return state.list.saveEffects(since: before) + effects + state.playbackEffects(after: verb, session)
    }
    // What the host has delivered need not be stored again.
    let postponed = state.postponed
    state.postponed = []
    // Changes by others apply during playback.
    let continued = state.opened?.stored == opened ? [] : state.continuePlayback(session)
    return postponed.reduce(effects + continued) { $0 + updateTunes(&state, at: &place, &session, $1) }
}

/// Whether the action has to wait until the list was delivered.
private func needsList(_ verb: TunesVerb, _ list: UndoableList) -> Bool {
    switch verb {
    case .list(.add), .list(.open), .list(.withoutReader), .list(.keep), .list(.double), .chart, .set:
        list.storage == nil
    default: false
    }
}

private func adoptTunes(
    _ text: String, _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session
) -> [Effect] {
    guard let news = state.list.adopt(text) else { return [] }
    for (original, copy) in news.copies { place = place?.following(from: original, to: copy) }
    return news.sentence.map { session.notify($0) } ?? []
}

private func adoptLog(_ lines: String, _ state: inout TunesState) -> [Effect] {
    state.log.adopt(lines)
    return []
}

extension TunesState {
    /// Has the host note that the open tune was played, with its tempo and key. One that is only in an address is
    /// not noted.
    func logEffects(isStart: Bool) -> [Effect] {
        guard let opened, opened.link == nil else { return [] }
        return [
            .storage(
                .logTune([
                    isStart ? "played" : "ended", opened.stored.id, "\(opened.tempo)",
                    opened.stored.key.isEmpty ? "-" : opened.stored.key,
                ]))
        ]
    }
}

/// Undoes or redoes a step on tunes.
func undoTunes(_ state: inout TunesState, at place: TunesRoute, _ session: Session, redo: Bool) -> [Effect] {
    let before = state.list
    let step = redo ? state.list.redo() : state.list.undo()
    guard step != nil else { return [] }
    state.dropAppliedText()
    state.endTyping()
    state.updateOpened(at: place, session)
    return state.list.saveEffects(since: before) + [.speech(.announce(redo ? TunesText.redone : TunesText.undone))]
        + state.continuePlayback(session)
}
