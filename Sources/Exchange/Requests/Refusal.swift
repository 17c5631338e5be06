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
