/// Something done on every screen.
indirect enum AppVerb: Sendable {
    /// `go`: the browser went to another address.
    case go(String)
    /// `visit /circle/F♯`: a link of ours was followed.
    case visit(String)
    /// `shortcut Escape`: a key was pressed anywhere.
    case shortcut(String)
    case undo
    case redo
    /// Hand on the address of this screen, by the device's own means.
    case share
    case copyLink
    case copy(String)
    /// The browser has put this into the clipboard.
    case copied(String)
    /// The browser would not put this into the clipboard.
    case uncopied(String)
    /// The browser could not paint a drawing.
    case unpainted

    /// The first word of each action.
    private enum Word: String {
        case go, visit, shortcut, undo, redo, share
        case copyLink = "copy-link"
        case copy, copied, uncopied, unpainted
    }

    /// - Parameter text: the whole of what `words` are the words of.
    init?(_ words: [String], _ text: String, value: String?) {
        switch (words.first.flatMap(Word.init), words.count) {
        case (.go, 1): self = .go(value ?? "/")
        case (.visit, 2): self = .visit(words[1])
        case (.shortcut, 2):
            switch words[1] {
            case "Mod+z": self = .undo
            case "Mod+Z", "Mod+y": self = .redo
            default: self = .shortcut(words[1])
            }
        case (.undo, 1): self = .undo
        case (.redo, 1): self = .redo
        case (.share, 1): self = .share
        case (.copyLink, 1): self = .copyLink
        case (.copy, 2...): self = .copy(String(text.dropFirst("app copy ".count)))
        case (.copied, 1): self = .copied(value ?? "")
        case (.uncopied, 1): self = .uncopied(value ?? "")
        case (.unpainted, 1): self = .unpainted
        default: return nil
        }
    }
}
