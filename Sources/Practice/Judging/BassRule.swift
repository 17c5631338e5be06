/// What is asked of the lowest note.
public enum BassRule: String, CaseIterable, Sendable, Hashable {
    /// The lowest note that is played is the chord's bass.
    case lowest
    /// Any inversion will do, as long as the bass is among the notes.
    case free
    /// A bass player plays the bass, so it may be missing.
    case band
}
