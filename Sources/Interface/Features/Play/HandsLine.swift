import Answers

/// What both hands on an instrument are to the combiner, and the button that ends it.
func handsLine(_ state: PlayState, to html: inout HTML) {
    html.element("button type='button' aria-pressed='true' data-action='play hands off'", text: "Use MIDI keyboard")
    let text =
        if case .unasked = state.access {
            "The browser is asked for MIDI …"
        } else {
            state.access.message ?? "Play: the left hand chooses the lower chord, the right hand the upper one."
        }
    html.element("p class='caption' role='status'", text: text)
}
