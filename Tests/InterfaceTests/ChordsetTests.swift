import Chordsets
import Foundation
import Interface
import Sync
import Testing

/// A page with a simulated host that stores chordsets.
private struct Visit {
    private var app = App()
    /// The stored chordsets.
    private(set) var stored: [String: [String: Any]] = [:]
    private(set) var effects: [[String]] = []
    /// The ids of the stored chordsets, in order.
    private(set) var ids: [String] = []
    private var regions: [String: String] = [:]

    init(_ route: String = "/lights", keeping sets: [Chordset] = [], state: String = "alone") throws {
        try take(app.start(route: route, inFragment: false, remembered: []))
        #expect(effects.contains(["openChordsets", "server"]))
        try deliver(sets, state: state)
    }

    private mutating func take(_ update: Update) throws {
        let message = try #require(JSONSerialization.jsonObject(with: Data(update.json.utf8)) as? [String: Any])
        for key in ["regions", "late"] {
            for pair in try #require(message[key] as? [[String]]) { put(pair[0], pair[1]) }
        }
        effects = try #require(message["effects"] as? [[String]])
        for effect in effects {
            switch effect[0] {
            case "removeChordset":
                stored[effect[1]] = nil
                ids.removeAll { $0 == effect[1] }
            case "orderChordsets":
                #expect(Set(effect.dropFirst()) == Set(ids))
                ids = Array(effect.dropFirst())
            case "keepChordset":
                let set = try #require(JSONSerialization.jsonObject(with: Data(effect[1].utf8)) as? [String: Any])
                let id = try #require(set["id"] as? String)
                if stored[id] == nil { ids.append(id) }
                stored[id] = set
            default: break
            }
        }
    }

    /// Regions of the list are inside the screen.
    private mutating func put(_ id: String, _ html: String) {
        regions[id] = html
        guard id.hasPrefix("sets-"), let screen = regions["screen"], let tag = screen.range(of: "id=\"\(id)\""),
            let start = screen.range(of: ">", range: tag.upperBound..<screen.endIndex),
            let end = screen.range(of: "</ol>", range: start.upperBound..<screen.endIndex)
        else { return }
        regions["screen"] = screen.replacingCharacters(in: start.upperBound..<end.lowerBound, with: html)
        regions[id] = nil
    }

    mutating func send(_ action: String, _ value: String? = nil) throws {
        try take(app.send(action: action, value: value))
    }

    /// Opens a file.
    mutating func send(_ action: String, file name: String, _ bytes: [UInt8]) throws {
        try take(app.send(action: action, value: name, file: bytes))
    }

    /// Delivers changes of others.
    mutating func deliver(_ sets: [Chordset], copies: [String: String] = [:], state: String = "alone") throws {
        let texts = sets.enumerated().map { position, set in
            let text = set.json(position: position).text
            return copies[set.id].map { text.dropLast() + ",\"copyOf\":\"\($0)\"}" } ?? text
        }
        stored = [:]
        ids = sets.map { $0.id }
        for text in texts {
            let set = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            stored[try #require(set["id"] as? String)] = set
        }
        try send(
            "chordsets adopt",
            "{\"chordsets\":[\(texts.joined(separator: ","))],\"state\":\"\(state)\",\"waiting\":0,\"returned\":[]}")
    }

    var screen: String { regions.values.joined() }
    var notice: String { regions["notice"] ?? "" }

    var titles: [String] { ids.compactMap { stored[$0]?["title"] as? String } }

    func effect(_ name: String) -> [String]? { effects.first { $0[0] == name }.map { Array($0.dropFirst()) } }
}

private func chordset(_ id: String, _ title: String, seed: UInt64 = 1) throws -> Chordset {
    var generator = SeededGenerator(seed: seed)
    var set = Chordset(id: id, using: &generator)
    try set.rename(title)
    return set
}

@Suite struct ChordsetScreens {
    @Test func onlyRemoteChangesAreDelivered() throws {
        let sets = try ["a", "b", "c"].map { try chordset($0, $0.uppercased()) }
        var visit = try Visit(keeping: sets)
        try visit.send("chordsets rename b", "Bee")
        let changed = try chordset("c", "Sea").json(position: 0).text
        let new = try chordset("d", "Dee").json(position: 1).text
        try visit.send(
            "chordsets adopt",
            #"{"chordsets":[\#(changed),\#(new)],"gone":["a"],"order":["d","b","a","c"],"state":"sent","waiting":0}"#)
        #expect(visit.effects.isEmpty)
        let places = ["Dee", "Bee", "Sea"].map { visit.screen.range(of: "value=\"\($0)\"")?.lowerBound }
        let found = places.compactMap { $0 }
        #expect(found.count == 3 && found == found.sorted() && !visit.screen.contains("value=\"A\""))
        // Steps on other items can still be undone.
        try visit.send("app undo")
        #expect(visit.effect("keepChordset")?.first?.contains(#""title":"B""#) == true)
    }

    @Test(arguments: [
        (#"{"isOther":true,"restored":3}"#, "The server has a new database: your 3 chordsets were added to it."),
        (#"{"isOther":true,"restored":1}"#, "The server has a new database: your 1 chordset was added to it."),
        (#"{"isOther":true,"restored":0}"#, "The server has a new database."),
        (
            #"{"isOther":false,"restored":2}"#,
            "The server was restored from an older backup: 2 newer chordsets were sent again."
        ),
        (#"{"isOther":false,"restored":0}"#, ""),
    ])
    func lostDataOfTheServerIsReported(parting: String, sentence: String) throws {
        var visit = try Visit(keeping: [try chordset("a", "A")])
        try visit.send(
            "chordsets adopt", #"{"chordsets":[],"gone":[],"parting":\#(parting),"state":"sent","waiting":0}"#)
        #expect(visit.notice == sentence)
    }

    @Test("Random edits match a simple list, and storage matches the screen", arguments: 0..<10)
    func randomSequencesOfEdits(part: Int) throws {
        for sequence in sample(0..<100, oneIn: 4) {
            var random = SeededGenerator(seed: UInt64(1000 * part + sequence))
            func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
            var visit = try Visit()
            // The titles by id, in order; the undo and redo stacks; the subject of the last step.
            var model: [(id: String, title: String)] = []
            var past: [[(id: String, title: String)]] = []
            var future = past
            var last = ""
            func step(_ name: String) {
                if name != last || past.isEmpty { past.append(model) }
                future = []
                last = name
            }
            for _ in 0..<25 {
                let place = model.isEmpty ? 0 : below(model.count)
                switch below(6) {
                case 1 where !model.isEmpty:
                    step("delete \(past.count)")
                    try visit.send("chordsets delete " + model[place].id)
                    model.remove(at: place)
                case 2 where !model.isEmpty:
                    let title = "Title \(below(3))"
                    if title != model[place].title { step("title " + model[place].id) }
                    try visit.send("chordsets rename " + model[place].id, title)
                    model[place].title = title
                case 3 where !model.isEmpty:
                    let target = below(model.count)
                    if target != place { step("move " + model[place].id) }
                    try visit.send("chordsets move \(model[place].id) \(target)")
                    model.insert(model.remove(at: place), at: target)
                case 4:
                    try visit.send("app undo")
                    guard let before = past.popLast() else { break }
                    future.append(model)
                    model = before
                    // A new step is never merged with one after undo.
                    last = "undone"
                case 5:
                    try visit.send("app redo")
                    guard let after = future.popLast() else { break }
                    past.append(model)
                    model = after
                    last = "redone"
                default:
                    step("add \(past.count)")
                    try visit.send("chordsets add plain \(random.next())")
                    let new = try #require(visit.ids.last)
                    model.append((new, ""))
                }
                #expect(visit.ids == model.map { $0.id })
                #expect(visit.titles == model.map { $0.title })
                let noun = model.count == 1 ? "chordset" : "chordsets"
                let showsCounts = visit.screen.contains("\(model.count) \(noun), \(8 * model.count) chords.")
                #expect(showsCounts)
            }
        }
    }

    @Test func sameSeedGivesTheSameColors() throws {
        var one = try Visit()
        var other = try Visit()
        for _ in 0..<2 {
            try one.send("chordsets add plain 18446744073709551615")
            try other.send("chordsets add plain 18446744073709551615")
        }
        // A second chordset with the same seed has the same id and replaces the first one.
        #expect(one.ids == other.ids && one.ids.count == 1)
        let id = try #require(one.ids.first)
        #expect(NSDictionary(dictionary: one.stored[id] ?? [:]) == NSDictionary(dictionary: other.stored[id] ?? [:]))
    }

    @Test func remoteChangesAreNotUndone() throws {
        let a = try chordset("a", "A")
        let b = try chordset("b", "B")
        var visit = try Visit(keeping: [a, b])
        try visit.send("chordsets rename a", "Mine")
        try visit.send("chordsets rename b", "Mine, too")
        var theirs = a
        try theirs.rename("Theirs")
        var mine = b
        try mine.rename("Mine, too")
        try visit.deliver([theirs, mine])
        try visit.send("app undo")
        #expect(visit.titles == ["Theirs", "B"])
        try visit.send("app undo")
        #expect(visit.titles == ["Theirs", "B"])
    }

    @Test func remoteDeletionIsNotUndone() throws {
        let a = try chordset("a", "A")
        var visit = try Visit("/lights/a/1", keeping: [a])
        try visit.send("editor background hue", "77")
        try visit.deliver([])
        #expect(visit.screen.contains("This chordset was not found."))
        for action in [
            "app undo", "editor add-lumi 1", "editor background hue", "editor grab 1 1 1", "editor drag 2 2",
            "stage press 1 100 1 1", "stage practise 5",
        ] {
            try visit.send(action, "5")
        }
        #expect(visit.ids.isEmpty)
    }

    @Test("A conflict keeps mine, theirs or both", arguments: ["mine", "theirs", "both"])
    func conflictIsResolved(choice: String) throws {
        let theirs = try chordset("a", "Theirs")
        let mine = try chordset("b", "Mine", seed: 2)
        var visit = try Visit()
        try visit.deliver([theirs, mine], copies: ["b": "a"])
        #expect(visit.screen.contains("changed in two places at the same time"))
        try visit.send("chordsets settle b " + choice)
        switch choice {
        case "mine": #expect(visit.ids == ["a"] && visit.titles == ["Mine"])
        case "theirs": #expect(visit.ids == ["a"] && visit.titles == ["Theirs"])
        default: #expect(visit.ids == ["a", "b"] && visit.stored["b"]?["copyOf"] == nil)
        }
        #expect(!visit.screen.contains("at the same time"))
        try visit.send("app undo")
        #expect(visit.titles == ["Theirs", "Mine"] && visit.stored["b"]?["copyOf"] as? String == "a")
    }

    @Test func titlesAreEscapedAndLimited() throws {
        var visit = try Visit(keeping: [chordset("a", "A")])
        let hostile = "<img src=x onerror=\"alert(1)\"> 👩‍👩‍👧 שלום & 'q'"
        try visit.send("chordsets rename a", hostile)
        #expect(visit.titles == [hostile])
        #expect(!visit.screen.contains("<img") && visit.screen.contains("&lt;img src=x onerror=&quot;"))
        try visit.send("chordsets rename a", String(repeating: "x", count: 10_000))
        #expect(visit.titles == [hostile])
        #expect(visit.notice.contains("at most 500 characters: this one has 10000"))
    }

    @Test func fileWithAnotherNumberOfChordsIsRefused() throws {
        for count in [7, 9] {
            let set = try chordset("a", "Blues & Co")
            let text = ChordsetDocument([set]).text
            var json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            var sets = try #require(json["chordsets"] as? [[String: Any]])
            let chords = try #require(sets[0]["chords"] as? [Any])
            sets[0]["chords"] = Array((chords + chords).prefix(count))
            json["chordsets"] = sets
            let bytes = try [UInt8](JSONSerialization.data(withJSONObject: json))
            var visit = try Visit(keeping: [chordset("b", "Kept")])
            try visit.send("chordsets open 7", file: "my sets.json", bytes)
            #expect(visit.titles == ["Kept"])
            #expect(visit.notice.contains("“my sets.json” was not imported."))
            #expect(visit.notice.contains("exactly eight chords: “Blues &amp; Co” has \(count)"))
        }
    }

    /// The position of an error in JSON says nothing about these.
    @Test(arguments: ["MThd\0\0\0\u{6}", "\u{89}PNG\r\n", "Title: One\n| C |", "", "[1, 2"])
    func fileOfAnotherKindIsNamedAsSuch(_ text: String) throws {
        var visit = try Visit(keeping: [chordset("b", "Kept")])
        try visit.send("chordsets open 7", file: "song.mid", Array(text.utf8))
        #expect(visit.titles == ["Kept"])
        let expected = "“song.mid” was not imported. It is not a chordsets file. MIDI files open on Play"
        #expect(visit.notice.contains(expected))
        try visit.send("chordsets open 7", file: "sets.json", Array(#" {"format":7 x"#.utf8))
        #expect(visit.notice.contains("This is not JSON"))
    }

    @Test func openingAFileTwiceOverwritesNothing() throws {
        let stored = try chordset("a", "Kept")
        var changed = stored
        try changed.rename("From the file")
        var visit = try Visit(keeping: [stored])
        try visit.send("chordsets open 7", file: "sets.json", Array(ChordsetDocument([changed]).text.utf8))
        #expect(visit.titles == ["Kept", "From the file"])
        try visit.send("chordsets open 8", file: "sets.json", Array(ChordsetDocument([stored]).text.utf8))
        #expect(visit.titles == ["Kept", "From the file"])
    }

    @Test func valueOutOfRangeIsRefusedWithTheRange() throws {
        var visit = try Visit("/lights/a/1", keeping: [chordset("a", "A")])
        let before = visit.stored["a"].map { NSDictionary(dictionary: $0) }
        try visit.send("editor background hue", "361")
        #expect(visit.notice.contains("hue is 361: it must be a number from 0 to 360"))
        try visit.send("editor background bpm", "0")
        #expect(visit.notice.contains("bpm is 0: it must be a number from 0.001 to 600"))
        for text in ["", "-", "1e", "abc", "NaN", "1e999"] { try visit.send("editor background hue", text) }
        #expect(visit.stored["a"].map { NSDictionary(dictionary: $0) } == before)
    }

    @Test func tapsSetTheTempo() throws {
        var visit = try Visit("/lights/a/2", keeping: [chordset("a", "A")])
        // Half a second apart is 120 beats per minute.
        for tap in 0..<5 { try visit.send("editor tap \(10_000 + 500 * tap)") }
        let chords = try #require(visit.stored["a"]?["chords"] as? [[String: Any]])
        #expect(chords[1]["bpm"] as? Double == 120)
        // After a pause, tapping starts again. A second apart is 60.
        for tap in 0..<3 { try visit.send("editor tap \(30_000 + 1000 * tap)") }
        let slower = try #require(visit.stored["a"]?["chords"] as? [[String: Any]])
        #expect(slower[1]["bpm"] as? Double == 60)
    }

    @Test func chordOfTheCombinerIsAddedToTheNextFreeChord() throws {
        var visit = try Visit("/lights", keeping: [chordset("a", "A")])
        try visit.send("choosing type lower", "Cma7")
        try visit.send("choosing type upper", "D")
        for _ in 0..<9 { try visit.send("chordsets add-music 5") }
        // Eight in the first chordset, and the ninth in a new one.
        #expect(visit.ids.count == 2)
        let counts = visit.ids.map { id in
            (visit.stored[id]?["chords"] as? [[String: Any]] ?? []).filter { $0["music"] != nil }.count
        }
        #expect(counts == [8, 1])
        #expect(visit.notice.contains("Cma13(♯11)</span> is now chord 1 of an untitled chordset."))
    }
}

@Suite struct TheStage {
    private func withMusic() throws -> Chordset {
        var set = try chordset("a", "A")
        var chord = set.chords[1]
        // C E G, from middle C.
        chord.music = Music(lower: try .init("C"))
        try set.replaceChord(at: 1, with: chord)
        return set
    }

    @Test func heldCellSounds() throws {
        var visit = try Visit("/lights/a/stage", keeping: [withMusic()])
        try visit.send("stage press 1 90 0 1000")
        #expect(visit.effect("sounding") == ["60 90,64 90,67 90", "60,64,67"])
        // A second finger holds it as well.
        try visit.send("stage press 1 50 1 1100")
        try visit.send("stage release 0 1200")
        #expect(visit.effect("sounding") == nil)
        try visit.send("stage release 1 1300")
        #expect(visit.effect("sounding") == ["", ""])
    }

    @Test func timedRunPlaysTheEightChordsUntilStopped() throws {
        var visit = try Visit("/lights/a/stage", keeping: [withMusic()])
        // 60 beats per minute, four beats per chord.
        try visit.send("stage practise 10000")
        #expect(visit.effect("nextBar") == ["1", "4000"])
        try visit.send("stage bar 1 14003")
        #expect(visit.effect("sounding") == ["60 80,64 80,67 80", "60,64,67"])
        // If one is three milliseconds late, the next one is not.
        #expect(visit.effect("nextBar") == ["1", "3997"])
        try visit.send("stage bar 1 18000")
        #expect(visit.effect("sounding") == ["", ""])
        try visit.send("stage practise 18100")
        try visit.send("stage bar 1 22000")
        #expect(visit.effects.isEmpty)
        // A later run ignores timers of the first.
        try visit.send("stage practise 23000")
        #expect(visit.effect("nextBar") == ["2", "4000"])
        try visit.send("stage bar 1 27000")
        #expect(visit.effects.isEmpty)
        // The page's clock restarts after some weeks.
        try visit.send("stage bar 2 5")
        #expect(visit.effect("nextBar") == ["2", "4000"])
    }

    /// Every message that ends notes releases their cells. Notes of other instruments continue.
    @Test(arguments: ["802540", "b07800", "b07b00", "b07c00", "b07d00", "b07e00", "b07f00", "ff"])
    func everyNoteOffReleasesItsCell(ending: String) throws {
        var visit = try Visit("/lights/a/stage", keeping: [withMusic(), chordset("b", "B", seed: 3)])
        try visit.send("play access", "granted\nin 1 Keys\nin 2 Pads")
        // A bouncing contact, and pads on the drum channel.
        try visit.send("play midi", "1000 1 90255a\n1001 1 90255a\n1002 2 99255a")
        try visit.send("play midi", "1100 1 " + ending)
        #expect(visit.effect("sounding") == nil)
        try visit.send("play midi", "1200 2 892500")
        #expect(visit.effects.contains(["sounding", "", ""]))
    }

    @Test func echoOfAnotherPortAndHiddenStagePressNothing() throws {
        var visit = try Visit("/lights/a/stage", keeping: [withMusic(), chordset("b", "B", seed: 3)])
        try visit.send("play access", "granted\nin 1 USB\nin 2 Bluetooth")
        try visit.send("play midi", "1000 1 90255a\n1012 2 90255a")
        #expect(visit.effects.filter { $0[0] == "sounding" }.count == 1)
        try visit.send("play midi", "1100 2 802540\n1109 1 802540")
        #expect(visit.effects.contains(["sounding", "", ""]))
        try visit.send("play midi 2000 1790000000+60 hidden", "1990 1 90255a\n1995 1 c001")
        #expect(visit.effects.isEmpty)
    }

    @Test func keysPressCellsAndProgramChangesSwitchChordsets() throws {
        var visit = try Visit("/lights/a/stage", keeping: [withMusic(), chordset("b", "B", seed: 3)])
        try visit.send("play access", "granted\nin 1 Keys")
        // Note 37 is the second cell.
        try visit.send("play midi", "1000 1 90255a")
        #expect(visit.effects.contains(["sounding", "60 90,64 90,67 90", "60,64,67"]))
        try visit.send("play midi", "1100 1 802540")
        #expect(visit.effects.contains(["sounding", "", ""]))
        try visit.send("play midi", "1200 1 c001")
        #expect(visit.effects.contains(["push", "/lights/b/stage"]))
        // There is no third.
        try visit.send("play midi", "1300 1 c002")
        #expect(visit.effect("push") == nil)
    }
}
