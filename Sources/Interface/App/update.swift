import Chordsets
import Harmony

/// The next state and what is to be done about it: every rule of behaviour is here.
func update(_ state: inout AppState, _ action: Action) -> [Effect] {
    // What others have done is no reason to take a message away.
    if case .chordset(.adopt) = action {} else { state.notice = "" }
    let before = state
    var effects = react(&state, to: action)
    settle(&state, after: before)
    effects += openingChordsets(&state)
    if state.screen != before.screen {
        effects.append(.stopSound)
        if before.isOnStage, !state.isOnStage { effects.append(.leaveFullScreen) }
    }
    if state.circle.key != before.circle.key { effects.append(.rememberKey(state.circle.record)) }
    if state.playground.shining != nil {
        let isSame = state.choices == before.choices && state.presentation == before.presentation
        if !isSame { effects += shineChords(&state) }
    }
    if case .go = action {
        // The browser has changed the address already.
        if state.choices != before.choices { state.takeStep(from: before.choices) }
        return effects + [.title(documentTitle(of: state))] + remembering(state) + revealing(state)
    }
    // Walking along the circle is one step back, too.
    var isContinued = false
    if case .walkCircle = action { isContinued = true }
    if state.choices != before.choices {
        // A symbol is typed letter by letter, but it is one step back.
        switch action {
        case .type(let half, _), .take(let half, _), .key(let half, _): isContinued = before[half].hasHistoryStep
        default: break
        }
        switch action {
        case .undo, .redo: break
        default: if !isContinued { state.takeStep(from: before.choices) }
        }
        if case .type(let half, _) = action { state[half].hasHistoryStep = true }
        effects = remembering(state) + effects
    }
    if state.route != before.route || before.isMissing != state.isMissing {
        effects = [isContinued ? .replace(state.route) : .push(state.route)] + effects
    }
    let title = documentTitle(of: state)
    return title == documentTitle(of: before) ? effects : effects + [.title(title)]
}

/// Brings the state in order after an action: what no longer fits the choices or the screen goes.
private func settle(_ state: inout AppState, after before: AppState) {
    if state.screen == .details, state.choices.combination == nil { state.screen = .combine }
    if before.isMissing, state.isMissing, state.choices != before.choices { state.screen = .combine }
    if state.screen != before.screen {
        // Another screen is another visit to the fields.
        for half in Half.allCases { state[half].rest() }
        if !state.isOnStage { state.performance = nil }
        state.editor.startedAt = nil
        if case .lightChord = before.screen { state.editor = Editor() }
        state.shelf.endStep()
    }
}

/// What is chosen is kept, unless something in its place cannot be read: a broken link must not cost what was kept before.
func remembering(_ state: AppState) -> [Effect] {
    let isReadable = Half.allCases.allSatisfy { state[$0].message == nil }
    return isReadable ? [.remember(state.record.flatMap { [$0.key, $0.value] })] : []
}

private func react(_ state: inout AppState, to action: Action) -> [Effect] {
    switch action {
    case .go(let path):
        visit(path, &state)
        return []
    case .visit(let path):
        guard let route = Route(path: path) else { return [] }
        state.open(route)
        return [.focus("screen")] + revealing(state)

    case .type(let half, let text):
        state.choices[half] = state[half].type(text, choice: state.choices[half])
        return []
    case .take(let half, let index):
        return take(index, &state, half)
    case .key(let half, let key):
        return press(key, &state, half)
    case .leave(let half):
        let before = state[half]
        finish(&state, half)
        return before.text.isEmpty || before == state[half] ? [] : announcement(of: state, half)

    case .letter(let half, let letter):
        return pick(&state, half) { $0.letter = letter }
    case .accidental(let half, let index):
        return pick(&state, half) { $0.accidental = Accidental.choices[index] }
    case .chordType(let half, let index):
        return pick(&state, half) { $0.type = Vocabulary.core.selectable[index] }
    case .walk(let picker, let half, let key):
        return walk(picker, key, &state, half)

    case .play(let playing):
        return [.play(playing)]
    case .shortcut(let key):
        return shortcut(key, &state)
    case .set(let setting, let value):
        let before = state.presentation.settings
        state.set(setting, value)
        let settings = state.presentation.settings
        if settings == before { return [] }
        return [.volume(settings.loudness), .settings(settings.record.flatMap { [$0.key, $0.value] })]
    case .follow(let lines):
        var settings = state.presentation.settings
        settings.recall(lines.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map { String($0) }
            return words.count == 2 ? (key: words[0], value: words[1]) : nil
        })
        state.adopt(settings)
        // Not kept again: the tabs would answer each other for ever.
        return [.volume(settings.loudness)]
    case .graphNotes:
        state.presentation.graphHasNotes.toggle()
        return []
    case .download(let format):
        return state.graph.map { [format.download($0, state.presentation)] } ?? []
    case .circle(let hour, let mode):
        state.circle.choose(CirclePlace(clockIndex: hour), mode, state.presentation.settings.order)
        return [.focus(placeID(state.circle.place))]
    case .turnCircle(let hours):
        state.circle.turn(by: hours, state.presentation.settings.order)
        return [.announce(Spoken.place(state.circle.place, state.presentation.settings.order))]
    case .walkCircle(let key):
        return walkCircle(key, &state)
    case .keyChords(let sevenths):
        state.circle.showsSevenths = sevenths
        return []
    case .instrument(let action):
        return updateInstruments(&state, action)
    case .chordset(let action):
        return updateChordsets(&state, action)
    case .downloadCircle:
        return [downloadCircle(state)]
    case .use(let half, let symbol):
        guard let chord = try? Chord(symbol) else { return [] }
        state.choose(half, ChordChoice(chord))
        return announcement(of: state, half)
    case .swap:
        if state.choices == Choices() { return [] }
        state.swap()
        return announcement(of: state)
    case .clear:
        let wasEmpty = state.choices == Choices()
        state.choose(Choices())
        state.fields = Halves(lower: SymbolField(), upper: SymbolField())
        return wasEmpty ? [] : [.announce("Both chords cleared")]
    // What is not seen is not undone.
    case .undo where state.isOnStage, .redo where state.isOnStage: return []
    case .undo where state.isAtChordsets: return undoChordsets(&state, redo: false)
    case .redo where state.isAtChordsets: return undoChordsets(&state, redo: true)
    case .undo:
        guard let last = state.past.popLast() else { return [] }
        state.future.append(state.choices)
        state.choose(last)
        return announcement(of: state)
    case .redo:
        guard let next = state.future.popLast() else { return [] }
        state.past.append(state.choices)
        state.choose(next)
        return announcement(of: state)

    case .share: return [.share(title: documentTitle(of: state), state.route)]
    case .copyLink: return [.copyLink(state.route)]
    case .copy(let text): return [.copy(text)]
    case .copied(let text):
        state.notice = "Copied: " + text
        return [.announce(state.notice)]
    case .unpainted:
        state.notice = "This browser cannot paint the drawing. The SVG holds the same."
        return [.announce(state.notice)]
    case .uncopied(let text):
        state.notice = "Your browser does not let this page copy. You can copy it from here: " + text
        return [.announce(state.notice)]
    }
}

private func visit(_ path: String, _ state: inout AppState) {
    guard let route = Route(path: path) else {
        state.screen = .missing("There is no screen at the address \(path).")
        return
    }
    state.visit(route)
}

/// The list of types opens at the chosen one.
func revealing(_ state: AppState) -> [Effect] {
    guard case .select(let half) = state.screen else { return [] }
    let type = state.choices[half].type.flatMap { Vocabulary.core.selectable.firstIndex(of: $0) }
    return type.map { [.reveal(typeTagID($0))] } ?? []
}

/// The typist is done with a field. What was typed and taken back is no step.
private func finish(_ state: inout AppState, _ half: Half) {
    state[half].close(state.presentation)
    if state.past.last == state.choices { state.past.removeLast() }
}

// MARK: Typing

private func press(_ key: String, _ state: inout AppState, _ half: Half) -> [Effect] {
    switch key {
    case "ArrowDown", "ArrowUp":
        let text = state[half].text
        if state[half].suggestions.isEmpty { state[half].suggestions = Suggestions.chords(for: text) }
        state[half].highlight(next: key == "ArrowDown")
        return []
    case "Enter":
        if let index = state[half].highlighted { return take(index, &state, half) }
        let isEmpty = state[half].text.isEmpty
        finish(&state, half)
        return isEmpty ? [] : announcement(of: state, half)
    case "Escape":
        state[half].suggestions = []
        state[half].highlighted = nil
        return []
    default:
        return []
    }
}

private func take(_ index: Int, _ state: inout AppState, _ half: Half) -> [Effect] {
    guard state[half].suggestions.indices.contains(index) else { return [] }
    state.choose(half, ChordChoice(state[half].suggestions[index]))
    return announcement(of: state, half)
}

// MARK: Picking

private func pick(_ state: inout AppState, _ half: Half, _ change: (inout ChordChoice) -> Void) -> [Effect] {
    var choice = state.choices[half]
    change(&choice)
    // A bass belongs to the chord that was typed with it, not to another one.
    choice.bass = nil
    state.choose(half, choice)
    return announcement(of: state, half)
}

/// Arrow keys choose the next letter, accidental or type; at the ends they stop.
private func walk(_ picker: Action.Picker, _ key: String, _ state: inout AppState, _ half: Half) -> [Effect] {
    let choice = state.choices[half]
    let types = Vocabulary.core.selectable
    let (present, count): (Int?, Int) =
        switch picker {
        case .letter: (choice.letter?.rawValue, Letter.allCases.count)
        case .accidental: (Accidental.choices.firstIndex(of: choice.accidental), Accidental.choices.count)
        case .type: (choice.type.flatMap { types.firstIndex(of: $0) }, types.count)
        }
    let target: Int
    switch key {
    case "ArrowRight", "ArrowDown": target = min((present ?? -1) + 1, count - 1)
    case "ArrowLeft", "ArrowUp": target = max((present ?? count) - 1, 0)
    case "Home": target = 0
    case "End": target = count - 1
    default: return []
    }
    let effects: [Effect]
    let id: String
    switch picker {
    case .letter:
        effects = pick(&state, half) { $0.letter = Letter.allCases[target] }
        id = letterTagID(Letter.allCases[target])
    case .accidental:
        effects = pick(&state, half) { $0.accidental = Accidental.choices[target] }
        id = accidentalTagID(target)
    case .type:
        effects = pick(&state, half) { $0.type = types[target] }
        id = typeTagID(target)
    }
    return effects + [.focus(id)]
}

// MARK: Turning

private func walkCircle(_ key: String, _ state: inout AppState) -> [Effect] {
    let hour = state.circle.place.clockIndex
    let target: Int
    switch key {
    case "ArrowRight", "ArrowDown": target = hour + 1
    case "ArrowLeft", "ArrowUp": target = hour - 1
    case "Home": target = 0
    default: return []
    }
    state.circle.walk(to: CirclePlace(clockIndex: target), state.presentation.settings.order)
    return [.focus(placeID(state.circle.place))]
}

private func downloadCircle(_ state: AppState) -> Effect {
    let drawing = CircleSVG.document(state.circle.place, state.choices.chords, state.presentation)
    return .download(name: "Circle of fifths, " + state.circle.key.name + ".svg", type: "image/svg+xml", drawing)
}

private func shortcut(_ key: String, _ state: inout AppState) -> [Effect] {
    switch key {
    case "Escape":
        // Up to where this screen is opened from.
        switch state.screen {
        case .combine: return []
        case .help, .settings: state.screen = state.origin
        case .chord, .scale: state.screen = state.instrument
        case .sheet, .lightChord, .stage, .linked: state.screen = .chordsets
        default: state.screen = .combine
        }
        return [.focus("screen")]
    case "home":
        state.screen = .combine
        return [.focus("screen")]
    case "/":
        if case .select(let half) = state.screen { return [.focus(fieldID(half))] }
        state.screen = .combine
        return [.focus(fieldID(state.choices.lower.chord == nil ? .lower : .upper))]
    case "?":
        state.open(.help)
        return [.focus(shortcutsID)]
    default: return []
    }
}

// MARK: Telling

/// What there is to hear, after a change of one chord or of both: why it cannot be read, or what came of it.
func announcement(of state: AppState, _ changed: Half? = nil) -> [Effect] {
    if let changed, let message = state[changed].message { return [.announce(message)] }
    if let combination = state.choices.combination { return [.announce(Spoken.combination(combination))] }
    for half in Half.allCases where changed == nil || changed == half {
        if let chord = state.choices[half].chord { return [.announce("\(half.rawValue) chord " + Spoken.chord(chord))] }
    }
    return []
}

/// The title of the browser's tab: what is seen comes first, for tabs are narrow.
func documentTitle(of state: AppState) -> String {
    let name = "Chord Combiner"
    let presentation = state.presentation
    switch state.screen {
    case .combine, .details:
        if let combination = state.choices.combination {
            return presentation.title(combination) + " = " + presentation.sum(combination) + " · " + name
        }
        let chord = state.choices.first
        return chord.map { presentation.shortName($0) + " · " + name } ?? name
    case .select(let half): return selectTitle(half) + " · " + name
    case .chord(let chord): return presentation.shortName(chord) + " · " + name
    case .scale(let scale): return presentation.name(scale) + " · " + name
    case .circle: return presentation.name(state.circle.key) + " · Circle of fifths · " + name
    case .linnStrument: return "LinnStrument · " + name
    case .chordsets: return "Chordsets · " + name
    case .sheet(let id), .lightChord(let id, _), .stage(let id):
        let title = state.shelf[id]?.title ?? ""
        return (title.isEmpty ? "" : title + " · ") + "Chordsets · " + name
    case .linked(let chordset, _): return (chordset.title.isEmpty ? "" : chordset.title + " · ") + "Chordsets · " + name
    case .help: return "Help · " + name
    case .settings: return "Settings · " + name
    case .missing: return "Not found · " + name
    }
}
