import Harmony

/// A graph drawn: a house for the chord, rectangles for four-note chords, ovals for triads, circles for notes. Chords that
/// sound the same stand in one frame with equals signs between them.
public struct GraphSVG: Sendable {
    private let layout: GraphLayout
    /// Where chords lead; nil in a drawing that stands for itself and so brings its own colours.
    private let links: Links?

    private static let margin = 8

    /// A drawing that needs no page around it, as a whole document.
    public static func document(_ graph: ChordGraph) -> String {
        var html = HTML()
        GraphSVG(graph, links: nil).write(to: &html)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + html.text + "\n"
    }

    init(_ graph: ChordGraph, links: Links?) {
        layout = GraphLayout(graph)
        self.links = links
    }

    private var graph: ChordGraph { layout.graph }

    func write(to html: inout HTML) {
        let margin = GraphSVG.margin
        let (width, height) = (layout.width + 2 * margin, layout.height + 2 * margin)
        html.element("svg", [
            ("xmlns", own("http://www.w3.org/2000/svg")), ("class", "graph"), ("id", page("graph-" + drawingName)),
            ("width", "\(width)"), ("height", "\(height)"), ("viewBox", "-\(margin) -\(margin) \(width) \(height)"),
            ("tabindex", page("0")), ("role", page("group")), ("aria-label", "Graph of " + graph.nodes[0].label),
            ("font-family", own("DejaVu Sans, Noto Sans, Arial, sans-serif")), ("font-size", own("15")),
            ("text-anchor", own("middle")),
        ]) { svg in
            if links == nil {
                svg.element("rect", [
                    ("x", "-\(margin)"), ("y", "-\(margin)"), ("width", "\(width)"), ("height", "\(height)"),
                    ("fill", "#fffdf9"),
                ])
            }
            svg.element("g", [("class", page("lines")), ("fill", "none"), ("stroke", own("#a8a294"))]) { lines in
                for (edge, points) in zip(graph.edges, layout.lines) {
                    lines.element("path", [("data-line", page("\(edge.upper) \(edge.lower)")), ("d", path(points))])
                }
            }
            svg.element("g", [("class", page("frames")), ("fill", own("#e3f1ee")), ("stroke", own("#0b766e"))]) { frames in
                for frame in layout.frames { rect(frame, radius: 12, to: &frames) }
            }
            for rank in graph.ranks {
                svg.element("g", [
                    ("class", page(rank.kind.rawValue)), ("fill", own(fill(of: rank.kind))), ("stroke", own("#5d6069")),
                ]) { nodes in for place in rank.nodes { write(place, rank.kind, to: &nodes) } }
            }
        }
    }

    /// Only for the page.
    private func page(_ value: String) -> String? { links == nil ? nil : value }
    /// Only for a drawing of its own: on the page these things come from the style sheet.
    private func own(_ value: String) -> String? { links == nil ? value : nil }

    /// Two drawings are the same to whoever looks at them, if they show the same chord with the same ranks.
    private var drawingName: String { Route.symbol(for: graph.chord) + (graph.nodes.last?.isNote == true ? "" : "-chords") }

    private func fill(of kind: ChordGraph.Rank.Kind) -> String {
        switch kind {
        case .whole: "#e7e3d9"
        case .triad: "#f6f4ef"
        case .fourNoteChord, .note: "#ffffff"
        }
    }

    /// A line that leaves and enters vertically.
    private func path(_ points: [GraphLayout.Point]) -> String {
        var path = "M\(points[0].x) \(points[0].y)"
        for index in stride(from: 1, to: points.count, by: 2) {
            let from = points[index]
            path += "V\(from.y)"
            guard index + 1 < points.count else { break }
            let to = points[index + 1]
            let middle = (from.y + to.y) / 2
            path += "C\(from.x) \(middle) \(to.x) \(middle) \(to.x) \(to.y)"
        }
        return path
    }

    private func write(_ place: Int, _ kind: ChordGraph.Rank.Kind, to html: inout HTML) {
        let box = layout.boxes[place]
        let equals = graph.equals(of: place)
        let name = graph.nodes[place].label
        if let first = equals.first(where: { $0 > place }) ?? equals.first, first > place {
            let y = box.y + (box.height + GraphLayout.equalsGap) / 2 + 5
            text("=", x: box.x, y: y, to: &html)
        }
        switch graph.nodes[place] {
        case .chord(let chord):
            html.element("g", [("data-node", page("\(place)"))]) { node in
                guard let links, place > 0 else { return shape(box, kind, name, to: &node) }
                let others = equals.isEmpty ? nil : name + ", equal to " + equals.map { graph.nodes[$0].label }.joined(separator: ", ")
                node.link(to: .chord(chord), links, label: others) { shape(box, kind, name, to: &$0) }
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
