/// Why a chord symbol or note name could not be read.
public struct SymbolError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The text is empty.
        case empty
        /// Longer than ``ChordReader/maximumSymbolLength``.
        case tooLong
        /// It does not begin with a note name.
        case noRoot
        /// Everything before `offset` was understood; the text at `offset` was not.
        case unreadable
        /// Understood to its end, but incomplete.
        case incomplete
        /// Two chords where one is expected.
        case polychord
        /// A text with two or more chords; `expected` contains two of them.
        case several
        /// The parts are valid but do not make an equation.
        case noEquation
        /// The symbol contradicts itself; `expected` explains how.
        case contradiction
    }

    /// The given text without invisible characters.
    public let symbol: String
    /// The number of Unicode scalars that were understood.
    public let offset: Int
    public let reason: Reason
    /// What is accepted at `offset`, in words and signs for display.
    public let expected: [String]

    public init(symbol: String, offset: Int, reason: Reason, expected: [String]) {
        self.symbol = symbol
        self.offset = offset
        self.reason = reason
        self.expected = expected
    }

    /// The part that was understood, and the rest.
    public var split: (read: String, rest: String) {
        let scalars = symbol.scalars
        let place = min(offset, scalars.count)
        return (String(scalars: scalars[..<place]), String(scalars: scalars[place...]))
    }

    /// One sentence that names the invalid part and what is accepted.
    public var message: String {
        let (read, rest) = split
        switch reason {
        case .empty:
            return "No chord was given. Write a note name such as C, F♯ or B♭, then the type of chord."
        case .tooLong:
            return "This is too long. A chord symbol has at most \(ChordReader.maximumSymbolLength) characters."
        case .noRoot:
            return "“\(symbol)” does not begin with a note name: \(expectation)."
        case .polychord:
            return "“\(symbol)” is a polychord, which is two chords: \(expectation)."
        case .several:
            return "“\(expected[0])” and “\(expected[1])” are two chords. Write one chord, or put + between them."
        case .noEquation:
            return "“\(symbol)” is not an equation: \(expectation)."
        case .incomplete:
            return "“\(symbol)” is incomplete: after “\(read)”, \(expectation)."
        case .contradiction:
            return "“\(symbol)” \(expected[0])."
        case .unreadable:
            return "“\(symbol)” is not a chord: after “\(read)”, “\(rest)” cannot be read; \(expectation)."
        }
    }

    private var expectation: String { "expected " + expected.listed("or") }
}
