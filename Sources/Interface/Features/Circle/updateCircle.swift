import Harmony
import Rendering

/// Carries out an action on the circle of fifths.
func updateCircle(_ state: inout CircleState, _ session: inout Session, _ verb: CircleVerb) -> [Effect] {
    switch verb {
    case .choose(let hour, let mode):
        state.choose(CirclePlace(clockIndex: hour), mode, &session)
        return [.navigation(.focus(placeID(session.key.place)))]
    case .turn(let hours):
        state.turn(by: hours, &session)
        return [.speech(.announce(Spoken.place(session.key.place, session.presentation)))]
    case .walk(let key):
        return walk(key, &state, &session)
    case .chords(let sevenths):
        state.showsSevenths = sevenths
        return []
    case .download:
        let drawing = CircleSVG.document(session.key.place, session.choices.chords, session.presentation)
        return [.sharing(.download(name: CircleText.file(session.key.name), type: "image/svg+xml", drawing))]
    }
}

private func walk(_ key: String, _ state: inout CircleState, _ session: inout Session) -> [Effect] {
    let hour = session.key.place.clockIndex
    let target: Int
    switch KeyboardKey(rawValue: key) {
    case .right, .down: target = hour + 1
    case .left, .up: target = hour - 1
    case .home: target = 0
    default: return []
    }
    state.walk(to: CirclePlace(clockIndex: target), &session)
    return [.navigation(.focus(placeID(session.key.place)))]
}
