/// One of the twelve positions on the circle of fifths (the line of fifths modulo twelve).
public struct CirclePlace: Sendable, Hashable {
    /// The position as on a clock, 0…11: C at 12 o'clock, then clockwise in fifths.
    public let clockIndex: Int

    /// - Parameter clockIndex: reduced modulo twelve.
    public init(clockIndex: Int) {
        self.clockIndex = modulo(clockIndex, 12)
    }

    /// The position of a key. Relative and enharmonic keys share one.
    public init(of key: Key) {
        self.init(clockIndex: key.fifths)
    }

    /// All positions, clockwise from C.
    public static let all = (0..<12).map { CirclePlace(clockIndex: $0) }

    /// Which of two enharmonic keys comes first.
    public enum Order: String, CaseIterable, Sendable {
        /// The key with fewer accidentals; sharps if both have six: B/C♭, F♯/G♭, D♭/C♯.
        case fewer
        /// B/C♭, F♯/G♭, C♯/D♭.
        case sharps
        /// C♭/B, G♭/F♯, D♭/C♯.
        case flats
    }

    /// The key signatures at this position: two for B/C♭, F♯/G♭ and D♭/C♯.
    public func signatures(_ order: Order = .fewer) -> [KeySignature] {
        let sharps = clockIndex
        let flats = clockIndex - 12
        let areSharpsFirst =
            switch order {
            case .fewer: sharps <= -flats
            case .sharps: true
            case .flats: false
            }
        let fifths = areSharpsFirst ? [sharps, flats] : [flats, sharps]
        return fifths.map { KeySignature(fifths: $0) }.filter { $0.isWritten }
    }

    /// The keys of a mode at this position, in the order of ``signatures(_:)``.
    public func keys(_ mode: Mode, _ order: Order = .fewer) -> [Key] {
        signatures(order).map { Key(signature: $0.fifths, mode) }
    }

    /// The key of a mode with the fewest accidentals. Of two with six, jazz musicians write the one with flats: G♭
    /// major, E♭ minor.
    public func plainKey(_ mode: Mode) -> Key { Key(signature: clockIndex < 6 ? clockIndex : clockIndex - 12, mode) }

    /// Clockwise steps to another position by the shorter way: −5…6.
    public func steps(to other: CirclePlace) -> Int {
        modulo(other.clockIndex - clockIndex + 5, 12) - 5
    }
}

extension Key {
    /// The position of a chord of this key in a ring of keys of the same mode: that of the key on its root.
    public func place(of chord: NumeralChord) -> CirclePlace {
        CirclePlace(of: Key(chord.chord.root, mode))
    }
}
