import Answers
import Harmony

func fieldID(_ term: Term) -> String { term.rawValue + "-field" }

/// A text field that suggests chords while one types.
func symbolField(_ session: Session, _ half: Half, to html: inout HTML) {
    symbolField(session, Term(half), to: &html)
}

/// - Parameter isInEquation: whether it stands among the fields of the others, so that the lower chord's leads on to the
///   upper one's and a pin says whether the term stays.
func symbolField(_ session: Session, _ term: Term, isInEquation: Bool = false, to html: inout HTML) {
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
                ("id", fieldID(term)), ("value", field.text), ("enterkeyhint", isInEquation && term == .lower ? "next" : "done"),
                ("placeholder", "type " + placeholder(term, session.presentation)),
                ("maxlength", "\(TypedEquation.longestText)"), ("aria-expanded", hasSuggestions ? "true" : "false"),
                ("aria-controls", name + "-options"),
                ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
                ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
                ("data-input", feature + "type" + rest),
                ("data-keys", "ArrowDown ArrowUp Enter" + (hasSuggestions ? " Escape" : "")),
                ("data-keyed", feature + "key" + rest), ("data-blur", feature + "leave" + rest),
            ])
            if isInEquation { pin(session, term, to: &entry) }
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

/// Whether a term stays, whatever is done with the others. Nothing is to be pinned until the equation is whole.
private func pin(_ session: Session, _ term: Term, to html: inout HTML) {
    let equation = session.equation
    guard let result = equation.asked ?? session.combination?.result else { return }
    let isKept = term.half.map { !equation.isSolved[$0] } ?? (equation.asked != nil)
    guard let chord = term.half.map({ equation.halves[$0].chord }) ?? result else { return }
    let name = session.presentation.shortName(chord)
    html.element("button type='button' class='pin'", [
        ("id", term.rawValue + "-pin"), ("data-action", "combiner pin " + term.rawValue),
        ("aria-pressed", isKept ? "true" : "false"), ("aria-label", (isKept ? "Let " : "Keep ") + name + (isKept ? " go" : "")),
    ]) { button in
        button.element("svg viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d='M9 4h6M10 4l-.6 6.2C7.6 11 6.5 12.4 6.5 14h11c0-1.6-1.1-3-2.9-3.8L14 4M12 14v6.5'")
        }
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
