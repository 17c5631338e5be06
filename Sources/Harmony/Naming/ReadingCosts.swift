/// The improbability of each part of a reading, in decibels: 3 is half as probable, 10 a tenth, 20 a hundredth. Costs
/// add up as probabilities multiply; the cheapest reading ranks first.
///
/// The first values come from 457,287 chord symbols in ten collections of lead sheets (column “written”). Symbols are
/// simpler than what is played, which is why tensions cost less than half of their measured values.
///
/// All were then fitted, as a log-linear model held near the first values, to a hundred voicings of jazz methods and
/// the inversions of common chords, and rounded. Fitted to half of the voicings, the model names 98 % of the roots of
/// the other half. `docs/names.md` has the reasons of values that were changed by hand.
enum ReadingCosts {
    /// A family of chords with the cost of each tension. A dash marks a disallowed tension.
    struct Row {
        let degrees: String
        let cost: Int
        /// ♭9 9 ♯9 11 ♯11 ♭13 13, Δ7
        let tensions: String
    }

    /// Families without their own tensions in the collections have those of the nearest relative.
    static let families = [
        //  degrees          cost       ♭9  9  ♯9 11 ♯11 ♭13 13 Δ7      written
        Row(degrees: "1 3 5 ♭7", cost: 0, tensions: "1 2 9 20 2 0 6 17"),  // 157,000
        Row(degrees: "1 3 5 7", cost: 5, tensions: "19 0 17 18 7 25 9 -"),  // 52,000
        Row(degrees: "1 ♭3 5 ♭7", cost: 2, tensions: "16 2 - 9 23 25 13 19"),  // 108,000
        Row(degrees: "1 3 5", cost: 5, tensions: "23 17 26 17 25 32 - -"),  // 49,000
        Row(degrees: "1 ♭3 5", cost: 7, tensions: "24 19 - 24 23 17 - -"),  // 18,000
        Row(degrees: "1 3 5 6", cost: 8, tensions: "18 0 17 19 18 23 - -"),  // 19,000
        Row(degrees: "1 ♭3 5 6", cost: 12, tensions: "15 0 - 18 17 15 - -"),  // 5,700
        Row(degrees: "1 ♭3 5 7", cost: 15, tensions: "12 0 - 12 8 10 6 -"),  // 1,500
        Row(degrees: "1 ♭3 ♭5 ♭7", cost: 7, tensions: "17 8 - 5 - 18 17 17"),  // 14,700
        Row(degrees: "1 ♭3 ♭5 °7", cost: 10, tensions: "16 17 - 16 - 16 - 12"),  // 8,400
        Row(degrees: "1 ♭3 ♭5", cost: 15, tensions: "19 19 - 19 - 19 - -"),  // 1,500
        Row(degrees: "1 3 ♯5", cost: 17, tensions: "20 11 22 19 18 - 19 -"),  // 1,300
        Row(degrees: "1 3 ♯5 ♭7", cost: 11, tensions: "1 2 9 20 2 - - 17"),  // 9,500
        Row(degrees: "1 3 ♭5 ♭7", cost: 16, tensions: "1 2 9 20 - 0 6 17"),  // 1,700
        Row(degrees: "1 3 ♯5 7", cost: 23, tensions: "19 0 17 18 7 - 9 -"),  // 350
        Row(degrees: "1 3 ♭5 7", cost: 23, tensions: "19 0 17 18 - 25 9 -"),  // 250
        Row(degrees: "1 ♭3 ♭5 7", cost: 31, tensions: "12 12 - 12 - 12 12 -"),  // 19
        Row(degrees: "1 4 5 ♭7", cost: 11, tensions: "1 0 - - - 14 0 17"),  // 6,200
        Row(degrees: "1 4 5 7", cost: 36, tensions: "6 6 - - - 6 6 -"),  // 0
        Row(degrees: "1 2 5 ♭7", cost: 36, tensions: "12 - - 17 12 12 12 17"),  // 0
        Row(degrees: "1 2 5 7", cost: 36, tensions: "6 - - 17 6 6 6 -"),  // 0
        Row(degrees: "1 4 5", cost: 17, tensions: "18 10 - - - 18 18 -"),  // 1,100
        Row(degrees: "1 2 5", cost: 32, tensions: "18 - - 17 18 18 18 -"),  // 11
        Row(degrees: "1 5", cost: 17, tensions: "18 8 - 17 18 18 17 -"),  // 480
    ]

    // MARK: Conflicting tensions

    /// A natural and an altered ninth, or two altered ones on a chord that is not a dominant.
    static let twoNinths = 13
    /// 11 and ♯11.
    static let twoElevenths = 13
    /// ♭13 and 13.
    static let twoThirteenths = 17
    /// Per tension beyond the third.
    static let manyTensions = 4
    /// Per added note beyond the first: an eleventh with a third, two sevenths, or a sixth outside the family.
    static let manyAdditions = 9

    // MARK: Omissions

    /// A seventh chord without its fifth.
    static let noFifth = 14
    /// The same without the root and with a tension: third, seventh and ninth are a usual left hand.
    static let noFifthOfRootless = 3
    /// A triad without its fifth.
    static let noFifthInTriad = 9
    /// A fifth replaced by an eleventh or thirteenth.
    static let fifthReplaced = 0
    /// A fifth replaced by altered tensions, which are as common with a fifth.
    static let fifthReplacedByAltered = 3
    static let fifthReplacedInTriad = 3
    /// For dominants and major sevenths only; other families need their third.
    static let noThird = 28
    /// Per altered tension, which depends on the third.
    static let noThirdAltered = 8
    /// The same over a bass other than the root.
    static let noThirdOverBass = 8
    /// The root does not sound, and there is no known bass player.
    static let noRoot = 16
    /// A triad without its root is two notes and hardly recognizable.
    static let noRootOfTriad = 12
    /// With a bass player, rootless readings are common, but complete chords still come first: C E G is C, not Ami7.
    static let noRootBesideBand = 6

    /// Without root and ninth, a sixth chord is rather the seventh chord on its sixth.
    static let rootlessSixth = 8

    // MARK: The bass

    /// The third in the bass. Each tension makes an inversion less probable.
    static let bassThird = (plain: 12, tension: 2)
    static let bassFifth = (plain: 11, tension: 4)
    /// The seventh or sixth in the bass.
    static let bassSeventh = (plain: 12, tension: 7)
    /// The suspended fourth or second in the bass.
    static let bassSuspension = (plain: 20, tension: 4)
    static let bassTension = 28
    /// Without a root, the bass is the third or seventh, as in forms A and B; here, it is the fifth.
    static let rootlessBassFifth = 8
    static let rootlessBassSuspension = 4
    static let rootlessBassTension = 10
    /// A complete triad or seventh chord over a foreign bass: C/D.
    static let foreignBass = 24

    // MARK: Context

    /// A root or third outside the key.
    static let outsideKey = 4
    /// What the chord of the tonic saves: it is the most frequent chord of a key.
    static let tonicOfKey = 4
    /// What its dominant seventh chord saves. Set by hand: F♯ C F B♭ in G minor is D7(♯9♭13) rather than A♭13.
    static let dominantOfKey = 2
    /// A sus chord that is not on the dominant, or a minor chord with a sixth or major seventh that is neither the
    /// tonic of a minor key nor on the fourth degree.
    static let unusualInKey = 4
    /// A note that the reading spells differently from the user.
    static let respelled = 3
    /// The divisor of bass costs with a bass player, because the lowest note of the voicing is less significant.
    static let bassBesideBand = 2

    // MARK: Two chords

    /// Naming a polychord, and per note common to both halves.
    static let polychord = 24
    static let sharedNote = 3
    /// The maximum additional cost of the reading on the lower chord's root, because the user chose it.
    static let ownRootAdvantage = 6

    // MARK: Limits

    /// The maximum cost above the cheapest reading.
    static let maximumBehindFirst = 40
    /// The maximum cost above the cheapest reading that is shown to users; programs get all.
    static let maximumTold = 30
    /// The same for rootless readings.
    static let maximumToldWithoutRoot = 20
    /// The same for readings that musicians do not write.
    static let nearlyAsProbable = 10
    /// The cost from which a tension is called rare.
    static let rare = 18

    // MARK: The vocabulary

    /// The maximum cost of a type: that of the rarest type in several collections, ma7(♯9♯11).
    static let maximumOfType = 29
}
