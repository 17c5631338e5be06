/// Why the name of a key could not be read.
public struct KeyError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// Nothing was written.
        case empty
        /// It does not begin with a note name.
        case noTonic
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
            return "There is no key to read: type a note name, then its mode, such as F♯ minor."
        case .noTonic:
            return "“\(text)” does not begin with a note name: expected a letter from A to G, perhaps with ♭ or ♯."
        case .noMode(let rest):
            let modes = Mode.allCases.map { $0.name }.joined(separator: ", ")
            return "“\(text)” is not a key: “\(rest)” is no mode; there are \(modes)."
        }
    }
}

extension Key {
    /// Reads a key as musicians write it: `C`, `c` and `Am` (a small letter alone is minor), `F# harmonic minor`,
    /// `D dorian`, `Bb_major`. Capitals and spaces make no difference in the name of a mode, and every name that its
    /// scale goes by will do: `C Ionian`, `A Aeolian`, `A natural minor`.
    ///
    /// - Throws: ``KeyError`` for anything else.
    public init(_ text: String) throws(KeyError) {
        let tonic: NoteName
        let rest: String
        do throws(SymbolError) {
            (tonic, rest) = try ChordReader.readLeadingNote(text)
        } catch {
            throw KeyError(text: text, reason: error.reason == .empty ? .empty : .noTonic)
        }
        guard let mode = Key.mode(named: rest, ofTonicIn: text) else {
            throw KeyError(text: text, reason: .noMode(rest))
        }
        self.init(tonic, mode)
    }

    private static func mode(named name: String, ofTonicIn text: String) -> Mode? {
        switch name {
        case "":
            let isSmall = text.unicodeScalars.first { $0 != " " }.map { ("a"..."g").contains($0) } ?? false
            return isSmall ? .minor : .major
        case "M", "ma", "maj": return .major
        case "m", "mi", "min", "-": return .minor
        default: return ScaleType(named: name).flatMap { Mode($0) }
        }
    }
}
