import Harmony
import Instruments

/// What follows when somebody plays, or does something with an instrument.
func updateInstruments(_ state: inout AppState, _ action: InstrumentAction) -> [Effect] {
    switch action {
    case .midi(let text):
        return receive(text, &state)
    case .pressPad(let pad, let note, let pointer, let milliseconds):
        return playing(&state) { $0.press(pad, note: note, pointer: pointer, at: seconds(milliseconds)) }
    case .slidePad(let pointer, let hundredths, let milliseconds):
        return playing(&state) { $0.slide(pointer: pointer, hundredths: hundredths, at: seconds(milliseconds)) }
    case .liftPad(let pointer, let milliseconds):
        return playing(&state) { $0.lift(pointer: pointer, at: seconds(milliseconds)) }
    case .look(let milliseconds):
        state.playground.look(at: seconds(milliseconds))
        return []
    case .enableMIDI:
        return [.enableMIDI]
    case .access(let access):
        state.playground.access = access
        return state.playground.isShiningPortThere ? shineChords(&state) : []
    case .unplugged(let port, let milliseconds):
        let onStage = state.performance?.release(port: port, at: seconds(milliseconds)) ?? []
        return playing(&state) { $0.release(port: port, at: seconds(milliseconds)) } + onStage
    case .listenTo(let port):
        state.playground.chosenPort = port
        return []
    case .panic(let milliseconds):
        let onStage = state.performance?.releaseAll(at: seconds(milliseconds)) ?? []
        return playing(&state) { $0.panic(at: seconds(milliseconds)) } + onStage + [.stopSound]
    case .take(let half):
        return take(half, &state)

    case .openMonitor(let isOpen):
        state.playground.monitor.open(isOpen)
        return []
    case .pauseMonitor(let isPaused):
        state.playground.monitor.isPaused = isPaused
        return []
    case .clearMonitor:
        state.playground.monitor.clear()
        return []
    case .filterMonitor(let kind):
        state.playground.monitor.toggle(kind)
        return []

    case .record(let milliseconds):
        state.playground.record(at: seconds(milliseconds))
        return [.announce("Recording")]
    case .stopRecording(let milliseconds):
        state.playground.stopRecording(at: seconds(milliseconds))
        return [.announce("Recording stopped")]
    case .takeBefore:
        state.playground.exchangeRecordings()
        return []
    case .saveRecording:
        guard let recording = state.playground.recording, !recording.isEmpty else { return [] }
        return [.download(name: "Chord Combiner.mid", type: "audio/midi", recording.file.bytes.hex)]
    case .replayRecording:
        guard let recording = state.playground.recording, !recording.isEmpty else { return [] }
        return open(recording.file, name: "The recording", hasDrums: false, &state)
    case .openFile(let text):
        return openFile(text, &state)
    case .tooLarge(let name):
        state.notice = "“" + name + "” is too large to be opened here."
        return [.announce(state.notice)]
    case .play(let isPlaying):
        guard state.playground.replay != nil else { return [] }
        if isPlaying { return replaying(&state) { $0.replay?.play() } }
        state.playground.replay?.pause()
        return [.sounding([], [])]
    case .seek(let milliseconds):
        guard state.playground.replay != nil else { return [] }
        return replaying(&state) { $0.replay?.seek(to: seconds(milliseconds)) }
    case .picture(let milliseconds):
        return advance(to: seconds(milliseconds), &state)
    case .closeFile:
        return replaying(&state) { $0.replay = nil }

    case .readSettings:
        guard state.playground.output != nil, state.playground.dialogue == nil else { return [] }
        state.playground.answer = ""
        state.playground.dialogue = SettingsDialogue()
        return ask(state)
    case .unanswered(let question):
        return state.playground.dialogue?.giveUp(question) == true ? goOnAsking(&state) : []
    case .shine(let isOn):
        guard isOn else {
            let effects = shine(&state, PadLights())
            state.playground.shining = nil
            return effects
        }
        guard let port = state.playground.output?.number else { return [] }
        state.playground.shining = Playground.Shining(port: port)
        return shineChords(&state)
    }
}

private func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1000 }

// MARK: Playing

/// How long until what is held now may be named.
private let patience = 210

/// What follows when something else is held than before.
private func playing(_ state: inout AppState, _ change: (inout Playground) -> Void) -> [Effect] {
    let before = state.playground.pitches
    change(&state.playground)
    let pitches = state.playground.pitches
    if pitches == before { return [] }
    return [.later(patience), .played(Hands(pitches, split: state.presentation.settings.split))]
}

private func receive(_ text: String, _ state: inout AppState) -> [Effect] {
    let pedal = state.presentation.settings.takingPedal
    var isTaken = false
    var answering: Int?
    var onStage: [(message: MIDIMessage, port: Int, seconds: Double)] = []
    var effects = playing(&state) { playground in
        for line in text.split(separator: "\n") {
            guard let arrival = MIDIMessage.Arrival(line) else { continue }
            let time = seconds(arrival.milliseconds)
            for message in arrival.messages {
                playground.receive(message, hex: arrival.hex, port: arrival.port, at: time)
                if playground.dialogue?.receive(message) == true { answering = arrival.port }
                // The keys of the computer play the piano, also on the stage.
                if arrival.port > 0, playground.isListening(to: arrival.port) {
                    onStage.append((message: message, port: arrival.port, seconds: time))
                }
                if case .control(_, pedal, 64...) = message, pedal > 0, playground.isListening(to: arrival.port) {
                    isTaken = true
                }
            }
        }
    }
    if state.isOnStage {
        for (message, port, time) in onStage { effects += receiveOnStage(message, port: port, at: time, &state) }
    }
    if let answering { effects += goOnAsking(&state, port: answering) }
    // Before the hands are lifted: what is held now, though it may be too new to have a name.
    if isTaken {
        state.playground.nameNow()
        effects += take(nil, &state)
    }
    return effects
}

/// - Parameter half: nil for both hands; where they hold one chord only, that becomes the lower one.
private func take(_ half: Half?, _ state: inout AppState) -> [Effect] {
    let harmony = LiveHarmony(pitches: state.playground.named, split: state.presentation.settings.split)
    if half == nil, let combination = harmony.combination {
        state.choose(Halves(lower: ChordChoice(combination.lower), upper: ChordChoice(combination.upper)))
        return announcement(of: state)
    }
    let half = half ?? .lower
    guard let chord = (half == .lower ? harmony.lower : harmony.upper) ?? harmony.whole else { return [] }
    state.choose(half, ChordChoice(chord))
    return announcement(of: state, half)
}

// MARK: Files

private func openFile(_ text: String, _ state: inout AppState) -> [Effect] {
    let lines = text.split(separator: "\n", maxSplits: 1)
    guard let name = lines.first.map({ String($0) }) else { return [] }
    let bytes = lines.count > 1 ? [UInt8](hex: lines[1]) ?? [] : []
    do throws(MIDIFileError) {
        return open(try MIDIFile(bytes), name: name, &state)
    } catch {
        let problem = Refusal(error).message
        // What could be read before is better than nothing.
        if error.partial.duration > 0 { return open(error.partial, name: name, problem: problem, &state) }
        state.notice = "“" + name + "” cannot be played. " + problem
        return [.announce(state.notice)]
    }
}

private func open(
    _ file: MIDIFile, name: String, problem: String? = nil, hasDrums: Bool = true, _ state: inout AppState
) -> [Effect] {
    let split = state.presentation.settings.split
    let replay = Replay(file, name: name, problem: problem, hasDrums: hasDrums, split: split)
    // A problem is read out by itself, since it stands on the screen as an alert.
    return replaying(&state) { $0.replay = replay } + (problem == nil ? [.announce(name + " is open")] : [])
}

/// Opens, closes or winds a file: what it held is let go.
private func replaying(_ state: inout AppState, _ change: (inout Playground) -> Void) -> [Effect] {
    let effects = playing(&state) { $0.rewind(change) }
    return effects + [.sounding([], [])] + (state.playground.replay?.isPlaying == true ? [.nextPicture] : [])
}

private func advance(to seconds: Double, _ state: inout AppState) -> [Effect] {
    guard state.playground.replay?.isPlaying == true else { return [] }
    var strikes: [Playground.Strike] = []
    let effects = playing(&state) { strikes = $0.advance(to: seconds) }
    let isPlaying = state.playground.replay?.isPlaying == true
    return effects + [.sounding(strikes, isPlaying ? state.playground.replayed : [])] + (isPlaying ? [.nextPicture] : [])
}

// MARK: The instrument itself

/// Puts the question that is at hand, and comes back to it when it has been waited for long enough.
private func ask(_ state: AppState) -> [Effect] {
    guard let dialogue = state.playground.dialogue, let port = state.playground.output?.number else { return [] }
    return [.sendMIDI(port: port, dialogue.question), .awaitAnswer(question: dialogue.count)]
}

/// - Parameter port: where the last answer came from.
private func goOnAsking(_ state: inout AppState, port: Int? = nil) -> [Effect] {
    guard let dialogue = state.playground.dialogue else { return [] }
    guard dialogue.isOver else { return ask(state) }
    state.playground.dialogue = nil
    guard dialogue.hasAnswers else {
        state.playground.answer = """
            “\(state.playground.output?.name ?? "")” did not answer. Only a LinnStrument tells its settings, and only over USB.
            """
        return []
    }
    if let port, let range = dialogue.bendRange {
        state.playground.setBendRange(range, port: port)
    }
    var settings = state.presentation.settings
    settings.linnStrument = dialogue.applied(to: settings.linnStrument)
    if let isPerRow = dialogue.hasChannelPerRow { settings.channels = isPerRow ? .perRow : .any }
    state.adopt(settings)
    state.playground.answer = "The instrument’s settings have been read."
    if dialogue.isSplit { state.playground.answer += " It is split: the pads are shown as on its left half." }
    return [.settings(settings.record.flatMap { [$0.key, $0.value] })]
}

/// Lets the pads of the chords at hand shine, where that is asked for.
func shineChords(_ state: inout AppState) -> [Effect] {
    let chords = state.choices.chords
    let nothing = PitchClassSet([])
    return shine(&state, PadLights(
        state.presentation.settings.linnStrument, lower: chords.lower?.pitchClasses ?? nothing,
        upper: chords.upper?.pitchClasses ?? nothing))
}

private func shine(_ state: inout AppState, _ lights: PadLights) -> [Effect] {
    guard let shining = state.playground.shining, state.playground.isShiningPortThere else { return [] }
    state.playground.shining?.lights = lights
    let messages = lights.messages(after: shining.lights)
    return messages.isEmpty ? [] : [.sendMIDI(port: shining.port, messages)]
}
