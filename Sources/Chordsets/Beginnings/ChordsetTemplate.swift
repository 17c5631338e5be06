/// The initial content of a new chordset.
public enum ChordsetTemplate: String, CaseIterable, Sendable {
    /// A random color for each chord.
    case plain
    /// Soft, slowly drifting lights in matching colors.
    case gentle
}

extension Chordset {
    /// Makes a new chordset.
    /// - Parameters:
    ///   - id: valid by ``isID(_:)``, which is not checked.
    ///   - generator: a seeded generator makes the result reproducible.
    public init(id: String, _ beginning: ChordsetTemplate, using generator: inout some RandomNumberGenerator) {
        switch beginning {
        case .plain: self.init(id: id, using: &generator)
        case .gentle: self.init(gentle: id, using: &generator)
        }
    }
}
