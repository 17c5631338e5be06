/// The costs of properties of a voicing; the cheapest voicing comes first. The values are judgements of taste based on
/// books on voicings (theory, section 11).
enum ShapeCosts {
    // MARK: Notes

    /// A doubled note.
    static let doubled = 3
    /// A missing fifth that no thirteenth or raised eleventh replaces.
    static let missingFifth = 1
    /// Any other missing note, except the root in a rootless style, or in a block chord with a ninth.
    static let missing = 2
    /// A color tone that the style could have added.
    static let missingColor = 4
    /// A lowest note other than the root or bass; more below a second chord, less with a bass player.
    static let inverted = 12
    static let invertedBelowChord = 30
    static let invertedBesideBand = 2

    // MARK: Layout

    /// Five notes in one hand.
    static let fiveNotes = 3
    /// Per semitone beyond an octave in the left hand; half of it in the right.
    static let stretch = 1
    /// A tenth with more than one inner note in one hand.
    static let crowded = 20
    /// Per two semitones beyond an octave between the hands.
    static let hole = 1
    /// Per semitone beyond a fifth inside the right hand.
    static let gap = 1
    /// A semitone below the melody note.
    static let semitoneAtTop = 4
    /// A minor ninth, unless it is the ♭9 above a root.
    static let minorNinth = 6
    /// A fifth together with the ♭13 that replaces it.
    static let fifthBesideFlatThirteen = 6
    /// A single hand that is the left, unless books place the style there.
    static let leftAlone = 1
    /// An interval too low to be clear, and per missing semitone.
    static let muddy = 60

    // MARK: Progressions in any style

    /// Per voice fewer than four. Otherwise sparse voicings would win by moving little.
    static let fewVoices = 8

    // MARK: Styles

    /// A shell of two notes.
    static let shortShell = 2
    /// An upper triad without a tension. It is never offered by itself.
    static let noTension = 20
    /// Three notes in fourths or seconds, which are not a named triad.
    static let suspendedTriad = 12
    /// A third on top of fourths, as in So What.
    static let thirdOnFourths = 3
    /// The root of a block chord, where the ninth should replace it.
    static let rootBesideNinth = 6
    /// Each alteration of an altered chord other than ♯9 and ♭13.
    static let otherAlteration = 2

    /// Per semitone between the middle of a hand and its preferred register, in thirds.
    static let awayFromHome = 3
}

extension Palette {
    /// The cost of a shape independent of its position.
    func cost(of shape: Shape, in style: VoicingStyle, hasBassPlayer: Bool) -> Int {
        let sounding = shape.sounding
        let count = shape.count
        let isRootless = style.isRootless
        let intended = style == .block ? 1 : 0
        var cost = ShapeCosts.doubled * max(0, count - sounding.nonzeroBitCount - intended)
        var missing = own & ~sounding
        // In a block chord the ninth replaces the root; both are only for a melody on the root.
        let replacesRoot = style == .block && hasNinth
        if isRootless || replacesRoot { missing &= ~1 }
        if replacesRoot, own & sounding & 1 != 0 { cost += ShapeCosts.rootBesideNinth }
        if missing & 1 << 7 != 0, degree(7) == Degree(5) {
            missing &= ~(1 << 7)
            let standIns: UInt16 = 1 << 6 | 1 << 8 | 1 << 9
            if sounding & standIns == 0 { cost += ShapeCosts.missingFifth }
        }
        cost += ShapeCosts.missing * missing.nonzeroBitCount
        if isRootless || style == .upperStructure {
            cost += ShapeCosts.missingColor * (colors & ~sounding).nonzeroBitCount
        }
        if !isRootless, style != .block, shape.lowest != bass ?? 0 {
            cost +=
                hasBassPlayer
                ? ShapeCosts.invertedBesideBand
                : style == .pair ? ShapeCosts.invertedBelowChord : ShapeCosts.inverted
        }
        cost += ShapeCosts.stretch * max(0, shape.span(of: .left) - 12)
        cost += ShapeCosts.stretch * max(0, shape.span(of: .right) - 12) / 2
        for hand in Hand.allCases {
            if shape.count(of: hand) == 5 { cost += ShapeCosts.fiveNotes }
            if shape.isCrowded(hand) { cost += ShapeCosts.crowded }
        }
        let leftCount = shape.leftCount
        if leftCount > 0, leftCount < count {
            cost += ShapeCosts.hole * max(0, shape[leftCount] - shape[leftCount - 1] - 12) / 2
        } else if leftCount == count, style == .close {
            cost += ShapeCosts.leftAlone
        }
        if sounding & 1 << 7 != 0, sounding & 1 << 8 != 0, degree(8)?.number == 13 {
            cost += ShapeCosts.fifthBesideFlatThirteen
        }
        if isAltered {
            for alteration: UInt16 in [1 << 3, 1 << 8] where sounding & alteration == 0 {
                cost += ShapeCosts.otherAlteration
            }
        }
        for index in 0..<count {
            if index > leftCount { cost += ShapeCosts.gap * max(0, shape[index] - shape[index - 1] - 7) }
            for higher in index + 1..<max(count, index + 1) where shape[higher] - shape[index] == 13 {
                if !(shape.semitones(index) == 0 && degree(1)?.number == 9) { cost += ShapeCosts.minorNinth }
            }
        }
        if count > 2, shape.span - shape[count - 2] == 1 { cost += ShapeCosts.semitoneAtTop }
        if style == .shell, count == 2 { cost += ShapeCosts.shortShell }
        if style == .upperStructure {
            if !hasTension(shape, from: leftCount) { cost += ShapeCosts.noTension }
            var above = UInt16(0)
            for index in leftCount..<count { above |= 1 << UInt16(shape.semitones(index)) }
            if PitchClassSet(bits: above).isSuspendedTriad { cost += ShapeCosts.suspendedTriad }
        }
        if style == .quartal, count > 2, (3...4).contains(shape.span - shape[count - 2]) {
            cost += ShapeCosts.thirdOnFourths
        }
        return cost
    }
}

extension PitchClassSet {
    /// Whether the notes are a root with its fourth and fifth.
    fileprivate var isSuspendedTriad: Bool {
        count == 3 && contains { contains(modulo($0 + 5, 12)) && contains(modulo($0 + 7, 12)) }
    }
}
