import Chordsets
import JSONText
import Rendering
import Sync

/// Carries out an action of the editor.
func updateEditor(
    _ state: inout ChordsetsState, at place: ChordsetsRoute?, _ session: inout Session, _ verb: EditorVerb
) -> [Effect] {
    guard case .lightChord(let id, let position) = place, let chordset = state.list.chordset(id) else { return [] }
    let chord = chordset.chords[position]
    let chosen = state.editor.chosen(in: chord)
    /// - Parameters:
    ///   - name: the name of the step; nil for a step that is not merged.
    ///   - isRandomizing: whether the chord is randomized.
    @inline(never)
    func change(
        as name: String?, isRandomizing: Bool = false, _ change: (inout LightChord) throws(ChordsetError) -> Void
    ) -> [Effect] {
        state.attempt(&session) { (state) throws(ChordsetError) in
            let name = name.map { "\(position) " + $0 }
            let randomized = isRandomizing ? position : nil
            try state.change(id, as: name, randomized: randomized) { (chordset) throws(ChordsetError) in
                var chord = chordset.chords[position]
                try change(&chord)
                try chordset.replaceChord(at: position, with: chord)
            }
        }
    }
    @inline(never)
    func changeLumi(as name: String?, _ alter: (inout Lumi) throws(ChordsetError) -> Void) -> [Effect] {
        guard let chosen else { return [] }
        return change(as: name.map { "lumi \(chosen) " + $0 }) { (chord) throws(ChordsetError) in
            var lumi = chord.lumis[chosen]
            try alter(&lumi)
            try chord.replaceLumi(at: chosen, with: lumi)
        }
    }
    /// Randomizes background and lumis. Tempo and music stay.
    func randomize(_ seed: UInt64) -> [Effect] {
        state.editor.seed = "\(seed)"
        state.editor.lumi = 0
        let effects = change(as: nil, isRandomizing: true) { (chord) throws(ChordsetError) in
            var random = LightChord.random(seed: seed)
            random.set(.bpm, near: chord.bpm)
            random.music = chord.music
            chord = random
        }
        return effects.isEmpty ? [.speech(.announce(ChordsetsText.randomized))] : effects
    }

    switch verb {
    case .background(let property, let text):
        guard let value = number(text) else { return [] }
        return change(as: property.definition.name) { (chord) throws(ChordsetError) in
            try chord.set(property, to: value)
        }
    case .lumi(let property, let text):
        guard let value = number(text) else { return [] }
        return changeLumi(as: property.definition.name) { (lumi) throws(ChordsetError) in
            try lumi.set(property, to: value)
        }
    case .chooseLumi(let lumi):
        guard chord.lumis.indices.contains(lumi) else { return [] }
        state.editor.lumi = lumi
        return []
    case .addLumi(let seed):
        var generator = SeededGenerator(seed: seed)
        let lumi = Lumi.random(using: &generator)
        let effects = change(as: nil) { (chord) throws(ChordsetError) in try chord.add(lumi) }
        if effects.isEmpty { state.editor.lumi = chord.lumis.count }
        return effects
    case .removeLumi:
        guard let chosen else { return [] }
        let effects = change(as: nil) { (chord) throws(ChordsetError) in try chord.removeLumi(at: chosen) }
        state.validate(at: place)
        return effects + [.speech(.announce(ChordsetsText.removed))]
    case .duplicateLumi:
        guard let chosen else { return [] }
        var lumi = chord.lumis[chosen]
        // Moved, so that both are visible.
        lumi.set(.x, near: lumi[.x] + (lumi[.x] > 0.9 ? -0.05 : 0.05))
        lumi.set(.y, near: lumi[.y] + (lumi[.y] > 0.9 ? -0.05 : 0.05))
        let copy = lumi
        let effects = change(as: nil) { (chord) throws(ChordsetError) in try chord.add(copy) }
        if effects.isEmpty { state.editor.lumi = chord.lumis.count }
        return effects
    case .raiseLumi(let isForward):
        guard let chosen else { return [] }
        let target = chosen + (isForward ? 1 : -1)
        guard chord.lumis.indices.contains(target) else { return [] }
        var lumis = chord.lumis
        lumis.swapAt(chosen, target)
        let swapped = lumis
        state.editor.lumi = target
        return change(as: nil) { (chord) throws(ChordsetError) in try chord.setLumis(swapped) }
    case .copyChord(let other):
        guard 0..<Chordset.size ~= other, other != position else { return [] }
        let effects = state.attempt(&session) { (state) throws(ChordsetError) in
            try state.change(id, as: nil) { (chordset) throws(ChordsetError) in
                try chordset.replaceChord(at: other, with: chord)
            }
        }
        return effects.isEmpty ? session.notify(ChordsetsText.copied(to: other + 1)) : effects
    case .randomize(let seed):
        // Short enough to pass on by voice.
        return randomize(seed % 1_000_000)
    case .seed(let text):
        guard let seed = UInt64(text) else {
            return session.notify(ChordsetsText.noSeed(text))
        }
        return randomize(seed)
    case .tap(let milliseconds):
        guard let tempo = state.editor.tap(at: milliseconds) else { return [] }
        return change(as: "bpm") { (chord) throws(ChordsetError) in chord.set(.bpm, near: tempo) }
    case .motion(let milliseconds):
        state.editor.startedAt = state.editor.startedAt == nil ? seconds(milliseconds) : nil
        return []
    case .beat(let text):
        guard let value = number(text), 0...Double(Editor.beats) ~= value else { return [] }
        state.editor.startedAt = nil
        state.editor.beat = value
        return []
    case .grab(let x, let y, let milliseconds):
        let time = state.editor.seconds(at: seconds(milliseconds), bpm: chord.bpm)
        let point = (x: Double(x) / 1000, y: Double(y) / 1000)
        guard let lumi = Editor.lumi(at: point.x, point.y, in: Picture(of: chord, at: time)) else {
            state.editor.lumi = nil
            state.editor.grip = nil
            return []
        }
        state.editor.lumi = lumi
        state.editor.grab(x: point.x, y: point.y)
        return []
    case .drag(let x, let y):
        guard let grip = state.editor.grip else { return [] }
        let point = (x: Double(x) / 1000, y: Double(y) / 1000)
        state.editor.grip?.x = point.x
        state.editor.grip?.y = point.y
        return changeLumi(as: "grip \(grip.number)") { (lumi) throws(ChordsetError) in
            lumi.set(.x, near: lumi[.x] + point.x - grip.x)
            lumi.set(.y, near: lumi[.y] + point.y - grip.y)
        }
    case .nudge(let key):
        let step = 0.01
        return changeLumi(as: "nudge") { (lumi) throws(ChordsetError) in
            switch KeyboardKey(rawValue: key) {
            case .left: lumi.set(.x, near: lumi[.x] - step)
            case .right: lumi.set(.x, near: lumi[.x] + step)
            case .up: lumi.set(.y, near: lumi[.y] - step)
            case .down: lumi.set(.y, near: lumi[.y] + step)
            default: break
            }
        }
    case .takeMusic:
        guard var music = session.choices.music else { return [] }
        music.colorsLight = chord.music?.colorsLight ?? false
        let taken = music
        let refusal = change(as: nil) { (chord) throws(ChordsetError) in chord.carry(taken) }
        return refusal.isEmpty ? [.speech(.announce(session.presentation.name(of: taken)))] : refusal
    case .dropMusic:
        return change(as: nil) { (chord) throws(ChordsetError) in chord.music = nil }
    case .colorsLight(let isOn):
        return change(as: nil) { (chord) throws(ChordsetError) in chord.music?.colorsLight = isOn }
    }
}

/// The number in a field; nil while it is incomplete.
private func number(_ text: String) -> Double? { (try? JSON(text))?.number }
