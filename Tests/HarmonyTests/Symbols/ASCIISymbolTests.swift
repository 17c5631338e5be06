import Harmony
import Testing

@Suite struct WritingASCII {
    @Test func asciiNamesRoundTrip() throws {
        for qualities in Notation.Qualities.allCases {
            for chord in Everything.chords {
                let ascii = ASCIISymbol.text(of: chord.name(in: Notation(qualities)))
                #expect(ascii.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(ascii)")
                #expect(try Chord(ascii) == chord, "\(ascii)")
            }
        }
    }

    @Test func asciiNoteNamesRoundTrip() throws {
        for letter in Letter.allCases {
            for semitones in -2...2 {
                let note = NoteName(letter, Accidental(semitones: semitones))
                let ascii = ASCIISymbol.text(of: note.text)
                #expect(ascii.utf8.allSatisfy { $0 < 0x7F })
                #expect(try NoteName(ascii) == note, "\(ascii)")
            }
        }
    }

    @Test(arguments: [
        ("Cma13(♯11)", "Cma13(#11)"), ("F♯mi7(♭5)", "F#mi7(b5)"), ("B♭mi(Δ7)", "Bbmi(ma7)"), ("C°7", "Cdim7"),
        ("A♭ma7(♯5)/C", "Abma7(#5)/C"), ("E♭°7/F𝄪", "Ebdim7/F##"), ("F♯ø7", "F#h7"), ("C−(Δ7)", "C-(ma7)"),
    ])
    func asciiNamesAreThoseMusiciansType(name: String, ascii: String) {
        #expect(ASCIISymbol.text(of: name) == ascii)
    }

    @Test func asciiPolychordsRoundTrip() throws {
        let combination = ChordCombiner(vocabulary: .classic).combine(lower: try Chord("F#mi7"), upper: try Chord("Bb"))
        try #require(combination.kind == .polychord)
        #expect(try ChordSymbol(ASCIISymbol.text(of: combination.title)).name == combination.title)
    }
}
