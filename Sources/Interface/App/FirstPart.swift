import Answers
import Harmony

extension App {
    /// Whether an action has to wait for the second part of the engine, which follows a first visit: what a visit begins
    /// with is that chords are chosen, combined and heard. See docs/ARCHITECTURE.md.
    public func waits(action text: String, value: String?) -> Bool {
        let words = text.split(separator: " ")
        guard let feature = words.first else { return false }
        switch Action.Feature(rawValue: String(feature)) {
        case .sound: return false
        // Settings are changed beside any screen, and by other tabs at any time. Only English names of notes are known, and
        // what sounds as it is read.
        case .settings:
            return words.contains("note-names") || words.contains("for")
                || value?.split(separator: "\n").contains { setting in
                    setting.hasPrefix("note-names ") && setting != "note-names english"
                        || setting.hasPrefix("for ") && setting != "for C"
                } == true
        // What is asked for has each choice solve for the other, an equation may ask for something, and another order of
        // types is measured.
        case .choosing:
            let isOrdering = words.count > 1 && words[1] == "show"
            return isOrdering || state.session.equation.asked != nil || state.session.wanted != nil
                || value.map { SymbolField.mayBeMore(than: $0, .english) || Answers.mayNeedRemark($0, .english) } == true
        case .app:
            switch words.count > 1 ? words[1] : "" {
            case "go": return waits(address: value ?? "/")
            case "visit": return waits(address: words.count > 2 ? String(words[2]) : "/")
            case "shortcut": return words.last == "?"
            default: return false
            }
        default: return true
        }
    }

    /// Whether the screen at an address has to wait for the second part.
    private func waits(address path: String) -> Bool {
        guard let first = path.split(separator: "/").first else { return false }
        return first != "combine" && first != "select"
    }
}
