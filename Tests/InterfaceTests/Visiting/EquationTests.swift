import Harmony
import Testing

/// What the three terms of the equation are, as they are seen.
private struct Seen: Equatable, CustomStringConvertible {
    /// What stands in the fields, which is precise.
    let lower, upper: String
    /// Nil where the result follows the halves.
    let asked: String?
    /// Which terms have a pin that is pressed.
    let kept: [String]
    let place: String
    let address: String

    init(_ visitor: Visitor) throws {
        func name(_ half: String) throws -> String {
            let panel = try visitor.part(half)
            guard let title = panel.first(where: { $0.tag == "h2" && !$0.classes.contains("none") }) else { return "" }
            // A lone note has a title of its own.
            let precise = panel.first { $0.classes == ["precise"] }?.text ?? title.text
            return precise.replacing(" (note)", with: "(omit3 omit5)")
        }
        lower = try name("lower")
        upper = try name("upper")
        let pins = visitor.every { $0.classes.contains("pin") && $0["aria-pressed"] == "true" }.compactMap { $0["id"] }
        kept = pins.map { String($0.dropLast("-pin".count)) }
        asked = kept.contains("result") ? try name("result") : nil
        place = visitor.every { $0.classes.contains("ways") }.map { $0.text }.joined(separator: " ")
        address = visitor.address
    }

    var description: String { "\(lower) + \(upper) = \(asked ?? "…"), kept: \(kept), \(place), \(address)" }
}

extension Visitor {
    /// Types into a field and leaves it by Enter.
    fileprivate mutating func ask(_ symbol: String, in term: String = "result") throws {
        try type(symbol, into: term + "-field")
        try key("Enter", on: term + "-field")
        try leave(term + "-field")
    }

    fileprivate mutating func pin(_ term: String) throws { try press { $0["id"] == term + "-pin" } }

    fileprivate func isKept(_ term: String) -> Bool? {
        find { $0["id"] == term + "-pin" }.map { $0["aria-pressed"] == "true" }
    }

    fileprivate var titles: [String?] { ["lower", "upper", "result"].map { title(of: $0) } }
}

@Suite struct TheEquation {
    @Test func aResultIsSolvedWhileItIsTyped() throws {
        var visitor = try Visitor()
        try visitor.type("C13(b9)", into: "result-field")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
        #expect(visitor.address == "/combine/C7/A" && visitor.title == "C13(♭9) = C7 + A · Chord Combiner")
        #expect(visitor.value(of: "lower-field") == "C7" && visitor.value(of: "upper-field") == "A")
        #expect(visitor.isKept("result") == true && visitor.isKept("lower") == false && visitor.isKept("upper") == false)
        try visitor.key("Enter", on: "result-field")
        #expect(visitor.value(of: "result-field") == "C13(♭9)")
        let count = Ways(of: try Chord("C13(♭9)")).count
        #expect(visitor.announced == "C 7 and A major make C 13 flat 9, pair 1 of \(count)")
        #expect(try visitor.part("result").text.contains("1 of \(count)"))
        let link = try #require(visitor.find { $0["href"]?.hasPrefix("/ways") == true })
        #expect(link["href"] == "/ways/C13(♭9)" && link.text == "All \(count) pairs")
    }

    @Test func oneHalfGivesTheOther() throws {
        var visitor = try Visitor()
        try visitor.ask("C7", in: "lower")
        #expect(visitor.effects.isEmpty)
        try visitor.ask("C7(#9b13)")
        // ♯9 5 ♭13 is A♭ major, and the only triad in thirds that has what C7 lacks.
        #expect(visitor.titles == ["C7", "A♭", "C7(♯9♭13)"])
        #expect(visitor.isKept("lower") == true && visitor.isKept("upper") == false)
        let ways = Ways(of: try Chord("C7(♯9♭13)"), lower: try Chord("C7"))
        #expect(try visitor.part("upper").text.contains("1 of \(ways.count)"))
        #expect(try !visitor.part("result").text.contains("1 of"))
        #expect(visitor.find { $0["href"] == "/ways/C7(♯9♭13)/C7/_" }?.text == "All \(ways.count) pairs")
        for way in ways.list.dropFirst() + ways.list.prefix(1) {
            try visitor.press("Next")
            #expect(visitor.value(of: "upper-field") == way.upper.name.replacing("ma", with: "", maxReplacements: way.upper.type.suffix == "ma" ? 1 : 0))
            #expect(visitor.titles[0] == "C7" && visitor.titles[2] == "C7(♯9♭13)")
        }
    }

    @Test func theMissingLowerChordIsFoundToo() throws {
        var visitor = try Visitor("/combine/_/D")
        try visitor.ask("Cma13(#11)")
        #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"])
        #expect(visitor.find { $0["href"] == "/ways/Cma13(♯11)/_/D" } != nil)
    }

    @Test func whatBothWereChosenForIsLetGoAndUndoneAgain() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        let before = try Seen(visitor)
        try visitor.ask("C13(b9)")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.isKept("lower") == false)
        try visitor.press("Undo")
        #expect(try Seen(visitor) == before && visitor.value(of: "result-field") == "")
        try visitor.press("Redo")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.value(of: "result-field") == "C13(♭9)")
    }

    @Test func whatCannotBeSolvedSaysWhyAndChangesNothing() throws {
        var visitor = try Visitor("/combine/Cma7")
        try visitor.ask("C13")
        #expect(visitor.message(of: "result").contains("C13 has no B"), "\(visitor.message(of: "result"))")
        #expect(visitor.titles == ["Cma7", "Please select a chord", "Cma7"] && visitor.address == "/combine/Cma7")
        #expect(visitor.value(of: "result-field") == "C13" && visitor.announced == visitor.message(of: "result"))
        #expect(try visitor.part("result-field")["aria-invalid"] == "true")
        // What could be asked for of another half is forgotten with it.
        try visitor.ask("C7", in: "lower")
        #expect(visitor.message(of: "result") == "" && visitor.value(of: "result-field") == "")
        try visitor.ask("Cxyz")
        #expect(visitor.message(of: "result").contains("Cxyz") && visitor.titles[0] == "C7")
    }

    @Test func anEmptiedResultFollowsTheHalvesAgain() throws {
        var visitor = try Visitor("/combine/C7")
        try visitor.type("C13", into: "result-field")
        #expect(visitor.titles[2] == "C13" && visitor.titles[1] != "Please select a chord")
        // Typed and taken back is as if nothing had been.
        try visitor.type("", into: "result-field")
        try visitor.leave("result-field")
        #expect(visitor.titles == ["C7", "Please select a chord", "C7"] && !visitor.isEnabled("Undo"))
        try visitor.ask("C13(b9)")
        try visitor.ask("", in: "result")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
        #expect(["lower", "upper", "result"].map { visitor.isKept($0) } == [true, true, false])
        try visitor.ask("D", in: "upper")
        #expect(visitor.titles[2] == "C9(♯11 13)" || visitor.titles[2] == "C13(♯11)")
    }

    @Test func pinsSayWhatStays() throws {
        var visitor = try Visitor()
        #expect(visitor.find { $0.classes.contains("pin") } == nil)
        try visitor.ask("Cma7", in: "lower")
        #expect(visitor.find { $0.classes.contains("pin") } == nil)
        try visitor.ask("D", in: "upper")
        #expect(visitor.has("Unpin Cma7") && visitor.has("Unpin D") && visitor.has("Pin Cma13(♯11)"))
        // Who lets one of two go asks for what they make.
        try visitor.press("Unpin D")
        #expect(visitor.has("Pin D") && visitor.has("Unpin Cma7") && visitor.has("Unpin Cma13(♯11)"))
        #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"])
        try visitor.press("Next")
        #expect(visitor.titles[0] == "Cma7" && visitor.titles[1] != "D" && visitor.titles[2] == "Cma13(♯11)")
        // What the app chose may be kept, and then nothing is left to it.
        try visitor.pin("upper")
        #expect(visitor.isKept("upper") == true && !visitor.has("Next"))
        try visitor.pin("lower")
        try visitor.pin("upper")
        #expect(visitor.has("Next") && visitor.isKept("lower") == false && visitor.isKept("upper") == false)
        try visitor.press("Unpin Cma13(♯11)")
        #expect(["lower", "upper", "result"].map { visitor.isKept($0) } == [true, true, false])
        try visitor.press("Clear")
        #expect(visitor.find { $0.classes.contains("pin") } == nil && visitor.value(of: "result-field") == "")
    }

    @Test func aPinnedResultFollowsTheHalfThatIsChosen() throws {
        var visitor = try Visitor()
        try visitor.ask("Dmi11")
        #expect(visitor.titles == ["Dmi7", "C", "Dmi11"])
        // On the way to Ami7 the symbol says A, which has a C♯.
        try visitor.type("A", into: "upper-field")
        #expect(visitor.titles[..<2] == ["Dmi7", "A"] && visitor.isKept("result") != true)
        try visitor.type("Am7", into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        #expect(visitor.titles == ["Dmi7", "Ami7", "Dmi11"])
        #expect(visitor.isKept("upper") == true && visitor.isKept("lower") == false)
        // All of it is one step.
        try visitor.press("Undo")
        #expect(visitor.titles == ["Dmi7", "C", "Dmi11"])
        try visitor.ask("E", in: "upper")
        #expect(visitor.titles[..<2] == ["Dmi7", "E"] && visitor.isKept("result") != true)
        let notice = try visitor.part("notice").text
        #expect(notice.contains("Dmi11 has no G♯ or B"), "\(notice)")
        #expect(visitor.announced.hasPrefix(notice))
    }

    /// Section 10 of the theory: a shell with one of four triads, and not all four alterations.
    @Test func altIsPlayedAsBooksPlayIt() throws {
        var visitor = try Visitor()
        try visitor.ask("G7alt")
        #expect(["E♭", "D♭", "A♭mi", "B♭mi"].contains(visitor.titles[1]) && visitor.titles[2] == "G7alt")
    }

    /// Of what turns out to be no chord, no letter on the way was meant.
    @Test func whatCannotBeReadLeavesEverythingAsItWas() throws {
        var visitor = try Visitor("/combine/Cma7/D")
        for text in ["blah", "C7 + H", "C7+A=C13", "Dm7 G7 Cma7"] {
            for length in 1...text.count { try visitor.type(String(text.prefix(length)), into: "result-field") }
            try visitor.key("Enter", on: "result-field")
            #expect(visitor.titles == ["Cma7", "D", "Cma13(♯11)"] && visitor.message(of: "result") != "", "\(text)")
            #expect(visitor.address == "/combine/Cma7/D")
        }
        try visitor.type("c7 + a", into: "lower-field")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"])
    }

    @Test func byTouchOneComesPastOtherChords() throws {
        var visitor = try Visitor()
        try visitor.ask("Dmi11")
        try visitor.go(to: "/select/lower/Dmi7/C")
        func press(_ type: String) throws {
            let index = try #require(Vocabulary.jazz.selectable.firstIndex { $0.suffix == type })
            try visitor.send("choosing chord-type lower \(index)")
        }
        try press("ma7")
        #expect(try visitor.part("notice").text.contains("Dmi11 has no F♯ or C♯"))
        try visitor.send("choosing letter lower F")
        try visitor.shortcut("Escape")
        #expect(visitor.titles[0] == "Fma7" && visitor.titles[2] == "Dmi11" && visitor.isKept("lower") == true)
    }

    @Test func whatIsLeftOutIsSaid() throws {
        var visitor = try Visitor("/", remembered: [(key: "band", value: "yes")])
        try visitor.ask("Cma9")
        let ways = Ways(of: try Chord("Cma9"), hasBand: true).list
        let number = try #require(ways.firstIndex { $0.missing == DegreeSet("1") })
        // With all notes it is the first of those that have them, and beside a band there are others.
        #expect(try !visitor.part("result").text.contains("without"))
        let rootless = "\(number + 1) of \(ways.count)"
        for _ in ways where try !visitor.part("result").text.contains(rootless) { try visitor.press("Next") }
        #expect(visitor.titles[2] == "Cma9" && visitor.isKept("result") == true)
        #expect(try visitor.part("result").text.contains("no root"))
        #expect(visitor.announced.hasSuffix(rootless + ", no root"))
    }

    @Test func enterGoesOnFromTheLowerChordToTheUpper() throws {
        var visitor = try Visitor()
        try visitor.type("C7", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == ["upper-field"])
        try visitor.type("Cm", into: "lower-field")
        try visitor.key("ArrowDown", on: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == ["upper-field"])
        try visitor.type("A", into: "upper-field")
        try visitor.key("Enter", on: "upper-field")
        #expect(visitor.effect("focus") == nil)
        try visitor.type("xyz", into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == nil)
        let hints = ["lower", "upper", "result"].map { name in visitor.find { $0["id"] == name + "-field" }?["enterkeyhint"] }
        #expect(hints == ["next", "done", "done"])
        // Where the other chord is not typed, there is nothing to go on to.
        try visitor.go(to: "/select/lower/C7/A")
        #expect(try visitor.part("lower-field")["enterkeyhint"] == "done")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.effect("focus") == nil)
    }

    @Test(arguments: [("C13(b", "C13(♭9)"), ("Calt", "C7alt"), ("C7a", "C7alt"), ("Cma13", "Cma13(♯11)"), ("Eb7#", "E♭7(♯9)")])
    func resultsAreSuggestedAsMusiciansWriteThem(typed: String, meant: String) throws {
        var visitor = try Visitor()
        try visitor.type(typed, into: "result-field")
        let names = visitor.suggestions(of: "result")
        #expect(names.contains(meant) && Set(names).count == names.count, "\(names)")
        let index = try #require(names.firstIndex(of: meant))
        try visitor.send("combiner take \(index)")
        #expect(visitor.titles[2] == meant && visitor.isKept("result") == true)
    }

    @Test(arguments: [
        ("lower", "Cma7 + D", ["Cma7", "D", "Cma13(♯11)"], false), ("upper", "D|Cma7", ["Cma7", "D", "Cma13(♯11)"], false),
        ("result", "D/Cma7", ["Cma7", "D", "Cma13(♯11)"], false), ("result", "C7+A =", ["C7", "A", "C13(♭9)"], false),
        ("lower", "C7 + ? = C7(♯9♭13)", ["C7", "A♭", "C7(♯9♭13)"], true), ("upper", "= C13(b9)", ["C7", "A", "C13(♭9)"], true),
        ("result", "? + D = Cma13(#11)", ["Cma7", "D", "Cma13(♯11)"], true),
        ("lower", "C7 + A = C13(b9)", ["C7", "A", "C13(♭9)"], true),
        ("upper", "then play D in bar 3", ["G7", "D", "G9(Δ7)"], false),
    ])
    func sumsAndEquationsAreUnderstoodInEachField(term: String, text: String, titles: [String], isAsked: Bool) throws {
        var visitor = try Visitor("/combine/G7")
        for length in 1...text.count { try visitor.type(String(text.prefix(length)), into: term + "-field") }
        let expected: [String?] = titles[0] == "G7" ? Array(titles.prefix(2)) : titles
        #expect(visitor.titles.prefix(expected.count) == expected[...])
        try visitor.key("Enter", on: term + "-field")
        #expect(visitor.titles.prefix(expected.count) == expected[...] && visitor.message(of: term) == "")
        #expect((visitor.isKept("result") ?? false) == isAsked)
        let values = ["lower", "upper"].map { visitor.value(of: $0 + "-field") }
        #expect(values == Array(titles.prefix(2)) && visitor.value(of: "result-field") == (isAsked ? titles[2] : ""))
        // All of it was one step.
        try visitor.press("Undo")
        #expect(visitor.address == "/combine/G7" && visitor.value(of: "lower-field") == "G7")
    }

    @Test(arguments: [("C7 + A = C13", "C13(♭9)"), ("Cma7 + ? = C13", "C13 has no B"), ("C7 + = x", "x")])
    func equationsThatAreNotTrueAreRefused(text: String, reason: String) throws {
        var visitor = try Visitor("/combine/G7/D")
        try visitor.type(text, into: "lower-field")
        try visitor.key("Enter", on: "lower-field")
        #expect(visitor.message(of: "lower").contains(reason) && visitor.announced == visitor.message(of: "lower"))
        #expect(visitor.value(of: "lower-field") == text && visitor.effect("focus") == nil)
    }

    @Test func itIsRememberedAndADamagedRecordLosesNothingElse() throws {
        var visitor = try Visitor()
        try visitor.ask("C7", in: "lower")
        try visitor.ask("C13(b9)")
        try visitor.press("Next")
        let record = try #require(visitor.effect("remember"))
        let pairs = stride(from: 0, to: record.count, by: 2).map { (key: record[$0], value: record[$0 + 1]) }
        var again = try Visitor("/", remembered: pairs)
        #expect(try Seen(again) == Seen(visitor) && again.value(of: "result-field") == "C13(♭9)")
        // So it is where the address names the same two, as after a reload; another address knows of no result.
        #expect(try Seen(Visitor(visitor.address, remembered: pairs)) == Seen(visitor))
        #expect(try Visitor("/combine/Cma7/D", remembered: pairs).isKept("result") == false)
        try again.press("Next")
        try visitor.press("Next")
        #expect(try Seen(again) == Seen(visitor))
        for (key, value) in [("asked", "C7alt"), ("asked", "fish"), ("asked", "Dmi11"), ("asked", "C13"), ("upperSolved", "?")] {
            let damaged = pairs.map { $0.key == key ? (key: key, value: value) : $0 }
            let other = try Visitor("/", remembered: damaged)
            #expect(other.titles[0] == "C7" && other.titles[2] == "C13(♭9)", "\(key) \(value)")
            if key == "asked" { #expect(other.isKept("result") == false, "\(value)") }
        }
        // One from before there was anything to ask for.
        let old = try Visitor("/", remembered: [(key: "lower", value: "Cma7"), (key: "upper", value: "D")])
        #expect(old.titles == ["Cma7", "D", "Cma13(♯11)"] && old.isKept("result") == false)
    }

    @Test func theBrowsersBackLeadsBackToWhatWasAskedFor() throws {
        var visitor = try Visitor()
        try visitor.ask("C13(b9)")
        let first = try Seen(visitor)
        try visitor.press("Next")
        let second = try Seen(visitor)
        try visitor.go(to: first.address)
        #expect(try Seen(visitor) == Seen(visitor) && visitor.isKept("result") == true && visitor.titles[2] == "C13(♭9)")
        try visitor.go(to: second.address)
        #expect(visitor.isKept("result") == true && visitor.titles[2] == "C13(♭9)")
        try visitor.go(to: "/combine/Cma7/D")
        #expect(visitor.isKept("result") == false && visitor.value(of: "result-field") == "")
    }

    @Test func anotherHandSpellsAllThree() throws {
        var visitor = try Visitor()
        try visitor.ask("C13(b9)")
        try visitor.send("settings set accidentals letters")
        #expect(visitor.value(of: "result-field") == "C13(b9)" && visitor.titles[2] == "C13(b9)")
        try visitor.send("settings set vocabulary classic")
        #expect(visitor.isKept("result") == true)
    }

    @Test func theSwappedChordsMakeSomethingElse() throws {
        var visitor = try Visitor()
        try visitor.ask("C13(b9)")
        try visitor.press("Swap")
        #expect(visitor.titles[..<2] == ["A", "C7"] && visitor.isKept("result") != true)
        try visitor.press("Undo")
        #expect(visitor.titles == ["C7", "A", "C13(♭9)"] && visitor.isKept("result") == true)
    }

    /// Whatever is done, in whatever order: what is asked for is what the halves play, and undo leads back.
    @Test(arguments: 1...3)
    func whatIsPinnedIsWhatIsPlayed(seed: UInt64) throws {
        var chance = Chance(seed)
        var visitor = try Visitor()
        let results = ["C13(b9)", "Dmi11", "Cma13(#11)", "G7alt", "C", "F6/9", "G13", "Cmi7", "D/C", "C7(#9b13)", "", "Cfoo"]
        let halves = ["C7", "A", "D", "Cma7", "Emi", "G7", "C", "Dmi7", "F", "", "Bb°ma7", "x", "Cadd"]
        for step in 0..<80 {
            let before = try Seen(visitor)
            let had = visitor.isEnabled("Undo")
            var isUndo = false
            switch chance.next(below: 12) {
            case 0...2: try visitor.ask(results[chance.next(below: results.count)])
            case 3...5: try visitor.ask(halves[chance.next(below: halves.count)], in: ["lower", "upper"][chance.next(below: 2)])
            case 6, 7:
                let term = ["lower", "upper", "result"][chance.next(below: 3)]
                if visitor.isKept(term) != nil { try visitor.pin(term) }
            case 8: if visitor.has("Next") { try visitor.press("Next") }
            case 9: if visitor.isEnabled("Swap") { try visitor.press("Swap") }
            case 10:
                isUndo = true
                if had { try visitor.press("Undo") }
            default:
                isUndo = true
                if visitor.isEnabled("Redo") { try visitor.press("Redo") }
            }
            let seen = try Seen(visitor)
            let story = "seed \(seed), step \(step): \(before) → \(seen)"
            if let asked = seen.asked {
                let (chord, lower, upper) = (try Chord(asked), try Chord(seen.lower), try Chord(seen.upper))
                let sounding = lower.pitchClasses.union(upper.pitchClasses)
                let isPlayable = Ways(of: chord, lower: lower, upper: upper, playable: true).count > 0
                #expect(sounding == chord.pitchClasses || isPlayable, "\(story)")
            } else {
                #expect(!visitor.has("Next"), "\(story)")
            }
            if !isUndo, seen != before {
                try visitor.press("Undo")
                #expect(try Seen(visitor) == before, "\(story), undone")
                try visitor.press("Redo")
                #expect(try Seen(visitor) == seen, "\(story), done again")
            }
        }
    }
}

/// Numbers that are the same every time.
private struct Chance {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}
