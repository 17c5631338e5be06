extension Chord {
    /// The cost of moving to another chord in jazz harmony, in decibels. Negative if this chord leads to the other, as
    /// a dominant to its tonic; positive if the step is rare.
    package func cost(ofStepTo other: Chord) -> Int {
        ChordStep.cost(
            from: ChordStep.Kind(type.degrees), up: other.root.pitchClass - root.pitchClass,
            to: ChordStep.Kind(other.type.degrees))
    }
}
