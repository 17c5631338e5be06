import Harmony
import Testing

@Suite struct NamesOfNotes {
    @Test func lineOfFifthsOrdersLettersAndAccidentals() {
        // The line as every textbook writes it, from five flats to six sharps.
        let line = ["D♭", "A♭", "E♭", "B♭", "F", "C", "G", "D", "A", "E", "B", "F♯"]
        #expect((-5...6).map { NoteName(fifths: $0).text } == line)
        #expect(NoteName(fifths: -9).text == "B𝄫")
        #expect(NoteName(fifths: 13).text == "F𝄪")
    }

    @Test func letterAndAccidentalMakeTheName() {
        for letter in Letter.allCases {
            for accidental in [-2, -1, 0, 1, 2].map(Accidental.init(semitones:)) {
                let name = NoteName(letter, accidental)
                #expect(name.letter == letter)
                #expect(name.accidental == accidental)
                #expect(name.text == letter.name + accidental.written)
                let natural = [0, 2, 4, 5, 7, 9, 11][letter.rawValue]
                #expect(name.pitchClass == (natural + accidental.semitones + 12) % 12)
                #expect((try? NoteName(name.text)) == name)
            }
        }
    }

    @Test func thereAre21RootsAnd35DisplayedNames() {
        #expect(list(NoteName.roots.prefix(8)) == "C, D, E, F, G, A, B, C♭")
        #expect(Set(NoteName.roots).count == 21)
        #expect(NoteName.roots.allSatisfy { abs($0.accidental.semitones) <= 1 })
        let displayed = Set((-15...19).map { NoteName(fifths: $0).displayed })
        #expect(displayed.count == 35)
    }

    @Test func doublyAlteredRootsAreSimplified() throws {
        #expect(try NoteName("Bbb").simplified.text == "A")
        #expect(try NoteName("F##").simplified.text == "G")
        for note in (-15...19).map(NoteName.init(fifths:)) {
            #expect(note.simplified.pitchClass == note.pitchClass)
            #expect(NoteName.roots.contains(note.simplified))
        }
    }

    @Test func unreadableNoteNamesAreErrors() {
        for text in ["", "H", "c♯♭", "Cbbb", "C#x", "7", "C7", "♭", "CC", " "] {
            #expect(throws: SymbolError.self) { try NoteName(text) }
        }
    }
}

@Suite struct PitchClassSets {
    @Test func transposingTwelveSemitonesReturns() {
        for bits in UInt16(0)..<4096 {
            let set = PitchClassSet(bits: bits)
            for semitones in 0..<12 {
                let moved = set.transposed(up: semitones)
                #expect(moved.seen(from: semitones) == set)
                #expect(moved == PitchClassSet(set.map { $0 + semitones }))
            }
            #expect(PitchClassSet(Array(set)) == set)
            #expect(Array(set).count == set.count)
        }
    }

    @Test func setOperationsMatchThoseOfSets() {
        let c = PitchClassSet([0, 4, 7])
        let aMinor = PitchClassSet([9, 0, 4])
        #expect(c.union(aMinor) == PitchClassSet([0, 4, 7, 9]))
        #expect(c.intersection(aMinor) == PitchClassSet([0, 4]))
        #expect(c.subtracting(aMinor) == PitchClassSet([7]))
        #expect(PitchClassSet([0, 4]).isProperSubset(of: c))
        #expect(!c.isProperSubset(of: c) && c.isSubset(of: c))
        #expect(PitchClassSet([60, 64, 67]) == c)
    }
}

@Suite struct Degrees {
    @Test func degreesHaveTheirPlacesOnTheLineOfFifths() {
        let places = [
            "1": 0, "5": 1, "9": 2, "13": 3, "3": 4, "7": 5, "♯11": 6, "♯5": 8, "♯9": 9, "11": -1, "♭7": -2, "♭3": -3,
            "♭13": -4, "♭9": -5, "♭5": -6, "°7": -9, "♭4": -8, "♯2": 9,
        ]
        for (name, fifths) in places { #expect(Degree(name)?.fifths == fifths, "\(name)") }
    }

    @Test func degreesHaveTheirStackedSizes() {
        let sizes = [
            "1": 0, "3": 4, "7": 11, "°7": 9, "♭9": 13, "9": 14, "♯9": 15, "11": 17, "♯11": 18, "♭13": 20, "13": 21,
        ]
        for (name, semitones) in sizes { #expect(Degree(name)?.semitones == semitones, "\(name)") }
    }

    @Test func fifthsAndSemitonesAgree() {
        for number in 1...13 {
            for alteration in -2...1 {
                let degree = Degree(number, alteration)
                #expect(NoteName(fifths: degree.fifths).pitchClass == degree.pitchClass)
                #expect(Degree(degree.name) == degree || number == 7 || alteration == -2)
            }
        }
    }

    @Test func degreesAreListedInOrder() {
        #expect(list(DegreeSet("13 ♭9 5 1 ♯9 3 ♭7")!) == "1, 3, 5, ♭7, ♭9, ♯9, 13")
        #expect(DegreeSet("1 3 fish") == nil)
        #expect(DegreeSet("14") == nil)
    }
}
