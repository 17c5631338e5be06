extension Key {
    /// The four chords that close a piece and so make its key plain: I IV V7 I, in minor i iv V7 i, with the leading tone of
    /// the harmonic minor.
    public var cadence: [Chord] {
        let tonic = triads[0].chord
        // Whatever the mode, it is the dominant seventh that leads home.
        let dominant = SecondaryDominant.seventh(on: self.tonic.adding(Degree(5)))
        return [tonic, triads[3].chord, dominant, tonic]
    }
}
