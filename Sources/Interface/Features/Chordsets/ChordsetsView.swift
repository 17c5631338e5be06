import Chordsets
import Exchange
import Instruments
import Rendering

/// The screens of chordsets.
/// - Parameters:
///   - played: the last chords that were played.
///   - hasMIDI: whether instruments are listened to already.
///   - before: what was shown last of this very screen; nil where that was another.
func chordsetsView(
    _ place: ChordsetsPlace, _ state: ChordsetsState, _ session: Session, played: ChordRow, hasMIDI: Bool,
    since before: (list: UndoableList, session: Session)?, to html: inout HTML
) {
    let presentation = session.presentation
    switch place {
    case .list:
        let isShownAlike = before?.session.settings == session.settings
        shelfView(state.list, session.musicAtHand(played: played), presentation, since: isShownAlike ? before?.list : nil, to: &html)
    case .sheet(let id): sheetView(id, state.list, under: session.settings.pianist, presentation, to: &html)
    case .lightChord(let id, let position): editorView(id, position, state, session, to: &html)
    case .stage(let id): stageView(id, state, presentation, hasMIDI: hasMIDI, to: &html)
    case .linked(let chordset, _): linkedView(chordset, under: session.settings.pianist, presentation, to: &html)
    }
}
