import Harmony
import Rendering

/// A graph in the DOT language of Graphviz.
public enum GraphDOT {
    /// A whole file: shapes by rank, equal chords in one tint and marked with “=”.
    public static func text(_ graph: ChordGraph, notation: Notation = Notation()) -> String {
        text(graph, Presentation(notation))
    }

    package static func text(_ graph: ChordGraph, _ presentation: Presentation) -> String {
        var text = "graph " + quoted(presentation.label(graph.nodes[0])) + " {\n"
        // Six digits per color, because Debian's Graphviz paints shorter ones black.
        text += "  graph [ranksep=1, nodesep=0.2];\n"
        text +=
            "  node [fontname=\"DejaVu Sans\", fontsize=12, style=filled, fillcolor=\"#ffffff\", color=\"#5d6069\"];\n"
        text += "  edge [color=\"#8d897f\"];\n"
        for rank in graph.ranks {
            text += "  subgraph {\n    rank=same;\n    node [" + style(of: rank.kind) + "];\n"
            for place in rank.nodes {
                let isEqual = !graph.equals(of: place).isEmpty
                text += "    n\(place) [label=" + quoted(presentation.names(of: place, in: graph))
                text += (isEqual ? ", fillcolor=\"#e7e3d9\"" : "") + "];\n"
            }
            text += "  }\n"
        }
        for edge in graph.edges { text += "  n\(edge.upper) -- n\(edge.lower);\n" }
        return text + "}"
    }

    private static func style(of kind: ChordGraph.Rank.Kind) -> String {
        switch kind {
        case .whole: "shape=house, fontsize=16"
        case .fourNoteChord: "shape=box"
        case .triad: "shape=ellipse"
        case .note: "shape=circle, width=0.5, fixedsize=true"
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacingSigns { $0 == "\"" || $0 == "\\" ? "\\" + String($0) : nil } + "\""
    }
}
