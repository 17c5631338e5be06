import Answers
import Harmony

/// The files that a graph can be taken away as.
enum GraphFormat: String, CaseIterable, Sendable, Hashable {
    case svg, png, dot

    var title: String {
        switch self {
        case .svg: "SVG"
        case .png: "PNG"
        case .dot: "DOT"
        }
    }

    func download(_ graph: ChordGraph, _ presentation: Presentation) -> Effect {
        let (type, text) =
            switch self {
            case .dot: ("text/vnd.graphviz", GraphDOT.text(graph, presentation))
            case .svg: ("image/svg+xml", GraphSVG.document(graph, presentation))
            // Only a browser can paint, so it gets the drawing.
            case .png: ("image/png", GraphSVG.document(graph, presentation))
            }
        return .sharing(.download(name: Address.symbol(for: graph.chord) + "." + rawValue, type: type, text))
    }
}
