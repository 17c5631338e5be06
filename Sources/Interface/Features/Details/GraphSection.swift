import Answers
import Harmony

extension Presentation {
    /// A chord's graph, with or without its notes.
    func graph(of chord: Chord) -> ChordGraph {
        let graph = ChordGraph(of: chord, in: vocabulary.vocabulary)
        return graphHasNotes ? graph : graph.withoutNotes
    }
}

/// The graph of a chord with all that can be done to it. Moving and zooming is the business of Web/gestures/graph.js.
func graphSection(_ chord: Chord, _ presentation: Presentation, to html: inout HTML) {
    let graph = presentation.graph(of: chord)
    section("Graph", to: &html) { section in
        section.element("div class='graph-tools'") { tools in
            button("Show notes", [
                ("data-action", "details notes"), ("aria-pressed", presentation.graphHasNotes ? "true" : "false"),
            ], to: &tools)
            button("−", [("data-zoom", "out"), ("aria-label", "Zoom out")], to: &tools)
            button("+", [("data-zoom", "in"), ("aria-label", "Zoom in")], to: &tools)
            button("Fit", [("data-zoom", "fit"), ("aria-label", "Fit the whole graph")], to: &tools)
        }
        GraphSVG(graph, presentation).write(to: &section)
        section.element("p class='caption'", text: """
            Rectangles are four-note chords, ovals triads, circles notes; what stands in one frame with “=” sounds the \
            same. Pinch, wheel or double tap to zoom, drag to move.
            """)
        section.element("details id='graph-list'") { details in
            details.element("summary", text: "The graph as a list")
            GraphText(graph, presentation).write(to: &details) { $1.shortWaysLink(to: $0, presentation) }
        }
        section.element("div class='chips' role='group' aria-label='Download the graph'") { chips in
            chips.element("span class='caption'", text: "Download")
            for format in GraphFormat.allCases {
                button(format.title, [("data-action", "details download " + format.rawValue)], to: &chips)
            }
        }
    }
}

private func button(_ title: String, _ attributes: [(StaticString, String?)], to html: inout HTML) {
    html.element("button type='button'", attributes, text: title)
}
