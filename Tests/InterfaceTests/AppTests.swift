import Chordsets
import Foundation
import Harmony
import Interface
import Sync
import Testing

private func object(_ json: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
}

/// The message to the host.
private struct HostMessage {
    var regions: [String: String] = [:]
    var effects: [[String]] = []

    init(_ update: Update) throws {
        let message = try object(update.json)
        for key in ["regions", "late"] {
            for pair in try #require(message[key] as? [[String]]) { regions[pair[0]] = pair[1] }
        }
        effects = try #require(message["effects"] as? [[String]])
    }

    /// The changed regions.
    var screen: String {
        let parts =
            regions["screen"] ?? ["lower", "upper", "chosen", "types", "result"].compactMap { regions[$0] }.joined()
        return plain(parts)
    }

    func effect(_ name: String) -> [String]? {
        effects.first { $0[0] == name }.map { Array($0.dropFirst()) }
    }
}

/// HTML without line break opportunities and elements for phones.
private func plain(_ html: String) -> String {
    html.replacing("<wbr>", with: "").replacing(try! Regex("<span class=\"root\">([^<]*)</span>")) {
        String($0.output[1].substring!)
    }
}

/// The text of headings in one piece: without the parts of chord symbols.
private func withoutSpans(_ html: String) -> String {
    html.replacing(/<\/?(span|sup)[^>]*>|<wbr>/, with: "")
}

/// Whether an element has all of these attributes.
private func hasTag(_ html: String, _ attributes: String...) -> Bool {
    html.split(separator: "<").contains { element in
        let tag = element.prefix { $0 != ">" }
        return attributes.allSatisfy { tag.contains($0) }
    }
}

private func started(_ route: String = "/", remembered: [(key: String, value: String)] = []) throws -> (
    App, HostMessage
) {
    var app = App()
    let message = try HostMessage(app.start(route: route, inFragment: false, remembered: remembered))
    return (app, message)
}

@Suite struct FirstScreen {
    @Test func firstScreenIsEmpty() throws {
        let (_, message) = try started()
        let html = message.regions.values.joined()
        #expect(Set(message.regions.keys) == ["navigation", "asides", "screen", "tools", "notice"])
        #expect(message.screen.contains("Select Lower Chord") && message.screen.contains("Please select a chord"))
        #expect(message.screen.contains("Select Upper Chord"))
        #expect(message.screen.contains("waiting for chord selection…"))
        #expect(!html.contains(" lit "))
        // Seven white and five black keys per octave, with two, two and three octaves.
        #expect(html.components(separatedBy: "key white").count - 1 == 49)
        #expect(html.components(separatedBy: "key black").count - 1 == 35)
    }

    @Test func typingTwoSymbolsGivesTheirCombination() throws {
        var (app, _) = try started()
        var message = try HostMessage(app.send(action: "choosing type lower", value: "Cma7"))
        #expect(message.effect("push") == ["/combine/Cma7"])
        #expect(message.screen.contains("Lower chord alone"))
        message = try HostMessage(app.send(action: "choosing type upper", value: "D"))
        #expect(message.effect("push") == ["/combine/Cma7/D"])
        #expect(message.effect("title") == ["Cma13(♯11) = Cma7 + D · Chord Combiner"])
        #expect(message.effect("remember") == ["lower", "Cma7", "upper", "D"])
        #expect(withoutSpans(message.screen).contains(">Cma13(♯11)</h2>"))
        message = try HostMessage(app.send(action: "choosing leave upper", value: "D"))
        #expect(message.effect("announce") == ["C major 7 and D major make C major 13 sharp 11"])
    }

    @Test func editingAFieldIsOneUndoStep() throws {
        var (app, _) = try started()
        let names = try ["C", "Cm", "Cma", "Cmaj", "Cmaj7"].flatMap {
            try HostMessage(app.send(action: "choosing type lower", value: $0)).effects
        }
        #expect(names.filter { $0[0] == "push" }.count == 1)
        #expect(names.filter { $0[0] == "replace" }.map { $0[1] } == ["/combine/Cmi", "/combine/C", "/combine/Cma7"])
        _ = app.send(action: "choosing leave lower", value: "Cmaj7")
        #expect(
            try HostMessage(app.send(action: "choosing type lower", value: "Dm")).effect("push") == ["/combine/Dmi"])
    }

    @Test func unreadableTextShowsAnErrorAndChangesNothing() throws {
        var (app, _) = try started("/combine/Cma7/D")
        let message = try HostMessage(app.send(action: "choosing type upper", value: "Dfoo<b>"))
        let upper = message.screen
        #expect(upper.contains("id=\"upper-message\">“Dfoo&lt;b&gt;” is not a chord"))
        #expect(upper.contains("aria-invalid=\"true\"") && !upper.contains(">”"))
        #expect(upper.contains(">D</h2>"), "the chord before stays in view")
        #expect(message.regions["result"] == nil && message.effects.isEmpty, "and so does the result")
    }

    @Test func incompleteSymbolIsNotAnError() throws {
        var (app, _) = try started()
        for text in ["C7(", "Cadd", "C7b", "Cma7(", "C/", "Csu"] {
            let message = try HostMessage(app.send(action: "choosing type lower", value: text))
            #expect(message.screen.contains("id=\"lower-message\"></p>"), "\(text)")
        }
        let message = try HostMessage(app.send(action: "choosing leave lower", value: "Csu"))
        #expect(message.screen.contains("is not a chord"))
    }

    @Test func arrowKeysAndEnterChooseASuggestion() throws {
        var (app, _) = try started()
        var lower = try HostMessage(app.send(action: "choosing type lower", value: "Cm7b")).screen
        #expect(lower.contains("aria-expanded=\"true\"") && lower.contains(">Cmi7(♭9)</b>"))
        lower = try HostMessage(app.send(action: "choosing key lower ArrowDown", value: "Cm7b")).screen
        #expect(lower.contains("aria-activedescendant=\"lower-option-0\""))
        let message = try HostMessage(app.send(action: "choosing key lower Enter", value: "Cm7b"))
        #expect(message.screen.contains("value=\"Cmi7(♭5)\""))
        #expect(message.screen.contains("aria-expanded=\"false\""))
        _ = app.send(action: "choosing type upper", value: "F#")
        #expect(
            try HostMessage(app.send(action: "choosing take upper 1", value: nil)).effect("remember")?.last == "F♯mi")
        #expect(try HostMessage(app.send(action: "choosing take upper 99", value: nil)).effects.isEmpty)
    }

    @Test func singleMIsMinor() throws {
        var (app, _) = try started()
        let lower = try HostMessage(app.send(action: "choosing type lower", value: "Cm")).screen
        #expect(lower.contains(">Cmi7</b>") && !lower.contains(">Cma7</b>"))
    }

    @Test func everySelectableChordIsSuggestedBeforeItIsComplete() throws {
        for type in Vocabulary.classic.types where type.suffix.count > 3 {
            var (app, _) = try started()
            let name = "G" + type.suffix
            let lower = try HostMessage(app.send(action: "choosing type lower", value: String(name.dropLast()))).screen
            #expect(lower.contains(">\(name)</b>"), "\(name)")
        }
    }

    @Test func swapAndClear() throws {
        var (app, _) = try started("/combine/Cma7/D")
        var message = try HostMessage(app.send(action: "choosing swap", value: nil))
        #expect(message.effect("push") == ["/combine/D/Cma7"])
        message = try HostMessage(app.send(action: "choosing clear", value: nil))
        #expect(message.effect("push") == ["/"] && message.effect("remember") == [])
        #expect(message.screen.contains("waiting for chord selection…"))
        #expect(try HostMessage(app.send(action: "choosing clear", value: nil)).effects.isEmpty)
    }

    @Test func unknownActionsChangeNothing() throws {
        var (app, _) = try started("/combine/Cma7/D")
        for action in ["", "type", "type middle", "choosing take lower x", "go home", "🎹", "choosing key lower F13"] {
            let message = try HostMessage(app.send(action: action, value: "C"))
            #expect(message.regions.isEmpty && message.effects.isEmpty, "\(action)")
        }
    }
}

@Suite struct Robustness {
    @Test func everyActionOnEveryScreenGivesAValidAddress() throws {
        let starts = [
            "/", "/combine/Cma7/D", "/select/lower/Cma7/D", "/select/upper", "/details/Cma7/D", "/chord/C7",
            "/scale/C/Major", "/nothing",
        ]
        let actions = [
            "choosing clear", "app undo", "app redo", "choosing swap", "app shortcut Escape", "choosing letter upper F",
            "choosing chord-type lower 3", "choosing take lower 0", "choosing leave lower", "choosing type lower",
            "app visit /chord/C",
        ]
        for start in starts {
            for one in actions {
                for other in actions {
                    var (app, _) = try started(start)
                    for action in [one, other] {
                        let message = try HostMessage(app.send(action: action, value: "Gmi7"))
                        for name in ["push", "replace"] {
                            guard let path = message.effect(name)?[0] else { continue }
                            #expect(Page(route: path).isKnown, "\(start), \(one), \(other): \(path)")
                        }
                        #expect(message.regions["screen"] != "", "\(start), \(one), \(other)")
                    }
                }
            }
        }
    }

    @Test func firstChoiceLeavesAMissingScreen() throws {
        var (app, _) = try started("/nothing/here")
        let message = try HostMessage(app.send(action: "choosing type lower", value: "D"))
        #expect(message.effect("push") == ["/combine/D"] && message.effect("title") == ["D · Chord Combiner"])
        #expect(!message.screen.contains("There is no screen"))
        var (other, _) = try started("/nothing/here")
        #expect(try HostMessage(other.send(action: "app shortcut Escape", value: nil)).effect("push") == ["/"])
    }

    @Test func unreadableTextSurvivesSwapsUndoAndOtherScreens() throws {
        var (app, _) = try started("/combine/Cma7")
        _ = app.send(action: "choosing type upper", value: "Dfoo")
        let swapped = try HostMessage(app.send(action: "choosing swap", value: nil)).screen
        #expect(hasTag(swapped, "id=\"lower-field\"", "value=\"Dfoo\""))
        _ = app.send(action: "app visit /select/upper/_/Cma7", value: nil)
        #expect(try HostMessage(app.send(action: "app shortcut Escape", value: nil)).screen.contains("value=\"Dfoo\""))
        #expect(try HostMessage(app.send(action: "app undo", value: nil)).screen.contains("value=\"Cma7\""))
    }

    @Test func goingBackInTheBrowserCanBeUndone() throws {
        var (app, _) = try started("/combine/Cma7/D")
        _ = app.send(action: "choosing type upper", value: "E")
        _ = app.send(action: "choosing leave upper", value: "E")
        _ = app.send(action: "app go", value: "/combine/Cma7/D")
        let message = try HostMessage(app.send(action: "app undo", value: nil))
        #expect(message.effect("push") == ["/combine/Cma7/E"])
    }

    @Test func revertedTypingIsNotAnUndoStep() throws {
        var (app, _) = try started("/combine/Cma7/D")
        for text in ["", "D"] { _ = app.send(action: "choosing type upper", value: text) }
        _ = app.send(action: "choosing leave upper", value: "D")
        #expect(try HostMessage(app.send(action: "app undo", value: nil)).effects.isEmpty)
    }

    @Test func brokenLinkKeepsTheStoredChords() throws {
        let record = [(key: "lower", value: "Cma7"), (key: "upper", value: "D")]
        #expect(try started("/combine/Cfoo/H", remembered: record).1.effect("remember") == nil)
    }

    @Test func leavingAnUnreadableFieldAnnouncesTheError() throws {
        var (app, _) = try started("/combine/Cma7/D")
        _ = app.send(action: "choosing type upper", value: "Dma7(")
        #expect(
            try HostMessage(app.send(action: "choosing leave upper", value: "Dma7(")).effect("announce")![0].contains(
                "is incomplete"))
    }
}

@Suite struct Choosing {
    @Test func typesHaveNoKeyboardsWithoutARoot() throws {
        let (_, message) = try started("/select/lower")
        #expect(message.screen.contains("Select Lower Chord") && message.screen.contains("Please select a chord"))
        #expect(message.screen.contains(">ma7(♭5)</b>") && !message.screen.contains(" lit "))
        #expect(message.screen.components(separatedBy: "data-action=\"choosing chord-type ").count - 1 == 28)
        #expect(message.screen.contains("No upper chord yet") && !message.screen.contains("class=\"becomes\""))
        // ♮ is chosen initially.
        #expect(hasTag(message.screen, "id=\"accidental-1\"", "class=\"tag\"", "aria-checked=\"true\""))
    }

    @Test func letterAndTypeAreOneStepEach() throws {
        var (app, _) = try started("/select/upper")
        var message = try HostMessage(app.send(action: "choosing letter upper F", value: nil))
        #expect(message.screen.contains(">Fma7</b>") && message.screen.contains(" lit upper"))
        #expect(message.effect("remember") == ["upperLetter", "F", "upperAccidental", "♮"])
        message = try HostMessage(app.send(action: "choosing chord-type upper 1", value: nil))
        #expect(message.effect("push") == ["/select/upper/_/Fmi"])
        message = try HostMessage(app.send(action: "choosing accidental upper 2", value: nil))
        #expect(message.effect("push")![0].hasPrefix("/select/upper/_/F♯"))
        message = try HostMessage(app.send(action: "app undo", value: nil))
        #expect(!message.effect("push")![0].contains("♯"))
        _ = app.send(action: "app undo", value: nil)
        message = try HostMessage(app.send(action: "app undo", value: nil))
        #expect(message.effect("remember") == [])
        message = try HostMessage(app.send(action: "app redo", value: nil))
        #expect(message.effect("remember") == ["upperLetter", "F", "upperAccidental", "♮"])
    }

    @Test func matchesOfTheExampleInTheTheory() throws {
        var (app, _) = try started("/settings")
        _ = app.send(action: "settings set vocabulary classic", value: nil)
        let screen = try HostMessage(app.send(action: "app visit /select/lower/Cma7/D", value: nil)).screen
        func isMatch(_ id: String) -> Bool {
            screen.contains("id=\"\(id)\" class=\"tag match\"") || screen.contains("id=\"\(id)\" class=\"type match\"")
        }
        #expect(["A", "B", "C", "D", "E", "F", "G"].filter { isMatch("letter-" + $0) } == ["A", "C", "D", "G"])
        #expect((0...2).filter { isMatch("accidental-\($0)") } == [1])
        let types =
            "ma mi + ° sus2 add2 mi(add2) ma7 ma7(♭5) ma7(♯5) ma7sus4(♯5) 7 7(♭5) 7sus2 mi7(♭5) °7 °ma7 mi6 6 mi(Δ7)"
        let matching = Vocabulary.classic.selectable.indices.filter { isMatch("type-\($0)") }.map {
            Vocabulary.classic.selectable[$0].suffix
        }
        #expect(Set(matching) == Set(types.split(separator: " ").map(String.init)))
        // One more for the result, which is itself a match.
        #expect(screen.components(separatedBy: "match found!").count - 1 == matching.count + 1)
        #expect(screen.contains(" matches upper chord<span class=\"of\" translate=\"no\"> Dma</span>"))
    }

    @Test func choiceAfterUndoClearsRedo() throws {
        var (app, _) = try started("/combine/Cma7/D")
        for action in ["choosing clear", "app undo", "choosing swap"] { _ = app.send(action: action, value: nil) }
        #expect(try HostMessage(app.send(action: "app redo", value: nil)).effects.isEmpty)
        #expect(try HostMessage(app.send(action: "app undo", value: nil)).effect("push") == ["/combine/Cma7/D"])
    }

    @Test func arrowKeysStopAtTheEnds() throws {
        var (app, _) = try started("/select/lower/Ama/D")
        #expect(
            try HostMessage(app.send(action: "choosing walk lower letter ArrowRight", value: nil)).effect("push") == [
                "/select/lower/B/D"
            ])
        #expect(
            try HostMessage(app.send(action: "choosing walk lower letter ArrowRight", value: nil)).effect("push") == nil
        )
        #expect(
            try HostMessage(app.send(action: "choosing walk lower type End", value: nil)).effect("focus") == ["type-24"]
        )
        #expect(
            try HostMessage(app.send(action: "choosing walk lower type ArrowUp", value: nil)).effect("push") == [
                "/select/lower/B°7/D"
            ])
        #expect(
            try HostMessage(app.send(action: "choosing walk lower accidental ArrowLeft", value: nil)).effect("push")
                == ["/select/lower/B♭°7/D"])
    }

    /// With the other chord and a root, each type shows its result and whether it matches.
    @Test(arguments: Vocabulary.Name.allCases, Half.allCases)
    func eachTypeShowsItsResult(vocabulary: Vocabulary.Name, half: Half) throws {
        var (app, _) = try started("/settings")
        _ = app.send(action: "settings set vocabulary \(vocabulary.rawValue)", value: nil)
        _ = app.send(action: "app visit /select/\(half.rawValue)/\(half == .lower ? "_/A" : "C7")", value: nil)
        let screen = try HostMessage(
            app.send(action: "choosing letter \(half.rawValue) \(half == .lower ? "C" : "A")", value: nil)
        ).screen
        let combiner = ChordCombiner(vocabulary: vocabulary.vocabulary)
        for (index, type) in Vocabulary.classic.selectable.enumerated() {
            let combination =
                half == .lower
                ? combiner.combine(lower: Chord(NoteName(.c), type), upper: try Chord("A"))
                : combiner.combine(lower: try Chord("C7"), upper: Chord(NoteName(.a), type))
            let parts = screen.components(separatedBy: "id=\"type-\(index)\" class=\"")
            #expect(parts.count == 2)
            let offer = parts[1].components(separatedBy: "<div class=\"offer\">")[0]
            let isMatch = combination.kind != .polychord
            #expect(offer.hasPrefix(isMatch ? "type match\"" : "type\""))
            #expect(
                offer.contains(
                    ", makes </span>" + (isMatch ? "<span translate=\"no\">\(combination.title)</span>" : "polychord")
                        + "</span>"), "\(type.suffix)")
            let heard = "choosing hear \(half.rawValue) \(index) pitches"
            #expect(offer.contains("data-action=\"\(heard)\""))
            let pitches = Voicer().first(of: .pair(combination))?.tones.map { $0.pitch }
            let sent = try HostMessage(app.send(action: heard, value: nil)).effect("play")
            #expect(try sent == ["pitches", #require(pitches).map { "\($0)" }.joined(separator: ",")])
        }
        #expect(!screen.contains("class=\"tag match\""))
    }

    @Test func layoutOfTypesIsKeptAndArrowKeysFollowIt() throws {
        var (app, _) = try started("/select/upper/C7/A")
        let screen = try HostMessage(app.send(action: "choosing show results", value: nil)).screen
        #expect(["Unified chords", "Polychords"].allSatisfy { screen.contains("aria-label=\"\($0)\"") })
        let ids = screen.matches(of: try Regex("id=\"(type-[0-9]+)\"")).map { String($0.output[1].substring!) }
        #expect(Set(ids).count == 28 && ids != (0..<28).map { "type-\($0)" })
        let place = try #require(ids.firstIndex(of: "type-0"))
        #expect(
            try HostMessage(app.send(action: "choosing walk upper type ArrowDown", value: nil)).effect("focus") == [
                ids[place + 1]
            ])
        _ = app.send(action: "app shortcut home", value: nil)
        let again = try HostMessage(app.send(action: "app visit /select/upper/C7/A", value: nil)).screen
        #expect(again.contains("aria-label=\"Unified chords\""))
        // Without results, the default order applies.
        _ = app.send(action: "choosing clear", value: nil)
        #expect(
            try HostMessage(app.send(action: "app visit /select/lower", value: nil)).screen.contains(
                "aria-label=\"Triads\""))
        #expect(try HostMessage(app.send(action: "choosing show nothing", value: nil)).regions.isEmpty)
    }

    @Test func listScrollsToTheChosenType() throws {
        var (app, _) = try started("/combine/Cma7/D")
        let index = try #require(Vocabulary.classic.selectable.firstIndex { $0.suffix == "ma7" })
        let message = try HostMessage(app.send(action: "app visit /select/lower/Cma7/D", value: nil))
        #expect(message.effect("reveal") == ["type-\(index)"] && message.effect("push") == ["/select/lower/Cma7/D"])
        #expect(
            try HostMessage(app.send(action: "app shortcut Escape", value: nil)).effect("push") == ["/combine/Cma7/D"])
    }

    @Test func typedExtendedChordIsShownInThePickersAsFarAsPossible() throws {
        let screen = try started("/select/lower/E♭13(♯11)/D").1.screen
        #expect(hasTag(screen, "id=\"letter-E\"", "aria-checked=\"true\""))
        #expect(!hasTag(screen, "class=\"type", "aria-checked=\"true\""))
        #expect(withoutSpans(screen).contains(">E♭13(♯11)</h2>"))
    }

    @Test func incompleteChoiceSurvivesOtherScreens() throws {
        var (app, _) = try started("/select/lower")
        _ = app.send(action: "choosing letter lower G", value: nil)
        _ = app.send(action: "app visit /combine", value: nil)
        _ = app.send(action: "app visit /scale/C/Major", value: nil)
        let message = try HostMessage(app.send(action: "app visit /select/lower", value: nil))
        #expect(message.screen.contains(">Gma7</b>"))
        let (_, again) = try started(
            "/select/lower", remembered: [(key: "lowerLetter", value: "G"), (key: "lowerAccidental", value: "♭")])
        #expect(again.screen.contains(">G♭ma7</b>"))
    }
}

@Suite struct Summaries {
    /// The titles of stored items are known only to the browser that stores them.
    @Test(arguments: [
        ("/tunes/kd83js", "/tunes"), ("/tunes/kd83js/analysis", "/tunes"),
        ("/lights/kd83js/stage", "/lights"), ("/lights/kd83js/3", "/lights"),
    ])
    func anUnknownItemIsSummarizedLikeItsList(item: String, list: String) {
        #expect(Page(route: item).isKnown)
        #expect(Page(route: item).summary == Page(route: list).summary)
    }

    @Test func anExampleIsNamed() {
        #expect(Page(route: "/tunes/blues").summary.hasPrefix("Twelve-Bar Blues: "))
    }
}

@Suite struct DetailPages {
    @Test func everyChordHasDetailsWithValidLinks() throws {
        for type in Vocabulary.classic.types {
            let chord = Chord(try NoteName("A♭"), type)
            let address = "/chord/" + chord.name.replacing("/", with: "⁄").replacing(" ", with: ",")
            let page = Page(route: address)
            #expect(page.isKnown)
            let html = page.document(template: "<title></title><!--region screen--><!--end-->")
            #expect(withoutSpans(html).contains(">\(chord.spelled(in: .jazz).title)</h2>"))
            for link in html.matches(of: try Regex("<a href=\"([^\"]+)\"")) {
                let path = String(link.output[1].substring!)
                #expect(Page(route: path).isKnown, "\(path)")
            }
        }
    }

    @Test func emptySectionsAreLeftOut() throws {
        let triad = Page(route: "/chord/C").document(template: "<!--region screen--><!--end-->")
        for title in ["Base chord", "Extensions", "Equivalent chords"] { #expect(!triad.contains("<h3>\(title)</h3>")) }
        let large = Page(route: "/chord/Cma13(♯11)").document(template: "<!--region screen--><!--end-->")
        for title in [
            "Tension", "Base chord", "Extensions", "Scales", "Equivalent chords",
        ] {
            #expect(large.contains("<h3>\(title)</h3>"))
        }
        for title in ["Primary scales", "Parent scales", "Pentatonic scales"] {
            #expect(large.contains("<h4>\(title)</h4>"))
        }
        #expect(large.contains("value=\"2135\"") && large.contains("value=\"780\""))
    }

    @Test func polychordHasDetails() throws {
        let page = Page(route: "/details/Cma7/E").document(template: "<title></title><!--region screen--><!--end-->")
        #expect(
            withoutSpans(page).contains(">Ema/Cma7</h2>")
                && page.contains("<h3>Component chords</h3>"))
        // The extra note is named.
        #expect(page.contains(try Regex(">Cma7</a><button[^>]*></button></div><span>with <span[^>]*>G♯</span></span>")))
        // C E G G♯ B: G–G♯ and B–C are semitones, E–G♯ C–E G–B and G♯–C major thirds, …
        #expect(page.contains("<h3>Tension</h3>"))
    }

    @Test func scaleShowsModesAndChords() throws {
        let page = Page(route: "/scale/C/Lydian_Dominant").document(
            template: "<title></title><!--region screen--><!--end-->")
        #expect(page.contains("<title>C Lydian Dominant · Chord Combiner</title>"))
        #expect(page.contains(">G Melodic minor</a>") && page.contains("aria-current=\"true\""))
        #expect(page.contains(">C7</a>") && !page.contains(">Cma7</a>"))
        #expect(Page(route: "/scale/c/ionian").title == "C Major · Chord Combiner")
        #expect(!Page(route: "/scale/C/Fish").isKnown && !Page(route: "/scale/H/Major").isKnown)
        #expect(!Page(route: "/chord/Cfoo").isKnown && !Page(route: "/chord").isKnown)
    }

    @Test func countedIntervalsAddUpToTheScore() throws {
        for type in Vocabulary.classic.types {
            let tension = try #require(type.tension)
            let tones = Chord(NoteName(fifths: 0), type).voicing
            var degrees = tension.ambiguityHundredths
            CountedInterval.each(ofDegrees: Array(type.pitchClasses)) { degrees += $0.hundredths }
            var voicing = tension.ambiguityHundredths
            CountedInterval.each(ofVoicing: tones.map(\.pitch)) { voicing += $0.hundredths }
            #expect(degrees == tension.degreeHundredths && voicing == tension.voicingHundredths)
        }
    }
}

@Suite struct Addresses {
    @Test func addressOfEveryPairOfTypesIsReadBack() throws {
        for type in Vocabulary.classic.types {
            for root in ["C", "F♯", "B♭"] {
                var (app, _) = try started()
                let chord = Chord(try NoteName(root), type)
                _ = app.send(action: "choosing type lower", value: chord.name)
                let path = try #require(
                    try HostMessage(app.send(action: "choosing type upper", value: "D/C")).effect("push"))[0]
                #expect(path.split(separator: "/").count == 3 && !path.contains("#") && !path.contains(" "))
                let (_, message) = try started(path)
                #expect(
                    message.effect("remember")
                        == ["lower", path.split(separator: "/")[1], "upper", "D⁄C"].map { String($0) })
                let spelled = chord.spelled(in: .jazz)
                let name = type.suffix == "ma" ? root : spelled.isPlainAlt ? spelled.title : chord.name
                #expect(message.screen.contains("value=\"\(name)\""))
            }
        }
    }

    @Test func singleChordHasAnAddress() throws {
        var (app, _) = try started("/combine/_/D")
        #expect(try HostMessage(app.send(action: "choosing type upper", value: "E")).effect("push") == ["/combine/_/E"])
        #expect(Page(route: "/combine/_/D").title == "D · Chord Combiner")
        #expect(Page(route: "/").isKnown && Page(route: "/combine").isKnown && !Page(route: "/fish").isKnown)
        #expect(!Page(route: "/combine/C/D/E").isKnown)
    }

    @Test func addressTakesPrecedenceOverStoredChords() throws {
        let record = [(key: "lower", value: "Cma7"), (key: "upper", value: "D")]
        #expect(try started("/", remembered: record).1.effect("replace") == ["/combine/Cma7/D"])
        #expect(try started("/combine/G", remembered: record).1.screen.contains("Please select a chord"))
    }

    @Test func damagedRecordGivesTheFirstScreen() throws {
        let initial = try started().1.regions
        for value in ["", "fish", "\u{0}", "C7(", String(repeating: "C", count: 10_000), "D|C"] {
            let message = try started("/", remembered: [(key: "lower", value: value), (key: "x", value: "y")]).1
            #expect(message.regions == initial, "\(value.prefix(20))")
            #expect(message.effect("replace") == nil)
        }
    }

    @Test func unreadableLinkShowsAnError() throws {
        let (_, message) = try started("/combine/Cfoo/D")
        #expect(message.screen.contains("“Cfoo” is not a chord"))
        #expect(message.screen.contains("Upper chord alone"))
    }
}

@Suite struct Documents {
    let template =
        "<title>x</title><p><!--region tools-->old<!--end--></p><main><!--region screen--><!--end--></main><!--base-->"

    @Test func templateIsFilledAndCanBeFilledAgain() {
        let first = Page(route: "/").document(template: template)
        #expect(first.contains("waiting for chord selection…") && !first.contains(">old<"))
        let second = Page(route: "/combine/Cma7/D").document(template: first)
        #expect(second.contains("<title>Cma13(♯11) = Cma7 + D · Chord Combiner</title>"))
        #expect(withoutSpans(second).contains(">Cma13(♯11)</h2>") && !second.contains("waiting for"))
        #expect(second == Page(route: "/combine/Cma7/D").document(template: template))
        #expect(second.hasSuffix("<!--base-->"))
    }

    /// What stands between two texts of a document.
    private func content(of document: String, between opening: String, and closing: String) throws -> String {
        let start = try #require(document.range(of: opening)).upperBound
        let end = try #require(document[start...].range(of: closing)).lowerBound
        return String(document[start..<end])
    }

    @Test func everyScreenHasItsOwnTitleDescriptionAndCanonicalAddress() throws {
        let head = "<title></title><meta name=\"description\" content=\"x\"><!--canonical--><!--end-->"
        var generator = SystemRandomNumberGenerator()
        var chordset = Chordset(id: "k3v9k3v9k3v9", using: &generator)
        try chordset.rename("Sunrise")
        var titles: [String: String] = [:]
        var descriptions: [String: String] = [:]
        for (name, path) in Page.examples {
            let path = path.replacing("{id}", with: chordset.id)
            let page = Page(route: path, chordsets: (shown: [chordset], count: 1))
            let document = page.document(template: head)
            let title = try content(of: document, between: "<title>", and: "Chord Combiner</title>")
            let description = try content(of: document, between: "content=\"", and: "\">")
            #expect(titles[title] == nil, "\(name) has the title of \(titles[title] ?? "")")
            #expect(descriptions[description] == nil, "\(name) is described as \(descriptions[description] ?? "")")
            titles[title] = name
            descriptions[description] = name
            #expect((30...200).contains(description.count) && !description.contains(": :"), "\(description)")
            #expect(document == page.document(template: document))
            guard page.isKnown else {
                #expect(!document.contains("canonical\""))
                continue
            }
            // The same content, without the music stand.
            let address = try content(of: document, between: "<link rel=\"canonical\" href=\"", and: "\">")
            #expect(!address.hasSuffix("/stand"))
            let canonical = Page(route: address, chordsets: (shown: [chordset], count: 1))
            #expect(canonical.title == page.title.replacing(" · Music stand", with: ""), "\(name): \(address)")
        }
    }

    @Test func formerAddressNamesTheCurrentOne() {
        let head = "<!--canonical--><!--end-->"
        #expect(Page(route: "/chordsets").document(template: head).contains("href=\"/lights\""))
        #expect(Page(route: "/combine/Cmaj7/D").document(template: head).contains("href=\"/combine/Cma7/D\""))
        #expect(Page(route: "/", inFragment: true).document(template: head) == head)
    }

    @Test func hostileAddressesAreEscaped() {
        let page = Page(route: "/combine/<script>alert(1)<\u{2215}script>/\"onload=\"")
        let document = page.document(template: template)
        #expect(!document.contains("<script") && !document.contains("\"onload"))
        #expect(Page(route: "/combine/<!--end-->").document(template: template).contains("&lt;!--end--&gt;"))
    }
}

@Suite struct Keyboards {
    private func result(_ lower: String, _ upper: String) throws -> String {
        let screen = try started("/combine/\(lower)/\(upper)").1.screen
        // The voicing has its own keyboard.
        let parts = screen.components(separatedBy: "id=\"result\"")
        return try #require(parts.last).components(separatedBy: "</section>")[0]
    }

    @Test func keysHaveTheProportionsOfAPiano() throws {
        let html = try result("C", "C")
        // An octave is 164 wide, white keys 23 or 24 wide and 96 high, black keys 14 × 52.
        // A white key has notches for its black neighbors.
        for (pitch, outline) in [
            60: "M0 0H14V52H23V96H0z", 62: "M28 0H42V52H47V96H23V52H28z", 64: "M56 0H70V96H47V52H56z",
            65: "M70 0H84V52H94V96H70z", 71: "M150 0H164V96H140V52H150z", 61: "M14 0H28V52H14z", 63: "M42 0H56V52H42z",
            66: "M84 0H98V52H84z", 73: "M178 0H192V52H178z",
        ] {
            #expect(html.contains("data-pitch=\"\(pitch)\" d=\"\(outline)\""))
        }
        #expect(html.contains("data-pitch=\"95\"") && !html.contains("data-pitch=\"96\""))
    }

    @Test func keyboardsGrowToShowEveryNote() throws {
        for chord in ["B°11(♭13addΔ7)", "B13(♯11)", "C♭ma13"] {
            let (_, message) = try started("/combine/\(chord)")
            let parts = message.screen.components(separatedBy: "<section")
            for (html, least) in [(parts[1], 24), (parts[3], 36)] {
                let keys = html.components(separatedBy: "data-pitch").count - 1
                #expect(keys >= least && keys % 12 == 0)
                #expect(html.components(separatedBy: "class=\"note-name").count - 1 == (try Chord(chord).notes.count))
            }
        }
        #expect(try result("B", "B♭13(♯11)").components(separatedBy: "data-pitch").count - 1 > 36)
    }

    @Test func everyLitKeyHasTheGlyphOfItsChord() throws {
        let html = try result("C", "C+")
        #expect(html.components(separatedBy: "glyph both").count - 1 == 2)
        #expect(html.components(separatedBy: "glyph lower").count - 1 == 1)
        #expect(html.components(separatedBy: "glyph upper").count - 1 == 1)
        #expect(
            html.contains(
                """
                    aria-label="Piano keyboard of 3 octaves from C4, lit: C (both chords), E (both chords), G (lower), \
                    G sharp (upper, in the result A flat)"
                    """
            ))
    }

    @Test func nameOfABlackKeyIsRaisedNextToALitKey() throws {
        let crowded = try result("C", "D♭°")
        #expect(crowded.contains(">D♭</text>"))
        #expect(crowded.matches(of: try Regex("y=\"-21\"[^>]*>D♭<")).count == 1)
        #expect(try result("C7", "C7").matches(of: try Regex("y=\"-5\"[^>]*>B♭<")).count == 1)
    }
}

@Suite struct RegionUpdates {
    @Test func onlyChangedRegionsAreSent() throws {
        var (app, message) = try started("/select/lower/Cma7/D")
        #expect(Set(message.regions.keys) == ["navigation", "asides", "screen", "tools", "notice"])
        message = try HostMessage(app.send(action: "choosing letter lower G", value: nil))
        #expect(Set(message.regions.keys) == ["tools", "chosen", "types", "result"])
        // The same letter again changes nothing.
        #expect(try HostMessage(app.send(action: "choosing letter lower G", value: nil)).regions.isEmpty)
        message = try HostMessage(app.send(action: "app visit /combine/Gma7/D", value: nil))
        #expect(Set(message.regions.keys) == ["screen"])
    }

    /// After random actions, the patched screen equals a newly written one.
    @Test func changedRegionsGiveTheWholeScreen() throws {
        var (app, message) = try started("/select/lower/Cma7/D")
        var screen = message.screen
        for action in [
            "choosing letter lower E", "choosing chord-type lower 4", "choosing accidental lower 2",
            "choosing letter lower E", "choosing chord-type lower 27", "app undo",
        ] {
            message = try HostMessage(app.send(action: action, value: nil))
            for (id, html) in message.regions where !["tools", "navigation"].contains(id) {
                let html = plain(html)
                let start = try #require(screen.range(of: "id=\"\(id)\"", options: .literal))
                let open = try #require(screen.range(of: ">", range: start.upperBound..<screen.endIndex)).upperBound
                let closing = id == "types" ? "</div><section class=\"panel result\"" : "</section>"
                let close = try #require(screen.range(of: closing, range: open..<screen.endIndex)).lowerBound
                screen.replaceSubrange(open..<close, with: html)
            }
        }
        let address = try #require(message.effect("push"))[0]
        #expect(screen == (try started(address).1).screen)
    }
}

@Suite struct SettingsScreen {
    @Test func aSettingAppliesEverywhereAtOnce() throws {
        var (app, _) = try started("/combine/Cma7/Gmi7(♭5)")
        let stored = try #require(
            HostMessage(app.send(action: "settings set qualities delta", value: nil)).effect("settings"))
        let place = try #require(stored.firstIndex(of: "qualities"))
        #expect(stored[place + 1] == "delta")
        var message = try HostMessage(app.send(action: "settings set accidentals letters", value: nil))
        message = try HostMessage(app.send(action: "app visit /settings", value: nil))
        #expect(message.effect("push") == ["/settings"])
        for screen in [
            "/combine/Cma7/Gmi7(♭5)", "/select/upper/Cma7/Gmi7(♭5)", "/details/Cma7/Gmi7(♭5)", "/chord/Gmi7(♭5)",
            "/help",
        ] {
            message = try HostMessage(app.send(action: "app visit " + screen, value: nil))
            // The share menu also has ASCII symbols, in which Δ is written as ma.
            let visible = message.screen.replacing(
                try Regex("(href|data-action|id)=\"[^\"]*\"|>Copy (<[^>]*>)?[^<]*<"), with: "")
            #expect(visible.contains("CΔ7") || visible.contains("Gø7"), "\(screen)")
            #expect(!visible.contains("♭") && !visible.contains("Cma7"), "\(screen)")
        }
        // Addresses do not depend on the notation.
        for address in ["/chord/Gmi7(♭5)", "/combine/Cma7/Gmi7(♭5)"] {
            #expect(try HostMessage(app.send(action: "app shortcut Escape", value: nil)).effect("push") == [address])
        }
    }

    @Test func settingsAreRecalledWhateverTheAddressSays() throws {
        let (_, message) = try started(
            "/combine/C/D", remembered: [("qualities", "maj"), ("theme", "dark"), ("names", "nonsense")])
        #expect(message.screen.contains("placeholder") && !message.screen.contains("key-name"))
        let (_, all) = try started(
            "/combine/C/Dmi", remembered: [("names", "all"), ("middle-c", "C3"), ("qualities", "maj")])
        #expect(all.screen.contains(">C3</text>") && all.screen.contains("octaves from C3"))
        #expect(withoutSpans(all.screen).contains(">Dm</h2>"))
    }

    @Test func invalidSettingChangesNothing() throws {
        var (app, _) = try started("/settings")
        for action in [
            "settings set theme pink", "settings set nothing dark", "settings set theme", "settings set names all all",
        ] {
            let message = try HostMessage(app.send(action: action, value: nil))
            #expect(message.regions.isEmpty && message.effects.isEmpty, "\(action)")
        }
    }

    @Test func doneLeadsBackToTheOrigin() throws {
        var (app, _) = try started("/chord/Cma7")
        var message = try HostMessage(app.send(action: "app visit /help", value: nil))
        #expect(message.screen.contains("href=\"/chord/Cma7\""))
        _ = try HostMessage(app.send(action: "app visit /settings", value: nil))
        message = try HostMessage(app.send(action: "app shortcut Escape", value: nil))
        #expect(message.effect("push") == ["/chord/Cma7"])
    }
}

@Suite struct PlayButtons {
    /// Includes the highest polychord, whose top notes exceed the MIDI range.
    @Test func everyPlayButtonSounds() throws {
        for address in [
            "/combine/Cma7/D", "/combine/B°7(addΔ7)/A♯°7(addΔ7)", "/combine/B°11(♭13addΔ7)/A♯°11(♭13addΔ7)",
            "/chord/C6⁄9",
        ] {
            var (app, message) = try started(address)
            let actions = message.screen.matches(of: try Regex("\"(sound [^\"]+)\"")).map {
                String($0.output[1].substring!)
            }
            #expect(actions.count > 12)
            for action in Set(actions) {
                message = try HostMessage(app.send(action: action, value: nil))
                #expect(message.effect("play") != nil, "\(action)")
                #expect(message.regions.isEmpty, "sounds do not change the screen")
            }
        }
    }

    @Test func doneLeadsToAScreenIfTheDetailsAreGone() throws {
        var (app, _) = try started("/combine/Cma7")
        _ = app.send(action: "choosing type upper", value: "D")
        _ = app.send(action: "app visit /details/Cma7/D", value: nil)
        _ = app.send(action: "app visit /help", value: nil)
        let message = try HostMessage(app.send(action: "app undo", value: nil))
        #expect(message.screen.contains("href=\"/combine/Cma7\""))
    }
}

@Suite struct Notices {
    /// The user may not have read it yet.
    @Test func settingsOfAnotherTabLeaveTheNotice() throws {
        var (app, _) = try started("/combine/Cma7")
        let notice = try HostMessage(app.send(action: "app unpainted", value: nil)).regions["notice"]
        #expect(notice?.isEmpty == false)
        let after = try HostMessage(app.send(action: "settings follow", value: "volume 50"))
        #expect(after.regions["notice"] == nil)
    }
}
