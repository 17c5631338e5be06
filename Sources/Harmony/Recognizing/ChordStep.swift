/// The step between two chords: the kind of the first, the root movement, and the kind of the second.
enum ChordStep {
    /// The kinds of chord that the statistics distinguish.
    enum Kind: Int {
        /// A major third without a minor seventh.
        case major
        case dominant
        case minorSeventh, halfDiminished
        /// Minor triads, sixths, and minor chords with a major seventh.
        case minor
        case diminished
        /// A fourth or second in place of the third.
        case suspended

        init(_ degrees: DegreeSet) {
            if degrees.contains(7, -2) {
                self = .diminished
            } else if degrees.contains(3) {
                self = degrees.contains(7, -1) ? .dominant : .major
            } else if degrees.contains(3, -1) {
                let isDiminished = degrees.contains(5, -1) && !degrees.contains(5)
                if degrees.contains(7, -1) {
                    self = isDiminished ? .halfDiminished : .minorSeventh
                } else {
                    self = isDiminished ? .diminished : .minor
                }
            } else if degrees.contains(4) || degrees.contains(2) {
                self = .suspended
            } else {
                // A chord without its third counts as if it had one.
                self = degrees.contains(7, -1) ? .dominant : .major
            }
        }
    }

    /// The cost of a step in decibels, compared with an unrelated second chord; negative for steps that lead, such as a
    /// fifth down.
    /// - Parameter semitones: root movement upwards, any number.
    static func cost(from one: Kind, up semitones: Int, to other: Kind) -> Int {
        Int(costs[84 * one.rawValue + 7 * modulo(semitones, 12) + other.rawValue])
    }

    /// From 76,145 steps in 2,146 tunes, smoothed and limited to −15…15. Each first chord has twelve rows, by semitones
    /// up. Columns are the second chord: ma, 7, mi7, mi7(♭5), mi, °7, sus.
    private static let costs: [Int8] = [
        // ma
        0, -1, 1, 9, -4, -3, -6,
        3, 9, 5, -2, 7, -11, 6,
        -2, 0, -4, 3, -6, 9, -5,
        4, 6, 8, 9, 8, -7, 7,
        6, 1, 0, -1, -3, 12, 5,
        -6, -1, 3, 12, -2, 14, 0,
        11, 6, 5, -6, 11, 3, 6,
        -6, -2, -1, 11, 0, 8, -5,
        6, 8, 12, 11, 15, 7, 8,
        5, -1, -5, 4, -5, 9, 2,
        -2, 6, 7, 9, 7, 6, 3,
        2, 1, -1, -6, 0, 3, -3,
        // 7
        7, 0, -3, 1, 8, 3, 2,
        5, 5, 8, 5, 13, -4, 10,
        2, 6, 5, 4, 2, 15, 6,
        5, 8, 8, 11, 7, 12, 11,
        7, 12, 6, 1, 5, 11, 10,
        -11, -6, -9, -3, -9, 2, -4,
        11, 7, 0, 0, 12, 4, 8,
        5, 2, -2, -1, 4, 15, 4,
        7, 11, 8, 11, 10, 10, 8,
        12, 5, -1, -3, 9, 15, 7,
        4, 5, 7, 14, 7, 7, 6,
        2, -3, 0, -1, 5, 10, 1,
        // mi7
        11, 7, 0, 1, -3, 9, 5,
        1, 6, 6, 12, 12, -6, 10,
        11, 4, -2, -5, 3, 6, 3,
        2, 7, 4, 11, 0, 15, 1,
        13, 15, 9, 5, 13, 15, 12,
        2, -13, -7, 6, 1, 9, -9,
        11, 7, 10, 12, 15, 7, 9,
        7, 2, 2, 6, 4, 13, 3,
        1, 5, 7, 14, 7, 13, 4,
        15, 10, 5, -8, 15, 5, 10,
        0, 8, -1, 14, 11, 9, 2,
        7, 3, 2, 3, 10, -9, 9,
        // mi7(♭5)
        10, 8, 6, 0, 10, -1, 10,
        6, 6, 9, 10, 4, 10, 2,
        9, 9, 9, 10, 10, 10, 10,
        9, 10, 7, 4, 3, 10, 10,
        10, 9, 10, 10, 10, 10, 10,
        9, -14, 7, -8, 10, 10, -6,
        6, 6, 10, 10, 10, 5, 10,
        10, 9, 10, 6, 10, 5, 10,
        10, 7, 7, 6, 8, 10, 10,
        10, 10, 10, 2, 10, 2, 10,
        4, 8, 4, 10, 0, 10, 6,
        0, -1, 2, 1, -4, 2, -1,
        // mi
        6, 3, -5, 4, 0, -1, -2,
        -2, 8, 9, 7, 2, -1, 2,
        5, -1, 6, -10, -4, 8, -3,
        -3, 4, 11, 9, 1, 3, -1,
        10, 9, 7, 4, 4, 3, 13,
        0, -3, -1, 7, -10, 5, -4,
        11, 10, 13, 7, 13, 3, 13,
        -5, -2, 2, 0, -8, 8, -3,
        -5, 3, 9, 13, -1, 4, -2,
        13, 7, 8, -9, 8, 8, 6,
        -5, 3, 1, 13, -5, 8, -4,
        5, 5, 0, 2, 4, -2, 6,
        // °7
        -2, 2, 8, 8, 2, 0, -2,
        2, 1, -10, -3, -3, 3, -5,
        5, 6, 2, 8, 6, 8, 8,
        6, 8, 8, 1, 8, 0, 8,
        5, 3, 3, 8, 2, 8, 8,
        8, 6, 8, 4, 8, -1, 8,
        -7, -1, 3, 4, 6, -1, 8,
        3, 4, 4, 8, 8, 8, -1,
        8, 6, 3, 4, 4, 8, 8,
        -3, 4, 8, 8, 8, 8, 4,
        5, 7, 2, -1, 2, 8, 8,
        3, 6, -11, -2, -4, -3, 8,
        // sus
        -7, -8, 3, 5, -1, 2, 0,
        2, 10, 10, 10, 3, 2, -4,
        3, 8, 1, 5, 1, 10, -11,
        3, 10, 6, 10, 10, 10, -6,
        7, 8, 7, 3, -1, 10, 0,
        -9, 4, -1, 5, -5, 0, -10,
        6, 5, 7, 5, 7, 4, 10,
        0, 9, 0, 10, 1, 10, -9,
        3, 9, 8, 10, 10, 10, 3,
        7, 6, 4, -1, 7, 10, -8,
        -1, 5, 4, 10, 3, -2, -9,
        7, 5, 6, 0, 5, 4, -6,
    ]
}
