import Harmony

/// The next state and what is to be done about it: every rule of behaviour is here.
func update(_ state: inout AppState, _ action: Action) -> [Effect] {
    switch action {
    case .go(let path):
        state = AppState(Route(path: path) ?? Route())
        // The address has changed already.
        return [.title(documentTitle(of: state))] + remembering(state)

    case .type(let half, let text):
        let before = state.route
        state[half].type(text)
        guard state.route != before else { return [] }
        // A symbol is typed letter by letter, but it is one step back.
        let hadStep = state[half].hasHistoryStep
        state[half].hasHistoryStep = true
        return changed(state, hadStep ? .replace(state.route) : .push(state.route))

    case .choose(let half, let index):
        guard state[half].suggestions.indices.contains(index) else { return [] }
        return choosing(state[half].suggestions[index], &state, half)

    case .key(let half, let key):
        return pressing(key, &state, half)

    case .leave(let half):
        let before = state
        state[half].close()
        return before[half].text.isEmpty || before == state ? [] : announcement(of: state)

    case .swap:
        let before = state.route
        let lower = state.lower
        state.lower = state.upper
        state.upper = lower
        state.lower.close()
        state.upper.close()
        return state.route == before ? [] : changed(state, .push(state.route)) + announcement(of: state)

    case .clear:
        let before = state.route
        state = AppState()
        return state.route == before ? [] : changed(state, .push(state.route)) + [.announce("Both chords cleared")]
    }
}

private func pressing(_ key: String, _ state: inout AppState, _ half: Half) -> [Effect] {
    switch key {
    case "ArrowDown", "ArrowUp":
        let text = state[half].text
        if state[half].suggestions.isEmpty { state[half].suggestions = Suggestions.chords(for: text) }
        state[half].highlight(next: key == "ArrowDown")
        return []
    case "Enter":
        if let index = state[half].highlighted { return choosing(state[half].suggestions[index], &state, half) }
        let isEmpty = state[half].text.isEmpty
        state[half].close()
        return isEmpty ? [] : announcement(of: state, or: state[half].message)
    case "Escape":
        state[half].suggestions = []
        state[half].highlighted = nil
        return []
    default:
        return []
    }
}

private func choosing(_ chord: Chord, _ state: inout AppState, _ half: Half) -> [Effect] {
    let before = state.route
    let hadStep = state[half].hasHistoryStep
    state[half].choose(chord)
    let address: [Effect] =
        state.route == before ? [] : changed(state, hadStep ? .replace(state.route) : .push(state.route))
    return address + announcement(of: state)
}

/// The chords are other ones: the address, the title and the memory follow.
private func changed(_ state: AppState, _ address: Effect) -> [Effect] {
    [address, .title(documentTitle(of: state))] + remembering(state)
}

func remembering(_ state: AppState) -> [Effect] {
    [.remember(state.record.flatMap { [$0.key, $0.value] })]
}

private func announcement(of state: AppState, or message: String? = nil) -> [Effect] {
    if let message { return [.announce(message)] }
    if let combination = state.combination { return [.announce(Spoken.combination(combination))] }
    for half in Half.allCases {
        if let chord = state[half].chord { return [.announce("\(half.rawValue) chord " + Spoken.chord(chord))] }
    }
    return []
}

/// The title of the browser's tab: the result first, for tabs are narrow.
func documentTitle(of state: AppState) -> String {
    let name = "Chord Combiner"
    if let combination = state.combination {
        let sum = combination.lower.shortName + " + " + combination.upper.shortName
        return combination.title + " = " + sum + " · " + name
    }
    let chord = state.lower.chord ?? state.upper.chord
    return chord.map { $0.shortName + " · " + name } ?? name
}
