import Answers
import Harmony

func letterTagID(_ letter: Letter) -> String { "letter-" + letter.name }
func accidentalTagID(_ index: Int) -> String { "accidental-\(index)" }
func typeTagID(_ index: Int) -> String { "type-\(index)" }

/// The screen on which one of the two chords is chosen by touch. What would match the other chord is marked before it is
/// chosen, and the result stays in view.
func choosingView(_ half: Half, _ session: Session, to html: inout HTML) {
    let choice = session.choices[half]
    let matches = matches(of: session.choices, editing: half, session.presentation)
    html.element("div class='select'") { screen in
        KeyboardPicture.writeSmallKeys(to: &screen)
        screen.part("section aria-label='Chord'", id: "chosen", [("class", "panel chosen " + half.rawValue)]) { panel in
            panel.element("div class='head'") { head in
                head.element("div class='title'") { title in
                    title.element("div") { names in
                        names.element("p class='place'", text: selectTitle(half))
                        heading(choice.chord, session.presentation, missing: "Please select a chord", to: &names)
                    }
                    if let chord = choice.chord {
                        title.playButton(chord, session.presentation)
                        title.detailsLink(to: chord, session.presentation)
                    }
                }
                symbolField(session, half, to: &head)
            }
            KeyboardPicture(of: choice.chord, as: half, octaves: 2).write(to: &panel, session.presentation)
            panel.element("p class='caption'", text: caption(session, half))
            rootPickers(choice, half, matches, session.presentation, to: &panel)
        }
        typeList(choice, half, matches, session.presentation, to: &screen)
        screen.part("section class='panel result' aria-label='Result'", id: "result") { panel in
            panel.element("div class='title'") { title in
                title.element("div") { resultHeading(session.choices, session.presentation, to: &$0) }
                if let combination = session.combination {
                    title.playButton(combination.notes.map { $0.tone }, of: session.presentation.title(combination))
                }
                resultDetailsLink(session, to: &title)
            }
            resultKeyboard(session.choices, session.presentation).write(to: &panel, session.presentation)
            panel.link(to: .combine(session.pair), session.presentation, class: "done") { $0.write("Done") }
        }
    }
}

/// Nothing matches until both chords are chosen.
private func matches(of choices: Choices, editing half: Half, _ presentation: Presentation) -> Matches? {
    guard let lower = choices.lower.chord, let upper = choices.upper.chord else { return nil }
    return presentation.combiner.matches(editing: half, lower: lower, upper: upper)
}

private func caption(_ session: Session, _ half: Half) -> String {
    let choices = session.choices
    guard let other = choices[half.other].chord, choices[half].chord != nil else {
        return "Select upper and lower chords to show matches"
    }
    return "(showing matches for \(half.other.rawValue) chord \(session.presentation.name(other)))"
}

// MARK: Letters and accidentals

private func rootPickers(
    _ choice: ChordChoice, _ half: Half, _ matches: Matches?, _ presentation: Presentation, to html: inout HTML
) {
    html.element("div class='pickers'") { pickers in
        group("Letter", "letter", half, to: &pickers) { group in
            for letter in Letter.allCases {
                let isFocusable = letter == choice.letter ?? .c
                tag(
                    letter.name, id: letterTagID(letter), action: "choosing letter \(half.rawValue) \(letter.name)",
                    isSelected: letter == choice.letter, isMatch: matches?.letters.contains(letter) == true,
                    isFocusable: isFocusable, to: &group)
            }
        }
        group("Accidental", "accidental", half, to: &pickers) { group in
            for (index, accidental) in Accidental.choices.enumerated() {
                tag(
                    presentation.name(accidental), id: accidentalTagID(index), action: "choosing accidental \(half.rawValue) \(index)",
                    isSelected: accidental == choice.accidental, isMatch: matches?.accidentals.contains(accidental) == true,
                    isFocusable: accidental == choice.accidental, to: &group)
            }
        }
    }
}

private func group(
    _ name: String, _ picker: String, _ half: Half, to html: inout HTML, _ tags: (inout HTML) -> Void
) {
    html.element("div role='radiogroup' data-keys='ArrowLeft ArrowRight ArrowUp ArrowDown Home End'", [
        ("class", "group " + picker), ("aria-label", name), ("data-keyed", "choosing walk \(half.rawValue) \(picker)"),
    ], tags)
}

/// One choice of a picker. A ring tells what is selected and a diamond what matches, for those who do not see colours.
private func tag(
    _ text: String, id: String, action: String, isSelected: Bool, isMatch: Bool, isFocusable: Bool, to html: inout HTML
) {
    html.element("button type='button' role='radio'", [
        ("id", id), ("class", "tag" + (isMatch ? " match" : "")), ("aria-checked", isSelected ? "true" : "false"),
        ("tabindex", isFocusable ? "0" : "-1"), ("data-action", action),
    ]) { button in
        button.write(text)
        if isMatch { button.element("span class='spoken'", text: ", matches") }
    }
}

// MARK: Types

/// The 28 types, with names and keyboards as soon as there is a root.
private func typeList(
    _ choice: ChordChoice, _ half: Half, _ matches: Matches?, _ presentation: Presentation, to html: inout HTML
) {
    let types = Vocabulary.classic.selectable
    let tag: StaticString = """
        div class='types' role='radiogroup' aria-label='Chord type' data-keys='ArrowUp ArrowDown Home End'
        """
    html.part(tag, id: "types", isLate: true, [("data-keyed", "choosing walk \(half.rawValue) type")]) { list in
        let first = choice.type.flatMap { types.firstIndex(of: $0) } ?? 0
        for (index, type) in types.enumerated() {
            let isMatch = matches?.types.contains(type) == true
            list.element("button type='button' role='radio'", [
                ("id", typeTagID(index)), ("class", "type" + (isMatch ? " match" : "")),
                ("aria-checked", type == choice.type ? "true" : "false"), ("tabindex", index == first ? "0" : "-1"),
                ("data-action", "choosing chord-type \(half.rawValue) \(index)"),
            ]) { row in
                let chord = choice.root.map { Chord($0, type) }
                row.element("b", text: chord.map { presentation.name($0) } ?? presentation.name(type))
                KeyboardPicture(of: chord, as: half, octaves: KeyboardPicture.smallOctaves).writeSmall(to: &row)
                if isMatch { row.element("span class='found'", text: "match found!") }
            }
        }
    }
}
