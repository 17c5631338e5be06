import Harmony
import Testing

@Suite struct Details {
    @Test func detailsTableIsReproduced() throws {
        #expect(Fixture.chordDetails.count == 48)
        for row in Fixture.chordDetails {
            let chord = try Chord(row["chord"]!)
            let details = ChordDetails(of: chord, in: .classic)
            let tension = try #require(details.tension)
            #expect(chord.name == row["chord"])
            #expect(list(chord.notes) == row["notes"])
            #expect(list(chord.type.degrees) == row["degrees"])
            #expect(details.voicing.map { String($0.pitch) }.joined(separator: " ") == row["pitches"])
            #expect(details.base?.name ?? "" == row["base"])
            #expect(list(details.extensions) == row["extensions"])
            #expect(list(details.equivalents) == row["equivalents"])
            #expect(Tension.text(hundredths: tension.degreeHundredths) == row["degreeTension"])
            #expect(Tension.text(hundredths: tension.voicingHundredths) == row["voicingTension"])
            #expect(list(details.scales.primary) == row["primaryScales"])
            #expect(list(details.scales.parent) == row["parentScales"])
            #expect(list(details.scales.pentatonic) == row["pentatonicScales"])
            #expect(list(details.fourNoteChords) == row["fourNoteChords"])
            #expect(list(details.triads) == row["triads"])
        }
    }

    /// A chord without its fifth is not an equivalent. In a sixth chord ♯11 does not replace it.
    @Test(arguments: ["Cmi7(♭5)", "C9", "Cmi6"])
    func equivalentSixthChordsHaveAFifth(symbol: String) throws {
        let names = try Chord(symbol).equivalents().map(\.name)
        #expect(!names.isEmpty && names.allSatisfy { !$0.contains("6") || !$0.contains("omit5") }, "\(names)")
    }

    @Test func equivalentsAreMutual() {
        for chord in Everything.chords.prefix(144) {
            for equivalent in chord.equivalents(in: .classic) {
                #expect(equivalent.pitchClasses == chord.pitchClasses)
                let back = equivalent.equivalents(in: .classic).map { ($0.type, $0.root.pitchClass) }
                #expect(back.contains { $0.0 == chord.type && $0.1 == chord.root.pitchClass })
            }
        }
    }

    @Test func baseAndExtensionsMakeTheChord() {
        for type in Vocabulary.classic.types {
            #expect(type.base.degrees.union(type.extensions) == type.degrees)
            #expect(type.base.degrees.intersection(type.extensions).isEmpty)
            #expect(Vocabulary.classic.selectable.contains(type.base))
            #expect(type.tension != nil)
        }
    }

    @Test func chordsWithoutAScaleHaveANearestScale() throws {
        func nearest(_ symbol: String) throws -> String? {
            ChordDetails(of: try Chord(symbol)).nearestScale.map { "\($0.scale) but \(list($0.foreign))" }
        }
        // Diminished except for ♭13, altered except for the natural fifth; Diminished is listed before Melodic minor.
        // The major pentatonic of F♯ is a subset of the chord, not a superset.
        #expect(try nearest("C7alt(♭9♯9♯11♭13)") == "C Half-Whole diminished but A♭")
        #expect(try nearest("C7(♭9♯9♯11♭13)") == nearest("C7alt(♭9♯9♯11♭13)"))
        #expect(try nearest("C13(♭9)") == nil)
        // The half-whole scale has all eight notes.
        #expect(try nearest("C13(♭9♯9♯11)") == nil)
        #expect(ChordDetails(of: try Chord("C7alt(♭9♯9♯11♭13)"), in: .classic).nearestScale == nil)
    }

    @Test func tensionWordsDivideTheTypesIntoFifths() throws {
        let scores = Vocabulary.jazz.types.map {
            ChordDetails(of: Chord(NoteName(fifths: 0), $0)).tension!.degreeHundredths
        }.sorted()
        for level in Tension.Level.allCases {
            #expect(level.leastHundredths == scores[scores.count * level.rawValue / 5], "\(level.word)")
        }
        for vocabulary in [Vocabulary.jazz, .classic] {
            let tensions = vocabulary.types.map {
                ChordDetails(of: Chord(NoteName(fifths: 0), $0), in: vocabulary).tension!
            }
            let hundredths = tensions.map { $0.degreeHundredths }
            for (end, limit) in [(Tension.calmest, hundredths.min()!), (Tension.tensest, hundredths.max()!)] {
                #expect(end.hundredths == limit)
                let type = try Chord("C" + end.suffix).type
                #expect(vocabulary.types.contains(type) && type.tension?.degreeHundredths == limit)
            }
            for tension in tensions {
                #expect(0...1000 ~= tension.thousandths && tension.level.leastHundredths <= tension.degreeHundredths)
                let next = Tension.Level(rawValue: tension.level.rawValue + 1)
                #expect(next.map { tension.degreeHundredths < $0.leastHundredths } ?? true)
            }
            // Each word covers about a fifth of the types; equal scores stay together.
            for level in Tension.Level.allCases {
                let share = Double(tensions.filter { $0.level == level }.count) / Double(tensions.count)
                #expect(0.12...0.28 ~= share, "\(level.word)")
            }
        }
    }

    @Test func tensionRangesFromOneNoteToTwelve() {
        #expect(Tension(of: Array(60...71), root: 0).thousandths == 1000)
        #expect(Tension(of: [60], root: 0).thousandths == 0 && Tension(of: [60], root: 0).level == .calm)
    }

    @Test func chordsOutsideTheVocabularyHaveDetails() throws {
        let details = ChordDetails(of: try Chord("C7b13"), in: .classic)
        #expect(details.base?.name == "C7" && list(details.extensions) == "♭13")
        #expect(ChordDetails(of: try Chord("C5"), in: .classic).tension == nil)
    }
}

@Suite struct Scales {
    @Test func scaleTypesMatchTheTable() {
        #expect(Fixture.scaleTypes.count == 34)
        for (type, row) in zip(ScaleType.all, Fixture.scaleTypes) {
            #expect(type.name == row["name"])
            #expect(type.alternateNames.joined(separator: "; ") == row["alternates"])
            #expect(type.degrees.map(\.name).joined(separator: " ") == row["degrees"])
            #expect(type.parent.rawValue == row["parent"])
            #expect("\(type.mode)" == row["mode"] && type.roman == row["roman"])
        }
        let families = ScaleType.Parent.fitting.map(\.rawValue)
        #expect(families == families.sorted() && Set(families) == Set(Fixture.scaleTypes.map { $0["parent"] }))
    }

    /// Whatever a chord's scales are called, there is a scale with that name and those notes.
    @Test func scalesOfChordsAreScaleTypes() throws {
        for taught in TaughtScale.all {
            let type = try #require(ScaleType(named: taught.name), "\(taught.name)")
            #expect(type.pitchClasses == taught.degrees.pitchClasses, "\(taught.name)")
        }
    }

    @Test func shortNamesAreRead() throws {
        let names = [
            "alt": "Super Locrian", "half-whole": "Half-Whole diminished", "Whole Half": "Diminished",
            "jazz minor": "Melodic minor", "lydian b7": "Lydian Dominant", "Mixolydian #11": "Lydian Dominant",
            "mixolydian ♭13": "Mixolydian ♭6", "Locrian #2": "Locrian ♮2", "bebop mixolydian": "Bebop dominant",
        ]
        for (short, name) in names { #expect(ScaleType(named: short)?.name == name, "\(short)") }
    }

    @Test func bebopDorianIsAModeOfBebopDominant() throws {
        let scale = Scale(NoteName(.g), try #require(ScaleType(named: "Bebop Dorian")))
        #expect(scale.modes.map(\.name) == ["C Bebop dominant", "G Bebop Dorian"])
        let wholeTone = Scale(NoteName(.c), try #require(ScaleType(named: "whole-tone")))
        #expect(wholeTone.modes.count == 6)
    }

    @Test func modesAreMutual() {
        for type in ScaleType.all {
            for root in NoteName.roots {
                let scale = Scale(root, type)
                let modes = scale.modes
                #expect(modes.contains(scale))
                #expect(modes.allSatisfy { $0.pitchClasses == scale.pitchClasses && $0.type.parent == type.parent })
                #expect(zip(modes, modes.dropFirst()).allSatisfy { $0.type.mode <= $1.type.mode })
            }
        }
    }

    @Test func modesOfCMajorAreNamed() {
        let major = ScaleType.all[0]
        let names = ["C Major", "D Dorian", "E Phrygian", "F Lydian", "G Mixolydian", "A Minor", "B Locrian"]
        #expect(Scale(NoteName(fifths: 0), major).modes.map(\.name) == names)
        #expect(
            Scale(NoteName(fifths: 0), major).modes.map(\.type.roman) == ["I", "ii", "iii", "IV", "V", "vi", "vii"])
    }

    @Test func fittingScalesAreSupersetsOrSubsetsOfTheChord() {
        for chord in Everything.chords {
            let scales = chord.fittingScales
            for scale in scales.primary + scales.parent + scales.pentatonic {
                #expect(
                    chord.pitchClasses.isSubset(of: scale.pitchClasses) && scale.spells(chord.root)
                        || scale.pitchClasses.isProperSubset(of: chord.pitchClasses) && chord.notes.contains(scale.root)
                )
            }
        }
    }
}
