/// What a chord does in a key: the degree it stands on or leads to, with its quality.
///
/// Roots are counted in semitones above the tonic, which means that the numeral does not depend on the spelling of the
/// chord.
public struct HarmonicFunction: Sendable, Hashable {
    public enum Role: Sendable, Hashable {
        /// A chord on a degree of the key, diatonic or borrowed: `ii7`, `♭VII7`, `♯iv°7`.
        case degree
        /// A dominant a fifth above its target: `V7/ii`.
        case appliedDominant
        /// A dominant a half step above its target, in place of the one a fifth above: `subV7/V`.
        case substitute
        /// The second degree before an applied dominant or substitute: `ii7/IV`.
        case relatedSecond
    }

    /// The kind of chord to which a dominant leads.
    public enum Goal: Sendable, Hashable {
        case major, minor, dominant
    }

    public let role: Role
    /// The root above the tonic, 0…11 semitones.
    public let root: Int
    /// Whether a root between two degrees is the lower one raised, as in `♯iv`, rather than the upper one lowered.
    public let isRaised: Bool
    /// The root of the target above the tonic, 0…11 semitones; 0 for chords of the key itself.
    public let target: Int
    public let goal: Goal
    /// Whether the key has a minor third.
    public let isInMinor: Bool
    /// Whether the tune is a blues, in which tonic and subdominant are seventh chords.
    public let isInBlues: Bool
    public let type: ChordType

    public init(
        _ role: Role, on root: Int, isRaised: Bool = false, target: Int = 0, goal: Goal, isInMinor: Bool,
        isInBlues: Bool = false, of type: ChordType
    ) {
        self.role = role
        self.root = root
        self.isRaised = isRaised
        self.target = target
        self.goal = goal
        self.isInMinor = isInMinor
        self.isInBlues = isInBlues
        self.type = type
    }

    /// The numeral with its quality and target: `Ima7`, `iiø7/V`, `subV7`. Degrees are those of the major scale on the
    /// tonic, in minor keys as well: E♭ is ♭III in C minor.
    public var numeral: String {
        let suffix = type.numeralSuffix
        return switch role {
        case .degree:
            HarmonicFunction.degree(root, isRaised: isRaised, isMinor: type.hasMinorThird) + suffix
        case .appliedDominant: "V" + suffix + "/" + targetNumeral
        case .substitute: "subV" + suffix + (target == 0 ? "" : "/" + targetNumeral)
        case .relatedSecond: "ii" + suffix + "/" + targetNumeral
        }
    }

    /// The function in words: `supertonic`, `applied dominant of ii`, `backdoor dominant`.
    /// - Parameter written: writes a numeral in words, such as `ii`.
    public func words(_ written: (String) -> String = { $0 }) -> String {
        switch role {
        case .appliedDominant: return "applied dominant of " + written(targetNumeral)
        case .substitute:
            return target == 0 ? "tritone substitute" : "tritone substitute, leads to " + written(targetNumeral)
        case .relatedSecond: return "supertonic of " + written(targetNumeral)
        case .degree: break
        }
        if type.degrees.contains(7, -2), root != 11 {
            return root == 0 ? "common-tone diminished" : "passing diminished"
        }
        if !isInMinor, root == 10, type.isDominant { return "backdoor dominant" }
        if isInBlues, type.isDominant, root == 0 || root == 5 { return "blues " + degreeName }
        return isBorrowed ? "borrowed " + degreeName : degreeName
    }

    /// A minor chord on ♭II, ♭III or ♭VI is not the degree of the parallel key, which is major.
    private var degreeName: String {
        let names = HarmonicFunction.degreeNames
        if isRaised { return "raised " + names[(root + 11) % 12] }
        let isLowered = type.hasMinorThird && (root == 1 || (!isInMinor && (root == 3 || root == 8)))
        return isLowered ? "lowered " + names[root + 1] : names[root]
    }

    /// Whether the chord is the parallel key's version of a degree: `iv` and `♭VI` in major.
    private var isBorrowed: Bool {
        if isRaised { return false }
        if isInMinor { return !type.hasMinorThird && (root == 1 || (root == 0 && !isInBlues)) }
        switch root {
        case 1, 3, 8, 10: return !type.hasMinorThird
        case 0, 5, 7: return type.hasMinorThird
        case 2: return type.hasMinorThird && type.degrees.contains(5, -1)
        default: return false
        }
    }

    private var targetNumeral: String {
        let minor = isInMinor ? [2, 5] : [2, 4, 9]
        return HarmonicFunction.degree(target, isRaised: false, isMinor: minor.contains(target) || target == 11)
    }

    private static func degree(_ semitones: Int, isRaised: Bool, isMinor: Bool) -> String {
        // Above the tonic: the degree that the root lies on, or the one above it lowered.
        let number = [1, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7][semitones]
        let isBetween = [1, 3, 6, 8, 10].contains(semitones)
        let accidental: Accidental = !isBetween ? .natural : isRaised ? .sharp : .flat
        return RomanNumeral(
            isBetween && isRaised ? number - 1 : number, accidental, quality: isMinor ? .minor : .major
        ).text
    }

    private static let degreeNames = [
        "tonic", "Neapolitan", "supertonic", "mediant", "mediant", "subdominant", "lowered dominant", "dominant",
        "submediant", "submediant", "subtonic", "leading tone",
    ]
}

extension ChordType {
    /// Whether the chord has a minor third and no major one.
    public var hasMinorThird: Bool { degrees.contains(3, -1) && !degrees.contains(3) }

    /// Whether the chord has neither third, which a fourth or second may replace.
    var hasNoThird: Bool { !degrees.contains(3) && !degrees.contains(3, -1) }

    /// Whether the chord has a major third, or none, with a minor seventh.
    var isDominant: Bool { !hasMinorThird && degrees.contains(7, -1) }

    /// The quality as it follows a numeral whose case says the third: nothing for a triad, `ma7`, `ø7`, `°7`, `Δ7`.
    /// Ninths, thirteenths and most alterations are left out.
    var numeralSuffix: String {
        let hasSixth = degrees.contains(6) || (degrees.contains(13) && !degrees.contains(anyOf: 7))
        let isDiminished = hasMinorThird && degrees.contains(5, -1) && !degrees.contains(5)
        if degrees.contains(7, -2) { return "°7" }
        if isDiminished { return degrees.contains(7, -1) ? "ø7" : degrees.contains(7) ? "°Δ7" : "°" }
        if hasMinorThird {
            return degrees.contains(7) ? "Δ7" : degrees.contains(7, -1) ? "7" : hasSixth ? "6" : ""
        }
        let seventh = degrees.contains(7) ? "ma7" : degrees.contains(7, -1) ? "7" : ""
        if hasNoThird {
            if degrees.contains(4) || degrees.contains(11) { return seventh + "sus4" }
            return degrees.contains(2) ? seventh + "sus2" : seventh
        }
        let isAugmented = degrees.contains(5, 1) && !degrees.contains(5) && seventh != "7"
        if seventh.isEmpty { return isAugmented ? "+" : hasSixth ? "6" : "" }
        return seventh + (isAugmented ? "(♯5)" : "")
    }
}
