import Instruments
import Rendering

/// Shows the connected instruments, or how to connect one.
func instrumentsPanel(_ state: PlayState, isLinnStrument: Bool, offersListening: Bool, to html: inout HTML) {
    let instruments = state.instruments
    html.element("h2", text: PlayText.yourInstrument)
    if let message = instruments.access.message { html.element("p role='alert'", text: message) }
    guard case .granted(let inputs, let outputs) = instruments.access else {
        html.element(
            "p class='caption'", text: isLinnStrument ? PlayText.connectLinnStrument : PlayText.connectKeyboard)
        return html.element("div class='chips'") { chips in
            chips.element("button type='button' data-action='play enable'", text: PlayText.enableMIDI)
            if offersListening { listenButton(to: &chips) }
        }
    }
    if !inputs.isEmpty {
        html.element("div class='options-row' role='group' aria-label=?", PlayText.source) { row in
            port("all", PlayText.allInstruments, isChosen: instruments.presentPort == nil, to: &row)
            for entry in inputs {
                port("\(entry.number)", entry.name, isChosen: instruments.presentPort == entry.number, to: &row)
            }
        }
    }
    if inputs.isEmpty, offersListening { html.element("div class='chips'") { listenButton(to: &$0) } }
    for input in inputs { ownSound(input, to: &html) }
    if !outputs.isEmpty { playThrough(outputs, to: &html) }
    if instruments.echoing.count == 2 {
        let names = instruments.echoing.map { instruments.name(ofPort: $0) }
        html.element("p class='caption' role='status'", text: PlayText.sameNotes(names[0], names[1]))
    }
    if isLinnStrument, !outputs.isEmpty {
        let isShining = state.isShiningPortThere
        html.element("div class='chips' role='group' aria-label=?", SharedText.linnStrument) { chips in
            chips.element(
                "button type='button' data-action='play read-settings' aria-disabled=?",
                state.linnStrument.reading == nil ? nil : "true", text: PlayText.readSettings)
            chips.toggle(PlayText.lightPads, isShining ? "play shine off" : "play shine on", isOn: isShining)
        }
    }
    html.element("p class='caption' role='status'", text: state.linnStrument.answer)
}

/// Asks whether a keyboard has a sound of its own, or shows the answer.
private func ownSound(_ input: MIDIAccess.Port, to html: inout HTML) {
    let question = PlayText.hasOwnSound(input.name)
    html.element("div class='chips' role='group' aria-label=?", question) { row in
        row.element("span class='caption'", text: question)
        for (value, name) in [("yes", PlayText.yes), ("no", PlayText.soundHere)] {
            row.toggle(name, "play arrange own \(input.number) " + value, isOn: input.use == value)
        }
    }
}

/// Shows the choice of the output through which the page plays, and of its channel.
private func playThrough(_ outputs: [MIDIAccess.Port], to html: inout HTML) {
    let chosen = outputs.first { $0.use != nil }
    html.element("div class='fields'") { fields in
        select(
            PlayText.playThrough, "through", chosen.map { $0.number } ?? 0,
            [(value: 0, label: PlayText.thisDevice)] + outputs.map { (value: $0.number, label: $0.name) },
            to: &fields)
        guard let channel = chosen?.use else { return }
        let channels = (1...16).map { (value: $0, label: "\($0)") }
        select(PlayText.channel, "channel", Int(channel) ?? 1, channels, to: &fields)
    }
}

private func select(
    _ title: String, _ what: String, _ chosen: Int, _ options: [(value: Int, label: String)], to html: inout HTML
) {
    html.element("label") { label in
        label.element("span", text: title)
        label.element("select id=? data-input=?", "midi-" + what, "play arrange " + what) { select in
            for (value, name) in options {
                select.element(
                    "option", [("value", "\(value)"), ("selected", value == chosen ? "" : nil)], text: name)
            }
        }
    }
}

private func port(_ value: String, _ name: String, isChosen: Bool, to html: inout HTML) {
    html.element(
        "button type='button'",
        [("data-action", "play listen-to " + value), ("aria-pressed", isChosen ? "true" : "false")],
        text: name)
}
