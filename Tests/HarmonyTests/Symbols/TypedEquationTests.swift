import Harmony
import Testing

@Suite struct TypedEquations {
    /// Lower chord, upper chord and result. An empty name is an open term.
    private func expect(
        _ text: String, _ lower: String, _ upper: String, _ result: String, isEquation: Bool = true,
        _ location: SourceLocation = #_sourceLocation
    ) {
        do {
            let typed = try TypedEquation(text)
            let terms = [lower, upper, result].map { $0.isEmpty ? nil : try! Chord($0) }
            #expect(
                [typed.lower, typed.upper, typed.result] == terms && typed.isEquation == isEquation,
                "\(text): \(typed)", sourceLocation: location)
        } catch {
            Issue.record("\(text): \(error.message)", sourceLocation: location)
        }
    }

    @Test(arguments: [
        "Cma7 + D", "Cma7+D", "Cma7+ D", "Cma7 +D", "Cma7 + D =", "Cma7+D=", "Cma7 + D = ?", "= Cma7 + D", "D/Cma7",
        "D / Cma7", "D|Cma7", "D | Cma7", "D∣Cma7", "D⁄Cma7", "D over Cma7", "Cma7 plus D", "Ｃｍａ７　＋　Ｄ", "CΔ7 ⁺ D",
        "“Cma7 + D”", "Cma7 + D.", "Cma7\u{A0}+\nD", "Try Cma7 + D today!", "Cma7 + D = D/Cma7", "Chord: Cma7 + D",
    ])
    func sumsAreRead(text: String) { expect(text, "Cma7", "D", "") }

    @Test func singleTermsAreRead() {
        expect("C7+A", "C7", "A", "")
        expect("C7+A =", "C7", "A", "")
        expect("C7 + A+", "C7", "A+", "")
        expect("C+ + E", "C+", "E", "")
        expect("C7+ + E", "C7+", "E", "")
        expect("C/E + D", "C/E", "D", "")
        expect("D/F# | Cma7", "Cma7", "D/F#", "")
        expect("D/F# over Cma7", "Cma7", "D/F#", "")
        expect("Db/Cma", "C", "Db", "")
        expect("D♭ | C", "C", "D♭", "")
        expect("C7(b9, #11) + A", "C7(b9,#11)", "A", "")
        expect("C + Bma", "C", "B", "")
    }

    @Test func equationsAreRead() {
        expect("Cma7 + D = Cma13(#11)", "Cma7", "D", "Cma13(#11)")
        expect("Cma13(#11) = Cma7 + D", "Cma7", "D", "Cma13(#11)")
        expect("Cma13(#11)=D|Cma7", "Cma7", "D", "Cma13(#11)")
        expect("Cma7 + D → Cma13(#11)", "Cma7", "D", "Cma13(#11)")
        expect("C7 + ? = C7(#9b13)", "C7", "", "C7(#9,b13)")
        expect("C7+?=C7(#9b13)", "C7", "", "C7(#9,b13)")
        expect("C7 ＋ ？ ＝ C7(#9b13)", "C7", "", "C7(#9,b13)")
        expect("? + D = Cma13(♯11)", "", "D", "Cma13(♯11)")
        expect("_ + D = Cma13(♯11)", "", "D", "Cma13(♯11)")
        expect("?/C7 = C13(b9)", "C7", "", "C13(b9)")
        expect("A over ? = C13(b9)", "", "A", "C13(b9)")
        expect("C7 + ?", "C7", "", "")
        for text in ["= C13(b9)", "C13(b9) =", "C13(b9) = ?", "C13(b9) = ? + ?", "? + ? = C13(b9)", "_ = C13(b9)"] {
            expect(text, "", "", "C13(b9)")
        }
    }

    @Test func chordInProseIsRead() {
        for text in [
            "Chord: Cma13(#11)", "“Cma13(#11)”", "Cma13(#11).", "\tCma13(#11)\r\n", "| Cma13(#11) |", "→ Cma13(#11)",
            "play Cma13(#11) here", "(Cma13(#11))", "What is Cma13(#11)?", "Cma13(#11), please",
            "In bar 12, Cma13(#11)!",
            "play A nice Cma13(#11)", "I Am on Cma13(#11) now", "a Cma13 (#11) chord",
            "Cma13(#11) and again Cma13(#11)",
            "Key of C: Cma13(#11)", "Dim the light for Cma13(#11)", "‘Cma13(#11)’", "C\u{2009}ma13(#11)\u{3000}",
        ] {
            expect(text, "", "", "Cma13(#11)", isEquation: false)
        }
        expect("play Bb7alt here", "", "", "Bb7alt", isEquation: false)
        expect("| Dm7 |", "", "", "Dm7", isEquation: false)
        expect("play Dm here", "", "", "Dm", isEquation: false)
        expect("play Bb here", "", "", "Bb", isEquation: false)
        expect("play G here", "", "", "G", isEquation: false)
        expect("Chord: A", "", "", "A", isEquation: false)
        expect("Chord: Am", "", "", "Am", isEquation: false)
    }

    /// A text that is one chord symbol is read as that chord.
    @Test func singleSymbolIsNeverSplit() {
        for text in ["C+", "C7+", "C+7", "C +", "C/E", "D♭/C", "C + b9", "Cma7+", "C 7", "C6/9", "C", "a", "C7 / E"] {
            expect(text, "", "", text, isEquation: false)
        }
        expect("D over C", "", "", "D/C", isEquation: false)
    }

    @Test(arguments: [
        ("Dm7 G7", "“Dm7” and “G7” are two chords. Write one chord, or put + between them."),
        ("| Dm7 | G7 |", "“Dm7” and “G7” are two chords. Write one chord, or put + between them."),
        ("Am F C G", "“Am” and “F” are two chords. Write one chord, or put + between them."),
        ("first Dm7, then G7.", "“Dm7” and “G7” are two chords. Write one chord, or put + between them."),
        ("A7 → D", "“A7” and “D” are two chords. Write one chord, or put + between them."),
        ("Cma7 ⊕ D", "“Cma7” and “D” are two chords. Write one chord, or put + between them."),
        ("C major seven", "“C major seven” is not a chord: after “C major ”, “seven” cannot be read; "),
        ("Dm7 → G7", "“Dm7” and “G7” are two chords. Write one chord, or put + between them."),
        ("I Am", "“I Am” does not begin with a note name: expected a letter from A to G, perhaps with ♭ or ♯."),
        ("Dim", "“Dim” is not a chord: after “D”, “im” cannot be read; "),
        ("play a nice tune", "“play a nice tune” does not begin with a note name: "),
        ("Cma7 + Xyz", "“Cma7 + Xyz” is not a chord: after “Cma7 + ”, “Xyz” cannot be read; expected a letter "),
        ("Cma7 + Dzy = C", "“Cma7 + Dzy = C” is not a chord: after “Cma7 + D”, “zy = C” cannot be read; "),
        ("C7 + D + E", "“C7 + D + E” is not a chord: after “C7 + D + ”, “E” cannot be read; "),
        ("C6 = Am7", "“C6 = Am7” is not an equation: expected two chords with + between them on one side "),
        ("C7 + A = C7 + D", "“C7 + A = C7 + D” is not an equation: "),
        ("=", "“=” is not an equation: "), ("? + ?", "“? + ?” does not begin with a note name: "),
        ("C7 b9 #12", "“C7 b9 #12” is not a chord: after “C7 b9 ”, “#12” cannot be read; "),
        ("C7 alterd", "“C7 alterd” is not a chord: after “C7 alt”, “erd” cannot be read; "),
        ("C7 over foo", "“C7 over foo” is not a chord: "), ("+ C7", "“+ C7” does not begin with a note name: "),
        ("C7foo or D7", "“C7foo or D7” is not a chord: after “C7”, “foo or D7” cannot be read; "),
        ("", "No chord was given"), ("…", "“…” does not begin"),
        (" . ", "“ . ” is not a chord: after “ ”, “. ” cannot be read; "),
    ])
    func invalidEquationsAreErrors(text: String, message: String) {
        do {
            Issue.record("\(text) was read as \(try TypedEquation(text))")
        } catch {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        }
    }

    @Test func longTextIsRejectedImmediately() throws {
        let words = String(repeating: "word ", count: 180)
        #expect(try TypedEquation(words + "Dm7").chord == Chord("Dm7"))
        let long = words + words + "Dm7"
        #expect { try TypedEquation(long) } throws: { ($0 as? SymbolError)?.reason == .tooLong }
        let huge = String(repeating: "A+ ", count: 1 << 20)
        #expect { try TypedEquation(huge) } throws: { ($0 as? SymbolError)?.reason == .tooLong }
    }

    private static let notations = Notation.Qualities.allCases.flatMap { qualities in
        Notation.Accidentals.allCases.map { Notation(qualities, $0) }
    }

    /// A pair with an operator is read as this pair unless the whole text is one symbol. This happens after a sixth or
    /// seventh: B6 is also a ♭6, and + raises the fifth, except with ° and ø.
    @Test(arguments: notations)
    func pairsRoundTrip(notation: Notation) throws {
        let chords = Everything.selectableChordsOnTwelveRoots
        let names = chords.map { $0.name(in: notation) }
        let lowers = zip(chords, names).filter { chord, name in
            let degrees = chord.type.degrees
            return (degrees.contains(6) || degrees.contains(anyOf: 7)) && !name.contains("°") && !name.contains("ø")
        }
        #expect(lowers.count == 12 * (notation.qualities == .delta ? 14 : 15))
        let asOne = Set(lowers.map { $1 + " + B6" })
        var read = 0
        for (lower, lowerName) in zip(chords, names) {
            for (upper, upperName) in zip(chords, names) {
                let overs = ["|", " over "].map { upperName + $0 + lowerName }
                for text in ["\(lowerName) + \(upperName)"] + overs {
                    let typed = try TypedEquation(text)
                    if asOne.contains(text) {
                        #expect(try typed.chord == Chord(text))
                    } else if typed.lower != lower || typed.upper != upper || typed.result != nil {
                        Issue.record("\(text): \(typed)")
                    } else {
                        read += 1
                    }
                }
            }
        }
        #expect(read == 3 * chords.count * chords.count - asOne.count)
    }

    /// Titles as spoken: C rather than Cma.
    @Test func pairsOfTitlesRoundTrip() throws {
        let chords = Everything.selectableChordsOnTwelveRoots
        for lower in chords {
            for upper in chords where upper.title != "B6" {
                for text in ["\(lower.title) + \(upper.title)", "\(upper.title)|\(lower.title)"] {
                    let typed = try TypedEquation(text)
                    if typed.lower != lower || typed.upper != upper { Issue.record("\(text): \(typed)") }
                }
            }
        }
    }

    @Test func chordSymbolsAreReadAsOneChord() throws {
        for vocabulary in [Vocabulary.classic, .jazz] {
            for root in NoteName.roots {
                for type in vocabulary.types {
                    let chord = Chord(root, type)
                    for name in [chord.name, chord.title, chord.shortName] {
                        #expect(try TypedEquation(name).chord == Chord(name), "\(name)")
                    }
                }
            }
        }
    }

    @Test func randomTextNeverCrashes() {
        var generator = SplitMix64(state: 15)
        let pieces = [
            "C", "D♭", "7", "ma7", "(b9)", "(", ")", "+", " + ", "/", "|", "=", " = ", "?", "_", " over ", " ", "\n",
            "→",
            ":", ".", "“", "play", "A", "Am", "m", "b", "\u{301}", "🎹", "\u{0}", "sus", "alt", "，", "　", "＋",
        ]
        var read = 0
        for _ in 0..<50_000 {
            let count = Int.random(in: 0...12, using: &generator)
            let text = (0..<count).map { _ in pieces.randomElement(using: &generator)! }.joined()
            guard let typed = try? TypedEquation(text) else { continue }
            read += 1
            if typed.lower == nil, typed.upper == nil, typed.result == nil { Issue.record("\(text) is empty") }
            if let symbol = try? ChordSymbol(text), case .chord(let chord) = symbol { #expect(typed.chord == chord) }
            do { _ = try TypedEquation(text + String(repeating: "x", count: 1000)) } catch { _ = error.message }
        }
        #expect(read > 1_000)
    }
}
