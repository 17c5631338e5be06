import Harmony

/// Draws a graph: a pentagon for the chord, rectangles for four-note chords, ovals for triads, circles for notes.
/// Chords that sound the same share a frame, with equals signs between them.
public struct GraphSVG: Sendable {
    private let graph: ChordGraph
    private let layout: GraphLayout
    private let presentation: Presentation
    private let drawing: Drawing
    /// For each node, the one of two chords that contains all of it; nil if neither does.
    private let parts: [Part?]

    private static let margin = 8
    /// The font size of names.
    private static let nameSize = 15
    /// Between two names that sound the same; an equals sign stands there.
    static let equalsGap = 16

    /// The drawing as a standalone document.
    public static func document(_ graph: ChordGraph, notation: Notation = Notation()) -> String {
        document(graph, Presentation(notation))
    }

    package static func document(_ graph: ChordGraph, _ presentation: Presentation) -> String {
        var html = HTML()
        GraphSVG(graph, presentation, isDocument: true).write(to: &html)
        return Drawing.declaration + html.text
    }

    /// - Parameter halves: two chords that make the chord of the graph, or one that contains it. Nodes within them have
    ///   their colors and signs.
    package init(
        _ graph: ChordGraph, _ presentation: Presentation, _ shape: GraphLayout.Shape = .wide,
        of halves: Halves<Chord?> = Halves(lower: nil, upper: nil), isDocument: Bool = false
    ) {
        self.graph = graph
        layout = GraphLayout(graph, presentation, shape)
        self.presentation = presentation
        drawing = Drawing(isDocument: isDocument)
        let sets = Halves(lower: halves.lower?.pitchClasses, upper: halves.upper?.pitchClasses)
        parts = graph.nodes.map { node in
            let set = node.pitchClasses
            let isLower = sets.lower.map { set.isSubset(of: $0) } ?? false
            let isUpper = sets.upper.map { set.isSubset(of: $0) } ?? false
            return isLower ? isUpper ? .both : .lower : isUpper ? .upper : nil
        }
    }

    /// The width at which a wide graph is readable without zooming, with names of 12 CSS pixels. The style sheet knows
    /// four steps: 700, 900, 1080 and 1400 CSS pixels. The largest graphs are a little smaller.
    private var room: String {
        let wanted = (layout.width + 2 * GraphSVG.margin) * 12 / GraphSVG.nameSize
        return wanted <= 700 ? "700" : wanted <= 900 ? "900" : wanted <= 1080 ? "1080" : "1400"
    }

    private var kind: String { layout.shape == .wide ? "graph wide room-" + room : "graph narrow" }

    package func write(to html: inout HTML) {
        let margin = GraphSVG.margin
        let (width, height) = (layout.width + 2 * margin, layout.height + 2 * margin)
        html.element(
            "svg",
            [
                ("xmlns", own(Drawing.namespace)), ("class", page(kind)), ("translate", page("no")),
                ("id", page("graph-" + drawingName)),
                ("width", "\(width)"), ("height", "\(height)"), ("viewBox", "-\(margin) -\(margin) \(width) \(height)"),
                ("tabindex", page("0")), ("role", page("group")), ("data-margin", page("\(margin)")),
                ("aria-label", PresentingText.graph(of: presentation.label(graph.nodes[0]))),
                ("font-family", own(Drawing.fonts)), ("font-size", own("\(GraphSVG.nameSize)")),
                ("text-anchor", own("middle")),
            ]
        ) { svg in
            if drawing.isDocument {
                svg.element(
                    "rect fill='#fffdf9' x=? y=? width=? height=?",
                    "-\(margin)", "-\(margin)", "\(width)", "\(height)")
            }
            svg.element("g fill='none' class=? stroke=?", page("lines"), own("#a8a294")) { lines in
                for (place, edge) in graph.edges.enumerated() {
                    lines.element(
                        "path", [("data-line", page("\(edge.upper) \(edge.lower)")), ("d", path(layout.lines[place]))])
                }
            }
            svg.element("g class=? fill=? stroke=?", page("frames"), own("#e7e3d9"), own("#a8a294")) { frames in
                for node in graph.nodes.indices {
                    if let frame = layout.frame(from: node) { rect(frame, radius: 12, to: &frames) }
                }
            }
            for rank in graph.ranks {
                svg.element(
                    "g class=? fill=? stroke=?",
                    page(rank.kind.rawValue), own(fill(of: rank.kind)), own("#5d6069")
                ) { nodes in for place in rank.nodes { write(place, rank.kind, to: &nodes) } }
            }
        }
    }

    private func page(_ value: String?) -> String? { drawing.page(value) }
    private func own(_ value: String?) -> String? { drawing.own(value) }

    /// The id of the drawing. Drawings of the same chord with the same ranks are identical.
    private var drawingName: String {
        Address.symbol(for: graph.chord) + (graph.nodes.last?.isNote == true ? "" : "-chords")
            + (layout.shape == .narrow ? "-narrow" : "")
    }

    private func fill(of kind: ChordGraph.Rank.Kind) -> String {
        switch kind {
        case .whole: "#e7e3d9"
        case .triad: "#f6f4ef"
        case .fourNoteChord, .note: "#ffffff"
        }
    }

    /// Straight lines through the ranks, and curves between them.
    private func path(_ line: [Int]) -> String {
        var path = "M\(line[0]) \(line[1])"
        guard line.count % 4 == 0 else { return path + "V\(line[3])H\(line[4])" }
        func straight(to point: Int) -> String { layout.shape == .wide ? "V\(line[point + 1])" : "H\(line[point])" }
        path += straight(to: 2)
        for next in stride(from: 4, to: line.count, by: 4) {
            let (x, y, nextX, nextY) = (line[next - 2], line[next - 1], line[next], line[next + 1])
            let (middleX, middleY) = ((x + nextX) / 2, (y + nextY) / 2)
            path +=
                layout.shape == .wide
                ? "C\(x) \(middleY) \(nextX) \(middleY) " : "C\(middleX) \(y) \(middleX) \(nextY) "
            path += "\(nextX) \(nextY)" + straight(to: next + 2)
        }
        return path
    }

    private func write(_ place: Int, _ kind: ChordGraph.Rank.Kind, to html: inout HTML) {
        let box = layout.box(of: place)
        let equals = graph.equals(of: place)
        let name = presentation.label(graph.nodes[place])
        let part = drawing.isDocument ? nil : parts[place]
        if equals.contains(where: { $0 > place }) {
            let y = box.y + (box.height + GraphSVG.equalsGap) / 2 + 5
            text("=", x: box.x, y: y, to: &html)
        }
        switch graph.nodes[place] {
        case .chord(let chord):
            html.element("g data-node=? class=?", page("\(place)"), part?.rawValue) { node in
                guard !drawing.isDocument, place > 0 else { return shape(box, kind, name, part, to: &node) }
                let names = presentation.names(of: place, in: graph)
                let half: Half = part == .upper ? .upper : .lower
                let label = part == nil && names == name ? nil : names + spoken(part)
                node.link(to: .chord(chord, as: half), presentation, label: label) {
                    shape(box, kind, name, part, to: &$0)
                }
            }
        case .note(let tone):
            html.element(
                "g data-node=? class=? role=? tabindex=? aria-label=? data-action=?",
                page("\(place)"), part?.rawValue, page("button"), page("0"),
                page(PresentingText.play(name) + spoken(part)),
                page("sound pitches \(tone.pitch)")
            ) { shape(box, kind, name, part, to: &$0) }
        }
    }

    /// The meaning of a node's color in words.
    private func spoken(_ part: Part?) -> String {
        switch part {
        case nil: ""
        case .both: PresentingText.fromBoth
        case .lower: PresentingText.fromLower
        case .upper: PresentingText.fromUpper
        }
    }

    private func shape(
        _ box: GraphLayout.Box, _ kind: ChordGraph.Rank.Kind, _ name: String, _ part: Part?, to html: inout HTML
    ) {
        let (left, right) = (box.x - box.width / 2, box.x + box.width / 2)
        let (top, bottom) = (box.y - box.height / 2, box.y + box.height / 2)
        var baseline = box.y + 5
        // The lower half of a node that both chords contain.
        var half = "M\(left) \(box.y)V\(bottom - 7)q0 7 7 7H\(right - 7)q7 0 7 -7V\(box.y)z"
        // The sign of its chord is on the edge, but inside the circle of a note.
        var sign = (x: right - 4, y: top + 4)
        switch kind {
        case .whole:
            let roofBase = top + box.height / 3
            html.element("path d=?", "M\(left) \(bottom)V\(roofBase)L\(box.x) \(top)L\(right) \(roofBase)V\(bottom)z")
            baseline += box.height / 8
            half = "M\(left) \(box.y)V\(bottom)H\(right)V\(box.y)z"
            sign.y = roofBase
        case .fourNoteChord: rect(box, radius: 7, to: &html)
        case .triad:
            html.element(
                "ellipse cx=? cy=? rx=? ry=?",
                "\(box.x)", "\(box.y)", "\(box.width / 2)", "\(box.height / 2)")
            half = "M\(left) \(box.y)a\(box.width / 2) \(box.height / 2) 0 0 0 \(right - left) 0z"
            // At 45°: 0.707 of each radius.
            sign = (box.x + box.width * 354 / 1000, box.y - box.height * 354 / 1000)
        case .note:
            html.element("circle cx=? cy=? r=?", "\(box.x)", "\(box.y)", "\(box.height / 2)")
            half = "M\(left) \(box.y)a\(box.width / 2) \(box.height / 2) 0 0 0 \(right - left) 0z"
            if part != nil { baseline -= 5 }
            sign = (box.x, box.y + 12)
        }
        if part == .both { html.element("path class='half' d=?", half) }
        text(name, x: box.x, y: baseline, to: &html)
        if let part { KeyboardPicture.writeGlyph(part, x: 2 * sign.x, y: 2 * sign.y, to: &html) }
    }

    private func rect(_ box: GraphLayout.Box, radius: Int, to html: inout HTML) {
        html.element(
            "rect x=? y=? width=? height=? rx=?",
            "\(box.x - box.width / 2)", "\(box.y - box.height / 2)", "\(box.width)", "\(box.height)", "\(radius)")
    }

    private func text(_ content: String, x: Int, y: Int, to html: inout HTML) {
        html.element(
            "text", [("x", "\(x)"), ("y", "\(y)"), ("fill", own("#22252b")), ("stroke", own("none"))], text: content)
    }
}
