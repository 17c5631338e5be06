/// A chord by its degree in a key, as musicians write it: `ii`, `V7`, `iiø7/V`, `subV7`, `ii(triad)`.
///
/// Degrees are those of the major scale on the tonic, in minor keys as well: E♭ is ♭III in C minor.
public struct ChordNumeral: Sendable, Hashable {
    private let step: Step
    /// Whether it is `subV`, the dominant a half step above its target.
    private let isSubstitute: Bool
    /// Nil for the diatonic seventh chord.
    private let type: ChordType?
    /// The degree that an applied chord leads to.
    private let target: Step?

    /// Reads a numeral: `ii`, `bVII7`, `vii°7/ii`, `subV/V`, `ii-7b5`, `I6/9`.
    ///
    /// A numeral without a quality is the diatonic seventh chord, and `ii(triad)` is the triad.
    /// - Throws: ``NumeralError`` for anything else.
    public init(_ text: String) throws(NumeralError) {
        var rest = text.scalars[...]
        let isSubstitute = rest.starts(with: "sub".scalars)
        if isSubstitute { rest = rest.dropFirst(3) }
        guard let step = Step(leading: &rest), !isSubstitute || (step.semitones == 7 && step.isUppercase) else {
            throw NumeralError(text: text)
        }
        var target: Step?
        // The slash of `I6/9` belongs to the quality.
        if let slash = rest.lastIndex(of: "/") {
            var after = rest[(slash + 1)...]
            target = Step(leading: &after)
            if target != nil {
                guard after.isEmpty else { throw NumeralError(text: text) }
                rest = rest[..<slash]
            }
        }
        self.step = step
        self.isSubstitute = isSubstitute
        self.target = target
        let chord = rest.isEmpty ? nil : try? step.chord(String(scalars: rest))
        // A numeral has no bass: neither I/E nor V/3 says which note it is in another key.
        guard chord.map({ $0.bass == nil }) ?? rest.isEmpty else { throw NumeralError(text: text) }
        type = chord?.type
    }

    /// The chord in a key.
    public func chord(in key: Key) -> Chord {
        let home = target.map { Key($0.root(above: key.tonic), $0.isUppercase ? .major : .minor) } ?? key
        guard !isSubstitute else {
            return Chord(home.tonic.adding(Degree(2, -1)), type ?? .dominantSeventh)
        }
        return Chord(step.root(above: home.tonic), type ?? step.seventh(in: home))
    }

    /// The numeral with its quality: `ii7` for `ii`, `ii(triad)` for a triad. Tensions are left out, as in
    /// ``HarmonicFunction/numeral``.
    public func text(in key: Key) -> String {
        let type = chord(in: key).type
        var step = step
        step.isUppercase = !type.hasMinorThird
        let suffix = type.numeralSuffix
        return (isSubstitute ? "sub" : "") + step.text + (suffix.isEmpty ? type.numeralSuffixWithoutSeventh : suffix)
            + (target.map { "/" + $0.text } ?? "")
    }

    fileprivate static let triad = "(triad)"

    /// The mode that it states as a tonic: major for I, minor for i; nil for other degrees and applied chords.
    public var tonic: Mode? {
        guard target == nil, step.semitones == 0 else { return nil }
        return (type?.hasMinorThird ?? !step.isUppercase) ? .minor : .major
    }
}

/// Why a numeral could not be read.
public struct NumeralError: Error, Sendable, Hashable {
    /// The given text.
    public let text: String

    /// One sentence that says what is accepted.
    public var message: String {
        "“\(text)” is not a numeral. Write a degree, and if needed a quality and a target: ii, V7, ♭VIIma7, iiø7/V."
    }
}

/// A degree without quality: `♭VI`, `ii`.
private struct Step: Sendable, Hashable {
    /// The degree, 1…7.
    let number: Int
    /// Semitones from the degree of the major scale, −1…1.
    let alteration: Int
    /// Whether it is written in capitals, which is a major third.
    var isUppercase: Bool

    /// Reads the beginning of a text and removes it.
    init?(leading text: inout ArraySlice<Unicode.Scalar>) {
        var rest = text
        var alteration = 0
        switch rest.first {
        case "♭", "b": alteration = -1
        case "♯", "#": alteration = 1
        default: break
        }
        if alteration != 0 { rest.removeFirst() }
        // The longer ones first: IV begins with I.
        for number in [7, 3, 6, 4, 2, 5, 1] {
            for isUppercase in [true, false] {
                let letters = RomanNumeral(number, quality: isUppercase ? .major : .minor).text.scalars
                guard rest.starts(with: letters) else { continue }
                text = rest.dropFirst(letters.count)
                self.number = number
                self.alteration = alteration
                self.isUppercase = isUppercase
                return
            }
        }
        return nil
    }

    var text: String {
        RomanNumeral(number, Accidental(semitones: alteration), quality: isUppercase ? .major : .minor).text
    }

    /// Semitones above the tonic, 0…11.
    var semitones: Int { modulo(Degree(number).semitones + alteration, 12) }

    func root(above tonic: NoteName) -> NoteName { tonic.adding(Degree(number, alteration)).simplified }

    /// Reads a quality, as a chord on C. Lowercase numerals have a minor third without saying it: `7` is mi7.
    func chord(_ quality: String) throws(SymbolError) -> Chord {
        var suffix = quality == ChordNumeral.triad ? "" : quality
        if !isUppercase {
            switch suffix.scalars.first {
            case "m" where !suffix.hasPrefix("ma") || suffix.hasPrefix("madd"), "-", "−", "°", "ø", "o", "d": break
            default: suffix = "mi" + suffix
            }
        }
        return try Chord("C" + suffix)
    }

    /// The seventh chord without a written quality: that of the key if it has one here, otherwise the usual one.
    func seventh(in key: Key) -> ChordType {
        let isInMinor = key.mode.degrees.contains(3, -1) && !key.mode.degrees.contains(3)
        // The forms of minor have the same numerals.
        let mode: Mode = Mode.ofMajor.contains(key.mode) ? key.mode : .minor
        let diatonic = Key(NoteName(.c), mode).sevenths.first {
            $0.chord.root.pitchClass == semitones && $0.chord.type.hasMinorThird != isUppercase
        }
        if let diatonic { return diatonic.chord.type }
        if isUppercase {
            // Borrowed from minor, the Neapolitan and the Picardy third; others are dominants.
            return [0, 1, 3, 8].contains(semitones) ? .majorSeventh : .dominantSeventh
        }
        if semitones == 6 { return .halfDiminishedSeventh }
        // Passing diminished chords, and the leading tone in minor.
        if alteration > 0 || semitones == 11 { return .diminishedSeventh }
        return isInMinor && semitones == 9 ? .halfDiminishedSeventh : .minorSeventh
    }
}

extension ChordType {
    /// What tells a chord without seventh or sixth from the diatonic seventh chord: `(triad)`, `(add9)`.
    fileprivate var numeralSuffixWithoutSeventh: String {
        if pitchClasses.count == 3, degrees.contains(5) { return ChordNumeral.triad }
        return "(" + (hasMinorThird && suffix.hasPrefix("mi") ? String(suffix.dropFirst(2)) : suffix) + ")"
    }
}
