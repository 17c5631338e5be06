/// The maximum span of a hand, from its lowest to its highest key.
public enum Reach: String, CaseIterable, Sendable, Hashable {
    case octave, ninth, tenth

    /// The span in semitones: an octave, a major ninth, a major tenth.
    public var semitones: Int {
        switch self {
        case .octave: 12
        case .ninth: 14
        case .tenth: 16
        }
    }

    /// Whether a hand plays keys of this span without strain: up to a ninth, or a tenth with one inner note.
    static func isComfortable(span: Int, count: Int) -> Bool {
        span <= Reach.ninth.semitones || span <= Reach.tenth.semitones && count <= 3
    }
}
