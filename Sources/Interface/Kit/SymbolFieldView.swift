import Harmony
import Rendering

func fieldID(_ term: Term) -> String { term.rawValue + "-field" }

/// A text field with suggestions for one of the two chords.
func symbolField(_ session: Session, _ half: Half, to html: inout HTML) {
    symbolField(session, Term(half), to: &html)
}

/// A text field with suggestions for a term of the equation.
/// - Parameter isInEquation: whether the fields of the other terms are on the same screen. Then the field has a pin,
///   and Enter in the lower chord leads to the upper one.
func symbolField(_ session: Session, _ term: Term, isInEquation: Bool = false, to html: inout HTML) {
    let name = term.rawValue
    // The two chords can be typed on several screens, a result only in the combiner.
    let (feature, suffix) = term == .result ? ("combiner", "") : ("choosing", " " + name)
    let role = FieldRole(
        name: name, label: SharedText.symbol(term), example: SharedText.type(placeholder(term, session.presentation)),
        feature: feature,
        suffix: suffix, enterKey: isInEquation && term == .lower ? "next" : "done", isResult: term == .result)
    symbolField(session[term], as: role, session.presentation, to: &html) { entry in
        guard isInEquation else { return }
        pen(to: &entry)
        pin(session, term, to: &entry)
    }
}

/// The purpose of a chord field, and the actions that it sends: `type`, `key Enter`, `take 2`, `leave`.
struct FieldRole {
    /// The prefix of the ids of its elements.
    let name: String
    let label: String
    /// The placeholder.
    let example: String
    /// The first word of its actions.
    let feature: String
    /// The rest of its actions after the verb, with a leading space.
    var suffix = ""
    var take = "take"
    /// The label of the Enter key on phones (`enterkeyhint`).
    let enterKey: String
    /// Whether it is a result. Then suggestions have short names.
    let isResult: Bool
}

/// - Parameter tools: further content of the field.
func symbolField(
    _ field: SymbolField, as role: FieldRole, _ presentation: Presentation, to html: inout HTML,
    tools: (inout HTML) -> Void = { _ in }
) {
    let name = role.name
    let hasSuggestions = !field.suggestions.isEmpty
    func verb(_ word: String) -> String { role.feature + " " + word + role.suffix }
    html.element("div class='symbol' data-scope") { box in
        box.element("label class='spoken' for=?", name + "-field", text: role.label)
        box.element("div class='entry'") { entry in
            entry.void(
                """
                input type='text' autocomplete='off' autocapitalize='off' autocorrect='off' spellcheck='false' \
                role='combobox' aria-autocomplete='list'
                """,
                [
                    ("id", name + "-field"), ("value", field.text), ("enterkeyhint", role.enterKey),
                    ("placeholder", role.example), ("maxlength", "\(TypedEquation.maximumTextLength)"),
                    ("aria-expanded", hasSuggestions ? "true" : "false"), ("aria-controls", name + "-options"),
                    ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
                    ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
                    ("data-input", verb("type")),
                    ("data-keys", "ArrowDown ArrowUp Enter" + (hasSuggestions ? " Escape" : "")),
                    ("data-keyed", verb("key")), ("data-blur", verb("leave")),
                ])
            tools(&entry)
        }
        box.element(
            "ul class='options' role='listbox' data-keepfocus tabindex='-1' aria-label=? id=? hidden=?",
            SharedText.suggestions, name + "-options", hasSuggestions ? nil : ""
        ) { list in
            for (index, chord) in field.suggestions.enumerated() {
                list.element(
                    "li role='option' id=? aria-selected=? data-action=?",
                    name + "-option-\(index)", field.highlighted == index ? "true" : "false",
                    verb(role.take) + " \(index)"
                ) { item in
                    item.element(
                        "b translate='no'",
                        text: role.isResult ? presentation.shortName(chord) : presentation.listName(chord))
                    item.element("span translate='no'", text: presentation.names(chord.notes))
                }
            }
        }
        box.element("p class='message' id=?", name + "-message", text: field.message ?? "")
    }
}

/// An icon that marks the field as editable while it is collapsed.
private func pen(to html: inout HTML) {
    html.element("svg class='pen' viewBox='0 0 24 24' aria-hidden='true'") {
        $0.element("path d='M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5'")
    }
}

/// A toggle that pins a term. Nothing can be pinned before the equation is complete.
private func pin(_ session: Session, _ term: Term, to html: inout HTML) {
    let equation = session.equation
    guard let result = equation.requested ?? session.combination?.result else { return }
    let isKept = term.half.map { !equation.isSolved[$0] } ?? (equation.requested != nil)
    guard let chord = term.half.map({ equation.halves[$0].chord }) ?? result else { return }
    let name = session.presentation.shortName(chord)
    html.element(
        "button type='button' class='pin' id=? data-action=? aria-pressed=? aria-label=?",
        term.rawValue + "-pin", "combiner pin " + term.rawValue, isKept ? "true" : "false",
        SharedText.pin(name, isPinned: isKept)
    ) { button in
        button.element("svg viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d='M9 4h6M10 4l-.6 6.2C7.6 11 6.5 12.4 6.5 14h11c0-1.6-1.1-3-2.9-3.8L14 4M12 14v6.5'")
        }
    }
}

/// The placeholder: a chord of the standard example, or a result whose pairs are not obvious.
private func placeholder(_ term: Term, _ presentation: Presentation) -> String {
    switch term {
    case .lower: presentation.shortName(Combination.example.lower)
    case .upper: presentation.shortName(Combination.example.upper)
    case .result: presentation.name(Letter.c) + presentation.written("13(♭9)")
    }
}
