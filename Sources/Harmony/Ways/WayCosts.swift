/// The costs of properties of a chord pair; the cheapest comes first. Unlike ``ReadingCosts``, the values are
/// judgements of taste based on books on voicings (theory, section 10), not statistics.
enum WayCosts {
    // MARK: The upper chord

    /// A major or minor triad is the easiest to recognize and play.
    static let plainTriad = 0
    /// Augmented and diminished triads are less recognizable.
    static let alteredTriad = 6
    /// Suspended triads are a color rather than a chord of their own.
    static let suspendedTriad = 9
    /// Four notes are harder to play, rarer chords more so: a quarter of their cost in decibels.
    static let fourNotes = 12
    static let rarity = 4
    /// It adds no note to the lower chord.
    static let nothingNew = 6

    // MARK: The lower chord

    /// The left hand has the bass; with another lowest note it is another chord.
    static let otherGround = 24
    /// The same with a bass player below.
    static let otherGroundBesideBand = 14
    /// On the chord's root although the chord has another bass.
    static let rootOverBass = 4
    /// A missing third or seventh, the purpose of the left hand.
    static let missingGuide = 8
    /// A tension in the left hand; tensions belong to the right.
    static let tensionBelow = 5
    /// A shell leaves notes to the upper chord.
    static let shell = 2
    /// A shell without the root depends on the upper chord or a bass player.
    static let rootlessShell = 4
    /// The root alone, below a triad that has all the rest.
    static let bareRoot = 4
    /// Beside a bass player, every other lower chord than the guide tones.
    static let besideGuideTones = 100
    /// The whole chord in one hand needs no second chord.
    static let chordItself = 12
    /// A shell for a given upper chord. It ranks after all chords, because such a search is by symbol and a shell is a
    /// voicing.
    static let shellForGivenUpper = 100

    // MARK: Both

    /// Per note played by both hands.
    static let commonTone = 2
    /// A pair with a usual name.
    static let known = -3
    /// The first of the usual triads over the shell of an altered chord. Each further one costs 1 more.
    static let alteredTriadOverShell = -4
    /// The fifth, and a ninth implied by the name.
    static let missingFifth = 3
    static let missingNinth = 3
    /// The lowest note, left to the bass player.
    static let missingGround = 4
    /// One of the four alterations that `alt` does not specify.
    static let missingAlteration = 2

    // MARK: Names of roots

    /// The maximum additional cost for keeping the chord's spelling of a root: C♯ over F♯ma7, not D♭. C♭, F♭, E♯, B♯,
    /// and D♯, G♯ and A♯ major cost more.
    private static let ownSpelling = 30

    /// The same for a root on this degree of the chord. A raised degree is ignored, because it could be spelled as a
    /// flat one.
    static func ownSpelling(of degree: Degree?) -> Int {
        degree.map { $0.alteration > 0 } == true ? 0 : ownSpelling
    }
}
