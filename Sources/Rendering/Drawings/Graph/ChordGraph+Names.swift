import Harmony

extension Presentation {
    /// The name of a node: a chord or a note.
    package func label(_ node: ChordGraph.Node) -> String {
        switch node {
        case .chord(let chord): listName(chord)
        case .note(let tone): name(tone.name)
        }
    }

    /// The name of a node and of all nodes equal to it: `C6 = Ami7`.
    package func names(of place: Int, in graph: ChordGraph) -> String {
        ([place] + graph.equals(of: place)).map { label(graph.nodes[$0]) }.joined(separator: " = ")
    }
}

extension ChordGraph.Node {
    /// Whether the node is a note, and not a chord.
    package var isNote: Bool {
        if case .note = self { return true }
        return false
    }
}
