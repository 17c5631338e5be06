import Answers
import Harmony

/// What is typed into the fields of the three terms.
extension Session {
    /// The text of a field has changed.
    mutating func type(_ text: String, in term: Term) {
        let before = self[term].began ?? equation
        let choice = self[term].type(text, suggesting: suggestions(for: text, in: term), presentation)
        guard let choice else { return }
        let new = term.half.map { before.choosing($0, choice, for: before.asked, circumstances) }
            ?? asking(for: choice.chord, in: before)
        show(new, besides: term)
        if new != before { self[term].began = before }
    }

    /// A suggestion is taken.
    mutating func take(_ index: Int, in term: Term) -> [Effect] {
        guard self[term].suggestions.indices.contains(index) else { return [] }
        let chord = self[term].suggestions[index]
        type(presentation.listName(chord), in: term)
        finish(term)
        return announcement(term)
    }

    mutating func press(_ key: String, in term: Term) -> [Effect] {
        switch key {
        case "ArrowDown", "ArrowUp":
            if self[term].suggestions.isEmpty { self[term].suggestions = suggestions(for: self[term].text, in: term) }
            self[term].highlight(next: key == "ArrowDown")
            return []
        case "Enter":
            if let index = self[term].highlighted { return take(index, in: term) }
            let isEmpty = self[term].text.isEmpty
            finish(term)
            return isEmpty ? [] : announcement(term)
        case "Escape":
            self[term].suggestions = []
            self[term].highlighted = nil
            return []
        default:
            return []
        }
    }

    mutating func leave(_ term: Term) -> [Effect] {
        let before = self[term]
        finish(term)
        return before.text.isEmpty || before == self[term] ? [] : announcement(term)
    }

    /// The typist is done with a field. What was typed and taken back is no step.
    private mutating func finish(_ term: Term) {
        let began = self[term].began
        let unsolved = term == .result ? resultField.message : nil
        self[term].close(presentation)
        if past.last == equation { past.removeLast() }
        guard let half = term.half else {
            // It can be read, but that is not what is wrong with it.
            resultField.message = resultField.message ?? unsolved
            return
        }
        // A half that was emptied may have been chosen by the app since.
        if self[half].text.isEmpty { self[half] = SymbolField(choices[half], presentation) }
        if let asked = began?.asked, equation.asked == nil { notice = lettingGo(asked, for: half) }
    }

    private func suggestions(for text: String, in term: Term) -> [Chord] {
        term == .result ? Suggestions.results(for: text) : Suggestions.chords(for: text)
    }
}
