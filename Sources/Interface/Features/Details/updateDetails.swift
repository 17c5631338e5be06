import Exchange
import Harmony
import Rendering

/// Carries out an action on the graph of a chord.
/// - Parameter place: the open screen; nil if it has no details.
func updateDetails(_ session: inout Session, at place: DetailsRoute?, _ verb: DetailsVerb) -> [Effect] {
    switch verb {
    case .notes:
        session.presentation.graphHasNotes.toggle()
        return []
    case .download(let format):
        let chord: Chord? =
            switch place {
            case .combination, .combinationGraph: session.combination?.result
            case .chord(let chord, _), .graph(let chord, _): chord
            case .scale, nil: nil
            }
        return chord.map { [format.download(session.presentation.graph(of: $0), session.presentation)] } ?? []
    }
}
