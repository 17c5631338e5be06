/// Why the name of a key could not be read.
public struct KeyError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// Nothing was written.
        case empty
        /// It does not begin with a note name, but might with one of these.
        case noTonic(NoteNames)
        /// What stands behind the tonic is no mode.
        case noMode(String)
    }

    /// The text as it was given.
    public let text: String
    public let reason: Reason

    /// One sentence that names the offending part and what would be right.
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
    /// Reads a key as musicians write it: `C`, `c` and `Am` (a small letter alone is minor), `F# harmonic minor`,
    /// `D dorian`, `Bb_major`. Capitals and spaces make no difference in the name of a mode, and every name that its
    /// scale goes by will do: `C Ionian`, `A Aeolian`, `A natural minor`.
    ///
    /// - Parameter names: what its tonic is called. In solfège small letters say nothing: `la` is La major, and `lam` minor.
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
        switch ModeName(rawValue: name) {
        case .unnamed:
            let isSmall = text.unicodeScalars.first { $0 != " " && !$0.isShapeless }.map { ("a"..."h").contains($0) } ?? false
            return isSmall && names != .solfege ? .minor : .major
        case .capitalM, .ma, .maj: return .major
        case .smallM, .mi, .min, .minus: return .minor
        default: return ScaleType(named: name).flatMap { Mode($0) }
        }
    }
}
