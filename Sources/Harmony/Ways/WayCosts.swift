/// What each thing costs that a way to play a chord has or lacks. As with ``ReadingCosts`` the cheapest comes first; but
/// these are judgements of taste, from what books on voicings prefer (theory, section 10), and not counted anywhere.
enum WayCosts {
    // MARK: The upper chord

    /// A major or minor triad is seen and grasped at once.
    static let plainTriad = 0
    /// Augmented and diminished ones are heard less as a chord of their own.
    static let alteredTriad = 6
    /// Fourths and seconds are a colour without a name of its own.
    static let suspendedTriad = 9
    /// Four notes are a handful, and rarer chords more so: a decibel counts a quarter.
    static let fourNotes = 12
    static let rarity = 4
    /// It has nothing that the lower chord has not.
    static let nothingNew = 6

    // MARK: The lower chord

    /// The lower hand has the bass: another note there makes another chord of it.
    static let otherGround = 24
    /// Less so where a bass player plays below it.
    static let otherGroundBesideBand = 14
    /// On the asked chord's root, where that has another bass.
    static let rootOverBass = 4
    /// Third and seventh are what the lower hand is for.
    static let missingGuide = 8
    /// A tension belongs into the upper hand.
    static let tensionBelow = 5
    /// A shell leaves to the upper chord what a whole seventh chord has itself.
    static let shell = 2
    /// Without its root it leans on the upper chord or on a bass player.
    static let rootlessShell = 4
    /// Who has all of it in one hand needs no second chord.
    static let chordItself = 12
    /// A chord for a given one is asked for by its symbol, and a shell is a voicing: it stands behind all chords.
    static let shellForGivenUpper = 100

    // MARK: Both

    /// Each note that both hands play is one that could be another.
    static let commonTone = 2
    /// Books have it under a name.
    static let known = -3
    /// The fifth, and a ninth that the name only implies.
    static let missingFifth = 3
    static let missingNinth = 3
    /// The lowest note, which the bass player has.
    static let missingGround = 4
    /// One of the four alterations that `alt` leaves open.
    static let missingAlteration = 2

    // MARK: Names of roots

    /// So much dearer the name of a root may be that the asked chord spells it by: C♯ over F♯ma7, and not D♭. Dearer are
    /// C♭, F♭, E♯, B♯, and D♯, G♯ and A♯ major.
    static let ownSpelling = 30
}
