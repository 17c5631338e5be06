import Instruments
import Rendering

/// Shows the grid of pads, and above it the voicing that alone is lit, if there is one.
func gridPanel(_ state: PlayState, _ session: Session, isKept: Bool, to html: inout HTML) {
    let settings = session.settings
    html.element("div class='panel grid-panel'") { panel in
        let lights = settings.lights.lights(of: session.presentation.reader.sounding(session.key))
        let shape = state.linnStrument.shape
        let grip = shape?.grip(on: settings.linnStrument)
        if let shape { shapeLine(shape, isHeld: grip != nil, session.presentation, to: &panel) }
        panel.element("div class='grid-room'") {
            GridSVG(settings: settings, lights: lights, grip: grip).write(state, isKept: isKept, to: &$0)
        }
    }
}

/// Shows the name of the lit voicing, a button that plays it, and a link back to all pads.
/// - Parameter isHeld: whether all its notes have pads.
private func shapeLine(_ shape: HeldShape, isHeld: Bool, _ presentation: Presentation, to html: inout HTML) {
    html.element("div class='chips' role='group' aria-label=?", PlayText.litVoicing) { line in
        line.element("div class='playable'") { name in
            name.element("b translate='no'", text: shape.title)
            name.playButton(shape.left + shape.right, of: shape.title)
        }
        line.link(to: .linnStrument(nil), presentation, class: "chip") { $0.write(PlayText.showAllPads) }
    }
    html.element("p class='caption'", text: isHeld ? PlayText.onePadEach : PlayText.padsMissing)
}
