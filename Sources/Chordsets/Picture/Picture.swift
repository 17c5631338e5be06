/// An image: what the lumis of a light chord make on the canvas at one moment. The same chord at the same time with the
/// same seed makes the same picture.
public struct Picture: Sendable, Hashable {
    /// A lumi as it is seen.
    public struct Shape: Sendable, Hashable {
        /// The middle, as parts of width and height from the top left; a little outside while it leaves the picture.
        public let x: Double
        public let y: Double
        /// From middle to rim, in halves of the picture's shorter side.
        public internal(set) var size: Double
        /// 1 for a disc, 2 for a line.
        public let sides: Int
        /// How far it has turned, clockwise from one corner at the top, in turns.
        public let turn: Double
        /// Of the outline, as a part of the size; 1 is filled.
        public let thickness: Double
        public let color: LightColor
        /// 0…1.
        public internal(set) var opacity: Double
    }

    public let background: LightColor
    /// The furthest back first.
    public let shapes: [Shape]

    /// How many times a second all lumis of a picture together may pass any one place, as time goes on: some that
    /// follow one another closely may do so within less. Chords that change take as many of the three flashes a second
    /// that are safe (WCAG 2.2, 2.3.1).
    public static let mostPasses = 1.5

    init(background: LightColor, shapes: [Shape]) {
        self.background = background
        self.shapes = shapes
    }

    /// A chord whose lumis would pass a place more often than ``mostPasses`` goes slower as a whole, so that it keeps
    /// its proportions.
    /// - Parameters:
    ///   - seconds: since the chord began to sound.
    ///   - seed: how the lumis drift about their ways.
    public init(of chord: LightChord, at seconds: Double, seed: UInt64 = 0) {
        background = chord.shownBackground
        let beats = seconds * min(1, Picture.mostPasses / chord.passes) * chord.bpm / 60
        var generator = SeededGenerator(seed: seed)
        shapes = chord.lumis.map { lumi in
            let drift = Drift(using: &generator)
            return Shape(lumi, after: beats, drift: drift)
        }
    }
}

extension LightChord {
    /// How many times a second its lumis together would pass any one place if nothing slowed them: once for each
    /// picture that one crosses, and once for each corner that turns by. A disc that spins shows nothing. An outline
    /// passes twice, with what lies before and what lies behind the hole in it.
    public var passes: Double {
        lumis.reduce(0) { sum, lumi in
            let corners = lumi[.sides] == 1 ? 0 : abs(lumi[.spin]) * lumi[.sides]
            let edges = lumi[.thickness] < 1 && lumi[.sides] != 2 ? 2.0 : 1
            return sum + edges * (lumi[.speed] + corners) * bpm / 60
        }
    }
}

/// A slow swaying about the way, so that no two lumis move like machines. It goes with the way and not with time, and
/// so gently that a lumi never turns back: swaying makes none pass a place more often.
private struct Drift {
    /// Where in their swing the two directions begin, in turns.
    private let x: Double
    private let y: Double

    /// Of the picture; this and the periods were chosen by eye.
    private static let width = 0.02
    /// Pictures crossed in one swing, which come together again only after 7.7 of them.
    private static let periods = (x: 0.7, y: 1.1)

    init(using generator: inout SeededGenerator) {
        func part() -> Double { Double(generator.next() % 1000) / 1000 }
        x = part()
        y = part()
    }

    /// How far off its way a lumi is that has come so far; nothing at first, where it stands where it was put.
    func offset(after way: Double) -> (x: Double, y: Double) {
        func swing(_ begin: Double, _ period: Double) -> Double {
            Drift.width * (sine(turns: begin + way / period) - sine(turns: begin))
        }
        return (swing(x, Drift.periods.x), swing(y, Drift.periods.y))
    }
}

extension Picture.Shape {
    fileprivate init(_ lumi: Lumi, after beats: Double, drift: Drift) {
        let start = lumi[.phase]
        let way = lumi[.speed] * (start + beats)
        let heading = lumi[.heading] / 360
        let offset = drift.offset(after: lumi[.speed] * beats)
        // It reaches so far beyond its middle, at most, however hard the chord is struck: a line is as wide at its ends
        // as in between.
        let margin = lumi[.size] / 2 * Stage.growth(velocity: 127) * (lumi[.sides] == 2 ? 1 + lumi[.thickness] : 1)
        x = Self.wrapped(lumi[.x] + way * sine(turns: heading) + offset.x, margin)
        y = Self.wrapped(lumi[.y] - way * sine(turns: heading + 0.25) + offset.y, margin)

        let turned = lumi[.spin] * (start + beats)
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

    /// The corners around the middle, in halves of the picture's shorter side, from the one at the top clockwise; none
    /// for a disc.
    /// - Parameter size: from the middle to each.
    public func corners(size: Double) -> [(x: Double, y: Double)] {
        if sides == 1 { return [] }
        return (0..<sides).map { corner in
            let direction = turn + Double(corner) / Double(sides)
            return (size * sine(turns: direction), -size * sine(turns: direction + 0.25))
        }
    }
}
