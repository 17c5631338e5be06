import Harmony
import Rendering

/// The screen of a voicing.
func handsView(_ place: HandsRoute, _ state: HandsState, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let subject = place.subject(presentation)
    html.element("article class='page'") { page in
        page.element("section class='panel' aria-label=?", SharedText.chord) { panel in
            panel.element("p class='place'", text: SharedText.voicing)
            panel.element("div class='title'") { title in
                title.element("div") { resultHeading(place.choices, presentation, to: &$0) }
                switch subject {
                case .chord(let chord): title.detailsLink(to: chord, presentation)
                case .pair(let pair):
                    title.detailsLink(
                        to: .details(Address.Pair(place.choices)), presentation, of: presentation.title(pair))
                }
            }
            // Nil for a polychord, which has neither a transposed name nor other pairs.
            let whole: Chord? =
                switch subject {
                case .chord(let chord): chord
                case .pair(let pair): pair.result
                }
            if let whole { soundingLine(of: whole, presentation, to: &panel) }
            panel.element("div class='chips'") { chips in
                let pair = Address.Pair(place.choices)
                chips.link(to: .combine(pair), presentation, class: "chip") { link in
                    if case .pair(let pair) = subject {
                        link.element("span translate='no'") { $0.write(symbol: presentation.sum(pair)) }
                    } else {
                        link.write(HandsText.openInCombiner)
                    }
                }
                if let whole { chips.waysLink(to: whole, presentation) }
            }
            let shareable = Shareable(place.choices, presentation)
            if let shareable { shareMenu(shareable, to: &panel) }
        }
        page.part("div", id: shapeID) { part in
            refusal(place, state, session, to: &part)
            handsSection(state, session, isAlone: true, to: &part)
        }
    }
}

/// Explains why the shown voicing differs from that of the address.
private func refusal(_ place: HandsRoute, _ state: HandsState, _ session: Session, to html: inout HTML) {
    guard let shape = place.shape, let subject = state.subject else { return }
    guard shape.style == state.voicing?.style else {
        let found = Voicer(for: session.settings.pianist).best(of: subject, in: shape.style)
        if let reason = found.reason { html.element("p class='caption'", text: reason) }
        return
    }
    guard let keys = shape.keys, let voicing = state.voicing, keys != HandKeys(voicing) else { return }
    html.element("p class='caption'", text: HandsText.otherKeys(shape.style.title))
}
