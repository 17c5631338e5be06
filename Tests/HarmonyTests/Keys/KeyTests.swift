import Harmony
import Testing

/// Spaces that properties of keys are checked over.
enum Keys {
    static let major = Key.all(.major)
    static let minor = Key.all(.minor)
    /// Every mode on each of the 21 roots, including theoretical keys.
    static let everywhere = Mode.allCases.flatMap { mode in NoteName.roots.map { Key($0, mode) } }
    /// Every key that can be written.
    static let written = Mode.allCases.flatMap { Key.all($0) }
}

private func key(_ text: String) throws -> Key { try Key(text) }

@Suite struct KeysAndSignatures {
    @Test func eachModeHas15Keys() {
        #expect(list(Keys.major.map(\.tonic)) == "C♭, G♭, D♭, A♭, E♭, B♭, F, C, G, D, A, E, B, F♯, C♯")
        #expect(list(Keys.minor.map(\.tonic)) == "A♭, E♭, B♭, F, C, G, D, A, E, B, F♯, C♯, G♯, D♯, A♯")
        for mode in Mode.allCases { #expect(Key.all(mode).map(\.fifths) == Array(-7...7)) }
    }

    @Test func aKeyHasSevenDifferentLetters() {
        for key in Keys.written {
            #expect(Set(key.notes.map(\.letter)).count == 7, "\(key)")
            #expect(key.pitchClasses.count == 7)
        }
    }

    @Test func keyAndScaleOfOneNameHaveTheSameNotes() {
        for key in Keys.everywhere {
            #expect(key.scale.notes == key.notes, "\(key)")
            #expect(key.scale.name.lowercased() == key.name.lowercased())
        }
    }

    @Test func signatureHasTheAccidentalsOfTheScale() {
        for key in Keys.everywhere where key.mode != .harmonicMinor && key.mode != .melodicMinor {
            let altered = key.notes.filter { $0.accidental != .natural }
            #expect(Set(key.signature.names) == Set(altered), "\(key)")
            // A note altered twice counts twice.
            #expect(altered.reduce(0) { $0 + $1.accidental.semitones } == key.fifths, "\(key)")
        }
    }

    /// The harmonic and melodic minor have the signature of the natural minor. Their raised degrees need accidentals.
    @Test func harmonicAndMelodicMinorRaiseDegreesOfNaturalMinor() {
        for natural in Keys.minor {
            for (mode, raised) in [(Mode.harmonicMinor, [6]), (.melodicMinor, [5, 6])] {
                let key = Key(natural.tonic, mode)
                #expect(key.signature == natural.signature)
                for (step, (note, other)) in zip(natural.notes, key.notes).enumerated() {
                    #expect(other.letter == note.letter)
                    let distance = other.accidental.semitones - note.accidental.semitones
                    #expect(distance == (raised.contains(step) ? 1 : 0), "\(key)")
                }
            }
        }
    }

    @Test func modesOfMajorShareNotesAndSignature() {
        for major in Keys.major {
            for (mode, tonic) in zip(Mode.ofMajor, major.notes) {
                let key = Key(tonic, mode)
                #expect(key.signature == major.signature)
                #expect(Set(key.notes) == Set(major.notes))
            }
        }
    }

    @Test func signaturesListSharpsAndFlatsInOrder() {
        let sharps = KeySignature(fifths: 7), flats = KeySignature(fifths: -7)
        #expect(list(sharps.names) == "F♯, C♯, G♯, D♯, A♯, E♯, B♯")
        #expect(list(flats.names) == "B♭, E♭, A♭, D♭, G♭, C♭, F♭")
        for count in 0...7 {
            #expect(KeySignature(fifths: count).names == Array(sharps.names.prefix(count)))
            #expect(KeySignature(fifths: -count).names == Array(flats.names.prefix(count)))
            #expect(KeySignature(fifths: -count).count == count)
        }
        #expect(KeySignature(fifths: 0).accidental == .natural)
        #expect(sharps.accidental == .sharp)
        #expect(flats.accidental == .flat)
    }

    @Test func signaturesFollowTheStandardStaffPositions() {
        let sharps = [8, 5, 9, 6, 3, 7, 4], flats = [4, 7, 3, 6, 2, 5, 1]
        for count in 0...7 {
            for (fifths, steps) in [(count, sharps), (-count, flats)] {
                let signature = KeySignature(fifths: fifths)
                #expect(signature.staffSteps(.treble) == Array(steps.prefix(count)))
                #expect(signature.staffSteps(.bass) == steps.prefix(count).map { $0 - 2 })
            }
        }
    }

    @Test func theoreticalKeysHaveAnEnharmonicKey() throws {
        let key = try key("G# major")
        #expect(key.isTheoretical)
        #expect(key.signature.count == 8)
        #expect(list(key.signature.names) == "C♯, G♯, D♯, A♯, E♯, B♯, F𝄪")
        #expect(key.enharmonic?.name == "A♭ major")
        for key in Keys.everywhere {
            #expect(key.isTheoretical == !(-7...7).contains(key.fifths))
            if key.isTheoretical { #expect(key.enharmonic != nil, "\(key)") }
        }
    }

    @Test func onlyThreePlacesHaveTwoMajorKeys() {
        let both = Keys.major.compactMap { key in key.enharmonic.map { "\(key.tonic)=\($0.tonic)" } }
        #expect(both == ["C♭=B", "G♭=F♯", "D♭=C♯", "B=C♭", "F♯=G♭", "C♯=D♭"])
        for key in Keys.everywhere {
            guard let other = key.enharmonic else { continue }
            #expect(other.pitchClasses == key.pitchClasses)
            #expect(!other.isTheoretical)
            if !key.isTheoretical { #expect(other.enharmonic == key) }
        }
    }
}

@Suite struct KeyRelations {
    @Test func relativeKeysAreMutual() {
        for key in Keys.major + Keys.minor {
            #expect(key.relative.relative == key)
            #expect(key.relative.signature == key.signature)
            #expect(Set(key.relative.notes) == Set(key.notes))
        }
        for key in Keys.written { #expect(key.relative.signature == key.signature) }
    }

    @Test func parallelKeyDiffersByThreeAccidentals() {
        for key in Keys.major {
            #expect(key.parallel.tonic == key.tonic)
            #expect(key.parallel.fifths == key.fifths - 3)
            #expect(key.parallel.parallel == key)
        }
    }

    @Test func dominantAndSubdominantAreAdjacentOnTheCircle() throws {
        for key in Keys.written where abs(key.fifths) < 7 {
            #expect(key.dominant.fifths == key.fifths + 1)
            #expect(key.subdominant.fifths == key.fifths - 1)
            #expect(key.dominant.subdominant == key)
            #expect(key.dominant.mode == key.mode)
        }
        #expect(try key("C").dominant == key("G"))
        #expect(try key("C minor").subdominant == key("F minor"))
    }

    @Test func fiveKeysAreCloselyRelated() throws {
        #expect(list(try key("C").related) == "A minor, G major, E minor, F major, D minor")
        #expect(list(try key("Am").related) == "C major, E minor, G major, D minor, F major")
        for key in Keys.written {
            #expect(Set(key.related).count == 5)
            #expect(!key.related.contains(key))
            for related in key.related {
                let around = (CirclePlace(of: related).clockIndex - CirclePlace(of: key).clockIndex + 12) % 12
                #expect([0, 1, 11].contains(around), "\(key), \(related)")
            }
        }
        for key in Keys.major + Keys.minor {
            #expect(key.related.allSatisfy { abs($0.fifths - key.fifths) <= 1 })
        }
    }

    @Test func tritonePolesAreMutual() throws {
        for key in Keys.major + Keys.minor {
            let pole = key.tritonePole
            #expect((pole.tonic.pitchClass - key.tonic.pitchClass + 12) % 12 == 6)
            #expect(!pole.isTheoretical)
            #expect(pole.tritonePole == key || pole.tritonePole == key.enharmonic)
            #expect(CirclePlace(of: pole.tritonePole) == CirclePlace(of: key))
            if (-5...6).contains(key.fifths) { #expect(pole.tritonePole == key) }
        }
        #expect(try key("C").tritonePole == key("F#"))
    }

    @Test func commonNotesDecreaseWithDistanceOnTheCircle() {
        let byDistance = [7, 6, 5, 4, 3, 2, 2]
        for one in Keys.major + Keys.minor {
            for other in Keys.major + Keys.minor {
                let around = (one.fifths - other.fifths + 24) % 12
                let notes = one.commonNotes(with: other)
                #expect(notes.count == byDistance[min(around, 12 - around)], "\(one), \(other)")
                #expect(notes.allSatisfy { one.notes.contains($0) })
            }
        }
    }

    @Test func placesAreNumberedLikeHoursOfAClock() throws {
        for (index, tonic) in ["C", "G", "D", "A", "E", "B", "F♯", "D♭", "A♭", "E♭", "B♭", "F"].enumerated() {
            let place = CirclePlace(of: try key(tonic))
            #expect(place.clockIndex == index)
            #expect(place.keys(.major).first?.tonic.text == tonic)
            #expect(place.keys(.minor).allSatisfy { CirclePlace(of: $0) == place })
        }
        let names = Set(Keys.major.map { CirclePlace(of: $0) }).map { list($0.keys(.major).map(\.tonic)) }
        #expect(names.filter { $0.contains(",") }.sorted() == ["B, C♭", "D♭, C♯", "F♯, G♭"])
        #expect(list(CirclePlace(of: try key("F#")).keys(.minor)) == "D♯ minor, E♭ minor")
        let plain = [Mode.major, .minor].map { mode in list(CirclePlace.all.map { $0.plainKey(mode).tonic }) }
        #expect(plain == ["C, G, D, A, E, B, G♭, D♭, A♭, E♭, B♭, F", "A, E, B, F♯, C♯, G♯, E♭, B♭, F, C, G, D"])
    }
}

@Suite struct KeyChords {
    @Test(arguments: [
        (Mode.major, "I ii iii IV V vi vii°", "ma7 mi7 mi7 ma7 7 mi7 mi7(♭5)"),
        (.minor, "i ii° III iv v VI VII", "mi7 mi7(♭5) ma7 mi7 mi7 ma7 7"),
        (.harmonicMinor, "i ii° III+ iv V VI vii°", "mi(Δ7) mi7(♭5) ma7(♯5) mi7 7 ma7 °7"),
        (.melodicMinor, "i ii III+ IV V vi° vii°", "mi(Δ7) mi7 ma7(♯5) 7 7 mi7(♭5) mi7(♭5)"),
        (.dorian, "i ii III IV v vi° VII", "mi7 mi7 ma7 7 mi7 mi7(♭5) ma7"),
    ])
    func eachModeHasItsTriadsAndSeventhChords(mode: Mode, numerals: String, sevenths: String) {
        for key in NoteName.roots.map({ Key($0, mode) }) {
            #expect(key.triads.map(\.numeral.text).joined(separator: " ") == numerals, "\(key)")
            #expect(key.sevenths.map(\.chord.type.suffix).joined(separator: " ") == sevenths, "\(key)")
        }
    }

    @Test func diatonicChordsStackThirdsOfTheScale() {
        for key in Keys.written {
            for (step, (triad, seventh)) in zip(key.triads, key.sevenths).enumerated() {
                let thirds = (0..<4).map { key.notes[(step + 2 * $0) % 7] }
                // A doubly altered leading tone takes its simple name as a root: F𝄪° is G°.
                if thirds[0].simplified == thirds[0] {
                    #expect(triad.chord.notes == Array(thirds.prefix(3)), "\(key): \(triad.chord)")
                    #expect(seventh.chord.notes == thirds, "\(key): \(seventh.chord)")
                }
                #expect(seventh.chord.pitchClasses == PitchClassSet(thirds.map(\.pitchClass)))
                #expect(seventh.numeral == triad.numeral)
                #expect(key.numeral(of: triad.chord) == triad.numeral)
                #expect(Vocabulary.classic.types.contains(seventh.chord.type))
            }
        }
    }

    @Test func eachModeOfMajorHasOneDiminishedTriad() {
        for key in Mode.ofMajor.flatMap({ Key.all($0) }) {
            #expect(key.triads.filter { $0.numeral.quality == .diminished }.count == 1, "\(key)")
        }
    }

    @Test(arguments: [
        ("D", "vi", "Bmi"), ("A", "ii", "Bmi"), ("F#", "IV", "Bma"), ("F", "vii°", "E°"), ("c", "VI", "A♭ma"),
    ])
    func triadIsFoundByItsNumeral(name: String, numeral: String, chord: String) throws {
        let triads = try key(name).triads
        #expect(triads.first { $0.numeral.text == numeral }?.chord.name == chord)
    }

    @Test func chordQualitiesHaveNames() throws {
        func words(_ chords: [NumeralChord]) -> String { list(chords.map(\.chord.type.qualityName)) }
        #expect(
            words(try key("C").sevenths) == "major seventh, minor seventh, minor seventh, major seventh, "
                + "dominant seventh, minor seventh, half-diminished seventh")
        let minor = try key("C harmonic minor")
        #expect(
            words(minor.sevenths) == "minor major seventh, half-diminished seventh, augmented major seventh, "
                + "minor seventh, dominant seventh, major seventh, diminished seventh")
        #expect(words(minor.triads) == "minor, diminished, augmented, minor, major, major, diminished")
    }

    @Test func secondaryDominantsAreAFifthAboveTheirTargets() throws {
        let dominants = try key("G").secondaryDominants
        #expect(list(dominants.map(\.target)) == "ii, iii, IV, V, vi")
        #expect(list(dominants.map(\.chord)) == "E7, F♯7, G7, A7, B7")
        #expect(list(try key("Am").secondaryDominants.map(\.target)) == "III, iv, v, VI, VII")
        for key in Keys.written {
            for dominant in key.secondaryDominants {
                let target = try #require(key.triads.first { $0.numeral == dominant.target })
                #expect(dominant.chord.root.pitchClass == target.chord.notes[2].pitchClass, "the fifth of its target")
                #expect(hasPlainRoot(dominant.chord, in: key), "\(dominant.chord) in \(key)")
                #expect(dominant.chord.type.suffix == "7")
                #expect(target.numeral.quality == .major || target.numeral.quality == .minor)
            }
        }
    }

    @Test func majorKeyBorrowsFromItsParallelMinor() throws {
        #expect(list(try key("E").borrowed.map(\.chord)) == "Emi, F♯°, Gma, Ami, Bmi, Cma, Dma")
        for key in NoteName.roots.map({ Key($0, .major) }) {
            #expect(list(key.borrowed.map(\.numeral)) == "i, ii°, ♭III, iv, v, ♭VI, ♭VII", "\(key)")
            for (borrowed, own) in zip(key.borrowed.map(\.chord), key.parallel.triads.map(\.chord)) {
                #expect(borrowed.pitchClasses == own.pitchClasses && borrowed.type == own.type)
                #expect(hasPlainRoot(borrowed, in: key), "\(borrowed) in \(key)")
            }
        }
    }

    /// Section 14 of the theory: C♭, F♭, B♯ and E♯ are roots only if the key has them and the chord needs no double
    /// accidental.
    private func hasPlainRoot(_ chord: Chord, in key: Key) -> Bool {
        let isAwkward = ["C♭", "F♭", "B♯", "E♯"].contains(chord.root.text)
        return !isAwkward
            || (key.notes.contains(chord.root) && chord.notes.allSatisfy { abs($0.accidental.semitones) < 2 })
    }

    @Test func foreignChordsOfAKeyHaveSimpleRoots() throws {
        #expect(list(try key("G♭").borrowed.map(\.chord)) == "G♭mi, A♭°, Ama, Bmi, D♭mi, Dma, Ema")
        #expect(list(try key("F♯").secondaryDominants.map(\.chord)) == "D♯7, F7, F♯7, G♯7, A♯7")
    }

    @Test func minorKeyBorrowsFromItsParallelMajor() throws {
        let borrowed = try key("A minor").borrowed
        #expect(list(borrowed.map(\.chord)) == "Ama, Bmi, C♯mi, Dma, Ema, F♯mi, G♯°")
        #expect(list(borrowed.map(\.numeral)) == "I, ii, ♯iii, IV, V, ♯vi, ♯vii°")
        // The harmonic minor already has the dominants of major and the leading tone.
        #expect(list(try key("A harmonic minor").borrowed.map(\.numeral)) == "I, ii, ♯iii, IV, ♯vi")
    }

    @Test func nonDiatonicChordsHaveAlteredNumerals() throws {
        #expect(try key("C").numeral(of: Chord("Eb")).text == "♭III")
        #expect(try key("c").numeral(of: Chord("Eb")).text == "III")
        #expect(try key("C").numeral(of: Chord("F#dim")).text == "♯iv°")
        #expect(try key("C").numeral(of: Chord("Eb+")).text == "♭III+")
        #expect(try key("D dorian").numeral(of: Chord("Bb")).text == "♭VI")
    }

    @Test func diatonicKeysIncludeTheNumeral() throws {
        let keys = try Chord("C").diatonicKeys()
        #expect(
            keys.map { "\($0.numeral) in \($0.key)" } == [
                "V in F major", "I in C major", "IV in G major", "VII in D minor", "III in A minor", "VI in E minor",
            ])
        #expect(try Chord("G7").diatonicKeys(in: [.major]).map(\.key.name) == ["C major"])
        #expect(try Chord("G#dim7").diatonicKeys(in: Mode.allCases).map(\.key.name) == ["A harmonic minor"])
        #expect(try Chord("C7alt").diatonicKeys(in: Mode.allCases).isEmpty)
    }

    @Test func diatonicKeysAreExactlyThoseThatListTheChord() {
        let keys = Keys.major + Keys.minor
        for chord in Set(keys.flatMap { ($0.triads + $0.sevenths).map(\.chord) }) {
            let listing = keys.filter { ($0.triads + $0.sevenths).contains { $0.chord == chord } }
            let found = chord.diatonicKeys()
            #expect(found.map(\.key) == listing, "\(chord)")
            for (key, numeral) in found {
                #expect((key.triads + key.sevenths).contains { $0.chord == chord && $0.numeral == numeral })
            }
        }
    }
}

@Suite struct CircleOfFifths {
    @Test func orderOfEnharmonicKeysCanBeChosen() {
        func names(_ order: CirclePlace.Order) -> [String] {
            CirclePlace.all.map { $0.keys(.major, order).map(\.tonic.text).joined(separator: "/") }
        }
        let one = ["C", "G", "D", "A", "E"], other = ["A♭", "E♭", "B♭", "F"]
        #expect(names(.fewer) == one + ["B/C♭", "F♯/G♭", "D♭/C♯"] + other)
        #expect(names(.sharps) == one + ["B/C♭", "F♯/G♭", "C♯/D♭"] + other)
        #expect(names(.flats) == one + ["C♭/B", "G♭/F♯", "D♭/C♯"] + other)
    }

    @Test func stepsBetweenPlacesTakeTheShorterDirection() {
        for from in CirclePlace.all {
            for to in CirclePlace.all {
                let steps = from.steps(to: to)
                #expect(-5...6 ~= steps && CirclePlace(clockIndex: from.clockIndex + steps) == to)
            }
        }
    }

    @Test func cadenceIsOneFourFiveOne() {
        for key in Keys.major + Keys.minor {
            let numerals = key.cadence.map { key.numeral(of: $0).text }
            #expect(numerals == (key.mode == .major ? ["I", "IV", "V", "I"] : ["i", "iv", "V", "i"]))
        }
    }
}

@Suite struct ReadingKeys {
    @Test(arguments: [
        ("C", "C major"), ("F#", "F♯ major"), ("c", "C minor"), ("Am", "A minor"), ("a", "A minor"), ("Bb", "B♭ major"),
        ("bb", "B♭ minor"), ("f♯", "F♯ minor"), ("b", "B minor"), ("D dorian", "D Dorian"), ("C major", "C major"),
        ("A minor", "A minor"), ("c major", "C major"), ("F# harmonic minor", "F♯ harmonic minor"),
        ("g melodic minor", "G melodic minor"), ("C Ionian", "C major"), ("A AEOLIAN", "A minor"), ("Cm", "C minor"),
        ("E natural minor", "E minor"), ("Bb_Lydian", "B♭ Lydian"), ("EbM", "E♭ major"), ("C-", "C minor"),
        (" D  mixolydian ", "D Mixolydian"), ("Cmaj", "C major"), ("C♮ min", "C minor"), ("Ｃ＃ major", "C♯ major"),
    ])
    func commonKeyNamesAreRead(text: String, name: String) throws {
        #expect(try Key(text).name == name)
    }

    @Test(arguments: [
        ("h-Moll", NoteNames.german, "B minor"), ("B-Dur", .german, "B♭ major"), ("Es-Dur", .german, "E♭ major"),
        ("fis moll", .german, "F♯ minor"), ("La mineur", .solfege, "A minor"), ("Sib majeur", .solfege, "B♭ major"),
        ("Do maggiore", .solfege, "C major"), ("Re menor", .solfege, "D minor"),
    ])
    func modesAreReadInTheLanguageOfTheNoteNames(text: String, names: NoteNames, name: String) throws {
        #expect(try Key(text, in: names).name == name)
        // B means two notes, so the word alone does not tell the language.
        #expect(throws: KeyError.self) { try Key("B-Dur") }
    }

    @Test func everyKeyNameRoundTrips() throws {
        for key in Keys.everywhere { #expect(try Key(key.name) == key) }
    }

    @Test func invalidKeyNamesAreErrors() {
        let long = "C " + String(repeating: "major ", count: 20)
        for (text, reason) in [
            ("", KeyError.Reason.empty), ("  ", .empty), ("H dorian", .noTonic(.english)),
            ("major", .noTonic(.english)), ("#", .noTonic(.english)),
            ("C fish", .noMode("fish")), ("C7", .noMode("7")), ("C Lydian Dominant", .noMode("Lydian Dominant")),
            ("D blues", .noMode("blues")), ("C/G", .noMode("/G")), ("C###", .noTonic(.english)),
            (long, .noTonic(.english)),
        ] {
            let error = #expect(throws: KeyError.self) { try Key(text) }
            #expect(error?.reason == reason, "\(text)")
            #expect(error?.text == text)
            #expect(error?.message.hasSuffix(".") == true)
        }
    }
}
