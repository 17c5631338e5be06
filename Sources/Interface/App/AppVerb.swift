/// An action that every screen has.
indirect enum AppVerb: Sendable {
    /// `go`: the browser has navigated to another address.
    case go(String)
    /// `visit /circle/F♯`: a link of the page was followed.
    case visit(String)
    /// `shortcut Escape`: a key was pressed outside of text fields.
    case shortcut(String)
    case undo
    case redo
    /// Open the device's share sheet with the address of the screen.
    case share
    case copyLink
    /// `search`: the text in the search field of help, settings or the dictionary has changed.
    case search(String)
    /// `narrow family` or `narrow notes`: a filter of the dictionary was chosen.
    case narrow(isFamily: Bool, String)
    /// `next-root ArrowRight`: go on in fourths in the dictionary, or back.
    case nextRoot(isBack: Bool)
    case copy(String)
    /// The browser has copied this to the clipboard.
    case copied(String)
    /// The browser did not allow copying this to the clipboard.
    case uncopied(String)
    /// `save-more` or `save-all`, with `tunes` as the value: the host can store further changes, or has to store all
    /// before the page is closed.
    case saveMore(StoredItem.Kind, all: Bool)
    /// The browser could not convert a drawing to PNG.
    case unpainted

    /// The first word of each action.
    private enum Word: String {
        case go, visit, shortcut, undo, redo, share, search, narrow
        case copyLink = "copy-link"
        case nextRoot = "next-root"
        case saveMore = "save-more"
        case saveAll = "save-all"
        case copy, copied, uncopied, unpainted
    }

    /// - Parameter text: the text of the action that consists of `words`.
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
        case (.search, 1): self = .search(value ?? "")
        case (.narrow, 2): self = .narrow(isFamily: words[1] == "family", value ?? "")
        case (.nextRoot, 2): self = .nextRoot(isBack: words[1] == "ArrowLeft")
        case (.saveMore, 1), (.saveAll, 1):
            guard let kind = StoredItem.Kind(rawValue: value ?? "") else { return nil }
            self = .saveMore(kind, all: words[0] == "save-all")
        case (.copy, 2...): self = .copy(String(text.dropFirst("app copy ".count)))
        case (.copied, 1): self = .copied(value ?? "")
        case (.uncopied, 1): self = .uncopied(value ?? "")
        case (.unpainted, 1): self = .unpainted
        default: return nil
        }
    }
}
