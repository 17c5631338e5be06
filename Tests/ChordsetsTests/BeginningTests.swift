import Foundation
import Testing

import Chordsets
import Harmony

@Suite("What a new chordset begins with")
struct BeginningTests {
    private static let seeds = 0..<200 as Range<UInt64>

    private func begun(_ beginning: Beginning, seed: UInt64) -> Chordset {
        var generator = SeededGenerator(seed: seed)
        return Chordset(id: "a", beginning, using: &generator)
    }

    @Test("The same seed begins with the same, another with something else", arguments: Beginning.allCases)
    func seeds(beginning: Beginning) {
        for seed in BeginningTests.seeds {
            #expect(begun(beginning, seed: seed) == begun(beginning, seed: seed))
            #expect(begun(beginning, seed: seed) != begun(beginning, seed: seed + 1))
        }
    }

    @Test("Plain colours are what a chordset is without a word")
    func plain() {
        for seed in BeginningTests.seeds {
            var generator = SeededGenerator(seed: seed)
            #expect(begun(.plain, seed: seed) == Chordset(id: "a", using: &generator))
        }
    }

    @Test("Every value lies within its range, and nothing is written with more than a thousandth", arguments: Beginning.allCases)
    func ranges(beginning: Beginning) throws {
        for seed in BeginningTests.seeds {
            let chordset = begun(beginning, seed: seed)
            #expect(chordset.title.isEmpty && chordset.chords.count == 8)
            // What a file or a link says comes back: so none is out of range.
            #expect(try Chordset(chordset.json(position: 0)) == chordset)
            #expect(try ChordsetLink.chordset(ChordsetLink.text(chordset), id: "a") == chordset)
        }
    }

    @Test("Gentle hues walk on by a little, always the same way, and those of a chord are neighbours")
    func hues() {
        for seed in BeginningTests.seeds {
            let chords = begun(.gentle, seed: seed).chords
            let steps = zip(chords, chords.dropFirst()).map { way(from: $0[.hue], to: $1[.hue]) }
            let isRising = steps[0] > 0
            #expect(steps.allSatisfy { ($0 > 0) == isRising && 9.9...16.1 ~= abs($0) })
            for chord in chords {
                // Three thirds of the circle would be everything; a harmony of neighbours lies within one.
                let ways = chord.lumis.map { way(from: chord[.hue], to: $0[.hue]) }
                #expect(ways.allSatisfy { abs($0) <= 60.1 })
                #expect((ways.max() ?? 0) - (ways.min() ?? 0) <= 90)
            }
        }
    }

    /// In degrees, −180…180.
    private func way(from one: Double, to other: Double) -> Double {
        let way = (other - one + 540).truncatingRemainder(dividingBy: 360)
        return way - 180
    }

    @Test("Gentle lights have soft rims, are seen, and never glare", arguments: 0..<100 as Range<UInt64>)
    func contrasts(seed: UInt64) {
        for chord in begun(.gentle, seed: seed).chords {
            let ground = Light(chord.background)
            // Each glow is discs of one middle, the largest first.
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
                    // A rim at which nobody stumbles: WCAG asks for 3 where an edge is to be seen by everybody.
                    #expect(contrast(inner, light) < 1.4)
                    light = inner
                }
                #expect(contrast(light, ground) > 1.5, "it can be seen")
            }
            // Even where all of them lie over one another it is less than half as bright as white.
            let brightest = chord.lumis.reduce(ground) { $0.under($1) }
            #expect(brightest.luminance < 0.5)
            #expect(ground.luminance < 0.1)
        }
    }

    @Test("Gentle lights are slow: nothing has to slow them, and their middle crosses no more than a picture a minute")
    func motion() {
        for seed in BeginningTests.seeds {
            for chord in begun(.gentle, seed: seed).chords {
                #expect(chord.passes < Picture.mostPasses / 5)
                #expect(chord.lumis.allSatisfy { $0[.speed] > 0 && $0[.speed] * chord.bpm <= 1 })
                // At first all are in the picture, and after some time near its middle: it does not run empty.
                #expect(Picture(of: chord, at: 0).shapes.allSatisfy { 0...1 ~= $0.x && 0...1 ~= $0.y })
                #expect(Picture(of: chord, at: 45).shapes.allSatisfy { 0.2...0.8 ~= $0.x && 0.2...0.8 ~= $0.y })
            }
        }
    }

    @Test("Chords of notes come in their order, each lit by its root, and the other places wait")
    func carrying() throws {
        let music = try [
            Music(lower: Chord("Cma7"), upper: Chord("D")), Music(lower: Chord("Cma7")), Music(lower: Chord("E♭7")),
        ]
        let chordset = Chordset(id: "a", carrying: music)
        // One hour of the circle of fifths is 30 degrees: Cma13(♯11) and Cma7 stand at 12, E♭ at 9.
        #expect(chordset.chords.prefix(3).map { $0.shownBackground.hue } == [0, 0, 270])
        for (chord, one) in zip(chordset.chords, music) {
            #expect(chord.music == Music(lower: one.lower, upper: one.upper, colorsLight: true))
            #expect(!chord.lumis.isEmpty && chord.passes < Picture.mostPasses / 5)
        }
        // A light from each half: C red, D yellow.
        let hues = Set(chordset.chords[0].lumis.map { $0[.hue] })
        #expect(hues == [0, 60])
        #expect(chordset.chords.dropFirst(3).allSatisfy { $0 == .waiting && $0.music == nil })
        #expect(Chordset(id: "a", carrying: []).chords == Array(repeating: .waiting, count: 8))
        let many = try ["C", "G", "D", "A", "E", "B", "F♯", "D♭", "A♭", "E♭"].map { root in Music(lower: try Chord(root)) }
        #expect(Chordset(id: "a", carrying: many).chords.compactMap { $0.music?.lower } == many.prefix(8).map { $0.lower })
    }

    @Test("What waits is lit by the chord that comes; what somebody has coloured stays")
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

/// Red, green and blue of a place in the picture, 0…1.
private struct Light {
    var parts: [Double]

    init(_ color: LightColor) { parts = [color.rgb.red, color.rgb.green, color.rgb.blue].map { Double($0) / 255 } }

    /// With a disc over it.
    func under(_ lumi: Lumi) -> Light {
        var light = self
        let color = Light(LightColor(hue: lumi[.hue], purity: lumi[.purity]))
        for index in 0..<3 { light.parts[index] += (color.parts[index] - parts[index]) * lumi[.opacity] }
        return light
    }

    /// As the Web Content Accessibility Guidelines reckon it.
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
