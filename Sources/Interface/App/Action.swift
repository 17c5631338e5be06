import Harmony

/// Something a person did. Elements carry their action as a short string, such as `clear` or `type upper`.
enum Action: Sendable, Hashable {
    /// The browser went to another address.
    case go(String)
    /// A link of ours was followed.
    case visit(String)
    case type(Half, String)
    /// A suggestion was pointed at and taken.
    case take(Half, Int)
    /// A key was pressed in the field.
    case key(Half, String)
    /// The field was left.
    case leave(Half)
    case letter(Half, Letter)
    /// By its place in the choices of a picker.
    case accidental(Half, Int)
    /// By its place among the selectable types.
    case chordType(Half, Int)
    /// A key was pressed in a picker.
    case walk(Picker, Half, String)
    /// A key was pressed anywhere.
    case shortcut(String)
    case play(Playing)
    case set(Setting, String)
    /// Another tab has changed the settings: lines of a key, a space and a value.
    case follow(String)
    /// Shows or hides the notes of graphs.
    case graphNotes
    case download(GraphFormat)
    /// A key on the circle of fifths, by its hour.
    case circle(Int, Mode)
    /// The rings of the circle were turned by hand so many hours clockwise.
    case turnCircle(Int)
    /// A key was pressed on the circle.
    case walkCircle(String)
    /// Whether keys list their seventh chords instead of their triads.
    case keyChords(sevenths: Bool)
    case downloadCircle
    case instrument(InstrumentAction)
    case chordset(ChordsetAction)
    /// A chord that stands somewhere becomes one of the two.
    case use(Half, String)
    case swap
    case clear
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

    enum Picker: String, Sendable, Hashable {
        case letter, accidental, type
    }

    /// - Parameter value: the text of the field that was used, or the address gone to.
    init?(_ text: String, value: String?) {
        let words = text.split(separator: " ").map(String.init)
        let half = words.count > 1 ? Half(rawValue: words[1]) : nil
        let number = words.count > 2 ? Int(words[2]) : nil
        switch (words.first, half, words.count) {
        case ("go", _, 1): self = .go(value ?? "/")
        case ("visit", _, 2): self = .visit(words[1])
        case ("swap", _, 1): self = .swap
        case ("clear", _, 1): self = .clear
        case ("circle", _, 3):
            guard let hour = Int(words[1]), 0..<12 ~= hour, let mode = Mode(rawValue: words[2]) else { return nil }
            self = .circle(hour, mode)
        case ("turn-circle", _, 2):
            guard let hours = Int(words[1]), abs(hours) < 1000 else { return nil }
            self = .turnCircle(hours)
        case ("walk-circle", _, 2): self = .walkCircle(words[1])
        case ("key-chords", _, 2): self = .keyChords(sevenths: words[1] == "sevenths")
        case ("download-circle", _, 1): self = .downloadCircle
        case ("use", let half?, 3): self = .use(half, words[2])
        case ("undo", _, 1): self = .undo
        case ("redo", _, 1): self = .redo
        case ("share", _, 1): self = .share
        case ("copy-link", _, 1): self = .copyLink
        case ("copy", _, 2...): self = .copy(String(text.dropFirst("copy ".count)))
        case ("copied", _, 1): self = .copied(value ?? "")
        case ("unpainted", _, 1): self = .unpainted
        case ("uncopied", _, 1): self = .uncopied(value ?? "")
        case ("sound", _, 3):
            guard let playing = Playing(words[1], pitches: words[2]) else { return nil }
            self = .play(playing)
        case ("shortcut", _, 2):
            switch words[1] {
            case "Mod+z": self = .undo
            case "Mod+Z", "Mod+y": self = .redo
            default: self = .shortcut(words[1])
            }
        case ("follow", _, 1): self = .follow(value ?? "")
        case ("set", _, 2), ("set", _, 3):
            guard let setting = Setting(rawValue: words[1]), let value = words.count > 2 ? words[2] : value else { return nil }
            self = .set(setting, value)
        case ("graph-notes", _, 1): self = .graphNotes
        case ("download", _, 2):
            guard let format = GraphFormat(rawValue: words[1]) else { return nil }
            self = .download(format)
        case ("type", let half?, 2): self = .type(half, value ?? "")
        case ("leave", let half?, 2): self = .leave(half)
        case ("key", let half?, 3): self = .key(half, words[2])
        case ("take", let half?, 3):
            guard let number else { return nil }
            self = .take(half, number)
        case ("letter", let half?, 3):
            guard let letter = Letter.allCases.first(where: { $0.name == words[2] }) else { return nil }
            self = .letter(half, letter)
        case ("accidental", let half?, 3):
            guard let number, Accidental.choices.indices.contains(number) else { return nil }
            self = .accidental(half, number)
        case ("chord-type", let half?, 3):
            guard let number, Vocabulary.core.selectable.indices.contains(number) else { return nil }
            self = .chordType(half, number)
        case ("walk", let half?, 4):
            guard let picker = Picker(rawValue: words[2]) else { return nil }
            self = .walk(picker, half, words[3])
        default:
            if let action = InstrumentAction(words, value: value) {
                self = .instrument(action)
            } else if let action = ChordsetAction(words, value: value) {
                self = .chordset(action)
            } else {
                return nil
            }
        }
    }
}
