import Exchange
import Harmony

/// What follows when something is done with the graph of a chord.
/// - Parameter place: what is looked at; nil on other screens.
func updateDetails(_ session: inout Session, at place: DetailsPlace?, _ verb: DetailsVerb) -> [Effect] {
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
