/// What a new chordset begins with, before it is changed.
public enum Beginning: String, CaseIterable, Sendable {
    /// A colour for each chord, whichever comes.
    case plain
    /// Soft lights in colours that go together, and that drift slowly.
    case gentle
}

extension Chordset {
    /// A new one.
    /// - Parameter generator: one with a seed makes the same chordset again.
    public init(id: String, _ beginning: Beginning, using generator: inout some RandomNumberGenerator) {
        switch beginning {
        case .plain: self.init(id: id, using: &generator)
        case .gentle: self.init(gentle: id, using: &generator)
        }
    }
}
