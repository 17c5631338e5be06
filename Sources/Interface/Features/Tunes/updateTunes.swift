import Answers
import Harmony
import Tunes

/// What follows when something is done with tunes.
/// - Parameter place: which of their screens is open; nil elsewhere.
func updateTunes(
    _ state: inout TunesState, at place: inout TunesPlace?, _ session: inout Session, _ verb: TunesVerb
) -> [Effect] {
    if mustWait(verb, state.list) {
        state.postponed.append(verb)
        return state.open(session)
    }
    let before = state.list
    let opened = state.opened?.kept
    let effects =
        switch verb {
        case .adopt(let text): adoptTunes(text, &state, at: &place, &session)
        case .list(let verb): updateTuneList(&state, at: &place, &session, verb)
        case .chart(let verb): updateChart(&state, at: &place, &session, verb)
        case .play(let verb): updateTunePlaying(&state, at: &place, &session, verb)
        }
    state.settleTune(at: place, session)
    if case .adopt = verb, state.opened?.kept != opened { state.endReadText() }
    guard case .adopt = verb else { return state.list.keeping(since: before) + effects + state.following(verb, session) }
    // What the host hands over it need not be told to keep.
    let postponed = state.postponed
    state.postponed = []
    // What others have changed while it is played is heard.
    let goingOn = state.opened?.kept == opened ? [] : state.goingOn(session)
    return postponed.reduce(effects + goingOn) { $0 + updateTunes(&state, at: &place, &session, $1) }
}

/// Whether it is to be known first what is there already.
private func mustWait(_ verb: TunesVerb, _ list: UndoableList) -> Bool {
    switch verb {
    case .list(.add), .list(.open), .list(.paste), .list(.keep), .list(.double), .chart: list.keeping == nil
    default: false
    }
}

private func adoptTunes(
    _ text: String, _ state: inout TunesState, at place: inout TunesPlace?, _ session: inout Session
) -> [Effect] {
    guard let news = state.list.adopt(text) else { return [] }
    for (original, copy) in news.copies { place = place?.following(from: original, to: copy) }
    return news.sentence.map { session.tell($0) } ?? []
}

/// Going back, or forth again, on what was done to tunes.
func undoTunes(_ state: inout TunesState, at place: TunesPlace, _ session: Session, redo: Bool) -> [Effect] {
    let before = state.list
    let step = redo ? state.list.redo() : state.list.undo()
    guard step != nil else { return [] }
    state.endReadText()
    state.endTyping()
    state.settleTune(at: place, session)
    return state.list.keeping(since: before) + [.speech(.announce(redo ? TunesText.redone : TunesText.undone))] + state.goingOn(session)
}
