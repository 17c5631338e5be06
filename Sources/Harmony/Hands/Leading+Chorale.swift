extension Leading {
    /// Chords as they are played in harmony lessons at the keyboard: the bass in the left hand, the other voices in the right
    /// one, each moving as little as it can. So sound cadences and the chords of a key.
    public init(chorale chords: [Chord], for pianist: Pianist = Pianist()) {
        self.init(of: chords.map { .chord($0) }, in: .only(.spread), for: pianist, isChorale: true)
    }
}
