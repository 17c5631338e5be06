import Harmony

/// The main screen: lower chord + upper chord = what they are together.
func combineScreen(_ state: AppState, to html: inout HTML) {
    html.element("div class='combine'") { screen in
        screen.part("section class='panel lower' aria-label='Lower chord'", id: "lower") {
            chordPanel(state, .lower, to: &$0)
        }
        screen.element("span class='sign plus' aria-hidden='true'", text: "+")
        screen.part("section class='panel upper' aria-label='Upper chord'", id: "upper") {
            chordPanel(state, .upper, to: &$0)
        }
        screen.element("span class='sign equals' aria-hidden='true'", text: "=")
        screen.part("section class='panel result' aria-label='Result'", id: "result") {
            resultPanel(state, to: &$0)
            if let shareable = Shareable(state.choices, state.presentation) { shareMenu(shareable, isMusic: true, to: &$0) }
        }
    }
}

/// A chord's name and keyboard, both of which open the screen on which it is chosen, and the field in which it is typed.
private func chordPanel(_ state: AppState, _ half: Half, to html: inout HTML) {
    let chord = state.choices[half].chord
    let route = Route.select(half, Route.Pair(state.choices))
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.link(to: route, state.presentation, class: "opener") { opener in
                opener.element("p class='place'", text: chord == nil ? selectTitle(half) : placeName(half))
                heading(chord, state.presentation, missing: "Please select a chord", to: &opener)
            }
            if let chord {
                title.playButton(chord, state.presentation)
                title.detailsLink(to: chord, state.presentation)
            }
        }
        symbolField(state, half, to: &head)
    }
    // The same link again, so the keyboard (that of the computer) need not stop here.
    html.link(to: route, state.presentation, class: "opener", label: selectTitle(half), isFocusable: false) { opener in
        KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &opener, state.presentation, isUsable: false)
    }
}

private func resultPanel(_ state: AppState, to html: inout HTML) {
    let choices = state.choices
    let kind =
        if let combination = choices.combination {
            kindName(combination.kind)
        } else if let half = Half.allCases.first(where: { choices[$0].chord != nil }) {
            half == .lower ? "Lower chord alone" : "Upper chord alone"
        } else {
            "Result"
        }
    html.element("p class='place'", text: kind)
    html.element("div class='title'") { title in
        title.element("div") { resultHeading(choices, state.presentation, to: &$0) }
        if choices.combination == nil, let chord = choices.first {
            title.playButton(chord, state.presentation)
        }
        resultDetailsLink(state, to: &title)
    }
    resultKeyboard(choices).write(to: &html, state.presentation)
    guard let combination = choices.combination else { return }
    playButtons(combination, to: &html)
    noteChips(combination, state.presentation, to: &html)
    let others = Answers.otherReadings(of: combination)
    guard !others.isEmpty else { return }
    html.element("div class='readings'") { line in
        line.write("also ")
        for chord in others { line.playableLink(to: chord, state.presentation) }
    }
}
