/// The kind of chord that decides what it can do in a key: its third, and its seventh if it affects the function.
package enum ChordFunction: Int {
    case major, dominant, minor, halfDiminished, diminished, suspended

    package init(_ chord: Chord) {
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
    package var isDominant: Bool { self == .dominant || self == .suspended }
    package var isMinor: Bool { self == .minor || self == .halfDiminished }
}
