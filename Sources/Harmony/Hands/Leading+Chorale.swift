extension Leading {
    /// Voices chords as in keyboard harmony: the bass in the left hand, the other voices in the right, each moving as
    /// little as possible. Used for cadences and the chords of a key.
    public init(chorale chords: [Chord], for pianist: Pianist = Pianist()) {
        self.init(of: chords.map { .chord($0) }, in: .only(.spread), for: pianist, isChorale: true)
    }
}
