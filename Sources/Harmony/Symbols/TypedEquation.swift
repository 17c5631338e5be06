/// A typed or pasted chord, pair of chords, or equation: lower + upper = result. Terms of an equation may be left open.
///
/// | typed | lower | upper | result |
/// |---|---|---|---|
/// | `Cma7`, `play Cma7 here` | | | Cma7, and ``chord`` |
/// | `Cma7 + D`, `Cma7 + D =`, `D/Cma7`, `D\|Cma7`, `D over Cma7` | Cma7 | D | |
/// | `C7 + A = C13(b9)`, `C13(b9) = C7 + A` | C7 | A | C13(♭9) |
/// | `C7 + ? = C13(b9)` | C7 | | C13(♭9) |
/// | `= C13(b9)`, `C13(b9) =`, `C13(b9) = ? + ?` | | | C13(♭9) |
/// | `C7 + ?` | C7 | | |
///
/// Text that reads as one chord is that chord: `C+`, `C7+`, `C/E`, and `C + b9`. The parser does not check whether the
/// equation is true.
public struct TypedEquation: Sendable, Hashable {
    public let lower: Chord?
    public let upper: Chord?
    /// The other side of the equals sign, or the single chord.
    public let result: Chord?
    /// Whether the text contains an equation sign: `+`, `=`, or an operator that puts one chord over another.
    public let isEquation: Bool

    /// The chord, if the text is a single chord.
    public var chord: Chord? { isEquation ? nil : result }

    /// In Unicode scalars. Longer texts were probably pasted by accident.
    public static let maximumTextLength = 1000

    /// Reads typed or pasted text.
    ///
    /// - Parameter names: the naming convention of the text.
    /// - Throws: ``SymbolError`` if it contains no chord or more than one, or if a part cannot be read.
    public init(_ text: String, in names: NoteNames = .english) throws(SymbolError) {
        let failure: SymbolError
        do throws(SymbolError) {
            self.init(try ChordSymbol(text, in: names))
            return
        } catch {
            failure = error
        }
        guard failure.reason != .empty, let reader = EquationReader(text, in: names) else { throw failure }
        self = try reader.read(failure)
    }

    init(_ symbol: ChordSymbol) {
        switch symbol {
        case .chord(let chord): self.init(nil, nil, chord, isEquation: false)
        case .polychord(let upper, let lower): self.init(lower, upper, nil)
        }
    }

    init(_ lower: Chord?, _ upper: Chord?, _ result: Chord?, isEquation: Bool = true) {
        self.lower = lower
        self.upper = upper
        self.result = result
        self.isEquation = isEquation
    }

    /// Whether all terms are open, as for a question mark.
    var isOpen: Bool { lower == nil && upper == nil && result == nil }
}
