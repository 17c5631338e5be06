import Testing

import Chordsets
import Harmony
import Sync

@Suite("Lumis and light chords")
struct LightTests {
    @Test("Values can be set within their range only", arguments: Lumi.Property.allCases)
    func ranges(property: Lumi.Property) throws {
        let definition = property.definition
        for value in [definition.range.lowerBound, definition.range.upperBound, definition.initial] {
            var lumi = Lumi()
            try lumi.set(property, to: value)
            #expect(lumi[property] == value)
        }
        for value in [
            definition.range.lowerBound - 0.001, definition.range.upperBound + 0.001, .nan, .infinity, -.infinity,
        ] {
            var lumi = Lumi()
            #expect {
                try lumi.set(property, to: value)
            } throws: { error in
                let message = (error as? ChordsetError)?.message ?? ""
                // A message with the name and both ends of the range.
                return message.contains(definition.name) && message.contains(" to ")
                    && message.contains("\(Int(definition.range.upperBound))")
            }
            #expect(lumi == Lumi())
        }
    }

    @Test("A message has the value and the range")
    func message() {
        var lumi = Lumi()
        #expect(throws: ChordsetError("A lumi’s hue is 400: it must be a number from 0 to 360.")) {
            try lumi.set(.hue, to: 400)
        }
        #expect(throws: ChordsetError("A lumi’s sides is 2.5: it must be a whole number from 1 to 12.")) {
            try lumi.set(.sides, to: 2.5)
        }
        // Rounded to thousandths, these values would be valid.
        #expect(throws: ChordsetError("A lumi’s speed must be a number from 0 to 1.")) {
            try lumi.set(.speed, to: 1.0001)
        }
        #expect(throws: ChordsetError("A lumi’s sides must be a whole number from 1 to 12.")) {
            try lumi.set(.sides, to: 2.0001)
        }
        #expect(throws: ChordsetError("A lumi’s speed is 1.001: it must be a number from 0 to 1.")) {
            try lumi.set(.speed, to: 1.001)
        }
        var chord = LightChord()
        #expect(throws: ChordsetError("A light chord’s bpm is 0: it must be a number from 0.001 to 600.")) {
            try chord.set(.bpm, to: 0)
        }
        #expect(throws: ChordsetError.self) { try chord.set(.bpm, to: -60) }
        #expect(throws: ChordsetError.self) { try chord.set(.brightness, to: 1.1) }
        #expect(chord == LightChord())
    }

    @Test("A light chord has at most 64 lumis and checks their indices")
    func lumis() throws {
        var chord = LightChord()
        for _ in 0..<64 { try chord.add(Lumi()) }
        #expect(throws: ChordsetError.self) { try chord.add(Lumi()) }
        #expect(chord.lumis.count == 64)
        var lumi = Lumi()
        try lumi.set(.x, to: 0.25)
        try chord.replaceLumi(at: 63, with: lumi)
        #expect(try chord.removeLumi(at: 63) == lumi)
        for place in [-1, 63, Int.max] {
            #expect(throws: ChordsetError.self) { try chord.removeLumi(at: place) }
            #expect(throws: ChordsetError.self) { try chord.replaceLumi(at: place, with: lumi) }
        }
    }

    @Test(
        "Colors are converted from HSV to RGB",
        arguments: [
            (0.0, 1.0, 1.0, "#ff0000"), (60, 1, 1, "#ffff00"), (120, 1, 1, "#00ff00"), (180, 1, 1, "#00ffff"),
            (240, 1, 1, "#0000ff"),
            (300, 1, 1, "#ff00ff"), (360, 1, 1, "#ff0000"), (77, 0, 1, "#ffffff"), (77, 1, 0, "#000000"),
            (30, 1, 1, "#ff8000"),
            (0, 0.5, 1, "#ff8080"), (240, 1, 0.2, "#000033"),
        ])
    func colors(hue: Double, purity: Double, brightness: Double, hex: String) {
        #expect(LightColor(hue: hue, purity: purity, brightness: brightness).hex == hex)
    }

    @Test("Any numbers give a color: hues wrap around, purity and brightness are clamped")
    func colorsOutOfRange() {
        func hex(_ hue: Double, _ purity: Double = 1, _ brightness: Double = 1) -> String {
            LightColor(hue: hue, purity: purity, brightness: brightness).hex
        }
        #expect([-240, -600, 480, 120 + 360e5].map { hex($0) } == Array(repeating: "#00ff00", count: 4))
        for hue in [Double.nan, .infinity, -.infinity, 1e18, -1e300] { #expect(hex(hue) == "#ff0000") }
        #expect(hex(0, 1, -1) == "#000000" && hex(0, 1, 2) == "#ff0000" && hex(0, 1, .nan) == "#000000")
        #expect(hex(0, -1) == "#ffffff" && hex(0, 2) == "#ff0000" && hex(0, .infinity) == "#ff0000")
    }

    @Test("NaN, as a database may have it, is the initial value")
    func noNumber() {
        var lumi = Lumi()
        for property in Lumi.Property.allCases { lumi.set(property, near: .nan) }
        #expect(lumi == Lumi())
        var chord = LightChord()
        for property in LightChord.Property.allCases { chord.set(property, near: .nan) }
        #expect(chord == LightChord())
        lumi.set(.size, near: .infinity)
        lumi.set(.spin, near: -.infinity)
        #expect(lumi[.size] == 1 && lumi[.spin] == -1)
    }

    @Test("Music sets the hue by its root, and the purity by its tension")
    func music() throws {
        // The positions on the circle of fifths, 30° each, for any spelling.
        let hours = ["C", "G", "D", "A", "E", "B", "F♯", "D♭", "A♭", "E♭", "B♭", "F"]
        for (hour, root) in hours.enumerated() {
            #expect(Music(lower: try Chord(root + "7")).hue == Double(30 * hour))
        }
        #expect(Music(lower: try Chord("G♭")).hue == 180)
        // The root of the combination: D over Cma7 is Cma13(♯11), C♯° over A is A7.
        #expect(Music(lower: try Chord("Cma7"), upper: try Chord("D")).hue == 0)
        #expect(Music(lower: try Chord("Cma7"), upper: try Chord("D")).name == "Cma13(♯11)")
        let purities = try ["C", "C7", "C13", "C7(♭9,♯11)"].map { Music(lower: try Chord($0)).purity }
        #expect(purities == purities.sorted() && Set(purities).count == 4 && purities[0] >= 0.2 && purities[3] <= 1)
        var chord = LightChord(background: LightColor(hue: 200, purity: 0.1, brightness: 0.5))
        chord.music = Music(lower: try Chord("A"))
        #expect(chord.shownBackground == chord.background)
        chord.music?.colorsLight = true
        #expect(
            chord.shownBackground.hue == 90 && chord.shownBackground.brightness == 0.5 && chord.background.hue == 200)
    }

    @Test("The purity of all types and pairs is in range")
    func purities() throws {
        var all = Set<Double>()
        for type in Vocabulary.classic.types {
            let purity = Music(lower: Chord(NoteName(fifths: 0), type)).purity
            #expect(0.2...1 ~= purity)
            all.insert(purity)
        }
        // Many shades, not only two.
        #expect(all.count > 40)
        // A polychord has a tension too.
        let music = Music(lower: try Chord("Cma7"), upper: try Chord("E♭mi"))
        #expect(music.combination(in: .classic)?.kind == .polychord && 0.2...1 ~= music.purity)
    }
}

@Suite("Chordsets")
struct ChordsetTests {
    @Test("The same seed gives the same colors, another seed others, without duplicates")
    func seeds() throws {
        func made(_ seed: UInt64) -> Chordset {
            var generator = SeededGenerator(seed: seed)
            return Chordset(id: "a", using: &generator)
        }
        #expect(made(1) == made(1) && made(1) != made(2))
        for seed in 0..<100 as Range<UInt64> {
            #expect(Set(made(seed).chords.map { $0.background.hex }).count == 8)
            #expect(made(seed).chords.allSatisfy { $0.lumis.isEmpty && $0.bpm == 60 && $0.music == nil })
        }
        // The first numbers of SplitMix64 with the seed 1234567, from its authors' program.
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in generator.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test("Random lumis and chords are within bounds and reproducible")
    func random() {
        for seed in 0..<500 as Range<UInt64> {
            let chord = LightChord.random(seed: seed)
            #expect(chord == LightChord.random(seed: seed) && chord.lumis.count == 5)
            #expect(LightChord.random(seed: seed, lumis: -1).lumis.isEmpty)
            for lumi in chord.lumis {
                for property in Lumi.Property.allCases { #expect(property.definition.range.contains(lumi[property])) }
            }
        }
    }

    @Test("IDs are valid and unique")
    func ids() {
        var generator = SeededGenerator(seed: 3)
        let ids = (0..<1000).map { _ in ItemID.random(using: &generator) }
        #expect(Set(ids).count == 1000 && ids.allSatisfy(Chordset.isID))
        #expect(
            ["", "a b", "ä", "../x", "profile", "events", String(repeating: "a", count: 65)].allSatisfy {
                !Chordset.isID($0)
            })
    }

    @Test("Exactly eight chords", arguments: [0, 1, 7, 9, 16])
    func eight(count: Int) {
        let chords = Array(repeating: LightChord(), count: count)
        #expect(throws: ChordsetError("A chordset has exactly eight chords: “Dawn” has \(count).")) {
            try Chordset(id: "a", title: "Dawn", chords: chords)
        }
    }

    @Test("Titles are one line of at most 500 characters")
    func titles() throws {
        var chordset = try Chordset(id: "a", chords: Array(repeating: LightChord(), count: 8))
        for title in ["", "<b>&\"'", "🎹👩🏽‍🎤", "שלום", "\u{202E}abc", String(repeating: "é", count: 500), " "] {
            try chordset.rename(title)
            #expect(chordset.title == title)
        }
        try chordset.rename("kept")
        for title in [
            String(repeating: "x", count: 501), String(repeating: "x", count: 10_000), "a\nb", "a\0b", "\t", "\u{7F}",
            "\u{9B}31m", "a\u{2028}b", "\u{FFFF}",
        ] {
            #expect(throws: ChordsetError.self) { try chordset.rename(title) }
        }
        #expect(chordset.title == "kept")
    }

    @Test("Positions are 0 to 7", arguments: [-1, 8, 100])
    func positions(position: Int) throws {
        var chordset = try Chordset(id: "a", chords: Array(repeating: LightChord(), count: 8))
        let before = chordset
        #expect(throws: ChordsetError.self) { try chordset.replaceChord(at: position, with: .random(seed: 1)) }
        #expect(chordset == before)
    }
}
