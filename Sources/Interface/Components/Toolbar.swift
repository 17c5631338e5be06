import Harmony

/// The tools above every screen.
func toolbar(_ state: AppState, to html: inout HTML) {
    tool("undo", "Undo", isEnabled: !state.past.isEmpty, to: &html)
    tool("redo", "Redo", isEnabled: !state.future.isEmpty, to: &html)
    let isEmpty = state.choices == Choices()
    let isUntouched = isEmpty && Half.allCases.allSatisfy { state[$0].text.isEmpty }
    tool("swap", "Swap", isEnabled: !isEmpty, to: &html)
    tool("clear", "Clear", isEnabled: !isUntouched, to: &html)
}

/// What lies beside every screen and leads back to it, and how loud the page plays.
func asideLinks(_ state: AppState, to html: inout HTML) {
    soundControls(state.presentation.settings, to: &html)
    for (route, screen, title, drawing) in [
        (Route.help, AppState.Screen.help, "Help", "M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.5M12 18v.01"),
        (.settings, .settings, "Settings", "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4"),
    ] {
        html.link(to: route, state.presentation, class: state.screen == screen ? "aside open" : "aside") { link in
            link.element("svg", [("class", "icon"), ("viewBox", "0 0 24 24"), ("aria-hidden", "true")]) {
                $0.element("path", [("d", drawing)])
            }
            // On a phone the drawing stands for the word, which is still read out.
            link.element("span", text: title)
        }
    }
}

private func tool(_ action: String, _ title: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        // Not `disabled`, which would take the focus away from whoever has just pressed it.
        "button", [("type", "button"), ("data-action", action), ("aria-disabled", isEnabled ? nil : "true")], text: title)
}
