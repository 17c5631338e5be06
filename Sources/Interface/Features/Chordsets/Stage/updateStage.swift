import Chordsets
import Input
import Instruments
import Rendering

/// Carries out an action of the stage.
func updateStage(_ state: inout ChordsetsState, at place: inout ChordsetsRoute?, _ verb: StageVerb) -> [Effect] {
    switch verb {
    case .press(let position, let velocity, let source, let milliseconds):
        return state.performance?.press(position, velocity: velocity, source: source, at: seconds(milliseconds)) ?? []
    case .release(let source, let milliseconds):
        return state.performance?.release(source: source, at: seconds(milliseconds)) ?? []
    case .releaseAll(let milliseconds):
        return state.performance?.releaseAll(at: seconds(milliseconds)) ?? []
    case .open(let id, let position, let milliseconds):
        guard let chordset = state.list.chordset(id) else { return [] }
        state.list.lastPlayedID = id
        state.performance = Performance(chordset, lit: position, at: seconds(milliseconds))
        place = .stage(id)
        // It sounds like a chord that ▶ plays.
        let music = chordset.chords[position].music
        return [.navigation(.focus(cellID(position)))] + (music.map { [.sound(.play(Playing($0.pitches)))] } ?? [])
    case .playInTime(let milliseconds):
        return state.performance?.toggleTimedRun(at: seconds(milliseconds)) ?? []
    case .bar(let number, let milliseconds):
        return state.performance?.advance(number, at: seconds(milliseconds)) ?? []
    case .fillScreen: return [.navigation(.fillScreen)]
    }
}

func cellID(_ position: Int) -> String { "cell-\(position)" }

/// Takes what an instrument plays on the stage. Keys press cells, and a program change switches to another chordset.
func receiveOnStage(_ step: VoiceChange, _ state: inout ChordsetsState, at place: inout ChordsetsRoute?) -> [Effect] {
    func source(_ key: VoiceKey) -> Int { Performance.source(port: key.port, note: key.note, channel: key.channel) }
    let seconds = step.seconds
    var effects: [Effect] = []
    for key in step.releasedKeys where key.port > 0 {
        effects += state.performance?.release(source: source(key), at: seconds) ?? []
    }
    guard place?.isStage == true else { return effects }
    switch step.message {
    case .noteOn(let channel, let note, let velocity) where !step.isEcho:
        let key = VoiceKey(port: step.port, channel: channel, note: note)
        effects +=
            state.performance?.press(
                Performance.position(ofNote: note), velocity: velocity, source: source(key), at: seconds) ?? []
    case .program(_, let program):
        let chordsets = state.list.chordsets
        guard chordsets.indices.contains(program) else { return effects }
        effects += switchChordset(chordsets[program], at: seconds, &state, at: &place)
    default: break
    }
    return effects
}

/// Switches the stage to another chordset.
private func switchChordset(
    _ chordset: Chordset, at seconds: Double, _ state: inout ChordsetsState, at place: inout ChordsetsRoute?
) -> [Effect] {
    let effects = state.performance?.switchTo(chordset, at: seconds) ?? []
    state.list.lastPlayedID = chordset.id
    place = .stage(chordset.id)
    return effects + [.speech(.announce(chordset.shownTitle))]
}
