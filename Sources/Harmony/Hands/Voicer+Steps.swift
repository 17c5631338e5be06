extension Voicer {
    /// What a step changes.
    public enum Step: String, CaseIterable, Sendable, Hashable {
        /// The next inversion: the same notes in another order.
        case inversion
        /// Another note on top, the next one that the style has.
        case top
        /// The same shape an octave away.
        case octave
    }

    /// The next voicing of the same style upwards or downwards; nil where the keyboard or the register ends.
    public func step(_ step: Step, up isUp: Bool, from voicing: Voicing) -> Voicing? { nil }
}
