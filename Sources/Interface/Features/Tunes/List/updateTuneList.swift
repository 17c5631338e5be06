import Chordsets
import Exchange
import Harmony
import Instruments
import Rendering
import Sync
import Tunes

/// Carries out an action on the list of tunes or on a whole tune.
func updateTuneList(
    _ state: inout TunesState, at place: inout TunesRoute?, _ session: inout Session, _ verb: TuneListVerb
) -> [Effect] {
    switch verb {
    case .add(let seed):
        var generator = SeededGenerator(seed: seed)
        var tune = Tune()
        tune.sections = [Tune.Section("A", [Bar](repeating: Bar(), count: 8))]
        let stored = StoredTune(id: ItemID.random(using: &generator), tune)
        state.list.add([.tune(stored)])
        place = .chart(stored.id)
        state.chosen = 0...0
        return [.navigation(.focusToType(barFieldID))]
    case .open(let tunes, let name, let seed, let isFurther):
        return take(tunes, from: name, isFurther: isFurther, seed, &state, at: &place, &session)
    case .withoutReader(let text, let names, let seed):
        let tunes = ImportedTunes(TuneText.read(text, in: names))
        // Another format looks like plain text with problems.
        guard !tunes.entries.isEmpty, tunes.sentences.isEmpty else { return session.notify(TunesText.withoutReader) }
        return take(tunes, from: "", isFurther: false, seed, &state, at: &place, &session)
    case .repeated(let choice):
        let repeated = state.repeated
        state.repeated = []
        switch choice {
        case .replace:
            state.list.replace(
                with: repeated.map { entry in
                    var stored = entry.tune.copy(id: entry.id)
                    stored.setup = state.list.tune(entry.id)?.setup ?? ""
                    return .tune(stored)
                })
        case .both: state.list.add(repeated.map { .tune($0.tune) })
        case .skip: break
        }
        return [.navigation(.focus(tuneAddID))] + session.notify(TunesText.settled(choice, repeated.count))
    case .keep(let seed):
        guard place?.isLinked == true, let tune = state.opened?.stored else { return [] }
        var generator = SeededGenerator(seed: seed)
        if let opened = state.opened, opened.isLinkedSet {
            return keep(opened.linkedSet, named: tune.title, using: &generator, &state, at: &place, &session)
        }
        let stored = tune.copy(id: ItemID.random(using: &generator))
        state.list.add([.tune(stored)])
        place = .chart(stored.id)
        return [.navigation(.focus(screenID))]
    case .double(let id, let seed):
        var generator = SeededGenerator(seed: seed)
        guard var tune = state.tune(id)?.tune else { return [] }
        if !tune.title.isEmpty { tune.title = TunesText.copyTitle(tune.title) }
        let stored = StoredTune(id: ItemID.random(using: &generator), tune, setup: state.tune(id)?.setup ?? "")
        state.list.add([.tune(stored)])
        place = .chart(stored.id)
        return session.notify(TunesText.duplicated(stored.shownTitle))
    case .delete(let id):
        state.refreshIndex()
        guard state.list.tune(id) != nil else { return [] }
        // It may be open although the list does not show it.
        let index = state.index.listed.firstIndex { $0.tune.id == id } ?? 0
        state.list.delete(id)
        if place?.id == id { place = .list }
        state.refreshIndex()
        let rest = state.index.listed
        let next = rest.isEmpty ? nil : rest[min(index, rest.count - 1)].tune.id
        return [
            .navigation(.focus(next.map { tuneDeleteID($0) } ?? tuneAddID)),
            .speech(.announce(TunesText.deleted(state.counts))),
        ]
    case .settle(let id, let choice):
        let original = state.list.entry(id)?.copyOf
        state.list.resolve(id, choice)
        // The version that stays may have the other id.
        if state.list.index(of: id) == nil, let original { place = place?.following(from: id, to: original) }
        state.refreshIndex()
        return [.speech(.announce(state.counts))]
    case .search(let text):
        state.show { $0.search = text }
        // The first rows are enough until the next letter.
        state.shownCount = TunesState.firstRows
        return [.timer(.furtherRows)]
    case .fill: state.shownCount = max(state.shownCount, TunesState.page)
    case .sort(let order): state.show { $0.order = order }
    case .filters: state.showsFilters.toggle()
    case .favoritesOnly: state.show { $0.filter.favoritesOnly.toggle() }
    case .playedOnly:
        state.show { query in
            query.filter.playedOnly.toggle()
            // The last one is expected first.
            query.order = query.filter.playedOnly ? .played : .added
        }
    case .narrow(let facet, let value):
        state.show { $0.filter.values[TuneFilter.Facet.allCases.firstIndex(of: facet) ?? 0] = value }
    case .showAll: state.show { $0 = TuneQuery(order: $0.order) }
    case .star(let id):
        state.log[id].isFavorite.toggle()
        return [.storage(.logTune(["favorite", id, state.log[id].isFavorite ? "1" : "0"]))]
    case .select: state.selected = state.selected == nil ? [] : nil
    case .pick(let id):
        if let index = state.selected?.firstIndex(of: id) {
            state.selected?.remove(at: index)
        } else {
            state.selected?.append(id)
        }
    case .pickAll:
        state.refreshIndex()
        let set = place?.setID.flatMap { state.set($0) }
        let shown = set.map { state.tunes(of: $0).map { $0.id } } ?? state.index.listed.map { $0.tune.id }
        let selected = state.selected ?? []
        let isSelected = Set(selected)
        let added = shown.filter { !isSelected.contains($0) }
        let isShown = added.isEmpty ? Set(shown) : []
        state.selected = selected.filter { !isShown.contains($0) } + added
    case .take(let format):
        state.export = TuneExport(state.selectedTunes, named: TunesText.tunesFile, format)
        return state.exportMore(&session)
    case .takeMore: return state.exportMore(&session)
    case .deleteSelected:
        state.list.delete(state.selected ?? [])
        state.selected = nil
        state.refreshIndex()
        return [.navigation(.focus(tuneAddID)), .speech(.announce(TunesText.deleted(state.counts)))]
    case .more: state.shownCount += TunesState.page
    case .export:
        state.export = TuneExport(state.own, named: TunesText.tunesFile, .text)
        return state.exportMore(&session)
    case .copyLink(let id):
        return state.opened(id, at: place).map { [.sharing(.copyWholeLink(.tunes(TunesRoute(linking: $0))))] } ?? []
    case .save(let id, let format):
        guard let stored = state.opened(id, at: place) else { return [] }
        return [file(of: OpenTune(OpenTune.Source(stored, session.settings)), format)]
    case .print:
        state.printed = place
        return [.sharing(.print)]
    }
    return []
}

/// The download of a tune in a file format.
private func file(of opened: OpenTune, _ format: TuneListVerb.Format) -> Effect {
    let title = opened.stored.shownTitle
    let name = fileName(title)
    switch format {
    case .text: return .sharing(.download(name: name + ".txt", type: "text/plain", opened.stored.text))
    case .ireal: return irealFile(IRealWriter.link([opened.tune], name: title), named: title)
    case .musicxml:
        return .sharing(
            .download(name: name + ".musicxml", type: "application/vnd.recordare.musicxml+xml", musicXML(opened)))
    case .midi:
        // As the player plays it. After twelve choruses, the keys are repeated.
        let keys = opened.setup.modulation == 0 ? 1 : min(opened.choruses, 12)
        let others = (1..<keys).map { number in
            var source = opened.source
            source.shift = opened.shift(inPass: number + 1)
            let other = OpenTune(source)
            return (tune: other.tune, voicing: other.voicing)
        }
        let performed = PerformedTune(
            opened.tune, opened.voicing, by: opened.band, choruses: opened.choruses, tempo: opened.tempo,
            muted: opened.setup.muted, levels: opened.setup.levels, rise: opened.setup.rise, others: others)
        return .sharing(.download(name: name + ".mid", type: "audio/midi", performed.midi.bytes.hex))
    }
}

/// A web page with a link that opens iReal Pro.
func irealFile(_ link: String, named title: String) -> Effect {
    let link = HTML.escape(link)
    let page = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<a href=\"" + link + "\">" + HTML.escape(title) + "</a>\n"
    return .sharing(.download(name: fileName(title) + ".html", type: "text/html", page))
}

func musicXML(_ opened: OpenTune) -> String {
    Score(chart: opened.tune, opened.voicing, hasNumerals: opened.setup.showsAnalysis).musicXML
}

/// Saves a set list that the address contains, with those of its tunes that are not here yet.
private func keep(
    _ tunes: [StoredTune], named name: String, using generator: inout SeededGenerator, _ state: inout TunesState,
    at place: inout TunesRoute?, _ session: inout Session
) -> [Effect] {
    let ids = state.idsByTitle
    var set = TuneSet(id: ItemID.random(using: &generator), name: name)
    var items: [StoredItem] = []
    for tune in tunes {
        let example = TuneExamples.all.first { $0.text == tune.text }?.id
        if let same = example ?? ids[tune.title]?.first(where: { state.tune($0)?.text == tune.text }) {
            set.add([same])
        } else {
            let copy = tune.copy(id: ItemID.random(using: &generator))
            set.add([copy.id])
            items.append(.tune(copy))
        }
    }
    state.list.add(items + [.tune(set.stored)])
    place = .set(set.id)
    return [.navigation(.focus(screenID))] + session.notify(TunesText.savedSet(set.tuneIDs.count))
}

/// Adds imported tunes to the list. A single tune is opened, unless there were problems.
/// - Parameter isFurther: whether the file was dropped together with the one before.
private func take(
    _ imported: ImportedTunes, from name: String, isFurther: Bool, _ seed: UInt64, _ state: inout TunesState,
    at place: inout TunesRoute?, _ session: inout Session
) -> [Effect] {
    if !isFurther { (state.problems, state.importedCount, state.melodyCount, state.repeated) = ([], 0, 0, []) }
    let sentences = imported.sentences
    guard let first = imported.entries.first else {
        state.problems.append(TunesText.noTune(in: name) + (sentences.first.map { " " + $0 } ?? ""))
        if isFurther { place = .list }
        if state.importedCount + state.repeated.count > 0 { return state.reportImport(&session) }
        return session.notify(
            (isFurther ? TunesText.noTuneInFiles : TunesText.noTune(in: name)) + " " + TunesText.whatToImport)
    }
    state.problems += sentences.map { name.isEmpty ? $0 : TunesText.problem($0, in: name) }
    var generator = SeededGenerator(seed: seed)
    var stored: [StoredTune] = []
    let ids = state.idsByTitle
    for entry in imported.entries {
        let new = entry.tune.copy(id: ItemID.random(using: &generator))
        if let same = ids[new.title]?.first(where: { state.tune($0)?.tune.sounding == new.tune.sounding }) {
            state.repeated.append((new, same))
        } else {
            stored.append(new)
            if entry.hasMelody { state.melodyCount += 1 }
        }
    }
    state.importedCount += stored.count
    state.list.add(stored.map { .tune($0) })
    state.show { $0 = TuneQuery(order: $0.order) }
    let isOnlyOne = state.importedCount == 1 && stored.count == 1 && imported.entries.count == 1
    if isOnlyOne, !isFurther || state.problems.isEmpty && state.repeated.isEmpty {
        place = .chart(stored[0].id)
        let melody = first.hasMelody ? " " + TunesText.hasMelody : ""
        return [.navigation(.focus(screenID))]
            + session.notify(TunesText.imported(stored[0].shownTitle) + melody + state.unread)
    }
    place = .list
    return state.reportImport(&session)
}

extension TunesState {
    /// `3 tunes`.
    var counts: String {
        TunesText.count(index.count)
    }

    /// Changes what the list shows, from its first row.
    fileprivate mutating func show(_ change: (inout TuneQuery) -> Void) {
        change(&query)
        shownCount = TunesState.page
    }

    /// The selected tunes that are still here, in the order of their selection.
    fileprivate var selectedTunes: [StoredTune] { (selected ?? []).compactMap { list.tune($0) } }

    /// The result of files that were imported together.
    fileprivate var importSummary: String {
        let question = repeated.first.map { TunesText.existing(repeated.count, $0.tune.shownTitle) }
        let count = importedCount > 0 || question == nil ? TunesText.imported(importedCount) : nil
        let melodies = melodyCount > 0 ? TunesText.melodies(melodyCount) : nil
        return [count, melodies, question].compactMap { $0 }.joined(separator: " ") + unread
    }

    /// Reports the result, and goes to the question about tunes that exist already. It is above the list, which may be
    /// long, and files are chosen below it.
    fileprivate func reportImport(_ session: inout Session) -> [Effect] {
        (repeated.isEmpty ? [] : [.navigation(.focus(repeatedTunesID))]) + session.notify(importSummary)
    }

    /// A single problem, or the number of several.
    fileprivate var unread: String {
        problems.isEmpty ? "" : " " + (problems.count == 1 ? problems[0] : TunesText.problems(problems.count))
    }

    /// A tune that can be shared: a stored one, an example, or that of a link.
    fileprivate func opened(_ id: String, at place: TunesRoute?) -> StoredTune? {
        place?.isLinked == true ? opened?.stored : tune(id)
    }
}

let tuneAddID = "add-tune"
func tuneDeleteID(_ id: String) -> String { "delete-tune-" + id }
let repeatedTunesID = "repeated-tunes"
let barFieldID = "bar-field"
