/// A set of pitch classes, independent of octave and spelling, in twelve bits with C lowest.
public struct PitchClassSet: Sendable, Hashable {
    /// Bit *n* is pitch class *n*; the upper four bits are always zero.
    public let bits: UInt16

    /// - Parameter bits: only the lower twelve bits are used.
    @inlinable
    public init(bits: UInt16) {
        self.bits = bits & 0xFFF
    }

    /// The set of these pitch classes. MIDI numbers are accepted; octaves are folded.
    public init(_ pitchClasses: some Sequence<Int>) {
        var bits: UInt16 = 0
        for pitchClass in pitchClasses { bits |= 1 << UInt16(modulo(pitchClass, 12)) }
        self.bits = bits
    }

    public static let empty = PitchClassSet(bits: 0)

    @inlinable public var count: Int { bits.nonzeroBitCount }
    @inlinable public var isEmpty: Bool { bits == 0 }

    /// Whether a pitch class is in the set. Octaves are not folded, because this is called millions of times.
    /// - Returns: false for numbers outside 0…11.
    @inlinable
    public func contains(_ pitchClass: Int) -> Bool {
        bits & (1 << UInt16(truncatingIfNeeded: pitchClass)) != 0
    }

    @inlinable
    public func isSubset(of other: PitchClassSet) -> Bool {
        bits & ~other.bits == 0
    }

    @inlinable
    public func isProperSubset(of other: PitchClassSet) -> Bool {
        isSubset(of: other) && self != other
    }

    @inlinable
    public func union(_ other: PitchClassSet) -> PitchClassSet {
        PitchClassSet(bits: bits | other.bits)
    }

    @inlinable
    public func intersection(_ other: PitchClassSet) -> PitchClassSet {
        PitchClassSet(bits: bits & other.bits)
    }

    @inlinable
    public func subtracting(_ other: PitchClassSet) -> PitchClassSet {
        PitchClassSet(bits: bits & ~other.bits)
    }

    /// The set with one more pitch class. MIDI numbers are accepted; octaves are folded.
    public func inserting(_ pitchClass: Int) -> PitchClassSet {
        PitchClassSet(bits: bits | 1 << UInt16(modulo(pitchClass, 12)))
    }

    /// All members transposed up by 0…11 semitones.
    /// - Precondition: 0…11; fold other distances first.
    @inlinable
    public func transposed(up semitones: Int) -> PitchClassSet {
        precondition((0..<12).contains(semitones), "semitones within an octave")
        let wide = UInt32(bits) &<< UInt32(truncatingIfNeeded: semitones)
        return PitchClassSet(bits: UInt16(truncatingIfNeeded: wide | wide &>> 12))
    }

    /// The set relative to `pitchClass` (0…11), which becomes 0.
    /// - Precondition: 0…11.
    @inlinable
    public func seen(from pitchClass: Int) -> PitchClassSet {
        precondition((0..<12).contains(pitchClass), "a pitch class")
        let wide = UInt32(bits) | UInt32(bits) &<< 12
        return PitchClassSet(bits: UInt16(truncatingIfNeeded: wide &>> UInt32(truncatingIfNeeded: pitchClass)))
    }
}

extension PitchClassSet: Sequence {
    /// Iterates over the pitch classes, ascending from C.
    public struct Iterator: IteratorProtocol {
        var rest: UInt16

        public mutating func next() -> Int? {
            guard rest != 0 else { return nil }
            defer { rest &= rest - 1 }
            return rest.trailingZeroBitCount
        }
    }

    public func makeIterator() -> Iterator { Iterator(rest: bits) }
}
