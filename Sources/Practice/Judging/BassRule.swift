/// The requirement for the lowest note.
public enum BassRule: String, CaseIterable, Sendable, Hashable {
    /// The lowest note must be the bass of the chord.
    case lowest
    /// Any inversion is right if it contains the bass note.
    case free
    /// A bass player plays the bass. It may be missing.
    case band
}
