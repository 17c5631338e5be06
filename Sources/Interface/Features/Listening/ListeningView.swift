import Rendering

/// The id of what is shown about the microphone.
let listeningID = "listening"

/// The sign that the page listens, with its setup; before that, the explanation or the problem.
/// - Parameter before: the state in which it was last written; nil if another screen was shown.
func listeningView(
    _ state: ListeningState, _ setup: ListeningSetup, _ presentation: Presentation, _ purpose: ListeningState.Purpose,
    since before: (state: ListeningState, setup: ListeningSetup)?, to html: inout HTML
) {
    guard state.status != .off else { return }
    html.part(
        "section class='listening' tabindex='-1'", id: listeningID,
        isKept: before?.state == state && before?.setup == setup,
        [("aria-label", ListeningText.title)]
    ) { panel in
        switch state.status {
        case .off: break
        case .explaining:
            panel.element("h3") { title in
                title.write(ListeningText.title + " ")
                title.element("span class='beta'", text: SharedText.beta)
            }
            panel.element("p", text: ListeningText.explanation(purpose))
            panel.element("p", text: ListeningText.privacy)
            panel.element("div class='chips'") { chips in
                button("start", ListeningText.start, class: "main-action", to: &chips)
                button("stop", ListeningText.cancel, to: &chips)
            }
        case .starting: sign(ListeningText.starting, state, setup, to: &panel)
        case .stopped(let problem):
            panel.element("p role='alert'", text: ListeningText.problem(problem))
            panel.element("div class='chips'") { chips in
                button("start", ListeningText.again, to: &chips)
                button("stop", ListeningText.close, to: &chips)
            }
        case .on:
            sign(ListeningText.listening, state, setup, to: &panel)
            if state.isSetupOpen { setupView(state, setup, presentation, to: &panel) }
        }
    }
}

private func button(
    _ verb: String, _ text: String, class style: String? = nil, isPressed: Bool? = nil, to html: inout HTML
) {
    html.element(
        "button type='button' class=? data-action=? aria-pressed=?", style, "listen " + verb,
        isPressed.map { $0 ? "true" : "false" }, text: text)
}

private func sign(_ text: String, _ state: ListeningState, _ setup: ListeningSetup, to html: inout HTML) {
    html.element("div class='listening-sign'") { line in
        line.element("b class=?", state.isOn ? "on" : nil, text: text)
        if state.isOn {
            line.element("meter data-level aria-label=? max='1' low='0.2' optimum='0.6'", ListeningText.level, text: "")
            button("setup", ListeningText.setup, isPressed: state.isSetupOpen, to: &line)
        }
        button("stop", ListeningText.stop, to: &line)
        if state.isOn, !setup.hasHeadphones { line.element("span class='caption'", text: ListeningText.isSilent) }
    }
}

private func setupView(
    _ state: ListeningState, _ setup: ListeningSetup, _ presentation: Presentation, to html: inout HTML
) {
    html.element("div class='chips'") {
        button("headphones", ListeningText.headphones, isPressed: setup.hasHeadphones, to: &$0)
    }
    if state.microphones.count > 1 {
        html.choose(
            ListeningText.microphone, "listen choose", state.microphones.first { $0.isChosen }?.number ?? "",
            state.microphones.map { ($0.number, $0.name) })
    }
    html.element("p class='caption'", text: ListeningText.advice)
    let tuning = setup.tuning
    html.element("p", text: ListeningText.tuning + ": " + ListeningText.hertz(tuning))
    if let note = state.nextNote {
        html.element("p class='listening-note' role='status'") { line in
            line.element(
                "b",
                text: ListeningText.play(
                    presentation.name(sounding: note), note - 59, of: ListeningState.noteCount))
            if state.isUnclear { line.element("span", text: ListeningText.unclear) }
        }
    }
    html.element("div class='chips'") { chips in
        button("tune", state.nextNote == nil ? ListeningText.measure : ListeningText.cancel, to: &chips)
        if tuning != ListeningSetup.standard { button("untune", ListeningText.standard, to: &chips) }
    }
}
