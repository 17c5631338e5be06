import Answers
import Harmony

/// The tools above every screen.
func toolbar(_ state: AppState, to html: inout HTML) {
    let session = state.session
    let shelf = state.chordsets.shelf
    let isAtChordsets = state.screen.chordsetsPlace != nil
    let canUndo = isAtChordsets ? !shelf.past.isEmpty : !session.past.isEmpty
    let canRedo = isAtChordsets ? !shelf.future.isEmpty : !session.future.isEmpty
    tool("app undo", "Undo", "M9 5L4 10l5 5M4 10h10a6 5 0 0 1 0 10h-3", isEnabled: canUndo, to: &html)
    tool("app redo", "Redo", "M15 5l5 5l-5 5M20 10H10a6 5 0 0 0 0 10h3", isEnabled: canRedo, to: &html)
    if isAtChordsets { return }
    let isEmpty = session.choices == Choices()
    let isUntouched = isEmpty && session.resultField.text.isEmpty
        && Half.allCases.allSatisfy { session[$0].text.isEmpty }
    tool("choosing swap", "Swap", "M8 20V4L4 8M8 4l4 4M16 4v16l-4-4M16 20l4-4", isEnabled: !isEmpty, to: &html)
    tool("choosing clear", "Clear", "M6 6l12 12M18 6L6 18", isEnabled: !isUntouched, to: &html)
}

/// The instruments of the family, from each of which one gets to the others.
func instrumentLinks(_ state: AppState, to html: inout HTML) {
    for (title, rest, address, instrument) in [
        ("Combiner", String?.none, Address.combine(Address.Pair()), Screen.combiner),
        // On a phone there is no room for the rest of the name, which is still read out.
        ("Circle", " of fifths", .circle(state.session.key), .circle),
        ("LinnStrument", nil, .linnStrument, .linnStrument),
        ("Chordsets", nil, .chordsets, .chordsets(.list)),
    ] {
        let isOpen = instrument == state.instrument && !state.screen.isAside
        let kind = isOpen ? "instrument open" : "instrument"
        // The combiner opens as it was left. Were its chords in the link, each choice would change the head of the page.
        let action = instrument == .combiner ? "app shortcut home" : nil
        html.link(to: address, state.session.presentation, action: action, class: kind, isCurrent: isOpen) { link in
            link.write(title)
            if let rest { link.element("span", text: rest) }
        }
    }
}

/// What lies beside every screen and leads back to it, and how loud the page plays.
func asideLinks(_ state: AppState, to html: inout HTML) {
    soundControls(state.session.settings, to: &html)
    for (address, screen, title, drawing) in [
        (Address.help, Screen.help, "Help", "M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.5M12 18v.01"),
        (.settings, .settings, "Settings", "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4"),
    ] {
        html.link(to: address, state.session.presentation, class: state.screen == screen ? "aside open" : "aside") { link in
            link.label(title, drawing)
        }
    }
}

private func tool(_ action: String, _ title: String, _ drawing: String, isEnabled: Bool, to html: inout HTML) {
    html.element("button", [
        // Not `disabled`, which would take the focus away from whoever has just pressed it.
        ("type", "button"), ("class", "tool"), ("data-action", action), ("aria-disabled", isEnabled ? nil : "true"),
    ]) { $0.label(title, drawing) }
}

extension HTML {
    /// A word; on a phone a drawing in its place, with which it is still read out.
    fileprivate mutating func label(_ title: String, _ drawing: String) {
        element("svg", [("class", "icon"), ("viewBox", "0 0 24 24"), ("aria-hidden", "true")]) {
            $0.element("path", [("d", drawing)])
        }
        element("span", text: title)
    }
}
