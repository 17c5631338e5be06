import Interface
import Testing

@Suite struct NoteNameSettings {
    static let german = [(key: "note-names", value: "german")]
    static let solfege = [(key: "note-names", value: "solfege")]

    @Test func germanNamesGiveTheSameAddress() throws {
        var visitor = try Visitor("/combine/B7/C", remembered: Self.german)
        #expect(visitor.title(of: "lower") == "H7" && visitor.value(of: "lower-field") == "H7")
        #expect(visitor.address == "/combine/B7/C")
        try visitor.type("B7", into: "lower-field")
        #expect(visitor.title(of: "lower") == "B7" && visitor.address == "/combine/B♭7/C")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.find { $0["id"] == "notice" }?.text == "“B7” is read in German: B♭7 in English.")
        #expect(visitor.announced.contains("B♭7 in English"))
        try visitor.type("Fis7", into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        #expect(visitor.find { $0["id"] == "notice" }?.text == "")
        #expect(visitor.value(of: "upper-field") == "F♯7" && visitor.address == "/combine/B♭7/F♯7")
        #expect(visitor.announced.hasPrefix("B 7 and F sharp 7"))
        try visitor.go(to: "/select/lower/B7/C")
        #expect(
            visitor.every { $0["role"] == "radio" }.prefix(7).map { $0.text.prefix(1) } == [
                "C", "D", "E", "F", "G", "A", "H",
            ])
    }

    @Test func addressesUseEnglishNames() throws {
        var visitor = try Visitor("/combine/H7/C", remembered: Self.german)
        #expect(visitor.message(of: "lower").contains("A to G"))
        try visitor.go(to: "/chord/B♭7")
        #expect(visitor.headings.contains("B7") && visitor.title.hasPrefix("B7"))
        try visitor.go(to: "/ways/B7")
        #expect(visitor.title.hasPrefix("Chord pairs for H7"))
        try visitor.go(to: "/circle/Bm")
        #expect(visitor.title.hasPrefix("H minor"))
        try visitor.go(to: "/scale/B/Dorian")
        #expect(visitor.title.hasPrefix("H Dorian"))
    }

    @Test func incompleteSolfegeIsNotAnError() throws {
        var visitor = try Visitor("/", remembered: Self.solfege)
        for text in ["S", "So", "Sol", "Solm", "Solma", "Solma7"] {
            try visitor.type(text, into: "lower-field")
            #expect(visitor.message(of: "lower") == "", "\(text)")
        }
        #expect(visitor.title(of: "lower") == "Solma7" && visitor.address == "/combine/Gma7")
        try visitor.type("Ré", into: "upper-field")
        #expect(visitor.suggestions(of: "upper").contains("Rémi7"))
        try visitor.type("Solma7 + La", into: "upper-field")
        #expect(visitor.address == "/combine/Gma7/A")
        #expect(visitor.title(of: "result") == "Solma13(♯11)")
        try visitor.type("Cma7", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.message(of: "lower").contains("Do, Ré, Mi, Fa, Sol, La or Si"))
    }

    @Test func otherFieldsFollowTheNoteNames() throws {
        var visitor = try Visitor("/board/C7", remembered: Self.german)
        try visitor.enter("H7") { $0["data-change"] == "board of" }
        #expect(visitor.address == "/board/B7" && visitor.headings.contains("H7"))
        #expect(visitor.every { $0["aria-label"]?.hasPrefix("H 7 plus B major, ") == true }.count == 1)
        try visitor.go(to: "/ways/C7")
        try visitor.type("H13(b9)", into: "ways-field")
        try visitor.key("Enter", on: "ways-field")
        #expect(visitor.address == "/ways/B13(♭9)")
    }

    @Test func noteNamesCanBeChangedAndAreStored() throws {
        var visitor = try Visitor("/combine/B7/E♭")
        try visitor.send("settings set note-names solfege")
        #expect(visitor.title(of: "lower") == "Si7" && visitor.value(of: "upper-field") == "Mi♭")
        #expect(visitor.effect("settings")?.contains("solfege") == true)
        #expect(visitor.find { $0["aria-label"]?.contains("lit: Si (lower)") == true } != nil)
        try visitor.send("settings follow", "note-names english")
        #expect(visitor.title(of: "lower") == "B7")
        // English names are read as before, with a note about other languages.
        try visitor.type("Do7", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.title(of: "lower") == "D°7")
        #expect(visitor.find { $0["id"] == "notice" }?.text == "“Do7” is read in English: Ré°7 in solfège.")
    }
}
