import Instruments

/// Updates the state when instruments are connected, unplugged or chosen.
func updateInstruments(_ state: inout PlayState, _ session: inout Session, _ verb: InstrumentsVerb) -> [Effect] {
    switch verb {
    case .enableMIDI:
        return [.midi(.enable)]
    case .access(let access):
        state.connect(access)
        if session.followsKeyboard, !access.isGranted {
            session.followsKeyboard = false
            return session.notify(access.message ?? "")
        }
        return state.isShiningPortThere ? shineChords(&state, session) : []
    case .unplugged(let port, let milliseconds):
        return updateHeldNotes(&state, session) { $0.release(port: port, at: seconds(milliseconds)) }
    case .listenTo(let port):
        state.instruments.chosenPort = port
        return [.midi(.arrange(["listen", "\(port ?? 0)"]))]
    case .arrange(let words):
        return [.midi(.arrange(words))]
    }
}

extension PlayState {
    fileprivate mutating func connect(_ access: MIDIAccess) {
        instruments.access = access
        // An unplugged instrument does not answer, and is dark when it is plugged in again.
        if let output = linnStrument.reading?.output, !access.outputs.contains(where: { $0.number == output.number }) {
            linnStrument.reading = nil
            linnStrument.answer = PlayText.unpluggedWhileRead(output.name)
        }
        if !isShiningPortThere { linnStrument.shining?.lights = PadLights() }
    }
}
