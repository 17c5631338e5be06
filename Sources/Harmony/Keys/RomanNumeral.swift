/// The degree and quality of a chord in a key: I, ii, ♭III, vii°, III+.
public struct RomanNumeral: Sendable, Hashable {
    /// The degree of the key, 1…7.
    public let number: Int
    /// The alteration of the root from that degree.
    public let accidental: Accidental
    public let quality: Quality

    /// - Precondition: a number from 1 to 7.
    public init(_ number: Int, _ accidental: Accidental = .natural, quality: Quality) {
        precondition((1...7).contains(number), "no such degree")
        self.number = number
        self.accidental = accidental
        self.quality = quality
    }

    /// The quality of the chord's triad.
    public enum Quality: String, CaseIterable, Sendable, Hashable {
        case major, minor, diminished, augmented
    }

    /// The numeral: `vi`, `♭III`, `vii°`; lowercase for a minor third.
    public var text: String {
        var numeral = ["I", "II", "III", "IV", "V", "VI", "VII"][number - 1]
        if quality == .minor || quality == .diminished {
            numeral = numeral.replacingSigns { $0 == "I" ? "i" : "v" }
        }
        let sign = quality == .diminished ? "°" : quality == .augmented ? "+" : ""
        return accidental.written + numeral + sign
    }
}

extension RomanNumeral: CustomStringConvertible {
    public var description: String { text }
}

extension ChordType {
    /// The quality from third and fifth. A missing or suspended third counts as major.
    public var quality: RomanNumeral.Quality {
        guard degrees.contains(3, -1), !degrees.contains(3) else {
            return degrees.contains(5, 1) && !degrees.contains(5) ? .augmented : .major
        }
        return degrees.contains(5, -1) && !degrees.contains(5) ? .diminished : .minor
    }

    /// The quality in words, including the seventh: `minor`, `dominant seventh`, `half-diminished seventh`.
    public var qualityName: String {
        let seventh = degrees.first { $0.number == 7 }
        switch (quality, seventh?.alteration) {
        case (_, nil): return quality.rawValue
        case (.major, -1): return "dominant seventh"
        case (.diminished, -1): return "half-diminished seventh"
        case (.minor, 0), (.augmented, 0), (.diminished, 0): return quality.rawValue + " major seventh"
        default: return quality.rawValue + " seventh"
        }
    }
}
