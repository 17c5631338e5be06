import Harmony

/// The tools above every screen.
func toolbar(_ state: AppState, to html: inout HTML) {
    tool("undo", "Undo", isEnabled: !state.past.isEmpty, to: &html)
    tool("redo", "Redo", isEnabled: !state.future.isEmpty, to: &html)
    let isEmpty = state.choices == Choices()
    let isUntouched = isEmpty && state.lowerField.text.isEmpty && state.upperField.text.isEmpty
    tool("swap", "Swap", isEnabled: !isEmpty, to: &html)
    tool("clear", "Clear", isEnabled: !isUntouched, to: &html)
}

/// What lies beside every screen and leads back to it, and how loud the page plays.
func asideLinks(_ state: AppState, to html: inout HTML) {
    soundControls(state.presentation.settings, to: &html)
    for (route, screen, title) in [(Route.help, AppState.Screen.help, "Help"), (.settings, .settings, "Settings")] {
        html.link(to: route, state.presentation, class: state.screen == screen ? "aside open" : "aside") { $0.write(title) }
    }
}

private func tool(_ action: String, _ title: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        // Not `disabled`, which would take the focus away from whoever has just pressed it.
        "button", [("type", "button"), ("data-action", action), ("aria-disabled", isEnabled ? nil : "true")], text: title)
}
