import Rendering

/// Shows in the combiner that both hands on an instrument choose its chords, and the button that ends it.
func handsLine(_ state: PlayState, to html: inout HTML) {
    html.element("button type='button' aria-pressed='true' data-action='play hands off'", text: PlayText.useKeyboard)
    let text =
        if case .unasked = state.instruments.access {
            PlayText.waitingForMIDI
        } else {
            state.instruments.access.message ?? PlayText.playBothHands
        }
    html.element("p class='caption' role='status'", text: text)
    if state.recordings.kept == .some {
        html.element("button type='button' data-action='play history show'", text: PlayText.whatWasThat)
    }
}
