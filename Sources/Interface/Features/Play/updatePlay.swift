import Harmony
import Instruments
import Rendering

/// Updates the state when something is played, or done with an instrument.
/// - Parameter isAtCombiner: whether the two chords are in sight, so that both hands may choose them.
func updatePlay(
    _ state: inout PlayState, _ session: inout Session, isAtCombiner: Bool, _ verb: PlayVerb
) -> [Effect] {
    state.beginSteps()
    let effects = react(&state, &session, to: verb)
    // A file that plays does not choose chords.
    guard state.takeNamed(), session.followsKeyboard, isAtCombiner, state.replay?.isPlaying != true else {
        return effects
    }
    return effects + take(nil, state, &session)
}

private func react(_ state: inout PlayState, _ session: inout Session, to verb: PlayVerb) -> [Effect] {
    switch verb {
    case .midi(let arrivals, _, let isHidden):
        state.manner = PlayState.Manner(session.settings)
        state.manner.isHidden = isHidden
        return receive(arrivals, &state, &session)
    case .pressPad(let pad, let note, let pointer, let milliseconds):
        return playing(&state, session) { $0.press(pad, note: note, pointer: pointer, at: seconds(milliseconds)) }
    case .slidePad(let pointer, let hundredths, let milliseconds):
        return playing(&state, session) {
            $0.slide(pointer: pointer, hundredths: hundredths, at: seconds(milliseconds))
        }
    case .liftPad(let pointer, let milliseconds):
        return playing(&state, session) { $0.lift(pointer: pointer, at: seconds(milliseconds)) }
    case .look(let milliseconds):
        state.look(at: seconds(milliseconds))
        return []
    case .enableMIDI:
        return [.enableMIDI]
    case .access(let access):
        state.access = access
        if session.followsKeyboard, !access.isGranted {
            session.followsKeyboard = false
            return session.notify(access.message ?? "")
        }
        return state.isShiningPortThere ? shineChords(&state, session) : []
    case .unplugged(let port, let milliseconds):
        return playing(&state, session) { $0.release(port: port, at: seconds(milliseconds)) }
    case .listenTo(let port):
        state.chosenPort = port
        return []
    case .panic(let milliseconds):
        return playing(&state, session) { $0.panic(at: seconds(milliseconds)) } + [.stopSound]
    case .take(let half):
        return take(half, state, &session)
    case .takeHands(let isOn):
        session.followsKeyboard = isOn
        return isOn && !state.access.isGranted ? [.enableMIDI] : []

    case .openMonitor(let isOpen):
        state.monitor.open(isOpen)
        return []
    case .pauseMonitor(let isPaused):
        state.monitor.isPaused = isPaused
        return []
    case .clearMonitor:
        state.monitor.clear()
        return []
    case .filterMonitor(let kind):
        state.monitor.toggle(kind)
        return []

    case .record(let milliseconds):
        state.record(at: seconds(milliseconds))
        return [.announce(PlayText.recordingStarted)]
    case .stopRecording(let milliseconds):
        state.stopRecording(at: seconds(milliseconds))
        return [.announce(PlayText.recordingStopped)]
    case .takeBefore:
        state.exchangeRecordings()
        return []
    case .saveRecording:
        guard let recording = state.recording, !recording.isEmpty else { return [] }
        return [.download(name: PlayText.recordingFile, type: "audio/midi", recording.file.bytes.hex)]
    case .replayRecording:
        guard let recording = state.recording, !recording.isEmpty else { return [] }
        state.opening = Opening(
            recording: recording.file, name: PlayText.yourRecording, hasDrums: !session.settings.hasNotesOnTen,
            as: session.recognition)
        return readOn(&state, &session)
    case .openFile(let text):
        return openFile(text, &state, &session)
    case .readOn:
        return readOn(&state, &session)
    case .stopReading:
        guard let name = state.opening?.name else { return [] }
        state.opening = nil
        return session.notify(PlayText.notOpened(name)) + namingOn(state)
    case .tooLarge(let name):
        return session.notify(PlayText.tooLarge(name))
    case .play(let isPlaying):
        guard state.replay != nil else { return [] }
        if isPlaying { return wind(.play, &state, session) }
        state.replay?.pause()
        return [.sounding([], [])]
    case .seek(let milliseconds):
        guard state.replay != nil else { return [] }
        return wind(.seek(seconds: seconds(milliseconds)), &state, session)
    case .picture(let milliseconds):
        return advance(to: seconds(milliseconds), &state, session)
    case .closeFile:
        return wind(.open(nil), &state, session)

    case .readSettings:
        guard state.output != nil, state.dialogue == nil else { return [] }
        state.answer = ""
        state.dialogue = SettingsQuery()
        return ask(state)
    case .unanswered(let question):
        return state.dialogue?.giveUp(question) == true ? goOnAsking(&state, &session) : []
    case .shine(let isOn):
        guard isOn else {
            let effects = shine(&state, PadLights())
            state.shining = nil
            return effects
        }
        guard let port = state.output?.number else { return [] }
        state.shining = PlayState.Shining(port: port)
        return shineChords(&state, session)
    }
}

// MARK: Playing

/// How long until what is held now may be named, in milliseconds: as long as ``Debouncer`` wants, and a little more.
private let patience = 210

/// What follows when something else is held than before.
@inline(never)
private func playing(
    _ state: inout PlayState, _ session: Session, _ change: (inout PlayState) -> Void
) -> [Effect] {
    let before = state.pitches
    change(&state)
    let pitches = state.pitches
    if pitches == before { return [] }
    return [.later(patience), .played(session.recognition.hands(pitches))]
}

private func receive(
    _ arrivals: [MIDIMessage.Arrival], _ state: inout PlayState, _ session: inout Session
) -> [Effect] {
    let pedal = session.settings.takingPedal
    var isTaken = false
    var answering: Int?
    var effects = playing(&state, session) { state in
        for arrival in arrivals {
            for message in arrival.messages {
                state.receive(message, hex: arrival.hex, port: arrival.port, at: seconds(arrival.milliseconds))
                if state.dialogue?.receive(message) == true { answering = arrival.port }
                if case .control(_, pedal, 64...) = message, pedal > 0, state.isListening(to: arrival.port),
                    !state.manner.isHidden
                {
                    isTaken = true
                }
            }
        }
    }
    if let answering { effects += goOnAsking(&state, &session, port: answering) }
    // Before the hands are lifted: what is held now, though it may be too new to have a name.
    if isTaken {
        state.nameNow()
        effects += take(nil, state, &session)
    }
    return effects
}

/// - Parameter half: nil for both hands; where they hold one chord only, that becomes the lower one, unless the right
///   hand alone holds it.
private func take(_ half: Half?, _ state: PlayState, _ session: inout Session) -> [Effect] {
    let recognition = session.recognition
    let harmony = state.harmony(in: state.row.chords(as: recognition), as: recognition)
    if half == nil, let combination = harmony.combination {
        session.choose(Halves(lower: ChordChoice(combination.lower), upper: ChordChoice(combination.upper)))
        return session.announcement()
    }
    let half = half ?? (harmony.hands.lower.isEmpty ? .upper : .lower)
    guard let chord = (half == .lower ? harmony.lower : harmony.upper) ?? harmony.whole else { return [] }
    session.choose(half, ChordChoice(chord))
    return session.announcement(Term(half))
}

// MARK: Files

private func openFile(
    _ text: String, _ state: inout PlayState, _ session: inout Session
) -> [Effect] {
    let file = OpenedFile(text)
    state.opening = Opening(file.bytes, name: file.name, as: session.recognition)
    return readOn(&state, &session)
}

/// The chords of the open file are to be heard otherwise, as a setting or the key wants it.
func hearFileAgain(_ state: inout PlayState, _ session: Session) -> [Effect] {
    // One that is being read is sent on already, and these come after it.
    let isSentOn = state.opening != nil || state.replay?.isBeingNamed == true
    state.replay?.hear(as: session.recognition)
    return isSentOn ? [] : namingOn(state)
}

/// A file of usual length is open at once; a long one is gone on with when the page has answered whatever came
/// meanwhile.
private func readOn(_ state: inout PlayState, _ session: inout Session) -> [Effect] {
    if state.opening == nil, state.replay?.isBeingNamed == true {
        state.replay?.goOnNaming()
        return namingOn(state)
    }
    guard let name = state.opening?.name, let outcome = state.opening?.goOn() else { return [] }
    switch outcome {
    case .unfinished: return [.readOn]
    case .refused(let problem):
        state.opening = nil
        return session.notify(PlayText.cannotPlay(name, problem)) + namingOn(state)
    case .opened(let replay):
        state.opening = nil
        // A problem is read out by itself, since it stands on the screen as an alert.
        return wind(.open(replay), &state, session) + hearFileAgain(&state, session)
            + (replay.problem == nil ? [.announce(PlayText.opened(name))] : [])
    }
}

/// Comes back to the chords of the open file, as far as they are being named.
private func namingOn(_ state: PlayState) -> [Effect] {
    state.replay?.isBeingNamed == true ? [.readOn] : []
}

/// Opens, closes or winds a file: what it held is let go.
private func wind(_ step: PlayState.Winding, _ state: inout PlayState, _ session: Session) -> [Effect] {
    let effects = playing(&state, session) { $0.wind(step) }
    return effects + [.sounding([], [])] + (state.replay?.isPlaying == true ? [.nextPicture] : [])
}

private func advance(to seconds: Double, _ state: inout PlayState, _ session: Session) -> [Effect] {
    guard state.replay?.isPlaying == true else { return [] }
    var strikes: [Strike] = []
    let effects = playing(&state, session) { strikes = $0.advance(to: seconds) }
    let isPlaying = state.replay?.isPlaying == true
    return effects + [.sounding(strikes, isPlaying ? state.replayed : [])] + (isPlaying ? [.nextPicture] : [])
}

// MARK: The instrument itself

/// Puts the question that is at hand, and comes back to it when it has been waited for long enough.
private func ask(_ state: PlayState) -> [Effect] {
    guard let dialogue = state.dialogue, let port = state.output?.number else { return [] }
    return [.sendMIDI(port: port, dialogue.question), .awaitAnswer(question: dialogue.count)]
}

/// - Parameter port: where the last answer came from.
private func goOnAsking(
    _ state: inout PlayState, _ session: inout Session, port: Int? = nil
) -> [Effect] {
    guard let dialogue = state.dialogue else { return [] }
    guard dialogue.isOver else { return ask(state) }
    state.dialogue = nil
    guard dialogue.hasAnswers else {
        state.answer = PlayText.noAnswer(state.output?.name ?? "")
        return []
    }
    if let port, let range = dialogue.bendRange {
        state.setBendRange(range, port: port)
    }
    var settings = session.settings
    settings.linnStrument = dialogue.applied(to: settings.linnStrument)
    if let isPerRow = dialogue.hasChannelPerRow { settings.channels = isPerRow ? .perRow : .any }
    session.adopt(settings)
    state.answer = PlayText.settingsRead
    if dialogue.isSplit { state.answer += PlayText.isSplit }
    return [session.rememberingSettings]
}

/// Lets the pads of the chords at hand shine, where that is asked for, or those of the shape that was taken here.
func shineChords(_ state: inout PlayState, _ session: Session) -> [Effect] {
    if let grip = state.shape?.grip(on: session.settings.linnStrument) { return shine(&state, PadLights(grip)) }
    let (chords, reader) = (session.choices.chords, session.presentation.reader)
    func sounding(_ chord: Chord?) -> PitchClassSet {
        chord.map { reader.sounding($0).pitchClasses } ?? PitchClassSet([])
    }
    return shine(
        &state,
        PadLights(
            session.settings.linnStrument, lower: sounding(chords.lower), upper: sounding(chords.upper)))
}

private func shine(_ state: inout PlayState, _ lights: PadLights) -> [Effect] {
    guard let shining = state.shining, state.isShiningPortThere else { return [] }
    state.shining?.lights = lights
    let messages = lights.messages(after: shining.lights)
    return messages.isEmpty ? [] : [.sendMIDI(port: shining.port, messages)]
}
