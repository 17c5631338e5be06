/// What the notes are called where the reader lives. It is a matter of reading and writing alone: a chord is the same
/// chord under each of its names.
public enum NoteNames: String, CaseIterable, Sendable, Hashable {
    /// `C D E F G A B`
    case english
    /// `C D E F G A H`, and `B` for B♭, as German lead sheets print chords: all other sharps and flats keep their signs.
    case german
    /// `Do Ré Mi Fa Sol La Si`, which stay where they are in every key.
    case solfege

    /// The name as printed: B♭ is `B♭`, `B` or `Si♭`.
    public func name(of note: NoteName) -> String {
        if self == .english { return note.text }
        let (letter, accidental) = parts(of: note)
        return letter + accidental.written
    }

    /// What stands for the letter, and the sharps or flats behind it: B♭ is `B` and a flat, in German `B` and nothing.
    public func parts(of note: NoteName) -> (letter: String, accidental: Accidental) {
        self == .english ? (note.letter.name, note.accidental) : translated(note)
    }

    /// A letter by itself, as a picker shows it.
    public func name(of letter: Letter) -> String { self == .english ? letter.name : translated(letter) }

    /// What a reader of these names calls them.
    public var title: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .solfege: "solfège"
        }
    }

    /// What a name begins with, for the message where there is none.
    public var expectation: String {
        switch self {
        case .english: "a letter from A to G, perhaps with ♭ or ♯"
        case .german: "a letter from A to H, perhaps with ♭ or ♯"
        case .solfege: "Do, Ré, Mi, Fa, Sol, La or Si, perhaps with ♭ or ♯"
        }
    }

    private func translated(_ note: NoteName) -> (letter: String, accidental: Accidental) {
        // One flat is in the letter B already. With two, H says what B with another flat would leave open.
        if self == .german, note.letter == .b, note.accidental == .flat { return ("B", .natural) }
        return (translated(note.letter), note.accidental)
    }

    private func translated(_ letter: Letter) -> String {
        guard self == .solfege else { return letter == .b ? "H" : letter.name }
        switch letter {
        case .c: return "Do"
        case .d: return "Ré"
        case .e: return "Mi"
        case .f: return "Fa"
        case .g: return "Sol"
        case .a: return "La"
        case .b: return "Si"
        }
    }
}
