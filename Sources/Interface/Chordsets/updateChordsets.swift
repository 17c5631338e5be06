import Chordsets
import Harmony
import Instruments
import JSONText

/// What follows when something is done with chordsets.
@inline(never)  // a gate: see Web/build
func updateChordsets(_ state: inout AppState, _ action: ChordsetAction) -> [Effect] {
    switch action {
    case .adopt(let text):
        // What the host hands over it need not be told to keep.
        var effects = adopt(text, &state)
        let postponed = state.shelf.postponed
        state.shelf.postponed = []
        for action in postponed { effects += updateChordsets(&state, action) }
        return effects
    case .add, .open, .keepLinked, .addMusic:
        // For notes there may be room in what the server has.
        var isEarly = state.shelf.keeping == nil
        if case .addMusic = action, state.shelf.keeping == .asking { isEarly = true }
        guard isEarly else { break }
        state.shelf.postponed.append(action)
        if state.shelf.isOpen { return [] }
        state.shelf.isOpen = true
        return [.openChordsets(isAlone: state.presentation.links == .inFragment)]
    default: break
    }
    let before = state.shelf
    let effects = react(&state, to: action)
    return state.shelf.keeping(since: before) + effects
}

private func adopt(_ text: String, _ state: inout AppState) -> [Effect] {
    let before = state.shelf
    guard let returned = state.shelf.adopt(text) else { return [] }
    // Whoever was just changing one goes on with what is theirs.
    for entry in state.shelf.entries where before.entry(entry.chordset.id) == nil {
        guard let original = entry.copyOf, before[original] != nil else { continue }
        state.follow(from: original, to: entry.chordset.id)
        state.notice = "“" + entry.chordset.title + "” was changed elsewhere at the same time. Both are kept."
    }
    state.settleChordsets()
    if let title = returned.first {
        let name = title.isEmpty ? "A chordset without a title" : "“" + title + "”"
        state.notice = name + " was changed elsewhere after it was deleted here, so it is back."
    }
    return state.notice.isEmpty ? [] : [.announce(state.notice)]
}

/// Going back, or forth again, on what was done to chordsets.
@inline(never)  // a gate: see Web/build
func undoChordsets(_ state: inout AppState, redo: Bool) -> [Effect] {
    let before = state.shelf
    let step = redo ? state.shelf.redo() : state.shelf.undo()
    guard step != nil else { return [] }
    state.settleChordsets()
    return state.shelf.keeping(since: before) + [.announce((redo ? "Redone. " : "Undone. ") + counts(state.shelf))]
}

private func react(_ state: inout AppState, to action: ChordsetAction) -> [Effect] {
    switch action {
    case .adopt: return []
    case .add(let seed):
        var generator = SeededGenerator(seed: seed)
        let id = Chordset.newID(using: &generator)
        state.shelf.add([Chordset(id: id, using: &generator)])
        return [.focus(titleID(id)), .announce(counts(state.shelf))]
    case .rename(let id, let title):
        return attempt(&state) { (state) throws(ChordsetError) in
            try state.shelf.change(id, as: "title") { (chordset) throws(ChordsetError) in try chordset.rename(title) }
        }
    case .delete(let id):
        guard let index = state.shelf.index(of: id) else { return [] }
        state.shelf.delete(id)
        state.settleChordsets()
        let entries = state.shelf.entries
        let next = entries.isEmpty ? addID : deleteID(entries[min(index, entries.count - 1)].chordset.id)
        return [.focus(next), .announce("Deleted. " + counts(state.shelf))]
    case .move(let id, let index):
        state.shelf.move(id, to: index)
        return []
    case .walk(let id, let key):
        guard let index = state.shelf.index(of: id) else { return [] }
        let last = state.shelf.entries.count - 1
        let target = key == "ArrowUp" ? index - 1 : key == "ArrowDown" ? index + 1 : key == "Home" ? 0 : last
        state.shelf.move(id, to: target)
        let place = (state.shelf.index(of: id) ?? 0) + 1
        return [.focus(handleID(id)), .announce("Place \(place) of \(last + 1)")]
    case .settle(let id, let choice):
        state.shelf.settle(id, choice)
        state.settleChordsets()
        return [.announce(counts(state.shelf))]
    case .export(let id):
        let chordsets = state.shelf.chordsets.filter { id == nil || $0.id == id }
        return [document(chordsets, name: "Chordsets")]
    case .open(let text, let seed):
        return open(text, seed: seed, &state)
    case .keepLinked(let seed):
        guard case .linked(let chordset, _) = state.screen else { return [] }
        var generator = SeededGenerator(seed: seed)
        guard let kept = try? chordset.copy(id: Chordset.newID(using: &generator)) else { return [] }
        state.shelf.add([kept])
        state.screen = .sheet(kept.id)
        return [.focus("screen")]
    case .print: return [.print]
    case .save(let id, let format):
        guard let chordset = state.linked(id) ?? state.shelf[id] else { return [] }
        return [sheet(chordset, format)]
    case .copyLink(let id):
        guard let chordset = state.shelf[id] else { return [] }
        return [.copyWholeLink(.linkedText(ChordsetLink.text(chordset)))]
    case .addMusic(let seed):
        return music(of: state.choices).map { add($0, seed: seed, &state) } ?? []
    case .edit(let action): return edit(&state, action)
    case .perform(let action): return perform(&state, action)
    }
}

/// Tries what may be refused; the refusal is told, and nothing has changed.
private func attempt(
    _ state: inout AppState, _ change: (inout AppState) throws(ChordsetError) -> Void
) -> [Effect] {
    do throws(ChordsetError) {
        try change(&state)
        return []
    } catch {
        state.notice = error.message
        return [.announce(error.message)]
    }
}

/// `3 chordsets, 24 chords`.
func counts(_ shelf: Shelf) -> String {
    let count = shelf.entries.count
    return "\(count) chordset" + (count == 1 ? "" : "s") + ", \(count * Chordset.size) chords"
}

let addID = "add-chordset"
func titleID(_ id: String) -> String { "title-" + id }
func handleID(_ id: String) -> String { "handle-" + id }
func deleteID(_ id: String) -> String { "delete-" + id }

extension AppState {
    /// What was open of chordsets that are gone, or other than they were, is brought in order.
    mutating func settleChordsets() {
        takeStage()
        if case .lightChord(let id, let position) = screen, let lumi = editor.lumi {
            let count = shelf[id]?.chords[position].lumis.count ?? 0
            if lumi >= count { editor.lumi = count == 0 ? nil : count - 1 }
        }
        if let performance, let chordset = shelf[performance.id], chordset != performance.stage.voice {
            self.performance?.stage.adopt(chordset)
        }
    }

    fileprivate func linked(_ id: String) -> Chordset? {
        if case .linked(let chordset, _) = screen, chordset.id == id { chordset } else { nil }
    }
}

// MARK: Files and sheets

private func document(_ chordsets: [Chordset], name: String) -> Effect {
    .download(name: fileName(name) + ".json", type: "application/json", ChordsetDocument(chordsets).text)
}

private func sheet(_ chordset: Chordset, _ format: ChordsetAction.SheetFormat) -> Effect {
    let name = chordset.title.isEmpty ? "Chordset" : chordset.title
    let sheet = PracticeSheet(chordset)
    return switch format {
    case .json: document([chordset], name: name)
    case .midi: .download(name: fileName(name) + ".mid", type: "audio/midi", sheet.midi.bytes.hex)
    case .musicxml:
        .download(
            name: fileName(name) + ".musicxml", type: "application/vnd.recordare.musicxml+xml", sheet.musicXML)
    }
}

/// A title as the name of a file: without what has a meaning in paths, and without what turns the direction of reading.
private func fileName(_ title: String) -> String {
    var name = ""
    for scalar in title.unicodeScalars where name.utf8.count < 120 {
        switch scalar.value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: break
        default:
            let isSpecial = "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            name.unicodeScalars.append(isSpecial ? "-" : scalar)
        }
    }
    return name
}

private func open(_ text: String, seed: UInt64, _ state: inout AppState) -> [Effect] {
    let lines = text.split(separator: "\n", maxSplits: 1)
    guard let name = lines.first.map({ String($0) }) else { return [] }
    let bytes = lines.count > 1 ? [UInt8](hex: lines[1]) ?? [] : []
    var generator = SeededGenerator(seed: seed)
    do throws(ChordsetError) {
        var added: [Chordset] = []
        for chordset in try ChordsetDocument(bytes).chordsets where state.shelf[chordset.id] != chordset {
            // What is here already is not overwritten: a copy of it stands beside it.
            let isThere = state.shelf[chordset.id] != nil
            added.append(isThere ? try chordset.copy(id: Chordset.newID(using: &generator)) : chordset)
        }
        state.shelf.add(added)
        state.notice = "“" + name + "” is opened. " + counts(state.shelf) + "."
    } catch {
        state.notice = "“" + name + "” was not opened. " + error.message
    }
    return [.announce(state.notice)]
}

// MARK: From the combiner

/// What is chosen in the combiner, as a chord that a light chord can carry.
func music(of choices: Choices) -> Music? {
    if let combination = choices.combination { return Music(lower: combination.lower, upper: combination.upper) }
    return choices.first.map { Music(lower: $0) }
}

private func add(_ music: Music, seed: UInt64, _ state: inout AppState) -> [Effect] {
    var generator = SeededGenerator(seed: seed)
    let free = { (chordset: Chordset) in chordset.chords.firstIndex { $0.music == nil } }
    let present = state.shelf.present
    let chordset: Chordset
    if let present, free(present) != nil {
        chordset = present
    } else if let other = state.shelf.chordsets.first(where: { free($0) != nil }) {
        chordset = other
    } else {
        chordset = Chordset(id: Chordset.newID(using: &generator), using: &generator)
        state.shelf.add([chordset])
    }
    guard let position = free(chordset) else { return [] }
    state.shelf.voice = chordset.id
    return attempt(&state) { (state) throws(ChordsetError) in
        try state.shelf.change(chordset.id, as: nil) { (chordset) throws(ChordsetError) in
            var chord = chordset.chords[position]
            chord.music = music
            try chordset.replaceChord(at: position, with: chord)
        }
        let title = chordset.title.isEmpty ? "an untitled chordset" : "“" + chordset.title + "”"
        state.notice = state.presentation.name(of: music) + " is chord \(position + 1) of " + title + "."
    } + [.announce(state.notice)]
}

extension Presentation {
    /// The chord of notes that a light chord carries.
    func name(of music: Music) -> String { music.combination.map { title($0) } ?? shortName(music.lower) }
}

// MARK: Editing

private func edit(_ state: inout AppState, _ action: EditorAction) -> [Effect] {
    guard case .lightChord(let id, let position) = state.screen, let chordset = state.shelf[id] else { return [] }
    let chord = chordset.chords[position]
    let chosen = state.editor.lumi.flatMap { chord.lumis.indices.contains($0) ? $0 : nil }
    /// - Parameter name: of the step; nil where it is one by itself.
    func change(
        as name: String?, _ change: (inout LightChord) throws(ChordsetError) -> Void
    ) -> [Effect] {
        attempt(&state) { (state) throws(ChordsetError) in
            try state.shelf.change(id, as: name.map { "\(position) " + $0 }) { (chordset) throws(ChordsetError) in
                var chord = chordset.chords[position]
                try change(&chord)
                try chordset.replaceChord(at: position, with: chord)
            }
        }
    }
    func changeLumi(as name: String?, _ alter: (inout Lumi) throws(ChordsetError) -> Void) -> [Effect] {
        guard let chosen else { return [] }
        return change(as: name.map { "lumi \(chosen) " + $0 }) { (chord) throws(ChordsetError) in
            var lumi = chord.lumis[chosen]
            try alter(&lumi)
            try chord.replaceLumi(at: chosen, with: lumi)
        }
    }
    /// Draws background and lumis anew; tempo and notes stay.
    func randomize(_ seed: UInt64) -> [Effect] {
        state.editor.seed = "\(seed)"
        state.editor.lumi = nil
        return change(as: nil) { (chord) throws(ChordsetError) in
            var drawn = LightChord.random(seed: seed)
            drawn.set(.bpm, near: chord.bpm)
            drawn.music = chord.music
            chord = drawn
        }
    }

    switch action {
    case .background(let property, let text):
        guard let value = number(text) else { return [] }
        return change(as: property.measure.name) { (chord) throws(ChordsetError) in try chord.set(property, to: value) }
    case .lumi(let property, let text):
        guard let value = number(text) else { return [] }
        return changeLumi(as: property.measure.name) { (lumi) throws(ChordsetError) in try lumi.set(property, to: value) }
    case .chooseLumi(let place):
        guard chord.lumis.indices.contains(place) else { return [] }
        state.editor.lumi = place
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
        state.settleChordsets()
        return effects + [.announce("Removed")]
    case .duplicateLumi:
        guard let chosen else { return [] }
        var lumi = chord.lumis[chosen]
        // Beside it, so that it is seen.
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
        let effects = attempt(&state) { (state) throws(ChordsetError) in
            try state.shelf.change(id, as: nil) { (chordset) throws(ChordsetError) in
                try chordset.replaceChord(at: other, with: chord)
            }
        }
        if effects.isEmpty { state.notice = "Chord \(other + 1) is the same now." }
        return effects + [.announce(state.notice)]
    case .randomize(let seed):
        // Short enough to be told to somebody.
        return randomize(seed % 1_000_000)
    case .seed(let text):
        guard let seed = UInt64(text) else {
            state.notice = "A seed is a whole number from 0."
            return [.announce(state.notice)]
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
        let place = (x: Double(x) / 1000, y: Double(y) / 1000)
        guard let lumi = Editor.lumi(at: place.x, place.y, in: Picture(of: chord, at: time)) else {
            state.editor.lumi = nil
            state.editor.grip = nil
            return []
        }
        state.editor.lumi = lumi
        state.editor.grab(x: place.x, y: place.y)
        return []
    case .drag(let x, let y):
        guard let grip = state.editor.grip else { return [] }
        let place = (x: Double(x) / 1000, y: Double(y) / 1000)
        state.editor.grip?.x = place.x
        state.editor.grip?.y = place.y
        return changeLumi(as: "grip \(grip.number)") { (lumi) throws(ChordsetError) in
            lumi.set(.x, near: lumi[.x] + place.x - grip.x)
            lumi.set(.y, near: lumi[.y] + place.y - grip.y)
        }
    case .nudge(let key):
        let step = 0.01
        return changeLumi(as: "nudge") { (lumi) throws(ChordsetError) in
            switch key {
            case "ArrowLeft": lumi.set(.x, near: lumi[.x] - step)
            case "ArrowRight": lumi.set(.x, near: lumi[.x] + step)
            case "ArrowUp": lumi.set(.y, near: lumi[.y] - step)
            case "ArrowDown": lumi.set(.y, near: lumi[.y] + step)
            default: break
            }
        }
    case .takeMusic:
        guard var music = music(of: state.choices) else { return [] }
        music.colorsLight = chord.music?.colorsLight ?? false
        let taken = music
        return change(as: nil) { (chord) throws(ChordsetError) in chord.music = taken }
            + [.announce(state.presentation.name(of: taken))]
    case .dropMusic:
        return change(as: nil) { (chord) throws(ChordsetError) in chord.music = nil }
    case .colorsLight(let isOn):
        return change(as: nil) { (chord) throws(ChordsetError) in chord.music?.colorsLight = isOn }
    }
}

/// What a field says; nil while it says nothing yet.
private func number(_ text: String) -> Double? { (try? JSON(text))?.number }

// MARK: Playing

private func seconds(_ milliseconds: Int) -> Double { Double(milliseconds) / 1000 }

private func perform(_ state: inout AppState, _ action: PerformanceAction) -> [Effect] {
    switch action {
    case .press(let position, let velocity, let source, let milliseconds):
        return state.performance?.press(position, velocity: velocity, source: source, at: seconds(milliseconds)) ?? []
    case .release(let source, let milliseconds):
        return state.performance?.release(source: source, at: seconds(milliseconds)) ?? []
    case .releaseAll(let milliseconds):
        return state.performance?.releaseAll(at: seconds(milliseconds)) ?? []
    case .open(let id, let position, let milliseconds):
        guard let chordset = state.shelf[id] else { return [] }
        state.shelf.voice = id
        var performance = Performance(chordset)
        // It shows until another is pressed.
        let time = seconds(milliseconds)
        var effects = performance.press(
            position, velocity: Performance.usualVelocity, source: Performance.passingSource, at: time)
        performance.stage.release(source: Performance.passingSource, at: time)
        // Like any chord that is asked for, it sounds for a while.
        if let pitches = chordset.chords[position].music?.pitches { effects = [.play(Playing(pitches))] }
        state.performance = performance
        state.screen = .stage(id)
        return [.focus(cellID(position))] + effects
    case .practise(let milliseconds):
        return state.performance?.practise(at: seconds(milliseconds)) ?? []
    case .bar(let number, let milliseconds):
        return state.performance?.goOn(number, at: seconds(milliseconds)) ?? []
    case .fillScreen: return [.fillScreen]
    }
}

func cellID(_ position: Int) -> String { "cell-\(position)" }

/// What an instrument plays on the stage: notes press cells, and a program change takes another chordset.
func receiveOnStage(_ message: MIDIMessage, port: Int, at seconds: Double, _ state: inout AppState) -> [Effect] {
    guard case .stage = state.screen, state.performance != nil else { return [] }
    switch message {
    case .noteOn(let channel, let note, let velocity) where velocity > 0:
        let source = Performance.source(port: port, note: note, channel: channel)
        return state.performance?.press(
            Performance.position(ofNote: note), velocity: velocity, source: source, at: seconds) ?? []
    // All sound off, and all notes off.
    case .control(_, 120, _), .control(_, 123, _): return state.performance?.release(port: port, at: seconds) ?? []
    case .noteOn(let channel, let note, _), .noteOff(let channel, let note, _):
        return state.performance?.release(source: Performance.source(port: port, note: note, channel: channel), at: seconds) ?? []
    case .program(_, let program):
        let chordsets = state.shelf.chordsets
        guard chordsets.indices.contains(program) else { return [] }
        return takeVoice(chordsets[program], at: seconds, &state)
    default: return []
    }
}

/// The stage goes on with another chordset.
private func takeVoice(_ chordset: Chordset, at seconds: Double, _ state: inout AppState) -> [Effect] {
    let effects = state.performance?.take(chordset, at: seconds) ?? []
    state.shelf.voice = chordset.id
    state.screen = .stage(chordset.id)
    return effects + [.announce(chordset.title.isEmpty ? "Untitled" : chordset.title)]
}

// MARK: Painting

extension App {
    /// The picture on the canvas, as numbers for who paints it: red, green and blue of the background (0…255), then for each
    /// shape x, y, size, sides, turn, thickness, red, green, blue and opacity, as ``Picture/Shape`` has them; nothing where
    /// the screen has no canvas.
    /// - Parameters:
    ///   - milliseconds: of the page's clock.
    ///   - isStill: for those who want less motion.
    public func picture(at milliseconds: Int, isStill: Bool) -> [Float] { pictureNumbers(state, milliseconds, isStill) }
}

@inline(never)  // a gate: see Web/build
private func pictureNumbers(_ state: AppState, _ milliseconds: Int, _ isStill: Bool) -> [Float] {
    guard let picture = picture(state, at: seconds(milliseconds), isStill: isStill) else { return [] }
    let (red, green, blue) = picture.background.rgb
    var numbers = [Float(red), Float(green), Float(blue)]
    numbers.reserveCapacity(3 + 10 * picture.shapes.count)
    for shape in picture.shapes {
        let (red, green, blue) = shape.color.rgb
        numbers.append(Float(shape.x))
        numbers.append(Float(shape.y))
        numbers.append(Float(shape.size))
        numbers.append(Float(shape.sides))
        numbers.append(Float(shape.turn))
        numbers.append(Float(shape.thickness))
        numbers.append(Float(red))
        numbers.append(Float(green))
        numbers.append(Float(blue))
        numbers.append(Float(shape.opacity))
    }
    return numbers
}

private func picture(_ state: AppState, at seconds: Double, isStill: Bool) -> Picture? {
    switch state.screen {
    case .lightChord(let id, let position):
        guard let chord = state.shelf[id]?.chords[position] else { return nil }
        let isStill = isStill && state.editor.startedAt != nil
        return Picture(of: chord, at: isStill ? 0 : state.editor.seconds(at: seconds, bpm: chord.bpm))
    case .stage: return state.performance?.stage.picture(at: seconds, isStill: isStill)
    default: return nil
    }
}
