import Foundation
import Harmony
import Interface
import Testing

/// What the host would have been told.
private struct Told {
    var regions: [String: String] = [:]
    var effects: [[String]] = []

    init(_ update: Update) throws {
        let message = try object(update.json)
        for pair in try #require(message["regions"] as? [[String]]) { regions[pair[0]] = pair[1] }
        effects = try #require(message["effects"] as? [[String]])
    }

    func effect(_ name: String) -> [String]? {
        effects.first { $0[0] == name }.map { Array($0.dropFirst()) }
    }
}

private func started(_ route: String = "/", remembered: [(key: String, value: String)] = []) throws -> (App, Told) {
    var app = App()
    let told = try Told(app.start(route: route, remembered: remembered))
    return (app, told)
}

@Suite struct TheFirstScreen {
    @Test func nothingIsLitAtFirst() throws {
        let (_, told) = try started()
        let html = told.regions.values.joined()
        #expect(Set(told.regions.keys) == ["lower", "upper", "result", "tools"])
        #expect(told.regions["lower"]!.contains("Select Lower Chord") && told.regions["lower"]!.contains("Please select a chord"))
        #expect(told.regions["upper"]!.contains("Select Upper Chord"))
        #expect(told.regions["result"]!.contains("waiting for chord selection…"))
        #expect(!html.contains(" lit "))
        // Seven white and five black keys an octave: two, two and three octaves.
        #expect(html.components(separatedBy: "key white").count - 1 == 49)
        #expect(html.components(separatedBy: "key black").count - 1 == 35)
    }

    @Test func typingTwoSymbolsGivesTheirCombination() throws {
        var (app, _) = try started()
        var told = try Told(app.send(action: "type lower", value: "Cma7"))
        #expect(told.effect("push") == ["/combine/Cma7"])
        #expect(told.regions["result"]!.contains("Lower chord alone"))
        told = try Told(app.send(action: "type upper", value: "D"))
        #expect(told.effect("push") == ["/combine/Cma7/D"])
        #expect(told.effect("title") == ["Cma13(♯11) = Cma7 + D · Chord Combiner"])
        #expect(told.effect("remember") == ["lower", "Cma7", "upper", "D"])
        #expect(told.regions["result"]!.contains(">Cma13(♯11)</h2>"))
        #expect(told.regions["lower"] == nil, "the lower chord has not changed")
        told = try Told(app.send(action: "leave upper", value: "D"))
        #expect(told.effect("announce") == ["C major 7 and D major make C major 13 sharp 11"])
    }

    @Test func oneVisitToAFieldIsOneStepInTheHistory() throws {
        var (app, _) = try started()
        let names = try ["C", "Cm", "Cma", "Cmaj", "Cmaj7"].flatMap { try Told(app.send(action: "type lower", value: $0)).effects }
        #expect(names.filter { $0[0] == "push" }.count == 1)
        #expect(names.filter { $0[0] == "replace" }.map { $0[1] } == ["/combine/Cmi", "/combine/C", "/combine/Cma7"])
        _ = app.send(action: "leave lower", value: "Cmaj7")
        #expect(try Told(app.send(action: "type lower", value: "Dm")).effect("push") == ["/combine/Dmi"])
    }

    @Test func whatCannotBeReadIsToldAndNothingIsLost() throws {
        var (app, _) = try started("/combine/Cma7/D")
        let told = try Told(app.send(action: "type upper", value: "Dfoo<b>"))
        let upper = try #require(told.regions["upper"])
        #expect(upper.contains("class=\"message\">“Dfoo&lt;b&gt;” is not a chord"))
        #expect(upper.contains("aria-invalid=\"true\"") && !upper.contains("<b>”"))
        #expect(upper.contains(">D</h2>"), "the chord before stays in view")
        #expect(told.regions["result"] == nil && told.effects.isEmpty)
    }

    @Test func aHalfTypedSymbolIsNotYetAnError() throws {
        var (app, _) = try started()
        for text in ["C7(", "Cadd", "C7b", "Cma7(", "C/", "Csu"] {
            let told = try Told(app.send(action: "type lower", value: text))
            #expect(told.regions["lower"]!.contains("class=\"message\"></p>"), "\(text)")
        }
        let told = try Told(app.send(action: "leave lower", value: "Csu"))
        #expect(told.regions["lower"]!.contains("is not a chord"))
    }

    @Test func suggestionsAreWalkedWithArrowsAndTakenWithEnter() throws {
        var (app, _) = try started()
        var lower = try Told(app.send(action: "type lower", value: "Cm7b")).regions["lower"]!
        #expect(lower.contains("aria-expanded=\"true\"") && lower.contains("<b>Cmi7(♭9)</b>"))
        lower = try Told(app.send(action: "key lower ArrowDown", value: "Cm7b")).regions["lower"]!
        #expect(lower.contains("aria-activedescendant=\"lower-option-0\""))
        let told = try Told(app.send(action: "key lower Enter", value: "Cm7b"))
        #expect(told.regions["lower"]!.contains("value=\"Cmi7(♭9)\""))
        #expect(told.regions["lower"]!.contains("aria-expanded=\"false\""))
        _ = app.send(action: "type upper", value: "F#")
        #expect(try Told(app.send(action: "choose upper 1", value: nil)).effect("remember")?.last == "F♯mi")
        #expect(try Told(app.send(action: "choose upper 99", value: nil)).effects.isEmpty)
    }

    @Test func everySelectableChordIsSuggestedBeforeItIsTypedToItsEnd() throws {
        for type in Vocabulary.core.types where type.suffix.count > 3 {
            var (app, _) = try started()
            let name = "G" + type.suffix
            let lower = try Told(app.send(action: "type lower", value: String(name.dropLast()))).regions["lower"]!
            #expect(lower.contains("<b>\(name)</b>"), "\(name)")
        }
    }

    @Test func swapAndClear() throws {
        var (app, _) = try started("/combine/Cma7/D")
        var told = try Told(app.send(action: "swap", value: nil))
        #expect(told.effect("push") == ["/combine/D/Cma7"])
        told = try Told(app.send(action: "clear", value: nil))
        #expect(told.effect("push") == ["/"] && told.effect("remember") == [])
        #expect(told.regions["result"]!.contains("waiting for chord selection…"))
        #expect(try Told(app.send(action: "clear", value: nil)).effects.isEmpty)
    }

    @Test func unknownActionsChangeNothing() throws {
        var (app, _) = try started("/combine/Cma7/D")
        for action in ["", "type", "type middle", "choose lower x", "go home", "🎹", "key lower F13"] {
            let told = try Told(app.send(action: action, value: "C"))
            #expect(told.regions.isEmpty && told.effects.isEmpty, "\(action)")
        }
    }
}

@Suite struct Addresses {
    @Test func everyPairOfTypesHasAnAddressThatIsReadBack() throws {
        for type in Vocabulary.core.types {
            for root in ["C", "F♯", "B♭"] {
                var (app, _) = try started()
                let chord = Chord(try NoteName(root), type)
                _ = app.send(action: "type lower", value: chord.name)
                let path = try #require(try Told(app.send(action: "type upper", value: "D/C")).effect("push"))[0]
                #expect(path.split(separator: "/").count == 3 && !path.contains("#") && !path.contains(" "))
                let (_, told) = try started(path)
                #expect(told.effect("remember") == ["lower", path.split(separator: "/")[1], "upper", "D⁄C"].map { String($0) })
                #expect(told.regions["lower"]!.contains("value=\"\(type.suffix == "ma" ? root : chord.name)\""))
            }
        }
    }

    @Test func oneChordAloneHasAnAddressToo() throws {
        var (app, _) = try started("/combine/_/D")
        #expect(try Told(app.send(action: "type upper", value: "E")).effect("push") == ["/combine/_/E"])
        #expect(Page(route: "/combine/_/D").title == "D · Chord Combiner")
        #expect(Page(route: "/").isKnown && Page(route: "/combine").isKnown && !Page(route: "/fish").isKnown)
        #expect(!Page(route: "/combine/C/D/E").isKnown)
    }

    @Test func whatWasRememberedComesBackOnlyWhereTheAddressIsSilent() throws {
        let record = [(key: "lower", value: "Cma7"), (key: "upper", value: "D")]
        #expect(try started("/", remembered: record).1.effect("replace") == ["/combine/Cma7/D"])
        #expect(try started("/combine/G", remembered: record).1.regions["upper"]!.contains("Please select a chord"))
    }

    @Test func aDamagedRecordGivesTheInitialScreen() throws {
        let initial = try started().1.regions
        for value in ["", "fish", "\u{0}", "C7(", String(repeating: "C", count: 10_000), "D|C"] {
            let told = try started("/", remembered: [(key: "lower", value: value), (key: "x", value: "y")]).1
            #expect(told.regions == initial, "\(value.prefix(20))")
            #expect(told.effect("replace") == nil)
        }
    }

    @Test func anUnreadableLinkSaysSo() throws {
        let (_, told) = try started("/combine/Cfoo/D")
        #expect(told.regions["lower"]!.contains("“Cfoo” is not a chord"))
        #expect(told.regions["result"]!.contains("Upper chord alone"))
    }
}

@Suite struct Documents {
    let template = "<title>x</title><p id=lower><!--region lower-->old<!--end--></p><p><!--region result--><!--end--></p><!--base-->"

    @Test func aPageIsFilledIntoItsTemplateAndCanBeFilledAgain() {
        let first = Page(route: "/").document(template: template)
        #expect(first.contains("waiting for chord selection…") && !first.contains(">old<"))
        let second = Page(route: "/combine/Cma7/D").document(template: first)
        #expect(second.contains("<title>Cma13(♯11) = Cma7 + D · Chord Combiner</title>"))
        #expect(second.contains(">Cma13(♯11)</h2>") && !second.contains("waiting for"))
        #expect(second == Page(route: "/combine/Cma7/D").document(template: template))
        #expect(second.hasSuffix("<!--base-->"))
    }

    @Test func hostileAddressesAreText() {
        let page = Page(route: "/combine/<script>alert(1)<\u{2215}script>/\"onload=\"")
        let document = page.document(template: template)
        #expect(!document.contains("<script") && !document.contains("\"onload"))
        #expect(Page(route: "/combine/<!--end-->").document(template: template).contains("&lt;!--end--&gt;"))
    }
}

@Suite struct Keyboards {
    private func result(_ lower: String, _ upper: String) throws -> String {
        try #require(try started("/combine/\(lower)/\(upper)").1.regions["result"])
    }

    @Test func proportionsAreThoseOfAPiano() throws {
        let html = try result("C", "C")
        // An octave is 164 wide; white keys 23 or 24, 96 high; black ones 14 × 52.
        let widths = ["60": 23, "62": 24, "64": 23, "65": 24, "67": 23, "69": 23, "71": 24]
        for (pitch, width) in widths {
            let key = try Regex("data-pitch=\"\(pitch)\" x=\"\\d+\" y=\"0\" width=\"\(width)\" height=\"96\"")
            #expect(html.matches(of: key).count == 1)
        }
        for (pitch, x) in ["61": 14, "63": 42, "66": 84, "68": 110, "70": 136, "73": 178] {
            #expect(html.contains("data-pitch=\"\(pitch)\" x=\"\(x)\" y=\"0\" width=\"14\" height=\"52\""))
        }
        #expect(html.contains("data-pitch=\"95\"") && !html.contains("data-pitch=\"96\""))
    }

    @Test func keyboardsGrowUntilEveryNoteIsThere() throws {
        for chord in ["B°11(♭13addΔ7)", "B13(♯11)", "C♭ma13"] {
            let (_, told) = try started("/combine/\(chord)")
            for (region, least) in [("lower", 24), ("result", 36)] {
                let html = told.regions[region]!
                let keys = html.components(separatedBy: "data-pitch").count - 1
                #expect(keys >= least && keys % 12 == 0)
                #expect(html.components(separatedBy: "class=\"note-name").count - 1 == (try Chord(chord).notes.count))
            }
        }
        #expect(try result("B", "B♭13(♯11)").components(separatedBy: "data-pitch").count - 1 > 36)
    }

    @Test func everyLitKeyCarriesTheGlyphOfItsChord() throws {
        let html = try result("C", "C+")
        #expect(html.components(separatedBy: "glyph both").count - 1 == 2)
        #expect(html.components(separatedBy: "glyph lower").count - 1 == 1)
        #expect(html.components(separatedBy: "glyph upper").count - 1 == 1)
        #expect(html.contains("aria-label=\"Piano keyboard of 3 octaves, lit: C (both chords), E (both chords), G (lower), A flat (upper)\""))
    }

    @Test func aBlackKeysNameIsRaisedBesideALitNeighbour() throws {
        let crowded = try result("C", "D♭°")
        #expect(crowded.contains(">D♭</text>"))
        #expect(crowded.matches(of: try Regex("y=\"-21\"[^>]*>D♭<")).count == 1)
        #expect(try result("C7", "C7").matches(of: try Regex("y=\"-5\"[^>]*>B♭<")).count == 1)
    }
}
