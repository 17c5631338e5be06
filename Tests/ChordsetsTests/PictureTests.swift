import Foundation
import Testing

import Chordsets

private func chord(bpm: Double = 60, _ values: [(Lumi.Property, Double)]) throws -> LightChord {
    var lumi = Lumi()
    for (property, value) in values { try lumi.set(property, to: value) }
    var chord = LightChord()
    try chord.set(.bpm, to: bpm)
    try chord.add(lumi)
    return chord
}

private func near(_ one: Double, _ other: Double, _ tolerance: Double = 1e-9) -> Bool { abs(one - other) < tolerance }

@Suite("Pictures of light chords")
struct PictureTests {
    @Test("The same chord, time and seed make the same picture; another seed or time another")
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

    @Test("At first a lumi stands where it was put, and one that rests stays there")
    func beginning() throws {
        for (speed, time) in [(0.5, 0.0), (0, 0), (0, 1000)] {
            let chord = try chord([(.x, 0.25), (.y, 0.75), (.speed, speed), (.sides, 3), (.size, 0.4), (.hue, 120), (.opacity, 0.5)])
            let shape = Picture(of: chord, at: time, seed: 7).shapes[0]
            #expect(near(shape.x, 0.25) && near(shape.y, 0.75))
            #expect(shape.sides == 3 && shape.size == 0.4 && shape.color.hex == "#00ff00" && shape.opacity == 0.5)
        }
    }

    @Test("It moves where it is headed, so far as its speed and the tempo say", arguments: [
        (0.0, 0.0, -1.0), (90, 1, 0), (180, 0, 1), (270, -1, 0), (45, 0.5.squareRoot(), -0.5.squareRoot()),
    ] as [(Double, Double, Double)])
    func motion(heading: Double, x: Double, y: Double) throws {
        let chord = try chord(bpm: 90, [(.heading, heading), (.speed, 0.1)])
        // Two seconds are three beats; it sways 0.04 off at most.
        let shape = Picture(of: chord, at: 2, seed: 3).shapes[0]
        #expect(near(shape.x, 0.5 + 0.3 * x, 0.04) && near(shape.y, 0.5 + 0.3 * y, 0.04))
        // The phase is beats ahead.
        let ahead = try self.ahead(heading)
        #expect(near(ahead.x, 0.5 + 0.05 * x) && near(ahead.y, 0.5 + 0.05 * y))
    }

    private func ahead(_ heading: Double) throws -> Picture.Shape {
        Picture(of: try chord([(.heading, heading), (.speed, 0.1), (.phase, 0.5)]), at: 0).shapes[0]
    }

    @Test("It spins so many turns in a beat, either way")
    func spin() throws {
        for (spin, seconds, turn) in [(0.25, 1.0, 0.25), (-0.25, 1, -0.25), (0.5, 1.5, 0.75), (0.1, 25, 0.5)] {
            let shape = Picture(of: try chord([(.sides, 4), (.spin, spin)]), at: seconds).shapes[0]
            #expect(near(shape.turn, turn))
        }
    }

    @Test("Corners lie on a circle, evenly, the first at the top")
    func corners() throws {
        for sides in 2...12 {
            let shape = Picture(of: try chord([(.sides, Double(sides))]), at: 0).shapes[0]
            let corners = shape.corners(size: 2)
            #expect(corners.count == sides && near(corners[0].x, 0) && near(corners[0].y, -2))
            for (index, corner) in corners.enumerated() {
                // The library of the system is the judge of ours.
                let angle = 2 * Double.pi * Double(index) / Double(sides)
                #expect(near(corner.x, 2 * sin(angle)) && near(corner.y, -2 * cos(angle)))
            }
        }
        #expect(Picture(of: try chord([]), at: 0).shapes[0].corners(size: 1).isEmpty)
    }

    @Test("Whatever leaves the picture is soon back, and never jumps where it is seen")
    func bounds() {
        for seed in 0..<20 as Range<UInt64> {
            let chord = LightChord.random(seed: seed)
            var before = Picture(of: chord, at: 0, seed: seed)
            for frame in 1...1200 {
                let picture = Picture(of: chord, at: Double(frame) / 60, seed: seed)
                for (now, then) in zip(picture.shapes, before.shapes) {
                    // Half of its size beyond the edge nothing of it is seen, but of a line its end.
                    let hidden = now.size / 2 * (now.sides == 2 ? 1 + now.thickness : 1)
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

    @Test("Nothing passes a place more than three times a second, however fast it is set")
    func flashes() throws {
        let chord = try chord(bpm: 600, [(.speed, 1), (.heading, 90), (.spin, 1), (.sides, 12)])
        var way = 0.0
        var turned = 0.0
        var before = Picture(of: chord, at: 0).shapes[0]
        for frame in 1...100 {
            let shape = Picture(of: chord, at: Double(frame) / 100).shapes[0]
            way += min(abs(shape.x - before.x), 1.2 - abs(shape.x - before.x))
            turned += min(abs(shape.turn - before.turn), 1 - abs(shape.turn - before.turn))
            before = shape
        }
        // With a size of 0.2 it comes round once in 1.2 pictures; twelve corners pass in a turn.
        #expect(way / 1.2 <= 3 && turned * 12 <= 3.0001)
        // And yet it moves.
        #expect(way > 0.5 && turned > 0.1)
    }

    @Test("Nothing is no number, at any time", arguments: [0, 0.001, 1, 59.9, 3600, 86_400, 31_536_000])
    func times(seconds: Double) {
        for seed in 0..<100 as Range<UInt64> {
            for shape in Picture(of: .random(seed: seed), at: seconds, seed: seed).shapes {
                #expect(shape.x.isFinite && shape.y.isFinite && -1...1 ~= shape.turn)
            }
        }
    }
}
