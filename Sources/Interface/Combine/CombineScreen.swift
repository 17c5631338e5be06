import Harmony

/// The main screen: lower chord + upper chord = what they are together.
func combineScreen(_ state: AppState) -> [Region] {
    let parts = [
        ("lower", region { chordPanel(state.lower, .lower, to: &$0) }),
        ("upper", region { chordPanel(state.upper, .upper, to: &$0) }),
        ("result", region { resultPanel(state, to: &$0) }),
        ("tools", region { tools(state, to: &$0) }),
    ]
    return parts.map { Region(id: $0.0, html: $0.1) }
}

private func region(_ write: (inout HTML) -> Void) -> String {
    var html = HTML()
    write(&html)
    return html.text
}

// MARK: One chord

/// A chord's name, its keyboard, and the field in which it is typed.
private func chordPanel(_ field: ChordField, _ half: Half, to html: inout HTML) {
    let place = half == .lower ? "Lower Chord" : "Upper Chord"
    html.element("div", [("class", "head")]) { head in
        head.element("div", [("class", "title")]) { title in
            title.element("p", [("class", "place")], text: field.chord == nil ? "Select " + place : place)
            nameHeading(field.chord, missing: "Please select a chord", to: &title)
        }
        symbolField(field, half, to: &head)
    }
    KeyboardPicture(of: field.chord, as: half, octaves: 2).write(to: &html)
}

/// The short name as title; where it leaves something unsaid, the precise one beneath it.
private func nameHeading(_ chord: Chord?, missing: String, to html: inout HTML) {
    guard let chord else {
        html.element("h2", [("class", "name none")], text: missing)
        return
    }
    heading(chord.shortName, precise: isShortened(chord) ? chord.name : nil, to: &html)
}

private func heading(_ title: String, precise: String?, to html: inout HTML) {
    html.element("h2", [("class", "name")], text: title)
    if let precise { html.element("p", [("class", "precise")], text: precise) }
}

/// Whether the short name hides a degree; that a plain triad's `ma` is left out hides nothing.
private func isShortened(_ chord: Chord) -> Bool {
    chord.type.suffix != "ma" && chord.type.suffix != chord.type.shortSuffix
}

/// A text field that suggests chords while one types.
private func symbolField(_ field: ChordField, _ half: Half, to html: inout HTML) {
    let name = half.rawValue
    let label = half == .lower ? "Lower chord symbol" : "Upper chord symbol"
    let hasSuggestions = !field.suggestions.isEmpty
    html.element("div", [("class", "symbol"), ("data-scope", "")]) { box in
        box.element("label", [("class", "spoken"), ("for", name + "-field")], text: label)
        box.void("input", [
            ("id", name + "-field"), ("type", "text"), ("value", field.text),
            ("placeholder", half == .lower ? "type Cma7" : "type D"), ("maxlength", "\(ChordReader.longestSymbol)"),
            ("autocomplete", "off"), ("autocapitalize", "off"), ("autocorrect", "off"), ("spellcheck", "false"),
            ("enterkeyhint", "done"), ("role", "combobox"), ("aria-autocomplete", "list"),
            ("aria-expanded", hasSuggestions ? "true" : "false"), ("aria-controls", name + "-options"),
            ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
            ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
            ("data-input", "type " + name), ("data-keys", "ArrowDown ArrowUp Enter Escape"),
            ("data-keyed", "key " + name), ("data-blur", "leave " + name),
        ])
        box.element("ul", [
            ("id", name + "-options"), ("class", "options"), ("role", "listbox"), ("aria-label", "Suggestions"),
            ("hidden", hasSuggestions ? nil : ""), ("data-keepfocus", ""), ("tabindex", "-1"),
        ]) { list in
            for (index, chord) in field.suggestions.enumerated() { option(chord, index, field, half, to: &list) }
        }
        box.element("p", [("id", name + "-message"), ("class", "message")], text: field.message ?? "")
    }
}

private func option(_ chord: Chord, _ index: Int, _ field: ChordField, _ half: Half, to list: inout HTML) {
    let isHighlighted = field.highlighted == index
    list.element("li", [
        ("id", half.rawValue + "-option-\(index)"), ("role", "option"), ("aria-selected", isHighlighted ? "true" : "false"),
        ("data-action", "choose " + half.rawValue + " \(index)"),
    ]) { item in
        item.element("b", text: chord.type.suffix == "ma" ? chord.shortName : chord.name)
        item.element("span", text: chord.notes.map { $0.text }.joined(separator: " "))
    }
}

// MARK: Result

private func resultPanel(_ state: AppState, to html: inout HTML) {
    if let combination = state.combination {
        let kind =
            switch combination.kind {
            case .unified: "Unified chord"
            case .slash: "Slash chord"
            case .polychord: "Polychord"
            }
        html.element("p", [("class", "place")], text: kind)
        let precise = combination.result.flatMap { isShortened($0) ? $0.name : nil }
        heading(combination.title, precise: precise, to: &html)
        KeyboardPicture(of: combination).write(to: &html)
        noteTable(combination, to: &html)
        otherReadings(of: combination, to: &html)
    } else if let half = Half.allCases.first(where: { state[$0].chord != nil }), let chord = state[half].chord {
        html.element("p", [("class", "place")], text: half == .lower ? "Lower chord alone" : "Upper chord alone")
        nameHeading(chord, missing: "", to: &html)
        KeyboardPicture(of: chord, as: half, octaves: 3, showsParts: true).write(to: &html)
    } else {
        html.element("p", [("class", "place")], text: "Result")
        html.element("h2", [("class", "name none")], text: "waiting for chord selection…")
        KeyboardPicture([], octaves: 3, showsParts: true).write(to: &html)
    }
}

/// Each note with its degree and the chord it comes from; a polychord's halves, which share no root, without degrees.
private func noteTable(_ combination: Combination, to html: inout HTML) {
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

private func otherReadings(of combination: Combination, to html: inout HTML) {
    let others = Answers.otherReadings(of: combination)
    guard !others.isEmpty else { return }
    html.element("p", [("class", "readings")]) { line in
        line.write("also ")
        for (index, chord) in others.enumerated() {
            if index > 0 { line.write(", ") }
            line.element("b", text: chord.name)
        }
    }
}

// MARK: Tools

private func tools(_ state: AppState, to html: inout HTML) {
    let isEmpty = state.lower == ChordField() && state.upper == ChordField()
    for (action, title) in [("swap", "Swap"), ("clear", "Clear")] {
        html.element(
            "button", [("type", "button"), ("data-action", action), ("disabled", isEmpty ? "" : nil)], text: title)
    }
}
