import Testing

import Chordsets
import Sync

/// Eight chords, each with one opaque lumi at rest with size 0.1 and one more side than its position. The shape
/// therefore identifies the chord and its level.
private func resting(background: LightColor = LightColor(hue: 0, purity: 0, brightness: 0)) throws -> Chordset {
    try Chordset(
        id: "resting",
        chords: (0..<8).map { position in
            var lumi = Lumi()
            try lumi.set(.sides, to: Double(position + 1))
            try lumi.set(.size, to: 0.1)
            var chord = LightChord(background: background)
            try chord.add(lumi)
            return chord
        })
}

/// Eight chords with at least ten passes per second, each with two lumis of its own number of sides.
private func fast() throws -> Chordset {
    try Chordset(
        id: "fast",
        chords: (0..<8).map { position in
            var chord = LightChord()
            try chord.set(.bpm, to: 600)
            for index in 0..<2 {
                var lumi = Lumi()
                try lumi.set(.sides, to: Double(position + 1))
                try lumi.set(.size, to: 0.1)
                try lumi.set(.speed, to: 0.5 + 0.06 * Double(position))
                try lumi.set(.heading, to: Double((40 * position + 100 * index) % 360))
                try chord.add(lumi)
            }
            return chord
        })
}

private func near(_ one: Double, _ other: Double, _ tolerance: Double = 1e-9) -> Bool { abs(one - other) < tolerance }

/// The level and size of each chord of ``resting()``.
private func levels(_ picture: Picture) -> [Double] {
    (0..<8).map { position in picture.shapes.first { $0.sides == position + 1 }?.opacity ?? 0 }
}

private func growths(_ picture: Picture) -> [Double?] {
    (0..<8).map { position in picture.shapes.first { $0.sides == position + 1 }.map { $0.size / 0.1 } }
}

private func levels(_ stage: Stage, _ time: Double) -> [Double] { levels(stage.picture(at: time)) }

/// An action on the stage.
private enum Event {
    case press(Int, velocity: Int, source: Int)
    case release(Int, source: Int)
    case releaseSource(Int)
    case releaseAll

    static func random(using generator: inout SeededGenerator) -> Event {
        let position = Int(generator.next() % 8)
        let source = Int(generator.next() % 3)
        switch generator.next() % 20 {
        case 0..<11: return .press(position, velocity: 1 + Int(generator.next() % 127), source: source)
        case 11..<18: return .release(position, source: source)
        case 18: return .releaseSource(source)
        default: return .releaseAll
        }
    }
}

extension Stage {
    fileprivate mutating func play(_ event: Event, at time: Double) {
        switch event {
        case .press(let position, let velocity, let source):
            press(position, velocity: velocity, source: source, at: time)
        case .release(let position, let source): release(position, source: source, at: time)
        case .releaseSource(let source): release(source: source, at: time)
        case .releaseAll: releaseAll(at: time)
        }
    }
}

/// A simple reference model: held chords, and the picture millisecond by millisecond.
private struct Model {
    var holders = Array(repeating: Set<Int>(), count: 8)
    var velocities = Array(repeating: 100, count: 8)
    var last: Int?

    var held: [Int] { (0..<8).filter { !holders[$0].isEmpty } }
    var lit: [Int] { held.isEmpty ? last.map { [$0] } ?? [] : held }

    mutating func play(_ event: Event) {
        switch event {
        case .press(let position, let velocity, let source):
            holders[position].insert(source)
            velocities[position] = velocity
            last = position
        case .release(let position, let source): holders[position].remove(source)
        case .releaseSource(let source): for position in 0..<8 { holders[position].remove(source) }
        case .releaseAll: for position in 0..<8 { holders[position] = [] }
        }
    }

    /// The size of each chord; 0 if dark.
    var goal: [Double] { (0..<8).map { lit.contains($0) ? 0.5 + Double(velocities[$0]) / 200 : 0 } }
}

private struct Script {
    /// Milliseconds and actions in order.
    var events: [(time: Int, event: Event)] = []
    static let length = 6000

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var time = 0
        let pace = [30, 150, 600, 1500][Int(seed % 4)] as UInt64
        while true {
            time += 1 + Int(generator.next() % pace)
            if time >= Script.length - 1000 { return }
            events.append((time, .random(using: &generator)))
        }
    }

    /// Plays it, and returns the picture of each millisecond.
    func play(_ chordset: Chordset, _ look: (Picture) -> Void) {
        var stage = Stage(chordset)
        var rest = events[...]
        for time in 0..<Script.length {
            while let next = rest.first, next.time == time {
                stage.play(next.event, at: Double(time) / 1000)
                rest.removeFirst()
            }
            look(stage.picture(at: Double(time) / 1000))
        }
    }
}

@Suite("Stage")
struct StageTests {
    @Test("The stage is dark at first, and invalid positions light nothing")
    func dark() throws {
        var stage = Stage(try resting(background: LightColor(hue: 120, purity: 1)))
        for position in [-1, 8, .max, .min] { stage.press(position, velocity: 100, source: 0, at: 1) }
        stage.release(3, source: 0, at: 2)
        stage.releaseAll(at: 3)
        #expect(stage.held.isEmpty && stage.lit.isEmpty)
        for time in [0.0, 1, 100] {
            let picture = stage.picture(at: time)
            #expect(picture.background.hex == "#000000" && picture.shapes.isEmpty)
        }
    }

    @Test("A pressed chord fades in within a third of a second, and stays lit after release")
    func fade() throws {
        var stage = Stage(try resting(background: LightColor(hue: 120, purity: 1)))
        stage.press(3, velocity: 100, source: 0, at: 10)
        for (time, level, hex) in [
            (10.0, 0.0, "#000000"), (10 + 1.0 / 12, 0.25, "#004000"), (10 + 0.2, 0.6, "#009900"),
            (10 + 1.0 / 3, 1, "#00ff00"), (99, 1, "#00ff00"),
        ] {
            let picture = stage.picture(at: time)
            #expect(near(levels(picture)[3], level) && levels(picture).filter { $0 > 0 }.count <= 1)
            #expect(picture.background.hex == hex)
        }
        stage.release(3, source: 0, at: 20)
        #expect(stage.held.isEmpty && stage.lit == [3] && levels(stage, 30)[3] == 1)
    }

    @Test("Held chords are lit together in order of position, and backgrounds mix")
    func together() throws {
        var chordset = try resting()
        for (position, hue) in [(5, 0.0), (2, 240)] {
            var chord = chordset.chords[position]
            try chord.set(.hue, to: hue)
            try chord.set(.purity, to: 1)
            try chord.set(.brightness, to: 1)
            try chordset.replaceChord(at: position, with: chord)
        }
        var stage = Stage(chordset)
        stage.press(5, velocity: 100, source: 0, at: 1)
        stage.press(2, velocity: 100, source: 1, at: 2)
        #expect(stage.held == [2, 5] && stage.lit == [2, 5])
        let picture = stage.picture(at: 3)
        // Half red and half blue.
        #expect(picture.shapes.map { $0.sides } == [3, 6] && picture.background.hex == "#800080")
        // Red 1 and blue 0.5 are 1.5 together: two thirds and one third of full brightness.
        #expect(stage.picture(at: 2 + 1.0 / 6).background.hex == "#aa0055")
        stage.release(source: 0, at: 4)
        #expect(stage.held == [2] && levels(stage, 5) == [0, 0, 1, 0, 0, 0, 0, 0])
    }

    @Test("A single background is unchanged")
    func backgrounds() throws {
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let chordset = Chordset(id: "a", using: &generator)
            var stage = Stage(chordset)
            stage.press(4, velocity: 1, source: 0, at: 0)
            #expect(stage.picture(at: 1).background.hex == chordset.chords[4].shownBackground.hex)
        }
    }

    @Test("The latest change waits for the end of the current fade")
    func wishes() throws {
        var stage = Stage(try resting())
        stage.press(0, velocity: 100, source: 0, at: 0)
        stage.press(1, velocity: 100, source: 1, at: 0.1)
        stage.press(2, velocity: 100, source: 2, at: 0.2)
        stage.release(source: 1, at: 0.25)
        stage.release(source: 0, at: 0.3)
        let sixth = 1.0 / 6
        #expect(near(levels(stage, 0.3)[0], 0.9))
        #expect(levels(stage, 2 * sixth)[0] > 0.999 && levels(stage, 2 * sixth)[2] < 0.001)
        let halfWay = levels(stage, 3 * sixth)
        #expect(near(halfWay[0], 0.5) && halfWay[1] == 0 && near(halfWay[2], 0.5))
        #expect(levels(stage, 4 * sixth + 0.001) == [0, 0, 1, 0, 0, 0, 0, 0])
        // The time of rendering does not matter.
        #expect(near(levels(stage, 3 * sixth)[2], 0.5) && near(levels(stage, 0.3)[0], 0.9))
        // A change that is undone in time has no effect.
        stage.press(5, velocity: 100, source: 3, at: 10)
        stage.press(6, velocity: 100, source: 4, at: 10.1)
        stage.release(6, source: 4, at: 10.2)
        #expect((0..<1000).allSatisfy { levels(stage, 10.2 + Double($0) / 500)[6] == 0 })
    }

    @Test("Velocity changes the size with a fade")
    func velocity() throws {
        var stage = Stage(try resting())
        stage.press(0, velocity: 20, source: 0, at: 0)
        // It fades in at its own size.
        #expect([0.1, 0.2, 1].allSatisfy { near(growths(stage.picture(at: $0))[0] ?? 0, 0.6) })
        stage.press(0, velocity: 120, source: 1, at: 1)
        #expect(near(growths(stage.picture(at: 1.1))[0] ?? 0, 0.6 + 0.5 * 0.3) && levels(stage, 1.1)[0] == 1)
        #expect(near(growths(stage.picture(at: 2))[0] ?? 0, 1.1))
        for (velocity, growth) in [(100, 1.0), (127, 1.135), (1000, 1.135), (1, 0.505), (-5, 0.505)] {
            stage.press(0, velocity: velocity, source: 1, at: 3)
            #expect(near(growths(stage.picture(at: 9))[0] ?? 0, growth))
            stage.press(0, velocity: 100, source: 1, at: 3)
        }
    }

    @Test("Held and lit chords match the reference model, and so does the picture after all fades")
    func model() throws {
        let chordset = try resting()
        for seed in 0..<300 as Range<UInt64> {
            var stage = Stage(chordset)
            var model = Model()
            var generator = SeededGenerator(seed: seed)
            var time = 0.0
            for _ in 0..<60 {
                time += Double(generator.next() % 400) / 1000
                let event = Event.random(using: &generator)
                stage.play(event, at: time)
                model.play(event)
                #expect(stage.held == model.held && stage.lit == model.lit)
                // At most the current fade and a pending one.
                let rest = growths(stage.picture(at: time + 2.0 / 3 + 0.001))
                #expect((0..<8).allSatisfy { near(rest[$0] ?? 0, model.goal[$0]) })
            }
        }
    }

    @Test("Levels change no faster than a fade of a third of a second")
    func continuity() throws {
        let most = 0.001 * 3 + 1e-9
        for seed in 0..<24 as Range<UInt64> {
            var before = Picture(of: LightChord(), at: 0)
            // The milliseconds at which the level of each chord changed direction.
            var turns = Array(repeating: [Int](), count: 8)
            var direction = Array(repeating: 0, count: 8)
            var time = 0
            let chordset = try resting(background: LightColor(hue: 50, purity: 0.5, brightness: 0.8))
            Script(seed: seed).play(chordset) { picture in
                let (now, then) = (levels(picture), levels(before))
                let (sizes, old) = (growths(picture), growths(before))
                for position in 0..<8 {
                    let step = now[position] - then[position]
                    #expect(abs(step) <= most && -1e-9...1.000000001 ~= now[position])
                    if let size = sizes[position], let old = old[position], now[position] > most {
                        #expect(abs(size - old) <= most * (1.135 - 0.505))
                    }
                    if step != 0, (step > 0 ? 1 : -1) != direction[position] {
                        direction[position] = step > 0 ? 1 : -1
                        turns[position].append(time)
                    }
                }
                // All have the same background, so the sum of the levels counts, up to 1.
                #expect(abs(picture.background.rgb.red - before.background.rgb.red) <= 8)
                before = picture
                time += 1
            }
            // A flash is up and down. Any three changes of direction of a chord are at least two fades apart.
            for turns in turns {
                for (first, third) in zip(turns, turns.dropFirst(2)) { #expect(third - first >= 665) }
            }
        }
    }

    @Test("Rendering in between, and events without effect, change nothing")
    func purity() throws {
        let chordset = try fast()
        for seed in 0..<40 as Range<UInt64> {
            let script = Script(seed: seed)
            var (plain, disturbed) = (Stage(chordset), Stage(chordset))
            var now = 0
            for (time, event) in script.events {
                for between in stride(from: now, to: time, by: 37) {
                    _ = disturbed.picture(at: Double(between) / 1000)
                    disturbed.release(7, source: 99, at: Double(between) / 1000)
                }
                now = time
                plain.play(event, at: Double(time) / 1000)
                disturbed.play(event, at: Double(time) / 1000)
                let ask = Double(time) / 1000 + Double(time % 17) / 20
                let stage = plain
                let (one, other) = (plain.picture(at: ask), disturbed.picture(at: ask))
                #expect(stage == plain && one == plain.picture(at: ask) && one.shapes.count == other.shapes.count)
                for (one, other) in zip(one.shapes, other.shapes) {
                    #expect(near(one.x, other.x, 1e-6) && near(one.y, other.y, 1e-6))
                    #expect(near(one.opacity, other.opacity, 1e-6))
                }
            }
        }
    }

    @Test("Lumis never jump, and all chords together cross at most 1.5 pictures per second")
    func motion() throws {
        // A lumi of size 0.1 wraps around after the picture plus its invisible margins, at 1.135 times its size. A line
        // is as thick as it is long.
        func distance(_ one: Picture.Shape, _ other: Picture.Shape) -> Double {
            let round = 1 + 0.1 * 1.135 * (one.sides == 2 ? 2 : 1)
            func along(_ one: Double, _ other: Double) -> Double { min(abs(one - other), round - abs(one - other)) }
            let (x, y) = (along(one.x, other.x), along(one.y, other.y))
            return (x * x + y * y).squareRoot()
        }
        // A sway of 0.02 in periods of 0.7 and 1.1 pictures makes a path temporarily up to a fifth longer.
        let most = 1.5 * 0.001 * 1.22
        for seed in 0..<24 as Range<UInt64> {
            var before = Picture(of: LightChord(), at: 0)
            var (way, count) = (0.0, 0)
            Script(seed: seed).play(try fast()) { picture in
                var sum = 0.0
                for position in 0..<8 {
                    let now = picture.shapes.filter { $0.sides == position + 1 }
                    let then = before.shapes.filter { $0.sides == position + 1 }
                    // A fading chord is hardly visible, and may restart.
                    guard min(now.first?.opacity ?? 0, then.first?.opacity ?? 0) > 0.004 else { continue }
                    for (now, then) in zip(now, then) { sum += distance(now, then) }
                }
                #expect(sum <= most + 1e-9)
                way += sum
                if sum > 0 { count += 1 }
                before = picture
            }
            // They are as fast as allowed.
            #expect(count > 1000 && way / (0.001 * Double(count)) > 1.2)
        }
    }

    @Test("A single chord moves like its own picture, and restarts when it is lit again")
    func alone() throws {
        for seed in 0..<50 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var chordset = Chordset(id: "a", using: &generator)
            let chord = LightChord.random(seed: seed)
            try chordset.replaceChord(at: 2, with: chord)
            var stage = Stage(chordset)
            stage.press(2, velocity: 100, source: 0, at: 5)
            #expect(same(stage.picture(at: 12).shapes, Picture(of: chord, at: 7).shapes))
            // Pressing it again does not restart it, and another chord without lumis does not slow it down.
            stage.press(2, velocity: 100, source: 1, at: 13)
            stage.press(3, velocity: 100, source: 1, at: 14)
            #expect(same(stage.picture(at: 20).shapes, Picture(of: chord, at: 15).shapes))
            stage.release(2, source: 0, at: 21)
            stage.release(2, source: 1, at: 21)
            #expect(stage.picture(at: 22).shapes.isEmpty)
            stage.press(2, velocity: 100, source: 0, at: 30)
            #expect(same(stage.picture(at: 31).shapes, Picture(of: chord, at: 1).shapes))
        }
    }

    private func same(_ one: [Picture.Shape], _ other: [Picture.Shape]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy { one, other in
                near(one.x, other.x) && near(one.y, other.y) && near(one.turn, other.turn) && near(one.size, other.size)
                    && near(one.opacity, other.opacity) && one.color == other.color
            }
    }

    @Test("With reduced motion, lumis stay at their start, and chords still fade")
    func still() throws {
        let chordset = try fast()
        var stage = Stage(chordset)
        stage.press(6, velocity: 100, source: 0, at: 1)
        for (time, level) in [(1.1, 0.3), (5, 1)] {
            let shapes = stage.picture(at: time, isStill: true).shapes
            for (shape, begin) in zip(shapes, Picture(of: chordset.chords[6], at: 0).shapes) {
                #expect(shape.x == begin.x && shape.y == begin.y && shape.turn == begin.turn)
                #expect(near(shape.opacity, level))
            }
            #expect(shapes.count == 2 && shapes[0].x != stage.picture(at: time).shapes[0].x)
        }
    }

    @Test("Another chordset lights the same chords")
    func adoption() throws {
        var stage = Stage(try fast())
        stage.press(1, velocity: 100, source: 0, at: 0)
        stage.adopt(try resting())
        #expect(stage.chordset.id == "resting" && stage.held == [1] && levels(stage, 1) == [0, 1, 0, 0, 0, 0, 0, 0])
    }

    @Test("A time before the last one and an invalid time are ignored")
    func clocks() throws {
        var stage = Stage(try fast())
        stage.press(1, velocity: 100, source: 0, at: 10)
        let before = stage
        for time in [3.0, -1, .nan, .infinity, -.infinity] {
            stage.release(7, source: 7, at: time)
            #expect(stage == before && stage.picture(at: time) == stage.picture(at: 10))
        }
        stage.press(2, velocity: 100, source: 0, at: 9)
        #expect(stage.held == [1, 2] && stage.picture(at: 10.1).shapes.allSatisfy { near($0.opacity, 0.3) })
        #expect(Set(stage.picture(at: 11).shapes.map { $0.sides }) == [2, 3])
    }
}

@Suite("Switching chordsets")
struct VoiceTests {
    private static func chordset(_ id: String, brightness: Double) throws -> Chordset {
        let chord = LightChord(background: LightColor(hue: 0, purity: 0, brightness: brightness))
        return try Chordset(id: id, chords: Array(repeating: chord, count: Chordset.size))
    }

    @Test("A switch fades to black, then lights the same chords")
    func throughTheDark() throws {
        var stage = Stage(try Self.chordset("white", brightness: 1))
        let grey = try Self.chordset("grey", brightness: 0.5)
        stage.press(3, velocity: 100, source: 0, at: 0)
        stage.take(grey, at: 1)
        #expect(stage.voice == grey)
        func light(_ seconds: Double) -> Int { stage.picture(at: seconds).background.rgb.red }
        // White at 1 s, black after a third of a second, half as bright as white after another third.
        #expect(light(1) == 255)
        #expect(abs(light(1 + 1.0 / 6) - 128) <= 1)
        #expect(light(1 + 1.0 / 3) <= 1)
        #expect(abs(light(1.5) - 64) <= 1)
        #expect(light(2) == 128)
        #expect(stage.lit == [3])
    }

    @Test("Rapid switches have at most 1.5 cycles per second")
    func fast() throws {
        var stage = Stage(try Self.chordset("white", brightness: 1))
        let voices = try [Self.chordset("black", brightness: 0), Self.chordset("white", brightness: 1)]
        stage.press(0, velocity: 100, source: 0, at: 0)
        var turns: [Double] = []
        var before = 0
        var direction = 0
        for step in 0..<4000 {
            let time = 1 + Double(step) / 1000
            if step % 40 == 0 { stage.take(voices[step / 40 % 2], at: time) }
            let light = stage.picture(at: time).background.rgb.red
            let way = (light - before).signum()
            if way != 0, way != direction {
                turns.append(time)
                direction = way
            }
            before = light
        }
        // A change takes a third of a second, so the fourth change is at least one second later.
        for (index, time) in turns.enumerated() where index + 3 < turns.count {
            #expect(turns[index + 3] - time > 0.99)
        }
        #expect(!turns.isEmpty)
    }
}
