import Foundation
import Interface
import Testing

@Suite struct GraphScreens {
    @Test func hiddenNotesStayHiddenOnTheNextScreen() throws {
        var app = App()
        // Notes are circles. A keyboard also has one, at middle C.
        func hasNotes(_ json: String) -> Bool {
            json.components(separatedBy: "data-node=").dropFirst().contains { $0.contains("<circle") }
        }
        let first = app.start(route: "/chord/Cma9", inFragment: false, remembered: []).json
        #expect(hasNotes(first) && first.contains("Show notes"))
        let hidden = app.send(action: "details notes", value: nil).json
        #expect(!hasNotes(hidden) && hidden.contains("<ellipse"))
        #expect(!hasNotes(app.send(action: "app visit /chord/Dmi7", value: nil).json))
        #expect(hasNotes(app.send(action: "details notes", value: nil).json))
    }

    @Test func downloadMatchesTheShownGraph() throws {
        var app = App()
        _ = app.start(route: "/details/C/Ami", inFragment: false, remembered: [])
        _ = app.send(action: "settings set accidentals letters", value: nil)
        for (format, type, beginning) in [
            ("dot", "text/vnd.graphviz", "graph "), ("svg", "image/svg+xml", "<?xml"), ("png", "image/png", "<?xml"),
        ] {
            let json = app.send(action: "details download " + format, value: nil).json
            let message = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            let effects = try #require(message["effects"] as? [[String]])
            #expect(effects.count == 1 && effects[0].prefix(3) == ["download", "C6." + format, type])
            #expect(effects[0][3].hasPrefix(beginning))
        }
        _ = app.send(action: "app visit /", value: nil)
        #expect(app.send(action: "details download svg", value: nil).json.contains("\"effects\":[]"))
    }

    @Test func parentOfAGraphIsItsChord() throws {
        for (graph, details, title) in [
            ("/graph/Cma9", "/chord/Cma9", "Cma9 · Graph · Chord Combiner"),
            ("/graph/C/E", "/chord/C⁄E", "C/E · Graph · Chord Combiner"),
            ("/graph/_/D", "/chord/_/D", "D · Graph · Chord Combiner"),
            ("/details/Cma7/D/graph", "/details/Cma7/D", "Cma13(♯11) · Graph · Chord Combiner"),
        ] {
            #expect(Page(route: graph).title == title)
            var visitor = try Visitor(graph)
            #expect(visitor.headings.count == 1)
            try visitor.shortcut("Escape")
            #expect(visitor.address == details)
            let links = visitor.every { $0.tag == "a" && $0.text == "Enlarge" }
            #expect(links.map { $0["data-action"] } == ["app visit " + graph.replacing("C/E", with: "C⁄E")])
        }
    }

    @Test func polychordHasNoGraph() throws {
        var visitor = try Visitor("/details/Cma7/E/graph")
        #expect(visitor.find { $0.text == "Closest chord names" } != nil)
        try visitor.send("app copy-link")
        #expect(visitor.effects == [["copyLink", "/details/Cma7/E"]])
    }

    @Test func graphMarksTheNotesOfEachChord() throws {
        let visitor = try Visitor("/details/Cma7/D/graph")
        func parts(_ name: String) -> Set<String> {
            Set(
                visitor.every {
                    $0["data-node"] != nil && $0.all().contains { $0.element.tag == "text" && $0.element.text == name }
                }
                .map { $0["class"] ?? "" })
        }
        #expect(parts("Cma7") == ["lower"] && parts("Emi") == ["lower"] && parts("D") == ["upper"])
        #expect(parts("Bmi7") == [""])
        // D is the ninth, and the upper triad, in both drawings.
        let links = visitor.every { $0.tag == "a" && $0.name == "D, of the upper chord" }
        #expect(links.count == 2 && links.allSatisfy { $0["data-action"] == "app visit /chord/_/D" })
        #expect(visitor.every { $0.name == "Play F♯, of the upper chord" }.count == 2)
    }
}
