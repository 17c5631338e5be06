/// How far a hand spans, from its lowest key to its highest one.
public enum Reach: String, CaseIterable, Sendable, Hashable {
    case octave, ninth, tenth

    /// The widest span in semitones: an octave, a major ninth, a major tenth.
    public var semitones: Int {
        switch self {
        case .octave: 12
        case .ninth: 14
        case .tenth: 16
        }
    }
}
