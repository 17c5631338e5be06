/// A voicing without a position on the keyboard: the offsets of its keys, and the number of left-hand keys. Stored
/// inline as ten keys of six bits, because thousands are tried.
struct Shape: Sendable, Hashable {
    private(set) var bits: UInt64 = 0
    private(set) var count = 0
    /// The number of keys of the left hand, from the lowest.
    var leftCount = 0
    /// Semitones of the lowest key above the root, 0…11.
    let lowest: Int

    /// Creates a shape with one key.
    /// - Parameter lowest: semitones above the root, 0…11.
    init(on lowest: Int) {
        self.lowest = lowest
        count = 1
    }

    /// The offset of a key above the lowest one, in semitones.
    @inline(__always)
    subscript(_ index: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 6 &* index)) & 63 }

    @inline(__always)
    var span: Int { self[count - 1] }

    /// The distance of a key above the root, 0…11 semitones.
    @inline(__always)
    func semitones(_ index: Int) -> Int { (lowest + self[index]) % 12 }

    /// The notes relative to the root.
    var sounding: UInt16 {
        var sounding: UInt16 = 0
        for index in 0..<count { sounding |= 1 << UInt16(semitones(index)) }
        return sounding
    }

    /// - Returns: false if there is no finger left for the key, or it is below the last one or too far above the first.
    mutating func add(offset: Int) -> Bool {
        guard count < 10, (span..<64).contains(offset) else { return false }
        bits |= UInt64(offset) << UInt64(6 * count)
        count += 1
        return true
    }

    /// Adds the next key above the highest one that is `semitones` (0…11) above the root.
    /// - Parameter lift: additional octaves.
    mutating func add(above semitones: Int, lift: Int = 0) -> Bool {
        let step = modulo(semitones - lowest - span - 1, 12) + 1
        return add(offset: span + step + 12 * lift)
    }

    /// The span of a hand in semitones.
    func span(of hand: Hand) -> Int {
        switch hand {
        case .left: leftCount == 0 ? 0 : self[leftCount - 1]
        case .right: leftCount == count ? 0 : span - self[leftCount]
        }
    }

    /// Whether a hand strains: it spans a tenth with more than one inner note.
    func isCrowded(_ hand: Hand) -> Bool { !Reach.isComfortable(span: span(of: hand), count: count(of: hand)) }

    func count(of hand: Hand) -> Int { hand == .left ? leftCount : count - leftCount }

    /// The lowest MIDI number of the lowest key at which every interval sounds clear.
    var lowestClear: Int {
        var needed = 0
        for low in 0..<count {
            for high in low + 1..<max(count, low + 1) {
                needed = max(needed, LowLimits.lowest(of: self[high] - self[low]) - self[low])
            }
        }
        return needed
    }

    /// Stacks notes upwards, each at the nearest position above the previous.
    /// - Parameter semitones: above the root, lowest first; not empty.
    init?(_ semitones: [Int]) {
        self.init(on: semitones[0])
        for next in semitones.dropFirst() where !add(above: next) { return nil }
    }

    /// Creates a shape from keys in any order.
    /// - Parameter keys: semitones above the root, may be negative; not empty.
    init?(keys: [Int]) {
        let sorted = keys.sorted()
        self.init(on: modulo(sorted[0], 12))
        for key in sorted.dropFirst() where !add(offset: key - sorted[0]) { return nil }
    }

    /// The same shape with the lowest `count` keys in the left hand.
    func divided(_ count: Int) -> Shape {
        var shape = self
        shape.leftCount = count
        return shape
    }
}
