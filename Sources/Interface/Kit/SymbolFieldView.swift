import Exchange
import Harmony
import Rendering

func fieldID(_ term: Term) -> String { term.rawValue + "-field" }

/// A text field that suggests chords while one types.
func symbolField(_ session: Session, _ half: Half, to html: inout HTML) {
    symbolField(session, Term(half), to: &html)
}

/// - Parameter isInEquation: whether it stands among the fields of the others, so that the lower chord's leads on to the
///   upper one's and a pin says whether the term stays.
func symbolField(_ session: Session, _ term: Term, isInEquation: Bool = false, to html: inout HTML) {
    let name = term.rawValue
    // The two chords are chosen on more than one screen; a result is asked for in the combiner.
    let (feature, rest) = term == .result ? ("combiner", "") : ("choosing", " " + name)
    let role = FieldRole(
        name: name, label: SharedText.symbol(term), example: SharedText.type(placeholder(term, session.presentation)), feature: feature,
        rest: rest, enterKey: isInEquation && term == .lower ? "next" : "done", asksForResult: term == .result)
    symbolField(session[term], as: role, session.presentation, to: &html) { entry in
        guard isInEquation else { return }
        pen(to: &entry)
        pin(session, term, to: &entry)
    }
}

/// What a field is for in which a chord is typed, and whose verbs are done in it: `type`, `key Enter`, `take 2`, `leave`.
struct FieldRole {
    /// Its identity, and those of its parts, begin so.
    let name: String
    let label: String
    /// What stands in it as long as it is empty.
    let example: String
    let feature: String
    /// What stands behind each verb, with a space before it.
    var rest = ""
    var take = "take"
    /// What the key on a phone's keyboard says.
    let enterKey: String
    /// Then chords are suggested as musicians say them.
    let asksForResult: Bool
}

/// - Parameter tools: what stands in the field besides.
func symbolField(
    _ field: SymbolField, as role: FieldRole, _ presentation: Presentation, to html: inout HTML,
    tools: (inout HTML) -> Void = { _ in }
) {
    let name = role.name
    let hasSuggestions = !field.suggestions.isEmpty
    func verb(_ word: String) -> String { role.feature + " " + word + role.rest }
    html.element("div class='symbol' data-scope") { box in
        box.element("label class='spoken' for=?", name + "-field", text: role.label)
        box.element("div class='entry'") { entry in
            entry.void("""
                input type='text' autocomplete='off' autocapitalize='off' autocorrect='off' spellcheck='false' \
                role='combobox' aria-autocomplete='list'
                """, [
                ("id", name + "-field"), ("value", field.text), ("enterkeyhint", role.enterKey),
                ("placeholder", role.example), ("maxlength", "\(TypedEquation.longestText)"),
                ("aria-expanded", hasSuggestions ? "true" : "false"), ("aria-controls", name + "-options"),
                ("aria-activedescendant", field.highlighted.map { name + "-option-\($0)" }),
                ("aria-invalid", field.message == nil ? nil : "true"), ("aria-describedby", name + "-message"),
                ("data-input", verb("type")), ("data-keys", "ArrowDown ArrowUp Enter" + (hasSuggestions ? " Escape" : "")),
                ("data-keyed", verb("key")), ("data-blur", verb("leave")),
            ])
            tools(&entry)
        }
        box.element("ul class='options' role='listbox' data-keepfocus tabindex='-1' aria-label=? id=? hidden=?",
            SharedText.suggestions, name + "-options", hasSuggestions ? nil : "") { list in
            for (index, chord) in field.suggestions.enumerated() {
                list.element("li role='option' id=? aria-selected=? data-action=?",
                    name + "-option-\(index)", field.highlighted == index ? "true" : "false",
                    verb(role.take) + " \(index)") { item in
                    item.element(
                        "b translate='no'", text: role.asksForResult ? presentation.shortName(chord) : presentation.listName(chord))
                    item.element("span translate='no'", text: presentation.names(chord.notes))
                }
            }
        }
        box.element("p class='message' id=?", name + "-message", text: field.message ?? "")
    }
}

/// Shows that the name beside it can be typed, as long as the field is no larger than this.
private func pen(to html: inout HTML) {
    html.element("svg class='pen' viewBox='0 0 24 24' aria-hidden='true'") {
        $0.element("path d='M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19zM14 6.5l3.5 3.5'")
    }
}

/// Whether a term stays, whatever is done with the others. Nothing is to be pinned until the equation is whole.
private func pin(_ session: Session, _ term: Term, to html: inout HTML) {
    let equation = session.equation
    guard let result = equation.asked ?? session.combination?.result else { return }
    let isKept = term.half.map { !equation.isSolved[$0] } ?? (equation.asked != nil)
    guard let chord = term.half.map({ equation.halves[$0].chord }) ?? result else { return }
    let name = session.presentation.shortName(chord)
    html.element("button type='button' class='pin' id=? data-action=? aria-pressed=? aria-label=?",
        term.rawValue + "-pin", "combiner pin " + term.rawValue, isKept ? "true" : "false",
        SharedText.pin(name, isPinned: isKept)) { button in
        button.element("svg viewBox='0 0 24 24' aria-hidden='true'") {
            $0.element("path d='M9 4h6M10 4l-.6 6.2C7.6 11 6.5 12.4 6.5 14h11c0-1.6-1.1-3-2.9-3.8L14 4M12 14v6.5'")
        }
    }
}

/// What could be typed there: of the two chords those that things are explained with, of results one whose halves few know.
private func placeholder(_ term: Term, _ presentation: Presentation) -> String {
    switch term {
    case .lower: presentation.shortName(Combination.example.lower)
    case .upper: presentation.shortName(Combination.example.upper)
    case .result: presentation.name(Letter.c) + presentation.written("13(♭9)")
    }
}
