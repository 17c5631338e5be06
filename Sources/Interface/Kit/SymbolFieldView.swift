import Answers
import Harmony

func fieldID(_ term: Term) -> String { term.rawValue + "-field" }

/// A text field that suggests chords while one types.
func symbolField(_ session: Session, _ half: Half, to html: inout HTML) {
    symbolField(session, Term(half), to: &html)
}

/// - Parameters:
///   - isFollowed: whether Enter goes on to another field.
///   - pin: what stands in the field besides, at its end.
func symbolField(
    _ session: Session, _ term: Term, isFollowed: Bool = false, to html: inout HTML, pin: (inout HTML) -> Void = { _ in }
) {
    let field = session[term]
    let name = term.rawValue
    let hasSuggestions = !field.suggestions.isEmpty
    // The two chords are chosen on more than one screen; a result is asked for in the combiner.
    let (feature, rest) = term == .result ? ("combiner ", "") : ("choosing ", " " + name)
    html.element("div class='symbol' data-scope") { box in
        box.element("label class='spoken'", [("for", fieldID(term))], text: label(term))
        box.element("div class='entry'") { entry in
            entry.void("""
                input type='text' autocomplete='off' autocapitalize='off' autocorrect='off' spellcheck='false' \
                role='combobox' aria-autocomplete='list'
                """, [
                ("id", fieldID(term)), ("value", field.text), ("enterkeyhint", isFollowed ? "next" : "done"),
                ("placeholder", "type " + placeholder(term, session.presentation)),
                ("maxlength", "\(ChordReader.longestSymbol)"), ("aria-expanded", hasSuggestions ? "true" : "false"),
                ("aria-controls", name + "-options"),
                ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
                ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
                ("data-input", feature + "type" + rest),
                ("data-keys", "ArrowDown ArrowUp Enter" + (hasSuggestions ? " Escape" : "")),
                ("data-keyed", feature + "key" + rest), ("data-blur", feature + "leave" + rest),
            ])
            pin(&entry)
        }
        box.element("ul class='options' role='listbox' aria-label='Suggestions' data-keepfocus tabindex='-1'", [
            ("id", name + "-options"), ("hidden", hasSuggestions ? nil : ""),
        ]) { list in
            for (index, chord) in field.suggestions.enumerated() {
                list.element("li role='option'", [
                    ("id", name + "-option-\(index)"), ("aria-selected", field.highlighted == index ? "true" : "false"),
                    ("data-action", feature + "take" + rest + " \(index)"),
                ]) { item in
                    let presentation = session.presentation
                    item.element("b", text: term == .result ? presentation.shortName(chord) : presentation.listName(chord))
                    item.element("span", text: presentation.names(chord.notes))
                }
            }
        }
        box.element("p class='message'", [("id", name + "-message")], text: field.message ?? "")
    }
}

private func label(_ term: Term) -> String {
    switch term {
    case .lower: "Lower chord symbol"
    case .upper: "Upper chord symbol"
    case .result: "Result’s symbol"
    }
}

/// What could be typed there: of the two chords those that things are explained with, of results one whose halves few know.
private func placeholder(_ term: Term, _ presentation: Presentation) -> String {
    switch term {
    case .lower: presentation.shortName(Combination.example.lower)
    case .upper: presentation.shortName(Combination.example.upper)
    case .result: presentation.written("C13(♭9)")
    }
}
