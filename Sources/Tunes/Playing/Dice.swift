import Sync

/// Random numbers for one player in one bar. Because they depend on nothing else, a bar sounds the same wherever
/// playback starts.
struct Dice {
    /// What the numbers are for.
    enum Purpose: UInt64 {
        case comping = 1
        case hands, bass, drums
    }

    private var generator: SeededGenerator

    init(_ seed: UInt64, pass: Int, place: Int, for purpose: Purpose) {
        let position = UInt64(truncatingIfNeeded: pass) << 32 ^ UInt64(truncatingIfNeeded: place) << 8
        var mixed = SeededGenerator(seed: seed ^ position ^ purpose.rawValue)
        generator = SeededGenerator(seed: mixed.next())
    }

    /// A number from 0 up to, but not including, the count.
    mutating func below(_ count: Int) -> Int { Int(truncatingIfNeeded: generator.next() >> 33) % count }

    /// True in this percentage of cases.
    mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

    /// A number from minus to plus the distance, more often near zero.
    mutating func around(_ distance: Int) -> Int { below(distance + 1) - below(distance + 1) }
}
