import Exchange
import Harmony
import Rendering

/// A text field in which a chord's symbol is typed.
struct SymbolField: Sendable, Hashable {
    /// What stands in the field.
    var text = ""
    /// Why the text cannot be read.
    var message: String?
    var suggestions: [Chord] = []
    /// Index of the suggestion that Enter would take.
    var highlighted: Int?
    /// Whether the user has typed what stands in it, and has not been told yet how it was read.
    var isTyped = false
    /// Whether the present visit to the field already has its step in the history.
    var hasHistoryStep = false

    init() {}

    /// A field that shows a chord which was chosen elsewhere.
    init(_ choice: ChordChoice, _ presentation: Presentation) {
        text = choice.chord.map { presentation.listName($0) } ?? ""
    }

    /// What stands in the field, as a chord.
    func chord(_ presentation: Presentation) throws(SymbolError) -> Chord {
        try Chord(text, in: presentation.notation.names).spelled(in: presentation.vocabulary.vocabulary)
    }

    /// The text has changed under the typist's hands.
    /// - Returns: what is chosen so. Nil while something unreadable is typed: what was chosen before stays then, so that
    ///   nothing is lost.
    mutating func type(_ newText: String, suggesting new: [Chord], _ presentation: Presentation) -> ChordChoice? {
        text = newText
        highlighted = nil
        message = nil
        suggestions = new
        do throws(SymbolError) {
            return ChordChoice(try chord(presentation))
        } catch {
            if error.reason == .empty { return ChordChoice() }
            // As long as something can still come of it, a half-typed symbol is not an error.
            let isUnfinished = error.reason == .incomplete || error.reason == .contradiction
                || Suggestions.isBeginningOfWord(error.split.rest, presentation.notation.names)
            if suggestions.isEmpty, !isUnfinished { message = error.message }
            return nil
        }
    }

    /// Whether a text that is no chord may be a sum or an equation, or have a chord in it. Most that is half typed is not.
    static func mayBeMore(than text: String, _ names: NoteNames) -> Bool {
        guard (try? Chord(text, in: names)) == nil else { return false }
        var isBehindSign = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "=", "|", "?": return true
            case "+", "/", " ": isBehindSign = true
            case "A"..."G" where isBehindSign, "a"..."g" where isBehindSign: return true
            case "A"..."Z" where isBehindSign && names != .english, "a"..."z" where isBehindSign && names != .english:
                return true
            default: isBehindSign = false
            }
        }
        return false
    }

    /// The typist is done: the text becomes the chord's own name, or the reason why it has none is told.
    mutating func close(_ presentation: Presentation) {
        rest()
        do throws(SymbolError) {
            text = presentation.listName(try chord(presentation))
            message = nil
        } catch {
            message = error.reason == .empty ? nil : error.message
        }
    }

    /// No one is typing now; what was typed stays.
    mutating func rest() {
        suggestions = []
        highlighted = nil
        hasHistoryStep = false
    }

    mutating func highlight(next: Bool) {
        guard !suggestions.isEmpty else { return }
        let count = suggestions.count
        guard let highlighted else {
            self.highlighted = next ? 0 : count - 1
            return
        }
        self.highlighted = (highlighted + (next ? 1 : count - 1)) % count
    }
}
