import Chordsets
import Instruments
import Rendering

/// The chordset screens.
/// - Parameters:
///   - played: the last chords that were played.
///   - hasMIDI: whether the browser has granted access to MIDI.
///   - before: the data with which this screen was last written; nil if another screen was shown.
func chordsetsView(
    _ place: ChordsetsRoute, _ state: ChordsetsState, _ session: Session, played: ChordRow, hasMIDI: Bool,
    since before: (list: UndoableList, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    switch place {
    case .list:
        let hasSameSettings = before?.session.settings == session.settings
        chordsetListView(
            state.list, session.currentMusic(played: played), presentation, since: hasSameSettings ? before?.list : nil,
            to: &html)
    case .sheet(let id): sheetView(id, state.list, under: session.settings.pianist, presentation, to: &html)
    case .lightChord(let id, let position): editorView(id, position, state, session, to: &html)
    case .stage(let id): stageView(id, state, presentation, hasMIDI: hasMIDI, to: &html)
    case .linked(let chordset, _): linkedView(chordset, under: session.settings.pianist, presentation, to: &html)
    }
}
