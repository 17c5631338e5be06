import Harmony

/// Input that cannot be answered, with one sentence that names the offending part and what would be right.
public struct Refusal: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }

    package init(_ error: SymbolError) {
        message = error.message
    }
}

extension Chord {
    /// The chord behind a symbol that a person gave, spelled as a vocabulary spells it.
    package static func asked(_ symbol: String, in vocabulary: Vocabulary = .jazz) throws(Refusal) -> Chord {
        do throws(SymbolError) {
            return try Chord(symbol).spelled(in: vocabulary)
        } catch {
            throw Refusal(error)
        }
    }
}
