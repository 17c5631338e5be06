import Harmony
import RandomTunes
import Testing

import Tunes

@Suite struct AnalysisTests {
    private func analysis(_ text: String) -> TuneAnalysis {
        TuneAnalysis(of: TuneText.read(text).tunes[0])
    }

    private func numerals(_ analysis: TuneAnalysis) -> [String?] { analysis.chords.map { $0.place?.numeral } }

    /// The numerals of chords in a declared key, separated by spaces; `-` for a chord outside all keys.
    private func numerals(_ text: String, in key: String) -> String {
        let chords = text.split(separator: " ").joined(separator: " | ")
        return numerals(analysis("Key: \(key)\n| \(chords) |")).map { $0 ?? "-" }.joined(separator: " ")
    }

    private func cadences(_ text: String) -> [String] {
        analysis(text).cadences.map { $0.name + " " + $0.key.name }
    }

    /// In all twelve keys, the chords are ii, V and I of the key.
    @Test func twoFiveOneInAllKeys() {
        for root in NoteName.roots where Key(root, .major).signature.isWritten {
            let key = Key(root, .major)
            let names = [1, 4, 0].map { key.sevenths[$0].chord.name }
            let found = analysis("| \(ASCIISymbol.text(of: names.joined(separator: " | "))) |")
            #expect(found.areas.map { $0.key?.tonic.pitchClass } == [root.pitchClass], "\(key)")
            #expect(numerals(found) == ["ii7", "V7", "Ima7"])
            #expect(found.cadences.map { $0.kind } == [.twoFiveOne])
            #expect(found.cadences.map { $0.chords } == [0...2])
        }
        for root in NoteName.roots where Key(root, .minor).signature.isWritten {
            let tonic = root.text
            let second = root.adding(Degree(2)).text, fifth = root.adding(Degree(5)).text
            let found = analysis("| \(second)m7b5 | \(fifth)7b9 | \(tonic)m6 |")
            #expect(
                found.areas.map { [$0.key?.tonic.pitchClass, $0.key?.mode == .minor ? 1 : 0] }
                    == [[root.pitchClass, 1]])
            #expect(numerals(found) == ["iiø7", "V7", "i6"])
            #expect(found.cadences.map { $0.kind } == [.minorTwoFiveOne])
        }
    }

    @Test(arguments: [
        ("Cmaj7 Am7 Dm7 G7", ["I–vi–ii–V C major"]),
        ("Cmaj7 A7 D7 G7", ["I–vi–ii–V C major"]),
        ("Dm7 Db7 Cmaj7", ["ii–♭II–I C major"]),
        ("Fm7 Bb7 Cmaj7", ["iv–♭VII–I C major"]),
        ("Dm7 G7sus G7 C6", ["ii–V–I C major"]),
        ("Am7 D7", ["ii–V G major"]),
        ("Key: C\nC G7 Am7", ["V–vi C major"]),
        ("Key: C\nC Fm6 C", ["iv–I C major"]),
        ("Key: C\nC F C", ["IV–I C major"]),
        ("G7 C", ["V–I C major"]),
        ("G7 Cm", ["V–i C minor"]),
        ("Key: Dm\nDm6 Gm7 Em7b5 A7b9 Dmaj7", ["ii–V–I D minor"]),
        ("Key: Dm\nDm A7 D", ["V–I D minor"]),
        ("Key: Dm\nDm A7 D Gm", []),
        ("Key: C\nDm7 G7 Cdim7 Cmaj7", ["ii–V–I C major"]),
        ("C7 E7 Ab7", []),
    ])
    func cadencesAreRecognized(_ text: String, _ expected: [String]) {
        #expect(cadences(text) == expected)
    }

    /// A dominant that returns after its own target leads to that target.
    @Test(arguments: [("Abmaj7 Fm7 C7 Fm7 C7 Ab7 Db6 Ab6", 2), ("Abmaj7 C7 Fm7 C7 Fm7 Eb7 Ab6", 1)])
    func aReturningDominantLeadsToTheChordBetween(chords: String, index: Int) throws {
        let found = analysis("Key: Ab\n| " + chords.split(separator: " ").joined(separator: " | ") + " |")
        let function = try #require(found.chords[index].place).function
        #expect(function.numeral == "V7/vi" && function.goal == .minor)
    }

    /// A common-tone diminished chord delays the resolution.
    @Test(arguments: ["Cmaj7 Gm7 C7 Fmaj7 G7", "Cmaj7 Gm7 C7 Fdim7 Fmaj7 G7"])
    func aDominantLeadsPastACommonToneDiminishedChord(chords: String) throws {
        let found = analysis("Key: C\n| " + chords.split(separator: " ").joined(separator: " | ") + " |")
        let function = try #require(found.chords[2].place).function
        #expect(function.numeral == "V7/IV" && function.goal == .major)
    }

    @Test(arguments: ["C", "Db", "E", "F#", "A", "Bb"])
    func aMinorSeventhBeforeItsDominantIsASecond(tonic: String) throws {
        let key = Key(try NoteName(tonic), .major)
        let second = Chord(key.tonic.adding(Degree(5)).simplified, try Chord("Cmi7").type)
        let dominant = Chord(key.tonic, .dominantSeventh)
        #expect(ChordInKey(second, in: key, after: nil, before: dominant).numeral == "ii7/IV")
        #expect(ChordInKey(dominant, in: key, after: second, before: nil).numeral == "V7/IV")
        #expect(ChordInKey(dominant, in: key, after: nil, before: nil).numeral == "I7")
    }

    @Test func modulationsAreFound() {
        let found = analysis(
            "Key: C\n| Cmaj7 | Dm7 G7 | Cmaj7 | Ebm7 Ab7 | Dbmaj7 | Ebm7 Ab7 | Dbmaj7 | Dm7 G7 | Cmaj7 |")
        #expect(found.areas.map { $0.key?.name } == ["C major", "D♭ major", "C major"])
        #expect(found.areas.map { $0.chords.count } == [4, 6, 3])
        #expect(found.areas.map { $0.bars } == [0...2, 3...6, 7...8])
    }

    @Test func secondaryDominantsNameTheirTarget() {
        let found = analysis("Key: C\n| Cmaj7 | A7 | Dm7 | G7 | Cmaj7 |")
        #expect(numerals(found) == ["Ima7", "V7/ii", "ii7", "V7", "Ima7"])
        #expect(found.areas.map { $0.key?.name } == ["C major"])
    }

    /// Slash chords do what all their notes do together. A numeral has the seventh, not the ninth.
    @Test func slashChordsFunctionWithTheirBass() {
        #expect(numerals("Dm7 F/G Cmaj7", in: "C major") == "ii7 V7sus4 Ima7")
        #expect(numerals("Dm7 Dm7/G C", in: "C major") == "ii7 V7sus4 I")
        #expect(numerals("C C/Bb F", in: "C major") == "I V7/IV IV")
        #expect(numerals("Am7 D/C G", in: "G major") == "ii7 V7 I")
        #expect(numerals("C C/E F C/G G7", in: "C major") == "I I IV I V7")
        #expect(cadences("Key: C major\n| Dm7 | F/G | Cmaj7 |") == ["ii–V–I C major"])
    }

    /// Numerals do not depend on how roots are spelled.
    @Test func spellingDoesNotMatter() throws {
        let names = ["C#m7b5", "Gb7", "Bm7", "Ebmaj7", "Dbm7b5", "F#7", "Bm7", "Bbdim7", "Bm7"]
        let chords = try names.map { try Chord($0) }
        let found = ChordInKey.all(of: chords, home: Key(NoteName(.b), .minor), isRound: false)
        #expect(
            found.map { $0?.numeral } == ["iiø7", "V7", "i7", "IIIma7", "iiø7", "V7", "i7", "vii°7", "i7"])
    }

    /// The quality of each numeral, in major and minor.
    @Test(arguments: [
        ("C", "C Am F G C6 Cmaj7 Fm6 Cmaj7 G7sus4 Caug", "I vi IV V I6 Ima7 iv6 Ima7 V7sus4 I+"),
        ("Cm", "Cm Fm7 Bb7 Ebmaj7 Abmaj7 Dm7b5 G7 Cm6 Cm(maj7)", "i iv7 ♭VII7 ♭IIIma7 ♭VIma7 iiø7 V7 i6 iΔ7"),
        ("C", "Cmaj7 Bbmaj7 Ebmaj7 Abmaj7 Dbmaj7 Cmaj7", "Ima7 ♭VIIma7 ♭IIIma7 ♭VIma7 ♭IIma7 Ima7"),
    ])
    func qualities(key: String, chords: String, expected: String) {
        #expect(numerals(chords, in: key) == expected)
    }

    /// A dominant a fifth above a degree is V7 of it, one a half step above is subV7 of it, and a second degree a whole
    /// step above the target belongs to it.
    @Test(arguments: [
        ("C", "Cmaj7 Em7 A7 Dm7 G7 Cmaj7", "Ima7 ii7/ii V7/ii ii7 V7 Ima7"),
        ("C", "Cmaj7 A7 Em7 A7 Dm7 G7 Cmaj7", "Ima7 V7/ii ii7/ii V7/ii ii7 V7 Ima7"),
        ("C", "Cmaj7 Gm7 C7 Fmaj7 Bb7 Cmaj7", "Ima7 ii7/IV V7/IV IVma7 ♭VII7 Ima7"),
        ("C", "Cmaj7 Bm7b5 E7 Am7 D7 Dm7 Db7 Cmaj7", "Ima7 iiø7/vi V7/vi ii7/V V7/V ii7 subV7 Ima7"),
        ("C", "Cmaj7 Em7 Eb7 Dm7 G7 Cmaj7", "Ima7 ii7/ii subV7/ii ii7 V7 Ima7"),
        ("C", "Cmaj7 Ebm7 Ab7 Dm7 G7 Cmaj7", "Ima7 ♭iii7 subV7/V ii7 V7 Ima7"),
        ("C", "Cmaj7 Gm7 C7 Dm7 G7 Cmaj7", "Ima7 ii7/IV V7/IV ii7 V7 Ima7"),
        ("C", "C7 Gm7 C7 Gm7", "I7 v7 I7 v7"),
        ("C", "E7 A7 D7 G7 Cmaj7", "V7/vi V7/ii V7/V V7 Ima7"),
        ("C", "Cmaj7 Fm7 Bb7 Cmaj7", "Ima7 iv7 ♭VII7 Ima7"),
        ("Cm", "Cm7 Gm7b5 C7 Fm7 Ab7 G7 Cm7", "i7 iiø7/iv V7/iv iv7 subV7/V V7 i7"),
    ])
    func appliedChords(key: String, chords: String, expected: String) {
        #expect(numerals(chords, in: key) == expected)
    }

    @Test(arguments: [
        ("Gb7", "lowered dominant"), ("F#m7b5", "raised subdominant"), ("Dbm7", "lowered supertonic"),
        ("Ebm7", "lowered mediant"), ("Ebmaj7", "borrowed mediant"), ("Gm7", "borrowed dominant"), ("G7", "dominant"),
    ])
    func functionsInWords(chord: String, words: String) throws {
        let place = ChordInKey(try Chord(chord), in: Key(NoteName(.c), .major), after: nil, before: nil)
        #expect(place.function.words() == words)
    }

    /// A diminished chord is named upwards where the next root or bass rises, downwards where it falls.
    @Test func diminishedChords() {
        #expect(numerals("C C#dim7 Dm7 D#dim7 Em7 Ebdim7 Dm7 G7 C", in: "C") == "I ♯i°7 ii7 ♯ii°7 iii7 ♭iii°7 ii7 V7 I")
        #expect(numerals("C F F#dim7 C/G G7 G#dim7 Am7 Dm7 G7 C", in: "C") == "I IV ♯iv°7 I V7 ♯v°7 vi7 ii7 V7 I")
    }

    /// Twelve keys give the same analysis, with a declared key and without one.
    @Test func analysisIsTheSameInAllKeys() {
        let text = """
            Key: C
            | Cmaj7 | Bm7b5 E7 | Am7 D7 | Gm7 C7 | Fmaj7 | Fm7 Bb7 | Em7 A7 | Ebm7 Ab7 |
            | Dm7 | G7 | Cmaj7 A7b9 | Dm7 G7 |
            """
        let tune = TuneText.read(text).tunes[0]
        let expected = TuneAnalysis(of: tune)
        for root in NoteName.roots where Key(root, .major).signature.isWritten {
            var moved = tune.transposed(to: root)
            for isDeclared in [true, false] {
                if !isDeclared { moved.key = nil }
                let found = TuneAnalysis(of: moved)
                #expect(numerals(found) == numerals(expected), "\(root)")
                #expect(found.key?.tonic.pitchClass == root.pitchClass && found.key?.mode == .major)
                #expect(found.cadences.map { $0.kind } == expected.cadences.map { $0.kind })
                #expect(found.areas.map { $0.bars } == expected.areas.map { $0.bars })
            }
        }
    }

    /// Where several readings cost the same, all keys choose the same one.
    @Test func equalCostsAreBrokenAlikeInAllKeys() {
        let tune = TuneText.read("Key: Cm\n| Cm7 | F#7 | Bm7 | E7 | Am7 | % | D7 | Gm7 | % |").tunes[0]
        for root in NoteName.roots where Key(root, .minor).signature.isWritten {
            let found = TuneAnalysis(of: tune.transposed(to: root))
            #expect(numerals(found) == ["i7", "V7", "i7", "V7", "i7", "V7", "i7"], "\(root)")
        }
    }

    /// Areas, chords and cadences agree, and the areas cover all bars, whatever the chords are.
    @Test func areasAndCadencesAgree() {
        var random = TuneGenerator(seed: 5)
        for _ in 0..<200 {
            let tune = random.tune(.all)
            let found = TuneAnalysis(of: tune)
            for area in found.areas {
                #expect(area.chords.allSatisfy { found.chords[$0].place?.key == area.key })
            }
            for (one, next) in zip(found.areas, found.areas.dropFirst()) {
                #expect(one.chords.upperBound == next.chords.lowerBound)
                #expect([0, 1].contains(next.bars.lowerBound - one.bars.upperBound))
            }
            if let first = found.areas.first, let last = found.areas.last {
                #expect(first.bars.lowerBound == 0 && last.bars.upperBound == tune.bars.count - 1)
            }
            for cadence in found.cadences {
                #expect(cadence.chords.allSatisfy { found.chords[$0].place?.key == cadence.key })
            }
        }
    }

    /// The second degree of a new key may follow its dominant.
    @Test func anAreaBeginsWithTheDominantBeforeItsSecond() {
        let found = analysis(
            "Key: D\n| Dmaj7 | % | Cm7 | F7 | Bbmaj7 | % | A7 | % | Em7 | A7 | Dmaj7 |")
        #expect(found.areas.map { $0.key?.name } == ["D major", "B♭ major", "D major"])
        #expect(found.areas.map { $0.bars } == [0...1, 2...5, 6...10])
        #expect(numerals(found).suffix(4) == ["V7", "ii7", "V7", "Ima7"])
    }

    /// An area needs its tonic: neither a ii–V that does not resolve nor a chain of dominants is one.
    @Test(arguments: [
        (
            "Bb", "Bbmaj7 Gm7 Cm7 F7 Bbm7 Eb7 Abmaj7 % Em7b5,A7b9 Dm7 Dbm7,Gb7 Cm7,F7 Bb6 %",
            ["B♭ major", "A♭ major", "D minor", "B♭ major"]
        ),
        (
            "Eb", "Ebmaj7 % C#m7 F#7 Bmaj7 % Am7b5,D7b9 Gm7 F#m7,B7 Fm7,Bb7 Eb6 %",
            ["E♭ major", "B major", "G minor", "E♭ major"]
        ),
        ("C", "G7 % C7 % F7 % Bb7 % Eb7 % Ab7 % Dm7 G7 C6 %", ["C major"]),
    ])
    func anAreaHasItsTonic(key: String, bars: String, areas: [String]) {
        let chart = bars.replacing(" ", with: " | ").replacing(",", with: " ")
        #expect(analysis("Key: \(key)\n| \(chart) |").areas.map { $0.key?.name } == areas)
    }

    /// A ii–V–I into the written key is one, whatever kind of major chord its tonic is.
    @Test(arguments: ["Cmaj7", "C6", "C6/9", "C"])
    func aCadenceLeadsToAnyMajorTonic(tonic: String) {
        let half = "| Gm7b5 | C7b9 | Fm7 | % | Dm7b5 | G7b9 | \(tonic) | % |"
        for head in ["Key: C\n", ""] {
            let found = analysis(head + half + half)
            #expect(found.areas.map { $0.key?.name } == ["F minor", "C major"], "\(head)")
            #expect(found.areas.last?.bars == 4...15)
            #expect(found.cadences.filter { $0.key.mode == .major }.count == 2)
        }
    }

    /// A key that is not declared has its tonic or its dominant. The key in which a tune begins and ends is preferred.
    @Test(arguments: [
        ("Em C D Em Em C D Em", "E minor"), ("Em C D Em Em C D Em Em C D Em Em C D C", "E minor"),
        ("Cm7 % Ab7 % Cm7 % Ab7 % Cm7 % % %", "C minor"),
        ("Am7 % % % Fmaj7 % Am7 % Fmaj7 Em7 Am7 %", "A minor"),
        ("Fm7 % % % Db7 % % % Dm7 % % % Fm7 % % %", "F minor"), ("Am G F C Am G F Am", "A minor"),
        ("Dm7 G7 Dm7 G7", "C major"), ("Am7 D7", "G major"), ("Am F C G Am F G7 C", "C major"),
        ("Em7 A7 Dmaj7 % Dm7 G7 Cmaj7 % Cm7 F7 Bbmaj7 % Em7 F7 Bbmaj7 A7", "D major"),
    ])
    func undeclaredKeys(bars: String, key: String) {
        #expect(analysis("| " + bars.replacing(" ", with: " | ") + " |").key?.name == key)
    }

    /// The written key holds at the start unless a cadence contradicts it.
    @Test(arguments: [
        ("Em7 A7 Fm7 Bb7 Ebmaj7", ["E♭ major"]), ("Em7 A7 Dmaj7 Fm7 Bb7 Ebmaj7", ["D major", "E♭ major"]),
    ])
    func anOpeningSecondAndDominantAreNoArea(chords: String, keys: [String]) {
        let found = analysis("Key: Eb\n| " + chords.split(separator: " ").joined(separator: " | ") + " |")
        #expect(found.areas.map { $0.key?.name } == keys)
    }

    /// A cycle of keys has a key for each tonic, even for two chords.
    @Test func cyclesOfKeys() {
        let found = analysis("Key: Eb\n| Ebmaj7 F#7 | Bmaj7 D7 | Gmaj7 Bb7 | Ebmaj7 |")
        #expect(found.areas.map { $0.key?.name } == ["E♭ major", "B major", "G major", "E♭ major"])
        #expect(found.cadences.map { $0.name } == ["V–I", "V–I", "V–I"])
    }

    /// A minor chord held for eight bars is its mode. Sus chords that move in parallel have no key.
    @Test func modesAndSusChords() {
        let held = [String](repeating: "%", count: 7).joined(separator: " | ")
        let modal = analysis("Key: Dm\n| Dm7 | \(held) | Ebm7 | \(held) |")
        #expect(modal.key?.name == "D Dorian")
        #expect(modal.chords.map { $0.place?.key.name } == ["D Dorian", "E♭ Dorian"])
        #expect(modal.chords[0].scales.first?.name() == "D Dorian")
        let parallel = analysis("| F9sus4 | % | Ab9sus4 | % | E9sus4 | % |")
        #expect(parallel.key == nil && numerals(parallel) == [nil, nil, nil])
        #expect(parallel.areas.map { $0.key } == [nil] && parallel.areas[0].bars == 0...5)
        #expect(parallel.chords[1].scales.first?.name() == "A♭ Mixolydian")
        // A dominant of its own makes it a tonic.
        #expect(analysis("| Dm7 | \(held) | Em7b5 A7 | Dm7 |").key?.name == "D minor")
    }

    /// The tonic of a minor blues is not a mode, although 24 bars hold it for eight.
    @Test(arguments: ["F7 % % %", "Fm7 % % %"]) func aMinorBluesIsNotModal(fourth: String) {
        let bars = "Cm7 % % % % % % % \(fourth) Cm7 % % % D7#9 % Db7 % Cm7 % % %".replacing(" ", with: " | ")
        for head in ["Key: Cm\n", ""] {
            let found = analysis("\(head)| \(bars) |")
            #expect(found.key?.name == "C minor" && found.areas.map { $0.key?.name } == ["C minor"])
        }
    }

    /// How sure a key is: a cadence is clear, one chord is not.
    @Test func certainty() throws {
        func certainty(_ names: [String], home: Key? = nil) throws -> Double {
            KeyAnalysis(of: try names.map { try Chord($0) }, home: home, isRound: false).certainty
        }
        let clear = try certainty(["Dm7", "G7", "Cmaj7", "Am7", "Dm7", "G7", "Cmaj7"])
        #expect(clear > 0.6)
        #expect(try certainty(["Cmaj7"]) < clear)
        #expect(try certainty(["Cmaj7"], home: Key(NoteName(.c), .major)) == 1)
    }

    /// The dominant at the end leads to the beginning where that comes again.
    @Test func repeatedProgressions() throws {
        let chords = try ["Fmaj7", "G7", "Cmaj7", "C7"].map { try Chord($0) }
        func last(_ isRound: Bool) -> String? {
            ChordInKey.all(of: chords, home: Key(NoteName(.c), .major), isRound: isRound).last??.numeral
        }
        #expect([last(true), last(false)] == ["V7/IV", "I7"])
        #expect(ChordInKey.all(of: [], home: nil, isRound: true) == [])
    }

    /// A minor seventh and a dominant that alternate are i7 IV7 of the minor key that is given, and ii7 V7 of the key
    /// to which they lead.
    @Test(arguments: [
        ("Am7 D9 Am7 D9 Am7 D9 Am7 D9", "Am", "i7 IV7 i7 IV7 i7 IV7 i7 IV7"),
        ("Am7 D7 Am7 D7 Am7", "Am", "i7 IV7 i7 IV7 i7"), ("Am7 D7 Am7 D7", "G", "ii7 V7 ii7 V7"),
        ("Gm7 C7 Gm7 C7 Gm7 C7 D7 Gm7 C7", "Gm", "i7 IV7 i7 IV7 i7 IV7 V7 i7 IV7"),
    ])
    func dorianVamps(chords: String, key: String, wanted: String) {
        let places = analysis("Key: \(key)\n| \(chords.replacing(" ", with: " | ")) |").chords.map { $0.place }
        #expect(numerals(chords, in: key) == wanted)
        #expect(places.allSatisfy { $0?.key.tonic == (try? Key(key))?.tonic })
    }

    /// A blues stays in its key, although all its chords are dominants.
    @Test func bluesStaysInItsKeyInAllKeys() {
        let blues = TuneText.read("Key: C\n| C7 | F7 | C7 | % | F7 | % | C7 | % | G7 | F7 | C7 | G7 |").tunes[0]
        for root in NoteName.roots where Key(root, .major).signature.isWritten {
            let found = TuneAnalysis(of: blues.transposed(to: root))
            #expect(found.areas.map { $0.key } == [Key(root, .major)])
            #expect(Set(numerals(found)) == ["I7", "IV7", "V7"])
            #expect(found.chords[0].scales.map { $0.typeName }.prefix(2) == ["Mixolydian", "Lydian dominant"])
            #expect(found.chords[0].scales.last?.name() == root.text + " Blues")
        }
    }

    /// Songs of other lengths in the style of the blues.
    @Test func dominantTonicsOutsideTheBlues() {
        #expect(numerals("G7 C7 G7 C7 G7 C7 G7 C7", in: "G").hasPrefix("I7 IV7 I7 IV7"))
        #expect(numerals("C7 F7 C7 G7 C7", in: "C") == "I7 IV7 I7 V7 I7")
        #expect(numerals("Fma7 Cm7 F7 Bb7 Am7 D7 Gm7 C7", in: "F").hasPrefix("Ima7 ii7/IV V7/IV IV7"))
        // A chain of dominants leads on.
        #expect(numerals("Cma7 C7 F7 Bb7 Ebma7", in: "C").hasPrefix("Ima7 V7/IV"))
    }

    /// A second ending adds a bar to what is written, not to a chorus.
    @Test func aBluesMayHaveTwoEndings() {
        let text = "Key: F\n|: F7 | Bb7 | F7 | % | Bb7 | % | F7 | % | C7 | Bb7 | F7 | 1. C7 :| 2. F7 |"
        let found = TuneAnalysis(of: TuneText.read(text).tunes[0])
        #expect(found.chords.count == 10 && Set(numerals(found)) == ["I7", "IV7", "V7"])
    }

    /// The last chord of a form that begins on the same root is its tonic, in a blues of eight bars, too. Otherwise it
    /// leads back.
    @Test func aFormEndsOnItsTonic() {
        for (first, last) in [("C", "I7"), ("F", "V7/IV")] {
            let text = "Key: C\n| \(first) | C7 | F | Fm7 | C | G7 | C | C7 |"
            let found = TuneAnalysis(of: TuneText.read(text).tunes[0])
            #expect(found.chords.last?.place?.numeral == last)
        }
        let minor = TuneAnalysis(of: TuneText.read("Key: Am\n| Am | Dm | E7 | A |").tunes[0])
        #expect(minor.chords.last?.place?.numeral == "I")
    }

    @Test func aTuneWithoutChordsIsOneAreaWithoutAKey() {
        let found = analysis("| N.C. | N.C. |")
        #expect(found.key == nil && found.chords.isEmpty)
        #expect(found.areas.map { $0.key } == [nil] && found.areas.map { $0.bars } == [0...1])
    }

    @Test func emptyTuneHasAnEmptyAnalysis() {
        let found = TuneAnalysis(of: Tune())
        #expect(found.chords.isEmpty && found.areas.isEmpty && found.cadences.isEmpty && found.key == nil)
    }
}

@Suite struct TransposingTests {
    private let tune = TuneText.read("Key: C\n| Cmaj7 Ebdim7 | Dm7/A F#m7b5 | G7alt (Db7) | Ab7 Bb7/D |").tunes[0]

    private func names(_ tune: Tune) -> [String] {
        tune.bars.flatMap { $0.chords + $0.alternates }.map { $0.symbol?.name ?? "" }
    }

    @Test func transposedChordsAreSpelledInTheNewKey() {
        #expect(
            names(tune.transposed(to: NoteName(.e, .flat))) == [
                "E♭ma7", "G♭°7", "Fmi7/C", "Ami7(♭5)", "B♭7alt(♭9♯9♯5♯11)", "E7", "B7", "D♭7/F",
            ])
        #expect(names(tune.transposed(to: NoteName(.b))).first == "Bma7")
        #expect(tune.transposed(to: NoteName(.g)).key == Key(NoteName(.g), .major))
    }

    /// All chords move by the same interval, and diatonic chords are spelled as in the key.
    @Test func allChordsMoveByTheSameInterval() {
        var random = TuneGenerator(seed: 9)
        for _ in 0..<300 {
            var tune = random.tune(.all)
            tune.key = Key(random.one(of: NoteName.roots), random.one(of: [.major, .minor])).written
            for root in NoteName.roots {
                let moved = tune.transposed(to: root)
                let interval = (root.pitchClass - tune.key!.tonic.pitchClass + 12) % 12
                for (one, other) in zip(tune.bars.flatMap { $0.chords }, moved.bars.flatMap { $0.chords }) {
                    #expect(one.position == other.position)
                    guard let chord = one.symbol?.lowest, let target = other.symbol?.lowest else { continue }
                    #expect(target.pitchClasses == chord.pitchClasses.transposed(up: interval))
                    #expect(target.lowest.pitchClass == (chord.lowest.pitchClass + interval) % 12)
                    #expect(abs(target.root.accidental.semitones) < 2)
                    let isOwn = moved.key!.notes.contains(target.root)
                    // Unusual roots need no double accidental.
                    if root.pitchClass != tune.key!.tonic.pitchClass, !(-6...10).contains(target.root.fifths) {
                        #expect(target.type.degrees.allSatisfy { abs(target.root.adding($0).accidental.semitones) < 2 })
                    }
                    #expect(isOwn || (-6...10).contains(target.root.fifths))
                }
            }
            let own = Tune.ofKey(tune.key!)
            for root in NoteName.roots {
                let moved = own.transposed(to: root)
                #expect(
                    moved.bars.flatMap { $0.chords }.map { $0.symbol!.lowest.root }
                        == moved.key!.triads.map { $0.chord.root })
            }
        }
    }

    /// Chords by their function in C and in C minor: diatonic, secondary dominants, their tritone substitutes,
    /// leading-tone diminished chords, and borrowed chords.
    private static let functions = [
        """
        Key: C
        | Cmaj7 Dm7 Em7 Fmaj7 | G7 Am7 Bm7b5 | C7/Bb D7/F# E7/G# A7/C# | B7/D# Db7 Eb7 F7 | Gb7 Ab7 Bb7 G/B |
        | C#dim7 F#dim7 G#dim7 Ebdim7 | F#m7b5 B7 F#m7 | Fm6 Bbm7 Abmaj7 Ebmaj7 | Dbmaj7 Ab/C G+ Bdim7 | N.C. |
        Melody: C5:8 Db5 D5 Eb5 E5 F5 F#5 G5 | Ab4 A4 Bb4 B4
        """,
        """
        Key: Cm
        | Cm6 Dm7b5 Ebmaj7 Fm7 | Gm7 Abmaj7 Bb7 | C7/E D7/F# F7/A G7/B | Eb7 Ab7 Db7 Gb7/Bb | Am7b5 A7 E7 Em7 |
        | Bdim7 Edim7 F#dim7 C#dim7 | F#m7b5 Dbmaj7 Db/F | Cm/Bb Cm/Eb Bm7 N.C. | G7alt (Db9) Am7 |
        Melody: C5:8 Db5 D5 Eb5 E5 F5 F#5 G5 | Ab4 A4 Bb4 B4
        """,
    ].map { TuneText.read($0).tunes[0] }

    /// From any key to any other through a third, and back.
    @Test(arguments: functions) func spellingDoesNotDependOnIntermediateKeys(_ tune: Tune) {
        #expect(names(tune).count > 30)
        func spelled(_ tune: Tune) -> [String] {
            names(tune) + tune.bars.flatMap { $0.melody.notes }.map { $0.tone.name.text }
        }
        let mode = tune.key!.mode
        let keys = NoteName.roots.filter { Key($0, mode).signature.isWritten }
        #expect(keys.count == 15)
        for first in keys {
            let there = tune.transposed(to: first)
            for second in keys {
                let expected = spelled(tune.transposed(to: second))
                #expect(spelled(there.transposed(to: second)) == expected, "\(first) \(second)")
            }
            #expect(spelled(there.transposed(to: tune.key!.tonic)) == spelled(tune), "\(first)")
        }
        // By semitones and by fifths through all keys.
        for step in [1, 7] {
            var moved = tune
            for count in 1...12 {
                moved = moved.transposed(to: Key(NoteName(pitchClass: step * count % 12), mode).written.tonic)
            }
            #expect(spelled(moved) == spelled(tune))
        }
    }

    /// A root keeps its interval from the tonic if that gives a common name with at most one accidental.
    @Test(arguments: functions) func degreeOfAChordDecidesItsSpelling(_ tune: Tune) {
        let home = tune.key!
        for tonic in NoteName.roots where Key(tonic, home.mode).signature.isWritten {
            let moved = tune.transposed(to: tonic)
            for (one, other) in zip(tune.bars.flatMap { $0.chords }, moved.bars.flatMap { $0.chords }) {
                guard let chord = one.symbol?.lowest, let target = other.symbol?.lowest.root else { continue }
                let root = chord.root
                let expected = tonic.fifths + root.fifths - home.tonic.fifths
                // A name of the key such as E♯ is common for chords without double accidentals.
                let own = moved.key!.notes.first { $0.fifths == expected }
                let isReadable = own.map { own in
                    chord.type.degrees.allSatisfy { abs(own.adding($0).accidental.semitones) < 2 }
                }
                let hasName = (-6...10).contains(expected) || isReadable == true
                #expect(
                    target.fifths == expected || (!hasName && abs(target.fifths - expected) == 12), "\(tonic) \(root)")
            }
        }
    }

    @Test(arguments: [
        ("Key: Em\n| C#m7b5 | F#7b9 |", ["G#", "E"], ["C♯mi7(♭5)", "F♯7(♭9)"]),
        ("Key: Em\n| C#m7b5 | Ebm7b5 |", ["Ab", "G"], ["Emi7(♭5)", "F♯mi7(♭5)"]),
        ("Key: Eb\n| B7 Bb7 | Ebmaj7 |", ["C"], ["A♭7", "G7", "Cma7"]),
        ("Key: B\n| Bmaj7 D7 | Gmaj7 Bb7 | Ebmaj7 |", ["C"], ["Cma7", "E♭7", "A♭ma7", "B7", "Ema7"]),
        ("Key: C\n| C#m7 F#7 | Bmaj7 |", ["D"], ["D♯mi7", "G♯7", "C♯ma7"]),
        ("Key: C\n| A7/C# Db7/F | C/E |", ["E"], ["C♯7/E♯", "F7/A", "Ema/G♯"]),
        // E♯ma7 needs G𝄪, C♭mi7 E𝄫; E♯mi7(♭5) and C♭ma7 need neither.
        ("Key: C\n| F#m7 B7 | Bm7b5 Bmaj7 |", ["F#"], ["Cmi7", "F7", "E♯mi7(♭5)", "Fma7"]),
        ("Key: C\n| Fm7 Bb7 | Fmaj7 Abmaj7 |", ["Gb"], ["Bmi7", "E7", "C♭ma7", "Dma7"]),
        ("Key: Am\n| F7 Fmaj7 E7 |", ["Ab"], ["E7", "F♭ma7", "E♭7"]),
        ("Key: C\n| F#m7 B7 | Fm7 |", ["Gb", "D"], ["G♯mi7", "C♯7", "Gmi7"]),
        // A cadence is one chain of fifths, and its tonic needs no double sharp.
        ("Key: Bb\n| C#m7 F#7 | Bmaj7 |", ["C"], ["E♭mi7", "A♭7", "D♭ma7"]),
        ("Key: Bb\n| C#m7/F# F#7sus F#7/A# | Bmaj7 |", ["C"], ["E♭mi7/A♭", "A♭7sus4", "A♭7/C", "D♭ma7"]),
        ("Key: Ab\n| Am7b5 D7 | Gmaj7 |", ["A"], ["B♭mi7(♭5)", "E♭7", "A♭ma7"]),
        ("Key: Ab\n| Am7b5 D7 | Gmaj7 |", ["D"], ["D♯mi7(♭5)", "G♯7", "C♯ma7"]),
        ("Key: Ab\n| Dm7 G7 | Cmaj7 |", ["B"], ["Fmi7", "B♭7", "E♭ma7"]),
    ])
    func transposedRootsHaveCommonSpellings(_ text: String, _ keys: [String], _ expected: [String]) throws {
        var tune = TuneText.read(text).tunes[0]
        for key in keys { tune = tune.transposed(to: try NoteName(key)) }
        #expect(names(tune) == expected)
    }

    @Test func partsAreTransposedForTheirInstrument() {
        #expect(tune.transposed(for: .bFlat).key == Key(NoteName(.d), .major))
        #expect(names(tune.transposed(for: .eFlat)).first == "Ama7")
        #expect(tune.transposed(for: .c) == tune)
    }

    /// A dominant at the end leads back to the beginning.
    @Test func finalDominantDoesNotSetTheKey() {
        let moved = TuneText.read("| C | F | G7 |").tunes[0].transposed(to: NoteName(.d))
        #expect(moved.bars.map { $0.chords[0].symbol?.name } == ["Dma", "Gma", "A7"])
        #expect(moved.key == nil)
    }

    /// As everywhere else for a tune without a key.
    @Test func tuneWithoutAKeyUsesTheMostProbableOne() {
        let tune = TuneText.read("| Dm7 | G7 |").tunes[0]
        #expect(tune.keyOrLikely == Key(NoteName(.c), .major))
        #expect(names(tune.transposed(to: NoteName(.b, .flat))) == ["Cmi7", "F7"])
    }

    @Test func finalTonicSetsTheKey() {
        let tune = TuneText.read("| Dm7 | G7 | Cmaj7 |").tunes[0].transposed(to: NoteName(.d))
        #expect(names(tune) == ["Emi7", "A7", "Dma7"])
        #expect(tune.key == nil)
    }
}

extension Tune {
    /// The triads of a key, a bar each.
    static func ofKey(_ key: Key) -> Tune {
        var tune = Tune()
        tune.key = key
        tune.sections = [
            Section("", key.triads.map { Bar(.chords([BarChord(.chord(.chord($0.chord)), at: Position(beat: 1))])) })
        ]
        return tune
    }
}
