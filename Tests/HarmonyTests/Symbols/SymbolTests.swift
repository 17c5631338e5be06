import Harmony
import Testing

@Suite struct ReadingSymbols {
    @Test func preciseNamesRoundTripOnEveryRoot() throws {
        for chord in Everything.chords {
            #expect(try Chord(chord.name) == chord)
        }
    }

    @Test func preciseNamesRoundTripInASCII() throws {
        let signs: [(String, String)] = [("♭", "b"), ("♯", "#"), ("°", "o"), ("Δ", "^")]
        for chord in Everything.chords {
            let ascii = signs.reduce(chord.name) { $0.replacing($1.0, with: $1.1) }
            #expect(ascii.utf8.allSatisfy { $0 < 128 })
            #expect(try Chord(ascii) == chord, "\(ascii)")
        }
    }

    @Test(arguments: [
        ("B♭\u{FE0E}7(♯\u{FE0F}9)", "B♭7(♯9)"), ("\u{200B}E♭\u{200D}ma7\u{FEFF}", "E♭ma7"),
        ("A\u{AD}mi\u{2060}7", "Ami7"),
        ("\u{202A}G7\u{202C}", "G7"), ("D\u{E0020}13", "D13"), ("F\u{34F}♯°", "F♯°"),
        ("C♯\u{FE0E}/G♯\u{FE0E}", "C♯/G♯"),
    ])
    func invisibleCharactersAreIgnored(text: String, plain: String) throws {
        #expect(try Chord(text) == Chord(plain))
        #expect(try TypedEquation(text + " + \u{2063}D") == TypedEquation(plain + " + D"))
        #expect(try TypedEquation("play \u{200E}" + text) == TypedEquation("play " + plain))
    }

    @Test func invisibleCharactersAreIgnoredInNotesKeysAndErrors() throws {
        #expect(try NoteName("G♭\u{FE0F}") == NoteName("G♭"))
        #expect(try Key("\u{200E}a") == Key("a") && Key("E♭\u{FE0E} Do\u{200B}rian") == Key("E♭ Dorian"))
        #expect(ScaleType(named: "Lydian\u{200B} Dominant") == ScaleType(named: "Lydian Dominant"))
        let error = #expect(throws: SymbolError.self) { try Chord("G\u{FE0F}foo") }
        #expect(
            error?.symbol == "Gfoo"
                && error?.offset == (#expect(throws: SymbolError.self) { try Chord("Gfoo") })?.offset)
    }

    /// Harte's lists can have any degrees; whatever is read has a name that means the same keys.
    @Test func hartesListsHaveNamesThatAreReadBack() throws {
        let degrees = (1...13).filter { $0 != 8 && $0 != 10 && $0 != 12 }.flatMap { number in
            ["bb", "b", "", "#"].map { $0 + "\(number)" }
        }
        var read = 0
        for third in ["", "b3,", "3,", "4,", "*1,"] {
            for one in degrees {
                for other in degrees {
                    let symbol = "C:(" + third + "5," + one + "," + other + ")"
                    guard let chord = try? Chord(symbol) else { continue }
                    read += 1
                    let again = try Chord(chord.name)
                    #expect(again.type == chord.type, "\(symbol) is \(chord.name)")
                    #expect(again.pitchClasses == chord.pitchClasses, "\(symbol)")
                }
            }
        }
        #expect(read > 1000)
        #expect(try Chord("C:(1,b4,5)") == Chord("C") && Chord("C:7(b6)") == Chord("C7(♭13)"))
        #expect(throws: SymbolError.self) { try Chord("C:(*1,3)") }
    }

    @Test func degreesAreReadAsTheyAreWritten() {
        for number in 1...13 {
            for alteration in -2...1 {
                let degree = Degree(number, alteration)
                if alteration > -2 || number == 7 { #expect(Degree(degree.name) == degree) }
            }
        }
        for text in ["", "0", "14", "9999999999999999999999", "1♭3", "13♭", "♭♯5", "♭", "x", "♯♯4"] {
            #expect(Degree(text) == nil, "\(text)")
        }
    }

    @Test func caseIsIgnoredInNamesOfModes() throws {
        for (name, texts) in [
            ("C major", ["C Maj", "C MAJ", "CMaj", "C M", "C"]),
            ("A minor", ["A Min", "AMIN", "A m", "A-", "a", "A Minor"]),
        ] {
            for text in texts { #expect(try Key(text) == Key(name), "\(text)") }
        }
    }

    /// Spellings of the same chord. The degrees follow from the rules for reading symbols.
    static let dialects: [(degrees: String, suffixes: [String])] = [
        ("1 3 5", ["", "M", "maj", "Maj", "ma", "major"]),
        ("1 ♭3 5", ["m", "mi", "min", "-", "minor"]),
        ("1 ♭3 ♭5", ["dim", "o", "0", "°", "˚", "mb5", "-b5", "m(b5)"]),
        ("1 3 ♯5", ["aug", "+", "(#5)", "+5"]),
        (
            "1 3 5 7",
            ["maj7", "M7", "Δ7", "Δ", "∆", "△7", "^", "^7", "j7", "ma7", "Maj7", "MAJ7", "7M", " maj7", "(maj7)"]
        ),
        ("1 3 5 ♭7", ["7", "dom7", "(7)"]),
        ("1 ♭3 5 ♭7", ["m7", "-7", "mi7", "min7", "MIN7"]),
        ("1 ♭3 5 7", ["-^7", "m(maj7)", "mM7", "m/maj7", "mΔ", "-Δ7", "m7M", "-j7", "min-maj7", "m#7", "m(M7)"]),
        ("1 ♭3 5 7 9", ["-^9", "m(maj9)", "mM9", "m/M9", "m9(maj7)", "MI9(MA7)", "m9M7"]),
        ("1 ♭3 5 6 7", ["m6(maj7)", "m6/maj7"]),
        ("1 ♭3 ♭5 ♭7", ["ø", "ø7", "h", "h7", "m7b5", "-7b5", "m7(b5)", "m7-5", "min7♭5", "hdim7"]),
        ("1 ♭3 ♭5 °7", ["dim7", "o7", "07", "°7", "˚7"]),
        ("1 ♭3 ♭5 7", ["°ma7", "o^7", "dimM7", "0M7", "ø^7", "h^7", "øΔ", "hmaj7"]),
        ("1 3 ♯5 ♭7", ["7#5", "+7", "7+", "aug7", "7aug", "7+5", "7(#5)", "7(5+)", "75#"]),
        ("1 3 ♯5 7", ["+^7", "+maj7", "maj7#5", "ma7+5", "+j7", "^7#5"]),
        ("1 3 5 ♭7 ♭9", ["7b9", "7-9", "7(b9)", "79b", "7(-9)", "7/b9", "7 b9", "7(9-)", "9b", "7 flat 9", "7[b9]"]),
        ("1 3 5 ♭7 ♯9", ["7#9", "7+9", "7(+9)", "79#", "7(9+)", "79+", "7aug9", "7⁽♯⁹⁾"]),
        ("1 3 5 ♭7 ♯11", ["7#11", "7+11", "7(♯11)", "711#", "7(11+)"]),
        ("1 3 5 7 ♯11", ["ma7#11", "7M(11+)", "^7(♯11)"]),
        ("1 3 5 ♭7 ♭9 ♯11", ["7(b9,#11)", "7b9#11", "7#11b9", "7(b9 #11)", "7 b9, #11", "7(b9)(#11)", "79b11#"]),
        ("1 3 5 ♭7 ♭9 13", ["13b9", "13(b9)", "7b9(13)", "79b13", "7b9add13"]),
        ("1 3 5 ♭7 ♭9 ♭13", ["7b9b13", "79b13b", "7(b9,b13)"]),
        ("1 3 5 ♭7 9 ♯11", ["9#11", "9(#11)", "7911#", "9+11", "79#11", "11#11", "11#"]),
        ("1 3 5 ♭7 ♯9 ♯11", ["7#9#11", "79#11#"]),
        ("1 3 5 ♭7 9 ♯11 13", ["13#11", "7911#13", "7913#11"]),
        ("1 3 5 ♭7 11 ♭13", ["7(11,b13)", "711b13", "711 13b"]),
        ("1 3 5 7 9 ♯11", ["ma9#11", "^9#11", "j7911#"]),
        ("1 3 5 ♭7 9 13", ["13", "913", "7913", "7(9,13)", "9add13", "7/9/13"]),
        // The number that names a chord may be left out like any other.
        ("1 3 5 ♭7 9", ["13(omit13)"]), ("1 3 5 ♭7", ["9(omit9)"]), ("1 5 ♭7 9", ["11(omit11)"]),
        ("1 4 5", ["4"]), ("1 4 5 ♭7", ["7/4", "74", "7(4)"]), ("1 4 5 ♭7 9", ["9/4"]),
        ("1 4 5 ♭7 ♭9", ["phryg", "phrygian"]), ("1 3 5 7 ♯11", ["maj7lyd", "lyd"]), ("1 ♭3 ♭5 ♭7", ["½dim", "½"]),
        ("1 5 ♭9", ["susb2", "sus(b2)"]), ("1 5 ♯11", ["sus#4"]),
        ("1 3 5 ♭7 13", ["13(omit9)", "7add13", "713", "7(13)", "13no9", "7/6", "７（１３）"]),
        ("1 3 5 ♭7 ♭13", ["7b13", "7(♭13)", "713b", "7b6", "7/13-"]),
        ("1 3 ♯5 ♭7 ♭9 ♯9 ♯11", ["7alt", "alt", "7(alt)", "altered", "7alt(♭9)", "7alt(♯11)", "7/alt"]),
        ("1 3 ♯5 ♭7 ♭9 ♯9 ♯11 ♭13", ["7alt(b13)"]),
        ("1 3 5 ♭7 ♭9 ♯9", ["7b9#9", "7(b9,#9)"]),
        ("1 3 5 ♭7 ♭9 ♯9 ♯11", ["7alt(♭9♯9♯11)"]),
        ("1 3 ♭5 ♭7", ["7b5", "7(5-)", "7/5-", "75b", "7dim5"]),
        ("1 5 ♭7 9 11", ["11"]),
        ("1 3 5 7 9 11", ["ma11", "^11"]),
        ("1 ♭3 5 ♭7 9 11", ["m11", "-11", "-7911"]),
        ("1 3 5 7 9 13", ["ma13", "^13", "maj9(13)"]),
        ("1 ♭3 5 ♭7 9 11 13", ["m13", "-13"]),
        ("1 ♭3 ♭5 °7 9", ["°9"]),
        ("1 ♭3 ♭5 °7 9 11", ["°11"]),
        ("1 3 5 6", ["6", "M6", "maj6", "^6", "Δ6"]),
        ("1 ♭3 5 6", ["m6", "-6"]),
        ("1 3 5 6 9", ["6/9", "69", "⁶/₉", "6add9", "6(9)", "M69", "^69", "Δ6/9"]),
        ("1 ♭3 5 6 9", ["m6/9", "-69", "m69"]),
        ("1 ♭3 5 ♭6", ["-b6", "m(b6)"]),
        ("1 4 5", ["sus", "sus4", "sus(4)"]),
        ("1 2 5", ["sus2"]),
        ("1 2 4 5", ["sus24", "sus2/4", "sus4sus2", "sus(2,4)"]),
        ("1 4 5 ♭7", ["7sus", "sus7", "7sus4", "m7sus4"]),
        ("1 4 5 ♭7 9", ["9sus", "9sus4", "sus9", "11sus"]),
        ("1 4 5 ♭7 ♭9", ["7susb9", "7b9sus", "sus♭9", "susb9", "7sus4(b9)"]),
        ("1 4 5 ♭7 ♭9 13", ["13sus♭9", "13b9sus"]),
        ("1 3 4 5 ♭7", ["7susadd3"]),
        ("1 2 3 5", ["2", "add2"]),
        ("1 3 5 9", ["add9", "/9", "add(9)", "(add9)", "(9)", "Madd9", "maj(add9)"]),
        ("1 ♭3 5 9", ["madd9", "m(add9)", "-add9"]),
        ("1 5", ["5", "no3"]),
        ("1 3 ♭7", ["7(no5)", "7omit5", "7no5"]),
        ("1 5 ♭7", ["7no3", "7(no 3rd)"]),
        ("1 3 ♯5 ♭7 ♯9", ["7#5#9", "7#9#5", "+7#9", "7+#9", "7(#9,#5)"]),
        ("1 ♭3 ♯5", ["m#5", "-#5", "m+"]),
        ("1 ♭3 ♯5 ♭7", ["m7#5", "m7+", "m+7"]),
        ("1 ♭3 ♭5 ♭7 9", ["ø9", "m9b5"]),
        ("1 ♭3 ♭5 ♭7 9 11", ["-11b5", "h11"]),
    ]

    @Test(arguments: dialects.map(\.degrees))
    func allSpellingsOfAChordAreRead(degrees: String) throws {
        let suffixes = Self.dialects.first { $0.degrees == degrees }!.suffixes
        for root in ["C", "F♯", "Bb"] {
            for suffix in suffixes {
                let chord = try Chord(root + suffix)
                #expect(chord.type.degrees == DegreeSet(degrees), "\(root + suffix) was read as \(chord.name)")
                #expect(try chord.root == NoteName(root))
            }
        }
    }

    @Test func rootsMayBeLowercase() throws {
        #expect(try Chord("am7") == Chord("Am7"))
        #expect(try Chord("bb7") == Chord("B♭7"))
        #expect(try Chord("Bbb7") == Chord("A7"))
        #expect(try Chord("CM7") != Chord("Cm7"))
    }

    @Test func slashesSeparateBassNotesAndPolychords() throws {
        #expect(try Chord("D/C").name == "Dma/C")
        #expect(try Chord("C/C") == Chord("C"))
        #expect(try Chord("C6/9/E").name == "C6/9/E")
        #expect(try Chord("C/b").bass?.text == "B")
        let overSeventh = ChordSymbol.polychord(upper: try Chord("D"), lower: try Chord("C7"))
        #expect(try ChordSymbol("D|C7") == overSeventh)
        #expect(try ChordSymbol("D/C7") == overSeventh)
        #expect(try ChordSymbol("Ema/Cma7").name == "Ema/Cma7")
        #expect(throws: SymbolError.self) { try Chord("D|C7") }
    }

    @Test func namesOfAllReadableChordsRoundTrip() throws {
        // Degree sets far beyond the vocabulary: every pair and triple of signs that a suffix can hold.
        let heads = [
            "", "m", "°", "ø", "+", "7", "m7", "^7", "m^7", "°7", "6", "m6", "9", "ma9", "11", "ma11", "m11", "13",
            "m13", "ma13", "°ma7", "sus4", "sus2", "sus24", "7sus4", "13sus4", "5", "7alt", "ø11", "°11", "6/9", "m6/9",
            "ma7sus2",
        ]
        let tails = [
            "", "b5", "#5", "b9", "#9", "#11", "b13", "b6", "add9", "add11", "add13", "add2", "add4", "add6",
            "addb9", "add#11", "add#5", "addb13", "addM7", "addb7", "no3", "no5", "no9", "no11", "add3",
        ]
        var read = 0
        for head in heads {
            for one in tails {
                for other in tails {
                    for third in ["", "b9", "add11", "no5"] {
                        let parts = [one, other, third].filter { !$0.isEmpty }
                        let text = parts.isEmpty ? "C" + head : "C\(head)(\(parts.joined(separator: ",")))"
                        guard let chord = try? Chord(text) else { continue }
                        read += 1
                        #expect(try Chord(chord.name) == chord, "\(text) is written \(chord.name)")
                    }
                }
            }
        }
        #expect(read > 50_000)
    }
}

@Suite struct UnreadableSymbols {
    @Test func errorHasThePositionOfTheFault() {
        let places: [(String, Int, SymbolError.Reason)] = [
            ("", 0, .empty), ("   ", 0, .empty), ("H7", 0, .noRoot), ("7", 0, .noRoot), ("N.C.", 0, .noRoot),
            ("Cfoo", 1, .unreadable), ("Cma7x", 4, .unreadable), ("C7b", 2, .unreadable), ("C/D/E", 3, .unreadable),
            ("C7(b9", 5, .incomplete), ("C/", 2, .incomplete), ("C|", 2, .incomplete), ("C7,", 3, .incomplete),
            ("Cadd", 4, .incomplete), ("Comit", 5, .incomplete), ("Cdom", 4, .incomplete), ("C7(b9]", 5, .unreadable),
            ("C11b", 3, .unreadable), ("C713#", 4, .unreadable), ("C/8", 2, .unreadable),
            ("C7alt9", 5, .unreadable), ("Cno7", 4, .contradiction),
            ("C7b5no5", 7, .contradiction),
            ("Csus°", 4, .unreadable), ("C99", 2, .unreadable), ("C7b9b9", 4, .unreadable), ("C6/99", 4, .unreadable),
            ("C°6", 2, .unreadable), ("Cø7ma7", 3, .unreadable), ("CmΔ6", 3, .unreadable), ("C++", 2, .unreadable),
            ("C+b6", 4, .contradiction),
            ("C7|D/E", 4, .unreadable), ("C7b9)", 4, .unreadable), ("C()", 2, .unreadable), ("C27", 2, .unreadable),
            ("C°13", 2, .unreadable), ("Cmaj7#", 5, .unreadable), ("dim7", 1, .unreadable), ("C\u{0}", 1, .unreadable),
        ]
        for (text, offset, reason) in places {
            do {
                let symbol = try ChordSymbol(text)
                Issue.record("\(text) was read as \(symbol.name)")
            } catch {
                #expect(error.offset == offset && error.reason == reason, "\(text): \(error)")
                #expect(error.reason == .empty || error.reason == .tooLong || !error.expected.isEmpty)
                #expect(!error.message.isEmpty)
            }
        }
    }

    @Test func expectedTokensAreAccepted() throws {
        for text in ["C?", "Cm?", "C°?", "C+?", "Cdom?", "C7?", "Csus?", "C5?", "CΔ?", "C6?", "C13?", "C7(b9?", "Cø?"] {
            do {
                _ = try ChordSymbol(text)
                Issue.record("\(text) was read")
            } catch {
                let read = error.split.read
                for option in error.expected
                where option.allSatisfy({ $0.isLetter || $0.isNumber || "°ø+".contains($0) }) {
                    let rest = ["add": "add9", "omit": "omit5"][option] ?? option
                    let closing = read.contains("(") ? ")" : ""
                    #expect(throws: Never.self, "\(read) + \(option)") { try ChordSymbol(read + rest + closing) }
                }
                #expect(error.expected.count > 2)
            }
        }
    }

    @Test(
        "A symbol that can be read and contradicts itself is refused for what it says, and not for how it ends",
        arguments: [
            ("F5(omit5)", "asks for a 5 and leaves it out. Drop one of the two."),
            ("Dmi9(add11omit11)", "asks for an 11 and leaves it out. Drop one of the two."),
            ("B♭7(♭9omit9)", "asks for a 9 and leaves it out. Drop one of the two."),
            ("G(add9omit9)", "asks for a 9 and leaves it out. Drop one of the two."),
            ("A♭(omit7)", "leaves out a 7, which the chord does not have."),
            ("E5(omit3)", "leaves out a 3, which the chord does not have."),
            ("A+(♭6)", "has ♯5 and ♭6, which are the same key. Leave out one of them."),
            ("C5(omit1)", "leaves one note and no root. Without a root, a chord needs two notes."),
        ])
    func contradictoryAlterationsAreErrors(symbol: String, reason: String) {
        let error = #expect(throws: SymbolError.self) { try Chord(symbol) }
        #expect(error?.message == "“\(symbol)” \(reason)" && error?.reason == .contradiction)
    }

    @Test func longTextIsRejectedImmediately() {
        let long = "C" + String(repeating: "(b9)", count: 1000)
        #expect { try ChordSymbol(long) } throws: { ($0 as? SymbolError)?.reason == .tooLong }
    }

    @Test func meaninglessSuffixIsNotIgnored() throws {
        // A chord followed by a meaningless sign is unreadable.
        for chord in Everything.chords.prefix(144) {
            for junk in ["?", "y", "!", "z", "°°", "14", "C7"] {
                #expect(throws: SymbolError.self) { try Chord(chord.name + junk) }
            }
        }
    }

    @Test func randomTextNeverCrashes() {
        var generator = SplitMix64(state: 2026)
        let alphabet = Array("ABCDEFGabcdefgmMjΔ^°øoh+-#b♭♯♮𝄫𝄪0123456789()[],/| susaddomitnoalt⁶⁄₉\u{0}\u{301}é🎹")
        for _ in 0..<100_000 {
            let length = Int.random(in: 0...14, using: &generator)
            check(String((0..<length).map { _ in alphabet.randomElement(using: &generator)! }))
        }
    }

    @Test func randomReadableSymbolsRoundTrip() {
        var generator = SplitMix64(state: 1959)
        let signs = [
            "m", "M", "maj", "mi", "-", "+", "°", "ø", "Δ", "aug", "dim", "dom", "sus", "sus2", "alt", "add", "no",
            "omit",
            "b", "#", "♮", "(", ")", ",", " ", "/", "2", "4", "5", "6", "7", "9", "11", "13", "69", "7", "b5", "#5",
            "b9",
            "#9", "#11", "b13", "11b", "13#", "9+", "9-", "E", "C7",
        ]
        var read = 0
        for _ in 0..<400_000 {
            let count = Int.random(in: 1...6, using: &generator)
            if check("C" + (0..<count).map { _ in signs.randomElement(using: &generator)! }.joined()) { read += 1 }
        }
        #expect(read > 20_000)
    }

    /// Every readable symbol has a name that is read as the same chord, and a voicing with ascending keys.
    @discardableResult
    private func check(_ text: String) -> Bool {
        guard let symbol = try? ChordSymbol(text) else { return false }
        if case .chord(let chord) = symbol {
            if (try? Chord(chord.name)) != chord { Issue.record("\(text) is written \(chord.name)") }
            let pitches = chord.voicing.map(\.pitch)
            if zip(pitches, pitches.dropFirst()).contains(where: { $0 >= $1 }) { Issue.record("\(text): \(pitches)") }
        }
        return true
    }
}

/// A seeded random number generator, so that a failure can be reproduced.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
