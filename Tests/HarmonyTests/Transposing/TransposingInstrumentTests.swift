import Harmony
import Testing

@Suite struct TransposingInstruments {
    @Test func writtenCSoundsAsTheNamedPitch() throws {
        for reader in TransposingInstrument.allCases {
            let sounding = reader.sounding(try Chord("C")).root
            let called = try NoteName(reader.rawValue)
            #expect(sounding == reader.pitch && sounding == called)
            // The sounding pitch is lower by that interval, up to octaves.
            #expect((sounding.pitchClass + reader.semitones) % 12 == 0)
            // One letter per scale step.
            #expect((sounding.letter.rawValue + reader.steps) % 7 == Letter.c.rawValue)
        }
    }

    @Test func writtenNamesAreConventional() throws {
        let parts = [
            ("C7", TransposingInstrument.bFlat, "D7"), ("C7", .eFlat, "A7"), ("C7", .f, "G7"), ("C7", .c, "C7"),
            ("B♭ma7", .bFlat, "Cma7"), ("E♭mi7", .eFlat, "Cmi7"), ("F♯mi7", .bFlat, "G♯mi7"), ("C♯7", .bFlat, "E♭7"),
            ("F♯7", .eFlat, "E♭7"), ("C/E", .bFlat, "D/F♯"), ("B♭ma7/C", .eFlat, "Gma7/A"), ("C♯7/E♯", .bFlat, "E♭7/G"),
            ("F♯mi7", .eFlat, "E♭mi7"), ("Bma7", .bFlat, "D♭ma7"), ("E", .bFlat, "F♯"), ("G♯°7", .eFlat, "F°7"),
            ("D♯°7", .bFlat, "F°7"),
        ]
        for (sounding, reader, read) in parts {
            let part = reader.reading(try Chord(sounding))
            #expect(part == (try Chord(read)), "\(sounding) in \(reader)")
        }
    }

    @Test func soundingNamesAreConventional() throws {
        let parts = [
            ("B♭mi7", TransposingInstrument.eFlat, "C♯mi7"), ("E♭mi7", .bFlat, "C♯mi7"),
            ("B♭mi7/A♭", .eFlat, "C♯mi7/B"),
            ("E♭7", .eFlat, "F♯7"), ("D7", .bFlat, "C7"), ("A♭mi7", .f, "C♯mi7"),
        ]
        for (read, reader, sounding) in parts {
            let heard = reader.sounding(try Chord(read))
            #expect(heard == (try Chord(sounding)), "\(read) in \(reader)")
        }
        let notes = try ["F♯", "A♯", "C♯"].map { try NoteName($0) }
        #expect(TransposingInstrument.eFlat.reading(notes).map(\.text) == ["E♭", "G", "B♭"])
    }

    @Test func everyRootRoundTripsThroughTransposition() throws {
        for reader in TransposingInstrument.allCases {
            for root in NoteName.roots {
                for symbol in ["", "mi7", "ma13(♯11)", "7(♭9)", "°7", "mi7(♭5)"] {
                    let chord = try Chord(root.text + symbol)
                    let (read, sounding) = (reader.reading(chord), reader.sounding(chord))
                    #expect(read.pitchClasses == chord.pitchClasses.transposed(up: reader.semitones))
                    #expect(sounding.pitchClasses.transposed(up: reader.semitones) == chord.pitchClasses)
                    #expect(read.type == chord.type && sounding.type == chord.type)
                    // No root is doubly altered, and reading it back gives the same pitch class.
                    #expect(NoteName.roots.contains(read.root) && NoteName.roots.contains(sounding.root))
                    #expect(reader.sounding(read).root.pitchClass == chord.root.pitchClass)
                }
                let key = Key(root, .major)
                #expect(reader.reading(key).tonic.pitchClass == (root.pitchClass + reader.semitones) % 12)
                if !key.isTheoretical { #expect(!reader.reading(key).isTheoretical) }
            }
        }
    }
}
