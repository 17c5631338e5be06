import Foundation
import Harmony
import Instruments
import Testing

/// A user of the tunes.
private func visitor(at route: String = "/tunes", keeping tunes: String = "[]") throws -> Visitor {
    var visitor = try Visitor(route)
    try visitor.send("tunes adopt", "{\"tunes\":\(tunes),\"state\":\"alone\",\"waiting\":0,\"returned\":[]}")
    return visitor
}

extension Visitor {
    /// The tune that the host has to store, the last one if there are several.
    fileprivate func stored() throws -> [String: Any] {
        let text = try #require(effects.last { $0[0] == "keepTune" })[1]
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    fileprivate func storedText() throws -> String { try #require(try stored()["text"] as? String) }

    /// The accessible names of the bars.
    fileprivate var bars: [String] {
        page.all().map { $0.element }.filter { $0.classes.contains("bar-face") }.compactMap { $0["aria-label"] }
    }

    /// The plan that the clock has received.
    fileprivate func plan() throws -> [String: Any] {
        let text = try #require(effects.last { $0[0] == "setTunePlan" })[1]
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}

@Suite struct TuneScreens {
    @Test func firstVisitHasExamples() throws {
        let visitor = try visitor()
        let list = try #require(visitor.find { $0["aria-label"] == "Examples" })
        #expect(list.all().map { $0.element }.filter { $0.tag == "li" }.count == 5)
        #expect(visitor.effects.allSatisfy { $0[0] != "keepTune" })
    }

    @Test func newTuneOpensItsFirstBar() throws {
        var visitor = try visitor()
        try visitor.press("New tune")
        #expect(visitor.bars.count == 8 && visitor.effect("focusToType") == ["bar-field"])
        // Its hint is visible.
        #expect(visitor.value(of: "bar-field") == "")
        try visitor.type("Cm7", into: "bar-field")
        #expect(visitor.bars[0] == "Bar 1: C minor 7")
    }

    @Test(arguments: ["blues", "minor-blues", "round-the-circle", "rhythm-changes", "late-october"])
    func everyExampleIsParsedAndPlayed(id: String) throws {
        var visitor = try visitor(at: "/tunes/" + id)
        #expect(visitor.bars.count >= 12 && visitor.bars.allSatisfy { !$0.contains("empty") })
        #expect(visitor.find { $0.classes.contains("trouble") } == nil)
        try visitor.press("Play the tune")
        let bars = try #require(try visitor.plan()["bars"] as? [[Any]])
        #expect(bars.count >= visitor.bars.count)
        // Both hands, bass and drums.
        let parts = Set(bars.flatMap { ($0[2] as? [[Int]] ?? []).map { $0[0] } })
        #expect(parts == [0, 1, 2, 3])
        #expect(visitor.effect("startTune") == ["0"])
    }

    @Test func pastedTextIsImportedAndOpened() throws {
        var visitor = try visitor()
        try visitor.paste("Title: Try\nKey: Bb\n| Cm7 | F7 | Bbmaj7 | % |")
        #expect(
            visitor.bars == [
                "Bar 1: C minor 7", "Bar 2: F 7", "Bar 3: B flat major 7", "Bar 4: B flat major 7",
            ])
        #expect(try visitor.stored()["title"] as? String == "Try")
        #expect(visitor.title.hasPrefix("Try · Tunes") && visitor.address.hasPrefix("/tunes/"))
        try visitor.press("Undo")
        #expect(visitor.effects.contains { $0[0] == "removeTune" })
    }

    @Test func importProblemNamesTheBar() throws {
        var visitor = try visitor()
        try visitor.paste("Title: Try\n| Dm7 | Cm7 | Bxyz9 | Ebma7 |")
        #expect(visitor.announced.hasPrefix("Imported Try. "))
        #expect(visitor.announced.contains("bar 3") && visitor.announced.contains("“Bxyz9”"))
        try visitor.send("app go", "/tunes")
        #expect(try visitor.part("tunes-state").text.contains("“Bxyz9”"))
    }

    @Test func fileWithSeveralTunesOpensTheList() throws {
        var visitor = try visitor()
        let file = "Title: One\n| C |\nTitle: Two\n| F | H |\n"
        try visitor.send("tunes open 7", file: "two.txt", Array(file.utf8))
        #expect(visitor.announced.contains("Imported 2 tunes"))
        let list = try #require(visitor.find { $0["aria-label"] == "Your tunes" })
        #expect(list.text.contains("One") && list.text.contains("Two"))
        #expect(visitor.find { $0["id"] == "tune-problems" }?.text.contains("H") == true)
    }

    @Test(arguments: ["", "no music", "\u{1}\u{2}"]) func textWithoutATuneIsReportedAndNotStored(text: String) throws {
        var visitor = try visitor()
        try visitor.send("tunes open 7", file: "x.txt", Array(text.utf8))
        #expect(visitor.announced.contains("No tune found in “x.txt”"))
        #expect(visitor.effects.allSatisfy { $0[0] != "keepTune" })
    }

    @Test func eachBadFileIsReported() throws {
        var visitor = try visitor()
        for (number, (name, text)) in [
            ("a.txt", ""), ("b.txt", "| C | H |"), ("c.txt", "no music"), ("d.txt", "| F |"),
        ].enumerated() {
            let action = "tunes open \(number)" + (number > 0 ? " further" : "")
            try visitor.send(action, file: name, Array(text.utf8))
        }
        func problems() throws -> [String] {
            let part = try visitor.part("tune-problems")
            return part.tag == "p"
                ? [part.text] : part.all().map { $0.element }.filter { $0.tag == "li" }.map { $0.text }
        }
        #expect(visitor.announced.hasPrefix("Imported 2 tunes. 3 problems"))
        #expect(try problems().map { $0.prefix(7) } == ["No tune", "“b.txt”", "No tune"])
        #expect(try problems()[1].contains("H"))
        // The next files are a new import.
        try visitor.send("tunes open 9", file: "e.txt", [])
        #expect(try problems().count == 1 && problems()[0].contains("e.txt"))
    }

    @Test func searchFindsATuneAndDeletionCanBeUndone() throws {
        var visitor = try visitor()
        for title in ["Blue", "Red"] { try visitor.paste("Title: \(title)\n| C |", seed: title.count) }
        try visitor.send("app go", "/tunes")
        try visitor.type("bLu", into: "tune-search")
        let list = { (visitor: Visitor) in visitor.find { $0["aria-label"] == "Your tunes" }?.text ?? "" }
        #expect(list(visitor).contains("Blue") && !list(visitor).contains("Red"))
        try visitor.type("", into: "tune-search")
        try visitor.press("Delete Red")
        #expect(!list(visitor).contains("Red"))
        try visitor.press("Undo", in: "tunes-state")
        #expect(list(visitor).contains("Red"))
    }

    @Test func searchIgnoresCaseAndAccents() throws {
        var visitor = try visitor()
        for (number, title) in ["Étoile", "Zamba", "Manhã", "Ночь"].enumerated() {
            try visitor.paste("Title: \(title)\n| C |", seed: number)
        }
        try visitor.send("app go", "/tunes")
        for (search, title) in [
            ("ÉTO", "Étoile"), ("e\u{301}to", "Étoile"), ("etoile", "Étoile"), ("manha", "Manhã"), ("НОЧЬ", "Ночь"),
        ] {
            try visitor.type(search, into: "tune-search")
            let rows =
                visitor.find { $0["aria-label"] == "Your tunes" }?.all().map { $0.element }.filter {
                    $0["data-swipe"] != nil
                } ?? []
            #expect(rows.count == 1 && rows[0].text.contains(title), "\(search)")
        }
    }

    @Test func storedTuneIsRestored() throws {
        var visitor = try visitor()
        try visitor.paste("Title: Try\n| Cm7 | F7 |")
        let text = try #require(visitor.effects.last { $0[0] == "keepTune" })[1]
        let other = try TunesTests.reopened(text, at: visitor.address)
        #expect(other.bars == ["Bar 1: C minor 7", "Bar 2: F 7"])
    }

    @Test func openTuneFollowsOtherTabs() throws {
        var visitor = try visitor()
        try visitor.paste("Title: Try\n| Cm7 | F7 |")
        let stored = try #require(visitor.effects.last { $0[0] == "keepTune" })[1]
        try visitor.send("tunes adopt", "{\"tunes\":[\(stored.replacing("F7", with: "G7"))],\"state\":\"alone\"}")
        #expect(visitor.bars == ["Bar 1: C minor 7", "Bar 2: G 7"])
    }

    /// One tab edits the first bar and another one the second. Then the first one undoes and redoes.
    @Test func undoWorksAcrossRemoteChanges() throws {
        var visitor = try visitor()
        try visitor.paste("Title: Try\n| Cm7 | F7 |")
        try visitor.send("tunes choose 0")
        try visitor.type("Dm7", into: "bar-field")
        let mine = try #require(visitor.effects.last { $0[0] == "keepTune" })[1]
        try visitor.send(
            "tunes adopt", "{\"tunes\":[\(mine.replacing("F7", with: "G7"))],\"gone\":[],\"state\":\"alone\"}")
        #expect(visitor.bars == ["Bar 1: D minor 7", "Bar 2: G 7"])
        try visitor.press("Undo")
        #expect(visitor.bars == ["Bar 1: C minor 7", "Bar 2: F 7"])
        #expect(try visitor.storedText().contains("| Cmi7 | F7 |"))
        try visitor.press("Redo")
        #expect(visitor.bars == ["Bar 1: D minor 7", "Bar 2: G 7"])
        #expect(try visitor.storedText().contains("| Dmi7 | G7 |"))
        // Typing after their change is another step.
        try visitor.send(
            "tunes adopt", "{\"tunes\":[\(mine.replacing("F7", with: "A7"))],\"gone\":[],\"state\":\"alone\"}")
        try visitor.type("Em7", into: "bar-field")
        try visitor.press("Undo")
        #expect(visitor.bars == ["Bar 1: D minor 7", "Bar 2: A 7"])
        // Deleted tunes stay deleted.
        let id = try #require(visitor.address.split(separator: "/").last)
        try visitor.send("tunes adopt", "{\"tunes\":[],\"gone\":[\"\(id)\"],\"state\":\"alone\"}")
        #expect(visitor.find { $0["data-action"] == "app undo" && $0["aria-disabled"] != "true" } == nil)
    }

    @Test func linkContainsTheTune() throws {
        var visitor = try visitor(at: "/tunes/late-october")
        let bars = visitor.bars
        try visitor.press("Copy link")
        let path = try #require(visitor.effect("copyWholeLink"))[0]
        var other = try Visitor(path)
        #expect(other.bars == bars && other.bars.count == 26)
        try other.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
        try other.press("Save to my tunes")
        #expect(try other.stored()["title"] as? String == "Late October")
        // A truncated link shows an error.
        let cut = try Visitor(String(path.dropLast(3)))
        #expect(cut.page.text.contains("This link is incomplete"))
    }
}

enum TunesTests {
    static func reopened(_ stored: String, at address: String) throws -> Visitor {
        try visitor(at: address, keeping: "[" + stored + "]")
    }

    fileprivate static func visitor(at address: String, keeping tunes: String) throws -> Visitor {
        var visitor = try Visitor(address)
        try visitor.send("tunes adopt", "{\"tunes\":\(tunes),\"state\":\"alone\"}")
        return visitor
    }
}

@Suite struct EditingATune {
    private func open(_ text: String = "Title: Try\n| Cm7 | F7 | Bb |") throws -> Visitor {
        var visitor = try visitor()
        try visitor.paste(text)
        return visitor
    }

    @Test func chosenBarCanBeEdited() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        #expect(
            visitor.find { $0["id"] == "bar-field" }?["value"] == "F7" && visitor.effect("focusToType") == ["bar-field"]
        )
        try visitor.type("F7 B7", into: "bar-field")
        #expect(visitor.bars == ["Bar 1: C minor 7", "Bar 2: F 7, B 7", "Bar 3: B flat major"])
        #expect(try visitor.storedText().contains("F7 B7"))
        // All typing is one undo step.
        try visitor.type("F7 B7b9", into: "bar-field")
        try visitor.press("Undo")
        #expect(visitor.bars[1] == "Bar 2: F 7")
    }

    /// Expects the error of a field in a region that is there before it, and described for screen readers.
    private static func expectErrors(of id: String, _ visitor: Visitor, _ error: String?) throws {
        let field = try visitor.part(id)
        #expect(field["aria-invalid"] == (error == nil ? nil : "true"))
        let region = try visitor.part(try #require(field["aria-describedby"]))
        #expect(region["role"] == "status")
        #expect(error.map { region.text.contains($0) } ?? region.text.isEmpty)
    }

    @Test func unreadableTextKeepsTheBarAndShowsAnError() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try Self.expectErrors(of: "bar-field", visitor, nil)
        try visitor.type("F7 H", into: "bar-field")
        try Self.expectErrors(of: "bar-field", visitor, "H")
        #expect(visitor.bars[1] == "Bar 2: F 7")
        #expect(visitor.find { $0.classes.contains("typing-trouble") }?.text.contains("H") == true)
        #expect(visitor.find { $0["id"] == "bar-field" }?["value"] == "F7 H")
    }

    /// The engine has no readers of other formats.
    @Test func plainTextNeedsNoTuneReader() throws {
        var visitor = try Visitor("/tunes")
        try visitor.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
        try visitor.send("tunes without-reader 7 english", "irealbook://Try=Me=Swing=C=n=[T44D-7 |G7 Z")
        #expect(visitor.announced.contains("could not be loaded"))
        try visitor.send("tunes without-reader 7 german", "Key: H\n| Hm7 | B7 |")
        #expect(try visitor.storedText() == "Key: B\n\n| Bmi7 | Bb7 |\n")
    }

    /// Stored and exported text has English names.
    @Test func barsAndTextFollowTheNoteNames() throws {
        for (names, pasted, shown, typed) in [
            ("german", "Key: H\n| Hm7 | B7 |\nMelody: H4 B4", "B7", "Hmi7 B7"),
            ("solfege", "Key: Si\n| Sim7 | Sib7 |\nMelody: Si4 Sib4", "Sib7", "Simi7 Sib7"),
        ] {
            var visitor = try Visitor("/tunes", remembered: [("note-names", names)])
            try visitor.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
            try visitor.paste(pasted)
            #expect(try visitor.storedText() == "Key: B\n\n| Bmi7 | Bb7 |\nMelody: B4 Bb4 | .\n")
            try visitor.press { $0["aria-label"]?.hasPrefix("Bar 2") == true }
            #expect(visitor.find { $0["id"] == "bar-field" }?["value"] == shown)
            try visitor.type(typed, into: "bar-field")
            #expect(try visitor.storedText().contains("| Bmi7 | Bmi7 Bb7 |\nMelody: B4 Bb4 | .\n"))
            try visitor.press("Edit as text")
            let text = try #require(visitor.find { $0["id"] == "tune-text" }?.text)
            #expect(
                text.contains(
                    names == "german" ? "| Hmi7 | Hmi7 B7 |\nMelody: H4 B4" : "| Simi7 | Simi7 Sib7 |\nMelody: Si4 Sib4"
                ))
            try visitor.type(text.replacing("7 |", with: "9 |"), into: "tune-text")
            #expect(
                try visitor.storedText().contains("| Bmi9 | Bmi7 Bb9 |\nMelody: B4 Bb4 | .\n")
                    && visitor.find { $0.classes.contains("typing-trouble") } == nil)
        }
    }

    @Test func melodyMovesWithItsBar() throws {
        var visitor = try open("Title: Try\nKey: C\n| Cm7 | F7 | Bb |\nMelody: C5:1 | F5:1 | Bb4:1")
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        let melody = { (visitor: Visitor) in try visitor.storedText().split(separator: "\n").last.map { String($0) } }
        // Other chords with the same melody, and an added bar.
        try visitor.type("B7", into: "bar-field")
        #expect(try melody(visitor) == "Melody: C5:1 | F5 | Bb4")
        try visitor.type("B7 | E7", into: "bar-field")
        #expect(try melody(visitor) == "Melody: C5:1 | F5 | . | Bb4")
        try visitor.press("Undo")
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.press("Move ←")
        #expect(try melody(visitor) == "Melody: F5:1 | C5 | Bb4")
        try visitor.press("Copy", in: "Edit bars")
        try visitor.press("Paste after")
        #expect(try melody(visitor) == "Melody: F5:1 | F5 | C5 | Bb4")
        try visitor.press("Delete", in: "Edit bars")
        #expect(try melody(visitor) == "Melody: F5:1 | C5 | Bb4")
        try visitor.press("Up a semitone")
        // In D♭, which has fewer accidentals than C♯, with B instead of C♭, which is not in the key.
        #expect(try melody(visitor) == "Melody: Gb5:1 | Db5 | B4")
        try visitor.press("Grand staff")
        #expect(visitor.find { $0.classes.contains("melody") } != nil)
    }

    /// During typing, the text may be shorter and in another meter than the final one.
    @Test func incompleteInputKeepsTheMelody() throws {
        var visitor = try open("Title: Try\nKey: C\n| Cm7 | F7 | Bb |\nMelody: C5:1 | F5:1 | Bb4:1")
        try visitor.send("tunes choose 1 2")
        for typed in ["E7", "E7 |", "E7 | A", "(3/4) E7 | A", "E7 | A7"] { try visitor.type(typed, into: "bar-field") }
        #expect(try visitor.storedText().hasSuffix("| Cmi7 | E7 | A7 |\nMelody: C5:1 | F5 | Bb4\n"))
        // The next edit starts from the present bars.
        try visitor.press("Undo")
        #expect(try visitor.storedText().hasSuffix("| Cmi7 | F7 | Bb |\nMelody: C5:1 | F5 | Bb4\n"))
    }

    /// Two bars with three chords. Screen readers get the notes of both hands, chord by chord.
    @Test func grandStaffHasTheBarsOfTheChart() throws {
        var visitor = try open("| Cm7 F7 | Bb |")
        try visitor.press("Grand staff")
        let drawings = visitor.every { $0.classes == ["systems"] }
        #expect(drawings.count == 2)
        for drawing in drawings {
            #expect(drawing.all().map { $0.element }.filter { $0.tag == "svg" }.count == 1)
            let label = try #require(drawing["aria-label"])
            #expect(label.contains("2 bars"))
            let named = ["C minor 7: ", "F 7: ", "B flat major: "].map { label.range(of: $0)?.lowerBound }
            #expect(!named.contains(nil) && named.compactMap { $0 } == named.compactMap { $0 }.sorted())
        }
    }

    @Test func enterMovesToTheNextBarAndAppendsOne() throws {
        var visitor = try open("| Cm7 | F7 |")
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.send("tunes next Enter")
        #expect(visitor.bars.count == 3 && visitor.effect("focus") == ["bar-field"])
        try visitor.type("Bb", into: "bar-field")
        #expect(visitor.bars[2] == "Bar 3: B flat major")
    }

    @Test func typedBarLineMakesTwoBars() throws {
        var visitor = try open("| Cm7 | F7 |")
        try visitor.press { $0["aria-label"] == "Bar 1: C minor 7" }
        try visitor.type("Cm7 | Gm7", into: "bar-field")
        #expect(visitor.bars == ["Bar 1: C minor 7", "Bar 2: G minor 7", "Bar 3: F 7"])
    }

    @Test func barsAreInsertedMovedCopiedAndDeleted() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.press("Move ←")
        #expect(visitor.bars.map { String($0.dropFirst(7)) } == ["F 7", "C minor 7", "B flat major"])
        try visitor.press("Copy", in: "Edit bars")
        try visitor.press("Paste after")
        #expect(visitor.bars.map { String($0.dropFirst(7)) } == ["F 7", "F 7", "C minor 7", "B flat major"])
        try visitor.press("Delete", in: "Edit bars")
        try visitor.press("Insert before")
        #expect(visitor.bars.map { String($0.dropFirst(7)) } == ["F 7", "empty", "C minor 7", "B flat major"])
        for _ in 0..<4 { try visitor.press("Undo") }
        #expect(visitor.bars.map { String($0.dropFirst(7)) } == ["C minor 7", "F 7", "B flat major"])
    }

    /// The form stays when its music is moved.
    @Test func movingABarMovesOnlyItsMusic() throws {
        var visitor = try open("[A]\n|: Dm7 | 1. G7 Fine :|\n| 2. C |\n[B]\n| (3/4) Em7 | A7 |]")
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 1") == true }
        // G7 moves between the same signs, then into the next section, whose bars are shorter.
        try visitor.press("Move →")
        #expect(try visitor.storedText().contains("[A]\n|: G7 | 1. Dmi7 Fine :| 2. C |\n[B]\n| (3/4) Emi7 | A7 |]\n"))
        try visitor.press("Move →")
        try visitor.press("Move →")
        #expect(try visitor.storedText().contains("[A]\n|: G7 | 1. C Fine :| 2. Emi7 |\n[B]\n| (3/4) Dmi7 | A7 |]\n"))
        // Two bars at once, and all of it undone.
        try visitor.send("tunes choose 0 1")
        try visitor.press("Move →")
        #expect(try visitor.storedText().contains("[A]\n|: Emi7 | 1. G7 Fine :| 2. C |\n[B]\n| (3/4) Dmi7 | A7 |]\n"))
        try visitor.press("Move ←")
        #expect(try visitor.storedText().contains("[A]\n|: G7 | 1. C Fine :| 2. Emi7 |\n[B]\n| (3/4) Dmi7 | A7 |]\n"))
    }

    /// A value of the stored setup.
    private func setup(_ name: String, _ visitor: Visitor) throws -> String? {
        try #require(try visitor.stored()["setup"] as? String).split(separator: " ").first { $0.hasPrefix(name + "=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    @Test func lockedVoicingsAndLoopFollowTheirBars() throws {
        var visitor = try open("| Dm7 | G7 | Cmaj7 | A7 |")
        try visitor.press { $0["aria-label"] == "Bar 2: G 7" }
        try visitor.press("Lock this voicing")
        #expect(visitor.find { $0["data-input"] == "tunes loop" } != nil)
        try visitor.send("tunes loop", "1-1")
        let pin = try #require(try setup("pins", visitor)).dropFirst()
        func stands(_ chord: Int?, _ bar: Int?) throws {
            #expect(try setup("pins", visitor) == chord.map { "\($0)" + pin })
            #expect(try setup("loop", visitor) == bar.map { "\($0)-\($0)" })
        }
        try stands(1, 1)
        try visitor.press { $0["aria-label"] == "Bar 1: D minor 7" }
        try visitor.press("Insert before")
        try visitor.type("Em7 A7", into: "bar-field")
        try stands(3, 2)
        // A chord is added to its bar, then a bar before it.
        try visitor.press { $0["aria-label"] == "Bar 3: G 7" }
        try visitor.type("Db7 G7", into: "bar-field")
        try stands(4, 2)
        try visitor.press("Move ←")
        try stands(3, 1)
        try visitor.press("Move →")
        try visitor.press("Copy", in: "Edit bars")
        try visitor.press("Paste after")
        try stands(4, 2)
        try visitor.press("Delete", in: "Edit bars")
        try visitor.press("Edit as text")
        try visitor.type("| Dm7 | Db7 G7 | Cmaj7 | A7 |", into: "tune-text")
        try stands(2, 1)
        // Another chord is not affected.
        try visitor.press { $0["aria-label"] == "Bar 2: D flat 7, G 7" }
        try visitor.type("Db7 G7b9", into: "bar-field")
        try stands(nil, 1)
        try visitor.press("Undo")
        try stands(2, 1)
        try visitor.press("Delete", in: "Edit bars")
        try stands(nil, nil)
    }

    @Test func lockedVoicingsAreTransposed() throws {
        var visitor = try open("Key: C\n| Dm7 | G7 | Cmaj7 |")
        try visitor.press { $0["aria-label"] == "Bar 2: G 7" }
        try visitor.press("Lock this voicing")
        func keys() throws -> [Int] {
            let pin = try #require(try setup("pins", visitor))
            #expect(pin.hasPrefix("1:"))
            let keys = try #require(pin.split(separator: "/").last)
            return keys.split { !$0.isNumber }.compactMap { Int($0) }
        }
        let before = try keys()
        #expect(!before.isEmpty)
        try visitor.press("Up a semitone")
        #expect(try keys() == before.map { $0 + 1 })
        // From D♭ to B♭, three semitones down are less than nine up.
        try visitor.send("tunes key Bb")
        #expect(try keys() == before.map { $0 - 2 })
        try visitor.send("tunes key C")
        #expect(try keys() == before)
    }

    @Test func styleOfASectionFollowsIt() throws {
        var visitor = try open("[A]\n| Dm7 | G7 |\n[B]\n| Em7 | A7 |")
        try visitor.press { $0["aria-label"] == "Bar 3: E minor 7" }
        try visitor.send("tunes section-hands", "shell")
        #expect(try setup("sections", visitor) == "1:shell")
        try visitor.press { $0["aria-label"] == "Bar 2: G 7" }
        try visitor.type("C", into: "bar-label")
        #expect(try setup("sections", visitor) == "2:shell")
        try visitor.press("Delete", in: "Edit bars")
        try visitor.press("Move ←")
        #expect(try setup("sections", visitor) == "1:shell")
    }

    /// Typed text is never lost without a message.
    @Test func barWithAnErrorIsNotLeft() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.type("Db7 Xyz", into: "bar-field")
        try visitor.send("tunes next Enter")
        #expect(visitor.find { $0["id"] == "bar-field" }?["value"] == "Db7 Xyz")
        #expect(visitor.find { $0.classes.contains("typing-trouble") }?.text.contains("Xyz") == true)
        #expect(visitor.find { $0["aria-label"] == "Bar 2" } != nil && visitor.announced.contains("Xyz"))
        // Leaving the bar shows a message.
        try visitor.press { $0["aria-label"] == "Bar 1: C minor 7" }
        #expect(visitor.find { $0["id"] == "notice" }?.text.contains("“Db7 Xyz”") == true)
        try visitor.send("tunes next Enter")
        #expect(visitor.find { $0["id"] == "bar-field" }?["value"] == "F7")
    }

    @Test(
        arguments: [
            ("tunes insert after", nil), ("tunes move on", nil), ("tunes remove", nil), ("tunes end double", nil),
            ("tunes transpose 1", nil), ("tunes text", "| D |"), ("app shortcut Escape", nil),
            ("app visit /settings", nil), ("app go", "/tunes"),
        ] as [(String, String?)])
    func actionThatRemovesTypedTextNamesIt(action: String, value: String?) throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.type("Db7 Xyz", into: "bar-field")
        try visitor.send(action, value)
        #expect(visitor.find { $0["id"] == "bar-field" }?["value"] != "Db7 Xyz")
        #expect(try visitor.part("notice").text.contains("“Db7 Xyz”") && visitor.announced.contains("“Db7 Xyz”"))
    }

    @Test(arguments: ["Undo", "Double bar line"]) func errorGoesWithItsText(button: String) throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.type("F7 B7", into: "bar-field")
        try visitor.type("F7 B7 H", into: "bar-field")
        try visitor.press(button)
        #expect(visitor.find { $0["id"] == "bar-field" }?["value"]?.contains("H") == false)
        #expect(visitor.find { $0.classes.contains("typing-trouble") } == nil)
    }

    @Test func escapeClosesTheBarBeforeTheTune() throws {
        var visitor = try open()
        let address = visitor.address
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.shortcut("Escape")
        #expect(visitor.find { $0["id"] == "bar-field" } == nil && visitor.address == address)
        let focused = try visitor.part(try #require(visitor.effect("focus"))[0])
        #expect(focused["aria-label"] == "Bar 2: F 7")
        try visitor.shortcut("Escape")
        #expect(visitor.address == "/tunes")
    }

    @Test func escapeLeavesATuneThatIsGone() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        // The import is undone.
        try visitor.press("Undo")
        #expect(visitor.bars.isEmpty)
        try visitor.shortcut("Escape")
        #expect(visitor.address == "/tunes")
    }

    @Test func changeOfMeterKeepsAllChords() throws {
        var visitor = try open("| C Am F G | C F | C / / G |")
        let (text, bars) = (try visitor.storedText(), visitor.bars)
        try visitor.send("tunes head time", "3/4")
        #expect(visitor.bars == bars && bars[0] == "Bar 1: C major, A minor, F major, G major")
        let reopened = try TunesTests.reopened(
            try #require(visitor.effects.last { $0[0] == "keepTune" })[1], at: visitor.address)
        #expect(reopened.bars == bars)
        // Evenly spaced chords stay evenly spaced.
        try visitor.send("tunes head time", "4/4")
        #expect(try visitor.storedText().contains("| C Ami F G | C F |") && text.contains("| C Ami F G | C F |"))
        // Also if the meter changes in an earlier bar.
        var other = try open("| D | C Am F G |")
        try other.press { $0["aria-label"] == "Bar 1: D major" }
        try other.type("(3/4) D", into: "bar-field")
        #expect(other.bars[1] == "Bar 2: C major, A minor, F major, G major")
    }

    @Test func barCanBeEmptied() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.type("", into: "bar-field")
        let reopened = try TunesTests.reopened(
            try #require(visitor.effects.last { $0[0] == "keepTune" })[1], at: visitor.address)
        try visitor.send("tunes next Enter")
        #expect(visitor.bars == ["Bar 1: C minor 7", "Bar 2: empty", "Bar 3: B flat major"])
        #expect(visitor.find { $0["aria-label"] == "Bar 3" } != nil)
        #expect(reopened.bars == visitor.bars)
    }

    @Test func signsStayUnlessOthersAreTyped() throws {
        var visitor = try open("|: Dm7 | G7 Fine :|")
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 1") == true }
        for typed in ["E", "Em", "Em7"] { try visitor.type(typed, into: "bar-field") }
        #expect(try visitor.storedText().contains("|: Emi7 | G7 Fine :|"))
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 2") == true }
        for typed in ["", "A", "A7", "A7 |", "A7 | D7"] { try visitor.type(typed, into: "bar-field") }
        #expect(try visitor.storedText().contains("|: Emi7 | A7 | D7 Fine :|"))
        try visitor.type("A7 :|", into: "bar-field")
        #expect(try visitor.storedText().contains("|: Emi7 | A7 :|"))
    }

    @Test func signsAreRemovedIfTheChordsStay() throws {
        for (text, typed, written) in [
            ("|: Dm7 | G7 :|", "| Dm7", "| Dmi7 | G7 :|"), ("|: Dm7 | G7 :|", "Dm7", "| Dmi7 | G7 :|"),
            ("| Dm7 Fine | G7 |", "Dm7 ", "| Dmi7 | G7 |"), ("| 1. Dm7 | G7 |", "Dm7", "| Dmi7 | G7 |"),
            // Typing other chords does not change the signs.
            ("|: Dm7 | G7 :|", "D", "|: D | G7 :|"),
        ] {
            var visitor = try open(text)
            try visitor.press { $0["aria-label"]?.hasPrefix("Bar 1") == true }
            try visitor.type(typed, into: "bar-field")
            #expect(try visitor.storedText().contains(written + "\n"), "\(text) \(typed)")
        }
    }

    @Test func sectionStartsWhereItIsNamed() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        try visitor.type("B", into: "bar-label")
        #expect(try visitor.storedText().contains("[B]\n| F7 | Bb |"))
        try visitor.type("", into: "bar-label")
        #expect(try visitor.storedText().contains("| Cmi7 | F7 | Bb |"))
    }

    /// The bracket includes bars that repeat another one. The last D minor ends one bracket and starts another.
    @Test func cadencesHaveBrackets() throws {
        var visitor = try open("Key: C\n| Dm7 | % | G7 | Cmaj7 | Em7b5 A7 | Dm7 | G7 | Cmaj7 |")
        #expect(visitor.every { $0.classes.contains("bracket") }.isEmpty)
        try visitor.press("Show numerals")
        let kinds = visitor.every { $0.classes.contains("bar-face") }.map { bar in
            bar.all().map { $0.element.classes }.filter { $0.first == "bracket" }.map {
                $0.dropFirst().joined(separator: " ")
            }
        }
        #expect(
            kinds.map { $0.filter { !$0.contains("area") } }
                == [["opens"], ["whole"], [""], ["closes"], [], ["opens"], [""], ["closes"]])
        // One key from the first chord to the last, below two chords in bar 5.
        #expect(
            kinds.map { $0.filter { $0.contains("area") } }
                == [
                    ["area opens"], ["area whole"], ["area"], ["area"], ["area", "area"], ["area"], ["area"],
                    ["area closes"],
                ])
        #expect(
            visitor.every { $0.classes == ["bracket-name"] }.map { $0.text } == ["ii–V–I", "C major", "ii–V–I"])
        #expect(visitor.every { $0.classes == ["numeral"] }.map { $0.text }.prefix(3) == ["ii7", "V7", "Ima7"])
    }

    @Test func aBracketClosesInABarThatRepeatsTheOneBefore() throws {
        var visitor = try open("Key: C\n| Dm7 | G7 Cmaj7 | % |")
        try visitor.press("Show numerals")
        let areas = visitor.every { $0.classes.starts(with: ["bracket", "area"]) }
        #expect(areas.map { $0.classes.dropFirst(2) } == [["opens"], [], [], ["whole", "closes"]])
    }

    /// The analysis has its own screen: the chart with its brackets, all chords key by key, and the cadences.
    @Test func theAnalysisIsAScreen() throws {
        var visitor = try open("Key: C\n| Dm7 | G7 | Cmaj7 | % | Fm7 | Bb7 | Ebmaj7 | % |")
        try visitor.press("Analysis")
        #expect(visitor.address.hasSuffix("/analysis"))
        let rows = visitor.every { $0.tag == "tr" }.map { $0.text }
        #expect(rows.count == 8)
        #expect(rows.first?.hasPrefix("C major") == true && rows[4].hasPrefix("E♭ major"))
        #expect(rows[1].contains("ii7") && rows[1].contains("D Dorian") && rows[6].contains("V7"))
        let cadences = visitor.every { $0.tag == "ul" && $0.classes == ["analysis"] }.first?.text ?? ""
        #expect(cadences.contains("ii–V–I in C major") && cadences.contains("ii–V–I in E♭ major"))
        #expect(!visitor.every { $0.classes.contains("bracket") }.isEmpty)
    }

    /// A chosen chord shows its function, its scales in the teacher's order, and its other names.
    @Test func aChosenChordHasItsFunctionAndScales() throws {
        var visitor = try open("Key: C\n| Cmaj7 | A7 | Dm7 | % | G7 | Cmaj7 |")
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 2:") == true }
        #expect(
            visitor.every { $0.tag == "span" && $0.classes == ["chord-function"] }.map { $0.text }
                == ["V7/ii in C major: applied dominant of ii"])
        #expect(visitor.every { $0.classes == ["scale-notes"] }.first?.text == "A B♭ C♯ D E F G avoid D")
        // A sustained chord has the function it began with.
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 4:") == true }
        #expect(
            visitor.every { $0.classes == ["chord-function"] }.map { $0.text } == ["ii7 in C major: supertonic"])
    }

    @Test func repeatsEndingsAndSignsAreToggled() throws {
        var visitor = try open()
        try visitor.press { $0["aria-label"] == "Bar 2: F 7" }
        for (title, written) in [
            ("Start repeat", "|: F7"), ("End repeat", "F7 :|"), ("Fine", "F7 Fine"), ("1st ending", "1. F7"),
        ] {
            try visitor.press(title)
            #expect(try visitor.storedText().contains(written), "\(title)")
            try visitor.press(title)
            #expect(try !visitor.storedText().contains(written), "\(title)")
        }
    }

    /// The menu and the circle name the key as the tune does, and choosing it again changes nothing.
    @Test func keyOfATuneKeepsItsSpelling() throws {
        var visitor = try open("Title: Try\nKey: F#\n\n| F#maj7 | G#m7 C#7 |")
        let before = visitor.bars
        let keys = visitor.every { $0.tag == "option" && $0["selected"] != nil && $0.text.hasSuffix(" major") }
        #expect(keys.map { $0.text } == ["F♯ major"])
        try visitor.press { $0["aria-label"] == "F♯ major" && $0["aria-pressed"] == "true" }
        #expect(visitor.bars == before)
    }

    @Test func tuneIsTransposedAndBack() throws {
        var visitor = try open("Title: Try\nKey: Bb\n| Cm7 | F7 | Bbmaj7 | G7b9 |")
        let before = visitor.bars
        try visitor.press("Up a semitone")
        #expect(
            visitor.bars == [
                "Bar 1: C sharp minor 7", "Bar 2: F sharp 7", "Bar 3: B major 7", "Bar 4: G sharp 7 flat 9",
            ])
        try visitor.press("Down a semitone")
        #expect(visitor.bars == before)
    }

    @Test func tuneIsEditedAsText() throws {
        var visitor = try open()
        try visitor.press("Edit as text")
        try visitor.type("Title: Other\n[A]\n| D | G |", into: "tune-text")
        #expect(visitor.bars == ["Bar 1: D major", "Bar 2: G major"] && visitor.title.hasPrefix("Other"))
        try visitor.type("Title: Other\n[A]\n| D | H |", into: "tune-text")
        #expect(visitor.find { $0.classes.contains("typing-trouble") } != nil)
    }

    /// The tune stays the last readable one, and the typed text stays in the field.
    @Test func unreadableTextIsNotApplied() throws {
        var visitor = try open()
        let address = visitor.address
        let before = visitor.bars
        let wrong = "Title: Try\n| Cm7 | F7 Xyz | Bb |"
        try visitor.press("Edit as text")
        let said = try visitor.part("tune-text").text
        try Self.expectErrors(of: "tune-text", visitor, nil)
        try visitor.type(wrong, into: "tune-text")
        try Self.expectErrors(of: "tune-text", visitor, "Xyz")
        func hasMessage() throws {
            #expect(visitor.find { $0["id"] == "tune-text" }?.text == wrong)
            let errors = visitor.every { $0.classes.contains("typing-trouble") }.map { $0.text }
            #expect(errors.contains { $0.contains("bar 2") && $0.contains("Xyz") })
        }
        try hasMessage()
        #expect(visitor.bars == before && visitor.effects.allSatisfy { $0[0] != "keepTune" })
        // After hiding and showing the text, editing a bar, undo, and visiting another screen.
        try visitor.press("Edit as text")
        #expect(visitor.find { $0["id"] == "notice" }?.text.contains("Xyz") == true)
        try visitor.press("Edit as text")
        try visitor.press { $0["aria-label"] == "Bar 3: B flat major" }
        try visitor.type("Eb", into: "bar-field")
        try hasMessage()
        try visitor.press("Undo")
        try hasMessage()
        try visitor.send("app go", "/tunes")
        try visitor.send("app go", address)
        try hasMessage()
        try visitor.send("app go", "/tunes/blues")
        #expect(visitor.find { $0["id"] == "tune-text" } == nil)
        try visitor.send("app go", address)
        try hasMessage()
        try visitor.press("Revert to the tune")
        #expect(try visitor.part("tune-text").text == said)
        #expect(visitor.bars == before && visitor.find { $0.classes.contains("typing-trouble") } == nil)
    }

    @Test func severalTunesInTheTextCanBeSaved() throws {
        var visitor = try open()
        try visitor.press("Edit as text")
        try visitor.type("Title: Try\n| D | G |\n\nTitle: Second\n| Em7 | A7 |", into: "tune-text")
        #expect(visitor.effects.allSatisfy { $0[0] != "keepTune" })
        #expect(visitor.find { $0["data-action"] == "tunes split {seed}" } != nil)
        try visitor.send("tunes split 8")
        #expect(visitor.bars == ["Bar 1: D major", "Bar 2: G major"])
        #expect(visitor.effects.filter { $0[0] == "keepTune" }.count == 2)
        try visitor.send("app go", "/tunes")
        let second = try #require(visitor.find { $0.tag == "a" && $0.text.contains("Second") }?["href"])
        try visitor.send("app go", second)
        #expect(visitor.bars == ["Bar 1: E minor 7", "Bar 2: A 7"])
    }

    @Test func changedExampleIsStored() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 1") == true }
        try visitor.type("|: F6", into: "bar-field")
        #expect(try visitor.stored()["id"] as? String == "blues")
        #expect(visitor.bars[0].contains("F 6"))
        try visitor.send("app go", "/tunes")
        #expect(
            try #require(visitor.find { $0["aria-label"] == "Examples" }).text.contains("Twelve-Bar Blues") == false)
    }

    /// It is still an example: it is listed once among the examples and cannot be deleted.
    @Test func setupOfAnExampleIsStored() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press("Show numerals")
        try visitor.press("Faster")
        let stored = try #require(visitor.effects.last { $0[0] == "keepTune" })[1]
        #expect(try visitor.stored()["id"] as? String == "blues")
        var again = try TunesTests.reopened(stored, at: "/tunes/blues")
        #expect(again.find { $0["id"] == "tune-tempo" }?["value"] == "136")
        #expect(again.find { $0["data-action"] == "tunes analysis" }?["aria-pressed"] == "true")
        #expect(again.find { $0["data-action"] == "tunes delete blues" } == nil)
        try again.send("app go", "/tunes")
        #expect(
            again.every { $0.classes.contains("tune-row") }.filter { $0.text.contains("Twelve-Bar Blues") }.count == 1)
        #expect(again.find { $0["aria-label"] == "Examples" }?.text.contains("Twelve-Bar Blues") == true)
        #expect(try again.part("tunes-state").text.contains("0 tunes"))
        // A reverted change leaves nothing.
        try visitor.press("Undo")
        try visitor.press("Undo")
        #expect(visitor.effect("removeTune") == ["blues"])
        #expect(visitor.find { $0["id"] == "tune-tempo" }?["value"] == "132")
    }

    /// A trumpeter reads and types a tone higher. The stored tune is at concert pitch.
    @Test func transposedPartIsEditedAtWrittenPitch() throws {
        var visitor = try Visitor("/tunes", remembered: [("for", "Bb")])
        try visitor.send("tunes adopt", #"{"tunes":[],"state":"alone"}"#)
        try visitor.paste("Key: Bb\n| Bbmaj7 | F7 |")
        #expect(visitor.bars == ["Bar 1: C major 7", "Bar 2: G 7"])
        try visitor.press { $0["aria-label"] == "Bar 2: G 7" }
        try visitor.type("Dm7 G7", into: "bar-field")
        #expect(try visitor.storedText().contains("Cm7 F7") || visitor.storedText().contains("Cmi7 F7"))
    }
}

@Suite struct PlayingATune {
    @Test func tempoIsSteppedTypedAndTappedWithinItsRange() throws {
        var visitor = try visitor(at: "/tunes/blues")
        let tempo = { (visitor: Visitor) in visitor.find { $0["id"] == "tune-tempo" }?["value"] }
        #expect(tempo(visitor) == "132")
        try visitor.press("Faster")
        #expect(tempo(visitor) == "136")
        try visitor.send("tunes tempo", "999")
        #expect(tempo(visitor) == "300")
        try visitor.send("tunes tempo", "1")
        #expect(tempo(visitor) == "30")
        for time in [1000, 1500, 2000, 2500] { try visitor.send("tunes tap \(time)") }
        #expect(tempo(visitor) == "120")
        // After a pause, tapping starts again. A single tap has no effect.
        try visitor.send("tunes tap 9000")
        #expect(tempo(visitor) == "120")
    }

    /// In 6/8 the beat of the clock is a dotted quarter.
    @Test func printedTempoUsesTheBeatOfTheMeter() throws {
        for (meter, note) in [
            ("4/4", "♩"), ("3/4", "♩"), ("6/8", "♩."), ("12/8", "♩."), ("5/8", "♪"), ("2/2", "Half note"),
        ] {
            var visitor = try visitor()
            try visitor.paste("Time: \(meter)\nTempo: 96\n| C |")
            #expect(visitor.every { $0.classes.contains("print-only") }.map { $0.text } == [note + " = 96"], "\(meter)")
        }
    }

    @Test func playbackStartsAtTheLoopedBars() throws {
        var visitor = try visitor(at: "/tunes/rhythm-changes")
        try visitor.send("tunes choose 10 17")
        try visitor.send("tunes loop", "10-17")
        try visitor.press("Play the tune")
        // A is played twice, so B starts in the eighteenth bar.
        let order = try #require(try visitor.plan()["bars"] as? [[Any]]).compactMap { $0[0] as? Int }
        let first = try #require(order.firstIndex(of: 10))
        #expect(try visitor.plan()["loop"] as? [Int] == [first, first + 7])
        #expect(visitor.effect("startTune") == ["\(first)"])
    }

    @Test func changesDuringPlaybackReachTheClock() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press("Play the tune")
        try visitor.press("Faster")
        #expect(try visitor.plan()["tempo"] as? Int == 136 && visitor.effect("startTune") == nil)
        try visitor.press("Left hand")
        #expect(try visitor.plan()["muted"] as? [Int] == [0])
        // The voicings are not sent again while they stay the same.
        #expect(visitor.effect("showVoicings") == nil)
        try visitor.send("tunes hands", "shell")
        #expect(visitor.effect("setTunePlan") != nil && visitor.effect("showVoicings") != nil)
        try visitor.press("Stop the tune")
        #expect(visitor.effect("stopTune") != nil)
    }

    /// Settings may come from another tab during playback.
    @Test func settingsApplyDuringPlayback() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press("Play the tune")
        #expect(try #require(visitor.effect("showVoicings")?.first).contains("B♭"))
        try visitor.send("settings follow", "note-names german")
        #expect(
            try !#require(visitor.effect("showVoicings")?.first).contains("B♭") && visitor.effect("setTunePlan") != nil)
        try visitor.send("settings follow", "note-names german")
        #expect(visitor.effect("showVoicings") == nil)
    }

    @Test func keyCircleHasTwelveKeysInFifths() throws {
        for (address, name) in [("/tunes/blues", "F"), ("/tunes/minor-blues", "c")] {
            var visitor = try visitor(at: address)
            func keys() throws -> [HTMLElement] {
                try #require(visitor.find { $0.classes.contains("key-circle") }).all().map { $0.element }.filter {
                    $0["aria-pressed"] != nil
                }
            }
            let names = try keys().map { $0.text }
            let fifths = try names.map { try NoteName($0.prefix(1).uppercased() + $0.dropFirst()).pitchClass }
            #expect(fifths.count == 12 && zip(fifths, fifths.dropFirst()).allSatisfy { ($1 - $0 + 12) % 12 == 7 })
            #expect(try keys().filter { $0["aria-pressed"] == "true" }.map { $0.text } == [name])
            for wanted in names {
                try visitor.press { $0.text == wanted && $0["data-action"]?.hasPrefix("tunes key") == true }
                #expect(try keys().filter { $0["aria-pressed"] == "true" }.map { $0.text } == [wanted])
            }
        }
    }

    @Test(arguments: ["/tunes/blues", "/tunes/late-october", "/tunes/rhythm-changes"])
    func shownVoicingsAreThePlayedOnes(address: String) throws {
        for hands in ["any", "spread", "rootless"] {
            var visitor = try visitor(at: address)
            try visitor.send("tunes hands", hands)
            try visitor.send("tunes set rhythm", "held")
            try visitor.press("Play the tune")
            let text = try #require(visitor.effect("showVoicings")?.first)
            let shown = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let looks = try #require(shown["looks"] as? [[String: Any]])
            let chords = try #require(shown["chords"] as? [[Int]])
            let drawn =
                visitor.find { $0["id"] == "tune-now" }?.all().compactMap {
                    $0.element["data-name"].flatMap { Int($0) }
                } ?? []
            #expect(!drawn.isEmpty && drawn.count == Set(drawn).count)
            for bar in try #require(try visitor.plan()["bars"] as? [[Any]]) {
                for cue in try #require(bar[3] as? [[Int]]) {
                    // A chord takes a few hundredths of a second.
                    let strikes = try #require(bar[2] as? [[Int]]).filter { cue[0]..<cue[0] + 200 ~= $0[1] }
                    let keys = try #require(looks[chords[cue[1]][0]]["keys"] as? [[Any]])
                    for hand in 0...1 {
                        let struck = strikes.filter { $0[0] == hand }.flatMap { $0[4...] }
                        let lit = keys.filter { $0[1] as? Int == hand }.compactMap { $0[0] as? Int }
                        #expect(lit.sorted() == struck.sorted(), "\(hands), chord \(cue[1])")
                        #expect(lit.allSatisfy { drawn.contains($0) })
                    }
                }
            }
        }
    }

    /// The file has the voicings and the number of choruses of the playback.
    @Test(arguments: ["blues", "rhythm-changes", "late-october"]) func midiFileMatchesThePlayback(id: String) throws {
        var visitor = try visitor(at: "/tunes/" + id)
        try visitor.send("tunes hands", "rootless")
        try visitor.send("tunes set choruses", "2")
        try visitor.send("tunes tempo", "99")
        try visitor.press("Play the tune")
        let plan = try visitor.plan()
        #expect(plan["passes"] as? Int == 2)
        // The strikes of each hand, chord by chord.
        let once = try #require(plan["bars"] as? [[Any]]).flatMap { ($0[2] as? [[Int]] ?? []).sorted { $0[1] < $1[1] } }
        try visitor.send("tunes save " + id + " midi")
        let file = try #require(visitor.effect("download"))
        let hex = try #require(file.last)
        let bytes = stride(from: 0, to: hex.utf8.count, by: 2).map { UInt8(hex.dropFirst($0).prefix(2), radix: 16)! }
        let midi = try MIDIFile(bytes)
        for (part, track) in [(0, 1), (1, 2)] {
            let played = once.filter { $0[0] == part }.map { "\($0[4]) \($0[3])" }
            let struck = midi.tracks[track].compactMap { event -> String? in
                guard case .message(.noteOn(_, let pitch, let velocity)) = event.kind else { return nil }
                return "\(pitch) \(velocity)"
            }
            // The first chorus; the second one is played differently.
            #expect(struck.count > played.count || played.isEmpty && struck.isEmpty)
            #expect(struck.prefix(played.count).sorted() == played.sorted())
        }
        let tempi = midi.tracks[0].compactMap { event in
            if case .tempo(let microseconds) = event.kind { microseconds } else { nil }
        }
        #expect(tempi == [60_000_000 / 99])
    }

    @Test func leavingTheTuneStopsPlayback() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press("Play the tune")
        try visitor.press("Grand staff")
        #expect(visitor.effect("stopTune") == nil && visitor.find { $0["aria-label"] == "Stop the tune" } != nil)
        try visitor.send("app visit /circle")
        #expect(visitor.effect("stopTune") != nil)
    }

    @Test func everyDominantHasAnUpperStructureInThatStyle() throws {
        var visitor = try visitor(at: "/tunes/blues/voicings")
        try visitor.send("tunes hands", "upper-structure")
        let cards = visitor.page.all().map { $0.element }.filter { $0.classes.contains("tune-card") }
        #expect(cards.count == 16)
        let dominants = cards.filter { $0.text.contains("7") && !$0.text.contains("mi7") && !$0.text.contains("°") }
        #expect(
            !dominants.isEmpty
                && dominants.allSatisfy { $0.text.contains("upper structure") || $0.text.contains("two chords") })
    }

    @Test func lockedVoicingStays() throws {
        var visitor = try visitor(at: "/tunes/blues")
        try visitor.press { $0["aria-label"]?.hasPrefix("Bar 2") == true }
        let lit = { (visitor: Visitor) in
            visitor.find { $0.classes.contains("tune-hands") }?.all().map { $0.element }.filter {
                $0.classes.contains("lit")
            }.compactMap { $0["data-pitch"] }
        }
        let before = lit(visitor)
        try visitor.press("Inversion up")
        let pinned = lit(visitor)
        #expect(pinned != before && pinned?.isEmpty == false)
        try visitor.send("tunes hands", "shell")
        #expect(lit(visitor) == pinned)
        try visitor.press("Lock this voicing")
        #expect(lit(visitor) != pinned)
    }

    // MARK: Synchronization

    private func record(_ id: String, _ text: String, _ more: String = "") -> String {
        #"""
        {"id":"\#(id)","title":"\#(id)","composer":"","style":"","key":"","text":"Title: \#(id)\n\n\#(text)\n",\#
        "setup":""\#(more)}
        """#
    }

    @Test func tunesAreStoredOnTheServer() throws {
        #expect(try Visitor("/tunes").effect("openTunes") == ["server"])
        for (state, sentence) in [
            ("sent", "Saved on the server."), ("alone", "Saved in this browser."), ("asking", "Saved in this browser."),
            ("waiting", "Saved in this browser. 2 items are not on the server yet."),
            ("writing", "2 items are not saved in this browser yet."),
            ("order", "Saved in this browser. The new order is not on the server yet."),
            (#"sent","isRemote":true,"also":""#, "Saved on the server only. This browser stores nothing."),
        ] {
            var visitor = try Visitor("/tunes")
            try visitor.send("tunes adopt", #"{"tunes":[\#(record("a", "| C |"))],"state":"\#(state)","waiting":2}"#)
            #expect(try visitor.part("tunes-state").text.contains("1 tune. " + sentence))
        }
    }

    @Test func unknownServerItemsAreNotCounted() throws {
        var visitor = try Visitor("/tunes")
        for (state, text) in [
            ("asking", "Loading"), ("sent", "0 tunes. Saved on the server."), ("waiting", "0 tunes."),
        ] {
            try visitor.send("tunes adopt", #"{"tunes":[],"state":"\#(state)","waiting":0}"#)
            #expect(try visitor.part("tunes-state").text.contains(text))
            #expect(try visitor.part("tunes-state").text.contains("0 tunes") == (state != "asking"))
        }
        // In pieces. The last one has the state and the order.
        try visitor.send("tunes adopt", #"{"tunes":[\#(record("a", "| C |"))],"state":"sent","waiting":0,"of":2}"#)
        #expect(try visitor.part("tunes-state").text.contains("Loading: 1 of 2"))
        try visitor.send(
            "tunes adopt",
            #"{"tunes":[\#(record("b", "| D |"))],"gone":[],"order":["b","a"],"state":"sent","waiting":0}"#)
        #expect(try visitor.part("tunes-state").text.contains("2 tunes. Saved on the server."))
        try visitor.send("tunes adopt", #"{"tunes":[],"gone":[],"state":"unkept","waiting":0,"isHung":true}"#)
        #expect(try visitor.part("notice").text.contains("storage does not respond"))
    }

    /// After a conflict, the open screen continues with the copy that has the local changes.
    @Test(arguments: ["", "/staff", "/voicings"]) func conflictKeepsBothVersions(view: String) throws {
        for (choice, left, place) in [
            ("Keep mine only", ["removeTune", "keepTune"], "a"), ("Keep theirs only", ["removeTune"], "a"),
            ("Keep both", ["keepTune"], "b"),
        ] {
            var visitor = try visitor(at: "/tunes/a" + view, keeping: "[" + record("a", "| Dm7 |") + "]")
            try visitor.send(
                "tunes adopt",
                #"""
                {"tunes":[\#(record("a", "| Em7 |")),\#(record("b", "| Am7 |", #","copyOf":"a""#))],"gone":[],\#
                "state":"sent"}
                """#
            )
            #expect(visitor.address == "/tunes/b" + view)
            #expect(
                visitor.find { $0["id"] == "notice" }?.text.contains("“b” was changed in two places at the same time.")
                    == true)
            let box = try #require(visitor.find { $0.classes.contains("conflict") })
            #expect(box.text.contains("This tune was changed in two places") && box["role"] == "alert")
            try visitor.press(choice)
            #expect(visitor.effects.map { $0[0] }.filter { ["removeTune", "keepTune"].contains($0) } == left)
            #expect(visitor.address == "/tunes/" + place + view)
            #expect(visitor.find { $0.classes.contains("conflict") } == nil)
            if choice == "Keep mine only" { #expect(try visitor.storedText().contains("Am7")) }
        }
    }

    @Test func listOffersToResolveAConflict() throws {
        var visitor = try visitor(
            keeping: "[" + record("a", "| Em7 |") + "," + record("b", "| Am7 |", #","copyOf":"a""#) + "]")
        let rows = visitor.every { $0.classes.contains("tune-row") }.filter {
            $0.text.contains("Both versions are saved")
        }
        #expect(rows.map { $0["id"] } == ["tune-b"])
        try visitor.press("Keep both")
        #expect(visitor.find { $0.classes.contains("conflict") } == nil)
        try visitor.press("Undo")
        #expect(visitor.find { $0.classes.contains("conflict") } != nil)
    }

    @Test func restoredItemIsReported() throws {
        var visitor = try visitor()
        try visitor.send(
            "tunes adopt", #"{"tunes":[\#(record("a", "| C |"))],"gone":[],"state":"sent","returned":["a"]}"#)
        #expect(
            visitor.find { $0["id"] == "notice" }?.text.contains(
                "“a” is back: it was changed elsewhere after you deleted it here") == true)
        try visitor.send(
            "tunes adopt", #"{"tunes":[],"gone":[],"state":"sent","parting":{"isOther":true,"restored":2}}"#)
        #expect(visitor.find { $0["id"] == "notice" }?.text.contains("your 2 tunes were added to it") == true)
    }

    /// Remote changes of the open tune are sent to the clock, other changes are not.
    @Test func remoteChangesApplyDuringPlayback() throws {
        var visitor = try visitor(at: "/tunes/a", keeping: "[" + record("a", "| Dm7 |") + "]")
        try visitor.press("Play the tune")
        let before = try visitor.plan()["bars"] as? [[Any]]
        try visitor.send("tunes adopt", #"{"tunes":[\#(record("b", "| C |"))],"gone":[],"state":"sent"}"#)
        #expect(visitor.effect("setTunePlan") == nil)
        try visitor.send("tunes adopt", #"{"tunes":[\#(record("a", "| Dm7 | Cmaj7 |"))],"gone":[],"state":"sent"}"#)
        #expect(try visitor.plan()["bars"].flatMap { $0 as? [[Any]] }?.count == (before?.count ?? 0) + 1)
    }
}
