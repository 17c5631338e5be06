/// What chords and their steps are worth in a key, for both key finders: `KeyFollower` hears one chord after another,
/// and the analysis of a tune searches a path through all of it.
package enum KeyCosts {
    /// How foreign a chord is to a key.
    /// - Parameter degree: its root in semitones above the tonic.
    package static func foreignness(of function: ChordFunction, on degree: Int, in place: KeyPlace) -> Int {
        Int(costs[12 * (2 * function.rawValue + (place.isMinor ? 1 : 0)) + degree])
    }

    /// What the step between two chords is worth: second degree to dominant, dominant to tonic.
    /// - Parameters:
    ///   - degrees: the roots in semitones above the tonic.
    ///   - isResolved: whether the second chord is the tonic.
    package static func advantage(
        of functions: (ChordFunction, ChordFunction), on degrees: (Int, Int), isResolved: Bool, in place: KeyPlace
    ) -> Int {
        if isResolved, functions.0.isDominant {
            switch degrees.0 {
            case 7: return 8
            case 1: return 6
            case 10 where !place.isMinor: return 4
            default: return 0
            }
        }
        if degrees.0 == 2, functions.0.isMinor, functions.1.isDominant {
            return degrees.1 == 7 ? 6 : degrees.1 == 1 ? 4 : 0
        }
        if degrees == (5, 10), functions == (.minor, .dominant) { return place.isMinor ? 3 : 4 }
        // The relative major of a minor key.
        return place.isMinor && degrees == (10, 3) && functions == (.dominant, .major) ? 4 : 0
    }

    /// Costs by kind of chord and mode, for each degree from the tonic upwards: 0 for diatonic chords, 3 for common
    /// borrowed chords, 12 for foreign ones.
    private static let costs: [Int8] = [
        // I ♭II II ♭III III IV ♯IV V ♭VI VI ♭VII VII, in major and minor
        0, 8, 10, 7, 12, 0, 12, 1, 7, 12, 8, 12,  // major
        10, 8, 12, 1, 12, 9, 12, 3, 1, 12, 3, 12,
        6, 7, 5, 11, 6, 5, 14, 0, 9, 5, 6, 9,  // dominant
        6, 7, 6, 9, 12, 6, 11, 0, 5, 9, 3, 11,
        11, 12, 0, 10, 1, 4, 12, 8, 12, 0, 12, 11,  // minor
        0, 12, 8, 12, 12, 0, 12, 6, 12, 12, 12, 12,
        11, 12, 5, 12, 8, 12, 6, 12, 12, 9, 12, 3,  // half-diminished
        12, 12, 0, 12, 12, 11, 9, 8, 12, 5, 12, 9,
        5, 5, 5, 5, 6, 8, 4, 8, 5, 8, 8, 4,  // diminished
        5, 8, 4, 8, 6, 8, 5, 8, 5, 6, 8, 1,
        5, 12, 6, 12, 10, 8, 12, 0, 12, 8, 8, 12,  // suspended
        5, 12, 8, 12, 12, 8, 12, 0, 12, 12, 6, 12,
    ]
}
