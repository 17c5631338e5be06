import Foundation
import Testing

import Chordsets
import Harmony
import Sync

@Suite("New chordsets")
struct BeginningTests {
    private static let seeds = 0..<200 as Range<UInt64>

    private func begun(_ beginning: ChordsetTemplate, seed: UInt64) -> Chordset {
        var generator = SeededGenerator(seed: seed)
        return Chordset(id: "a", beginning, using: &generator)
    }

    @Test("The same seed gives the same chordset, another seed another one", arguments: ChordsetTemplate.allCases)
    func seeds(beginning: ChordsetTemplate) {
        for seed in BeginningTests.seeds {
            #expect(begun(beginning, seed: seed) == begun(beginning, seed: seed))
            #expect(begun(beginning, seed: seed) != begun(beginning, seed: seed + 1))
        }
    }

    @Test("Plain is the default")
    func plain() {
        for seed in BeginningTests.seeds {
            var generator = SeededGenerator(seed: seed)
            #expect(begun(.plain, seed: seed) == Chordset(id: "a", using: &generator))
        }
    }

    @Test("All values are in range and rounded to thousandths", arguments: ChordsetTemplate.allCases)
    func ranges(beginning: ChordsetTemplate) throws {
        for seed in BeginningTests.seeds {
            let chordset = begun(beginning, seed: seed)
            #expect(chordset.title.isEmpty && chordset.chords.count == 8)
            // Files and links accept only values in range.
            #expect(try Chordset(chordset.json(position: 0)) == chordset)
            #expect(try ChordsetLink.chordset(ChordsetLink.text(chordset), id: "a") == chordset)
        }
    }

    @Test("Gentle hues change gradually in one direction, and each chord has neighbouring hues")
    func hues() {
        for seed in BeginningTests.seeds {
            let chords = begun(.gentle, seed: seed).chords
            let steps = zip(chords, chords.dropFirst()).map { way(from: $0[.hue], to: $1[.hue]) }
            let isRising = steps[0] > 0
            #expect(steps.allSatisfy { ($0 > 0) == isRising && 9.9...16.1 ~= abs($0) })
            for chord in chords {
                // Neighbouring hues are within a third of the color circle.
                let ways = chord.lumis.map { way(from: chord[.hue], to: $0[.hue]) }
                #expect(ways.allSatisfy { abs($0) <= 60.1 })
                #expect((ways.max() ?? 0) - (ways.min() ?? 0) <= 90)
            }
        }
    }

    /// Degrees, −180…180.
    private func way(from one: Double, to other: Double) -> Double {
        let way = (other - one + 540).truncatingRemainder(dividingBy: 360)
        return way - 180
    }

    @Test("Gentle lights have soft edges, are visible, and never glare", arguments: 0..<100 as Range<UInt64>)
    func contrasts(seed: UInt64) {
        for chord in begun(.gentle, seed: seed).chords {
            let ground = Light(chord.background)
            // Each glow is a set of concentric discs, the largest first.
            var glows: [[Lumi]] = []
            for lumi in chord.lumis {
                if glows.last?.last?[.x] == lumi[.x], glows.last?.last?[.y] == lumi[.y] {
                    glows[glows.count - 1].append(lumi)
                } else {
                    glows.append([lumi])
                }
            }
            #expect(glows.count == 3)
            for glow in glows {
                #expect(zip(glow, glow.dropFirst()).allSatisfy { $0[.size] > $1[.size] })
                var light = ground
                for disc in glow {
                    let inner = light.under(disc)
                    // A soft edge: WCAG requires a contrast of 3 for visible edges.
                    #expect(contrast(inner, light) < 1.4)
                    light = inner
                }
                #expect(contrast(light, ground) > 1.5, "it can be seen")
            }
            // Even with all of them overlapping, it is less than half as bright as white.
            let brightest = chord.lumis.reduce(ground) { $0.under($1) }
            #expect(brightest.luminance < 0.5)
            #expect(ground.luminance < 0.1)
        }
    }

    @Test("Gentle lights need no slowing down, and their centers move at most one picture width per minute")
    func motion() {
        for seed in BeginningTests.seeds {
            for chord in begun(.gentle, seed: seed).chords {
                #expect(chord.passes < Picture.maximumPasses / 5)
                #expect(chord.lumis.allSatisfy { $0[.speed] > 0 && $0[.speed] * chord.bpm <= 1 })
                // All start in the picture, and later pass near its middle, so it does not become empty.
                #expect(Picture(of: chord, at: 0).shapes.allSatisfy { 0...1 ~= $0.x && 0...1 ~= $0.y })
                #expect(Picture(of: chord, at: 45).shapes.allSatisfy { 0.2...0.8 ~= $0.x && 0.2...0.8 ~= $0.y })
            }
        }
    }

    @Test("Musical chords are in order, each in the color of its root, and the other light chords wait")
    func carrying() throws {
        let music = try [
            Music(lower: Chord("Cma7"), upper: Chord("D")), Music(lower: Chord("Cma7")), Music(lower: Chord("E♭7")),
        ]
        let chordset = Chordset(id: "a", carrying: music)
        // One step on the circle of fifths is 30 degrees: Cma13(♯11) and Cma7 are at 12 o’clock, E♭ at 9.
        #expect(chordset.chords.prefix(3).map { $0.shownBackground.hue } == [0, 0, 270])
        for (chord, one) in zip(chordset.chords, music) {
            #expect(chord.music == Music(lower: one.lower, upper: one.upper, colorsLight: true))
            #expect(!chord.lumis.isEmpty && chord.passes < Picture.maximumPasses / 5)
        }
        // A light from each half: C is red, D is yellow.
        let hues = Set(chordset.chords[0].lumis.map { $0[.hue] })
        #expect(hues == [0, 60])
        #expect(chordset.chords.dropFirst(3).allSatisfy { $0 == .waiting && $0.music == nil })
        #expect(Chordset(id: "a", carrying: []).chords == Array(repeating: .waiting, count: 8))
        let many = try ["C", "G", "D", "A", "E", "B", "F♯", "D♭", "A♭", "E♭"].map { root in
            Music(lower: try Chord(root))
        }
        #expect(
            Chordset(id: "a", carrying: many).chords.compactMap { $0.music?.lower } == many.prefix(8).map { $0.lower })
    }

    @Test("A waiting light chord takes the color of its music, a colored one keeps its color")
    func carry() throws {
        let music = try Music(lower: Chord("G7"))
        var waiting = LightChord.waiting
        waiting.carry(music)
        #expect(waiting == LightChord(litBy: music) && waiting.shownBackground.hue == 30)
        var own = LightChord(background: LightColor(hue: 200, purity: 0.5, brightness: 0.5))
        let before = own
        own.carry(music)
        #expect(own.music == music && own.background == before.background && own.shownBackground == before.background)
    }
}

/// Red, green and blue of a point in the picture, 0…1.
private struct Light {
    var parts: [Double]

    init(_ color: LightColor) { parts = [color.rgb.red, color.rgb.green, color.rgb.blue].map { Double($0) / 255 } }

    /// The color with a disc over it.
    func under(_ lumi: Lumi) -> Light {
        var light = self
        let color = Light(LightColor(hue: lumi[.hue], purity: lumi[.purity]))
        for index in 0..<3 { light.parts[index] += (color.parts[index] - parts[index]) * lumi[.opacity] }
        return light
    }

    /// Relative luminance as in WCAG.
    var luminance: Double {
        let weights = [0.2126, 0.7152, 0.0722]
        return zip(parts, weights).reduce(0) { sum, pair in
            let part = pair.0 <= 0.04045 ? pair.0 / 12.92 : pow((pair.0 + 0.055) / 1.055, 2.4)
            return sum + pair.1 * part
        }
    }
}

private func contrast(_ one: Light, _ other: Light) -> Double {
    (max(one.luminance, other.luminance) + 0.05) / (min(one.luminance, other.luminance) + 0.05)
}
