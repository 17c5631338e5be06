extension Key {
    /// The four chords that close a piece and establish its key: I IV V7 I, in minor i iv V7 i with the leading tone of
    /// the harmonic minor.
    public var cadence: [Chord] {
        let tonic = triads[0].chord
        // In every mode the dominant seventh leads to the tonic.
        let dominant = SecondaryDominant.seventh(on: self.tonic.adding(Degree(5)))
        return [tonic, triads[3].chord, dominant, tonic]
    }
}
