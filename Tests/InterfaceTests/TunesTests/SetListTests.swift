import Foundation
import Testing

/// A stored set list of these tunes.
private func storedSet(_ id: String, _ name: String, _ tunes: String) throws -> String {
    try storedTune(id, name, style: "Set list", setup: "set=" + tunes)
}

extension Visitor {
    /// The titles of the tunes of the open set list.
    fileprivate func titles(of name: String) -> [String] {
        find { $0["aria-label"] == name && $0.tag == "ol" }?.all().map { $0.element }.filter { $0.tag == "b" }.map {
            $0.text
        } ?? []
    }

    /// The setup of the item that the host has to store.
    fileprivate func storedSetup() throws -> String {
        let text = try #require(effects.last { $0[0] == "keepTune" })[1]
        let record = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return try #require(record["setup"] as? String)
    }
}

@Suite struct SetListTests {
    private func tunes() throws -> [String] {
        try [("a", "Alpha"), ("b", "Beta"), ("c", "Gamma")].map { try storedTune($0.0, $0.1) }
    }

    @Test func setListIsMadeNamedAndFilled() throws {
        var visitor = try libraryVisitor(at: "/tunes/sets", try tunes())
        try visitor.press("New set list")
        #expect(visitor.address.hasPrefix("/tunes/sets/"))
        try visitor.enter("  Friday  gig ") { $0["id"] == "set-name" }
        #expect(visitor.title.hasPrefix("Friday gig · Set list"))
        for (search, title) in [("bet", "Beta"), ("twelve", "Twelve-Bar Blues"), ("alp", "Alpha")] {
            try visitor.type(search, into: "set-search")
            try visitor.press("Add " + title)
            #expect(visitor.effect("focusToType") == ["set-search"])
        }
        #expect(visitor.titles(of: "Friday gig") == ["Beta", "Twelve-Bar Blues", "Alpha"])
        #expect(try visitor.storedSetup() == "set=b,blues,a")
        // A tune is there once.
        try visitor.type("bet", into: "set-search")
        #expect(!visitor.has("Add Beta"))
        #expect(try visitor.region("Add a tune").text.contains("already in this set list"))
        try visitor.type("zeta", into: "set-search")
        #expect(try visitor.region("Add a tune").text.contains("No tunes match your search."))
        // It is no tune in the list of tunes.
        try visitor.go(to: "/tunes")
        #expect(visitor.listedTitles == ["Gamma", "Beta", "Alpha"])
        #expect(try visitor.part("tunes-state").text.contains("3 tunes"))
    }

    @Test func tunesAreMovedAndRemoved() throws {
        var visitor = try libraryVisitor(at: "/tunes/sets/s", try tunes() + [try storedSet("s", "Gig", "a,b,c")])
        try visitor.press("Move Gamma up")
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Gamma", "Beta"])
        #expect(visitor.announced == "Gamma, 2 of 3")
        #expect(!visitor.isEnabled("Move Alpha up") && !visitor.isEnabled("Move Beta down"))
        try visitor.press("Remove Alpha")
        #expect(visitor.titles(of: "Gig") == ["Gamma", "Beta"])
        #expect(visitor.effect("focus") == ["remove-c"])
        for _ in 0..<2 { try visitor.press("Undo") }
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Beta", "Gamma"])
    }

    @Test func deletedTunesOfASetListDoNotCount() throws {
        var visitor = try libraryVisitor(
            at: "/tunes/sets", try tunes() + [try storedSet("s", "Gig", "gone,a,lost,c,away")])
        #expect(visitor.find { $0.classes.contains("tune-link") }?.text.contains("2 tunes") == true)
        try visitor.go(to: "/tunes/sets/s")
        try visitor.press("Move Gamma up")
        #expect(visitor.titles(of: "Gig") == ["Gamma", "Alpha"])
        #expect(visitor.announced == "Gamma, 1 of 2")
        // They may come back, and keep their places.
        #expect(try visitor.storedSetup() == "set=gone,c,lost,a,away")
        try visitor.press("Select")
        try visitor.send("tunes pick-all")
        #expect(visitor.find { $0.text == "Selected: 2 tunes" } != nil)
        try visitor.press("Select")
        try visitor.press("Remove Gamma")
        #expect(visitor.effect("focus") == ["remove-a"])
        #expect(visitor.announced.contains("1 tune"))
    }

    @Test func deletedSetListComesBack() throws {
        var visitor = try libraryVisitor(at: "/tunes/sets/s", try tunes() + [try storedSet("s", "Gig", "a,b")])
        try visitor.press("Delete")
        #expect(visitor.address == "/tunes/sets" && visitor.effect("removeTune") == ["s"])
        #expect(visitor.titles(of: "Set lists").isEmpty)
        try visitor.press("Undo", in: "tunes-state")
        #expect(visitor.titles(of: "Set lists") == ["Gig"])
    }

    @Test func selectedTunesBecomeASetList() throws {
        var visitor = try libraryVisitor(try tunes() + [try storedSet("s", "Gig", "a")])
        try visitor.press("Select")
        for id in ["c", "a"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        try visitor.press("Gig", in: "Add to set list")
        #expect(try visitor.storedSetup() == "set=a,c")
        #expect(visitor.find { $0["id"] == "notice" }?.text == "Added 1 tune to “Gig”.")
        try visitor.press("Select")
        for id in ["c", "b"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        try visitor.press("New set list")
        #expect(try visitor.storedSetup() == "set=c,b")
    }

    @Test func tunesArePlayedOneAfterAnother() throws {
        // One of them was deleted.
        var visitor = try libraryVisitor(at: "/tunes/sets/s", try tunes() + [try storedSet("s", "Gig", "a,gone,c")])
        try visitor.press("Play set list")
        #expect(visitor.address == "/tunes/sets/s/a" && visitor.effect("startTune") == ["0"])
        #expect(visitor.find { $0.classes.contains("set-bar") }?.text.contains("1 of 2") == true)
        try visitor.send("tunes ended")
        #expect(visitor.address == "/tunes/sets/s/c")
        // The former tune is stopped before the next one begins.
        let names = visitor.effects.map { $0[0] }
        let stop = try #require(names.lastIndex(of: "stopTune"))
        let start = try #require(names.firstIndex(of: "startTune"))
        #expect(stop < start)
        #expect(
            visitor.effects.filter { $0[0] == "logTune" }.map { Array($0[1...2]) } == [
                ["ended", "a"], ["played", "c"],
            ])
        try visitor.send("tunes ended")
        #expect(visitor.address == "/tunes/sets/s/c" && visitor.effect("startTune") == nil)
        #expect(visitor.has("Play the tune"))
    }

    /// Only the end of a tune leads to the next one.
    @Test(arguments: [("stopped", ""), ("failed", "The player could not be loaded. Check your connection.")])
    func aBrokenTuneDoesNotLeadToTheNext(_ how: String, _ notice: String) throws {
        var visitor = try libraryVisitor(at: "/tunes/sets/s", try tunes() + [try storedSet("s", "Gig", "a,c")])
        try visitor.press("Play set list")
        try visitor.send("tunes " + how)
        #expect(visitor.address == "/tunes/sets/s/a" && visitor.effect("startTune") == nil)
        #expect(visitor.has("Play the tune"))
        #expect(visitor.find { $0["id"] == "notice" }?.text == notice)
        // What comes late is about a tune that does not play.
        try visitor.send("tunes ended")
        #expect(visitor.address == "/tunes/sets/s/a" && visitor.effect("startTune") == nil)
    }

    @Test func neighborsAreOpenedByHand() throws {
        var visitor = try libraryVisitor(
            at: "/tunes/sets/s/b/stand", try tunes() + [try storedSet("s", "Gig", "a,b,c")])
        try visitor.press("Next tune")
        #expect(visitor.address == "/tunes/sets/s/c/stand" && visitor.effect("startTune") == nil)
        #expect(!visitor.isEnabled("Next tune"))
        try visitor.press("Play the tune")
        try visitor.press("Previous tune")
        #expect(visitor.address == "/tunes/sets/s/b/stand" && visitor.effect("startTune") == ["0"])
        // Back leads to the set list.
        try visitor.go(to: "/tunes/sets/s/b")
        try visitor.shortcut("Escape")
        #expect(visitor.address == "/tunes/sets/s")
        try visitor.shortcut("Escape")
        #expect(visitor.address == "/tunes/sets")
    }

    @Test func linkContainsTheSetListAndItsTunes() throws {
        var visitor = try libraryVisitor(
            at: "/tunes/sets/s", try tunes() + [try storedSet("s", "Gig", "b,blues,a")])
        try visitor.press("Copy link")
        let path = try #require(visitor.effect("copyWholeLink"))[0]
        // The other user has one of the tunes.
        var other = try libraryVisitor(at: path, [try storedTune("mine", "Alpha")])
        #expect(other.titles(of: "Gig") == ["Beta", "Twelve-Bar Blues", "Alpha"])
        #expect(other.title.hasPrefix("Gig · From a link"))
        try other.press("Save set list and tunes")
        let kept = other.effects.filter { $0[0] == "keepTune" }
        #expect(kept.count == 2)
        let ids = try other.storedSetup().dropFirst(4).split(separator: ",")
        #expect(ids.count == 3 && ids[1] == "blues" && ids[2] == "mine")
        #expect(other.titles(of: "Gig") == ["Beta", "Twelve-Bar Blues", "Alpha"])
    }

    @Test func longLinkIsReported() throws {
        let long = try (0..<60).map { number in
            try storedTune("t\(number)", "Tune \(number) " + String(repeating: "x", count: 100))
        }
        let ids = (0..<60).map { "t\($0)" }.joined(separator: ",")
        var visitor = try libraryVisitor(at: "/tunes/sets/s", long + [try storedSet("s", "Gig", ids)])
        try visitor.press("Copy link")
        #expect(visitor.find { $0["id"] == "notice" }?.text.contains("cut off") == true)
    }

    /// Copies of tunes have new ids, and the copied set list names those.
    @Test func copiedSetListHasTheCopies() throws {
        var visitor = try Visitor("/shelf")
        try visitor.send("chordsets adopt", "{\"chordsets\":[],\"state\":\"alone\"}")
        try visitor.send("tunes adopt", "{\"tunes\":[],\"state\":\"alone\"}")
        let file = try
            "{\"chordsets\":[],\"tunes\":[\(storedSet("s", "Gig", "b,a")),\(tunes().joined(separator: ","))]}"
        try visitor.send("shelf add 7", file: "shelf.json", Array(file.utf8))
        let kept = try visitor.effects.filter { $0[0] == "keepTune" }.map { effect in
            try #require(JSONSerialization.jsonObject(with: Data(effect[1].utf8)) as? [String: Any])
        }
        let ids = Dictionary(
            uniqueKeysWithValues: kept.map { ($0["title"] as? String ?? "", $0["id"] as? String ?? "") })
        let set = try #require(kept.first { $0["title"] as? String == "Gig" })
        #expect(set["setup"] as? String == "set=\(ids["Beta"] ?? ""),\(ids["Alpha"] ?? "")")
        #expect(ids["Beta"] != "b")
        // A second time nothing is new.
        try visitor.send("shelf add 8", file: "shelf.json", Array(file.utf8))
        #expect(visitor.effects.allSatisfy { $0[0] != "keepTune" })
    }

    @Test func absentSetListIsReported() throws {
        let visitor = try libraryVisitor(at: "/tunes/sets/none", [])
        #expect(visitor.find { $0["role"] == "status" && $0.text.contains("set list was not found") } != nil)
    }
}

@Suite struct MovingTests {
    private func visitor() throws -> Visitor {
        let tunes = try [("a", "Alpha"), ("b", "Beta"), ("c", "Gamma"), ("d", "Delta")].map {
            try storedTune($0.0, $0.1)
        }
        var visitor = try libraryVisitor(
            at: "/tunes/sets/s", tunes + [try storedSet("s", "Gig", "a,b,c,d"), try storedSet("t", "Late", "d")])
        try visitor.press("Select")
        for id in ["b", "d"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        return visitor
    }

    @Test func selectedTunesMoveToAnotherSetListInOneStep() throws {
        var visitor = try visitor()
        #expect(try visitor.region("Selected tunes").text.contains("Selected: 2 tunes"))
        // Not to the open one.
        let choice = try visitor.part("set-choice").all().map { $0.element }
        #expect(choice.filter { $0.tag == "button" }.map { $0.text } == ["Late"])
        try visitor.press("Late", in: "Move to set list")
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Gamma"])
        #expect(visitor.find { $0["id"] == "notice" }?.text == "Moved 2 tunes to “Late”.")
        try visitor.go(to: "/tunes/sets/t")
        // Delta was there already.
        #expect(visitor.titles(of: "Late") == ["Delta", "Beta"])
        try visitor.press("Undo")
        #expect(visitor.titles(of: "Late") == ["Delta"])
        try visitor.go(to: "/tunes/sets/s")
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Beta", "Gamma", "Delta"])
    }

    /// They keep their distance until the first one is at the end.
    @Test func selectedTunesMoveUpAndDownTogether() throws {
        var visitor = try visitor()
        try visitor.press("Move selected tunes up")
        #expect(visitor.titles(of: "Gig") == ["Beta", "Alpha", "Delta", "Gamma"])
        try visitor.press("Move selected tunes up")
        #expect(visitor.titles(of: "Gig") == ["Beta", "Delta", "Alpha", "Gamma"])
        for _ in 0..<3 { try visitor.press("Move selected tunes down") }
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Gamma", "Beta", "Delta"])
    }

    @Test func selectedTunesAreRemovedTogether() throws {
        var visitor = try visitor()
        try visitor.press("Remove selected tunes")
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Gamma"])
        try visitor.press("Undo")
        #expect(visitor.titles(of: "Gig") == ["Alpha", "Beta", "Gamma", "Delta"])
    }

    @Test func selectionEndsWithTheScreen() throws {
        var visitor = try visitor()
        try visitor.go(to: "/tunes")
        #expect(visitor.find { $0["aria-label"] == "Selected tunes" } == nil)
    }
}

@Suite struct LinkedSetTests {
    /// The address of a set list of two tunes.
    private func link() throws -> String {
        let tunes = try [("a", "Alpha"), ("b", "Beta")].map { try storedTune($0.0, $0.1) }
        var visitor = try libraryVisitor(at: "/tunes/sets/s", tunes + [try storedSet("s", "Gig", "a,b")])
        try visitor.press("Copy link")
        return try #require(visitor.effect("copyWholeLink"))[0]
    }

    @Test func isPlayedThroughWithoutBeingSaved() throws {
        var visitor = try libraryVisitor(at: try link(), [])
        try visitor.press("Play set list")
        #expect(visitor.title.hasPrefix("Alpha") && visitor.effect("startTune") == ["0"])
        try visitor.send("tunes ended")
        #expect(visitor.title.hasPrefix("Beta"))
        #expect(visitor.find { $0.classes.contains("set-bar") }?.text.contains("2 of 2") == true)
        let names = visitor.effects.map { $0[0] }
        let stop = try #require(names.lastIndex(of: "stopTune"))
        let start = try #require(names.firstIndex(of: "startTune"))
        #expect(stop < start)
        try visitor.send("tunes ended")
        #expect(visitor.title.hasPrefix("Beta") && visitor.effect("startTune") == nil)
        #expect(visitor.effects.allSatisfy { $0[0] != "keepTune" && $0[0] != "logTune" })
    }

    @Test func itsTunesHaveAddressesAndSaveAlone() throws {
        let path = try link()
        var visitor = try libraryVisitor(at: path + "/2/stand", [])
        #expect(visitor.title.hasPrefix("Beta"))
        try visitor.press("Previous tune")
        #expect(visitor.address == path + "/1/stand")
        try visitor.go(to: path + "/1")
        try visitor.shortcut("Escape")
        #expect(visitor.address == path)
        try visitor.go(to: path + "/1")
        try visitor.press("Save to my tunes")
        #expect(visitor.effects.filter { $0[0] == "keepTune" }.count == 1)
        #expect(try !Visitor(path + "/3").title.hasPrefix("Beta"))
    }
}
