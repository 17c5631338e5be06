import Harmony

/// A graph drawn: a house for the chord, rectangles for four-note chords, ovals for triads, circles for notes. Chords that
/// sound the same stand in one frame with equals signs between them.
public struct GraphSVG: Sendable {
    private let graph: ChordGraph
    private let layout: GraphLayout
    private let presentation: Presentation
    private let drawing: Drawing

    private static let margin = 8
    /// Between two names that sound the same; an equals sign stands there.
    static let equalsGap = 16

    /// A drawing that needs no page around it, as a whole document.
    public static func document(_ graph: ChordGraph, notation: Notation = Notation()) -> String {
        document(graph, Presentation(notation))
    }

    package static func document(_ graph: ChordGraph, _ presentation: Presentation) -> String {
        var html = HTML()
        GraphSVG(graph, presentation, isDocument: true).write(to: &html)
        return Drawing.declaration + html.text
    }

    package init(_ graph: ChordGraph, _ presentation: Presentation, isDocument: Bool = false) {
        self.graph = graph
        layout = GraphLayout(graph, presentation)
        self.presentation = presentation
        drawing = Drawing(isDocument: isDocument)
    }

    package func write(to html: inout HTML) {
        let margin = GraphSVG.margin
        let (width, height) = (layout.width + 2 * margin, layout.height + 2 * margin)
        html.element("svg", [
            ("xmlns", own(Drawing.namespace)), ("class", page("graph")), ("id", page("graph-" + drawingName)),
            ("width", "\(width)"), ("height", "\(height)"), ("viewBox", "-\(margin) -\(margin) \(width) \(height)"),
            ("tabindex", page("0")), ("role", page("group")), ("data-margin", page("\(margin)")),
            ("aria-label", "Graph of " + presentation.label(graph.nodes[0])),
            ("font-family", own(Drawing.fonts)), ("font-size", own("15")),
            ("text-anchor", own("middle")),
        ]) { svg in
            if drawing.isDocument {
                svg.element("rect fill='#fffdf9'", [
                    ("x", "-\(margin)"), ("y", "-\(margin)"), ("width", "\(width)"), ("height", "\(height)"),
                ])
            }
            svg.element("g fill='none'", [("class", page("lines")), ("stroke", own("#a8a294"))]) { lines in
                for (place, edge) in graph.edges.enumerated() {
                    lines.element(
                        "path", [("data-line", page("\(edge.upper) \(edge.lower)")), ("d", path(layout.lines[place]))])
                }
            }
            svg.element("g", [("class", page("frames")), ("fill", own("#e3f1ee")), ("stroke", own("#0b766e"))]) { frames in
                for node in graph.nodes.indices {
                    if let frame = layout.frame(from: node) { rect(frame, radius: 12, to: &frames) }
                }
            }
            for rank in graph.ranks {
                svg.element("g", [
                    ("class", page(rank.kind.rawValue)), ("fill", own(fill(of: rank.kind))), ("stroke", own("#5d6069")),
                ]) { nodes in for place in rank.nodes { write(place, rank.kind, to: &nodes) } }
            }
        }
    }

    private func page(_ value: String?) -> String? { drawing.page(value) }
    private func own(_ value: String?) -> String? { drawing.own(value) }

    /// Two drawings are the same to whoever looks at them, if they show the same chord with the same ranks.
    private var drawingName: String { Address.symbol(for: graph.chord) + (graph.nodes.last?.isNote == true ? "" : "-chords") }

    private func fill(of kind: ChordGraph.Rank.Kind) -> String {
        switch kind {
        case .whole: "#e7e3d9"
        case .triad: "#f6f4ef"
        case .fourNoteChord, .note: "#ffffff"
        }
    }

    /// Straight lines through the ranks, and curves between them.
    private func path(_ line: [Int]) -> String {
        var path = "M\(line[0]) \(line[1])V\(line[3])"
        for next in stride(from: 4, to: line.count, by: 4) {
            let middle = (line[next - 1] + line[next + 1]) / 2
            path += "C\(line[next - 2]) \(middle) \(line[next]) \(middle) \(line[next]) \(line[next + 1])V\(line[next + 3])"
        }
        return path
    }

    private func write(_ place: Int, _ kind: ChordGraph.Rank.Kind, to html: inout HTML) {
        let box = layout.box(of: place)
        let equals = graph.equals(of: place)
        let name = presentation.label(graph.nodes[place])
        if equals.contains(where: { $0 > place }) {
            let y = box.y + (box.height + GraphSVG.equalsGap) / 2 + 5
            text("=", x: box.x, y: y, to: &html)
        }
        switch graph.nodes[place] {
        case .chord(let chord):
            html.element("g", [("data-node", page("\(place)"))]) { node in
                guard !drawing.isDocument, place > 0 else { return shape(box, kind, name, to: &node) }
                let names = presentation.names(of: place, in: graph)
                node.link(to: .chord(chord), presentation, label: names == name ? nil : names) {
                    shape(box, kind, name, to: &$0)
                }
            }
        case .note(let tone):
            html.element("g", [
                ("data-node", page("\(place)")), ("role", page("button")), ("tabindex", page("0")),
                ("aria-label", page("Play " + name)), ("data-action", page("sound pitches \(tone.pitch)")),
            ]) { shape(box, kind, name, to: &$0) }
        }
    }

    private func shape(_ box: GraphLayout.Box, _ kind: ChordGraph.Rank.Kind, _ name: String, to html: inout HTML) {
        let (left, right) = (box.x - box.width / 2, box.x + box.width / 2)
        let (top, bottom) = (box.y - box.height / 2, box.y + box.height / 2)
        var baseline = box.y + 5
        switch kind {
        case .whole:
            let eaves = top + box.height / 3
            html.element("path", [("d", "M\(left) \(bottom)V\(eaves)L\(box.x) \(top)L\(right) \(eaves)V\(bottom)z")])
            baseline += box.height / 8
        case .fourNoteChord: rect(box, radius: 7, to: &html)
        case .triad:
            html.element("ellipse", [
                ("cx", "\(box.x)"), ("cy", "\(box.y)"), ("rx", "\(box.width / 2)"), ("ry", "\(box.height / 2)"),
            ])
        case .note: html.element("circle", [("cx", "\(box.x)"), ("cy", "\(box.y)"), ("r", "\(box.height / 2)")])
        }
        text(name, x: box.x, y: baseline, to: &html)
    }

    private func rect(_ box: GraphLayout.Box, radius: Int, to html: inout HTML) {
        html.element("rect", [
            ("x", "\(box.x - box.width / 2)"), ("y", "\(box.y - box.height / 2)"), ("width", "\(box.width)"),
            ("height", "\(box.height)"), ("rx", "\(radius)"),
        ])
    }

    private func text(_ content: String, x: Int, y: Int, to html: inout HTML) {
        html.element(
            "text", [("x", "\(x)"), ("y", "\(y)"), ("fill", own("#22252b")), ("stroke", own("none"))], text: content)
    }
}
