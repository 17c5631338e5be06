import Exchange
import Harmony
import Rendering

/// Typing into the fields of the three terms.
extension Session {
    /// The text of a field has changed.
    mutating func type(_ text: String, in term: Term) {
        if !self[term].hasHistoryStep { typedFrom = equation }
        self[term].isTyped = true
        let before = typedFrom
        if let choice = self[term].type(text, suggesting: suggestions(for: text, in: term), presentation) {
            if let half = term.half, before.requested == nil {
                show(before.choosing(half, choice), except: term)
            } else {
                setTerm(choice, in: term, from: before)
            }
        } else if SymbolField.mayBeEquation(text, presentation.notation.names) {
            readEquation(text, in: term, from: before)
        }
        if equation != before { self[term].hasHistoryStep = true }
    }

    /// Takes a suggestion.
    mutating func take(_ index: Int, in term: Term) -> [Effect] {
        guard self[term].suggestions.indices.contains(index) else { return [] }
        type(presentation.listName(self[term].suggestions[index]), in: term)
        self[term].isTyped = false
        finish(term)
        return announcement(term)
    }

    mutating func press(_ key: String, in term: Term) -> [Effect] {
        let key = KeyboardKey(rawValue: key)
        switch key {
        case .down, .up:
            if self[term].suggestions.isEmpty { self[term].suggestions = suggestions(for: self[term].text, in: term) }
            self[term].highlight(next: key == .down)
            return []
        case .enter:
            if let index = self[term].highlighted { return take(index, in: term) }
            let isEmpty = self[term].text.isEmpty
            finish(term)
            return isEmpty ? [] : announcement(term)
        case .escape:
            self[term].suggestions = []
            self[term].highlighted = nil
            return []
        default:
            return []
        }
    }

    mutating func leave(_ term: Term) -> [Effect] {
        let before = self[term]
        let earlierNotice = notice
        notice = ""
        finish(term)
        if before != self[term] { return before.text.isEmpty ? [] : announcement(term) }
        // Every next action takes the focus away, which must not remove the notice.
        notice = earlierNotice
        return []
    }

    /// Ends the editing of a field. A change that was reverted is not an undo step.
    private mutating func finish(_ term: Term) {
        let before = self[term].hasHistoryStep ? typedFrom : equation
        let (text, names) = (self[term].text, presentation.notation.names)
        let isPlain = term.half != nil && before.requested == nil && !SymbolField.mayBeEquation(text, names)
        if isPlain { self[term].finish(presentation) } else { finishEquation(in: term, from: before) }
        if Answers.mayNeedRemark(text, names), self[term].message == nil, self[term].isTyped {
            addReadingNote(text, in: term)
        }
        if past.last == equation { past.removeLast() }
    }

    /// Adds a note if the text means something else in another language's note names.
    private mutating func addReadingNote(_ text: String, in term: Term) {
        self[term].isTyped = false
        addReadingNote(text)
    }

    /// The same for a field of another screen.
    mutating func addReadingNote(_ text: String) {
        guard let howRead = Answers.howReadChords([text], presentation.notation.names) else { return }
        notice += (notice.isEmpty ? "" : " ") + howRead
    }

    private func suggestions(for text: String, in term: Term) -> [Chord] {
        let names = presentation.notation.names
        return term == .result ? Suggestions.results(for: text, names) : Suggestions.chords(for: text, names)
    }
}
