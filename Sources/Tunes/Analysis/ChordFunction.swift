import Harmony

/// The harmonic function of a chord: its third, and its seventh if it affects the function.
enum ChordFunction: Int, CaseIterable {
    case major, dominant, minor, halfDiminished, diminished, suspended

    init(_ chord: Chord) {
        let degrees = chord.type.degrees
        switch chord.type.quality {
        case .diminished: self = degrees.contains(7, -1) ? .halfDiminished : .diminished
        case .minor: self = .minor
        case .major, .augmented:
            if degrees.contains(3) {
                self = degrees.contains(7, -1) ? .dominant : .major
            } else if degrees.contains(4) || degrees.contains(2) || degrees.contains(11) {
                self = .suspended
            } else {
                self = degrees.contains(7, -1) ? .dominant : .major
            }
        }
    }

    /// Whether it resolves down a fifth.
    var isDominant: Bool { self == .dominant || self == .suspended }
    var isMinor: Bool { self == .minor || self == .halfDiminished }

    /// How foreign the chord is to a key, given its distance above the tonic: 0 for diatonic chords, 3 for secondary
    /// dominants and common borrowed chords, 6 for others.
    func foreignness(above semitones: Int, in mode: Mode) -> Int {
        let row =
            switch (self, mode == .major) {
            //                   I ♭II II ♭III III IV ♯IV V ♭VI VI ♭VII VII
            case (.major, true): [0, 5, 6, 5, 6, 0, 6, 1, 4, 6, 4, 6]
            case (.dominant, true): [3, 4, 3, 6, 3, 3, 6, 0, 5, 3, 4, 4]
            case (.minor, true): [6, 6, 0, 6, 1, 4, 6, 4, 6, 0, 6, 6]
            case (.halfDiminished, true): [6, 6, 4, 6, 5, 6, 4, 6, 6, 5, 6, 1]
            case (.diminished, true): [3, 3, 3, 3, 3, 4, 3, 4, 3, 4, 4, 2]
            case (.suspended, true): [2, 6, 3, 6, 5, 4, 6, 0, 6, 4, 4, 6]
            case (.major, false): [5, 4, 6, 1, 6, 5, 6, 5, 1, 6, 2, 6]
            case (.dominant, false): [3, 4, 3, 5, 6, 3, 6, 0, 2, 5, 2, 6]
            case (.minor, false): [0, 6, 5, 6, 6, 0, 6, 3, 6, 6, 6, 6]
            case (.halfDiminished, false): [6, 6, 0, 6, 6, 6, 5, 5, 6, 3, 6, 6]
            case (.diminished, false): [3, 4, 2, 4, 3, 4, 3, 4, 2, 4, 4, 0]
            case (.suspended, false): [2, 6, 4, 6, 6, 4, 6, 0, 6, 6, 3, 6]
            }
        return row[semitones]
    }
}

/// Semitones upwards from one note to another, 0…11.
func semitones(from one: NoteName, upTo other: NoteName) -> Int {
    let distance = (other.pitchClass - one.pitchClass) % 12
    return distance < 0 ? distance + 12 : distance
}
