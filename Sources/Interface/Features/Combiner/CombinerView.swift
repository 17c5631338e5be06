import Exchange
import Harmony
import Rendering

/// The main screen: lower chord + upper chord = result.
/// - Parameters:
///   - before: the session when this screen was last written; nil if another screen was shown.
///   - listening: writes the state of the MIDI keyboard that chooses the chords.
///   - voicing: the best voicing of the result in MIDI numbers; empty if there is none.
///   - hands: writes the voicing of the result.
func combinerView(
    _ session: Session, since before: Session?, listening: (inout HTML) -> Void, voicing: [Int],
    hands: (inout HTML) -> Void, to html: inout HTML
) {
    let isKept = session.isSame(as: before)
    html.element("div class='combine'") { screen in
        screen.part("section class='panel lower'", id: "lower", isKept: isKept, [("aria-label", SharedText.lowerChord)])
        {
            chordPanel(session, .lower, to: &$0)
        }
        screen.element("span class='sign plus' aria-hidden='true'", text: "+")
        screen.part("section class='panel upper'", id: "upper", isKept: isKept, [("aria-label", SharedText.upperChord)])
        {
            chordPanel(session, .upper, to: &$0)
        }
        screen.element("span class='sign equals' aria-hidden='true'", text: "=")
        screen.part("section class='panel result'", id: "result", isKept: isKept, [("aria-label", SharedText.result)]) {
            resultPanel(session, voicing, to: &$0)
            if let shareable = Shareable(session.choices, session.presentation) {
                shareMenu(shareable, isMusic: true, to: &$0)
            }
        }
        screen.part("div class='hands'", id: "hands") { hands in
            if session.followsKeyboard { return listening(&hands) }
            hands.element(
                "button type='button' aria-pressed='false' data-action='play hands on'", text: CombinerText.useKeyboard)
            hands.element("p class='caption'", text: CombinerText.useKeyboardHint)
        }
        // Last, because it appears with the first choice and must not move anything.
        screen.part("div", id: shapeID) { hands(&$0) }
    }
}

/// A chord: its name and keyboard, which link to the pickers, and its text field.
private func chordPanel(_ session: Session, _ half: Half, to html: inout HTML) {
    let chord = session.choices[half].chord
    let isSolved = session.equation.isSolved[half]
    let address = Address.select(half, session.pair)
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.link(to: address, session.presentation, class: "opener") { opener in
                let place =
                    chord == nil ? SharedText.select(half) : isSolved ? CombinerText.suggested : SharedText.place(half)
                opener.element("p class=?", isSolved ? "place solved" : "place", text: place)
                heading(chord, session.presentation, missing: SharedText.selectChord, to: &opener)
            }
            if let chord {
                title.playButton(chord, session.presentation)
                title.detailsLink(to: chord, as: half, session.presentation)
            }
        }
        symbolField(session, Term(half), isInEquation: true, to: &head)
    }
    if chord == nil { commonChords(for: half, session, to: &html) }
    // A second link to the same address is skipped by the Tab key.
    html.link(to: address, session.presentation, class: "opener", label: SharedText.select(half), isFocusable: false) {
        opener in
        KeyboardPicture(of: chord, as: half, octaves: 2).write(to: &opener, session.presentation, isUsable: false)
    }
    if session.equation.onlySolved == half { solvedLine(session.equation, to: &html) }
}

private func resultPanel(_ session: Session, _ voicing: [Int], to html: inout HTML) {
    let choices = session.choices
    let combination = session.combination
    let kind =
        if let combination {
            SharedText.kind(combination.kind)
        } else if let half = Half.allCases.first(where: { choices[$0].chord != nil }) {
            CombinerText.alone(half)
        } else {
            SharedText.result
        }
    html.element("div class='head'") { head in
        head.element("div class='title'") { title in
            title.element("div") { names in
                names.element("p class='place'", text: kind)
                if session.equation.requested == nil {
                    resultHeading(choices, session.presentation, to: &names)
                } else {
                    requestedHeading(session, to: &names)
                }
                if session.presentation.reader != .c { soundingLine(session, to: &names) }
            }
            if let combination, !voicing.isEmpty {
                title.playButton(voicing, of: session.presentation.title(combination, in: session.equation))
            } else if let chord = choices.first {
                title.playButton(chord, session.presentation)
            }
            resultDetailsLink(session, to: &title)
        }
        symbolField(session, .result, isInEquation: true, to: &head)
        if session.equation.requested != nil { waysLine(session, to: &head) }
    }
    if choices == Choices() { invitation(session.presentation, to: &html) }
    // Above the keyboard, where a phone shows it together with the name.
    if let combination { playButtons(combination, voicing: voicing, session.settings, to: &html) }
    resultKeyboard(choices, session.presentation).write(to: &html, session.presentation)
    if let combination {
        noteChips(combination, session.presentation, to: &html)
        otherReadings(combination, session, to: &html)
    } else if let chord = choices.first {
        let half: Half = choices[.lower].chord == nil ? .upper : .lower
        toneChips(chord.voicing.map { $0.forPlayers }, of: half, session.presentation, to: &html)
    }
    onwardLinks(session, combination, to: &html)
}

/// Links to the chord pairs of the result, and to the boards of both chords.
private func onwardLinks(_ session: Session, _ combination: Combination?, to html: inout HTML) {
    let (choices, presentation) = (session.choices, session.presentation)
    guard choices.first != nil else { return }
    html.element("div class='chips onward'") { links in
        // A requested result has this link above.
        if session.equation.requested == nil, let chord = combination.map({ $0.result }) ?? choices.first {
            links.waysLink(to: chord, presentation)
        }
        for half in Half.allCases {
            if let chord = choices[half].chord { links.boardLink(of: chord, as: half, presentation) }
        }
        links.link(to: .progressions(in: session.key), presentation, class: "chip") {
            $0.write(SharedText.progressions)
        }
    }
}

// MARK: The equation

extension Presentation {
    /// The title of the result: the pinned one, if there is one.
    func title(_ combination: Combination, in equation: Equation) -> String {
        equation.requested.map { shortName($0) } ?? title(combination)
    }
}

/// The requested result, the missing notes, and the name of what sounds if that is different.
private func requestedHeading(_ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    guard let asked = session.equation.requested, let combination = session.combination else { return }
    heading(asked, presentation, missing: "", to: &html)
    let names = presentation.inSentences
    var words: [String] = []
    let without = session.equation.missing.omitted { names.name($0) }
    if !without.isEmpty { words.append(without) }
    // The same notes may have another name, which is not shown.
    let isAll = without.isEmpty && combination.bass.pitchClass == asked.lowest.pitchClass
    if !isAll { words.append(CombinerText.sounds(names.title(combination))) }
    if !words.isEmpty { html.element("p class='precise lacks'", text: words.joined(separator: ", ")) }
}

/// The controls of the half that was solved for.
private func solvedLine(_ equation: Equation, to html: inout HTML) {
    html.element("div class='ways-line'") { nextButton(equation, to: &$0) }
}

/// The controls of a requested result: the next pair, if both halves were solved for, and a link to all pairs.
private func waysLine(_ session: Session, to html: inout HTML) {
    let equation = session.equation
    guard let asked = equation.requested else { return }
    html.element("div class='ways-line'") { line in
        if equation.isSolved.lower, equation.isSolved.upper { nextButton(equation, to: &line) }
        let pinned = equation.pinned
        let areBothPinned = pinned.lower != nil && pinned.upper != nil
        let given = areBothPinned ? Halves<Chord?>(lower: nil, upper: nil) : pinned
        let title = CombinerText.allPairs(equation.position?.count)
        line.link(to: .ways(asked, given: given), session.presentation, class: "chip") { $0.write(title) }
    }
}

/// A button for the next pair, and the position of the current one.
private func nextButton(_ equation: Equation, to html: inout HTML) {
    guard let position = equation.position else { return }
    if position.count > 1 || position.number == 0 {
        html.element("button type='button' id='another' data-action='combiner another'", text: CombinerText.next)
    }
    html.element("span", text: CombinerText.place(position.number, of: position.count))
}

/// Other names of the same notes: three of them, and the others folded. Each unfolds into its reason.
private func otherReadings(_ combination: Combination, _ session: Session, to html: inout HTML) {
    let presentation = session.presentation
    let others = Answers.otherReadings(
        of: combination, in: presentation.vocabulary.vocabulary, context: session.context)
    guard !others.isEmpty else { return }
    html.element("div class='readings'") { line in
        line.element("span", text: SharedText.alsoCalled)
        for (place, reading) in others.prefix(3).enumerated() { write(reading, place, presentation, to: &line) }
        guard others.count > 3 else { return }
        line.element("details id='more-readings' class='more'") { more in
            more.element("summary", text: CombinerText.more(others.count - 3))
            for (place, reading) in others.enumerated().dropFirst(3) { write(reading, place, presentation, to: &more) }
        }
    }
}

private func write(_ reading: Reading, _ place: Int, _ presentation: Presentation, to html: inout HTML) {
    html.element("details id=? class=?", "reading-\(place)", "reading") { item in
        item.element("summary") { summary in
            summary.name(presentation.title(reading))
            if reading.isRootless { summary.write(SharedText.noRoot) }
        }
        item.element("div class='why'") { why in
            let chord = reading.isRootless ? reading.chord.inRootPosition : reading.chord
            why.playableLink(to: chord, presentation)
            why.waysLink(to: chord, presentation)
            why.element("p", text: SharedText.sentenceCase(reading.why(in: presentation.inSentences.notation)) + ".")
        }
    }
}
