import Exchange
import Harmony
import Rendering

extension Presentation {
    /// A chord's graph, with or without its notes.
    func graph(of chord: Chord) -> ChordGraph {
        let graph = ChordGraph(of: chord, in: vocabulary.vocabulary)
        return graphHasNotes ? graph : graph.withoutNotes
    }
}

/// A chord whose graph is shown.
struct ShownGraph {
    let chord: Chord
    /// The chords whose notes are colored: both halves of a combination, or an upper chord.
    let halves: Halves<Chord?>
    /// The address of the screen that shows only the graph.
    let address: Address
    /// The address of the chord's details.
    let details: Address

    init(of chord: Chord, as half: Half) {
        self.chord = chord
        halves = Halves(lower: nil, upper: half == .upper ? chord : nil)
        address = .graph(chord, as: half)
        details = .chord(chord, as: half)
    }

    /// - Returns: nil for a polychord, which has no graph.
    init?(of combination: Combination, _ session: Session) {
        guard let result = combination.result else { return nil }
        chord = result
        halves = Halves(lower: combination.lower, upper: combination.upper)
        address = .combinationGraph(session.pair)
        details = .details(session.pair)
    }
}

/// The screen that shows only the graph.
func graphView(_ graph: ShownGraph, _ presentation: Presentation, to html: inout HTML) {
    html.element("article class='graph-screen'") { screen in
        screen.element("div class='title'") { title in
            title.element("div") { names in
                names.element("p class='place'", text: DetailsText.chordsInside)
                heading(graph.chord, presentation, missing: "", to: &names)
                soundingLine(of: graph.chord, presentation, to: &names)
            }
            title.playButton(graph.chord, presentation)
            title.detailsLink(to: graph.details, presentation, of: presentation.shortName(graph.chord))
        }
        screen.element("section class='graph-part' aria-label=?", DetailsText.graph) {
            write(graph, presentation, isAlone: true, to: &$0)
        }
    }
}

/// The graph among the details of a chord.
func graphSection(_ graph: ShownGraph, _ presentation: Presentation, to html: inout HTML) {
    html.element("section class='panel part graph-part' aria-label=?", DetailsText.graph) { section in
        section.element("h3", text: DetailsText.graph)
        write(graph, presentation, isAlone: false, to: &section)
    }
}

/// The graph with its controls. Web/gestures/graph.js implements dragging and zooming.
///
/// It is drawn in two shapes, because the server does not know the width of the screen. The style sheet shows one of
/// them.
private func write(_ graph: ShownGraph, _ presentation: Presentation, isAlone: Bool, to html: inout HTML) {
    let drawn = presentation.graph(of: graph.chord)
    html.element("div class='graph-tools'") { tools in
        button(
            DetailsText.showNotes,
            [
                ("data-action", "details notes"), ("aria-pressed", presentation.graphHasNotes ? "true" : "false"),
            ], to: &tools)
        if !isAlone { tools.link(to: graph.address, presentation, class: "chip") { $0.write(DetailsText.enlarge) } }
        button("−", [("data-zoom", "out"), ("aria-label", DetailsText.zoomOut)], to: &tools)
        button("+", [("data-zoom", "in"), ("aria-label", DetailsText.zoomIn)], to: &tools)
        button(DetailsText.fit, [("data-zoom", "fit"), ("aria-label", DetailsText.fitAll)], to: &tools)
    }
    html.element("div class='graphs'") { graphs in
        for shape in [GraphLayout.Shape.wide, .narrow] {
            GraphSVG(drawn, presentation, shape, of: graph.halves).write(to: &graphs)
        }
    }
    if graph.halves.lower != nil {
        html.element("ul class='legend'") { list in
            for (part, text) in [
                (Part.lower, SharedText.inLowerChord), (.upper, SharedText.inUpperChord), (.both, SharedText.inBoth),
            ] {
                list.element("li") { item in
                    glyph(part, to: &item)
                    item.element("span", text: text)
                }
            }
        }
    }
    html.element("p class='caption'", text: DetailsText.legend)
    html.element("details id='graph-list'") { details in
        details.element("summary", text: DetailsText.asList)
        GraphText(drawn, presentation).write(to: &details) { $1.shortWaysLink(to: $0, presentation) }
    }
    html.element("div class='chips' role='group' aria-label=?", DetailsText.downloadGraph) { chips in
        chips.element("span class='caption'", text: SharedText.download)
        for format in GraphFormat.allCases {
            button(format.title, [("data-action", "details download " + format.rawValue)], to: &chips)
        }
    }
}

private func button(_ title: String, _ attributes: [(StaticString, String?)], to html: inout HTML) {
    html.element("button type='button'", attributes, text: title)
}
