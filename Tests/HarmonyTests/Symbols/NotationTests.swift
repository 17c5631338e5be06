import Harmony
import Testing

@Suite struct NotationTests {
    static let notations = Notation.Qualities.allCases.flatMap { qualities in
        Notation.Accidentals.allCases.map { Notation(qualities, $0) }
    }

    @Test(arguments: notations) func chordNamesRoundTrip(in notation: Notation) throws {
        for type in Vocabulary.classic.types {
            for root in NoteName.roots {
                let chord = Chord(root, type)
                #expect(try Chord(chord.name(in: notation)) == chord, "\(chord.name(in: notation))")
                // The short name omits the same parts in every notation.
                let short = chord.shortName(in: notation)
                #expect(try Chord(short) == Chord(chord.shortName), "\(short)")
            }
        }
    }

    @Test(arguments: notations) func notationsUseOnlyTheirOwnSigns(_ notation: Notation) {
        for type in Vocabulary.classic.types {
            let suffix = notation.written(suffix: type.suffix)
            let letters = suffix.split { !("a"..."z").contains($0) }
            switch notation.qualities {
            case .ma: #expect(!letters.contains("maj") && !letters.contains("m"))
            case .maj: #expect(!letters.contains("ma") && !letters.contains("mi") && !suffix.contains("Δ"))
            case .delta: #expect(!letters.contains("mi") && (!letters.contains("ma") || suffix == "ma"))
            }
            if notation.accidentals == .letters { #expect(!suffix.contains("♭") && !suffix.contains("♯")) }
        }
    }

    @Test func namesAreConventionalInEachNotation() throws {
        let names: [(symbol: String, maj: String, delta: String)] = [
            ("Cma13(♯11)", "Cmaj13(♯11)", "CΔ13(♯11)"), ("Emi7", "Em7", "E−7"), ("B♭mi7(♭5)", "B♭m7(♭5)", "B♭ø7"),
            ("Cmi11(♭5♭9)", "Cm11(♭5♭9)", "Cø11(♭9)"), ("Cmi7(♭5 add11)", "Cm7(♭5 add11)", "Cø7(add11)"),
            ("Ami(Δ7)", "Am(maj7)", "A−(Δ7)"), ("C°ma7", "C°maj7", "C°Δ7"), ("C13(omit9)", "C13(omit9)", "C13(omit9)"),
            ("F♯mi6/9", "F♯m6/9", "F♯−6/9"), ("A♭ma7(♯5)/C", "A♭maj7(♯5)/C", "A♭Δ7(♯5)/C"),
        ]
        for (symbol, maj, delta) in names {
            let chord = try Chord(symbol)
            #expect(chord.name(in: Notation()) == symbol)
            #expect(chord.name(in: Notation(.maj)) == maj)
            #expect(chord.name(in: Notation(.delta)) == delta)
        }
        #expect(try Chord("B♭mi7(♭5)/F♭").name(in: Notation(.maj, .letters)) == "Bbm7(b5)/Fb")
        #expect(Notation(.ma, .letters).written("B𝄫") == "Bbb")
        #expect(Notation(.ma, .letters).written("F𝄪") == "F##")
    }
}
