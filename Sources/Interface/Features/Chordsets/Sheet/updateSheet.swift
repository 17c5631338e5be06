import Answers
import Chordsets
import Harmony
import Instruments

/// What follows when something is done with the practice sheet of a chordset, or with one that came in a link.
func updateSheet(
    _ state: inout ChordsetsState, at place: inout ChordsetsPlace?, _ session: Session, _ verb: SheetVerb
) -> [Effect] {
    switch verb {
    case .keep(let seed):
        guard case .linked(let chordset, _) = place else { return [] }
        var generator = SeededGenerator(seed: seed)
        guard let kept = try? chordset.copy(id: Chordset.newID(using: &generator)) else { return [] }
        state.list.add([.chordset(kept)])
        place = .sheet(kept.id)
        return [.navigation(.focus(screenID))]
    case .print: return [.sharing(.print)]
    case .save(let id, let format):
        guard let chordset = linked(id, place) ?? state.list.chordset(id) else { return [] }
        return [sheet(chordset, format, session)]
    case .copyLink(let id):
        guard let chordset = state.list.chordset(id) else { return [] }
        return [.sharing(.copyWholeLink(.linkedChordset(ChordsetLink.text(chordset))))]
    }
}

private func linked(_ id: String, _ place: ChordsetsPlace?) -> Chordset? {
    if case .linked(let chordset, _) = place, chordset.id == id { chordset } else { nil }
}

/// Chordsets as a file that this page, the command line and the server read again.
func chordsetsFile(_ chordsets: [Chordset], name: String) -> Effect {
    .sharing(.download(name: fileName(name) + ".json", type: "application/json", ChordsetDocument(chordsets).text))
}

private func sheet(_ chordset: Chordset, _ format: SheetVerb.Format, _ session: Session) -> Effect {
    let name = chordset.title.isEmpty ? ChordsetsText.chordsetFile : chordset.title
    let sheet = PracticeSheet(chordset, for: session.presentation.reader, under: session.settings.pianist)
    return switch format {
    case .json: chordsetsFile([chordset], name: name)
    case .midi: .sharing(.download(name: fileName(name) + ".mid", type: "audio/midi", sheet.midi.bytes.hex))
    case .musicxml:
        .sharing(.download(
            name: fileName(name) + ".musicxml", type: "application/vnd.recordare.musicxml+xml", sheet.musicXML))
    }
}
