import Instruments

/// Updates the state when something is done with recordings.
func updateRecording(_ state: inout PlayState, _ session: inout Session, _ verb: RecordingVerb) -> [Effect] {
    switch verb {
    case .start(let milliseconds):
        state.record(at: seconds(milliseconds))
        return [.speech(.announce(PlayText.recordingStarted))]
    case .stop(let milliseconds):
        state.recordings.stop(at: seconds(milliseconds))
        return [.speech(.announce(PlayText.recordingStopped)), .midi(.keepRecording(state.recordings.file.hex))]
    case .takeBefore:
        state.recordings.exchange()
        return []
    case .save:
        let file = state.recordings.file
        if file.isEmpty { return [] }
        return [.sharing(.download(name: PlayText.recordingFile, type: "audio/midi", file.hex))]
    case .replay:
        guard let recording = state.recordings.last, !recording.isEmpty else {
            if state.recordings.earlier.isEmpty { return [] }
            state.files.opening = Opening(
                state.recordings.earlier, name: PlayText.yourRecording, as: session.recognition)
            return continueReading(&state, &session)
        }
        state.files.opening = Opening(
            recording: recording.file, name: PlayText.yourRecording, hasDrums: !session.settings.hasNotesOnTen,
            as: session.recognition)
        return continueReading(&state, &session)
    case .restore(let file):
        state.recordings.earlier = file.bytes
        return []
    case .kept(let kept):
        state.recordings.kept = kept
        return []
    case .history(let word):
        return [.midi(.arrange(["history", word, PlayText.whatYouPlayed]))]
    }
}

extension PlayState {
    fileprivate mutating func record(at seconds: Double) {
        let ports = notes.voices.knownPorts.filter { $0 != PlayState.file && instruments.isListening(to: $0) }
        recordings.begin(after: ports.flatMap { notes.voices.setup(ofPort: $0) })
        // Keys that are down already sound on in the recording.
        for voice in notes.voices.held where voice.key.port != PlayState.file {
            let key = voice.key
            let strike = MIDIMessage.noteOn(channel: key.channel, note: key.note, velocity: voice.velocity)
            recordings.receive(recorded(strike, port: key.port), port: key.port, at: seconds)
        }
    }
}
