/// An invalid value, with one sentence that names it and the valid values.
public struct ChordsetError: Error, Sendable, Hashable {
    public let message: String

    public init(_ message: String) { self.message = message }
}
