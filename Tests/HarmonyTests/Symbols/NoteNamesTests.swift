import Harmony
import Testing

@Suite struct NoteNamesTests {
    /// All notations in all note names.
    static let notations = NoteNames.allCases.flatMap { names in
        Notation.Qualities.allCases.flatMap { qualities in
            Notation.Accidentals.allCases.map { Notation(qualities, $0, names) }
        }
    }

    /// Notes with up to double accidentals, as in chords: F𝄫 to B𝄪.
    static let notes = (-15...19).map { NoteName(fifths: $0) }

    @Test(arguments: notations) func notesAndChordsRoundTrip(in notation: Notation) throws {
        for note in Self.notes {
            #expect(try NoteName(notation.written(note), in: notation.names) == note, "\(notation.written(note))")
        }
        for type in Vocabulary.classic.types {
            for root in NoteName.roots {
                let chord = Chord(root, type)
                let name = chord.name(in: notation)
                #expect(try Chord(name, in: notation.names) == chord, "\(name)")
                let short = chord.shortName(in: notation)
                #expect(try Chord(short, in: notation.names) == Chord(chord.shortName), "\(short)")
            }
        }
    }

    @Test(arguments: notations) func slashChordsPolychordsKeysAndScalesRoundTrip(in notation: Notation) throws {
        for type in Vocabulary.jazz.types {
            for bass in Self.notes where bass.pitchClass != 0 {
                let chord = Chord(NoteName(.c), type, bass: bass)
                let title = chord.title(in: notation)
                #expect(try Chord(title, in: notation.names) == Chord(chord.title), "\(title)")
            }
        }
        for lower in NoteName.roots {
            for upper in NoteName.roots {
                let polychord = ChordSymbol.polychord(
                    upper: Chord(upper, try Chord("Cmi").type), lower: Chord(lower, try Chord("Cmi7").type))
                guard case .polychord(let one, let other) = polychord else { continue }
                let name = one.name(in: notation) + "/" + other.name(in: notation)
                #expect(try ChordSymbol(name, in: notation.names) == polychord, "\(name)")
            }
        }
        for root in NoteName.roots {
            for mode in Mode.allCases {
                let key = Key(root, mode)
                #expect(try Key(key.name(in: notation), in: notation.names) == key)
            }
            for type in ScaleType.all {
                let scale = Scale(root, type)
                let name = scale.name(in: notation)
                let space = try #require(name.firstIndex(of: " "))
                #expect(try NoteName(String(name[..<space]), in: notation.names) == root, "\(name)")
                #expect(ScaleType(named: String(name[space...])) == type, "\(name)")
            }
        }
    }

    @Test(arguments: notations) func equationsRoundTrip(in notation: Notation) throws {
        for lower in NoteName.roots {
            for upper in NoteName.roots {
                let chords = (Chord(lower, try Chord("C7").type), Chord(upper, try Chord("Cmi").type))
                let text = chords.0.name(in: notation) + " + " + chords.1.name(in: notation) + " ="
                let typed = try TypedEquation(text, in: notation.names)
                #expect(typed.lower == chords.0 && typed.upper == chords.1, "\(text)")
            }
        }
    }

    /// German names, in writing and speech, and their English equivalents.
    @Test(arguments: [
        ("H", "B"), ("h7", "Bm7"), ("B", "Bb"), ("b", "Bbm"),
        ("fis7/cis", "F#m7/C#"), ("esus4", "Esus4"), ("B7", "Bb7"), ("Bb7", "Bb7"), ("B♭7", "Bb7"),
        ("Bbb", "Bbb"),
        ("B♮7", "B7"), ("Hb", "Bb"), ("H♭♭", "Bbb"), ("His", "B#"), ("Hes", "Bb"), ("Heses", "Bbb"), ("Cis", "C#"),
        ("Cisis", "C##"), ("cis-7", "C#-7"), ("Des", "Db"), ("Deses", "Dbb"), ("Es", "Eb"), ("Eses", "Ebb"),
        ("As", "Ab"),
        ("Ases", "Abb"), ("Asas", "Abb"), ("Ces7", "Cb7"), ("Fismi7(b5)/C", "F#mi7(b5)/C"), ("C/B", "C/Bb"),
        ("C/H", "C/B"),
        ("Asus4", "Asus4"), ("Assus4", "Absus4"), ("Esus", "Esus"), ("Essus", "Ebsus"), ("Es7sus", "Eb7sus"),
        ("Asadd9", "Abadd9"), ("Dessus2", "Dbsus2"), ("Adim", "Adim"), ("Ddim7", "Ddim7"), ("Esdim", "Ebdim"),
        ("Gisø", "G#ø"), ("As/Es", "Ab/Eb"), ("D♭/H", "Db/B"), ("Fes", "Fb"), ("Eis°7", "E#°7"), ("Haug", "Baug"),
        ("Bhdim7", "Bbhdim7"), ("Hh7", "Bh7"),
    ])
    func germanNamesAreRead(_ written: String, _ english: String) throws {
        #expect(try ChordSymbol(written, in: .german) == ChordSymbol(english))
    }

    @Test(
        arguments: [
            ("Do", "C"), ("do7", "C7"), ("Ut", "C"), ("Ré", "D"), ("Re", "D"), ("ré-7", "D-7"), ("RÉ", "D"),
            ("Re\u{301}7", "D7"),
            ("Mib", "Eb"), ("Mi♭7", "Eb7"), ("Mimi7", "Emi7"), ("Mim7", "Em7"), ("Mima7", "Ema7"), ("Fa#", "F#"),
            ("Fadim", "Fdim"),
            ("Faalt", "Falt"), ("Sol", "G"), ("Solsus4", "Gsus4"), ("solb", "Gb"), ("Lam", "Am"), ("Lama7", "Ama7"),
            ("Lab", "Ab"),
            ("Ladd9", nil), ("Laadd9", "Aadd9"), ("Sib", "Bb"), ("Sibb", "Bbb"), ("Si", "B"), ("Sisus", "Bsus"),
            ("Sio7", "Bo7"),
            ("Dom", "Cm"), ("Doo7", "Co7"), ("Do♯ø/Si", "C#ø/B"), ("Domi7/Sol", "Cmi7/G"), ("Réx", "Dx"), ("Red", nil),
            ("Sob", nil),
            ("C", nil), ("H", nil), ("R", nil),
        ] as [(String, String?)])
    func solfegeNamesAreRead(_ written: String, _ english: String?) throws {
        guard let english else {
            #expect(throws: SymbolError.self) { try ChordSymbol(written, in: .solfege) }
            return
        }
        #expect(try ChordSymbol(written, in: .solfege) == ChordSymbol(english))
    }

    @Test func printedNamesAreConventional() {
        func names(_ names: NoteNames, _ fifths: ClosedRange<Int>) -> [String] {
            fifths.map { names.name(of: NoteName(fifths: $0)) }
        }
        #expect(
            names(.german, -9...6) == [
                "H𝄫", "F♭", "C♭", "G♭", "D♭", "A♭", "E♭", "B", "F", "C", "G", "D", "A", "E", "H", "F♯",
            ])
        #expect(names(.german, 12...12) == ["H♯"])
        #expect(names(.solfege, -2...6) == ["Si♭", "Fa", "Do", "Sol", "Ré", "La", "Mi", "Si", "Fa♯"])
        #expect(NoteNames.german.name(of: Letter.b) == "H")
        #expect(ASCIISymbol.text(of: "Ré♭mi7(♭5)") == "Rebmi7(b5)")
    }

    @Test func keysAreReadInEachNaming() throws {
        let minor = Key(NoteName(.b), .minor)
        #expect(try Key("h", in: .german) == minor)
        #expect(try Key("H minor", in: .german) == minor)
        #expect(try Key("b", in: .german) == Key(NoteName(.b, .flat), .minor))
        #expect(try Key("fis", in: .german) == Key(NoteName(.f, .sharp), .minor))
        #expect(try Key("Es major", in: .german) == Key(NoteName(.e, .flat), .major))
        // French syllables are lowercase in major, too.
        #expect(try Key("la", in: .solfege) == Key(NoteName(.a), .major))
        #expect(try Key("lam", in: .solfege) == Key(NoteName(.a), .minor))
        #expect(try Key("Ré dorian", in: .solfege) == Key(NoteName(.d), .dorian))
        #expect(throws: KeyError.self) { try Key("H") }
        #expect(throws: KeyError.self) { try Key("C", in: .solfege) }
    }

    @Test(
        arguments: [
            ("spiel Hmi7 hier", .german, "Bmi7"), ("Es ist Cma7", .german, "Cma7"), ("Klang: Es", .german, "Eb"),
            ("joue Solma7 ici", .solfege, "Gma7"), ("La Domi7 de Paul", .solfege, "Cmi7"),
            ("accord: Ré", .solfege, "D"),
            ("play Cma7 here", .english, "Cma7"), ("étude Cma7 élan", .english, "Cma7"),
        ] as [(String, NoteNames, String)])
    func singleChordInATextIsFound(_ text: String, _ names: NoteNames, _ english: String) throws {
        #expect(try TypedEquation(text, in: names).chord == Chord(english))
    }

    @Test func errorsListAcceptedNames() {
        func message(_ text: String, _ names: NoteNames) -> String? {
            do throws(SymbolError) {
                _ = try Chord(text, in: names)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(message("Xma7", .german)?.contains("a letter from A to H") == true)
        #expect(message("Cma7", .solfege)?.contains("Do, Ré, Mi, Fa, Sol, La or Si") == true)
        #expect(
            message("B♯7", .german)?.contains("after “B”, “♯7” cannot be read; expected ♭ or H♯ for B sharp") == true)
        #expect(message("Sol♯♯♯", .solfege)?.contains("after “Sol”") == true)
        #expect(message("H7", .english)?.contains("a letter from A to G") == true)
    }
}
