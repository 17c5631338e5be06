/// An image: what the lumis of a light chord make on the canvas at one moment. The same chord at the same time with the
/// same seed makes the same picture.
public struct Picture: Sendable, Hashable {
    /// A lumi as it is seen.
    public struct Shape: Sendable, Hashable {
        /// The middle, as parts of width and height from the top left; a little outside while it leaves the picture.
        public let x: Double
        public let y: Double
        /// From middle to rim, in halves of the picture's shorter side.
        public let size: Double
        /// 1 for a disc, 2 for a line.
        public let sides: Int
        /// How far it has turned, clockwise from one corner at the top, in turns.
        public let turn: Double
        /// Of the outline, as a part of the size; 1 is filled.
        public let thickness: Double
        public let color: LightColor
        /// 0…1.
        public let opacity: Double
    }

    public let background: LightColor
    /// The furthest back first.
    public let shapes: [Shape]

    /// - Parameters:
    ///   - seconds: since the chord began to sound.
    ///   - seed: how the lumis drift about their ways.
    public init(of chord: LightChord, at seconds: Double, seed: UInt64 = 0) {
        background = chord.shownBackground
        var generator = SeededGenerator(seed: seed)
        shapes = chord.lumis.map { lumi in
            let drift = Drift(using: &generator)
            return Shape(lumi, at: seconds, bpm: chord.bpm, drift: drift)
        }
    }
}

/// A slow swaying about the way, so that no two lumis move like machines.
private struct Drift {
    /// Where in their swing the two directions begin, in turns.
    private let x: Double
    private let y: Double

    /// Of the picture.
    private static let width = 0.02
    /// Beats for one swing, which come together again only after 77 beats.
    private static let periods = (x: 7.0, y: 11.0)

    init(using generator: inout SeededGenerator) {
        func part() -> Double { Double(generator.next() % 1000) / 1000 }
        x = part()
        y = part()
    }

    /// How far off the way it is after so many beats; nothing at first, where the lumi stands where it was put.
    func offset(atBeat beat: Double) -> (x: Double, y: Double) {
        func swing(_ begin: Double, _ period: Double) -> Double {
            Drift.width * (sine(turns: begin + beat / period) - sine(turns: begin))
        }
        return (swing(x, Drift.periods.x), swing(y, Drift.periods.y))
    }
}

extension Picture.Shape {
    /// No lumi by itself flashes more than three times a second: none crosses the picture faster than this, in pictures a
    /// second, …
    private static let fastest = 1.0
    /// … nor do more corners than this pass a place in a second.
    private static let mostCorners = 3.0

    fileprivate init(_ lumi: Lumi, at seconds: Double, bpm: Double, drift: Drift) {
        let beatsPerSecond = bpm / 60
        let start = lumi[.phase]
        func beat(atMost rate: Double) -> Double { start + seconds * min(beatsPerSecond, rate) }

        // A lumi that rests, and has no phase, moves not at all.
        let speed = lumi[.speed]
        let way = speed == 0 ? 0 : speed * beat(atMost: Self.fastest / speed)
        let heading = lumi[.heading] / 360
        let offset = speed == 0 ? (x: 0, y: 0) : drift.offset(atBeat: seconds * min(beatsPerSecond, Self.fastest))
        // It reaches so far beyond its middle, at most: a line is as wide at its ends as in between.
        let margin = lumi[.size] / 2 * (lumi[.sides] == 2 ? 1 + lumi[.thickness] : 1)
        x = Self.wrapped(lumi[.x] + way * sine(turns: heading) + offset.x, margin)
        y = Self.wrapped(lumi[.y] - way * sine(turns: heading + 0.25) + offset.y, margin)

        let corners = abs(lumi[.spin]) * lumi[.sides]
        let turned = corners == 0 ? 0 : lumi[.spin] * beat(atMost: Self.mostCorners / corners)
        turn = turned - Double(Int(turned))

        size = lumi[.size]
        sides = Int(lumi[.sides])
        thickness = lumi[.thickness]
        color = LightColor(hue: lumi[.hue], purity: lumi[.purity])
        opacity = lumi[.opacity]
    }

    /// What leaves the picture on one side comes back on the other, when nothing of it is seen any more.
    private static func wrapped(_ place: Double, _ margin: Double) -> Double {
        let whole = 1 + 2 * margin
        let turns = (place + margin) / whole
        var rest = turns - Double(Int(turns))
        if rest < 0 { rest += 1 }
        return rest * whole - margin
    }

    /// The corners around the middle, in halves of the picture's shorter side, from the one at the top clockwise; none for
    /// a disc.
    /// - Parameter size: from the middle to each.
    public func corners(size: Double) -> [(x: Double, y: Double)] {
        if sides == 1 { return [] }
        return (0..<sides).map { corner in
            let direction = turn + Double(corner) / Double(sides)
            return (size * sine(turns: direction), -size * sine(turns: direction + 0.25))
        }
    }
}
