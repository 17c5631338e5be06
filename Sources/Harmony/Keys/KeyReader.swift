/// Why the name of a key could not be read.
public struct KeyError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The text is empty.
        case empty
        /// It does not begin with a note name in these conventions.
        case noTonic(NoteNames)
        /// The text after the tonic is not a mode.
        case noMode(String)
    }

    /// The given text.
    public let text: String
    public let reason: Reason

    /// One sentence that names the invalid part and what is accepted.
    public var message: String {
        switch reason {
        case .empty:
            return "No key was given. Write a note name and a mode, such as F♯ minor."
        case .noTonic(let names):
            return "“\(text)” does not begin with a note name: expected \(names.expectation)."
        case .noMode(let rest):
            let modes = Mode.allCases.map { $0.name }.joined(separator: ", ")
            return "“\(text)” is not a key: “\(rest)” is not a mode. The modes are \(modes)."
        }
    }
}

extension Key {
    /// Reads a key as musicians write it: `C`, `c` and `Am` (a lowercase letter alone is minor), `F# harmonic minor`,
    /// `D dorian`, `Bb_major`.
    ///
    /// Case and spaces in the name of a mode are ignored. All names of its scale are accepted: `C Ionian`, `A Aeolian`,
    /// `A natural minor`. German note names go with `Dur` and `Moll`, solfège with `majeur` and `mineur` and their
    /// Italian, Spanish and Portuguese forms.
    ///
    /// - Parameter names: the naming convention of the tonic. In solfège case is ignored: `la` is La major, `lam`
    ///   minor.
    /// - Throws: ``KeyError`` for anything else.
    public init(_ text: String, in names: NoteNames = .english) throws(KeyError) {
        let tonic: NoteName
        let rest: String
        do throws(SymbolError) {
            (tonic, rest) = try ChordReader.readLeadingNote(text, in: names)
        } catch {
            throw KeyError(text: text, reason: error.reason == .empty ? .empty : .noTonic(names))
        }
        guard let mode = Key.mode(named: rest, ofTonicIn: text, names) else {
            throw KeyError(text: text, reason: .noMode(rest))
        }
        self.init(tonic, mode)
    }

    /// The short names of modes.
    private enum ModeName: String {
        case unnamed = ""
        case capitalM = "M"
        case ma, maj
        case smallM = "m"
        case mi, min
        case minus = "-"
    }

    private static func mode(named name: String, ofTonicIn text: String, _ names: NoteNames) -> Mode? {
        let plain = ScaleType.plain(name)
        // In the long names, case is ignored: Maj.
        switch ModeName(rawValue: name) ?? (plain.utf8.count > 1 ? ModeName(rawValue: plain) : nil) {
        case .unnamed:
            let isSmall =
                text.scalars.first { $0 != " " && !$0.isInvisible }.map { ("a"..."h").contains($0) } ?? false
            return isSmall && names != .solfege ? .minor : .major
        case .capitalM, .ma, .maj: return .major
        case .smallM, .mi, .min, .minus: return .minor
        default: return mode(ofWord: plain, names) ?? ScaleType(named: name).flatMap { Mode($0) }
        }
    }

    /// The mode of a word that is used with these note names: `h-Moll`, `Es-Dur`, `La mineur`.
    private static func mode(ofWord word: String, _ names: NoteNames) -> Mode? {
        switch names {
        case .english: nil
        case .german: word == "dur" ? .major : word == "moll" ? .minor : nil
        case .solfege:
            switch word {
            case "majeur", "maggiore", "mayor", "maior": .major
            case "mineur", "minore", "menor": .minor
            default: nil
            }
        }
    }
}
