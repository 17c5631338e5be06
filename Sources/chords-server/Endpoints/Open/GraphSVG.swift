import Exchange
import Rendering

extension Endpoint {
    /// The graph of a chord as a drawing.
    static let graphSVG = Endpoint("/api/v1/chords/{symbol}/graph.svg", type: MediaTypes.svg) {
        let notation = try $0.notation()
        return GraphSVG.document(try Answers.graph($0["symbol"], notation: notation), notation: notation)
    }
}
