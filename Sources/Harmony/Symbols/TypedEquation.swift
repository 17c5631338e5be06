/// What the user typed or pasted where a chord is asked for: a chord, two chords that are to be put together, or an
/// equation of the three, lower + upper = result, in which terms may be left open.
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
/// What reads as one chord is that chord: `C+`, `C7+`, `C/E`, and `C + b9`. Whether an equation is true is not asked here.
public struct TypedEquation: Sendable, Hashable {
    public let lower: Chord?
    public let upper: Chord?
    /// What stands on the other side of the equals sign, or the one chord that was typed.
    public let result: Chord?
    /// Whether a sign stood there that makes an equation: `+`, `=`, or what puts one chord over another.
    public let isEquation: Bool

    /// The chord, where one chord was typed and nothing else.
    public var chord: Chord? { isEquation ? nil : result }

    /// In Unicode scalars. No one types more where a chord is asked for; what is longer was pasted by accident.
    public static let longestText = 1000

    /// Reads what was typed or pasted.
    ///
    /// - Parameter names: what notes are called in it.
    /// - Throws: ``SymbolError`` where it has no chord or more than one, or where a part of it cannot be read.
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

    /// Nothing is said, as by a question mark.
    var isOpen: Bool { lower == nil && upper == nil && result == nil }
}
