import Harmony
import Instruments
import Rendering

/// Updates the state when something is done with a connected LinnStrument.
func updateLinnStrument(_ state: inout PlayState, _ session: inout Session, _ verb: LinnStrumentVerb) -> [Effect] {
    switch verb {
    case .readSettings:
        guard let output = state.instruments.output, state.linnStrument.reading == nil else { return [] }
        let reading = LinnStrumentState.Reading(output: output)
        state.linnStrument.answer = ""
        state.linnStrument.reading = reading
        return ask(reading)
    case .unanswered(let question):
        return state.linnStrument.reading?.query.giveUp(question) == true ? continueAsking(&state, &session) : []
    case .shine(let isOn):
        guard isOn else {
            let effects = shine(&state, PadLights())
            state.linnStrument.shining = nil
            return effects
        }
        guard let port = state.instruments.output?.number else { return [] }
        state.linnStrument.shining = LinnStrumentState.Shining(port: port)
        return shineChords(&state, session)
    }
}

// MARK: Settings

/// Sends the present question, and has the host report when it was not answered in time.
private func ask(_ reading: LinnStrumentState.Reading) -> [Effect] {
    [
        .midi(.send(port: reading.output.number, reading.query.question)),
        .midi(.awaitAnswer(question: reading.query.count)),
    ]
}

/// Asks the next question, or adopts the answers after the last one.
func continueAsking(_ state: inout PlayState, _ session: inout Session) -> [Effect] {
    guard let reading = state.linnStrument.reading else { return [] }
    let query = reading.query
    guard query.isOver else { return ask(reading) }
    state.linnStrument.reading = nil
    guard query.hasAnswers else {
        state.linnStrument.answer = PlayText.noAnswer(reading.output.name)
        return []
    }
    if let input = reading.input, let range = query.bendRange { state.notes.setBendRange(range, port: input) }
    var settings = session.settings
    settings.linnStrument = query.applied(to: settings.linnStrument)
    if let isPerRow = query.hasChannelPerRow { settings.channels = isPerRow ? .perRow : .any }
    session.adopt(settings)
    state.linnStrument.answer = PlayText.settingsRead
    if query.isSplit { state.linnStrument.answer += PlayText.isSplit }
    return [session.rememberingSettings]
}

// MARK: Lit pads

/// Lights the pads of the chosen chords, or of the voicing that alone is shown, if lighting is on.
func shineChords(_ state: inout PlayState, _ session: Session) -> [Effect] {
    if let grip = state.linnStrument.shape?.grip(on: session.settings.linnStrument) {
        return shine(&state, PadLights(grip))
    }
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
    guard let shining = state.linnStrument.shining, state.isShiningPortThere else { return [] }
    state.linnStrument.shining?.lights = lights
    let messages = lights.messages(after: shining.lights)
    return messages.isEmpty ? [] : [.midi(.send(port: shining.port, messages))]
}
