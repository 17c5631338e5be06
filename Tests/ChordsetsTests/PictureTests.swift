import Foundation
import Testing

import Chordsets
import Sync

private func chord(bpm: Double = 60, _ values: [(Lumi.Property, Double)]) throws -> LightChord {
    var lumi = Lumi()
    for (property, value) in values { try lumi.set(property, to: value) }
    var chord = LightChord()
    try chord.set(.bpm, to: bpm)
    try chord.add(lumi)
    return chord
}

private func near(_ one: Double, _ other: Double, _ tolerance: Double = 1e-9) -> Bool { abs(one - other) < tolerance }

extension Picture.Shape {
    /// Whether it covers a point of a square picture, filled, with lines as thin as a needle.
    fileprivate func covers(_ x: Double, _ y: Double) -> Bool {
        let place = (x: 2 * (x - self.x), y: 2 * (y - self.y))
        if sides == 1 { return place.x * place.x + place.y * place.y <= size * size }
        let corners = corners(size: size)
        if sides == 2 {
            let along = (place.x * corners[0].x + place.y * corners[0].y) / size
            let across = (place.x * corners[0].y - place.y * corners[0].x) / size
            return abs(along) <= size && abs(across) <= 0.05 * size
        }
        return corners.indices.allSatisfy { index in
            let (from, to) = (corners[index], corners[(index + 1) % sides])
            return (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x) >= 0
        }
    }
}

@Suite("Pictures of light chords")
struct PictureTests {
    @Test("Chord, time and seed determine the picture")
    func determinism() {
        for seed in 0..<50 as Range<UInt64> {
            let chord = LightChord.random(seed: seed)
            let picture = Picture(of: chord, at: 12.34, seed: seed)
            #expect(picture == Picture(of: chord, at: 12.34, seed: seed))
            #expect(picture.background == chord.background && picture.shapes.count == 5)
            #expect(picture != Picture(of: chord, at: 12.34, seed: seed + 1))
            #expect(picture != Picture(of: chord, at: 12.35, seed: seed))
        }
    }

    @Test("A lumi starts at its position, and stays there without speed")
    func beginning() throws {
        for (speed, time) in [(0.5, 0.0), (0, 0), (0, 1000)] {
            let chord = try chord([
                (.x, 0.25), (.y, 0.75), (.speed, speed), (.sides, 3), (.size, 0.4), (.hue, 120), (.opacity, 0.5),
            ])
            let shape = Picture(of: chord, at: time, seed: 7).shapes[0]
            #expect(near(shape.x, 0.25) && near(shape.y, 0.75))
            #expect(shape.sides == 3 && shape.size == 0.4 && shape.color.hex == "#00ff00" && shape.opacity == 0.5)
        }
    }

    @Test(
        "A lumi moves by heading, speed and tempo",
        arguments: [
            (0.0, 0.0, -1.0), (90, 1, 0), (180, 0, 1), (270, -1, 0), (45, 0.5.squareRoot(), -0.5.squareRoot()),
        ] as [(Double, Double, Double)])
    func motion(heading: Double, x: Double, y: Double) throws {
        let chord = try chord(bpm: 90, [(.heading, heading), (.speed, 0.1)])
        // Two seconds are three beats. It sways by at most 0.04.
        let shape = Picture(of: chord, at: 2, seed: 3).shapes[0]
        #expect(near(shape.x, 0.5 + 0.3 * x, 0.04) && near(shape.y, 0.5 + 0.3 * y, 0.04))
        // The phase is in beats.
        let ahead = try self.ahead(heading)
        #expect(near(ahead.x, 0.5 + 0.05 * x) && near(ahead.y, 0.5 + 0.05 * y))
    }

    private func ahead(_ heading: Double) throws -> Picture.Shape {
        Picture(of: try chord([(.heading, heading), (.speed, 0.1), (.phase, 0.5)]), at: 0).shapes[0]
    }

    @Test("A lumi spins by turns per beat in both directions")
    func spin() throws {
        for (spin, seconds, turn) in [(0.25, 1.0, 0.25), (-0.25, 1, -0.25), (0.5, 1.5, 0.75), (0.1, 25, 0.5)] {
            let shape = Picture(of: try chord([(.sides, 3), (.spin, spin)]), at: seconds).shapes[0]
            #expect(near(shape.turn, turn))
        }
    }

    @Test("Corners are evenly spaced on a circle, the first at the top")
    func corners() throws {
        for sides in 2...12 {
            let shape = Picture(of: try chord([(.sides, Double(sides))]), at: 0).shapes[0]
            let corners = shape.corners(size: 2)
            #expect(corners.count == sides && near(corners[0].x, 0) && near(corners[0].y, -2))
            for (index, corner) in corners.enumerated() {
                // Compared with the system's math library.
                let angle = 2 * Double.pi * Double(index) / Double(sides)
                #expect(near(corner.x, 2 * sin(angle)) && near(corner.y, -2 * cos(angle)))
            }
        }
        #expect(Picture(of: try chord([]), at: 0).shapes[0].corners(size: 1).isEmpty)
    }

    @Test("A lumi that leaves the picture returns, and never jumps while visible")
    func bounds() {
        for seed in 0..<20 as Range<UInt64> {
            let chord = LightChord.random(seed: seed)
            var before = Picture(of: chord, at: 0, seed: seed)
            for frame in 1...1200 {
                let picture = Picture(of: chord, at: Double(frame) / 60, seed: seed)
                for (now, then) in zip(picture.shapes, before.shapes) {
                    // Half of its size beyond the edge it is invisible, except the end of a line. At the maximum
                    // velocity of 127, a chord is 1.135 times as large.
                    let hidden = now.size / 2 * 1.135 * (now.sides == 2 ? 1 + now.thickness : 1)
                    let places = -hidden...(1 + hidden)
                    #expect(places.contains(now.x) && places.contains(now.y))
                    for (now, then) in [(now.x, then.x), (now.y, then.y)] where abs(now - then) > 0.5 {
                        #expect(min(now, then) < 0.02 - hidden && max(now, then) > 0.98 + hidden)
                    }
                }
                before = picture
            }
        }
    }

    @Test("Passes count crossed pictures and corners")
    func passes() throws {
        #expect(LightChord().passes == 0)
        // 0.25 pictures per beat; half a turn of a square per beat; a spinning disc does not count.
        for (bpm, values, passes) in [
            (60.0, [(.speed, 0.25)], 0.25), (120, [(.speed, 0.25)], 0.5), (60, [(.spin, -0.5), (.sides, 4)], 2),
            (90, [(.speed, 0.5), (.spin, 1), (.sides, 1)], 0.75), (600, [(.speed, 1), (.spin, 1), (.sides, 12)], 130),
        ] as [(Double, [(Lumi.Property, Double)], Double)] {
            var chord = try chord(bpm: bpm, values)
            #expect(near(chord.passes, passes))
            try chord.add(chord.lumis[0])
            #expect(near(chord.passes, 2 * passes))
        }
    }

    @Test("A fast chord is slowed down as a whole, others are not")
    func slowed() throws {
        // Ten pictures and 120 corners per second would be 130 passes. Of the allowed 1.5, there are 1.5 · 10 / 130
        // pictures and 1.5 / 130 of ten turns.
        let fast = try chord(bpm: 600, [(.speed, 1), (.heading, 90), (.spin, 1), (.sides, 12)])
        let shape = Picture(of: fast, at: 2).shapes[0]
        #expect(near(shape.x, 0.5 + 2 * 1.5 * 10 / 130, 0.04) && near(shape.turn, 2 * 1.5 * 10 / 130))
        // Two squares with a turn in four beats have two passes per second, and slow down to three quarters.
        var two = try chord([(.spin, 0.25), (.sides, 4)])
        #expect(near(Picture(of: two, at: 2).shapes[0].turn, 0.5))
        try two.add(two.lumis[0])
        #expect(Picture(of: two, at: 2).shapes.allSatisfy { near($0.turn, 0.75 * 0.5) })
    }

    @Test("All lumis of a chord pass any point at most 1.5 times per second")
    func flashes() throws {
        var generator = SeededGenerator(seed: 11)
        func part() -> Double { Double(generator.next() % 1001) / 1000 }
        let places = [(0.5, 0.5), (0.1, 0.5), (0.37, 0.81), (0.9, 0.2)]
        let steps = (second: 100, all: 1000)
        for count in [1, 1, 1, 2, 2, 3, 5, 8, 16, 32, 64] {
            var chord = LightChord()
            try chord.set(.bpm, to: 600)
            for index in 0..<count {
                var lumi = Lumi()
                for property in [.x, .y, .phase] as [Lumi.Property] { lumi.set(property, near: part()) }
                lumi.set(.heading, near: 360 * part())
                lumi.set(.size, near: 0.1 + 0.9 * part())
                // Each lumi moves or spins, to distinguish passes.
                if (index + count) % 2 == 0 {
                    lumi.set(.speed, near: 0.2 + 0.8 * part())
                } else {
                    lumi.set(.sides, near: 2 + 10 * part())
                    lumi.set(.spin, near: 2 * part() - 1)
                }
                try chord.add(lumi)
            }
            #expect(chord.passes > 1.5)

            // By point and step: the number of times that lumis have begun to cover the point.
            var begun = places.map { _ in [0] }
            var covered = places.map { _ in Array(repeating: true, count: count) }
            for step in 0...steps.all {
                let shapes = Picture(of: chord, at: Double(step) / Double(steps.second), seed: 5).shapes
                for (place, (x, y)) in places.enumerated() {
                    var sum = begun[place].last ?? 0
                    for (index, shape) in shapes.enumerated() {
                        let covers = shape.covers(x, y)
                        if covers && !covered[place][index] { sum += 1 }
                        covered[place][index] = covers
                    }
                    begun[place].append(sum)
                }
            }
            // A moving lumi returns after at least one picture, and corners are evenly spaced. Between the first and
            // the last time that a lumi begins to cover a point, it therefore makes one pass less than it begins. All
            // lumis together begin as often as they pass, plus once for each lumi.
            for sums in begun {
                for length in [steps.second, steps.all] {
                    let most = (0...(steps.all - length)).map { sums[$0 + length] - sums[$0] }.max() ?? 0
                    let passes = 1.5 * Double(length) / Double(steps.second)
                    #expect(Double(most) <= passes + Double(count), "\(count) lumis")
                }
            }
            // Something still moves.
            #expect(begun.contains { ($0.last ?? 0) > 0 } || count < 3)
        }
    }

    @Test("No value is NaN or infinite at any time", arguments: [0, 0.001, 1, 59.9, 3600, 86_400, 31_536_000])
    func times(seconds: Double) {
        for seed in 0..<100 as Range<UInt64> {
            for shape in Picture(of: .random(seed: seed), at: seconds, seed: seed).shapes {
                #expect(shape.x.isFinite && shape.y.isFinite && -1...1 ~= shape.turn)
            }
        }
    }
}
