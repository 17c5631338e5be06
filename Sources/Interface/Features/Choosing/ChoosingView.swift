import Harmony
import Rendering

func letterTagID(_ letter: Letter) -> String { "letter-" + letter.name }
func accidentalTagID(_ index: Int) -> String { "accidental-\(index)" }
func typeTagID(_ index: Int) -> String { "type-\(index)" }

/// The screen with the pickers of one of the two chords.
///
/// Matches with the other chord are marked, and the result stays in view. Choosing moves nothing on the screen.
func choosingView(_ half: Half, _ choosing: ChoosingState, _ session: Session, to html: inout HTML) {
    let choice = session.choices[half]
    let presentation = session.presentation
    html.element("div class='select'") { screen in
        KeyboardPicture.writeSmallKeys(to: &screen)
        screen.part(
            "section", id: "chosen",
            [
                ("aria-label", SharedText.chord), ("class", "panel chosen " + half.rawValue),
            ]
        ) { panel in
            panel.element("div class='where'") { line in
                line.element("p class='place'", text: SharedText.select(half))
                caption(session, half, to: &line)
            }
            panel.element("div class='head'") { head in
                let back = SharedText.back(to: SharedText.combine)
                head.link(to: .combine(session.pair), presentation, class: "up", label: back) { _ in }
                head.element("div class='title'") { title in
                    title.element("div") {
                        heading(choice.chord, presentation, missing: SharedText.selectChord, to: &$0)
                    }
                    if let chord = choice.chord {
                        title.playButton(chord, presentation)
                        title.detailsLink(to: chord, as: half, presentation)
                    }
                }
                symbolField(session, half, to: &head)
            }
            rootPickers(
                choice, half, matches(of: session.choices, editing: half, presentation), presentation, to: &panel)
            KeyboardPicture(of: choice.chord, as: half, octaves: 2).write(to: &panel, presentation)
        }
        screen.part("div class='listings' role='group'", id: "listings", [("aria-label", ChoosingText.layout)]) {
            group in
            for listing in TypeListing.allCases {
                group.toggle(listing.title, "choosing show " + listing.rawValue, isOn: listing == choosing.listing)
            }
        }
        typeList(choosing.listing, half, session, to: &screen)
        screen.part("section class='panel result' data-dark", id: "result", [("aria-label", SharedText.result)]) {
            resultLine(session, half, to: &$0)
        }
    }
}

/// Letters and accidentals that match the other chord; nil until both chords are complete. A typed bass does not count,
/// because the next choice removes it.
private func matches(of choices: Choices, editing half: Half, _ presentation: Presentation) -> Matches? {
    guard let chord = choices[half].chord, let other = choices[half.other].chord else { return nil }
    let plain = Chord(chord.root, chord.type)
    return presentation.combiner.matches(
        editing: half, lower: half == .lower ? plain : other, upper: half == .lower ? other : plain)
}

private func caption(_ session: Session, _ half: Half, to html: inout HTML) {
    let other = session.choices[half.other].chord
    html.element("p class='caption'") { caption in
        if let other, session.choices[half].root != nil {
            caption.element("span class='diamond' aria-hidden='true'", text: "◆")
            caption.write(ChoosingText.matches(half.other))
            caption.element("span class='of' translate='no'") {
                $0.write(" ")
                $0.write(symbol: session.presentation.name(other))
            }
        } else {
            caption.write(other == nil ? ChoosingText.noChordYet(half.other) : ChoosingText.chooseLetter)
        }
    }
}

/// The result in one line, with links to the other chord and to the combiner.
private func resultLine(_ session: Session, _ half: Half, to panel: inout HTML) {
    let presentation = session.presentation
    let combination = session.combination
    panel.element("div class='title'") { title in
        title.element("div") { names in
            resultHeading(session.choices, presentation, to: &names)
            names.element("p class='kind'") { line in
                guard let kind = combination?.kind else { return }
                if kind.isMatch { line.element("span class='found'", text: ChoosingText.matchFound) }
                line.element("span", text: SharedText.kind(kind))
            }
        }
        if let combination {
            title.playButton(
                "choosing hear pitches", alternate: "choosing hear arpeggio",
                label: SharedText.play(presentation.title(combination)))
        }
    }
    panel.link(
        to: .select(half.other, session.pair), presentation, class: "other", label: SharedText.select(half.other)
    ) { $0.write(SharedText.half(half.other)) }
    panel.link(to: .combine(session.pair), presentation, class: "done") { $0.write(SharedText.done) }
}

// MARK: Letters and accidentals

private func rootPickers(
    _ choice: ChordChoice, _ half: Half, _ matches: Matches?, _ presentation: Presentation, to html: inout HTML
) {
    html.element("div class='pickers'") { pickers in
        group(ChoosingText.letter, "letter", half, to: &pickers) { group in
            for letter in Letter.allCases {
                let isFocusable = letter == choice.letter ?? .c
                tag(
                    presentation.name(letter), id: letterTagID(letter),
                    action: "choosing letter \(half.rawValue) \(letter.name)",
                    isSelected: letter == choice.letter, isMatch: matches?.letters.contains(letter) == true,
                    isFocusable: isFocusable, to: &group)
            }
        }
        group(ChoosingText.accidental, "accidental", half, to: &pickers) { group in
            for (index, accidental) in Accidental.choices.enumerated() {
                tag(
                    presentation.name(accidental), id: accidentalTagID(index),
                    action: "choosing accidental \(half.rawValue) \(index)",
                    isSelected: accidental == choice.accidental,
                    isMatch: matches?.accidentals.contains(accidental) == true,
                    isFocusable: accidental == choice.accidental, to: &group)
            }
        }
    }
}

private func group(
    _ name: String, _ picker: String, _ half: Half, to html: inout HTML, _ tags: (inout HTML) -> Void
) {
    html.element(
        """
            div role='radiogroup' data-keys='ArrowLeft ArrowRight ArrowUp ArrowDown Home End' class=? aria-label=? \
            data-keyed=?
            """,
        "group " + picker, name, "choosing walk \(half.rawValue) \(picker)", tags)
}

/// An option of a picker. A ring marks the selection and a diamond a match, so that neither depends on colors.
private func tag(
    _ text: String, id: String, action: String, isSelected: Bool, isMatch: Bool, isFocusable: Bool, to html: inout HTML
) {
    html.element(
        "button type='button' role='radio' id=? class=? aria-checked=? tabindex=? data-action=?",
        id, "tag" + (isMatch ? " match" : ""), isSelected ? "true" : "false", isFocusable ? "0" : "-1", action
    ) { button in
        button.name(text)
        if isMatch { button.element("span class='spoken'", text: ChoosingText.isMatch) }
    }
}

// MARK: Types

/// The 28 chord types: with names and keyboards if there is a root, and with results if there is another chord.
private func typeList(_ listing: TypeListing, _ half: Half, _ session: Session, to html: inout HTML) {
    let tag: StaticString =
        "div role='radiogroup' data-dark data-keys='ArrowLeft ArrowRight ArrowUp ArrowDown Home End'"
    let chosen = session.choices[half].type
    let groups = offerGroups(listing, half, session)
    html.part(
        tag, id: "types", isLate: true,
        [
            ("aria-label", ChoosingText.chordType), ("class", listing == .chips ? "types" : "types listed"),
            ("data-keyed", "choosing walk \(half.rawValue) type"),
        ]
    ) { list in
        let isAnyChosen = groups.contains { $0.offers.contains { $0.type == chosen } }
        for (place, group) in groups.enumerated() {
            list.element("div class='offers' role='group' aria-label=?", group.title) { box in
                box.element("p", text: group.title)
                for (index, offer) in group.offers.enumerated() {
                    let isChosen = offer.type == chosen
                    write(
                        offer, half, isChosen: isChosen, isFocusable: isChosen || !isAnyChosen && place + index == 0,
                        listing, session.presentation, to: &box)
                }
            }
        }
    }
}

private func write(
    _ offer: TypeOffer, _ half: Half, isChosen: Bool, isFocusable: Bool, _ listing: TypeListing,
    _ presentation: Presentation, to html: inout HTML
) {
    let tabIndex = isFocusable ? "0" : "-1"
    let result = offer.combination.map { presentation.title($0) }
    html.element("div class='offer'") { box in
        box.element(
            "button type='button' role='radio' id=? class=? aria-checked=? tabindex=? data-action=?",
            typeTagID(offer.index), offer.isMatch ? "type match" : "type", isChosen ? "true" : "false", tabIndex,
            "choosing chord-type \(half.rawValue) \(offer.index)"
        ) { type in
            let suffix = presentation.name(offer.type)
            type.element("b class=? translate='no'", suffix.unicodeScalars.count > 6 ? "long" : nil) { name in
                if let root = offer.chord?.root { name.element("span class='root'", text: presentation.name(root)) }
                name.write(symbol: suffix)
            }
            KeyboardPicture(of: offer.chord, as: half, octaves: KeyboardPicture.smallOctaves).writeSmall(to: &type)
            if offer.isMatch { type.element("span class='spoken'", text: ChoosingText.isMatchFound) }
            if let result {
                type.element("span class='becomes'") { line in
                    line.element("span class='spoken'", text: ChoosingText.makes)
                    // The compact layout does not show the result, so screen readers need not read it either.
                    if listing == .chips, !offer.isMatch {
                        line.write(ChoosingText.polychord)
                    } else {
                        line.element("span translate='no'") { $0.write(symbol: result) }
                    }
                }
            }
        }
        guard let chord = offer.chord else { return }
        let name = presentation.listName(chord)
        let action = "choosing hear \(half.rawValue) \(offer.index) "
        // As with the types, only one is reached by Tab.
        box.element(
            "button type='button' class='play' data-action=? data-alternate=? aria-label=? tabindex=?",
            action + "pitches", action + "arpeggio",
            result.map { ChoosingText.play($0, with: name) } ?? SharedText.play(name), tabIndex)
    }
}
