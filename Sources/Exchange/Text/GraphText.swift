import Harmony
import Rendering

/// A graph as a nested list: each chord with the chords that lie inside it below it, and with its notes where no smaller
/// chord has them. What lies inside several chords is named under each of them.
public struct GraphText: Sendable {
    private let graph: ChordGraph
    private let presentation: Presentation
    /// By the place of each node: what lies directly inside it.
    private let parts: [[Int]]

    /// In a hand.
    public init(_ graph: ChordGraph, notation: Notation = Notation()) {
        self.init(graph, Presentation(notation))
    }

    package init(_ graph: ChordGraph, _ presentation: Presentation) {
        self.graph = graph
        self.presentation = presentation
        var parts = [[Int]](repeating: [], count: graph.nodes.count)
        for edge in graph.edges { parts[edge.upper].append(edge.lower) }
        self.parts = parts
    }

    /// One line a chord, two spaces in for each level.
    public var text: String {
        var text = ""
        func write(_ place: Int, _ indent: String) {
            if !text.isEmpty { text += "\n" }
            text += indent + entry(place)
            for chord in chords(in: place) { write(chord, indent + "  ") }
        }
        write(0, "")
        return text
    }

    /// The same as nested lists of the page.
    /// - Parameter tools: what stands behind a chord.
    package func write(to html: inout HTML, tools: (Chord, inout HTML) -> Void) {
        html.element("ul") { write(0, to: &$0, tools) }
    }

    private func write(_ place: Int, to html: inout HTML, _ tools: (Chord, inout HTML) -> Void) {
        html.element("li") { item in
            item.element("span translate='no'", text: entry(place))
            item.write(" ")
            if case .chord(let chord) = graph.nodes[place] { tools(chord, &item) }
            let chords = chords(in: place)
            if !chords.isEmpty { item.element("ul") { list in for chord in chords { write(chord, to: &list, tools) } } }
        }
    }

    private func chords(in place: Int) -> [Int] { parts[place].filter { !graph.nodes[$0].isNote } }

    /// `C6 = Ami7: C E G A`: a chord, what it equals, and the notes that hang directly on it.
    private func entry(_ place: Int) -> String {
        let notes = parts[place].filter { graph.nodes[$0].isNote }.map { presentation.label(graph.nodes[$0]) }
        return presentation.names(of: place, in: graph) + (notes.isEmpty ? "" : ": " + notes.joined(separator: " "))
    }
}
