import Answers
import Chordsets

/// The screens of chordsets.
/// - Parameter hasMIDI: whether instruments are listened to already.
@inline(never)  // second part
func chordsetsView(
    _ place: ChordsetsPlace, _ state: ChordsetsState, _ session: Session, hasMIDI: Bool, to html: inout HTML
) {
    let presentation = session.presentation
    switch place {
    case .list: shelfView(state.shelf, presentation, to: &html)
    case .sheet(let id): sheetView(id, state.shelf, presentation, to: &html)
    case .lightChord(let id, let position): editorView(id, position, state, session, to: &html)
    case .stage(let id): stageView(id, state, presentation, hasMIDI: hasMIDI, to: &html)
    case .linked(let chordset, _): linkedView(chordset, presentation, to: &html)
    }
}
