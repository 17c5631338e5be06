/// A value that a chordset cannot have, with one sentence that names it and what would be right.
public struct ChordsetError: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
