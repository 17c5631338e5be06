/// Some of the 128 keys there are.
struct KeySet: Sendable, Hashable {
    /// Keys 0…63, each in the bit of its number.
    private var lower: UInt64 = 0
    /// Keys 64…127.
    private var upper: UInt64 = 0

    /// - Parameter note: a MIDI number; others are cut to the bits there are, as in ``MIDIMessage/bytes``.
    mutating func insert(_ note: Int) {
        let bit = UInt64(1) << UInt64(note & 63)
        if note & 64 == 0 { lower |= bit } else { upper |= bit }
    }

    func isSubset(of other: KeySet) -> Bool {
        lower & ~other.lower == 0 && upper & ~other.upper == 0
    }

    /// The MIDI numbers, the lowest first.
    var ascending: [Int] {
        var notes: [Int] = []
        for (offset, half) in [(0, lower), (64, upper)] {
            var rest = half
            while rest != 0 {
                notes.append(offset + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return notes
    }
}
