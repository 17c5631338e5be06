import Harmony

/// A set of MIDI notes, 0…127.
struct KeySet: Sendable, Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    var isEmpty: Bool { low | high == 0 }

    func contains(_ key: Int) -> Bool {
        (key < 64 ? low >> UInt64(key) : high >> UInt64(key - 64)) & 1 == 1
    }

    mutating func insert(_ key: Int) {
        if key < 64 { low |= 1 << UInt64(key) } else { high |= 1 << UInt64(key - 64) }
    }

    mutating func remove(_ key: Int) {
        if key < 64 { low &= ~(1 << UInt64(key)) } else { high &= ~(1 << UInt64(key - 64)) }
    }

    func union(_ other: KeySet) -> KeySet { combined(low | other.low, high | other.high) }
    func intersection(_ other: KeySet) -> KeySet { combined(low & other.low, high & other.high) }
    func subtracting(_ other: KeySet) -> KeySet { combined(low & ~other.low, high & ~other.high) }

    private func combined(_ low: UInt64, _ high: UInt64) -> KeySet {
        var set = KeySet()
        set.low = low
        set.high = high
        return set
    }

    /// The notes in ascending order.
    var keys: [Int] {
        var keys: [Int] = []
        var rest = low
        while rest != 0 {
            keys.append(rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        rest = high
        while rest != 0 {
            keys.append(64 + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
        return keys
    }

    var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// The pitch classes of all notes, in constant time because each stroke is judged by them.
    var pitchClasses: PitchClassSet {
        var bits: UInt64 = 0
        for octave in 0..<6 { bits |= low >> UInt64(12 * octave) & 0xFFF }
        // Note 64 is an E, four semitones above a C.
        var upper: UInt64 = 0
        for octave in 0..<6 { upper |= high >> UInt64(12 * octave) & 0xFFF }
        upper <<= 4
        return PitchClassSet(bits: UInt16(bits | upper & 0xFFF | upper >> 12))
    }

    var lowest: Int? {
        low != 0 ? low.trailingZeroBitCount : high != 0 ? 64 + high.trailingZeroBitCount : nil
    }
}
