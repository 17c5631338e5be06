import Exchange
import Instruments

/// Updates the state when something is done with a MIDI file.
func updateFilePlayer(_ state: inout PlayState, _ session: inout Session, _ verb: FilePlayerVerb) -> [Effect] {
    switch verb {
    case .open(let file):
        state.files.opening = Opening(file.bytes, name: file.name, as: session.recognition)
        return continueReading(&state, &session)
    case .readOn:
        return continueReading(&state, &session)
    case .stopReading:
        guard let name = state.files.opening?.name else { return [] }
        state.files.opening = nil
        return session.notify(PlayText.notOpened(name)) + renaming(state)
    case .tooLarge(let name):
        return session.notify(PlayText.tooLarge(name))
    case .play(let isPlaying):
        guard state.files.replay != nil else { return [] }
        if isPlaying { return change(.play, &state, session) }
        state.files.replay?.pause()
        return [.sound(.sounding([], []))]
    case .seek(let milliseconds):
        guard state.files.replay != nil else { return [] }
        return change(.seek(seconds: seconds(milliseconds)), &state, session)
    case .picture(let milliseconds):
        return advance(to: seconds(milliseconds), &state, session)
    case .close:
        return change(.open(nil), &state, session)
    case .save(let format, _):
        guard let replay = state.files.replay else { return [] }
        let name = fileName(replay.title)
        switch format {
        case .midi: return [.sharing(.download(name: name + ".mid", type: "audio/midi", replay.file.bytes.hex))]
        case .musicxml:
            guard let score = replay.score else { return [] }
            return [
                .sharing(
                    .download(
                        name: name + ".musicxml", type: "application/vnd.recordare.musicxml+xml", score.musicXML))
            ]
        // The app passes these to other features.
        case .tune, .chordset: return []
        }
    }
}

/// Names the chords of the open file again after a change of the key or of a setting.
func renameFile(_ state: inout PlayState, _ session: Session) -> [Effect] {
    // While a file is read or named, `readOn` is on its way already.
    let isReading = state.files.opening != nil || state.files.replay?.isBeingNamed == true
    state.files.replay?.hear(as: session.recognition)
    return isReading ? [] : renaming(state)
}

/// Reads the next part of a file, or names its next chords. A file of usual length is opened at once. Reading a long
/// one is continued after whatever else has happened meanwhile.
func continueReading(_ state: inout PlayState, _ session: inout Session) -> [Effect] {
    if state.files.opening == nil, state.files.replay?.isBeingNamed == true {
        state.files.replay?.continueNaming()
        return renaming(state)
    }
    guard let name = state.files.opening?.name, let outcome = state.files.opening?.step() else { return [] }
    switch outcome {
    case .unfinished: return [.timer(.readOn)]
    case .refused(let problem):
        state.files.opening = nil
        return session.notify(PlayText.cannotPlay(name, problem)) + renaming(state)
    case .opened(let replay):
        state.files.opening = nil
        // Screen readers announce a problem anyway, because it is an alert.
        return change(.open(replay), &state, session) + renameFile(&state, session)
            + (replay.problem == nil ? [.speech(.announce(PlayText.opened(name)))] : [])
    }
}

/// Continues naming the chords of the open file.
private func renaming(_ state: PlayState) -> [Effect] {
    state.files.replay?.isBeingNamed == true ? [.timer(.readOn)] : []
}

private func change(_ change: FilePlayer.Change, _ state: inout PlayState, _ session: Session) -> [Effect] {
    let effects = updateHeldNotes(&state, session) { $0.changeFile(change) }
    return effects + [.sound(.sounding([], []))] + (state.files.replay?.isPlaying == true ? [.timer(.nextPicture)] : [])
}

private func advance(to seconds: Double, _ state: inout PlayState, _ session: Session) -> [Effect] {
    guard state.files.replay?.isPlaying == true else { return [] }
    var strikes: [Strike] = []
    let effects = updateHeldNotes(&state, session) { strikes = $0.advance(to: seconds) }
    let isPlaying = state.files.replay?.isPlaying == true
    return effects + [.sound(.sounding(strikes, isPlaying ? state.replayed : []))]
        + (isPlaying ? [.timer(.nextPicture)] : [])
}
