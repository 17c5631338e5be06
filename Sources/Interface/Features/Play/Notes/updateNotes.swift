import Harmony
import Instruments
import Rendering

/// Updates the state when something is played, or done with what is played.
func updateNotes(_ state: inout PlayState, _ session: inout Session, _ verb: NotesVerb) -> [Effect] {
    switch verb {
    case .midi(let arrivals, _, let isHidden):
        state.instruments.manner = ConnectedInstruments.Manner(session.settings)
        state.instruments.manner.isHidden = isHidden
        return receive(arrivals, &state, &session)
    case .pressPad(let pad, let note, let pointer, let milliseconds):
        return updateHeldNotes(&state, session) {
            $0.press(pad, note: note, pointer: pointer, at: seconds(milliseconds))
        }
    case .slidePad(let pointer, let hundredths, let milliseconds):
        return updateHeldNotes(&state, session) {
            $0.slide(pointer: pointer, hundredths: hundredths, at: seconds(milliseconds))
        }
    case .liftPad(let pointer, let milliseconds):
        return updateHeldNotes(&state, session) { $0.lift(pointer: pointer, at: seconds(milliseconds)) }
    case .look(let milliseconds):
        // Writing would count as a change, and all of the screen would be compared.
        if state.chords.isHolding { state.chords.look(at: seconds(milliseconds)) }
        return state.chords.waits ? [.timer(.later(passingDelay))] : []
    case .panic(let milliseconds):
        return updateHeldNotes(&state, session) { $0.panic(at: seconds(milliseconds)) }
            + [.sound(.stop), .midi(.arrange(["silence"]))]
    case .take(let half):
        return takeChords(half, state, &session)
    case .takeHands(let isOn):
        session.followsKeyboard = isOn
        return isOn && !state.instruments.access.isGranted ? [.midi(.enable)] : []
    }
}

/// Milliseconds until held notes may be named: slightly more than ``Debouncer`` requires.
private let namingDelay = 210

/// Milliseconds until a bass that stays may change the chord.
private let passingDelay = 400

/// Changes the state. If other notes are held after that, they are shown, and named a little later.
@inline(never)
func updateHeldNotes(_ state: inout PlayState, _ session: Session, _ change: (inout PlayState) -> Void) -> [Effect] {
    let before = state.pitches
    change(&state)
    let pitches = state.pitches
    if pitches == before { return [] }
    return [.timer(.later(namingDelay)), .midi(.showPlayed(state.hands(session)))]
}

private func receive(
    _ arrivals: [MIDIMessage.Arrival], _ state: inout PlayState, _ session: inout Session
) -> [Effect] {
    let pedal = session.settings.takingPedal
    var isTaken = false
    var isAnswered = false
    var effects = updateHeldNotes(&state, session) { state in
        for arrival in arrivals {
            for message in arrival.messages {
                state.receive(message, hex: arrival.hex, port: arrival.port, at: seconds(arrival.milliseconds))
                if state.takeAnswer(message, port: arrival.port) { isAnswered = true }
                if case .control(_, pedal, 64...) = message, pedal > 0,
                    state.instruments.isListening(to: arrival.port), !state.instruments.manner.isHidden
                {
                    isTaken = true
                }
            }
        }
    }
    if isAnswered { effects += continueAsking(&state, &session) }
    // Before the hands are lifted: what is held now, though it may be too new to have a name.
    if isTaken {
        state.nameNow()
        effects += takeChords(nil, state, &session)
    }
    return effects
}

/// Chooses what is played.
/// - Parameter half: nil for both hands. If they hold one chord only, that becomes the lower one, unless the right hand
///   alone holds it.
func takeChords(_ half: Half?, _ state: PlayState, _ session: inout Session) -> [Effect] {
    let recognition = session.recognition
    let harmony = state.chords.harmony(in: state.chords.row.chords(as: recognition), as: recognition)
    if half == nil, let combination = harmony.combination {
        session.choose(Halves(lower: ChordChoice(combination.lower), upper: ChordChoice(combination.upper)))
        return session.announcement()
    }
    let half = half ?? (harmony.hands.lower.isEmpty ? .upper : .lower)
    guard let chord = harmony.chord(for: half) else { return [] }
    session.choose(half, ChordChoice(chord))
    return session.announcement(Term(half))
}

extension LiveHarmony {
    /// The chord that a half takes: that of its hand if both hands play, otherwise all of it.
    func chord(for half: Half) -> Chord? {
        let own = half == .lower ? lower : upper
        return hands.lower.isEmpty || hands.upper.isEmpty ? whole ?? own : own ?? whole
    }
}
