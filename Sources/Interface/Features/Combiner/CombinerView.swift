import Answers
import Harmony

/// The main screen: lower chord + upper chord = what they are together.
func combinerView(_ session: Session, to html: inout HTML) {
    html.element("div class='combine'") { screen in
        screen.part("section class='panel lower' aria-label='Lower chord'", id: "lower") {
            chordPanel(session, .lower, to: &$0)
        }
        screen.element("span class='sign plus' aria-hidden='true'", text: "+")
        screen.part("section class='panel upper' aria-label='Upper chord'", id: "upper") {
            chordPanel(session, .upper, to: &$0)
        }
        screen.element("span class='sign equals' aria-hidden='true'", text: "=")
        screen.part("section class='panel result' aria-label='Result'", id: "result") {
            resultPanel(session, to: &$0)
            if let shareable = Shareable(session.choices, session.presentation) { shareMenu(shareable, isMusic: true, to: &$0) }
        }
    }
}

/// A chord's name and keyboard, both of which open the screen on which it is chosen, and the field in which it is typed.
private func chordPanel(_ session: Session, _ half: Half, to html: inout HTML) {
    let chord = session.choices[half].chord
    let address = Address.select(half, session.pair)
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.link(to: address, session.presentation, class: "opener") { opener in
                opener.element("p class='place'", text: chord == nil ? selectTitle(half) : placeName(half))
                heading(chord, session.presentation, missing: "Please select a chord", to: &opener)
            }
            if let chord {
                title.playButton(chord, session.presentation)
                title.detailsLink(to: chord, session.presentation)
                title.boardLink(of: chord, as: half, session.presentation)
            }
        }
        symbolField(session, half, to: &head)
    }
    // The same link again, so the keyboard (that of the computer) need not stop here.
    html.link(to: address, session.presentation, class: "opener", label: selectTitle(half), isFocusable: false) { opener in
        KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &opener, session.presentation, isUsable: false)
    }
}

private func resultPanel(_ session: Session, to html: inout HTML) {
    let choices = session.choices
    let kind =
        if let combination = choices.combination(session.presentation) {
            kindName(combination.kind)
        } else if let half = Half.allCases.first(where: { choices[$0].chord != nil }) {
            half == .lower ? "Lower chord alone" : "Upper chord alone"
        } else {
            "Result"
        }
    html.element("p class='place'", text: kind)
    html.element("div class='title'") { title in
        title.element("div") { resultHeading(choices, session.presentation, to: &$0) }
        if choices.combination(session.presentation) == nil, let chord = choices.first {
            title.playButton(chord, session.presentation)
        }
        resultDetailsLink(session, to: &title)
    }
    resultKeyboard(choices, session.presentation).write(to: &html, session.presentation)
    guard let combination = choices.combination(session.presentation) else { return }
    playButtons(combination, to: &html)
    noteChips(combination, session.presentation, to: &html)
    otherReadings(combination, session, to: &html)
}

/// What else the notes can be called: the first three, and the rest behind a touch. Each says why when it is touched.
private func otherReadings(_ combination: Combination, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let others = Answers.otherReadings(
        of: combination, in: presentation.vocabulary.vocabulary, context: session.context)
    guard !others.isEmpty else { return }
    html.element("div class='readings'") { line in
        line.element("span", text: "also")
        for (place, reading) in others.prefix(3).enumerated() { write(reading, place, presentation, to: &line) }
        guard others.count > 3 else { return }
        line.element("details id='more-readings' class='more'") { more in
            more.element("summary", text: "\(others.count - 3) more")
            for (place, reading) in others.enumerated().dropFirst(3) { write(reading, place, presentation, to: &more) }
        }
    }
}

private func write(_ reading: Reading, _ place: Int, _ presentation: Presentation, to html: inout HTML) {
    html.element("details", [("id", "reading-\(place)"), ("class", "reading")]) { item in
        item.element("summary", text: presentation.title(reading) + (reading.isRootless ? " (no root)" : ""))
        item.element("div class='why'") { why in
            why.playableLink(to: reading.isRootless ? reading.chord.inRootPosition : reading.chord, presentation)
            why.element("p", text: presentation.written(reading.why) + ".")
        }
    }
}
