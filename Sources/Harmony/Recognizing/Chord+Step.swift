extension Chord {
    /// What the step to another chord costs among the steps that jazz musicians make, in decibels: negative where this
    /// chord leads to that one, as a dominant to its tonic; positive where hardly anybody goes there.
    package func cost(ofStepTo other: Chord) -> Int {
        ChordStep.cost(
            from: ChordStep.Kind(type.degrees), up: other.root.pitchClass - root.pitchClass,
            to: ChordStep.Kind(other.type.degrees))
    }
}
