import Exchange
import JSONText

extension Endpoint {
    /// The graph of a chord for Graphviz.
    static let graphDOT = Endpoint("/api/v1/chords/{symbol}/graph.dot", type: "text/vnd.graphviz; charset=utf-8") {
        let notation = try $0.notation()
        return GraphDOT.text(try Answers.graph($0["symbol"], notation: notation), notation: notation)
    }
}
