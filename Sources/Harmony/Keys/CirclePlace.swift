/// One of the twelve places on the circle of fifths, which is the line of fifths taken modulo twelve.
public struct CirclePlace: Sendable, Hashable {
    /// 0…11 like the hours of a clock: C at 12 o'clock, G at 1, and so on clockwise in fifths.
    public let clockIndex: Int

    /// - Parameter clockIndex: hours; those of other days are folded.
    public init(clockIndex: Int) {
        self.clockIndex = modulo(clockIndex, 12)
    }

    /// The place on which a key lies; relative keys share one, enharmonic keys too.
    public init(of key: Key) {
        self.init(clockIndex: key.fifths)
    }

    /// From C clockwise.
    public static let all = (0..<12).map { CirclePlace(clockIndex: $0) }

    /// Which of two enharmonic keys is named first.
    public enum Order: String, CaseIterable, Sendable {
        /// The one with the fewer accidentals, of six sharps and six flats the sharps: B/C♭, F♯/G♭, D♭/C♯.
        case fewer
        /// B/C♭, F♯/G♭, C♯/D♭.
        case sharps
        /// C♭/B, G♭/F♯, D♭/C♯.
        case flats
    }

    /// The signatures that meet here: two in the places of B/C♭, F♯/G♭ and D♭/C♯.
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

    /// The keys of a mode that lie here, in the order of ``signatures(_:)``.
    public func keys(_ mode: Mode, _ order: Order = .fewer) -> [Key] {
        signatures(order).map { Key(signature: $0.fifths, mode) }
    }

    /// How many places further clockwise another one is, by the short way round: −5…6.
    public func steps(to other: CirclePlace) -> Int {
        modulo(other.clockIndex - clockIndex + 5, 12) - 5
    }
}

extension Key {
    /// Where a chord of this key stands in a ring of keys of the same mode: at the key on its root.
    public func place(of chord: NumeralChord) -> CirclePlace {
        CirclePlace(of: Key(chord.chord.root, mode))
    }
}
