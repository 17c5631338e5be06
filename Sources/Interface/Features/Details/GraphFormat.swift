import Exchange
import Harmony
import Rendering

/// The file formats of a graph.
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
            // The host paints the SVG.
            case .png: ("image/png", GraphSVG.document(graph, presentation))
            }
        return .sharing(.download(name: Address.symbol(for: graph.chord) + "." + rawValue, type: type, text))
    }
}
