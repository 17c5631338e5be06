/// What each thing costs that a voicing has or lacks. Judgements of taste, from what books on voicings prefer (theory,
/// section 11); the cheapest comes first.
enum ShapeCosts {
    // MARK: What sounds

    /// A note twice is one that could be another.
    static let doubled = 3
    /// A fifth in whose place no thirteenth or raised eleventh sounds.
    static let missingFifth = 1
    /// Anything else that may be missing, but the root of a rootless style.
    static let missing = 2
    /// A colour that the style could have added.
    static let missingColour = 4
    /// Another note than the root or the bass at the bottom; less beside a band.
    static let inverted = 12
    static let invertedBesideBand = 2

    // MARK: How it lies

    /// A whole hand is slower than four fingers.
    static let fiveNotes = 3
    /// In the left hand, each semitone beyond the octave, which not everybody reaches; in the right one half of that.
    static let stretch = 1
    /// Between the hands, for each two semitones beyond an octave.
    static let hole = 1
    /// Inside of the right hand, each semitone beyond a fifth.
    static let gap = 1
    /// The melody rubs against the note below it.
    static let semitoneAtTop = 4
    /// A minor ninth is harsh, unless it is the ♭9 above a root.
    static let minorNinth = 6
    /// A fifth beside its ♭13, which stands for it.
    static let fifthBesideFlatThirteen = 6
    /// One hand alone is the right one, if books do not put the style in the left one.
    static let leftAlone = 1
    /// Lower than is clear, and for each semitone that is lacking.
    static let muddy = 60

    // MARK: In a row of any styles

    /// Each voice that four would have more: few voices have little to move, and say little.
    static let fewVoices = 8

    // MARK: Styles

    /// Two notes of a shell say less than three.
    static let shortShell = 2
    /// A triad that has nothing new.
    static let nothingNew = 8
    /// Three notes in fourths or seconds, which are no triad that a player would name.
    static let suspendedTriad = 12
    /// A third on top of fourths, which is So What's.
    static let thirdOnFourths = 3
    /// An altered chord that says something else than ♯9 and ♭13, for each of the two.
    static let otherAlteration = 2

    /// Each semitone that the middle of a hand is away from where it likes to be, in thirds.
    static let awayFromHome = 3
}

extension Palette {
    /// What a shape costs wherever it lies.
    func cost(of shape: Shape, in style: VoicingStyle, hasBand: Bool) -> Int {
        let sounding = shape.sounding
        let count = shape.count
        let isRootless = style.isRootless
        let intended = style == .block ? 1 : 0
        var cost = ShapeCosts.doubled * max(0, count - sounding.nonzeroBitCount - intended)
        var missing = own & ~sounding
        if isRootless { missing &= ~1 }
        if missing & 1 << 7 != 0, degree(7) == Degree(5) {
            missing &= ~(1 << 7)
            let standIns: UInt16 = 1 << 6 | 1 << 8 | 1 << 9
            if sounding & standIns == 0 { cost += ShapeCosts.missingFifth }
        }
        cost += ShapeCosts.missing * missing.nonzeroBitCount
        if isRootless || style == .upperStructure {
            cost += ShapeCosts.missingColour * (colours & ~sounding).nonzeroBitCount
        }
        if !isRootless, style != .block, shape.lowest != bass ?? 0 {
            cost += hasBand ? ShapeCosts.invertedBesideBand : ShapeCosts.inverted
        }
        cost += ShapeCosts.stretch * max(0, shape.span(of: .left) - 12)
        cost += ShapeCosts.stretch * max(0, shape.span(of: .right) - 12) / 2
        for hand in Hand.allCases where shape.count(of: hand) == 5 { cost += ShapeCosts.fiveNotes }
        let leftCount = shape.leftCount
        if leftCount > 0, leftCount < count {
            cost += ShapeCosts.hole * max(0, shape[leftCount] - shape[leftCount - 1] - 12) / 2
        } else if leftCount == count, style == .close {
            cost += ShapeCosts.leftAlone
        }
        if sounding & 1 << 7 != 0, sounding & 1 << 8 != 0, degree(8)?.number == 13 { cost += ShapeCosts.fifthBesideFlatThirteen }
        if isAltered {
            for alteration: UInt16 in [1 << 3, 1 << 8] where sounding & alteration == 0 { cost += ShapeCosts.otherAlteration }
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
            var below: UInt16 = 0
            for index in 0..<leftCount { below |= 1 << UInt16(shape.semitones(index)) }
            if sounding == below { cost += ShapeCosts.nothingNew }
            var above = UInt16(0)
            for index in leftCount..<count { above |= 1 << UInt16(shape.semitones(index)) }
            if PitchClassSet(bits: above).isSuspendedTriad { cost += ShapeCosts.suspendedTriad }
        }
        if style == .quartal, count > 2, (3...4).contains(shape.span - shape[count - 2]) { cost += ShapeCosts.thirdOnFourths }
        return cost
    }
}

extension PitchClassSet {
    /// Root, fourth and fifth of something.
    fileprivate var isSuspendedTriad: Bool {
        count == 3 && contains { contains(modulo($0 + 5, 12)) && contains(modulo($0 + 7, 12)) }
    }
}
