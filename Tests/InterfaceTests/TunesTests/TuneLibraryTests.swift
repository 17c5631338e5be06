import Foundation
import Testing

/// A stored tune as the host sends it.
func storedTune(
    _ id: String, _ title: String, composer: String = "", style: String = "", key: String = "", head: String = "",
    setup: String = ""
) throws -> String {
    var text = "Title: \(title)\n"
    if !composer.isEmpty { text += "Composer: \(composer)\n" }
    if !style.isEmpty { text += "Style: \(style)\n" }
    if !key.isEmpty { text += "Key: \(key)\n" }
    text += head + "\n| Cma7 |]\n"
    let record = [
        "id": id, "title": title, "composer": composer, "style": style, "key": key, "text": text, "setup": setup,
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
}

/// A user with these tunes and this log.
func libraryVisitor(at route: String = "/tunes", _ tunes: [String], log: String = "") throws -> Visitor {
    var visitor = try Visitor(route)
    try visitor.send("tunes adopt", "{\"tunes\":[\(tunes.joined(separator: ","))],\"state\":\"alone\"}")
    if !log.isEmpty { try visitor.send("tunes log", log) }
    return visitor
}

extension Visitor {
    /// The titles of the listed tunes, without examples.
    var listedTitles: [String] {
        find { $0["aria-label"] == "Your tunes" }?.all().map { $0.element }.filter { $0.tag == "b" }.map { $0.text }
            ?? []
    }

    /// Chooses an option of a menu.
    mutating func choose(_ value: String, in action: String) throws {
        #expect(find { $0["data-input"] == action } != nil, "there is no menu \(action)")
        try send(action, value)
    }
}

/// Four tunes that differ in every facet.
private func fourTunes() throws -> [String] {
    [
        try storedTune("a", "Alpha", composer: "Ada", style: "Bossa Nova", key: "F", head: "Tempo: 90\n"),
        try storedTune("b", "Beta", composer: "Bob", style: "Swing", key: "Bb", head: "Time: 3/4\nTempo: 200\n"),
        try storedTune("c", "Gamma", composer: "Ada", style: "Swing", key: "Dm"),
        try storedTune("d", "Delta", composer: "Dora", style: "Swing", key: "F", setup: "tempo=220"),
    ]
}

@Suite struct TuneLibraryTests {
    @Test(arguments: [
        ("style", "Swing", ["Delta", "Gamma", "Beta"]), ("key", "F", ["Delta", "Alpha"]),
        ("meter", "3/4", ["Beta"]), ("composer", "Ada", ["Gamma", "Alpha"]),
        // Alpha has 90, Beta 200, Gamma no tempo, which is played at 120, and Delta is played at 220.
        ("tempo", "slow", ["Alpha"]), ("tempo", "medium", ["Gamma"]), ("tempo", "fast", ["Delta", "Beta"]),
    ])
    func eachFilterFindsItsTunes(facet: String, value: String, titles: [String]) throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.press("Filter")
        try visitor.choose(value, in: "tunes filter " + facet)
        #expect(visitor.listedTitles == titles)
        #expect(try visitor.part("tune-found").text.contains("\(titles.count) of 4 tunes"))
        #expect(visitor.has("Filter (1)"))
        try visitor.press("Show all")
        #expect(visitor.listedTitles.count == 4)
    }

    @Test func filtersAndSearchAreCombined() throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.press("Filter")
        try visitor.choose("Swing", in: "tunes filter style")
        try visitor.choose("F", in: "tunes filter key")
        #expect(visitor.listedTitles == ["Delta"])
        try visitor.type("ada", into: "tune-search")
        #expect(visitor.listedTitles.isEmpty)
        #expect(try visitor.part("tune-rows").text.contains("No tunes match"))
    }

    @Test func menusOfferEveryValueOnce() throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.press("Filter")
        let menu = try #require(visitor.find { $0["data-input"] == "tunes filter key" })
        let options = menu.all().map { $0.element }.filter { $0.tag == "option" }
        #expect(options.map { $0.text } == ["Any", "B♭ major", "D minor", "F major"])
    }

    @Test func favoriteIsNotedOnTheDeviceAndNotInTheTune() throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.press("Favourite: Beta")
        #expect(visitor.effect("logTune") == ["favorite", "b", "1"])
        #expect(visitor.effect("keepTune") == nil)
        try visitor.press("Favourites")
        #expect(visitor.listedTitles == ["Beta"])
        try visitor.press("Favourite: Beta")
        #expect(visitor.effect("logTune") == ["favorite", "b", "0"])
        #expect(visitor.listedTitles.isEmpty)
    }

    @Test func playingIsNotedOnTheDeviceAndNotInTheTune() throws {
        var visitor = try libraryVisitor(at: "/tunes/b", try fourTunes())
        try visitor.press("Play the tune")
        #expect(visitor.effect("logTune") == ["played", "b", "200", "Bb"])
        #expect(visitor.effect("keepTune") == nil)
        try visitor.press("Stop the tune")
        #expect(visitor.effect("logTune") == ["ended", "b", "200", "Bb"])
        // Leaving the screen ends it, too.
        try visitor.press("Play the tune")
        try visitor.go(to: "/tunes")
        #expect(visitor.effect("logTune") == ["ended", "b", "200", "Bb"])
        try visitor.go(to: "/tunes/c")
        #expect(visitor.effect("logTune") == nil)
    }

    @Test func tuneInALinkIsNotNoted() throws {
        var visitor = try libraryVisitor(at: "/tunes/b", try fourTunes())
        try visitor.press("Copy link")
        let path = try #require(visitor.effect("copyWholeLink"))[0]
        try visitor.go(to: path)
        try visitor.press("Play the tune")
        #expect(visitor.effect("startTune") != nil && visitor.effect("logTune") == nil)
    }

    /// 28 Nov 2026, 00:30 in Berlin, is the day before in UTC.
    @Test func playsDecideOrderAndFilter() throws {
        let log = """
            a 5 1795700000+60 100 F 0 -
            b 1 1795822200+60 180 Bb 0 -
            c 2 1795800000+60 120 - 1 1795800000+60
            nonsense
            x -1 - - - 0 -
            """
        var visitor = try libraryVisitor(try fourTunes(), log: log)
        try visitor.choose("often", in: "tunes sort")
        #expect(visitor.listedTitles == ["Alpha", "Gamma", "Beta", "Delta"])
        try visitor.press("Recently played")
        #expect(visitor.listedTitles == ["Beta", "Gamma", "Alpha"])
        #expect(try visitor.part("tune-a").text.contains("played 5 times"))
        #expect(try visitor.part("tune-b").text.contains("played once"))
        try visitor.go(to: "/tunes/b")
        let line = try #require(visitor.find { $0.classes.contains("tune-use") })
        #expect(line.text.contains("Played once, last on 28 Nov 2026 at 180, in B♭ major."))
        // Another tab plays it again.
        try visitor.send("tunes log", "b 2 1795908600+60 200 C 0 -")
        #expect(
            visitor.find { $0.classes.contains("tune-use") }?.text.contains(
                "Played 2 times, last on 29 Nov 2026 at 200, in C major.") == true)
    }

    @Test func onlyTheLastThirtyAreRecentlyPlayed() throws {
        let tunes = try (0..<40).map { try storedTune("t\($0)", "Tune \($0)") }
        let log = (0..<40).map { "t\($0) 1 \(1_795_000_000 + 60 * $0)+60 120 C 0 -" }.joined(separator: "\n")
        var visitor = try libraryVisitor(tunes, log: log)
        try visitor.press("Recently played")
        #expect(visitor.listedTitles == (10..<40).reversed().map { "Tune \($0)" })
    }

    @Test func keysAreWrittenAsTheReaderReadsThem() throws {
        var visitor = try Visitor("/tunes", remembered: [("for", "Bb")])
        try visitor.send("tunes adopt", "{\"tunes\":[\(try fourTunes().joined(separator: ","))],\"state\":\"alone\"}")
        try visitor.press("Filter")
        let menu = try #require(visitor.find { $0["data-input"] == "tunes filter key" })
        // B♭, Dm and F are written a whole step higher: C, Em and G.
        let options = menu.all().map { $0.element }.filter { $0.tag == "option" }.map { $0.text }
        #expect(options.map { $0.prefix(1) } == ["A", "C", "E", "G"], "\(options)")
    }
}

@Suite struct SelectedTunesTests {
    @Test func selectedTunesAreDeletedInOneStep() throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.press("Select")
        for id in ["a", "c"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        #expect(try visitor.region("Selected tunes").text.contains("Selected: 2 tunes"))
        try visitor.press("Delete", in: "Selected tunes")
        #expect(visitor.listedTitles == ["Delta", "Beta"])
        #expect(visitor.find { $0.classes.contains("undo-bar") }?.text.contains("2 tunes were deleted.") == true)
        #expect(visitor.effects.filter { $0[0] == "removeTune" }.map { $0[1] }.sorted() == ["a", "c"])
        try visitor.press("Undo", in: "tunes-state")
        #expect(visitor.listedTitles == ["Delta", "Gamma", "Beta", "Alpha"])
        #expect(visitor.find { $0.classes.contains("undo-bar") } == nil)
        // Both are stored again, and the order is the former one.
        #expect(visitor.effects.filter { $0[0] == "keepTune" }.count == 2)
        #expect(visitor.effect("orderTunes") == ["a", "b", "c", "d"])
    }

    @Test func allListedTunesAreSelected() throws {
        var visitor = try libraryVisitor(try fourTunes())
        try visitor.type("swing", into: "tune-search")
        try visitor.press("Select")
        try visitor.press("Select all")
        #expect(try visitor.region("Selected tunes").text.contains("Selected: 3 tunes"))
        try visitor.press("Select all")
        #expect(try visitor.region("Selected tunes").text.contains("Tap the tunes"))
    }

    @Test func selectAllKeepsTheSelectionThatIsNotShown() throws {
        var visitor = try libraryVisitor(try fourTunes())
        func selected() throws -> String { try visitor.region("Selected tunes").text }
        try visitor.press("Select")
        for id in ["a", "b"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        // Gamma and Delta.
        for search in ["gamma", "delta"] {
            try visitor.type(search, into: "tune-search")
            try visitor.press("Select all")
        }
        #expect(try selected().contains("Selected: 4 tunes"))
        try visitor.press("Select all")
        #expect(try selected().contains("Selected: 3 tunes"))
        try visitor.type("", into: "tune-search")
        #expect(
            visitor.every { $0["data-action"]?.hasPrefix("tunes pick ") == true && $0["aria-pressed"] == "false" }
                .map { $0["data-action"] } == ["tunes pick d"])
    }

    @Test func selectedTunesAreSavedInOneFile() throws {
        let tunes = try fourTunes() + [try storedTune("e", "Alpha")]
        var visitor = try libraryVisitor(tunes)
        try visitor.press("Select")
        for id in ["a", "b", "e"] { try visitor.press { $0["data-action"] == "tunes pick " + id } }
        try visitor.press("Save as text")
        let text = try #require(visitor.effect("download"))
        #expect(text[0] == "Tunes.txt" && text[2].contains("Title: Alpha") && text[2].contains("Title: Beta"))
        try visitor.press("Save for iReal Pro")
        let page = try #require(visitor.effect("download"))
        #expect(page[0] == "Tunes.html")
        var other = try libraryVisitor([])
        try other.send("tunes open 7", file: page[0], Array(page[2].utf8))
        #expect(other.listedTitles == ["Alpha", "Beta", "Alpha"])
        try visitor.press("Save as MusicXML")
        var files: [String] = []
        while visitor.effect("exportMore") != nil {
            let added = try #require(visitor.effect("addToZip"))
            #expect(added[0] == (files.isEmpty ? "first" : ""))
            files += added.dropFirst()
            try visitor.send("tunes take-more")
        }
        files += try #require(visitor.effect("addToZip")).dropFirst()
        #expect(visitor.effect("downloadZip") == ["Tunes.zip"])
        #expect(visitor.find { $0["id"] == "notice" }?.text == "")
        // Two tunes with one title have two names.
        #expect(files.count == 6)
        #expect([files[0], files[2], files[4]] == ["Alpha.musicxml", "Beta.musicxml", "Alpha 2.musicxml"])
        #expect(files[1].contains("<score-partwise"))
    }
}

@Suite struct ManyTunesTests {
    /// More than are stored at once.
    private static let count = 500

    private func tunes() throws -> [String] {
        try (0..<ManyTunesTests.count).map { try storedTune("t\($0)", "Tune \($0)") }
    }

    /// Carries out what the host is asked to store, until nothing is left.
    /// - Returns: how many effects there were at most at once.
    private func store(_ visitor: inout Visitor, in stored: inout [String]) throws -> Int {
        var maximum = 0
        while true {
            maximum = max(maximum, visitor.effects.count)
            var isFinished = true
            for effect in visitor.effects {
                switch effect[0] {
                case "removeTune": stored.removeAll { $0 == effect[1] }
                case "keepTune":
                    let record = try #require(
                        JSONSerialization.jsonObject(with: Data(effect[1].utf8)) as? [String: Any])
                    let id = try #require(record["id"] as? String)
                    if !stored.contains(id) { stored.append(id) }
                case "orderTunes": stored = Array(effect.dropFirst())
                case "saveMore": isFinished = false
                default: break
                }
            }
            if isFinished { return maximum }
            try visitor.send("app save-more", "tunes")
        }
    }

    @Test func areDeletedAndRestoredInShortPieces() throws {
        var visitor = try libraryVisitor(try tunes())
        let ids = (0..<ManyTunesTests.count).map { "t\($0)" }
        var stored = ids
        try visitor.press("Select")
        try visitor.press("Select all")
        try visitor.press("Delete", in: "Selected tunes")
        #expect(visitor.listedTitles.isEmpty)
        #expect(try store(&visitor, in: &stored) < 100)
        #expect(stored.isEmpty)
        try visitor.press("Undo", in: "tunes-state")
        #expect(visitor.listedTitles.first == "Tune \(ManyTunesTests.count - 1)")
        #expect(try store(&visitor, in: &stored) < 100)
        #expect(stored == ids)
    }

    @Test func areAllStoredBeforeThePageIsClosed() throws {
        var visitor = try libraryVisitor(try tunes())
        try visitor.press("Select")
        try visitor.press("Select all")
        try visitor.press("Delete", in: "Selected tunes")
        let first = visitor.effects.filter { $0[0] == "removeTune" }.count
        try visitor.send("app save-all", "tunes")
        #expect(first + visitor.effects.filter { $0[0] == "removeTune" }.count == ManyTunesTests.count)
        #expect(visitor.effect("saveMore") == nil)
    }

    /// The host passes the newest tunes first, because the list shows these.
    @Test func areSavedInShortPieces() throws {
        var visitor = try libraryVisitor(try tunes())
        try visitor.press("Save all as a file")
        var pieces = 1
        while visitor.effect("exportMore") != nil {
            #expect(visitor.find { $0["id"] == "notice" }?.text.hasPrefix("Writing… ") == true)
            try visitor.send("tunes take-more")
            pieces += 1
        }
        #expect(pieces > 10)
        let text = try #require(visitor.effect("download"))[2]
        var other = try libraryVisitor([])
        try other.send("tunes open 7", file: "Tunes.txt", Array(text.utf8))
        #expect(try other.part("tunes-state").text.contains("\(ManyTunesTests.count) tunes"))
    }

    /// A user whose tunes have arrived in pieces.
    private func visitorWithPieces() throws -> Visitor {
        var visitor = try Visitor("/tunes")
        let tunes = try tunes()
        let pieces = stride(from: 0, to: tunes.count, by: 100).map { tunes[$0..<$0 + 100].joined(separator: ",") }
        for (number, piece) in pieces.reversed().enumerated() {
            let gone = number == 0 ? "" : "\"gone\":[],"
            let rest = number + 1 < pieces.count ? ",\"of\":\(tunes.count)" : ""
            try visitor.send(
                "tunes adopt", "{\"tunes\":[\(piece)],\(gone)\"isBefore\":true,\"state\":\"alone\"\(rest)}")
            #expect(visitor.listedTitles.first == "Tune \(tunes.count - 1)")
        }
        return visitor
    }

    @Test func arriveInPieces() throws {
        var visitor = try visitorWithPieces()
        let tunes = try tunes()
        try visitor.choose("title", in: "tunes sort")
        #expect(visitor.listedTitles.first == "Tune 0")
        try visitor.choose("added", in: "tunes sort")
        try visitor.type("Tune 499", into: "tune-search")
        #expect(visitor.listedTitles == ["Tune 499"])
        #expect(try visitor.part("tunes-state").text.contains("\(tunes.count) tunes"))
    }

    @Test(arguments: [0, 99, 100, 250, 499])
    func returnToTheirPlacesAfterArrivingInPieces(number: Int) throws {
        var visitor = try visitorWithPieces()
        let ids = (0..<ManyTunesTests.count).map { "t\($0)" }
        var stored = ids
        try visitor.send("tunes delete t\(number)")
        #expect(visitor.effects.filter { $0[0] == "removeTune" } == [["removeTune", "t\(number)"]])
        _ = try store(&visitor, in: &stored)
        #expect(stored == ids.filter { $0 != "t\(number)" })
        try visitor.press("Undo", in: "tunes-state")
        _ = try store(&visitor, in: &stored)
        #expect(stored == ids)
    }

    @Test func searchFindsTheSameLetterByLetter() throws {
        var visitor = try libraryVisitor(try tunes())
        for search in ["t", "tu", "tune 4", "tune 49", "tune 4", "9", "9 4", "9 4 e", "e"] {
            try visitor.type(search, into: "tune-search")
            let words = search.split(separator: " ")
            let found = (0..<ManyTunesTests.count).filter { number in
                words.allSatisfy { "tune \(number)".contains($0) }
            }
            #expect(visitor.listedTitles == found.reversed().prefix(12).map { "Tune \($0)" }, "\(search)")
            let line = try visitor.part("tune-found").text
            #expect(line.contains("\(found.count) of \(ManyTunesTests.count) tunes"), "\(search)")
        }
    }

    @Test func searchShowsTheFirstRowsAtOnceAndTheOthersSoon() throws {
        var visitor = try libraryVisitor(try tunes())
        #expect(visitor.listedTitles.count == 30)
        try visitor.type("tune", into: "tune-search")
        #expect(visitor.listedTitles.count == 12)
        #expect(visitor.effect("furtherRows") == [])
        try visitor.send("tunes fill")
        #expect(visitor.listedTitles.count == 30)
        // Rows that were asked for stay.
        try visitor.send("tunes more")
        try visitor.send("tunes fill")
        #expect(visitor.listedTitles.count == 60)
    }
}
