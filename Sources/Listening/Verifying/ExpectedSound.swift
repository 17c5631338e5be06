import Harmony

/// The notes that must be heard after a strike.
public enum ExpectedSound: Sendable {
    /// Exactly these MIDI numbers.
    case pitches([Int])
    /// Any voicing with the required pitch classes, at least one of each set in `oneOf`, and no others than allowed.
    case classes(required: PitchClassSet, allowed: PitchClassSet, oneOf: [PitchClassSet])
}
