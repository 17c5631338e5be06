/// The naming convention for notes. It affects reading and writing only: a chord is the same under each of its names.
public enum NoteNames: String, CaseIterable, Sendable, Hashable {
    /// `C D E F G A B`
    case english
    /// `C D E F G A H`, and `B` for B♭, as in German lead sheets; other accidentals keep their signs.
    case german
    /// `Do Ré Mi Fa Sol La Si`, fixed do.
    case solfege

    /// The displayed name: B♭ is `B♭`, `B` or `Si♭`.
    public func name(of note: NoteName) -> String {
        if self == .english { return note.text }
        let (letter, accidental) = parts(of: note)
        return letter + accidental.written
    }

    /// The displayed letter and accidental: B♭ is `B` and a flat, in German `B` and a natural.
    public func parts(of note: NoteName) -> (letter: String, accidental: Accidental) {
        self == .english ? (note.letter.name, note.accidental) : translated(note)
    }

    /// The name of a letter alone, for pickers.
    public func name(of letter: Letter) -> String { self == .english ? letter.name : translated(letter) }

    /// The title of the convention.
    public var title: String {
        switch self {
        case .english: "English"
        case .german: "German"
        case .solfege: "solfège"
        }
    }

    /// The expected beginning of a name, for error messages.
    public var expectation: String {
        switch self {
        case .english: "a letter from A to G, perhaps with ♭ or ♯"
        case .german: "a letter from A to H, perhaps with ♭ or ♯"
        case .solfege: "Do, Ré, Mi, Fa, Sol, La or Si, perhaps with ♭ or ♯"
        }
    }

    private func translated(_ note: NoteName) -> (letter: String, accidental: Accidental) {
        // In German, B already contains a flat. With two flats H is used, because B with a flat would be ambiguous.
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
