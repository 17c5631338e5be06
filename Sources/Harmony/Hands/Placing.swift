/// A shape at a position on the keyboard, with its costs.
struct PlacedShape: Sendable {
    let shape: Shape
    /// MIDI number of the lowest key.
    let lowest: Int
    let style: VoicingStyle
    /// The cost of the shape itself.
    let shapeCost: Int
    /// The cost of hands outside their preferred register.
    let registerCost: Int
    let isMuddy: Bool

    var cost: Int { shapeCost + registerCost }
    var highest: Int { lowest + shape.span }

    @inline(__always)
    func pitch(_ index: Int) -> Int { lowest + shape[index] }

    /// All pitches, ascending.
    var pitches: [Int] { (0..<shape.count).map { pitch($0) } }

    func costing(more cost: Int) -> PlacedShape {
        PlacedShape(
            shape: shape, lowest: lowest, style: style, shapeCost: shapeCost + cost, registerCost: registerCost,
            isMuddy: isMuddy)
    }

    /// Whether a shape is better than another, in a deterministic order among equals.
    static func isBefore(_ one: PlacedShape, _ other: PlacedShape) -> Bool {
        if one.cost != other.cost { return one.cost < other.cost }
        if one.lowest != other.lowest { return one.lowest < other.lowest }
        if one.shape.bits != other.shape.bits { return one.shape.bits < other.shape.bits }
        return one.shape.leftCount < other.shape.leftCount
    }

    static func isSame(_ one: PlacedShape, _ other: PlacedShape) -> Bool {
        one.lowest == other.lowest && one.shape == other.shape
    }
}

extension PlacedShape {
    /// A voicing chosen by the user; nil if it is empty, has more keys than fingers, or
    /// does not ascend.
    init?(_ voicing: Voicing) {
        let tones = voicing.tones
        guard let lowest = tones.first else { return nil }
        var shape = Shape(on: modulo(lowest.pitch - voicing.subject.chord.root.pitchClass, 12))
        for tone in tones.dropFirst() where !shape.add(offset: tone.pitch - lowest.pitch) { return nil }
        self.init(
            shape: shape.divided(voicing.left.count), lowest: lowest.pitch, style: voicing.style,
            shapeCost: voicing.cost,
            registerCost: 0, isMuddy: voicing.isMuddy)
    }
}

extension Register {
    /// About a fifth lower or higher. Less would leave most shapes in place.
    var shift: Int {
        switch self {
        case .low: -7
        case .middle: 0
        case .high: 7
        }
    }
}

/// The positions of a style's shapes on the keyboard.
struct Placing: Sendable {
    let style: VoicingStyle
    let pianist: Pianist
    /// The melody note, if given.
    let top: Int?
    /// Whether the range extends an octave further on both sides, for moving voicings by hand.
    var isWide = false

    /// The piano keys used for chords: E1 to C7.
    static let keyboard = 28...96

    /// The MIDI numbers allowed for the lowest key.
    private func home(of shape: Shape) -> ClosedRange<Int> {
        let shift = pianist.register.shift
        let isLeftAlone = shape.leftCount == shape.count
        let range: ClosedRange<Int>
        switch style {
        case .rootlessA where isLeftAlone, .rootlessB where isLeftAlone:
            // The thumb lies between middle C and the C above it.
            range = 60 - shape.span...72 - shape.span
        case .block: range = 46...66
        case .quartal where shape.leftCount > 0, .soWhat: range = 40...58
        default: range = isLeftAlone ? 38...58 : shape.leftCount == 0 ? 53...71 : 33...54
        }
        return range.lowerBound + shift...range.upperBound + shift
    }

    /// Whether methods write a shape although a hand spans a tenth with two inner notes: 1–5–7–3 in the left hand, and
    /// three fourths in the right.
    private static func isWritten(_ shape: Shape, in style: VoicingStyle) -> Bool {
        let first = shape.leftCount
        switch style {
        case .shell, .drop2: return shape.count == 4 && first == 4
        case .spread:
            return !shape.isCrowded(.left) && shape.count == first + 4
                && (first..<first + 3).allSatisfy { shape[$0 + 1] - shape[$0] == 5 }
        default: return false
        }
    }

    /// The distance of the hands from their preferred register.
    private func registerCost(of shape: Shape, lowest: Int) -> Int {
        let shift = pianist.register.shift
        if style.isRootless, shape.leftCount == shape.count {
            return abs(lowest + shape.span - 65 - shift) / ShapeCosts.awayFromHome
        }
        var cost = 0
        for hand in Hand.allCases {
            let count = shape.count(of: hand)
            guard count > 0 else { continue }
            let first = hand == .left ? 0 : shape.leftCount
            var sum = 0
            for index in first..<first + count { sum += lowest + shape[index] }
            let isAlone = count == shape.count
            let home = (hand == .left ? isAlone ? 55 : 50 : 66) + shift
            cost += abs(sum - home * count) / (count * ShapeCosts.awayFromHome)
        }
        return cost
    }

    /// Adds the positions of a shape.
    func place(_ shape: Shape, of palette: Palette, into found: inout [PlacedShape]) {
        for hand in Hand.allCases
        where shape.count(of: hand) > 5 || shape.span(of: hand) > pianist.reach(of: hand).semitones
            || shape.isCrowded(hand) && !Placing.isWritten(shape, in: style)
        { return }
        let clear = shape.lowestClear
        let shapeCost = palette.cost(of: shape, in: style, hasBassPlayer: pianist.hasBassPlayer)
        func add(_ lowest: Int) {
            let lacking = max(0, clear - lowest)
            found.append(
                PlacedShape(
                    shape: shape, lowest: lowest, style: style,
                    shapeCost: shapeCost + (lacking > 0 ? ShapeCosts.muddy + lacking : 0),
                    registerCost: registerCost(of: shape, lowest: lowest), isMuddy: lacking > 0))
        }
        let keyboard = Placing.keyboard
        if let top {
            let lowest = top - shape.span
            if keyboard.contains(lowest), keyboard.contains(top), palette.pitch(shape.lowest, from: lowest) == lowest {
                add(lowest)
            }
            return
        }
        let home = home(of: shape)
        let (from, through) = isWide ? (home.lowerBound - 12, home.upperBound + 12) : (home.lowerBound, home.upperBound)
        var lowest = palette.pitch(shape.lowest, from: max(from, keyboard.lowerBound))
        var isClear = false
        var last: Int?
        // If the whole range is muddy, the next octave may be clear.
        while lowest <= through || (!isClear && lowest <= through + 12) {
            guard lowest + shape.span <= keyboard.upperBound else { break }
            if lowest >= clear {
                add(lowest)
                isClear = true
            } else {
                last = lowest
            }
            lowest += 12
        }
        if !isClear, let last { add(last) }
    }
}
