import Harmony
import Instruments
import Rendering

/// Carries out an action on listening. What was heard of a chord is for the exercise: see `judgeHeardChord`.
func updateListening(_ state: inout ListeningState, _ session: inout Session, _ verb: ListeningVerb) -> [Effect] {
    switch verb {
    case .ask:
        if session.settings.listening.isExplained { return start(&state, session) }
        state.status = .explaining
        return [.navigation(.focus(listeningID))]
    case .start:
        session.settings.listening.isExplained = true
        return [session.rememberingSettings] + start(&state, session)
    case .stop: return stopListening(&state)
    case .setup:
        state.isSetupOpen.toggle()
        state.measured = nil
        return []
    case .choose(let number):
        state.status = .starting
        return [.midi(.listen(["choose", number]))]
    case .headphones:
        session.settings.listening.hasHeadphones.toggle()
        return [session.rememberingSettings, headphones(session)]
    case .tune:
        state.measured = state.measured == nil ? [] : nil
        state.isUnclear = false
        return []
    case .untune:
        state.measured = nil
        return retune(ListeningSetup.standard, &session)
    case .on(let lines):
        guard state.status == .starting || state.isOn else { return [.midi(.listen(["stop"]))] }
        state.status = .on
        state.microphones = lines.parts(at: "\n").compactMap { line in
            let words = line.parts(at: " ", maximumSplits: 2)
            return words.count < 3
                ? nil : ListeningState.Microphone(number: words[0], name: words[2], isChosen: words[1] == "chosen")
        }
        return [.speech(.announce(ListeningText.listening))]
    case .off(let problem):
        state = ListeningState(status: .stopped(problem))
        return []
    case .heard, .tuned, .notes:
        // An engine that was started again does not know of the microphone.
        guard state.isOn else { return [.midi(.listen(["stop"]))] }
        if case .notes(let pitches) = verb {
            state.notes = pitches
            state.row.add(pitches)
        }
        guard case .tuned(let deviation) = verb, state.measured != nil else { return [] }
        return measure(deviation, &state, &session)
    }
}

/// Closes the microphone, or what is shown about it.
func stopListening(_ state: inout ListeningState) -> [Effect] {
    let isOpen = state.status == .starting || state.isOn
    state = ListeningState()
    return isOpen ? [.midi(.listen(["stop"]))] : []
}

/// Opens the microphone. The button that was pressed is gone, so the focus goes to the sign that took its place.
private func start(_ state: inout ListeningState, _ session: Session) -> [Effect] {
    state = ListeningState(status: .starting)
    return [
        headphones(session), .midi(.listen(["start", "\(session.settings.listening.tuning)"])),
        .navigation(.focus(listeningID)),
    ]
}

private func headphones(_ session: Session) -> Effect {
    .midi(.listen(["headphones", session.settings.listening.hasHeadphones ? "yes" : "no"]))
}

/// Takes the deviation of a note. After the last one, the tuning is their median.
private func measure(_ deviation: Int?, _ state: inout ListeningState, _ session: inout Session) -> [Effect] {
    state.isUnclear = deviation == nil
    guard let deviation, var measured = state.measured else { return [] }
    measured.append(deviation)
    guard measured.count == ListeningState.noteCount else {
        state.measured = measured
        return []
    }
    state.measured = nil
    let sorted = measured.sorted()
    let median = (sorted[5] + sorted[6]) / 2
    return retune(ListeningSetup.tuning(deviation: median), &session)
}

private func retune(_ tuning: Int, _ session: inout Session) -> [Effect] {
    session.settings.listening.tuning = tuning
    return [session.rememberingSettings, .midi(.listen(["tuning", "\(tuning)"]))]
        + session.notify(ListeningText.tuned(ListeningText.hertz(tuning)))
}

extension ListeningState {
    /// What the host should listen for.
    /// - Parameter chord: the notes that the exercise asks for, as `ExpectedNotes.listened` writes them; `notes` if any
    ///   chord may be played.
    func question(for chord: String?) -> String {
        isOn ? nextNote.map { "tune \($0)" } ?? chord ?? "" : ""
    }
}
