/// The harmonic tension of a chord: two sums of weighted intervals, each including the ambiguity of the base chord.
public struct Tension: Sendable, Hashable {
    /// The sum over pitch classes in hundredths, independent of voicing and key.
    public let degreeHundredths: Int
    /// The sum over the stacked chord in hundredths.
    public let voicingHundredths: Int
    /// The ambiguity of the base chord in hundredths; part of both sums.
    public let ambiguityHundredths: Int

    public var degree: Double { Double(degreeHundredths) / 100 }

    /// A score with two decimals: `21.35`.
    public static func text(hundredths: Int) -> String {
        let cents = hundredths % 100
        return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// The tension of notes that are not one chord: the sums without an ambiguity, because there is no base chord.
    /// - Parameters:
    ///   - pitches: ascending MIDI numbers without duplicates.
    ///   - root: the pitch class from which degrees are counted.
    public init(of pitches: [Int], root: Int) {
        self.init(pitches, root: root, ambiguity: 0)
    }

    fileprivate init(_ pitches: [Int], root: Int, ambiguity: Int) {
        let sounding = Array(PitchClassSet(pitches).seen(from: root))
        var degrees = 0
        CountedInterval.each(ofDegrees: sounding) { degrees += $0.hundredths }
        var voicing = 0
        CountedInterval.each(ofVoicing: pitches) { voicing += $0.hundredths }
        ambiguityHundredths = 100 * ambiguity
        degreeHundredths = ambiguityHundredths + degrees
        voicingHundredths = ambiguityHundredths + voicing
    }
}

/// A pair of notes that adds to the tension.
public struct CountedInterval: Sendable, Hashable {
    /// Positions of the two notes in the summed list. In the degree sum the last position may be the octave of the
    /// first.
    public let lower: Int
    public let upper: Int
    /// The counted distance; in the degree sum the smaller of an interval and its inversion.
    public let semitones: Int
    /// The contribution in hundredths.
    public let hundredths: Int

    /// The intervals of the degree sum.
    /// - Parameter sounding: ascending pitch classes relative to a root of 0.
    public static func each(ofDegrees sounding: [Int], _ body: (CountedInterval) -> Void) {
        for lower in sounding.indices {
            for upper in sounding.indices.dropFirst(lower + 1) {
                let distance = sounding[upper] - sounding[lower]
                count(lower, upper, min(distance, 12 - distance), IntervalWeight.ofClass, body)
            }
            let next = lower + 1 < sounding.count ? sounding[lower + 1] : sounding[0] + 12
            if next - sounding[lower] == 1 { count(lower, lower + 1, 1, { _ in IntervalWeight.minorSecond }, body) }
        }
    }

    /// The intervals of the voicing sum.
    /// - Parameter pitches: ascending.
    public static func each(ofVoicing pitches: [Int], _ body: (CountedInterval) -> Void) {
        for lower in pitches.indices {
            for upper in pitches.indices.dropFirst(lower + 1) {
                count(lower, upper, pitches[upper] - pitches[lower], IntervalWeight.ofInterval, body)
            }
            if lower + 1 < pitches.count, pitches[lower + 1] - pitches[lower] == 1 {
                count(lower, lower + 1, 1, { _ in IntervalWeight.minorSecond }, body)
            }
        }
    }

    private static func count(
        _ lower: Int, _ upper: Int, _ semitones: Int, _ weight: (Int) -> Int, _ body: (CountedInterval) -> Void
    ) {
        let hundredths = weight(semitones)
        guard hundredths > 0 else { return }
        body(CountedInterval(lower: lower, upper: upper, semitones: semitones, hundredths: hundredths))
    }
}

extension ChordType {
    /// - Returns: nil if the ambiguity of the base chord is not rated.
    public var tension: Tension? {
        Ambiguity.points(of: base).map { tension(ambiguity: $0) }
    }

    /// The tension of a chord without its fifth or root. The omission does not change the ambiguity.
    var tensionWithFifth: Tension? {
        Ambiguity.points(of: ChordType(base.degrees.union(DegreeSet(Degree(5))))).map { tension(ambiguity: $0) }
    }

    private func tension(ambiguity: Int) -> Tension {
        let pitches = Chord(NoteName(fifths: 0), self).voicing.map { $0.pitch }
        return Tension(pitches, root: 0, ambiguity: ambiguity)
    }
}

/// The tension of an interval in hundredths. The values are judgements of taste (theory, section 6).
enum IntervalWeight {
    /// Counted only between neighbors. Notes in between soften it.
    static let minorSecond = 300
    static let tritone = 350

    /// - Parameter semitones: 1…6, the smaller of an interval and its inversion.
    static func ofClass(_ semitones: Int) -> Int {
        switch semitones {
        case 2: 200
        case 3: 20
        case 4: 15
        case 5: 10
        case 6: tritone
        default: 0
        }
    }

    /// - Parameter semitones: the exact distance of two pitches. Of intervals wider than a ninth, only tritones count.
    static func ofInterval(_ semitones: Int) -> Int {
        if semitones % 12 == 6 { return tritone }
        return switch semitones {
        case 7: 5
        case 8: 30
        case 9: 25
        case 10: 40
        case 11: 50
        case 13: 400
        case 14: 40
        case 2...5: ofClass(semitones)
        default: 0
        }
    }
}

/// The ambiguity of a base chord in points. The values are judgements of taste (theory, section 6).
private enum Ambiguity {
    static func points(of type: ChordType) -> Int? { rated.first { $0.type == type }?.points }

    private static let rated: [(type: ChordType, points: Int)] = {
        let rated: [(points: Int, suffixes: [String])] = [
            (0, ["ma", "mi", "add4", "add2", "mi(add4)", "mi(add2)", "ma7", "mi7", "6"]),
            (1, ["ma7sus4"]),
            (2, ["mi(♭6)"]),
            (4, ["°", "sus4", "sus2", "ma7sus4(♯5)", "7sus2"]),
            (5, ["+", "ma7(♭5)", "ma7(♯5)", "7sus4"]),
            (6, ["7", "7(♭5)", "7(♯5)", "°7", "°ma7", "mi7(♭5)", "mi6", "mi(Δ7)"]),
        ]
        return rated.flatMap { points, suffixes in
            suffixes.compactMap { suffix in (try? Chord("C" + suffix)).map { ($0.type, points) } }
        }
    }()
}
