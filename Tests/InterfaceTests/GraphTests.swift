import Foundation
import Interface
import Testing

@Suite struct GraphsOnThePage {
    @Test func theNotesCanBeHiddenAndStayHiddenOnTheNextScreen() throws {
        var app = App()
        let first = app.start(route: "/chord/Cma9", inFragment: false, remembered: []).json
        #expect(first.contains("<circle") && first.contains("Show notes"))
        let hidden = app.send(action: "details notes", value: nil).json
        #expect(!hidden.contains("<circle") && hidden.contains("<ellipse"))
        #expect(!app.send(action: "app visit /chord/Dmi7", value: nil).json.contains("<circle"))
        #expect(app.send(action: "details notes", value: nil).json.contains("<circle"))
    }

    @Test func whatIsSeenCanBeDownloaded() throws {
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
}
