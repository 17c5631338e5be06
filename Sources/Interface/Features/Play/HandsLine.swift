import Exchange
import Rendering

/// That both hands on an instrument set the two chords, and the button that ends it.
func handsLine(_ state: PlayState, to html: inout HTML) {
    html.element("button type='button' aria-pressed='true' data-action='play hands off'", text: PlayText.useKeyboard)
    let text =
        if case .unasked = state.access {
            PlayText.waitingForMIDI
        } else {
            state.access.message ?? PlayText.playBothHands
        }
    html.element("p class='caption' role='status'", text: text)
}
