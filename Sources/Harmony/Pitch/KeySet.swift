/// A set of MIDI notes, 0…127.
package struct KeySet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    package init() {}

    package var isEmpty: Bool { low | high == 0 }

    package func contains(_ key: Int) -> Bool {
        (key < 64 ? low >> UInt64(key) : high >> UInt64(key - 64)) & 1 == 1
    }

    /// - Parameter key: only its lowest seven bits count, as in a MIDI message.
    package mutating func insert(_ key: Int) {
        let bit = UInt64(1) << UInt64(key & 63)
        if key & 64 == 0 { low |= bit } else { high |= bit }
    }

    package mutating func remove(_ key: Int) {
        if key < 64 { low &= ~(1 << UInt64(key)) } else { high &= ~(1 << UInt64(key - 64)) }
    }

    package func isSubset(of other: KeySet) -> Bool { subtracting(other).isEmpty }
    package func union(_ other: KeySet) -> KeySet { combined(low | other.low, high | other.high) }
    package func intersection(_ other: KeySet) -> KeySet { combined(low & other.low, high & other.high) }
    package func subtracting(_ other: KeySet) -> KeySet { combined(low & ~other.low, high & ~other.high) }

    private func combined(_ low: UInt64, _ high: UInt64) -> KeySet {
        var set = KeySet()
        set.low = low
        set.high = high
        return set
    }

    package var ascending: [Int] {
        var keys: [Int] = []
        for (offset, half) in [(0, low), (64, high)] {
            var rest = half
            while rest != 0 {
                keys.append(offset + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return keys
    }

    package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// The pitch classes of all notes, in constant time because each stroke is judged by them.
    package var pitchClasses: PitchClassSet {
        var bits: UInt64 = 0
        for octave in 0..<6 { bits |= low >> UInt64(12 * octave) & 0xFFF }
        // Note 64 is an E, four semitones above a C.
        var upper: UInt64 = 0
        for octave in 0..<6 { upper |= high >> UInt64(12 * octave) & 0xFFF }
        upper <<= 4
        return PitchClassSet(bits: UInt16(bits | upper & 0xFFF | upper >> 12))
    }

    package var lowest: Int? {
        low != 0 ? low.trailingZeroBitCount : high != 0 ? 64 + high.trailingZeroBitCount : nil
    }
}
