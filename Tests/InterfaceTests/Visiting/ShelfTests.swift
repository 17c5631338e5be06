import Foundation
import Interface
import Testing

@Suite struct ShelfScreen {
    /// A user on the screen of the shelf, after the host has reported its state.
    private func visitor(_ state: String, chordsets: String = "sent", waiting: Int = 0) throws -> Visitor {
        var visitor = try Visitor("/shelf")
        #expect(Set(visitor.effects.map { $0[0] }).isSuperset(of: ["openChordsets", "openTunes", "shelf"]))
        for kind in ["chordsets", "tunes"] {
            let count = kind == "chordsets" ? waiting : 0
            try visitor.send(
                "\(kind) adopt", #"{"\#(kind)":[],"state":"\#(chordsets)","waiting":\#(count),"returned":[]}"#)
        }
        try visitor.send("shelf adopt", state)
        return visitor
    }

    private let owner = #"{"standing":"owner","isReachable":true,"name":"Mine","hasReaders":false}"#

    private func tasks(_ visitor: Visitor) -> [[String]] { visitor.effects.filter { $0[0] == "shelf" } }

    /// The links and codes that the host has to fill in.
    private func filledIn(_ visitor: Visitor) -> [String] {
        visitor.page.all().compactMap { $0.element["data-withheld"] }.filter { !$0.isEmpty }
    }

    @Test func settingsAndListsLinkToTheShelf() throws {
        for (route, leads, title) in [
            ("/settings", "/", "Combine"), ("/lights", "/lights", "Lights"), ("/tunes", "/tunes", "Tunes"),
        ] {
            var visitor = try Visitor(route)
            try visitor.press("Your shelf")
            #expect(visitor.address == "/shelf" && visitor.title == "Your shelf · Chord Combiner")
            try visitor.press("Back to " + title)
            #expect(visitor.address == leads)
        }
    }

    @Test func staticCopyExplainsThatThereIsNoServer() throws {
        let template = "<title></title><!--region screen--><!--end-->"
        let text = Page(route: "/shelf", inFragment: true).document(template: template)
        #expect(text.contains("This copy of the page has no server") && !text.contains("data-action=\"shelf"))
        #expect(!Page(route: "/lights", inFragment: true).document(template: template).contains("Your shelf"))
        #expect(!Page(route: "/shelf").document(template: template).contains("no server"))
    }

    @Test func singleUserServerIsExplained() throws {
        let visitor = try visitor(#"{"standing":"alone"}"#)
        #expect(try visitor.part("screen").text.contains("for you on this computer"))
        let tasks = visitor.every { element in element["data-action"].map { $0.hasPrefix("shelf ") } ?? false }
        #expect(tasks.isEmpty)
    }

    @Test func invalidMessageChangesNothing() throws {
        var visitor = try visitor(owner)
        for text in ["", "nonsense", "{}", #"{"standing":"king"}"#] {
            try visitor.send("shelf adopt", text)
            #expect(visitor.value(of: "shelf-name") == "Mine", "\(text)")
        }
    }

    @Test func nameIsTidiedAndSentOnce() throws {
        var visitor = try visitor(owner)
        try visitor.enter("  At \n home ") { $0["id"] == "shelf-name" }
        #expect(visitor.effect("shelf") == ["rename", "At home"])
        #expect(visitor.value(of: "shelf-name") == "At home")
        try visitor.enter("At home") { $0["id"] == "shelf-name" }
        #expect(tasks(visitor).isEmpty)
        try visitor.send("shelf done rename")
        #expect(visitor.announced == "Name changed.")
    }

    @Test(arguments: [
        ("Replace your link…", "Replace your link", "renew"), ("Leave the shelf…", "Leave the shelf", "leave"),
        ("Delete for good…", "Delete for good", "delete"),
    ])
    func consequenceIsShownBeforeATask(opener: String, confirm: String, task: String) throws {
        var visitor = try visitor(owner)
        try visitor.press(opener)
        #expect(tasks(visitor).isEmpty && visitor.effect("focus") == ["shelf-refrain"])
        #expect(try visitor.part("shelf-consequence").text.count > 60)
        try visitor.press("Cancel")
        #expect(tasks(visitor).isEmpty && visitor.effect("focus") == ["shelf-\(task)"])
        #expect(visitor.find { $0["id"] == "shelf-consequence" } == nil)
        // Escape, which otherwise leaves the screen, only cancels.
        try visitor.press(opener)
        try visitor.send("app shortcut Escape")
        #expect(visitor.address == "/shelf" && visitor.find { $0["id"] == "shelf-consequence" } == nil)
        #expect(tasks(visitor).isEmpty && visitor.effect("focus") == ["shelf-\(task)"])
        // Confirming a task that was not chosen has no effect.
        try visitor.send("shelf consent \(task)")
        #expect(tasks(visitor).isEmpty)
        try visitor.press(opener)
        try visitor.press(confirm)
        #expect(visitor.effect("shelf") == [task, ""])
        #expect(visitor.find { $0["id"] == "shelf-consequence" } == nil)
        // Once.
        try visitor.send("shelf do export")
        #expect(tasks(visitor).isEmpty)
        try visitor.send("shelf done \(task)")
        #expect(!visitor.announced.isEmpty)
    }

    @Test func leavingShowsWhatWillBeLost() throws {
        var visitor = try visitor(owner, chordsets: "waiting", waiting: 3)
        try visitor.press("Leave the shelf…")
        #expect(
            try visitor.part("shelf-consequence").text.contains("3 items are not on the server yet and will be lost"))
    }

    @Test func onlyOneLinkOrCodeIsShown() throws {
        var visitor = try visitor(owner)
        #expect(filledIn(visitor).isEmpty)
        try visitor.press("Show QR code")
        #expect(filledIn(visitor) == ["code own"])
        try visitor.press("Show link")
        #expect(filledIn(visitor) == ["link own"])
        try visitor.press("Back to Combine")
        try visitor.send("app visit /shelf")
        #expect(filledIn(visitor).isEmpty)
    }

    @Test func readOnlyLinkIsCreatedAndRevoked() throws {
        var visitor = try visitor(owner)
        try visitor.press("Create a read-only link")
        #expect(visitor.effect("shelf") == ["make-reader", ""])
        try visitor.send("shelf adopt", #"{"standing":"owner","name":"Mine","hasReaders":true,"hasReadersLink":true}"#)
        try visitor.send("shelf done make-reader")
        // The button has disappeared; the next likely one has focus.
        #expect(visitor.effect("focus") == ["shelf-copy-reader"])
        try visitor.press("Copy link", in: "Let others read")
        #expect(visitor.effect("shelf") == ["copy-reader", ""])
        try visitor.send("shelf done copy-reader")
        try visitor.press("Show QR code", in: "Let others read")
        // It was replaced elsewhere.
        try visitor.send("shelf adopt", #"{"standing":"owner","name":"Mine","hasReaders":true,"hasReadersLink":false}"#)
        #expect(try visitor.region("Let others read").text.contains("Only the device that created the link"))
        #expect(filledIn(visitor).isEmpty)
        try visitor.press("Stop sharing…")
        try visitor.press("Stop sharing")
        #expect(visitor.effect("shelf") == ["stop-reader", ""])
        try visitor.send("shelf adopt", owner)
        try visitor.send("shelf done stop-reader")
        #expect(visitor.effect("focus") == ["shelf-make-reader"])
    }

    @Test func offlineOnlyLinksCanBeCopied() throws {
        var visitor = try visitor(#"{"standing":"owner","isReachable":false,"name":"Mine"}"#, chordsets: "waiting")
        #expect(try visitor.part("screen").text.contains("The server cannot be reached"))
        for name in ["Replace your link…", "Save as a file", "Delete for good…", "Create a read-only link"] {
            #expect(!visitor.isEnabled(name), "\(name)")
        }
        try visitor.send("shelf do renew")
        #expect(tasks(visitor).isEmpty && visitor.announced.contains("needs the server"))
        try visitor.press("Copy link")
        #expect(visitor.effect("shelf") == ["copy-own", ""])
    }

    @Test func lostShelfKeepsLocalItemsAndOffersOptions() throws {
        var visitor = try visitor(#"{"standing":"lost","name":"Mine"}"#, chordsets: "unknown", waiting: 2)
        let text = try visitor.part("screen").text
        #expect(text.contains("no longer has this shelf") && text.contains("still in this browser"))
        #expect(visitor.find { $0["id"] == "shelf-link" } != nil)
        try visitor.press("Start a new shelf")
        #expect(visitor.effect("shelf") == ["begin", ""])
        try visitor.send("app visit /lights")
        #expect(try visitor.part("shelf-state").text.contains("the server no longer knows your shelf"))
        try visitor.press("What to do")
        #expect(visitor.address == "/shelf")
    }

    private func visit(_ visit: String, standing: String = "owner") throws -> Visitor {
        try visitor(#"{"standing":"\#(standing)","name":"Mine","visit":\#(visit)}"#)
    }

    @Test func switchingToAnotherShelfNeedsConsent() throws {
        var visitor = try visit(#"{"access":"owner","name":"Studio","chordsets":1,"tunes":4}"#)
        let text = try visitor.part("screen").text
        #expect(text.contains("Use “Studio” in this browser?") && text.contains("1 chordset and 4 tunes"))
        #expect(visitor.effect("focus") == ["visited-shelf"])
        try visitor.press("Copy its link")
        #expect(visitor.effect("shelf") == ["copy-own", ""])
        try visitor.send("shelf done copy-own")
        try visitor.press("Use it here")
        #expect(visitor.effect("shelf") == ["enter", ""])
        var other = try visit(#"{"access":"owner","name":"","chordsets":0,"tunes":0}"#, standing: "none")
        // There is no shelf that could be lost.
        #expect(!other.has("Copy its link"))
        try other.press("Not now")
        #expect(other.effect("shelf") == ["dismiss", ""])
    }

    @Test(arguments: ["unknown", "damaged", "own", "unreachable", "foreign", "absent"])
    func invalidShelfLinkIsExplained(access: String) throws {
        let visitor = try visit(#"{"access":"\#(access)"}"#)
        #expect(try visitor.part("visited-shelf").text.count > 60)
        // The user's shelf is still there.
        #expect(access == "own" || visitor.has("Replace your link…"))
        #expect(visitor.has("Close"))
    }

    @Test func retryLeavesTheScreenUsable() throws {
        var visitor = try visit(#"{"access":"unreachable"}"#)
        try visitor.press("Try again")
        #expect(visitor.effect("shelf") == ["retry", ""])
        try visitor.send("shelf adopt", #"{"standing":"owner","visit":{"access":"unreachable"}}"#)
        try visitor.send("shelf failed retry unanswered")
        #expect(visitor.announced == "The server still cannot be reached.")
        try visitor.press("Close")
        #expect(visitor.effect("shelf") == ["dismiss", ""])
    }

    @Test func rememberedShelvesAreListed() throws {
        for standing in ["none", "owner", "lost"] {
            var visitor = try visitor(#"{"standing":"\#(standing)","reading":["Class",""]}"#)
            let section = try visitor.region("Shelves you read")
            #expect(
                section.all().map { $0.element }.filter { $0.tag == "button" }.map { $0.text } == [
                    "Class", "A shared shelf",
                ])
            try visitor.press("Class")
            #expect(visitor.effect("shelf") == ["revisit", "0"])
            try visitor.send(
                "shelf adopt",
                #"""
                {"standing":"\#(standing)","reading":["Class"],"visitIsRemembered":true,"visit":{"access":"unknown"}}
                """#
            )
            #expect(try visitor.part("visited-shelf").text.contains("no longer shared"))
            try visitor.press("Forget this shelf")
            #expect(visitor.effect("shelf") == ["forget", ""])
            try visitor.send("shelf adopt", #"{"standing":"\#(standing)","reading":[]}"#)
            #expect(visitor.find { $0["aria-label"] == "Shelves you read" } == nil)
        }
        var visitor = try visitor(
            #"""
            {"standing":"owner","reading":["Class"],"visitIsRemembered":true,"visit":{"access":"reader","name":"Class"}}
            """#
        )
        #expect(
            visitor.find { $0.tag == "h2" }?.text == "Shared with you" && visitor.title.hasPrefix("Shared with you"))
        // It is the only link to that shelf.
        try visitor.press("Forget this shelf…")
        #expect(tasks(visitor).isEmpty)
        try visitor.press("Forget this shelf")
        #expect(visitor.effect("shelf") == ["forget", ""])
        #expect(try !visit(#"{"access":"reader","name":"Class"}"#).has("Forget this shelf…"))
    }

    @Test func confirmationIsHiddenByAVisitedShelf() throws {
        var visitor = try visitor(owner)
        try visitor.press("Delete for good…")
        try visitor.send("shelf adopt", #"{"standing":"owner","visit":{"access":"owner","name":"Studio"}}"#)
        try visitor.send("shelf adopt", owner)
        #expect(visitor.find { $0["id"] == "shelf-consequence" } == nil)
    }

    @Test func loadingFailureIsReported() throws {
        for task in ["open", "retry", "revisit", "forget", "read"] {
            var visitor = try visitor(owner)
            // As the host reports it if one of its scripts cannot be loaded.
            try visitor.send("shelf failed \(task) unanswered")
            #expect(!visitor.announced.isEmpty, "\(task)")
        }
    }

    @Test(arguments: [
        (" Left\u{202E}right\u{200B} 👩‍🎹 ", "Leftright 👩‍🎹"), ("\u{200B} \u{200B}", ""), ("Jam \u{200B}", "Jam"),
        ("a \u{200B} b", "a b"),
        ("\u{200D}\u{2800}", ""), ("صفحه\u{200C}ها", "صفحه\u{200C}ها"),
    ])
    func namesHaveNoInvisibleCharacters(typed: String, name: String) throws {
        var visitor = try visitor(owner)
        try visitor.enter(typed) { $0["id"] == "shelf-name" }
        #expect(visitor.effect("shelf") == ["rename", name])
    }

    @Test func failedTaskIsReportedAndCanBeRepeated() throws {
        for task in [
            "rename", "make-reader", "stop-reader", "renew", "export", "leave", "delete", "begin", "enter", "copy-own",
        ] {
            var sentences: Set<String> = []
            for failure in ["unanswered", "refused", "undecided", "gone", "unkept"] {
                var visitor = try visitor(owner)
                try visitor.send("shelf do export")
                try visitor.send("shelf failed export refused")
                try visitor.send("shelf failed \(task) \(failure)")
                #expect(visitor.announced.hasSuffix("."))
                sentences.insert(visitor.announced)
                try visitor.press("Save as a file")
                #expect(visitor.effect("shelf")?.first == "export")
            }
            #expect(sentences.count > 2, "\(task)")
            // Without an answer, the message does not claim that nothing has happened.
            var visitor = try visitor(owner)
            try visitor.send("shelf failed \(task) unanswered")
            #expect(!visitor.announced.contains("Nothing was changed"), "\(task)")
        }
    }

    @Test func buttonWorksWhileTheNameIsBeingEdited() throws {
        var visitor = try visitor(owner)
        try visitor.enter("At home") { $0["id"] == "shelf-name" }
        try visitor.press("Copy link")
        #expect(visitor.effect("shelf") == ["copy-own", ""])
        // The typed text stays until it is stored, whatever the host reports meanwhile.
        try visitor.send("shelf adopt", owner)
        #expect(visitor.value(of: "shelf-name") == "At home")
        try visitor.send("shelf failed rename unanswered")
        #expect(visitor.value(of: "shelf-name") == "At home")
        try visitor.enter("At home") { $0["id"] == "shelf-name" }
        #expect(visitor.effect("shelf") == ["rename", "At home"])
        try visitor.send("shelf failed rename unanswered")
        try visitor.enter("Mine") { $0["id"] == "shelf-name" }
        #expect(visitor.value(of: "shelf-name") == "Mine")
        try visitor.enter("At home") { $0["id"] == "shelf-name" }
        // Another shelf has another name.
        try visitor.send("shelf done enter")
        #expect(visitor.value(of: "shelf-name") != "At home")
    }

    @Test func replacingAReadOnlyLinkNeedsConfirmation() throws {
        var visitor = try visitor(#"{"standing":"owner","name":"Mine","hasReaders":true,"hasReadersLink":true}"#)
        try visitor.press("Create a new link…")
        #expect(tasks(visitor).isEmpty)
        #expect(try visitor.part("shelf-consequence").text.contains("stops working"))
        try visitor.press("Create a new link")
        #expect(visitor.effect("shelf") == ["make-reader", ""])
    }

    @Test func leavingTheShelfClearsUndo() throws {
        for isGivenUp in [false, true] {
            var visitor = try visitor(owner)
            func adopted(_ chordsets: String, _ more: String = "") -> String {
                #"{"chordsets":[\#(chordsets)],"state":"sent","waiting":0,"returned":[]\#(more)}"#
            }
            let dusk = #"{"id":"d","title":"Dusk","position":0,"chords":[\#(ShelfScreen.eightChords)]}"#
            try visitor.send("chordsets adopt", adopted(dusk))
            try visitor.send("app visit /lights")
            try visitor.send("chordsets delete d")
            func offersToUndo() -> Bool { visitor.find { $0.classes.contains("undo-bar") } != nil }
            #expect(offersToUndo())
            try visitor.send("chordsets adopt", adopted("", isGivenUp ? #","isGivenUp":true"# : ""))
            #expect(offersToUndo() != isGivenUp)
        }
    }

    @Test func fileOfAShelfIsAdded() throws {
        var visitor = try visitor(#"{"standing":"none"}"#)
        let file = try #require(visitor.find { $0["data-file"] == "shelf add {seed}" })
        #expect(file.tag == "input")
        for damaged in ["", "nonsense", "[]", #"{"chordsets":[]}"#] {
            try visitor.send("shelf add 7", file: "a.json", Array(damaged.utf8))
            #expect(visitor.announced == "This file is not a saved shelf. Choose a file that was saved from a shelf.")
        }
        let dusk = #"{"id":"d","title":"Dusk","position":0,"version":3,"chords":[\#(ShelfScreen.eightChords)]}"#
        let saved = #"{"name":"","chordsets":[\#(dusk)],"tunes":[]}"#
        try visitor.send("shelf add 7", file: "a.json", Array(saved.utf8))
        #expect(visitor.announced == "1 item copied.")
    }

    @Test func readersSeeTitlesAndCopyItems() throws {
        var visitor = try visit(
            #"{"access":"reader","name":"Class","chordsets":1,"tunes":1,"titles":{"chordsets":["Dusk"],"tunes":[""]}}"#,
            standing: "none")
        let items = try visitor.part("visited-shelf").all().map { $0.element }.filter {
            $0.tag == "li" || $0.tag == "h4"
        }
        #expect(items.map { $0.text } == ["Chordsets", "Dusk", "Tunes", "Untitled"])
        try visitor.press("Untitled")
        #expect(visitor.effect("shelf") == ["read", "tunes 0"])
        try visitor.press("Copy all to my shelf")
        #expect(visitor.effect("shelf") == ["take-copies", "7"])
        let tune = #"{"id":"t","title":"Two","text":"Title: Two\n\n| C |\n","setup":"","position":0}"#
        let all = #"{"name":"Class","chordsets":[],"tunes":[\#(tune)]}"#
        try visitor.send("shelf copies 7", all)
        let stored = try #require(visitor.effect("keepTune"))[0]
        #expect(stored.contains("\"title\":\"Two\"") && !stored.contains("\"id\":\"t\""))
        #expect(visitor.announced == "1 item copied.")
        // Existing items are not copied twice.
        try visitor.press("Copy all to my shelf")
        try visitor.send("shelf copies 8", all)
        #expect(visitor.effect("keepTune") == nil && visitor.announced == "You already have all of these.")
    }

    private static let eightChords = Array(
        repeating: #"{"background":{"hue":45,"purity":0.6,"brightness":0.5},"lumis":[]}"#, count: 8
    ).joined(separator: ",")

    @Test func visitedSetListIsNotOpenedAsATune() throws {
        var visitor = try visit(#"{"access":"reader","name":"Class","chordsets":0,"tunes":2}"#, standing: "none")
        let set = #""id":"s","title":"Gig","text":"Title: Gig\nStyle: Set list\n\n| |\n","setup":"set=a","position":0"#
        try visitor.send("shelf opened tunes", "{" + set + "}")
        #expect(visitor.address == "/shelf")
        #expect(visitor.announced == "To open a set list, copy the shelf: its tunes are copied with it.")
    }

    @Test(arguments: [
        ("chordsets", #"{"id":"d","title":"Dusk","position":0,"chords":[\#(eightChords)]}"#, "/chordset/"),
        ("tunes", #"{"id":"t","title":"Two","text":"Title: Two\n\n| C |\n","setup":"","position":0}"#, "/tune/"),
    ])
    func visitedItemOpensAsFromALink(kind: String, document: String, address: String) throws {
        var visitor = try visit(#"{"access":"reader","name":"Class","chordsets":1,"tunes":1}"#, standing: "none")
        try visitor.send("shelf opened \(kind)", document)
        #expect(visitor.address.hasPrefix(address))
        try visitor.send("app visit /shelf")
        for damaged in ["", "{}", "[1]"] {
            try visitor.send("shelf opened \(kind)", damaged)
            #expect(
                visitor.address == "/shelf"
                    && visitor.announced
                        == "This item could not be opened. It may come from a newer version of the page."
            )
        }
    }
}
