import Chordsets
import Exchange
import Harmony
import Input
import Instruments
import JSONText
import Practice
import Rendering
import Sync
import Tunes

/// Carries out an action: changes the state, and returns the effects.
///
/// Each feature's folder has what its own actions do. This file has what follows every action: history, address,
/// storage, and what ends when a screen is left.
func update(_ state: inout AppState, _ action: Action) -> [Effect] {
    if action.isUserInitiated {
        state.session.notice = ""
        state.session.offersUndo = false
    }
    let before = state
    var effects = react(&state, to: action)
    settle(&state, after: before)
    if state.tunes.typedBar == nil, let loss = before.tunes.lossOfTypedBar { effects += state.session.notify(loss) }
    effects += state.opening(after: before, action)
    effects += state.listen(after: before)
    if state.screen != before.screen {
        effects.append(.sound(.stop))
        if let place = before.screen.tunesRoute, isLeaving(place, for: state.screen) {
            effects.append(.sound(.stopTune))
        }
        if !state.screen.showsMIDIFile, state.play.files.replay?.isPlaying == true {
            effects += state.withSession { updatePlay(&$0.play, &$1, isAtCombiner: false, .file(.play(false))) }
        }
        if before.screen.practiceRoute?.hasExercise == true { effects += [.sound(.stopTune), .speech(.speak(""))] }
    }
    if state.tunes.startsNext { effects += state.withSession { $0.tunes.startNext($1) } }
    effects += state.logOfTunes(since: before)
    effects += state.soundOfChoice(after: before, action)
    if before.screen.chordsetsRoute?.isStage == true, state.screen.chordsetsRoute?.isStage != true {
        effects.append(.navigation(.leaveFullScreen))
    }
    let session = state.session
    if session.key != before.session.key { effects.append(session.rememberingKey) }
    // An address or a link may have changed the instrument. Changes by a setting are stored there.
    if case .settings = action {
    } else if session.settings.instrument != before.session.settings.instrument {
        effects.append(session.rememberingSettings)
    }
    if state.play.linnStrument.shining != nil {
        let isSame =
            session.choices == before.session.choices && session.settings == before.session.settings
            && state.play.linnStrument.shape == before.play.linnStrument.shape
        if !isSame { effects += shineChords(&state.play, session) }
    }
    if state.play.files.replay != nil, session.recognition != before.session.recognition {
        effects += renameFile(&state.play, session)
    }
    if session.settings != before.session.settings { state.play.follow(session.settings) }
    let isOtherEquation = session.equation != before.session.equation
    if case .app(.go) = action {
        // The browser has changed the address already.
        if isOtherEquation { state.session.recordStep(from: before.session.equation) }
        return effects + [.navigation(.title(state.title))] + session.remembering
    }
    if startsAtTop(state.screen, after: before.screen, effects) { effects.insert(.navigation(.top), at: 0) }
    let isContinued = continuesStep(action, before.session)
    if isOtherEquation {
        switch action {
        case .app(.undo), .app(.redo): break
        default: if !isContinued { state.session.recordStep(from: before.session.equation) }
        }
        effects = session.remembering + effects
    }
    if !state.hasSamePlace(as: before),
        state.address.path != before.address.path || before.screen.isMissing != state.screen.isMissing
    {
        effects = [isContinued ? .navigation(.replace(state.address)) : .navigation(.push(state.address))] + effects
    }
    return state.title == before.title ? effects : effects + [.navigation(.title(state.title))]
}

extension AppState {
    /// What was chosen sounds at once: the result as it is voiced for two hands or, in the picker, the chosen chord.
    fileprivate func soundOfChoice(after before: AppState, _ action: Action) -> [Effect] {
        let choices = session.choices
        guard session.settings.choicesSound, action.isChoice, choices != before.session.choices else { return [] }
        let changed = Half.allCases.first { choices[$0] != before.session.choices[$0] && choices[$0].chord != nil }
        let chord = changed.flatMap { choices[$0].chord } ?? choices.first
        let pitches = hands.bestPitches.isEmpty ? chord.map { $0.voicing.map { $0.pitch } } ?? [] : hands.bestPitches
        return pitches.isEmpty ? [] : [.sound(.playChoice(Playing(pitches)))]
    }
}

/// Whether the user has opened another screen. The browser restores the scroll position when they go back.
private func startsAtTop(_ screen: Screen, after before: Screen, _ effects: [Effect]) -> Bool {
    !screen.isSameKind(as: before)
        || effects.contains { if case .navigation(.focus(screenID)) = $0 { true } else { false } }
}

/// Whether the action continues the last one, so that both are one undo step and one entry of the browser's history.
private func continuesStep(_ action: Action, _ before: Session) -> Bool {
    switch action {
    case .circle(.walk), .hands, .practice(.assign(.due, _)): true
    // The letters of a symbol are one step.
    case .choosing(.type(let half, _)), .choosing(.take(let half, _)), .choosing(.key(let half, _)):
        before[half].hasHistoryStep
    case .combiner(.type), .combiner(.take), .combiner(.key): before.resultField.hasHistoryStep
    default: false
    }
}

/// Removes state that no longer fits the choices or the screen.
private func settle(_ state: inout AppState, after before: AppState) {
    state.screen = state.screen.settled(state.session)
    if before.screen.isMissing, state.screen.isMissing, state.session.choices != before.session.choices {
        state.screen = .combiner
    }
    if state.screen != before.screen {
        // Leaving the screen ends typing.
        state.session.endEditing()
        if before.screen.waysRoute != nil { state.ways.leave() }
        if let place = before.screen.chordsetsRoute { state.chordsets.leave(place, for: state.screen.chordsetsRoute) }
        if let place = before.screen.tunesRoute { closeTune(&state, place) }
        if before.screen.practiceRoute != nil { endPractice(&state) }
        if before.screen == .shelf { state.shelf.leave() }
        if !state.screen.isSameKind(as: before.screen) {
            state.search = ""
            state.dictionaryFilter = DictionaryFilter()
        }
        if !state.screen.address(state.session).fitsStand { state.isOnStand = false }
    }
    state.refreshHands()
}

extension AppState {
    private mutating func openTunes(after before: AppState?, _ action: Action?) -> [Effect] {
        tunes.updateOpened(at: screen.tunesRoute, session)
        var effects = tunes.open(session) + tunes.preparePlayback(since: before?.tunes.opened)
        if let before, before.session.settings != session.settings { effects += tunes.applySettings(session) }
        let linked = tunes.opened?.setup.lights
        let isLinking = if case .tunes(.play(.unfold)) = action { true } else { false }
        if isLinking || linked != nil, !chordsets.list.isOpen { effects += chordsets.open(session) }
        // Nil if it was deleted.
        let chordset = linked.flatMap { chordsets.list.chordset($0) }
        if chordsets.performance?.id != chordset?.id { effects += chordsets.accompany(with: chordset) }
        return effects
    }

    /// Notes on this device which tune was played.
    fileprivate func logOfTunes(since before: AppState) -> [Effect] {
        let (old, new) = (before.tunes, tunes)
        if old.isPlaying == new.isPlaying, old.opened?.stored.id == new.opened?.stored.id { return [] }
        return (old.isPlaying ? old.logEffects(isStart: false) : [])
            + (new.isPlaying ? new.logEffects(isStart: true) : [])
    }

    private mutating func openPractice(after before: AppState?) -> [Effect] {
        practice.prepareSession(at: screen.practiceRoute, session, hasInstrument: play.instruments.access.hasInputs)
        let isEntered = before?.screen.practiceRoute != screen.practiceRoute
        var effects: [Effect] = []
        if case .assignment(let words) = screen.practiceRoute, session.settings.assignmentWords != words {
            session.settings[.assignment] = words
            effects.append(session.rememberingSettings)
        }
        // A tune that was opened for practice comes back in the daily session. A progression does not.
        if case .exercise = screen.practiceRoute, let tune = before?.tunes.opened, before?.screen.tunesRoute != nil {
            let chords = Array(tune.practicedChords.prefix(PracticeMaterial.maximumRowLength))
            let meter = tune.tune.meter
            let learned = LearnedTune(
                chords, title: tune.stored.shownTitle, beats: meter.unit == 4 ? meter.beats : 4,
                feel: tune.feel == .swing ? "" : tune.feel.rawValue,
                styles: tune.setup.voicingStyle.practiced)
            session.settings[.practicedBars] = learned.words
            if tune.link?.isProgression != true { session.settings[.learning] = learned.words }
            effects.append(session.rememberingSettings)
        }
        if before?.screen.practiceRoute == nil { effects.append(.midi(.find)) }
        return effects + practice.openPractice(isEntered: isEntered)
    }

    /// Listens to what the exercise asks for, or to any chord on the Play screen, and no longer when that is left.
    fileprivate mutating func listen(after before: AppState) -> [Effect] {
        var effects: [Effect] = []
        // In time, only a MIDI keyboard is judged.
        let isOver = before.screen.listeningPurpose != screen.listeningPurpose || practice.current?.isInTime == true
        if isOver, listening.status != .off {
            effects = stopListening(&listening)
        }
        let question = listening.question(
            for: screen.listeningPurpose == .anyChord
                ? "notes"
                : practice.current?.listened(
                    session.presentation.reader, hasHeadphones: session.settings.listening.hasHeadphones))
        // Not written otherwise, because a written state counts as changed.
        guard question != listening.question else { return effects }
        listening.question = question
        return effects + [.midi(.listen(["expect", question]))]
    }

    /// The shelf screen shows and synchronizes the items of all lists.
    private mutating func openShelf(after before: AppState?) -> [Effect] {
        if before?.screen == .shelf || session.presentation.links == .inFragment { return [] }
        return chordsets.open(session) + tunes.open(session) + [.storage(.shelf(.open, ""))]
    }

    /// The effects of opening a screen, or of navigating to the same one again.
    mutating func opening(after before: AppState? = nil, _ action: Action? = nil) -> [Effect] {
        let effects =
            screen.chordsetsRoute != nil
            ? chordsets.open(session)
            : screen.tunesRoute != nil
                ? openTunes(after: before, action)
                : screen.practiceRoute != nil
                    ? openPractice(after: before)
                    : screen == .shelf ? openShelf(after: before) : []
        switch action {
        case .app(.go), .app(.visit): return effects + screen.opening(session)
        default: return before?.screen == screen ? effects : effects + screen.opening(session)
        }
    }
}

private func react(_ state: inout AppState, to action: Action) -> [Effect] {
    switch action {
    case .app(let verb): return react(&state, to: verb)
    case .sound(let playing): return [state.session.settings.playEffect(for: playing)]
    case .choosing(let verb):
        return updateChoosing(&state.choosing, &state.session, verb) + focusNextField(state, verb)
    case .combiner(let verb): return updateCombiner(&state.session, verb)
    case .settings(let verb): return updateSettings(&state.session, verb)
    case .details(let verb): return updateDetails(&state.session, at: state.screen.detailsRoute, verb)
    case .ways(let verb): return reactToWays(&state, verb)
    case .circle(let verb): return updateCircle(&state.circle, &state.session, verb)
    case .board(let verb): return reactToBoard(&state, verb)
    case .hands(let verb): return reactToHands(&state, verb)
    case .play(let verb):
        let isAtCombiner = state.screen == .combiner
        let effects = state.withSession { updatePlay(&$0.play, &$1, isAtCombiner: isAtCombiner, verb) }
        return effects + forwardToStage(&state, verb) + judgePlayed(&state, verb) + savePlayed(&state, verb)
    case .tunes(let verb):
        return withTunesPlace(&state) { state, place in
            state.withSession { updateTunes(&$0.tunes, at: &place, &$1, verb) }
        }
    case .practice(let verb): return reactToPractice(&state, verb)
    case .listening(let verb):
        return state.withSession { updateListening(&$0.listening, &$1, verb) } + judgeHeard(&state, verb)
    case .shelf(let verb): return reactToShelf(&state, verb)
    case .chordsets(let verb):
        return withChordsetsPlace(&state) { state, place in
            let played = state.play.chords.row
            return state.withSession { updateChordsets(&$0.chordsets, at: &place, &$1, played: played, verb) }
        }
    }
}

/// Enter in the field of the lower chord leads to the upper one.
private func focusNextField(_ state: AppState, _ verb: ChoosingVerb) -> [Effect] {
    guard case .key(.lower, "Enter") = verb, state.screen == .combiner, state.session.fields.lower.message == nil else {
        return []
    }
    return [.navigation(.focus(fieldID(.upper)))]
}

/// Taking a pair opens the combiner, and typing another chord opens its pairs.
private func reactToWays(_ state: inout AppState, _ verb: WaysVerb) -> [Effect] {
    guard let place = state.screen.waysRoute else { return [] }
    var next: WaysRoute? = place
    let effects = state.withSession { updateWays(&$0.ways, at: &next, &$1, verb) }
    if next != place { state.screen = next.map { .ways($0) } ?? .combiner }
    return effects
}

/// Carries out an action that may open another of the tune screens.
private func withTunesPlace(_ state: inout AppState, _ act: (inout AppState, inout TunesRoute?) -> [Effect]) -> [Effect]
{
    var place = state.screen.tunesRoute
    let effects = act(&state, &place)
    if let place, place != state.screen.tunesRoute { state.screen = .tunes(place) }
    return effects
}

/// Closes the tune, unless only its view has changed.
private func closeTune(_ state: inout AppState, _ place: TunesRoute) {
    (state.tunes.selected, state.tunes.setSearch) = (nil, "")
    guard isLeaving(place, for: state.screen) else { return }
    state.tunes.close()
    // Its lights end with it.
    state.chordsets.leave(nil, for: state.screen.chordsetsRoute)
}

/// A list has no tune to leave.
private func isLeaving(_ place: TunesRoute, for screen: Screen) -> Bool {
    place.id != nil && screen.tunesRoute?.id != place.id
}

/// Leaving the screen ends the practice session.
private func endPractice(_ state: inout AppState) {
    state.practice.isConfirmingDeletion = false
    state.practice.prepareSession(
        at: state.screen.practiceRoute, state.session, hasInstrument: state.play.instruments.access.hasInputs)
}

/// Carries out a practice action, which may open another practice screen.
private func reactToPractice(_ state: inout AppState, _ verb: PracticeVerb) -> [Effect] {
    var place = state.screen.practiceRoute
    let effects = state.withSession { updatePractice(&$0.practice, at: &place, &$1, verb) }
    if let place, place != state.screen.practiceRoute { state.screen = .practice(place) }
    return effects
}

/// Passes what was heard through the microphone to the current exercise.
private func judgeHeard(_ state: inout AppState, _ verb: ListeningVerb) -> [Effect] {
    guard case .heard(let heard, let milliseconds, let moment) = verb, state.listening.isOn,
        var place = state.screen.practiceRoute.map({ Optional($0) })
    else { return [] }
    let session = state.session
    let effects = judgeHeardChord(
        heard, struckAt: seconds(milliseconds), moment, &state.practice, at: &place, session)
    if let place, place != state.screen.practiceRoute { state.screen = .practice(place) }
    return effects
}

/// Passes what is played to the current exercise.
private func judgePlayed(_ state: inout AppState, _ verb: PlayVerb) -> [Effect] {
    guard var place = state.screen.practiceRoute.map({ Optional($0) }) else { return [] }
    if case .notes(.midi(_, let moment?, _)) = verb { state.practice.moment = moment }
    let session = state.session
    let play = state.play
    var effects: [Effect] = []
    for step in play.notes.steps {
        var struck: Int?
        if case .noteOn(let channel, let note, _) = step.message, !step.isEcho,
            !play.isDrum(VoiceKey(port: step.port, channel: channel, note: note))
        {
            struck = note
        }
        let isFromComputerKeyboard = step.port == PlayState.page
        let strokes = Stroke.between(
            play.played(step.before), play.played(step.after), striking: isFromComputerKeyboard ? nil : struck,
            raisedBy: session.presentation.reader.semitones)
        if struck == nil, strokes.isEmpty { continue }
        effects += judgePlayedKeys(
            struck: struck, isFromComputerKeyboard: isFromComputerKeyboard,
            isAlone: play.played(step.before).allSatisfy { $0.isSustained }, strokes, at: step.seconds,
            &state.practice, at: &place, session)
    }
    if let place, place != state.screen.practiceRoute { state.screen = .practice(place) }
    return effects
}

/// Carries out an action of the shelf screen. Items of visited shelves can be opened and copied.
private func reactToShelf(_ state: inout AppState, _ verb: ShelfVerb) -> [Effect] {
    switch verb {
    case .opened(let kind, let text): openVisitedItem(&state, kind, text)
    case .copies(let text, let seed): addCopies(&state, text, seed: seed)
    case .add(let file, let seed): addCopies(&state, file.text, seed: seed)
    default: state.withSession { updateShelf(&$0.shelf, &$1, verb) }
    }
}

/// Opens an item of a visited shelf as a link to it would, so that the user can save it.
private func openVisitedItem(_ state: inout AppState, _ kind: StoredItem.Kind, _ text: String) -> [Effect] {
    let item = (try? JSON(text)).flatMap { StoredItem($0, of: kind) }
    let screen: Screen? =
        switch item {
        case .chordset(let chordset): (try? ChordsetsRoute(link: ChordsetLink.text(chordset))).map { .chordsets($0) }
        case .tune(let tune): tune.isSetList ? nil : .tunes(TunesRoute(linking: tune))
        case nil: nil
        }
    guard let screen else {
        return state.session.notify(item?.tune == nil ? AppText.unreadableItem : AppText.visitedSetList)
    }
    state.screen = screen
    return [.navigation(.focus(screenID))]
}

private func addCopies(_ state: inout AppState, _ text: String, seed: UInt64) -> [Effect] {
    if state.shelf.running == .takeCopies { state.shelf.running = nil }
    // The button is shown only after both lists were loaded.
    if state.chordsets.list.storage == nil || state.tunes.list.storage == nil { return [] }
    guard let json = try? JSON(text), json["chordsets"]?.array != nil, json["tunes"]?.array != nil else {
        return state.session.notify(AppText.noShelfFile)
    }
    let before = (state.chordsets.list, state.tunes.list)
    var generator = SeededGenerator(seed: seed)
    /// The items without their versions, which only a server needs.
    func all(_ kind: StoredItem.Kind) -> [StoredItem] {
        (json[kind.rawValue]?.array ?? []).compactMap { item in
            guard case .object(let members) = item else { return nil }
            return StoredItem(.object(members.filter { $0.0 != "version" }), of: kind)
        }
    }
    // A set list comes after its tunes, whose copies it then has.
    let tunes = all(.tunes).filter { $0.tune?.isExample == false }.ordered {
        $0.tune?.isSetList == false && $1.tune?.isSetList == true
    }
    let count =
        state.chordsets.list.add(copiesOf: all(.chordsets), using: &generator)
        + state.tunes.list.add(copiesOf: tunes, using: &generator)
    return state.chordsets.list.saveEffects(since: before.0) + state.tunes.list.saveEffects(since: before.1)
        + state.session.notify(AppText.copies(count))
}

extension AppState {
    /// The items in this browser that a shelf can store.
    var localItems: LocalItems {
        LocalItems(
            chordsets: chordsets.list.total, tunes: tunes.list.tunes.count { !$0.isExample },
            storage: ListPolicy.StorageState.both(chordsets.list.storage, tunes.list.storage))
    }
}

/// Carries out an action of the board, which may open another board.
private func reactToBoard(_ state: inout AppState, _ verb: BoardVerb) -> [Effect] {
    guard case .board(var place) = state.screen else { return [] }
    let effects = state.withSession { updateBoard(&$0.board, at: &place, &$1, verb) }
    state.screen = .board(place)
    return effects
}

/// Carries out an action on the voicing. On the screen of a voicing, it changes the address.
private func reactToHands(_ state: inout AppState, _ verb: HandsVerb) -> [Effect] {
    var place = state.screen.handsRoute
    let effects = state.withSession { updateHands(&$0.hands, at: &place, &$1, verb) }
    if let place { state.screen = .hands(place) }
    return effects
}

/// Carries out an action that may open another of the chordset screens.
private func withChordsetsPlace(
    _ state: inout AppState, _ act: (inout AppState, inout ChordsetsRoute?) -> [Effect]
) -> [Effect] {
    var place = state.screen.chordsetsRoute
    let effects = act(&state, &place)
    if let place, place != state.screen.chordsetsRoute { state.screen = .chordsets(place) }
    return effects.map { $0.transposed(for: state.session.presentation.reader) }
}

/// Opens the screen for what was played. Saves the lead sheet of the open file as a tune, or its chords as a chordset.
private func savePlayed(_ state: inout AppState, _ verb: PlayVerb) -> [Effect] {
    if case .recording(.history("show")) = verb, state.screen == .combiner { state.screen = .play(nil) }
    guard case .file(.save(let format, let seed)) = verb, let replay = state.play.files.replay,
        let sheet = replay.concertSheet(as: state.session.recognition)
    else { return [] }
    switch format {
    case .midi, .musicxml: return []
    case .tune:
        let names = state.session.presentation.notation.names
        let text = Answers.chart(sheet, of: replay.file, title: replay.title, in: names)
        let tunes = ImportedTunes(TuneText.read(text, in: names))
        return withTunesPlace(&state) { state, place in
            state.withSession {
                updateTunes(
                    &$0.tunes, at: &place, &$1, .list(.open(tunes, from: "", seed: seed, isFurther: false)))
            }
        }
    case .chordset:
        let chords = sheet.entries.map { $0.harmony }
        state.screen = .chordsets(.list)
        return withChordsetsPlace(&state) { state, place in
            let row = ChordRow()
            return state.withSession {
                updateChordsets(&$0.chordsets, at: &place, &$1, played: row, .list(.addPlayed(chords, seed: seed)))
            }
        }
    }
}

/// Passes what instruments play to the stage.
private func forwardToStage(_ state: inout AppState, _ verb: PlayVerb) -> [Effect] {
    guard state.chordsets.performance != nil else { return [] }
    if case .notes(.panic(let milliseconds)) = verb {
        return withChordsetsPlace(&state) { state, _ in
            state.chordsets.performance?.releaseAll(at: seconds(milliseconds)) ?? []
        }
    }
    var effects: [Effect] = []
    // On the stage, the computer's keyboard still plays the piano.
    for step in state.play.notes.steps where step.port > PlayState.page || step.message == nil {
        effects += withChordsetsPlace(&state) { receiveOnStage(step, &$0.chordsets, at: &$1) }
    }
    return effects
}

extension Effect {
    /// Converts the keys of a chordset from written to concert pitch.
    fileprivate func transposed(for reader: TransposingInstrument) -> Effect {
        guard reader != .c, case .sound(.sounding(let strikes, let held)) = self else { return self }
        let below = reader.semitones
        return .sound(
            .sounding(
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
        return undoOnScreen(&state, redo: false) ?? state.session.undo()
    case .redo:
        return undoOnScreen(&state, redo: true) ?? state.session.redo()
    case .share: return [.sharing(.share(title: state.title, state.address))]
    case .copyLink: return [.sharing(.copyLink(state.address))]
    case .copy(let text): return [.sharing(.copy(text))]
    case .copied(let text): return state.session.notify(AppText.copied(text))
    case .search(let text):
        state.search = text
        return []
    case .narrow(let isFamily, let value):
        if isFamily { state.dictionaryFilter.family = value } else { state.dictionaryFilter.noteCount = value }
        return []
    case .nextRoot(let isBack):
        guard case .dictionary(let root) = state.screen else { return [] }
        let next = Key(root ?? NoteName(.c), .major).moved(inFourths: isBack ? -1 : 1)
        state.screen = .dictionary(next.tonic)
        return [.speech(.announce(state.session.presentation.name(next.tonic)))]
    case .saveMore(.chordsets, let all): return state.chordsets.list.saveMore(all: all)
    case .saveMore(.tunes, let all): return state.tunes.list.saveMore(all: all)
    case .unpainted:
        return state.session.notify(AppText.notPainted)
    case .uncopied(let text):
        return state.session.notify(AppText.notCopied(text))
    }
}

/// Undo or redo on a screen with its own undo stack; nil on others.
private func undoOnScreen(_ state: inout AppState, redo: Bool) -> [Effect]? {
    if let place = state.screen.chordsetsRoute { return undoChordsets(&state.chordsets, at: place, redo: redo) }
    let session = state.session
    return state.screen.tunesRoute.map { undoTunes(&state.tunes, at: $0, session, redo: redo) }
}

/// Keyboard shortcuts of all screens.
private enum Shortcut: String {
    case up = "Escape"
    case home
    case find = "/"
    case help = "?"
}

private func shortcut(_ key: String, _ state: inout AppState) -> [Effect] {
    switch Shortcut(rawValue: key) {
    case .up:
        // Escape first cancels a pending confirmation.
        if state.screen == .shelf, state.shelf.pending != nil { return reactToShelf(&state, .cancel) }
        if state.practice.isConfirmingDeletion { return reactToPractice(&state, .confirmDeletion(false)) }
        // It leaves the chosen bars before it leaves the tune.
        if !state.isOnStand, let bar = state.tunes.chosen?.lowerBound {
            return react(&state, to: .tunes(.chart(.letGo))) + [.navigation(.focus(barFaceID(bar)))]
        }
        guard let parent = state.screen.parent(in: state) else { return [] }
        if state.isOnStand {
            state.isOnStand = false
        } else {
            (state.screen, state.isOnStand) = (parent, state.isParentOnStand)
        }
        return [.navigation(.focus(screenID))]
    case .home:
        state.screen = .combiner
        return [.navigation(.focus(screenID))]
    case .find:
        if case .choosing(let half) = state.screen { return [.navigation(.focus(fieldID(Term(half))))] }
        state.screen = .combiner
        return [.navigation(.focus(fieldID(state.session.choices.lower.chord == nil ? .lower : .upper)))]
    case .help:
        state.keepOrigin()
        state.screen = .help
        state.search = ""
        return [.navigation(.focus(shortcutsID))]
    default: return []
    }
}
