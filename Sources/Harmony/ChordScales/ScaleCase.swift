/// A row of the table of chord scales: chords that take the same scales in the same order.
package enum ScaleCase: Int {
    case tonic, subdominant, subdominantTriad, minorMediant, augmentedSeventh, keylessMajor
    case second, third, thirdWithNinth, sixth, minorTonicSeventh, minorTonic, minorSixth, minorMajorSeventh
    case keylessMinor
    case halfDiminished, halfDiminishedLeadingTone, halfDiminishedRaisedFourth, halfDiminishedSixth
    case dominant, dominantOfDominant, dominantOfSecond, dominantOfMinor, ninthOfMinor, dominantBeforeDominant
    case substitute, subtonicOfMinor
    case flatNinth, flatNinthOfMinor, flatNinthThirteenth, flatThirteenth, flatNinthFlatThirteenth
    case sharpNinth, altered, sharpEleventh, flatFifth, flatFifthOfSubstitute, sharpFifth
    case suspended, suspendedFlatNinth
    case diminishedSeventh, diminishedLeadingTone, augmented
    case locrian, phrygian, aeolian, dorian, mixolydian, ionian, lydian

    /// The scales in order, as indices in ``TaughtScale/all``.
    package var scales: [Int] { ScaleCase.rows[rawValue] }

    private static let rows: [[Int]] = table.parts(at: "\n").map { row in
        row.parts(at: ",").map { name in
            let name = String(scalars: name.scalars.drop { $0 == " " })
            return TaughtScale.all.firstIndex { $0.name == name }!
        }
    }

    /// One row for each case. Where scales of equal rank stand side by side, the first is the more usual one.
    private static let table = """
        Ionian, Lydian, Bebop major
        Lydian
        Lydian, Ionian
        Ionian, Lydian
        Lydian augmented
        Ionian, Lydian, Bebop major
        Dorian, Bebop Dorian
        Phrygian
        Aeolian, Dorian
        Aeolian, Dorian
        Dorian, Aeolian
        Aeolian, Dorian, Melodic minor, Harmonic minor
        Melodic minor, Dorian
        Melodic minor, Harmonic minor
        Dorian, Aeolian
        Locrian, Locrian ♮2
        Locrian
        Locrian, Locrian ♮2
        Locrian ♮2, Locrian
        Mixolydian, Lydian dominant, Bebop dominant
        Lydian dominant, Mixolydian, Bebop dominant
        Phrygian dominant, Mixolydian ♭6, Altered, Half-Whole diminished
        Phrygian dominant, Altered, Mixolydian ♭6, Half-Whole diminished
        Mixolydian ♭6, Mixolydian
        Mixolydian, Lydian dominant, Phrygian dominant
        Lydian dominant
        Mixolydian, Lydian dominant
        Half-Whole diminished, Phrygian dominant, Mixolydian ♭2
        Phrygian dominant, Half-Whole diminished, Mixolydian ♭2
        Half-Whole diminished, Mixolydian ♭2
        Phrygian dominant, Mixolydian ♭6, Altered
        Phrygian dominant, Altered
        Altered, Half-Whole diminished
        Altered
        Lydian dominant
        Whole tone, Lydian dominant, Altered
        Lydian dominant, Whole tone, Altered
        Whole tone, Altered
        Mixolydian
        Phrygian, Dorian ♭2
        Whole-Half diminished
        Whole-Half diminished, Ultralocrian
        Whole tone, Lydian augmented
        Locrian
        Phrygian
        Aeolian
        Dorian
        Mixolydian
        Ionian
        Lydian
        """

    init(of type: ChordType, as function: HarmonicFunction?, in key: Key?) {
        if let function, let key, let mode = ScaleCase.mode(of: key, at: function, over: type) {
            self = mode
        } else if type.degrees.contains(7, -2) {
            let isLeadingTone = function?.root == 11 && function?.isInMinor == true
            self = isLeadingTone ? .diminishedLeadingTone : .diminishedSeventh
        } else if type.hasMinorThird {
            self = .minor(type.degrees, function)
        } else if type.isDominant {
            self = type.hasNoThird ? .suspended(type.degrees) : .dominant(type.degrees, function)
        } else {
            self = .major(type, function)
        }
    }

    /// The mode that the key has on the root of a diatonic chord. A chord of a modal key takes it, and in every key one
    /// without third and minor seventh, which does not say its function.
    private static func mode(of key: Key, at function: HarmonicFunction, over type: ChordType) -> ScaleCase? {
        guard function.role == .degree, key.mode.isModal || (type.hasNoThird && !type.isDominant) else { return nil }
        let modes: [ScaleCase] = [.locrian, .phrygian, .aeolian, .dorian, .mixolydian, .ionian, .lydian]
        // All notes of a key share its signature, which is one flat more for each fifth up.
        let brightness = modulo(key.mode.brightness - Mode.locrian.brightness - 7 * function.root, 12)
        guard brightness < modes.count else { return nil }
        let mode = modes[brightness]
        return TaughtScale.all[mode.scales[0]].spells(type) ? mode : nil
    }

    private static func suspended(_ degrees: DegreeSet) -> ScaleCase {
        degrees.contains(9, -1) ? .suspendedFlatNinth : .suspended
    }

    private static func minor(_ degrees: DegreeSet, _ function: HarmonicFunction?) -> ScaleCase {
        let degree = function?.role == .degree ? function?.root : nil
        if degrees.contains(5, -1), !degrees.contains(5) {
            switch degree {
            case 11: return .halfDiminishedLeadingTone
            case 6: return .halfDiminishedRaisedFourth
            case 9: return .halfDiminishedSixth
            default: return .halfDiminished
            }
        }
        if degrees.contains(7) { return .minorMajorSeventh }
        let hasSeventh = degrees.contains(7, -1)
        if !hasSeventh, degrees.contains(6) || degrees.contains(13) { return .minorSixth }
        guard let function else { return .keylessMinor }
        switch (degree, function.isInMinor) {
        case (0, true): return hasSeventh ? .minorTonicSeventh : .minorTonic
        case (4, false): return degrees.contains(9) ? .thirdWithNinth : .third
        case (9, false): return .sixth
        default: return .second
        }
    }

    private static func dominant(_ degrees: DegreeSet, _ function: HarmonicFunction?) -> ScaleCase {
        let hasFlatThirteenth = degrees.contains(13, -1) || degrees.contains(6, -1)
        let hasSharpFifth = degrees.contains(5, 1) && !degrees.contains(5)
        if degrees.contains(9, 1) { return hasFlatThirteenth || hasSharpFifth ? .altered : .sharpNinth }
        if degrees.contains(9, -1) {
            if hasFlatThirteenth || hasSharpFifth { return .flatNinthFlatThirteenth }
            if degrees.contains(13) { return .flatNinthThirteenth }
            return function?.goal == .minor ? .flatNinthOfMinor : .flatNinth
        }
        if degrees.contains(11, 1) { return .sharpEleventh }
        if degrees.contains(5, -1), !degrees.contains(5) {
            // A half step above its target, the lowered fifth is the ♯11 of a substitute.
            return dominant(as: function, hasNinth: false) == .substitute ? .flatFifthOfSubstitute : .flatFifth
        }
        if hasSharpFifth { return .sharpFifth }
        if hasFlatThirteenth { return .flatThirteenth }
        return dominant(as: function, hasNinth: degrees.contains(9) || degrees.contains(13))
    }

    /// An unaltered dominant.
    private static func dominant(as function: HarmonicFunction?, hasNinth: Bool) -> ScaleCase {
        guard let function else { return .dominant }
        let found: ScaleCase =
            switch (function.role, function.role == .appliedDominant ? function.target : function.root) {
            case (.substitute, _), (.degree, 1), (.degree, 3), (.degree, 6), (.degree, 8): .substitute
            case (.degree, 10): function.isInMinor ? .subtonicOfMinor : .substitute
            case (.degree, 0): .dominant
            case (.degree, 2), (.degree, 5), (.appliedDominant, 7): .dominantOfDominant
            case (.appliedDominant, 2) where function.goal == .dominant,
                (.appliedDominant, 9) where function.goal == .dominant:
                .dominantBeforeDominant
            case (.appliedDominant, 2): .dominantOfSecond
            default: function.goal == .minor ? .dominantOfMinor : .dominant
            }
        return hasNinth && (found == .dominantOfSecond || found == .dominantOfMinor) ? .ninthOfMinor : found
    }

    /// A major or suspended chord without a minor seventh.
    private static func major(_ type: ChordType, _ function: HarmonicFunction?) -> ScaleCase {
        let degrees = type.degrees
        let hasSeventh = degrees.contains(7)
        if degrees.contains(5, 1), !degrees.contains(5) { return hasSeventh ? .augmentedSeventh : .augmented }
        if type.hasNoThird { return .suspended }
        guard let function else { return .keylessMajor }
        let isTriad = !hasSeventh && !degrees.contains(6) && !degrees.contains(13)
        if function.role != .degree { return dominant(as: function, hasNinth: degrees.contains(9)) }
        switch function.root {
        case 0: return .tonic
        case 3 where function.isInMinor: return .minorMediant
        case 5 where isTriad && !function.isInMinor: return .subdominantTriad
        case 7 where isTriad: return function.isInMinor ? .dominantOfMinor : .dominant
        case 10 where isTriad: return .subtonicOfMinor
        default: return .subdominant
        }
    }
}
