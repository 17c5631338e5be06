/// How improbable each part of a reading is, in decibels: 3 is half as probable, 10 a tenth, 20 a hundredth. Costs add up
/// as probabilities multiply; of two readings the one that costs less is what a musician says.
///
/// Where the numbers come from: first, how often 457,287 chord symbols of ten collections of lead sheets were written so
/// (the column “written”; symbols are simpler than what is played over them, so tensions cost less than half of that).
/// Then all were fitted, as a log-linear model held near those first values, to a hundred voicings of jazz methods and to
/// the inversions of common chords, and rounded. Fitted to half of the voicings, the model names 98 % of the roots of the
/// other half. `docs/names.md` says how to do it again; anyone who knows better may change any number here by hand.
enum ReadingCosts {
    /// A family of chords, and what each tension costs on it. A dash is what it has no use for.
    struct Row {
        let degrees: String
        let cost: Int
        /// ♭9 9 ♯9 11 ♯11 ♭13 13, Δ7
        let tensions: String
    }

    /// What has no tensions of its own in the collections has those of its nearest relative.
    static let families = [
        //  degrees          cost       ♭9  9  ♯9 11 ♯11 ♭13 13 Δ7      written
        Row(degrees: "1 3 5 ♭7", cost: 0, tensions: "1 2 9 20 2 0 6 17"),  // 157,000
        Row(degrees: "1 3 5 7", cost: 5, tensions: "19 0 17 18 7 25 9 -"),  // 52,000
        Row(degrees: "1 ♭3 5 ♭7", cost: 2, tensions: "16 2 - 9 23 21 13 19"),  // 108,000
        Row(degrees: "1 3 5", cost: 5, tensions: "23 17 26 17 25 32 - -"),  // 49,000
        Row(degrees: "1 ♭3 5", cost: 7, tensions: "24 19 - 24 23 17 - -"),  // 18,000
        Row(degrees: "1 3 5 6", cost: 8, tensions: "18 0 17 19 18 23 - -"),  // 19,000
        Row(degrees: "1 ♭3 5 6", cost: 12, tensions: "15 0 - 18 17 15 - -"),  // 5,700
        Row(degrees: "1 ♭3 5 7", cost: 15, tensions: "12 0 - 12 12 10 11 -"),  // 1,500
        Row(degrees: "1 ♭3 ♭5 ♭7", cost: 7, tensions: "17 8 - 5 - 18 17 17"),  // 14,700
        Row(degrees: "1 ♭3 ♭5 °7", cost: 10, tensions: "16 17 - 16 - 16 - 12"),  // 8,400
        Row(degrees: "1 ♭3 ♭5", cost: 15, tensions: "19 19 - 19 - 19 - -"),  // 1,500
        Row(degrees: "1 3 ♯5", cost: 17, tensions: "20 11 22 19 18 - 19 -"),  // 1,300
        Row(degrees: "1 3 ♯5 ♭7", cost: 11, tensions: "1 2 9 20 2 - - 17"),  // 9,500
        Row(degrees: "1 3 ♭5 ♭7", cost: 16, tensions: "1 2 9 20 - 0 6 17"),  // 1,700
        Row(degrees: "1 3 ♯5 7", cost: 21, tensions: "19 0 17 18 7 - 9 -"),  // 350
        Row(degrees: "1 3 ♭5 7", cost: 23, tensions: "19 0 17 18 - 25 9 -"),  // 250
        Row(degrees: "1 ♭3 ♭5 7", cost: 31, tensions: "12 12 - 12 - 12 12 -"),  // 19
        Row(degrees: "1 4 5 ♭7", cost: 11, tensions: "1 0 - - - 8 0 17"),  // 6,200
        Row(degrees: "1 4 5 7", cost: 36, tensions: "6 6 - - - 6 6 -"),  // 0
        Row(degrees: "1 2 5 ♭7", cost: 36, tensions: "12 - - 17 12 12 12 17"),  // 0
        Row(degrees: "1 2 5 7", cost: 36, tensions: "6 - - 17 6 6 6 -"),  // 0
        Row(degrees: "1 4 5", cost: 17, tensions: "18 13 - - - 18 18 -"),  // 1,100
        Row(degrees: "1 2 5", cost: 32, tensions: "18 - - 17 18 18 18 -"),  // 11
        Row(degrees: "1 5", cost: 17, tensions: "18 8 - 17 18 18 17 -"),  // 480
    ]

    // MARK: Tensions that disturb each other

    /// A natural ninth beside an altered one, or two altered ones where the chord is not a dominant.
    static let twoNinths = 13
    /// 11 and ♯11.
    static let twoElevenths = 13
    /// ♭13 and 13.
    static let twoThirteenths = 17
    /// Each tension beyond the third.
    static let manyTensions = 4
    /// Each added note beyond the first: what has a third besides its eleventh, two sevenths, or a sixth that its family
    /// has not.
    static let manyAdditions = 9

    // MARK: Omissions

    /// A seventh chord without its fifth.
    static let noFifth = 14
    /// A triad without its fifth.
    static let noFifthInTriad = 9
    /// The same where an eleventh or a thirteenth stands in: players leave out the fifth for it.
    static let fifthReplaced = 0
    /// By altered tensions, which are said beside a fifth as often.
    static let fifthReplacedByAltered = 3
    static let fifthReplacedInTriad = 3
    /// Dominants and major sevenths only; without their third all others are something else.
    static let noThird = 28
    /// Altered tensions lean on it: each of them then.
    static let noThirdAltered = 8
    /// Nor is it looked for above another bass than the root.
    static let noThirdOverBass = 8
    /// No one plays the root, and no one said that a bass player does.
    static let noRoot = 16
    /// A triad without its root is two notes, and hardly heard as one.
    static let noRootOfTriad = 12
    /// Beside a band it is full member, but what is complete is itself there too: C E G is C, and not Ami7.
    static let noRootBesideBand = 6

    // MARK: The bass

    /// The third in the bass; each tension makes it less probable that a chord is inverted at all.
    static let bassThird = (plain: 12, tension: 2)
    static let bassFifth = (plain: 11, tension: 4)
    /// The seventh, or the sixth of a sixth chord.
    static let bassSeventh = (plain: 12, tension: 7)
    /// The fourth or second that is suspended.
    static let bassSuspension = (plain: 13, tension: 4)
    static let bassTension = 28
    /// Without a root the lowest note is what the voicing has: third or seventh in forms A and B.
    static let rootlessBassFifth = 8
    static let rootlessBassSuspension = 4
    static let rootlessBassTension = 10
    /// A complete triad or seventh chord over a note that it does not have: C/D.
    static let foreignBass = 24

    // MARK: Context

    /// A root, or a third, that the key does not have.
    static let outsideKey = 4
    /// A note that the user has named and that the chord calls otherwise.
    static let respelled = 3
    /// Beside a band the bass player has the bass, and the lowest note of a voicing says half as much.
    static let bassBesideBand = 2

    // MARK: Two chords

    /// Saying two chords one above the other, and each note that both have: a polychord tells little where its halves say
    /// the same.
    static let polychord = 24
    static let sharedNote = 3
    /// So much less probable the reading on the lower chord's root may be than the best on another: the user chose it.
    static let ownRootAdvantage = 6

    // MARK: What is still said

    /// Readings that cost so much more than the first are left out.
    static let mostBehindFirst = 40
    /// So much more than the first people are told of, where a program hears of all.
    static let mostTold = 30
    /// The same for what no one plays the root of.
    static let mostToldWithoutRoot = 20
    /// The same for what no one writes.
    static let nearlyAsProbable = 10
    /// A tension that costs so much is called rare.
    static let rare = 18

    // MARK: The vocabulary

    /// A type that costs more is none: the rarest that several collections print, ma7(♯9♯11), costs so much.
    static let mostOfType = 29
}
