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
    let isSolved = session.equation.isSolved[half]
    let address = Address.select(half, session.pair)
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.link(to: address, session.presentation, class: "opener") { opener in
                opener.element("p class='place'") { place in
                    place.write(chord == nil ? selectTitle(half) : placeName(half))
                    if isSolved { place.element("span class='solved'", text: " · the app’s choice") }
                }
                heading(chord, session.presentation, missing: "Please select a chord", to: &opener)
            }
            if let chord {
                title.playButton(chord, session.presentation)
                title.detailsLink(to: chord, session.presentation)
                title.boardLink(of: chord, as: half, session.presentation)
            }
        }
        symbolField(session, Term(half), isFollowed: half == .lower, to: &head) { pin(session, Term(half), to: &$0) }
    }
    // The same link again, so the keyboard (that of the computer) need not stop here.
    html.link(to: address, session.presentation, class: "opener", label: selectTitle(half), isFocusable: false) { opener in
        KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &opener, session.presentation, isUsable: false)
    }
    if session.equation.onlySolved == half { html.element("div class='ways-line'") { another(session.equation, to: &$0) } }
}

private func resultPanel(_ session: Session, to html: inout HTML) {
    let choices = session.choices
    let combination = session.combination
    let kind =
        if let combination {
            kindName(combination.kind)
        } else if let half = Half.allCases.first(where: { choices[$0].chord != nil }) {
            half == .lower ? "Lower chord alone" : "Upper chord alone"
        } else {
            "Result"
        }
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.element("div") { names in
                names.element("p class='place'", text: kind)
                if let asked = session.equation.asked, let combination {
                    askedHeading(asked, combination, session, to: &names)
                } else {
                    resultHeading(choices, session.presentation, to: &names)
                }
            }
            if combination == nil, let chord = choices.first { title.playButton(chord, session.presentation) }
            resultDetailsLink(session, to: &title)
        }
        symbolField(session, .result, to: &head) { pin(session, .result, to: &$0) }
    }
    if let asked = session.equation.asked { waysLine(asked, session, to: &html) }
    resultKeyboard(choices, session.presentation).write(to: &html, session.presentation)
    guard let combination else { return }
    playButtons(combination, to: &html)
    noteChips(combination, session.presentation, to: &html)
    otherReadings(combination, session, to: &html)
}

// MARK: The equation

extension Presentation {
    /// What two chords are together: what was asked for, where that is pinned.
    func title(_ combination: Combination, in equation: Equation) -> String {
        equation.asked.map { shortName($0) } ?? title(combination)
    }
}

/// What is asked for, and what sounds where that is not all of it or is called otherwise.
private func askedHeading(_ asked: Chord, _ combination: Combination, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    heading(asked, presentation, missing: "", to: &html)
    let sounding = presentation.title(combination)
    let without = presentation.without(session.equation.missing)
    guard !without.isEmpty || sounding != presentation.shortName(asked) else { return }
    html.element("p class='precise'", text: [without, "sounds as " + sounding].filter { !$0.isEmpty }.joined(separator: ", "))
}

/// Whether a term stays, whatever is done with the others. Nothing is to be pinned until the equation is whole.
private func pin(_ session: Session, _ term: Term, to html: inout HTML) {
    let equation = session.equation
    guard let result = equation.asked ?? session.combination?.result else { return }
    let isKept = term.half.map { !equation.isSolved[$0] } ?? (equation.asked != nil)
    guard let chord = term.half.map({ equation.halves[$0].chord }) ?? result else { return }
    let name = session.presentation.shortName(chord)
    html.element("button type='button' class='pin'", [
        ("id", term.rawValue + "-pin"), ("data-action", "combiner pin " + term.rawValue),
        ("aria-pressed", isKept ? "true" : "false"), ("aria-label", isKept ? "Let \(name) go" : "Keep \(name)"),
        ("title", isKept ? "Kept. Press to let it go." : "Not kept. Press to keep it."),
    ]) { button in
        button.element("svg viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d='M9 4h6M10 4l-.6 6.2C7.6 11 6.5 12.4 6.5 14h11c0-1.6-1.1-3-2.900-3.800L14 4M12 14v6.5'")
        }
    }
}

/// Goes on to the next way, and says which one this is.
private func another(_ equation: Equation, to html: inout HTML) {
    guard let place = equation.place else { return }
    if place.count > 1 || place.number == 0 {
        html.element("button type='button' id='another' data-action='combiner another'", text: "another")
    }
    html.element("span", text: place.number > 0 ? "\(place.number) of \(place.count)" : "none of \(place.count)")
}

private func waysLine(_ asked: Chord, _ session: Session, to html: inout HTML) {
    let equation = session.equation
    html.element("div class='ways-line'") { line in
        if equation.isSolved.lower, equation.isSolved.upper { another(equation, to: &line) }
        let kept = equation.kept
        let areAllKept = kept.lower != nil && kept.upper != nil
        let pair = areAllKept ? Address.Pair() : Address.Pair(lower: kept.lower, upper: kept.upper)
        line.link(to: .ways(asked, pair), session.presentation, class: "chip") { link in
            link.write(equation.place.map { $0.count == 1 ? "The only way" : "All \($0.count) ways" } ?? "All ways")
        }
    }
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
            let chord = reading.isRootless ? reading.chord.inRootPosition : reading.chord
            why.playableLink(to: chord, presentation)
            why.waysLink(to: chord, presentation)
            why.element("p", text: presentation.written(reading.why) + ".")
        }
    }
}
