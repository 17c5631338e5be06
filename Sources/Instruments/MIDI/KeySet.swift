/// A set of MIDI notes, 0…127.
struct KeySet: Sendable, Hashable {
    /// Notes 0…63, one bit each.
    private var lower: UInt64 = 0
    /// Notes 64…127.
    private var upper: UInt64 = 0

    /// - Parameter note: a MIDI note; only its lowest seven bits count, as in ``MIDIMessage/bytes``.
    mutating func insert(_ note: Int) {
        let bit = UInt64(1) << UInt64(note & 63)
        if note & 64 == 0 { lower |= bit } else { upper |= bit }
    }

    func isSubset(of other: KeySet) -> Bool {
        lower & ~other.lower == 0 && upper & ~other.upper == 0
    }

    /// The MIDI notes in ascending order.
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
