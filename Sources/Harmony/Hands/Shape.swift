/// A voicing without its place on the keyboard: how far each key lies above the lowest one, and how many of them the left
/// hand has. Ten keys of six bits, so that thousands can be tried without any memory of their own.
struct Shape: Sendable, Hashable {
    private(set) var bits: UInt64 = 0
    private(set) var count = 0
    /// So many keys, from the lowest up, are the left hand's.
    var leftCount = 0
    /// Semitones of the lowest key above the root, 0…11.
    let lowest: Int

    /// A shape of one key.
    /// - Parameter lowest: semitones above the root, 0…11.
    init(on lowest: Int) {
        self.lowest = lowest
        count = 1
    }

    /// Semitones of a key above the lowest one.
    @inline(__always)
    subscript(_ index: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 6 &* index)) & 63 }

    @inline(__always)
    var span: Int { self[count - 1] }

    /// Semitones above the root, 0…11, of a key.
    @inline(__always)
    func semitones(_ index: Int) -> Int { (lowest + self[index]) % 12 }

    /// What sounds, seen from the root.
    var sounding: UInt16 {
        var sounding: UInt16 = 0
        for index in 0..<count { sounding |= 1 << UInt16(semitones(index)) }
        return sounding
    }

    /// - Returns: false where there is no finger or no keyboard left for it.
    mutating func add(offset: Int) -> Bool {
        guard count < 10, offset < 64 else { return false }
        bits |= UInt64(offset) << UInt64(6 * count)
        count += 1
        return true
    }

    /// The next key above the highest one that sounds `semitones` (0…11) above the root.
    /// - Parameter lift: octaves higher than the nearest.
    mutating func add(above semitones: Int, lift: Int = 0) -> Bool {
        let step = modulo(semitones - lowest - span - 1, 12) + 1
        return add(offset: span + step + 12 * lift)
    }

    /// Semitones from the lowest key of a hand to its highest one.
    func span(of hand: Hand) -> Int {
        switch hand {
        case .left: leftCount == 0 ? 0 : self[leftCount - 1]
        case .right: leftCount == count ? 0 : span - self[leftCount]
        }
    }

    func count(of hand: Hand) -> Int { hand == .left ? leftCount : count - leftCount }

    /// The lowest MIDI number of the lowest key with which no interval lies too low to be clear.
    var lowestClear: Int {
        var needed = 0
        for low in 0..<count {
            for high in low + 1..<max(count, low + 1) {
                needed = max(needed, LowLimits.lowest(of: self[high] - self[low]) - self[low])
            }
        }
        return needed
    }

    /// Notes stacked upwards, each the nearest above the one before.
    /// - Parameter semitones: above the root, the lowest first; not empty.
    init?(_ semitones: [Int]) {
        self.init(on: semitones[0])
        for next in semitones.dropFirst() where !add(above: next) { return nil }
    }

    /// Keys in any order.
    /// - Parameter keys: semitones above the root, perhaps negative; not empty.
    init?(keys: [Int]) {
        let sorted = keys.sorted()
        self.init(on: modulo(sorted[0], 12))
        for key in sorted.dropFirst() where !add(offset: key - sorted[0]) { return nil }
    }

    /// The same with the left hand having the lowest `count` keys.
    func divided(_ count: Int) -> Shape {
        var shape = self
        shape.leftCount = count
        return shape
    }
}
