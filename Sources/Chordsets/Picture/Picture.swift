import Sync

/// The image of a light chord at one moment. Chord, time and seed determine it completely.
public struct Picture: Sendable, Hashable {
    /// A visible lumi.
    public struct Shape: Sendable, Hashable {
        /// The center as fractions of width and height from the top left. It is slightly outside while leaving the
        /// picture.
        public let x: Double
        public let y: Double
        /// The radius in halves of the picture's shorter side.
        public internal(set) var size: Double
        /// 1 for a disc, 2 for a line.
        public let sides: Int
        /// The clockwise rotation in turns; at 0 a corner is at the top.
        public let turn: Double
        /// The outline as a fraction of the size; 1 is filled.
        public let thickness: Double
        public let color: LightColor
        /// 0…1.
        public internal(set) var opacity: Double
    }

    public let background: LightColor
    /// From back to front.
    public let shapes: [Shape]

    /// The maximum average number of times per second that lumis may pass any point of a picture. It is half of the
    /// three flashes per second that are safe (WCAG 2.2, 2.3.1). Changes of chords use the other half.
    public static let maximumPasses = 1.5

    init(background: LightColor, shapes: [Shape]) {
        self.background = background
        self.shapes = shapes
    }

    /// Makes the picture of a chord. A chord that exceeds ``maximumPasses`` is slowed down as a whole.
    /// - Parameters:
    ///   - seconds: the time since the chord began.
    ///   - seed: the seed of the lumis' sway.
    public init(of chord: LightChord, at seconds: Double, seed: UInt64 = 0) {
        background = chord.shownBackground
        let beats = seconds * min(1, Picture.maximumPasses / chord.passes) * chord.bpm / 60
        var generator = SeededGenerator(seed: seed)
        shapes = chord.lumis.map { lumi in
            let drift = Drift(using: &generator)
            return Shape(lumi, after: beats, drift: drift)
        }
    }
}

extension LightChord {
    /// The number of times per second that lumis would pass any point without slowing down.
    ///
    /// Each crossing of the picture counts once, and so does each corner of a spinning lumi. A spinning disc does not
    /// count. An outline counts twice, for both of its edges.
    public var passes: Double {
        lumis.reduce(0) { sum, lumi in
            let corners = lumi[.sides] == 1 ? 0 : abs(lumi[.spin]) * lumi[.sides]
            let edges = lumi[.thickness] < 1 && lumi[.sides] != 2 ? 2.0 : 1
            return sum + edges * (lumi[.speed] + corners) * bpm / 60
        }
    }
}

/// A slow sway around the path of a lumi, for natural motion.
///
/// It depends on the distance, not on time, and is too small to reverse the motion. It therefore adds no passes.
private struct Drift {
    /// The initial phases in turns.
    private let x: Double
    private let y: Double

    /// A fraction of the picture; this and the periods were chosen by eye.
    private static let width = 0.02
    /// The distances of one swing in picture widths. Both directions are in phase again only after 7.7.
    private static let periods = (x: 0.7, y: 1.1)

    init(using generator: inout SeededGenerator) {
        func part() -> Double { Double(generator.next() % 1000) / 1000 }
        x = part()
        y = part()
    }

    /// The offset from the path after a distance; zero at the start.
    func offset(after distance: Double) -> (x: Double, y: Double) {
        func swing(_ phase: Double, _ period: Double) -> Double {
            Drift.width * (sine(turns: phase + distance / period) - sine(turns: phase))
        }
        return (swing(x, Drift.periods.x), swing(y, Drift.periods.y))
    }
}

extension Picture.Shape {
    fileprivate init(_ lumi: Lumi, after beats: Double, drift: Drift) {
        let start = lumi[.phase]
        let distance = lumi[.speed] * (start + beats)
        let heading = lumi[.heading] / 360
        let offset = drift.offset(after: lumi[.speed] * beats)
        // The maximum extent from its center, at full velocity. A line is as wide at its ends as in the middle.
        let margin = lumi[.size] / 2 * Stage.growth(velocity: 127) * (lumi[.sides] == 2 ? 1 + lumi[.thickness] : 1)
        x = Self.wrapped(lumi[.x] + distance * sine(turns: heading) + offset.x, margin)
        y = Self.wrapped(lumi[.y] - distance * sine(turns: heading + 0.25) + offset.y, margin)

        let turned = lumi[.spin] * (start + beats)
        turn = turned - Double(Int(turned))

        size = lumi[.size]
        sides = Int(lumi[.sides])
        thickness = lumi[.thickness]
        color = LightColor(hue: lumi[.hue], purity: lumi[.purity])
        opacity = lumi[.opacity]
    }

    /// Wraps a coordinate around. A lumi reappears on the other side once it is completely invisible.
    private static func wrapped(_ coordinate: Double, _ margin: Double) -> Double {
        let whole = 1 + 2 * margin
        let turns = (coordinate + margin) / whole
        var rest = turns - Double(Int(turns))
        if rest < 0 { rest += 1 }
        return rest * whole - margin
    }

    /// The corners relative to the center, clockwise from the top, in halves of the picture's shorter side. A disc has
    /// none.
    /// - Parameter size: the distance from the center.
    public func corners(size: Double) -> [(x: Double, y: Double)] {
        if sides == 1 { return [] }
        return (0..<sides).map { corner in
            let direction = turn + Double(corner) / Double(sides)
            return (size * sine(turns: direction), -size * sine(turns: direction + 0.25))
        }
    }
}
