import Answers
import Chordsets
import Harmony
import Instruments
import JSONText
import Practice

/// The next state and what is to be done about it. What a feature's verbs do is said in its folder; here stands what follows
/// whatever was done: the history, the address, what is kept, and what leaves with a screen.
func update(_ state: inout AppState, _ action: Action) -> [Effect] {
    if action.isUserInitiated { state.session.notice = "" }
    let before = state
    var effects = react(&state, to: action)
    settle(&state, after: before)
    effects += state.opening(after: before, action)
    if state.screen != before.screen {
        effects.append(.sound(.stop))
        if let place = before.screen.tunesPlace, leaves(place, for: state.screen) { effects.append(.sound(.stopTune)) }
        if before.screen.practisePlace?.isSitting == true { effects += [.sound(.stopTune), .speech(.speak(""))] }
    }
    if before.screen.chordsetsPlace?.isStage == true, state.screen.chordsetsPlace?.isStage != true {
        effects.append(.navigation(.leaveFullScreen))
    }
    let session = state.session
    if session.key != before.session.key { effects.append(session.rememberingKey) }
    // Wherever an address or a link has led to another instrument; what is set is kept as it is set.
    if case .settings = action {} else if session.settings.instrument != before.session.settings.instrument {
        effects.append(session.rememberingSettings)
    }
    if state.play.linnStrument.shining != nil {
        let isSame =
            session.choices == before.session.choices && session.settings == before.session.settings
            && state.play.linnStrument.shape == before.play.linnStrument.shape
        if !isSame { effects += shineChords(&state.play, session) }
    }
    if state.play.files.replay != nil, session.hearing != before.session.hearing {
        effects += renameFile(&state.play, session)
    }
    if session.settings != before.session.settings { state.play.follow(session.settings) }
    let isOther = session.equation != before.session.equation
    if case .app(.go) = action {
        // The browser has changed the address already.
        if isOther { state.session.takeStep(from: before.session.equation) }
        return effects + [.navigation(.title(state.title))] + session.remembering
    }
    if beginsAtTop(state.screen, after: before.screen, effects) { effects.insert(.navigation(.top), at: 0) }
    let isContinued = continues(action, before.session)
    if isOther {
        switch action {
        case .app(.undo), .app(.redo): break
        default: if !isContinued { state.session.takeStep(from: before.session.equation) }
        }
        effects = session.remembering + effects
    }
    if state.address != before.address || before.screen.isMissing != state.screen.isMissing {
        effects = [isContinued ? .navigation(.replace(state.address)) : .navigation(.push(state.address))] + effects
    }
    return state.title == before.title ? effects : effects + [.navigation(.title(state.title))]
}

/// Whether the user has opened another screen. The browser restores the scroll position when they go back.
private func beginsAtTop(_ screen: Screen, after before: Screen, _ effects: [Effect]) -> Bool {
    screen.kind != before.kind || effects.contains { if case .navigation(.focus(screenID)) = $0 { true } else { false } }
}

/// Whether the action goes on with what the one before has begun, so that both are one step back.
private func continues(_ action: Action, _ before: Session) -> Bool {
    switch action {
    case .circle(.walk), .hands: true
    // A symbol is typed letter by letter.
    case .choosing(.type(let half, _)), .choosing(.take(let half, _)), .choosing(.key(let half, _)):
        before[half].hasHistoryStep
    case .combiner(.type), .combiner(.take), .combiner(.key): before.resultField.hasHistoryStep
    default: false
    }
}

/// Brings the state in order after an action: what no longer fits the choices or the screen goes.
private func settle(_ state: inout AppState, after before: AppState) {
    state.screen = state.screen.settled(state.session)
    if before.screen.isMissing, state.screen.isMissing, state.session.choices != before.session.choices {
        state.screen = .combiner
    }
    if state.screen != before.screen {
        // Another screen is another visit to the fields.
        state.session.rest()
        if before.screen.waysPlace != nil { state.ways.leave() }
        if let place = before.screen.chordsetsPlace { state.chordsets.leave(place, for: state.screen.chordsetsPlace) }
        if let place = before.screen.tunesPlace { leaveTune(&state, place) }
        if before.screen.practisePlace != nil { leavePractice(&state) }
        if before.screen == .ownShelf { state.ownShelf.rest() }
    }
    state.layHands()
}

extension AppState {
    private mutating func openTunes(after before: AppState?, _ action: Action?) -> [Effect] {
        tunes.settleTune(at: screen.tunesPlace, session)
        var effects = tunes.open(session) + tunes.preparingTune(since: before?.tunes.opened)
        if let before, before.session.settings != session.settings { effects += tunes.followSettings(session) }
        let linked = tunes.opened?.setup.lights
        let isLinking = if case .tunes(.play(.unfold)) = action { true } else { false }
        if isLinking || linked != nil, !chordsets.list.isOpen { effects += chordsets.open(session) }
        // One that was deleted is none.
        let chordset = linked.flatMap { chordsets.list.chordset($0) }
        if chordsets.performance?.id != chordset?.id { effects += chordsets.accompany(with: chordset) }
        return effects
    }

    private mutating func openPractising(after before: AppState?) -> [Effect] {
        practise.settleSitting(at: screen.practisePlace, session, hasInstrument: play.instruments.access.hasInputs)
        let isEntered = before?.screen.practisePlace != screen.practisePlace
        return practise.openPractice(isEntered: isEntered) + (before?.screen.practisePlace == nil ? [.midi(.find)] : [])
    }

    /// What is here of all kinds belongs to what is seen of the shelf, and is synchronised from there.
    private mutating func openOwnShelf(after before: AppState?) -> [Effect] {
        if before?.screen == .ownShelf || session.presentation.links == .inFragment { return [] }
        return chordsets.open(session) + tunes.open(session) + [.storage(.shelf(.open, ""))]
    }

    /// What the screen asks for when it is opened, or gone to again.
    mutating func opening(after before: AppState? = nil, _ action: Action? = nil) -> [Effect] {
        let effects =
            screen.chordsetsPlace != nil ? chordsets.open(session)
            : screen.tunesPlace != nil ? openTunes(after: before, action)
            : screen.practisePlace != nil ? openPractising(after: before)
            : screen == .ownShelf ? openOwnShelf(after: before) : []
        switch action {
        case .app(.go), .app(.visit): return effects + screen.opening(session)
        default: return before?.screen == screen ? effects : effects + screen.opening(session)
        }
    }
}

private func react(_ state: inout AppState, to action: Action) -> [Effect] {
    switch action {
    case .app(let verb): return react(&state, to: verb)
    case .sound(let playing): return [state.session.settings.heard(playing)]
    case .choosing(let verb):
        return updateChoosing(&state.choosing, &state.session, verb) + goingOn(state, verb)
    case .combiner(let verb): return updateCombiner(&state.session, verb)
    case .settings(let verb): return updateSettings(&state.session, verb)
    case .help(let verb): return updateHelp(&state.help, verb)
    case .details(let verb): return updateDetails(&state.session, at: state.screen.detailsPlace, verb)
    case .ways(let verb): return atWays(&state, verb)
    case .circle(let verb): return updateCircle(&state.circle, &state.session, verb)
    case .board(let verb): return onBoard(&state, verb)
    case .hands(let verb): return underHands(&state, verb)
    case .play(let verb):
        let isAtCombiner = state.screen == .combiner
        let effects = state.lendingSession { updatePlay(&$0.play, &$1, isAtCombiner: isAtCombiner, verb) }
        return effects + onStage(&state, verb) + judged(&state, verb)
    case .tunes(let verb):
        return atTunes(&state) { state, place in
            state.lendingSession { updateTunes(&$0.tunes, at: &place, &$1, verb) }
        }
    case .practise(let verb): return atPractice(&state, verb)
    case .ownShelf(let verb): return onOwnShelf(&state, verb)
    case .chordsets(let verb):
        return atChordsets(&state) { state, place in
            let played = state.play.chords.row
            return state.lendingSession { updateChordsets(&$0.chordsets, at: &place, &$1, played: played, verb) }
        }
    }
}

/// After the lower chord is typed, the upper one is next.
private func goingOn(_ state: AppState, _ verb: ChoosingVerb) -> [Effect] {
    guard case .key(.lower, "Enter") = verb, state.screen == .combiner, state.session.fields.lower.message == nil else {
        return []
    }
    return [.navigation(.focus(fieldID(.upper)))]
}

/// A way that is taken leads to the combiner, and a chord that is asked for to its own ways.
private func atWays(_ state: inout AppState, _ verb: WaysVerb) -> [Effect] {
    guard let place = state.screen.waysPlace else { return [] }
    var next: WaysPlace? = place
    let effects = state.lendingSession { updateWays(&$0.ways, at: &next, &$1, verb) }
    if next != place { state.screen = next.map { .ways($0) } ?? .combiner }
    return effects
}

/// What is done on the screens of tunes may lead to others of them.
private func atTunes(_ state: inout AppState, _ act: (inout AppState, inout TunesPlace?) -> [Effect]) -> [Effect] {
    var place = state.screen.tunesPlace
    let effects = act(&state, &place)
    if let place, place != state.screen.tunesPlace { state.screen = .tunes(place) }
    return effects
}

/// Another tune is another visit; the chart and the staff of one are not.
private func leaveTune(_ state: inout AppState, _ place: TunesPlace) {
    guard leaves(place, for: state.screen) else { return }
    state.tunes.leaveOpened()
    // With it go its lights.
    state.chordsets.leave(nil, for: state.screen.chordsetsPlace)
}

private func leaves(_ place: TunesPlace, for screen: Screen) -> Bool { screen.tunesPlace?.id != place.id }

/// Leaving the screen ends the practice session.
private func leavePractice(_ state: inout AppState) {
    state.practise.settleSitting(at: state.screen.practisePlace, state.session, hasInstrument: state.play.instruments.access.hasInputs)
}

/// What is done while practising may lead to another of its screens.
private func atPractice(_ state: inout AppState, _ verb: PractiseVerb) -> [Effect] {
    var place = state.screen.practisePlace
    let effects = state.lendingSession { updatePractise(&$0.practise, at: &place, &$1, verb) }
    if let place, place != state.screen.practisePlace { state.screen = .practise(place) }
    return effects
}

/// What hands play is judged during practice.
private func judged(_ state: inout AppState, _ verb: PlayVerb) -> [Effect] {
    guard var place = state.screen.practisePlace.map({ Optional($0) }) else { return [] }
    if case .notes(.midi(_, let moment?, _)) = verb { state.practise.moment = moment }
    let session = state.session
    let play = state.play
    var effects: [Effect] = []
    for step in play.notes.steps {
        var struck: Int?
        if case .noteOn(let channel, let note, _) = step.message, !step.isEcho,
            !play.isDrum(VoiceKey(port: step.port, channel: channel, note: note)) { struck = note }
        let isOfPage = step.port == PlayState.page
        let strokes = Stroke.between(
            play.played(step.before), play.played(step.after), striking: isOfPage ? nil : struck,
            raisedBy: session.presentation.reader.semitones)
        if struck == nil, strokes.isEmpty { continue }
        effects += hearAtPractice(
            struck: struck, isOfPage: isOfPage, strokes, at: step.seconds, &state.practise, at: &place, session)
    }
    if let place, place != state.screen.practisePlace { state.screen = .practise(place) }
    return effects
}

/// What others have on their shelf can be opened, and copied to the own one.
private func onOwnShelf(_ state: inout AppState, _ verb: OwnShelfVerb) -> [Effect] {
    switch verb {
    case .opened(let kind, let text): readFromOthers(&state, kind, text)
    case .copies(let text, let seed): addCopies(&state, text, seed: seed)
    case .add(let file, let seed): addCopies(&state, file.text, seed: seed)
    default: state.lendingSession { updateOwnShelf(&$0.ownShelf, &$1, verb) }
    }
}

/// It opens as from a link to it, from where it can be kept.
private func readFromOthers(_ state: inout AppState, _ kind: StoredItem.Kind, _ text: String) -> [Effect] {
    let screen: Screen? =
        switch (try? JSON(text)).flatMap({ StoredItem($0, of: kind) }) {
        case .chordset(let chordset): (try? ChordsetsPlace.reading(link: ChordsetLink.text(chordset))).map { .chordsets($0) }
        case .tune(let tune): .tunes(TunesPlace(linking: tune))
        case nil: nil
        }
    guard let screen else { return state.session.tell(AppText.unreadableItem) }
    state.screen = screen
    return [.navigation(.focus(screenID))]
}

private func addCopies(_ state: inout AppState, _ text: String, seed: UInt64) -> [Effect] {
    if state.ownShelf.running == .takeCopies { state.ownShelf.running = nil }
    // What is kept is known before there is anything to be pressed.
    if state.chordsets.list.keeping == nil || state.tunes.list.keeping == nil { return [] }
    guard let json = try? JSON(text), json["chordsets"]?.array != nil, json["tunes"]?.array != nil else {
        return state.session.tell(AppText.noShelfFile)
    }
    let before = (state.chordsets.list, state.tunes.list)
    var generator = SeededGenerator(seed: seed)
    /// Without what only a server has to know of them, as a file has it.
    func all(_ kind: StoredItem.Kind) -> [StoredItem] {
        (json[kind.rawValue]?.array ?? []).compactMap { one in
            guard case .object(let members) = one else { return nil }
            return StoredItem(.object(members.filter { $0.0 != "version" }), of: kind)
        }
    }
    let tunes = all(.tunes).filter { $0.tune?.isExample == false }
    let count = state.chordsets.list.add(copiesOf: all(.chordsets), using: &generator)
        + state.tunes.list.add(copiesOf: tunes, using: &generator)
    return state.chordsets.list.keeping(since: before.0) + state.tunes.list.keeping(since: before.1) + state.session.tell(AppText.copies(count))
}

extension AppState {
    /// What is here of what a shelf can keep.
    var holdings: Holdings {
        Holdings(
            chordsets: chordsets.list.total, tunes: tunes.own.count,
            keeping: ListPolicy.Keeping.both(chordsets.list.keeping, tunes.list.keeping))
    }
}

/// What is done on a board may lead to another one.
private func onBoard(_ state: inout AppState, _ verb: BoardVerb) -> [Effect] {
    guard case .board(var place) = state.screen else { return [] }
    let effects = state.lendingSession { updateBoard(&$0.board, at: &place, &$1, verb) }
    state.screen = .board(place)
    return effects
}

/// How a chord lies is in the address where the hands have the screen to themselves.
private func underHands(_ state: inout AppState, _ verb: HandsVerb) -> [Effect] {
    var place = state.screen.handsPlace
    let effects = state.lendingSession { updateHands(&$0.hands, at: &place, &$1, verb) }
    if let place { state.screen = .hands(place) }
    return effects
}

/// Those of the screens of chordsets may lead to others.
private func atChordsets(
    _ state: inout AppState, _ act: (inout AppState, inout ChordsetsPlace?) -> [Effect]
) -> [Effect] {
    var place = state.screen.chordsetsPlace
    let effects = act(&state, &place)
    if let place, place != state.screen.chordsetsPlace { state.screen = .chordsets(place) }
    return effects.map { $0.sounding(as: state.session.presentation.reader) }
}

/// What instruments play is heard on the stage, too.
private func onStage(_ state: inout AppState, _ verb: PlayVerb) -> [Effect] {
    guard state.chordsets.performance != nil else { return [] }
    if case .notes(.panic(let milliseconds)) = verb {
        return atChordsets(&state) { state, _ in
            state.chordsets.performance?.releaseAll(at: seconds(milliseconds)) ?? []
        }
    }
    var effects: [Effect] = []
    // The keys of the computer play the piano, also on the stage.
    for step in state.play.notes.steps where step.port > PlayState.page || step.message == nil {
        effects += atChordsets(&state) { receiveOnStage(step, &$0.chordsets, at: &$1) }
    }
    return effects
}

extension Effect {
    /// What sounds of the keys of a chordset, which are those that are read.
    fileprivate func sounding(as reader: TransposingInstrument) -> Effect {
        guard reader != .c, case .sound(.sounding(let strikes, let held)) = self else { return self }
        let below = reader.semitones
        return .sound(.sounding(
            strikes.map { Strike(note: $0.note - below, velocity: $0.velocity) }, held.map { $0 - below }))
    }
}

private func react(_ state: inout AppState, to verb: AppVerb) -> [Effect] {
    switch verb {
    case .go(let path):
        guard let visit = Visit(following: path) else {
            state.screen = .nowhere(path)
            return []
        }
        state.enter(visit)
        return visit.isFormer ? [.navigation(.replace(state.address))] : []
    case .visit(let path):
        guard let visit = Visit(path) else { return [] }
        state.open(visit)
        return [.navigation(.focus(screenID))]
    case .shortcut(let key):
        return shortcut(key, &state)
    case .undo:
        return undone(&state, redo: false) ?? state.session.undo()
    case .redo:
        return undone(&state, redo: true) ?? state.session.redo()
    case .share: return [.sharing(.share(title: state.title, state.address))]
    case .copyLink: return [.sharing(.copyLink(state.address))]
    case .copy(let text): return [.sharing(.copy(text))]
    case .copied(let text): return state.session.tell(AppText.copied(text))
    case .unpainted:
        return state.session.tell(AppText.notPainted)
    case .uncopied(let text):
        return state.session.tell(AppText.notCopied(text))
    }
}

/// What is undone, or done again, where a screen has a past of its own.
private func undone(_ state: inout AppState, redo: Bool) -> [Effect]? {
    if let place = state.screen.chordsetsPlace { return undoChordsets(&state.chordsets, at: place, redo: redo) }
    let session = state.session
    return state.screen.tunesPlace.map { undoTunes(&state.tunes, at: $0, session, redo: redo) }
}

/// The keys that do something wherever they are pressed.
private enum Shortcut: String {
    case up = "Escape"
    case home
    case find = "/"
    case help = "?"
}

private func shortcut(_ key: String, _ state: inout AppState) -> [Effect] {
    switch Shortcut(rawValue: key) {
    case .up:
        // What was asked is answered first.
        if state.screen == .ownShelf, state.ownShelf.asked != nil { return onOwnShelf(&state, .refrain) }
        guard let parent = state.screen.parent(in: state) else { return [] }
        state.screen = parent
        return [.navigation(.focus(screenID))]
    case .home:
        state.screen = .combiner
        return [.navigation(.focus(screenID))]
    case .find:
        if case .choosing(let half) = state.screen { return [.navigation(.focus(fieldID(Term(half))))] }
        state.screen = .combiner
        return [.navigation(.focus(fieldID(state.session.choices.lower.chord == nil ? .lower : .upper)))]
    case .help:
        if !state.screen.isAside { state.origin = state.screen }
        state.screen = .help
        state.help = HelpState()
        return [.navigation(.focus(shortcutsID))]
    default: return []
    }
}
