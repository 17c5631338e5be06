import Harmony
import Testing

@Suite struct Voicings {
    @Test func singleChordIsStackedFromItsRoot() throws {
        #expect(try Chord("Cma13(#11)").voicing.map(\.pitch) == [60, 64, 67, 71, 74, 78, 81])
        #expect(try Chord("B♭").voicing.map(\.pitch) == [70, 74, 77])
    }

    @Test func addedSeventhOfADiminishedChordIsAnOctaveHigher() throws {
        let tones = try Chord("C°11(♭13addΔ7)").voicing
        #expect(tones.map(\.pitch) == [60, 63, 66, 69, 74, 77, 80, 83])
        #expect(tones.last?.degree == Degree(7))
    }

    @Test func bassOfASlashChordIsLowest() {
        for chord in Everything.chords {
            for note in chord.notes.dropFirst() {
                let slash = Chord(chord.root, chord.type, bass: note)
                let tones = slash.voicing
                #expect(tones[0].pitch == 60 + note.pitchClass)
                #expect(PitchClassSet(tones.map(\.pitch)) == chord.pitchClasses)
                #expect(zip(tones, tones.dropFirst()).allSatisfy { $0.pitch < $1.pitch })
            }
        }
    }

    @Test func foreignBassIsBelowTheWholeChord() throws {
        #expect(try Chord("D/C").voicing.map(\.pitch) == [60, 62, 66, 69])
        #expect(try Chord("C/D").voicing.map(\.pitch) == [62, 72, 76, 79])
        #expect(try Chord("C/D").notes.map(\.text) == ["C", "E", "G", "D"])
    }
}
