import Answers
import Chordsets
import Harmony
import Instruments
import Tunes

/// What follows when something is done with the list of tunes, or with one of them as a whole.
func updateTuneList(
    _ state: inout TunesState, at place: inout TunesPlace?, _ session: inout Session, _ verb: TuneListVerb
) -> [Effect] {
    switch verb {
    case .add(let seed):
        var generator = SeededGenerator(seed: seed)
        var tune = Tune()
        tune.sections = [Tune.Section("A", [Bar](repeating: Bar(), count: 8))]
        let kept = KeptTune(id: Chordset.newID(using: &generator), tune)
        state.list.add([.tune(kept)])
        place = .chart(kept.id)
        state.chosen = 0...0
        return [.navigation(.focus(barFieldID))]
    case .open(let file, let seed, let isFurther):
        return take(TuneBook(reading: file.bytes), from: file.name, isFurther: isFurther, seed, &state, at: &place, &session)
    case .paste(let text, let seed):
        // Pasted text is read with the note names that were chosen; a file is as others have written it.
        return take(TuneBook(reading: Array(text.utf8), in: session.presentation.notation.names), from: "", isFurther: false, seed, &state, at: &place, &session)
    case .keep(let seed):
        guard place?.isLinked == true, let tune = state.opened?.kept else { return [] }
        var generator = SeededGenerator(seed: seed)
        let kept = tune.copy(id: Chordset.newID(using: &generator))
        state.list.add([.tune(kept)])
        place = .chart(kept.id)
        return [.navigation(.focus(screenID))]
    case .double(let id, let seed):
        var generator = SeededGenerator(seed: seed)
        guard var tune = state.tune(id)?.tune else { return [] }
        if !tune.title.isEmpty { tune.title = TunesText.copyTitle(tune.title) }
        let kept = KeptTune(id: Chordset.newID(using: &generator), tune, setup: state.tune(id)?.setup ?? "")
        state.list.add([.tune(kept)])
        place = .chart(kept.id)
        return session.tell(TunesText.duplicated(kept.shownTitle))
    case .delete(let id):
        guard let index = state.listed.firstIndex(where: { $0.id == id }) else { return [] }
        state.list.delete(id)
        if place?.id == id { place = .list }
        let rest = state.listed
        let next = rest.isEmpty ? nil : rest[min(index, rest.count - 1)].id
        return [.navigation(.focus(next.map { tuneDeleteID($0) } ?? tuneAddID)), .speech(.announce(TunesText.deleted(state.counts)))]
    case .settle(let id, let choice):
        let original = state.list.entry(id)?.copyOf
        state.list.settle(id, choice)
        // The item that stays may have the other identity.
        if state.list.index(of: id) == nil, let original { place = place?.following(from: id, to: original) }
        return [.speech(.announce(state.counts))]
    case .search(let text):
        state.search = text
        state.shownCount = TunesState.page
        return []
    case .sort(let order):
        state.order = order
        return []
    case .more:
        state.shownCount += TunesState.page
        return []
    case .export:
        return [.sharing(.download(name: TunesText.tunesFile, type: "text/plain", TuneText.write(state.own.map { $0.tune })))]
    case .copyLink(let id):
        return state.opened(id, at: place).map { [.sharing(.copyWholeLink(.linkedTune($0)))] } ?? []
    case .save(let id, let format):
        guard let kept = state.opened(id, at: place) else { return [] }
        return [file(of: OpenTune(kept, for: session.settings.pianist, reader: session.presentation.reader), format)]
    case .print: return [.sharing(.print)]
    }
}

/// A tune as a file: for people to read, for another program, as music for an engraver, or to be played.
private func file(of opened: OpenTune, _ format: TuneListVerb.Format) -> Effect {
    let title = opened.kept.shownTitle
    let name = fileName(title)
    switch format {
    case .text: return .sharing(.download(name: name + ".txt", type: "text/plain", opened.kept.text))
    case .ireal:
        let link = HTML.escape(IRealWriter.link([opened.tune]))
        let page = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<a href=\"" + link + "\">" + HTML.escape(title) + "</a>\n"
        return .sharing(.download(name: name + ".html", type: "text/html", page))
    case .musicxml:
        let score = Score(chart: opened.tune, opened.voicing)
        return .sharing(.download(name: name + ".musicxml", type: "application/vnd.recordare.musicxml+xml", score.musicXML))
    case .midi:
        // With the tempo and choruses of the player.
        var tune = opened.tune
        (tune.tempo, tune.choruses) = (opened.tempo, opened.choruses)
        let score = Score(playing: tune, opened.voicing)
        return .sharing(.download(name: name + ".mid", type: "audio/midi", score.accompaniedMIDI.bytes.hex))
    }
}

/// What was read becomes tunes that are kept; a single one is opened, unless something of it or of what came with it could not
/// be read.
/// - Parameter isFurther: whether it came together with what came before.
private func take(
    _ book: TuneBook, from name: String, isFurther: Bool, _ seed: UInt64, _ state: inout TunesState,
    at place: inout TunesPlace?, _ session: inout Session
) -> [Effect] {
    if !isFurther { (state.problems, state.broughtCount) = ([], 0) }
    let sentences = Answers.sentences(about: book)
    // Words that are no chords leave bars in which nothing sounds.
    let tunes = book.tunes.filter { $0.hasMusic }
    guard !tunes.isEmpty else {
        state.problems.append(TunesText.noTune(in: name) + (sentences.first.map { " " + $0 } ?? ""))
        if isFurther { place = .list }
        if state.broughtCount > 0 { return session.tell(state.brought) }
        return session.tell((isFurther ? TunesText.noTuneInFiles : TunesText.noTune(in: name)) + " " + TunesText.whatToImport)
    }
    state.problems += sentences.map { name.isEmpty ? $0 : TunesText.problem($0, in: name) }
    state.broughtCount += tunes.count
    var generator = SeededGenerator(seed: seed)
    let kept = tunes.map { KeptTune(id: Chordset.newID(using: &generator), $0) }
    state.list.add(kept.map { .tune($0) })
    state.search = ""
    if kept.count == 1, !isFurther || state.problems.isEmpty {
        place = .chart(kept[0].id)
        return [.navigation(.focus(screenID))] + session.tell(TunesText.imported(kept[0].shownTitle) + state.unread)
    }
    place = .list
    return session.tell(state.brought)
}

extension TunesState {
    /// `3 tunes`.
    var counts: String {
        TunesText.count(list.total - list.tunes.count { $0.isExample })
    }

    /// The outcome of files that were imported together.
    fileprivate var brought: String { TunesText.imported(broughtCount) + unread }

    /// The problem where there is one, otherwise how many there are.
    fileprivate var unread: String {
        problems.isEmpty ? "" : " " + (problems.count == 1 ? problems[0] : TunesText.problems(problems.count))
    }

    /// A tune that can be handed on: one that is kept, an example, or the one in a link.
    fileprivate func opened(_ id: String, at place: TunesPlace?) -> KeptTune? {
        place?.isLinked == true ? opened?.kept : tune(id)
    }
}

let tuneAddID = "add-tune"
func tuneDeleteID(_ id: String) -> String { "delete-tune-" + id }
let barFieldID = "bar-field"
