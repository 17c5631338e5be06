import Answers
import Harmony

func fieldID(_ half: Half) -> String { half.rawValue + "-field" }

/// A text field that suggests chords while one types.
func symbolField(_ session: Session, _ half: Half, to html: inout HTML) {
    let field = session[half]
    let name = half.rawValue
    let hasSuggestions = !field.suggestions.isEmpty
    html.element("div class='symbol' data-scope") { box in
        let example = Combination.example
        let label = half == .lower ? "Lower chord symbol" : "Upper chord symbol"
        box.element("label class='spoken'", [("for", fieldID(half))], text: label)
        box.void("""
            input type='text' autocomplete='off' autocapitalize='off' autocorrect='off' spellcheck='false' \
            enterkeyhint='done' role='combobox' aria-autocomplete='list'
            """, [
            ("id", fieldID(half)), ("value", field.text),
            ("placeholder", "type " + session.presentation.shortName(half == .lower ? example.lower : example.upper)),
            ("maxlength", "\(ChordReader.longestSymbol)"), ("aria-expanded", hasSuggestions ? "true" : "false"),
            ("aria-controls", name + "-options"),
            ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
            ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
            ("data-input", "choosing type " + name),
            ("data-keys", "ArrowDown ArrowUp Enter" + (hasSuggestions ? " Escape" : "")), ("data-keyed", "choosing key " + name),
            ("data-blur", "choosing leave " + name),
        ])
        box.element("ul class='options' role='listbox' aria-label='Suggestions' data-keepfocus tabindex='-1'", [
            ("id", name + "-options"), ("hidden", hasSuggestions ? nil : ""),
        ]) { list in
            for (index, chord) in field.suggestions.enumerated() {
                option(chord, index, field, half, session.presentation, to: &list)
            }
        }
        box.element("p class='message'", [("id", name + "-message")], text: field.message ?? "")
    }
}

private func option(
    _ chord: Chord, _ index: Int, _ field: SymbolField, _ half: Half, _ presentation: Presentation, to list: inout HTML
) {
    let isHighlighted = field.highlighted == index
    list.element("li role='option'", [
        ("id", half.rawValue + "-option-\(index)"), ("aria-selected", isHighlighted ? "true" : "false"),
        ("data-action", "choosing take " + half.rawValue + " \(index)"),
    ]) { item in
        item.element("b", text: presentation.listName(chord))
        item.element("span", text: presentation.names(chord.notes))
    }
}
