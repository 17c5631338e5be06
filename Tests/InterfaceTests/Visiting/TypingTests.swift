import Testing

@Suite struct TypingASymbol {
    @Test func suggestionsStartWithTheText() throws {
        var visitor = try Visitor()
        try visitor.type("Cma1", into: "lower-field")
        let names = visitor.suggestions(of: "lower")
        #expect(names.contains("Cma13") && names.contains("Cma13(♯11)"))
        #expect(names.allSatisfy { $0.hasPrefix("Cma1") })
        #expect(visitor.find { $0["id"] == "lower-option-0" }?.text == "Cma13C E G B D A")
    }

    @Test(arguments: [("ebm7", "E♭mi7"), ("F#-7", "F♯mi7"), ("B♭M", "B♭ma7"), ("co", "C°7"), ("GΔ", "Gma7")])
    func alternativeSpellingsAreUnderstood(typed: String, meant: String) throws {
        var visitor = try Visitor()
        try visitor.type(typed, into: "upper-field")
        #expect(visitor.suggestions(of: "upper").contains(meant))
    }

    @Test func resultAppearsBeforeEnter() throws {
        var visitor = try Visitor()
        try visitor.type("Cma7", into: "lower-field")
        try visitor.type("D", into: "upper-field")
        #expect(["lower", "upper", "result"].map { visitor.title(of: $0) } == ["Cma7", "D", "Cma13(♯11)"])
    }

    @Test(arguments: [("Dmaj7x", ["“Dmaj7x”", "“x”"]), ("H7", ["“H7”", "A to G"]), ("C7(b9,zz)", ["“zz"])])
    func unreadablePartIsNamedAndTheLastChordStays(symbol: String, parts: [String]) throws {
        var visitor = try Visitor("/combine/Cma7/D")
        try visitor.type(symbol, into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        func isRefused() throws {
            let message = visitor.message(of: "upper")
            #expect(parts.allSatisfy { message.contains($0) }, "\(message)")
            let field = try visitor.part("upper-field")
            #expect(field["aria-invalid"] == "true" && field["aria-describedby"] == "upper-message")
            #expect(visitor.value(of: "upper-field") == symbol)
        }
        try isRefused()
        #expect(visitor.announced == visitor.message(of: "upper"))
        // The last readable chord is still shown on every keyboard.
        #expect(visitor.title(of: "lower") == "Cma7")
        #expect(
            visitor.lit(in: "lower").count == 4 && visitor.lit(in: "upper").count >= 3
                && visitor.lit(in: "result").count >= 7)
        try visitor.leave("upper-field")
        try isRefused()
        try visitor.choose(upper: "E")
        #expect(visitor.title(of: "result") == "Ema/Cma7" && visitor.message(of: "upper") == "")
        #expect(try visitor.part("upper-field")["aria-invalid"] != "true")
    }

    @Test func errorAppearsAtOnceAndDisappearsWhenCorrected() throws {
        var visitor = try Visitor()
        try visitor.type("Cma7", into: "lower-field")
        try visitor.type("Cma7x", into: "lower-field")
        #expect(visitor.message(of: "lower").contains("“x”") && visitor.title(of: "result") == "Cma7")
        try visitor.type("Cma7", into: "lower-field")
        #expect(visitor.message(of: "lower") == "" && visitor.title(of: "result") == "Cma7")
    }

    @Test(arguments: [
        "F#m7b5", "C13(omit9)", "Bbsus4", "C6/9", "D/F#", "Cma7(#5#11)", "Eb°11(b13addΔ7)", "Cmaj7", "G7alt",
    ])
    func incompleteSymbolIsNotAnError(symbol: String) throws {
        var visitor = try Visitor()
        for length in 1...symbol.count {
            try visitor.type(String(symbol.prefix(length)), into: "lower-field")
            #expect(visitor.message(of: "lower") == "", "\(symbol.prefix(length))")
        }
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.message(of: "lower") == "")
    }

    @Test func incompleteSymbolIsAnErrorOnBlur() throws {
        var visitor = try Visitor()
        try visitor.type("Cma7(", into: "lower-field")
        #expect(visitor.message(of: "lower") == "")
        try visitor.leave("lower-field")
        #expect(visitor.message(of: "lower").contains("“Cma7(”"))
    }

    @Test func emptyFieldIsNotAnError() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        try visitor.type("", into: "lower-field")
        #expect(visitor.message(of: "lower") == "")
        try visitor.leave("lower-field")
        #expect(visitor.message(of: "lower") == "")
        #expect(["lower", "upper", "result"].map { visitor.title(of: $0) } == ["Please select a chord", "D", "D"])
    }

    @Test(arguments: [
        "<img src=x onerror=alert(1)>", "&amp;", "💥", "C\u{301}\u{301}\u{301}", "'\"",
        String(repeating: "x", count: 100),
    ])
    func arbitraryTextIsHandled(text: String) throws {
        var visitor = try Visitor("/combine/Cma7/D")
        try visitor.type(text, into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.message(of: "lower") != "" && visitor.find { $0.tag == "img" } == nil)
        try visitor.choose(lower: "C")
        #expect(visitor.title(of: "lower") == "C")
    }
}

@Suite struct SwapAndClear {
    @Test func swapAndClearAreDisabledAtFirst() throws {
        var visitor = try Visitor()
        #expect(!visitor.isEnabled("Swap") && !visitor.isEnabled("Clear"))
        try visitor.type("C", into: "lower-field")
        #expect(visitor.isEnabled("Swap") && visitor.isEnabled("Clear"))
        try visitor.type("", into: "lower-field")
        #expect(!visitor.isEnabled("Swap") && !visitor.isEnabled("Clear"))
    }

    @Test func singleChordIsSwapped() throws {
        var visitor = try Visitor("/combine/Cma7")
        try visitor.press("Swap")
        #expect(
            ["lower", "upper", "result"].map { visitor.title(of: $0) } == ["Please select a chord", "Cma7", "Cma7"])
        #expect(visitor.lit(in: "result") == [60: ["upper"], 64: ["upper"], 67: ["upper"], 71: ["upper"]])
        #expect(visitor.address == "/combine/_/Cma7")
    }

    @Test func typedTextIsSwapped() throws {
        var visitor = try Visitor("/combine/Cma7")
        try visitor.type("D", into: "upper-field")
        try visitor.press("Swap")
        #expect(["lower", "upper", "result"].map { visitor.title(of: $0) } == ["D", "Cma7", "D13(add11)"])
        #expect(visitor.announced == "D major and C major 7 make D 13 add 11")
    }

    @Test func clearRemovesUnreadableText() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        try visitor.choose(upper: "xyz")
        #expect(visitor.message(of: "upper") != "")
        try visitor.press("Clear")
        #expect(visitor.message(of: "upper") == "" && visitor.value(of: "upper-field") == "")
        #expect(visitor.announced == "Both chords cleared" && visitor.title == "Chord Combiner")
        #expect(!visitor.isEnabled("Clear"))
        // The message offers to undo it.
        try visitor.press("Undo", in: "notice")
        #expect(visitor.title(of: "lower") == "Cma7")
    }
}

@Suite struct TwoChords {
    @Test(arguments: [
        ("C+", "Slash chord", "A♭ma7(♯5)/C", [60: "both", 64: "both", 67: "lower", 68: "upper"]),
        ("Em", "Unified chord", "Cma7", [60: "lower", 64: "both", 67: "both", 71: "upper"]),
        (
            "C#", "Polychord", "C♯ma/Cma",
            [60: "lower", 64: "lower", 67: "lower", 73: "upper", 77: "upper", 80: "upper"]
        ),
    ])
    func commonTonesHaveBothColors(upper: String, kind: String, title: String, parts: [Int: String]) throws {
        var visitor = try Visitor()
        try visitor.choose(lower: "C", upper: upper)
        let result = try visitor.part("result")
        #expect(visitor.title(of: "result") == title)
        #expect(result.first { $0.classes.contains("place") }?.text == kind)
        #expect(visitor.lit(in: "result") == parts.mapValues { $0 == "both" ? ["lower", "upper"] : [$0] })
        let glyphs = result.all().map { $0.element }.filter { $0.classes.contains("glyph") && $0.tag == "g" }
        #expect(glyphs.map { String($0.classes.last ?? "") }.sorted() == parts.values.sorted())
    }

    @Test func keyboardGrowsWithTheChord() throws {
        var visitor = try Visitor()
        try visitor.choose(lower: "C°11(♭13addΔ7)", upper: "Db°11(b13addΔ7)")
        func keys() throws -> Int {
            try visitor.part("result").all().count { $0.element["data-pitch"] != nil }
        }
        #expect(try keys() == 60)
        let pitches = [60, 63, 66, 69, 74, 77, 80, 83, 85, 88, 91, 94, 99, 102, 105, 108]
        #expect(visitor.lit(in: "result").keys.sorted() == pitches)
        let names = try visitor.part("result").all().map { $0.element }.filter { $0.classes.contains("note-name") }
        let placed = names.sorted { Double($0["x"] ?? "") ?? 0 < Double($1["x"] ?? "") ?? 0 }.map { $0.text }
        #expect(placed.joined(separator: " ") == "C E♭ G♭ A D F A♭ B D♭ F♭ G B♭ E♭ G♭ A C")
        try visitor.choose(lower: "C", upper: "C")
        #expect(try keys() == 36)
    }

    @Test func polychordSeparatesItsChords() throws {
        let visitor = try Visitor("/combine/Cma7/E")
        #expect(visitor.title(of: "result") == "Ema/Cma7")
        let lower = [60, 64, 67, 71].map { ($0, Set(["lower"])) }, upper = [76, 80, 83].map { ($0, Set(["upper"])) }
        #expect(visitor.lit(in: "result") == Dictionary(uniqueKeysWithValues: lower + upper))
        #expect(try visitor.part("result").first { $0.classes.contains("degree") } == nil)
    }

    @Test(arguments: [
        ("lower", "Lower chord alone", "/combine/F♯mi7"), ("upper", "Upper chord alone", "/combine/_/F♯mi7"),
    ])
    func singleChordIsShown(half: String, place: String, address: String) throws {
        var visitor = try Visitor()
        try visitor.choose(lower: half == "lower" ? "F#m7" : nil, upper: half == "upper" ? "F#m7" : nil)
        let lit = Dictionary(uniqueKeysWithValues: [66, 69, 73, 76].map { ($0, Set([half])) })
        #expect(visitor.lit(in: "result") == lit && visitor.lit(in: half) == lit)
        #expect(try visitor.part("result").first { $0.classes.contains("place") }?.text == place)
        #expect(visitor.address == address)
    }

    @Test(arguments: [
        ("/combine/Cma7/D", ["Cma13(♯11)", "Cma13(#11)", "C E G B D F♯ A"]),
        ("/details/Cma7/D", ["Cma13(♯11)", "Cma13(#11)", "C E G B D F♯ A"]),
        ("/combine/Cma7/E", ["Ema/Cma7", "C E G B E G♯ B"]),
        ("/combine/_/B♭°", ["B♭°", "Bbdim", "B♭ D♭ F♭"]),
        // The precise symbol has the alterations that alt leaves open.
        ("/chord/C7alt(♭9♯9♯5)", ["C7alt(♭9♯9♯5)", "C7alt(b9#9#5)"]),
        ("/chord/D⁄C", ["D/C"]),
        ("/scale/F♯/Dorian", ["F♯ Dorian", "F# Dorian", "F♯ G♯ A B C♯ D♯ E"]),
    ])
    func copyButtonCopiesItsText(route: String, texts: [String]) throws {
        for text in texts {
            var visitor = try Visitor(route)
            try visitor.press("Copy " + text)
            #expect(visitor.effect("copy") == [text])
        }
    }

    @Test func withoutChordsThereIsNoShareMenu() throws {
        var visitor = try Visitor()
        #expect(visitor.find { $0["id"] == "share" } == nil)
        try visitor.choose(lower: "Cma7", upper: "D")
        #expect(visitor.find { $0["id"] == "share" } != nil)
        try visitor.choose(upper: "E")
        #expect(visitor.has("Copy Ema/Cma7"))
    }

    @Test(arguments: [
        ("/combine/F♯mi7", "Play F♯mi7", [66, 69, 73, 76]),
        ("/select/upper/Cma7/D", "Play D", [62, 66, 69]),
        // Two hands play one chord each, from C3 on.
        ("/select/upper/Cma7/D", "Play Cma13(♯11)", [48, 52, 55, 59, 62, 66, 69]),
        ("/details/Cma7/D", "Both", [48, 52, 55, 59, 62, 66, 69]),
        ("/details/Cma7/D", "Play D", [62, 66, 69]),
        ("/chord/C13", "Play C13", [60, 64, 67, 70, 74, 81]),
        ("/chord/C13", "Play C7", [60, 64, 67, 70]),
        ("/scale/C/Major_pentatonic", "Play C Major pentatonic", [60, 62, 64, 67, 69, 72, 74, 76, 79, 81, 84]),
        ("/combine/Cma7/D", "Lower", [48, 52, 55, 59]),
        ("/combine/Cma7/D", "Upper", [62, 66, 69]),
        ("/combine/Cma7/D", "Tensions", [62, 66, 69]),
        // Only D is new.
        ("/combine/Cma7/Emi7", "Tensions", [62]),
        // The upper chord of a polychord is above the lower one. Its E and B are in Cma7 already.
        ("/combine/Cma7/E", "Tensions", [68]),
    ])
    func everyScreenPlaysItsChords(route: String, name: String, pitches: [Int]) throws {
        var visitor = try Visitor(route)
        // The graph also plays the note D.
        try visitor.press { $0.name == name && $0.classes.contains("play") }
        #expect(visitor.played == pitches)
    }
}
