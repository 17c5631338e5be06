import Harmony
import Rendering

/// The tools above the screen: the music stand, undo, redo, and for the two chords swap and clear.
func toolbar(_ state: AppState, to html: inout HTML) {
    let address = state.screen.address(state.session)
    if address.fitsStand {
        html.link(to: .stand(address), state.session.presentation, class: "tool") {
            $0.label(AppText.musicStand, "M3 5h18l-3 9H6zM12 14v7M8 21h8")
        }
    }
    // Practice has no undo.
    if state.screen.practiceRoute != nil { return }
    let session = state.session
    let isAtChordsets = state.screen.chordsetsRoute != nil
    let isAtTunes = state.screen.tunesRoute != nil
    let canUndo = isAtChordsets ? state.chordsets.canUndo : isAtTunes ? state.tunes.canUndo : !session.past.isEmpty
    let canRedo = isAtChordsets ? state.chordsets.canRedo : isAtTunes ? state.tunes.canRedo : !session.future.isEmpty
    tool("app undo", SharedText.undo, "M9 5L4 10l5 5M4 10h10a6 5 0 0 1 0 10h-3", isEnabled: canUndo, to: &html)
    tool("app redo", SharedText.redo, "M15 5l5 5l-5 5M20 10H10a6 5 0 0 0 0 10h3", isEnabled: canRedo, to: &html)
    if isAtChordsets || isAtTunes || state.screen.handsRoute != nil { return }
    let isEmpty = session.choices == Choices()
    let isUntouched =
        isEmpty && session.resultField.text.isEmpty
        && Half.allCases.allSatisfy { session[$0].text.isEmpty }
    tool("choosing swap", AppText.swap, "M8 20V4L4 8M8 4l4 4M16 4v16l-4-4M16 20l4-4", isEnabled: !isEmpty, to: &html)
    tool(
        "choosing clear", AppText.clear, "M9 19L4 14l9-9l6 6l-8 8zM8.5 9.5l6 6M11 19h9", isEnabled: !isUntouched,
        to: &html)
}

/// The link to the parent screen.
func backLink(_ state: AppState, to html: inout HTML) {
    guard state.screen.hasBackLink, let parent = state.screen.parent(in: state) else { return }
    let title = parent.backTitle
    let address = parent.address(state.session)
    html.link(
        to: state.isParentOnStand ? .stand(address) : address, state.session.presentation, class: "up",
        label: SharedText.back(to: title)
    ) { $0.write(title) }
}

/// What the music stand has in place of navigation and tools: the way out, pages, and the pedal that turns them. The
/// host counts the pages.
func standLine(_ state: AppState, to html: inout HTML) {
    html.element("div class='stand-line' data-awake='always'") { line in
        line.link(
            to: state.screen.address(state.session), state.session.presentation, class: "up",
            label: AppText.leaveStand
        ) { $0.write(SharedText.done) }
        line.helpLink(state.session.presentation)
        line.element("button type='button' class='pedal needs-midi'", text: AppText.learnPedal)
        line.element("button type='button' data-turn='-1' aria-label=? hidden", AppText.lastPage, text: "‹")
        line.element("output hidden") { _ in }
        line.element("button type='button' data-turn='1' aria-label=? hidden", AppText.nextPage, text: "›")
    }
}

/// The entries of the navigation.
func navigation(_ state: AppState, to html: inout HTML) {
    for (title, drawing, address, destination) in [
        (
            SharedText.combine,
            """
                M14.5 12a5.75 5.75 0 1 1-11.5 0a5.75 5.75 0 0 1 11.5 0M21 12a5.75 5.75 0 1 1-11.5 0a5.75 5.75 0 0 1 \
                11.5 0
                """,
            Address.combine(Address.Pair()), Screen.combiner
        ),
        (
            AppText.circle,
            """
                M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M12 3v5.5M4.2 7.5L9 \
                10.2M19.8 7.5L15 10.2
                """,
            .circle(state.session.key), .circle
        ),
        (
            AppText.tunes,
            "M9 18V5l11-2v13M9 18a3 3 0 1 1-6 0a3 3 0 0 1 6 0M20 16a3 3 0 1 1-6 0a3 3 0 0 1 6 0M9 9l11-2",
            .tunes(.list), .tunes(.list)
        ),
        (
            AppText.play, "M3 5h18v14H3zM9 13v6M15 13v6M7.5 5v8h3V5M13.5 5v8h3V5",
            state.session.settings.instrument.address, .play(nil)
        ),
        (
            SharedText.practice, "M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18M8 12.5l3 3l5.5-6.5", .practice(.home),
            .practice(.home)
        ),
        (SharedText.more, "M4 6h16M4 12h16M4 18h16", .more, .more),
    ] {
        let current = state.destination == .chordsets(.list) ? .more : state.destination
        let isOpen = destination == current && !state.screen.isAside
        // The combiner opens as it was left. With its chords in the link, each choice would change the navigation.
        let action = destination == .combiner ? "app shortcut home" : nil
        html.link(to: address, state.session.presentation, action: action, class: "destination", isCurrent: isOpen) {
            link in
            link.label(title, drawing)
        }
    }
}

/// The sound controls, and the links to help and settings.
func asideLinks(_ state: AppState, to html: inout HTML) {
    soundControls(state.session.settings, to: &html)
    for (address, screen, title, drawing) in [
        (Address.help, Screen.help, SharedText.help, "M8.5 9a3.5 3.5 0 1 1 5.2 3c-1.2.7-1.7 1.3-1.7 2.5M12 18v.01"),
        (.settings, .settings, SharedText.settings, "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4"),
    ] {
        html.link(to: address, state.session.presentation, class: state.screen == screen ? "aside open" : "aside") {
            link in
            link.label(title, drawing)
        }
    }
}

private func tool(_ action: String, _ title: String, _ drawing: String, isEnabled: Bool, to html: inout HTML) {
    html.element(
        "button",
        [
            // Not `disabled`, which would take the focus from the button that was just pressed.
            ("type", "button"), ("class", "tool"), ("data-action", action), ("aria-disabled", isEnabled ? nil : "true"),
        ]
    ) { $0.label(title, drawing) }
}

extension HTML {
    /// A label. Phones show its icon instead, and screen readers still read the word.
    fileprivate mutating func label(_ title: String, _ drawing: String) {
        element("svg class=? viewBox=? aria-hidden=?", "icon", "0 0 24 24", "true") {
            $0.element("path d=?", drawing)
        }
        element("span", text: title)
    }
}
