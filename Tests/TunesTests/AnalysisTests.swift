import Harmony
import RandomTunes
import Testing

import Tunes

@Suite struct AnalysisTests {
    private func analysis(_ text: String) -> TuneAnalysis {
        TuneAnalysis(of: TuneText.read(text).tunes[0])
    }

    private func cadences(_ text: String) -> [String] {
        analysis(text).cadences.map { $0.name + " " + $0.key.name }
    }

    /// In all twelve keys: the three chords are ii, V and I of the key in which they are.
    @Test func twoFiveOneInAllKeys() {
        for root in NoteName.roots where Key(root, .major).signature.isWritten {
            let key = Key(root, .major)
            let names = [1, 4, 0].map { key.sevenths[$0].chord.name }
            let found = analysis("| \(ASCIISymbol.text(of: names.joined(separator: " | "))) |")
            #expect(found.areas.map { $0.key.tonic.pitchClass } == [root.pitchClass], "\(key)")
            #expect(found.chords.map { $0.numeral } == ["ii", "V", "I"])
            #expect(found.cadences.map { $0.kind } == [.twoFiveOne])
            #expect(found.cadences.map { $0.chords } == [0...2])
        }
        for root in NoteName.roots where Key(root, .minor).signature.isWritten {
            let tonic = root.text
            let second = root.adding(Degree(2)).text, fifth = root.adding(Degree(5)).text
            let found = analysis("| \(second)m7b5 | \(fifth)7b9 | \(tonic)m6 |")
            #expect(
                found.areas.map { [$0.key.tonic.pitchClass, $0.key.mode == .minor ? 1 : 0] } == [[root.pitchClass, 1]])
            #expect(found.chords.map { $0.numeral } == ["ii°", "V", "i"])
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
        ("C7 E7 Ab7", []),
    ])
    func cadence(_ text: String, _ expected: [String]) {
        #expect(cadences(text) == expected)
    }

    @Test func keysThatATuneGoesThrough() {
        let found = analysis(
            "Key: C\n| Cmaj7 | Dm7 G7 | Cmaj7 | Ebm7 Ab7 | Dbmaj7 | Ebm7 Ab7 | Dbmaj7 | Dm7 G7 | Cmaj7 |")
        #expect(found.areas.map { $0.key.name } == ["C major", "D♭ major", "C major"])
        #expect(found.areas.map { $0.chords.count } == [4, 6, 3])
    }

    @Test func secondaryDominantsAreThoseOfTheirGoal() {
        let found = analysis("Key: C\n| Cmaj7 | A7 | Dm7 | G7 | Cmaj7 |")
        #expect(found.chords.map { $0.numeral } == ["I", "V/ii", "ii", "V", "I"])
        #expect(found.areas.map { $0.key.name } == ["C major"])
    }

    /// Roots without a given spelling are spelled by their degree in the key.
    @Test func progressionsWithoutSpelling() throws {
        let names = ["C#m7b5", "Gb7", "Bm7", "Ebmaj7", "Dbm7b5", "F#7", "Bm7", "Bbdim7", "Bm7"]
        let chords = try names.map { try Chord($0) }
        func numerals(_ isSpelled: Bool) -> [String] {
            ChordInKey.all(of: chords, home: Key(NoteName(.b), .minor), isRound: false, isSpelled: isSpelled).map {
                $0.numeral
            }
        }
        #expect(numerals(false) == ["ii°", "V", "i", "♯III", "ii°", "V", "i", "♯vii°", "i"])
        #expect(numerals(true) == ["ii°", "♭VI", "i", "♭IV", "♭iii°", "V", "i", "♭i°", "i"])
    }

    /// The dominant at the end leads to the beginning where that comes again.
    @Test func repeatedProgressions() throws {
        let chords = try ["Dm7", "G7", "Cmaj7", "A7"].map { try Chord($0) }
        func last(_ isRound: Bool) -> String? {
            ChordInKey.all(of: chords, home: nil, isRound: isRound, isSpelled: true).last?.numeral
        }
        #expect([last(true), last(false)] == ["V/ii", "VI"])
        #expect(ChordInKey.all(of: [], home: nil, isRound: true, isSpelled: true) == [])
    }

    /// A blues stays in its key, although all its chords are dominants.
    @Test func bluesInAllKeys() {
        let blues = TuneText.read("Key: C\n| C7 | F7 | C7 | % | F7 | % | C7 | % | G7 | F7 | C7 | G7 |").tunes[0]
        for root in NoteName.roots where Key(root, .major).signature.isWritten {
            let found = TuneAnalysis(of: blues.transposed(to: root))
            #expect(found.areas.map { $0.key } == [Key(root, .major)])
            #expect(found.chords.map { $0.numeral }.contains("IV"))
        }
    }

    @Test func anEmptyTuneHasNothing() {
        let found = TuneAnalysis(of: Tune())
        #expect(found.chords.isEmpty && found.areas.isEmpty && found.cadences.isEmpty)
    }
}

@Suite struct TransposingTests {
    private let tune = TuneText.read("Key: C\n| Cmaj7 Ebdim7 | Dm7/A F#m7b5 | G7alt (Db7) | Ab7 Bb7/D |").tunes[0]

    private func names(_ tune: Tune) -> [String] {
        tune.bars.flatMap { $0.chords + $0.alternates }.map { $0.symbol?.name ?? "" }
    }

    @Test func spelledInTheNewKey() {
        #expect(
            names(tune.transposed(to: NoteName(.e, .flat))) == [
                "E♭ma7", "G♭°7", "Fmi7/C", "Ami7(♭5)", "B♭7alt(♭9♯9♯5♯11)", "E7", "B7", "D♭7/F",
            ])
        #expect(names(tune.transposed(to: NoteName(.b))).first == "Bma7")
        #expect(tune.transposed(to: NoteName(.g)).key == Key(NoteName(.g), .major))
    }

    /// Everything moves by the same interval, and the key's own chords are spelled as the key spells them.
    @Test func everythingMovesAlike() {
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

    /// Chords by what they are in C and in C minor: the key’s own, dominants of its degrees, those a tritone away from
    /// them, diminished ones that lead on, and what is borrowed.
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

    /// From any key to any other over a third one, and home again.
    @Test(arguments: functions) func stepByStepTheSpellingIsThatOfGoingAtOnce(_ tune: Tune) {
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
        // By semitones and by fifths all the way round.
        for step in [1, 7] {
            var moved = tune
            for count in 1...12 {
                moved = moved.transposed(to: Key(NoteName(pitchClass: step * count % 12), mode).written.tonic)
            }
            #expect(spelled(moved) == spelled(tune))
        }
    }

    /// A root is as far from the tonic as it was, as long as that has a name with one accidental that people use.
    @Test(arguments: functions) func degreeOfAChordDecidesItsSpelling(_ tune: Tune) {
        let home = tune.key!
        for tonic in NoteName.roots where Key(tonic, home.mode).signature.isWritten {
            let moved = tune.transposed(to: tonic)
            for (one, other) in zip(tune.bars.flatMap { $0.chords }, moved.bars.flatMap { $0.chords }) {
                guard let root = one.symbol?.lowest.root, let target = other.symbol?.lowest.root else { continue }
                let expected = tonic.fifths + root.fifths - home.tonic.fifths
                let hasName = (-6...10).contains(expected) || moved.key!.notes.contains { $0.fifths == expected }
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
    ])
    func spelledAsPlayersDo(_ text: String, _ keys: [String], _ expected: [String]) throws {
        var tune = TuneText.read(text).tunes[0]
        for key in keys { tune = tune.transposed(to: try NoteName(key)) }
        #expect(names(tune) == expected)
    }

    @Test func readersOfTransposingParts() {
        #expect(tune.transposed(for: .bFlat).key == Key(NoteName(.d), .major))
        #expect(names(tune.transposed(for: .eFlat)).first == "Ama7")
        #expect(tune.transposed(for: .c) == tune)
    }

    /// A dominant at the end leads back to the beginning.
    @Test func withoutAKeyADominantAtTheEndTellsNothing() {
        let moved = TuneText.read("| C | F | G7 |").tunes[0].transposed(to: NoteName(.d))
        #expect(moved.bars.map { $0.chords[0].symbol?.name } == ["Dma", "Gma", "A7"])
        #expect(moved.key == nil)
    }

    /// As everywhere else where a tune does not say its key.
    @Test func withoutAKeyItIsInTheLikelyOne() {
        let tune = TuneText.read("| Dm7 | G7 |").tunes[0]
        #expect(tune.keyOrLikely == Key(NoteName(.c), .major))
        #expect(names(tune.transposed(to: NoteName(.b, .flat))) == ["Cmi7", "F7"])
    }

    @Test func withoutAKeyTheLastChordTells() {
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
