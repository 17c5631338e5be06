import Chordsets
import Exchange
import Harmony
import Instruments
import Rendering
import Sync

/// Carries out an action on the practice sheet of a chordset, or on the chordset of a link.
func updateSheet(
    _ state: inout ChordsetsState, at place: inout ChordsetsRoute?, _ session: Session, _ verb: SheetVerb
) -> [Effect] {
    switch verb {
    case .keep(let seed):
        guard case .linked(let chordset, _) = place else { return [] }
        var generator = SeededGenerator(seed: seed)
        guard let copy = try? chordset.copy(id: ItemID.random(using: &generator)) else { return [] }
        state.list.add([.chordset(copy)])
        place = .sheet(copy.id)
        return [.navigation(.focus(screenID))]
    case .print: return [.sharing(.print)]
    case .save(let id, let format):
        guard let chordset = linked(id, place) ?? state.list.chordset(id) else { return [] }
        return [sheet(chordset, format, session)]
    case .copyLink(let id):
        guard let chordset = state.list.chordset(id) else { return [] }
        return [.sharing(.copyWholeLink(.chordsets(ChordsetsRoute(linking: chordset))))]
    }
}

private func linked(_ id: String, _ place: ChordsetsRoute?) -> Chordset? {
    if case .linked(let chordset, _) = place, chordset.id == id { chordset } else { nil }
}

/// Chordsets as a file that this page, the command line and the server can import.
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
        .sharing(
            .download(
                name: fileName(name) + ".musicxml", type: "application/vnd.recordare.musicxml+xml", sheet.musicXML))
    }
}
