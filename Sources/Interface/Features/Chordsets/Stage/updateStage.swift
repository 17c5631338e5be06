import Answers
import Chordsets
import Instruments

/// Updates the state when chords are played on the stage.
func updateStage(_ state: inout ChordsetsState, at place: inout ChordsetsPlace?, _ verb: StageVerb) -> [Effect] {
    switch verb {
    case .press(let position, let velocity, let source, let milliseconds):
        return state.performance?.press(position, velocity: velocity, source: source, at: seconds(milliseconds)) ?? []
    case .release(let source, let milliseconds):
        return state.performance?.release(source: source, at: seconds(milliseconds)) ?? []
    case .releaseAll(let milliseconds):
        return state.performance?.releaseAll(at: seconds(milliseconds)) ?? []
    case .open(let id, let position, let milliseconds):
        guard let chordset = state.list.chordset(id) else { return [] }
        state.list.voice = id
        state.performance = Performance(chordset, lit: position, at: seconds(milliseconds))
        place = .stage(id)
        // Like any chord that is asked for, it sounds for a while.
        let music = chordset.chords[position].music
        return [.navigation(.focus(cellID(position)))] + (music.map { [.sound(.play(Playing($0.pitches)))] } ?? [])
    case .practise(let milliseconds):
        return state.performance?.practise(at: seconds(milliseconds)) ?? []
    case .bar(let number, let milliseconds):
        return state.performance?.goOn(number, at: seconds(milliseconds)) ?? []
    case .fillScreen: return [.navigation(.fillScreen)]
    }
}

func cellID(_ position: Int) -> String { "cell-\(position)" }

/// What an instrument plays on the stage: keys press cells, whatever a pedal holds, and a program change takes another
/// chordset.
func receiveOnStage(_ step: VoiceStep, _ state: inout ChordsetsState, at place: inout ChordsetsPlace?) -> [Effect] {
    func source(_ key: VoiceKey) -> Int { Performance.source(port: key.port, note: key.note, channel: key.channel) }
    let seconds = step.seconds
    var effects: [Effect] = []
    for key in step.letGo where key.port > 0 {
        effects += state.performance?.release(source: source(key), at: seconds) ?? []
    }
    guard place?.isStage == true else { return effects }
    switch step.message {
    case .noteOn(let channel, let note, let velocity) where !step.isEcho:
        let key = VoiceKey(port: step.port, channel: channel, note: note)
        effects += state.performance?.press(
            Performance.position(ofNote: note), velocity: velocity, source: source(key), at: seconds) ?? []
    case .program(_, let program):
        let chordsets = state.list.chordsets
        guard chordsets.indices.contains(program) else { return effects }
        effects += takeVoice(chordsets[program], at: seconds, &state, at: &place)
    default: break
    }
    return effects
}

/// The stage goes on with another chordset.
private func takeVoice(
    _ chordset: Chordset, at seconds: Double, _ state: inout ChordsetsState, at place: inout ChordsetsPlace?
) -> [Effect] {
    let effects = state.performance?.take(chordset, at: seconds) ?? []
    state.list.voice = chordset.id
    place = .stage(chordset.id)
    return effects + [.speech(.announce(chordset.shownTitle))]
}
