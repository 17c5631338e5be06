/// How much a chord wants to move on: two sums of weighted intervals, both with the ambiguity of the base chord added.
public struct Tension: Sendable, Hashable {
    /// Of the pitch classes, however the chord is laid out; the same in every key. In hundredths.
    public let degreeHundredths: Int
    /// Of the chord as it is stacked. In hundredths.
    public let voicingHundredths: Int

    public var degree: Double { Double(degreeHundredths) / 100 }
    public var voicing: Double { Double(voicingHundredths) / 100 }

    /// A score with its two decimals: `21.35`.
    public static func text(hundredths: Int) -> String {
        let cents = hundredths % 100
        return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
    }
}

extension ChordType {
    /// - Returns: nil where the base chord is none of the rated ones, so that its ambiguity is unknown.
    public var tension: Tension? {
        guard let ambiguity = Ambiguity.points[base] else { return nil }
        return Tension(
            degreeHundredths: 100 * ambiguity + degreeTension,
            voicingHundredths: 100 * ambiguity + voicingTension
        )
    }

    private var degreeTension: Int {
        var sounding = Array(pitchClasses)
        var sum = 0
        for (index, one) in sounding.enumerated() {
            for other in sounding[(index + 1)...] {
                let distance = other - one
                sum += IntervalWeight.ofClass(min(distance, 12 - distance))
            }
        }
        sounding.append(12)
        for (one, next) in zip(sounding, sounding.dropFirst()) where next - one == 1 { sum += IntervalWeight.minorSecond }
        return sum
    }

    private var voicingTension: Int {
        let pitches = Chord(NoteName(fifths: 0), self).voicing.map { $0.pitch }
        var sum = 0
        for (index, one) in pitches.enumerated() {
            for other in pitches[(index + 1)...] { sum += IntervalWeight.ofInterval(other - one) }
        }
        for (one, next) in zip(pitches, pitches.dropFirst()) where next - one == 1 { sum += IntervalWeight.minorSecond }
        return sum
    }
}

/// What an interval adds to the tension, in hundredths.
enum IntervalWeight {
    /// Counted only between neighbours: between other notes it is softened by what lies between.
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

    /// - Parameter semitones: the exact distance of two pitches; nothing wider than a ninth counts, but for tritones.
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

/// How unsettled a base chord is by itself, in whole points.
private enum Ambiguity {
    static let points: [ChordType: Int] = {
        let rated: [(points: Int, suffixes: [String])] = [
            (0, ["ma", "mi", "add4", "add2", "mi(add4)", "mi(add2)", "ma7", "mi7", "6"]),
            (1, ["ma7sus4"]),
            (2, ["mi(♭6)"]),
            (4, ["°", "sus4", "sus2", "ma7sus4(♯5)", "7sus2"]),
            (5, ["+", "ma7(♭5)", "ma7(♯5)", "7sus4"]),
            (6, ["7", "7(♭5)", "7(♯5)", "°7", "°ma7", "mi7(♭5)", "mi6", "mi(Δ7)"]),
        ]
        var points: [ChordType: Int] = [:]
        for (value, suffixes) in rated {
            for suffix in suffixes {
                if let chord = try? Chord("C" + suffix) { points[chord.type] = value }
            }
        }
        return points
    }()
}
