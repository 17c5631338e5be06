import Instruments

/// Updates the state when something is done with recordings.
func updateRecording(_ state: inout PlayState, _ session: inout Session, _ verb: RecordingVerb) -> [Effect] {
    switch verb {
    case .start(let milliseconds):
        state.record(at: seconds(milliseconds))
        return [.speech(.announce(PlayText.recordingStarted))]
    case .stop(let milliseconds):
        state.recordings.stop(at: seconds(milliseconds))
        let kept = state.recordings.last.map { $0.file.bytes.hex } ?? ""
        return [.speech(.announce(PlayText.recordingStopped)), .midi(.keepRecording(kept))]
    case .takeBefore:
        state.recordings.exchange()
        return []
    case .save:
        guard let recording = state.recordings.last, !recording.isEmpty else { return [] }
        return [.sharing(.download(name: PlayText.recordingFile, type: "audio/midi", recording.file.bytes.hex))]
    case .replay:
        guard let recording = state.recordings.last, !recording.isEmpty else { return [] }
        state.files.opening = Opening(
            recording: recording.file, name: PlayText.yourRecording, hasDrums: !session.settings.hasNotesOnTen,
            as: session.recognition)
        return continueReading(&state, &session)
    case .restore(let file):
        if let music = try? MIDIFile(file.bytes) { state.recordings.restore(Recording(restoring: music)) }
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
            recordings.receive(strike, port: key.port, at: seconds)
        }
    }
}
