import Harmony

/// The main screen: lower chord + upper chord = what they are together.
func combineScreen(_ state: AppState, to html: inout HTML) {
    html.element("div", [("class", "combine")]) { screen in
        screen.element("section", [("id", "lower"), ("class", "panel lower"), ("aria-label", "Lower chord")]) {
            chordPanel(state, .lower, to: &$0)
        }
        screen.element("span", [("class", "sign plus"), ("aria-hidden", "true")], text: "+")
        screen.element("section", [("id", "upper"), ("class", "panel upper"), ("aria-label", "Upper chord")]) {
            chordPanel(state, .upper, to: &$0)
        }
        screen.element("span", [("class", "sign equals"), ("aria-hidden", "true")], text: "=")
        screen.element("section", [
            ("id", "result"), ("class", "panel result"), ("aria-label", "Result"),
        ]) {
            resultPanel(state, to: &$0)
        }
    }
}

/// A chord's name and keyboard, both of which open the screen on which it is chosen, and the field in which it is typed.
private func chordPanel(_ state: AppState, _ half: Half, to html: inout HTML) {
    let chord = state.choices[half].chord
    let place = half == .lower ? "Lower Chord" : "Upper Chord"
    let route = Route.select(half, Route.Pair(state.choices))
    html.element("div", [("class", "head")]) { head in
        head.element("div", [("class", "title")]) { title in
            title.link(to: route, state.links, class: "opener") { opener in
                opener.element("p", [("class", "place")], text: chord == nil ? "Select " + place : place)
                heading(chord, missing: "Please select a chord", to: &opener)
            }
            if let chord { title.playButton(chord.voicing, of: chord.shortName) }
            if let chord { title.detailsLink(to: .chord(chord), state.links, of: chord.shortName) }
        }
        symbolField(state[half], half, to: &head)
    }
    // The same link again, so the keyboard (that of the computer) need not stop here.
    html.link(to: route, state.links, class: "opener", label: "Select " + place, isFocusable: false) { opener in
        KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &opener, isUsable: false)
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
    html.element("p", [("class", "place")], text: kind)
    html.element("div", [("class", "title")]) { title in
        title.element("div") { resultHeading(choices, to: &$0) }
        if let combination = choices.combination {
            title.detailsLink(to: .details(Route.Pair(choices)), state.links, of: combination.title)
        } else if let chord = choices.lower.chord ?? choices.upper.chord {
            title.playButton(chord.voicing, of: chord.shortName)
            title.detailsLink(to: .chord(chord), state.links, of: chord.shortName)
        }
    }
    resultKeyboard(choices).write(to: &html)
    guard let combination = choices.combination else { return }
    playButtons(combination, to: &html)
    noteChips(combination, to: &html)
    let others = Answers.otherReadings(of: combination)
    guard !others.isEmpty else { return }
    html.element("p", [("class", "readings")]) { line in
        line.write("also ")
        for chord in others { line.link(to: chord, state.links) }
    }
}

/// Each note with its degree and the chord it comes from; a polychord's halves, which share no root, without degrees.
func noteChips(_ combination: Combination, to html: inout HTML) {
    html.element("ol", [("class", "notes"), ("aria-label", "Notes, lowest first")]) { list in
        for note in combination.notes {
            list.element("li", [("class", note.part.rawValue)]) { item in
                item.element("b", text: note.tone.name.text)
                if combination.kind != .polychord, let degree = note.tone.degree {
                    item.element("span", [("class", "degree")], text: degree.name)
                }
                item.element("span", [("class", "part")], text: note.part.rawValue)
            }
        }
    }
}
