import Chordsets
import Harmony
import Instruments
import Rendering
import Sync

/// Carries out an action on the list of chordsets.
/// - Parameter played: the last chords that were played.
func updateChordsetList(
    _ state: inout ChordsetsState, at place: ChordsetsRoute?, _ session: inout Session, played: ChordRow,
    _ verb: ChordsetListVerb
) -> [Effect] {
    switch verb {
    case .add(let beginning, let seed):
        var generator = SeededGenerator(seed: seed)
        let id = ItemID.random(using: &generator)
        return add(Chordset(id: id, beginning, using: &generator), &state)
    case .addChords(let seed):
        let music = session.currentMusic(played: played)
        guard !music.isEmpty else { return session.notify(ChordsetsText.noCurrentChords) }
        var generator = SeededGenerator(seed: seed)
        return add(Chordset(id: ItemID.random(using: &generator), carrying: music), &state)
    case .addPlayed(let chords, let seed):
        var generator = SeededGenerator(seed: seed)
        let music = Array(distinct(chords.compactMap { $0.music }).prefix(Chordset.size))
        guard !music.isEmpty else { return session.notify(ChordsetsText.noCurrentChords) }
        return add(Chordset(id: ItemID.random(using: &generator), carrying: music), &state)
    case .rename(let id, let title):
        return state.attempt(&session) { (state) throws(ChordsetError) in
            try state.change(id, as: "title") { (chordset) throws(ChordsetError) in try chordset.rename(title) }
        }
    case .delete(let id):
        guard let index = state.list.index(of: id) else { return [] }
        state.list.delete(id)
        state.validate(at: place)
        let entries = state.list.entries
        let next = entries.isEmpty ? nil : entries[min(index, entries.count - 1)].item.id
        state.list.pendingID = next
        return [
            .navigation(.focus(next.map { deleteID($0) } ?? addID)),
            .speech(.announce(ChordsetsText.deleted(state.list.chordsetCounts))),
        ]
    case .move(let id, let index):
        state.list.move(id, to: index)
        return []
    case .look(let places):
        state.list.visibleRange = places
        // A late message may still report the former position.
        if state.list.pendingID.flatMap({ state.list.index(of: $0) }).map({ places.contains($0) }) == true {
            state.list.pendingID = nil
        }
        return []
    case .walk(let id, let key):
        guard let index = state.list.index(of: id) else { return [] }
        let last = state.list.entries.count - 1
        let target =
            switch KeyboardKey(rawValue: key) {
            case .up: index - 1
            case .down: index + 1
            case .home: 0
            default: last
            }
        state.list.move(id, to: target)
        state.list.pendingID = id
        let place = (state.list.index(of: id) ?? 0) + 1
        return [.navigation(.focus(handleID(id))), .speech(.announce(ChordsetsText.position(place, of: last + 1)))]
    case .settle(let id, let choice):
        state.list.resolve(id, choice)
        state.validate(at: place)
        return [.speech(.announce(state.list.chordsetCounts))]
    case .export:
        return [chordsetsFile(state.list.chordsets, name: ChordsetsText.chordsetsFile)]
    case .open(let text, let seed):
        return open(text, seed: seed, &state, &session)
    case .addMusic(let seed):
        return session.choices.music.map { add($0, seed: seed, &state, &session) } ?? []
    }
}

/// Takes over the chordsets of the host, which may have been changed elsewhere.
func adoptChordsets(
    _ text: String, _ state: inout ChordsetsState, at place: inout ChordsetsRoute?, _ session: inout Session
) -> [Effect] {
    guard let news = state.list.adopt(text) else { return [] }
    for (original, copy) in news.copies { place = place?.following(from: original, to: copy) }
    state.validate(at: place)
    return news.sentence.map { session.notify($0) } ?? []
}

extension UndoableList {
    /// `3 chordsets, 24 chords`, for a list of chordsets.
    var chordsetCounts: String {
        ChordsetsText.counts(total, chords: total * Chordset.size)
    }
}

/// Appends a new chordset and focuses its title.
private func add(_ chordset: Chordset, _ state: inout ChordsetsState) -> [Effect] {
    state.list.add([.chordset(chordset)])
    return [.navigation(.focus(titleID(chordset.id))), .speech(.announce(state.list.chordsetCounts))]
}

let addID = "add-chordset"
func titleID(_ id: String) -> String { "title-" + id }
func handleID(_ id: String) -> String { "handle-" + id }
func deleteID(_ id: String) -> String { "delete-" + id }

// MARK: Files

private func open(
    _ file: OpenedFile, seed: UInt64, _ state: inout ChordsetsState, _ session: inout Session
) -> [Effect] {
    var generator = SeededGenerator(seed: seed)
    do throws(ChordsetError) {
        var added: [Chordset] = []
        for chordset in try ChordsetDocument(file.bytes).chordsets {
            let present = state.list.chordset(chordset.id)
            if present == chordset { continue }
            // An existing chordset is not overwritten. A different version is added as a copy.
            added.append(present == nil ? chordset : try chordset.copy(id: ItemID.random(using: &generator)))
        }
        state.list.add(added.map { .chordset($0) })
        return session.notify(ChordsetsText.imported(file.name, state.list.chordsetCounts))
    } catch {
        // An error of JSON says nothing about a file of another kind.
        let isJSON = file.bytes.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        return session.notify(ChordsetsText.notImported(file.name, isJSON ? error.message : ChordsetsText.otherFile))
    }
}

// MARK: From the combiner

extension Choices {
    /// The chords of the combiner, as the music of a light chord.
    var music: Music? {
        if let combination = combination(Presentation()) {
            return Music(lower: combination.lower, upper: combination.upper)
        }
        return first.map { Music(lower: $0) }
    }
}

extension Session {
    /// The current chords, each once and at most as many as a chordset has: the combination, both its chords, then
    /// those that were played last.
    func currentMusic(played: ChordRow) -> [Music] {
        var music: [Music] = []
        if let whole = choices.music {
            music = [whole, Music(lower: whole.lower)]
            if let upper = whole.upper { music.append(Music(lower: upper)) }
        }
        music += played.chords(as: recognition).joined(last: ChordRow.maximumShown).compactMap { $0.harmony.music }
        return Array(distinct(music).prefix(Chordset.size))
    }
}

private func distinct(_ all: [Music]) -> [Music] {
    var music: [Music] = []
    for one in all where !music.contains(one) { music.append(one) }
    return music
}

extension LiveHarmony {
    /// As the music of a light chord; nil if it has no name.
    fileprivate var music: Music? {
        switch shown {
        case .combination(let combination): Music(lower: combination.lower, upper: combination.upper)
        case .reading: whole.map { Music(lower: $0) }
        case nil: nil
        }
    }
}

private func add(
    _ music: Music, seed: UInt64, _ state: inout ChordsetsState, _ session: inout Session
) -> [Effect] {
    var generator = SeededGenerator(seed: seed)
    let free = { (chordset: Chordset) in chordset.chords.firstIndex { $0.music == nil } }
    let present = state.list.lastPlayed?.chordset
    let chordset: Chordset
    if let present, free(present) != nil {
        chordset = present
    } else if let other = state.list.chordsets.first(where: { free($0) != nil }) {
        chordset = other
    } else {
        chordset = Chordset(id: ItemID.random(using: &generator), using: &generator)
        state.list.add([.chordset(chordset)])
    }
    guard let position = free(chordset) else { return [] }
    state.list.lastPlayedID = chordset.id
    let refusal = state.attempt(&session) { (state) throws(ChordsetError) in
        try state.change(chordset.id, as: nil) { (chordset) throws(ChordsetError) in
            var chord = chordset.chords[position]
            chord.carry(music)
            try chordset.replaceChord(at: position, with: chord)
        }
    }
    guard refusal.isEmpty else { return refusal }
    let title = chordset.title.isEmpty ? ChordsetsText.anUntitledChordset : Chordset.quoted(chordset.title)
    let name = session.presentation.inSentences.name(of: music)
    return session.notify(ChordsetsText.added(name, as: position + 1, of: title))
}
