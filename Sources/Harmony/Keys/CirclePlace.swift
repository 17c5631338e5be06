/// One of the twelve places on the circle of fifths, which is the line of fifths taken modulo twelve.
public struct CirclePlace: Sendable, Hashable {
    /// 0…11 like the hours of a clock: C at 12 o'clock, G at 1, and so on clockwise in fifths.
    public let clockIndex: Int

    /// The place on which a key lies; relative keys share one, enharmonic keys too.
    public init(of key: Key) {
        clockIndex = modulo(key.fifths, 12)
    }

    /// The signatures that meet here: two in the places of B/C♭, F♯/G♭ and D♭/C♯. The one with the fewer accidentals
    /// comes first, of six sharps and six flats the sharps.
    public var signatures: [KeySignature] {
        let sharps = clockIndex
        let flats = clockIndex - 12
        let fifths = sharps <= -flats ? [sharps, flats] : [flats, sharps]
        return fifths.map { KeySignature(fifths: $0) }.filter { $0.isWritten }
    }

    /// The keys of a mode that lie here, in the order of ``signatures``.
    public func keys(_ mode: Mode) -> [Key] {
        signatures.map { Key(signature: $0.fifths, mode) }
    }
}
