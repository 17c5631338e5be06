import Testing

import Harmony

@Suite struct ChordScaleTests {
    private func names(_ chord: String, _ function: HarmonicFunction? = nil, in key: Key? = nil) throws -> [String] {
        try Chord(chord).scales(as: function, in: key).filter { $0.kind == .scale }.map { $0.typeName }
    }

    private func function(
        _ role: HarmonicFunction.Role, on root: Int, target: Int = 0, _ goal: HarmonicFunction.Goal = .major,
        isInMinor: Bool = false, of chord: String
    ) throws -> HarmonicFunction {
        HarmonicFunction(role, on: root, target: target, goal: goal, isInMinor: isInMinor, of: try Chord(chord).type)
    }

    /// Every scale given spells its chord, and a chord that any scale spells has one. Only ♯9 beside a natural 11 has
    /// none.
    @Test func scalesSpellTheirChords() {
        var without: [String] = []
        for type in Vocabulary.jazz.types where !type.isRootless {
            let scales = Chord(NoteName(.c), type).scales(as: nil, in: nil).filter { $0.kind == .scale }
            let spelling = TaughtScale.all.prefix(TaughtScale.modeCount).filter { $0.spells(type) }.map { $0.name }
            #expect(spelling.isEmpty == scales.isEmpty, "\(type.suffix)")
            #expect(scales.allSatisfy { spelling.contains($0.typeName) }, "\(type.suffix)")
            if scales.isEmpty { without.append(type.suffix) }
        }
        #expect(without == ["7(♯9 add11)", "7(♯9♭13 add11)"])
    }

    /// The half–whole scale has ♯2 and no ♭3, the altered scale no natural fifth.
    @Test func degreesCountBySpelling() throws {
        func spells(_ scale: String, _ suffix: String) throws -> Bool {
            try #require(TaughtScale.all.first { $0.name == scale }).spells(try Chord("C" + suffix).type)
        }
        #expect(try !spells("Half-Whole diminished", "mi7"))
        #expect(try spells("Half-Whole diminished", "7(♯9)"))
        #expect(try spells("Altered", "7(♯9)") && spells("Altered", "7(♭5)") && spells("Altered", "7(♯5)"))
        #expect(try spells("Whole tone", "7") && !spells("Whole tone", "ma7"))
        #expect(try !spells("Ionian", "ma7(♯11)") && spells("Lydian", "ma7(♯11)"))
    }

    /// Each case has a row, and each row names scales of the list.
    @Test func everyCaseHasScales() {
        var number = 0
        while let row = ScaleCase(rawValue: number) {
            #expect(!row.scales.isEmpty)
            number += 1
        }
        #expect(ScaleCase.lydian.rawValue == number - 1)
        #expect(ScaleCase.lydian.scales.map { TaughtScale.all[$0].name } == ["Lydian"])
    }

    @Test(arguments: [
        ("C7", "Mixolydian"), ("C7alt", "Altered"), ("C7(♭9)", "Half-Whole diminished"), ("C7(♯11)", "Lydian dominant"),
        ("C7(♯5)", "Whole tone"), ("C13(♭9)", "Half-Whole diminished"), ("C7sus4", "Mixolydian"), ("Cmi7", "Dorian"),
        ("Cma7", "Ionian"), ("Cma7(♯5)", "Lydian augmented"), ("Cmi6", "Melodic minor"), ("Cmi7(♭5)", "Locrian"),
        ("Cmi9(♭5)", "Locrian ♮2"), ("C°7", "Whole-Half diminished"), ("C+", "Whole tone"),
        ("Cmi13(♭5)", "Dorian ♭5"), ("Cmi(Δ7♯11)", "Lydian ♭3"),
    ])
    func firstScaleWithoutAKey(chord: String, scale: String) throws {
        #expect(try names(chord).first == scale)
    }

    @Test func theBassIsNotAvoided() throws {
        func avoided(_ symbol: String) throws -> [NoteName] {
            try #require(try Chord(symbol).scales(as: nil, in: nil).first).avoid
        }
        #expect(try avoided("Cma7") == [NoteName(.f)])
        #expect(try avoided("Cma7/F").isEmpty)
    }

    /// The same chord has another scale in another place.
    @Test func functionDecides() throws {
        let (c, minor) = (Key(NoteName(.c), .major), Key(NoteName(.c), .minor))
        let ofSecond = try function(.appliedDominant, on: 9, target: 2, .minor, of: "A7")
        #expect(try names("A7", ofSecond, in: c).first == "Phrygian dominant")
        let ninthOfSecond = try function(.appliedDominant, on: 9, target: 2, .minor, of: "A9")
        #expect(try names("A9", ninthOfSecond, in: c).first == "Mixolydian ♭6")
        for name in ["A7", "A9", "A13"] {
            let inChain = try function(.appliedDominant, on: 9, target: 2, .dominant, of: name)
            #expect(try names(name, inChain, in: c).prefix(2) == ["Mixolydian", "Lydian dominant"])
        }
        let ofDominant = try function(.appliedDominant, on: 2, target: 7, .dominant, of: "D7")
        #expect(try names("D7", ofDominant, in: c).first == "Lydian dominant")
        let substitute = try function(.substitute, on: 1, of: "Db7")
        #expect(try names("Db7", substitute, in: c) == ["Lydian dominant"])
        let lowered = try function(.substitute, on: 1, of: "Db7b5")
        #expect(try names("Db7b5", lowered, in: c).prefix(2) == ["Lydian dominant", "Whole tone"])
        #expect(try names("G7b5", try function(.degree, on: 7, of: "G7b5"), in: c).first == "Whole tone")
        #expect(try names("G7", try function(.degree, on: 7, of: "G7"), in: c).first == "Mixolydian")
        let inMinor = try function(.degree, on: 7, .minor, isInMinor: true, of: "G7")
        #expect(try names("G7", inMinor, in: minor).first == "Phrygian dominant")
        #expect(try names("Emi7", try function(.degree, on: 4, of: "Emi7"), in: c) == ["Phrygian"])
        #expect(try names("Emi9", try function(.degree, on: 4, of: "Emi9"), in: c) == ["Aeolian", "Dorian"])
        #expect(try names("Fma7", try function(.degree, on: 5, of: "Fma7"), in: c) == ["Lydian"])
        let tonic = try function(.degree, on: 0, .minor, isInMinor: true, of: "Cmi7")
        #expect(try names("Cmi7", tonic, in: Key(NoteName(.c), .dorian)) == ["Dorian"])
        #expect(try names("Cmi7", tonic, in: minor) == ["Dorian", "Aeolian"])
    }

    /// In a modal key, each diatonic chord has the mode that the key has there: all modes of C major for those of D
    /// Dorian. Other chords keep their function.
    @Test func modalKeysHaveTheirModes() throws {
        for key in Mode.ofMajor.map({ Key(signature: 0, $0) }) where key.mode != .major && key.mode != .minor {
            for (degree, name) in zip(
                Key(NoteName(.c), .major).sevenths,
                ["Ionian", "Dorian", "Phrygian", "Lydian", "Mixolydian", "Aeolian", "Locrian"])
            {
                let root = (degree.chord.root.pitchClass - key.tonic.pitchClass + 12) % 12
                let function = HarmonicFunction(
                    .degree, on: root, goal: .major, isInMinor: !key.mode.degrees.contains(3), of: degree.chord.type)
                #expect(try names(degree.chord.name, function, in: key) == [name], "\(degree.chord) in \(key)")
            }
        }
        let dominant = try function(.degree, on: 7, .minor, isInMinor: true, of: "A7")
        #expect(try names("A7", dominant, in: Key(NoteName(.d), .dorian)).first == "Phrygian dominant")
    }

    /// Without third and minor seventh, a chord does not say its function, and the key has one scale on its root.
    @Test func chordsWithoutAThirdHaveTheScaleOfTheKey() throws {
        let c = Key(NoteName(.c), .major)
        for (chord, root, scale) in [
            ("C5", 0, "Ionian"), ("Csus2", 0, "Ionian"), ("Dsus2", 2, "Dorian"), ("Gsus4", 7, "Mixolydian"),
            ("Asus4", 9, "Aeolian"), ("C7sus4", 0, "Mixolydian"),
        ] {
            #expect(try names(chord, try function(.degree, on: root, of: chord), in: c) == [scale], "\(chord)")
        }
    }

    /// Avoid notes lie a half step above a chord tone. On dominants ♭9, ♯9 and ♭13 are tensions.
    @Test(arguments: [
        ("Cma7", "Ionian", "F"), ("Cma7", "Lydian", ""), ("C7", "Mixolydian", "F"), ("C7alt", "Altered", ""),
        ("C7(♭9)", "Phrygian dominant", "F"), ("Cmi7", "Dorian", ""), ("Cmi7", "Aeolian", "A♭"),
        ("Cmi7(♭5)", "Locrian", "D♭"), ("C7sus4", "Mixolydian", ""), ("Cma7(♭5)", "Lydian", ""),
        ("C6/9(♯11 omit5)", "Lydian", ""),
    ])
    func avoidNotes(chord: String, scale: String, avoid: String) throws {
        let found = try #require(try Chord(chord).scales(as: nil, in: nil).first { $0.typeName == scale })
        #expect(found.avoid.map { $0.text }.joined(separator: " ") == avoid)
    }

    /// A triad with the function of a dominant has its tensions.
    @Test func tensionsOfADominantTriadAreNotAvoided() throws {
        let triad = try function(.appliedDominant, on: 9, target: 2, .minor, of: "A")
        let first = try #require(try Chord("A").scales(as: triad, in: Key(NoteName(.c), .major)).first)
        #expect(first.name() == "A Phrygian dominant" && first.avoid == [NoteName(.d)])
    }

    /// Notes have no double accidentals and are all different.
    @Test func notesAreSimple() {
        for root in NoteName.roots {
            for type in Vocabulary.jazz.selectable {
                for scale in Chord(root, type).scales(as: nil, in: nil) {
                    #expect((scale.notes + scale.avoid).allSatisfy { abs($0.accidental.semitones) < 2 })
                    #expect(Set(scale.notes.map { $0.pitchClass }).count == scale.notes.count)
                    #expect(scale.notes[0].pitchClass == scale.root.pitchClass)
                }
            }
        }
    }

    /// Pentatonics come after the scales.
    @Test func pentatonics() throws {
        let major = try Chord("Cma7").scales(as: nil, in: nil)
        #expect(
            major.map { $0.name() } == [
                "C Ionian", "C Lydian", "C Bebop major", "C Major pentatonic", "G Major pentatonic",
                "D Major pentatonic",
            ])
        let altered = try Chord("C7alt").scales(as: nil, in: nil)
        #expect(altered.map { $0.name() } == ["C Altered", "G♭ Major pentatonic"])
    }

    /// A pentatonic lies in a scale of the chord, which means that it contradicts neither a written alteration nor the
    /// function: no B♭ over Cmi(Δ7), no F♯ over Cma11, and no F♯ minor over Emi7 in C.
    @Test func pentatonicsLieInAScaleOfTheChord() throws {
        func pentatonics(_ chord: String, _ function: HarmonicFunction? = nil, in key: Key? = nil) throws -> [String] {
            try Chord(chord).scales(as: function, in: key).filter { $0.kind == .pentatonic }.map { $0.root.text }
        }
        #expect(try pentatonics("Cmi7") == ["C", "G", "D"])
        #expect(try pentatonics("Cmi(Δ7)") == ["D"])
        #expect(try pentatonics("Cmi7(♭9♭13)") == ["C"])
        #expect(try pentatonics("C6(♭9)") == [] && pentatonics("Cma7(♯9)") == [])
        #expect(try pentatonics("Cma11") == ["C", "G"] && pentatonics("Cadd4") == ["C", "G"])
        let c = Key(NoteName(.c), .major)
        #expect(try pentatonics("Emi7", function(.degree, on: 4, of: "Emi7"), in: c) == ["E"])
        #expect(try pentatonics("G", function(.degree, on: 7, of: "G"), in: c) == ["G"])
        #expect(try pentatonics("A", function(.appliedDominant, on: 9, target: 2, .minor, of: "A"), in: c) == [])
    }
}
