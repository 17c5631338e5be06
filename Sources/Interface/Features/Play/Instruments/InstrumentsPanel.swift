import Instruments
import Rendering

/// Shows the connected instruments, or how to connect one.
func instrumentsPanel(_ state: PlayState, isLinnStrument: Bool, to html: inout HTML) {
    let instruments = state.instruments
    html.element("h2", text: PlayText.yourInstrument)
    if let message = instruments.access.message { html.element("p role='alert'", text: message) }
    guard case .granted(let inputs, let outputs) = instruments.access else {
        html.element(
            "p class='caption'", text: isLinnStrument ? PlayText.connectLinnStrument : PlayText.connectKeyboard)
        return html.element("button type='button' data-action='play enable'", text: PlayText.enableMIDI)
    }
    if !inputs.isEmpty {
        html.element("div class='options-row' role='group' aria-label=?", PlayText.listenTo) { row in
            port("all", PlayText.allInstruments, isChosen: instruments.presentPort == nil, to: &row)
            for entry in inputs {
                port("\(entry.number)", entry.name, isChosen: instruments.presentPort == entry.number, to: &row)
            }
        }
    }
    if instruments.echoing.count == 2 {
        let names = instruments.echoing.map { instruments.name(ofPort: $0) }
        html.element("p class='caption' role='status'", text: PlayText.sameNotes(names[0], names[1]))
    }
    if isLinnStrument, !outputs.isEmpty {
        let isShining = state.linnStrument.shining != nil
        html.element("div class='chips' role='group' aria-label=?", SharedText.linnStrument) { chips in
            chips.element(
                "button type='button' data-action='play read-settings' aria-disabled=?",
                state.linnStrument.dialogue == nil ? nil : "true", text: PlayText.readSettings)
            chips.element(
                "button type='button' data-action=? aria-pressed=?",
                isShining ? "play shine off" : "play shine on", isShining ? "true" : "false", text: PlayText.lightPads)
        }
    }
    html.element("p class='caption' role='status'", text: state.linnStrument.answer)
}

private func port(_ value: String, _ name: String, isChosen: Bool, to html: inout HTML) {
    html.element(
        "button type='button'",
        [("data-action", "play listen-to " + value), ("aria-pressed", isChosen ? "true" : "false")],
        text: name)
}
