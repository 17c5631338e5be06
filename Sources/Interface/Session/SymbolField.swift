import Harmony
import Rendering

/// A text field for a chord symbol.
struct SymbolField: Sendable, Hashable {
    var text = ""
    /// The error message, if the text cannot be read.
    var message: String?
    var suggestions: [Chord] = []
    /// Index of the suggestion that Enter would take.
    var highlighted: Int?
    /// Whether the user has typed the text since the last note on how it was read.
    var isTyped = false
    /// Whether editing the field has already added an undo step.
    var hasHistoryStep = false

    init() {}

    /// A field with the name of a chord that was not typed.
    init(_ choice: ChordChoice, _ presentation: Presentation) {
        text = choice.chord.map { presentation.listName($0) } ?? ""
    }

    /// The chord that the text names.
    func chord(_ presentation: Presentation) throws(SymbolError) -> Chord {
        try Chord(text, in: presentation.notation.names).spelled(in: presentation.vocabulary.vocabulary)
    }

    /// Takes a change of the text.
    /// - Returns: the chord; empty if the text is empty, nil if it cannot be read, in which case the former choice
    ///   stays.
    mutating func type(_ newText: String, suggesting new: [Chord], _ presentation: Presentation) -> ChordChoice? {
        text = newText
        highlighted = nil
        message = nil
        suggestions = new
        do throws(SymbolError) {
            return ChordChoice(try chord(presentation))
        } catch {
            if error.reason == .empty { return ChordChoice() }
            // A symbol that may still be completed is not an error.
            let isUnfinished =
                error.reason == .incomplete || error.reason == .contradiction
                || Suggestions.isBeginningOfWord(error.split.rest, presentation.notation.names)
            if suggestions.isEmpty, !isUnfinished { message = error.message }
            return nil
        }
    }

    /// Whether a text that is not a chord may be a sum, an equation, or contain a chord.
    static func mayBeEquation(_ text: String, _ names: NoteNames) -> Bool {
        guard (try? Chord(text, in: names)) == nil else { return false }
        var isAfterSign = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "=", "|", "?": return true
            case "+", "/", " ": isAfterSign = true
            case "A"..."G" where isAfterSign, "a"..."g" where isAfterSign: return true
            case "A"..."Z" where isAfterSign && names != .english, "a"..."z" where isAfterSign && names != .english:
                return true
            default: isAfterSign = false
            }
        }
        return false
    }

    /// Ends editing. The text becomes the name of the chord, or an error is shown.
    mutating func finish(_ presentation: Presentation) {
        endEditing()
        do throws(SymbolError) {
            text = presentation.listName(try chord(presentation))
            message = nil
        } catch {
            message = error.reason == .empty ? nil : error.message
        }
    }

    /// Ends editing. The text stays.
    mutating func endEditing() {
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
